"""A book to a folder of plain files, which works from a server and from the file system, in every language."""

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from ruleloom_site.anchors import check_anchors
from ruleloom_site.check_volumes import choose_volumes
from ruleloom_site.output import replacing
from ruleloom_site.shell import HOME, build_volume, page_file
from ruleloom_site.stopping import Commands
from ruleloom_site.theme import page_overrides, render_plain
from ruleloom_site.volumes import Settings, Volume

_BUILDERS = ("mkdocs-material", "mkdocs")  # parts of which stand in every page


def write_site(
    volumes: Sequence[Volume], settings: Settings, out: Path, beside: Callable[[Path], None] | None = None
) -> None:
    """Write the book into `out`: `index.html`, and a folder for each language; `beside` adds what else it holds.

    The folder is replaced whole, or stays as it was where `BookError` is raised. The same book makes the same bytes.
    """
    book = choose_volumes(volumes, settings)
    with replacing(out) as new, tempfile.TemporaryDirectory(prefix="ruleloom-book-") as work:
        _build(book, settings, Path(work), new)
        pages = sorted({page.path for page in book[0].pages} | {HOME})
        check_anchors({volume.language: new / volume.language for volume in book}, list(map(page_file, pages)))
        _write_plain(book, settings, pages, new)
        _write_licences(new / "licences")
        if beside is not None:
            beside(new)


def _build(book: Sequence[Volume], settings: Settings, work: Path, out: Path) -> None:
    """Each language is a process of its own; the threads only wait for them."""
    commands = Commands()

    def build(volume: Volume) -> None:
        folder = work / volume.language
        folder.mkdir()
        build_volume(volume, book, settings, folder, out / volume.language, commands)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        try:
            for done in [pool.submit(build, volume) for volume in book]:
                done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            commands.stop()
            raise


def _write_plain(book: Sequence[Volume], settings: Settings, pages: Sequence[str], out: Path) -> None:
    shutil.copy(page_overrides() / "assets" / "icon.svg", out / "icon.svg")
    home = page_file(HOME)
    start = render_plain("start.html", book=book, settings=settings, home=home)
    (out / "index.html").write_text(start, encoding="utf-8")
    for volume in (None, *book):  # servers look for it at the top, or in the nearest folder
        order = [volume, *(other for other in book if other is not volume)] if volume else book
        missing = render_plain("missing.html", book=order, settings=settings, home=home)
        (out / (volume.language if volume else "") / "404.html").write_text(missing, encoding="utf-8")
    if settings.base_url:
        base = settings.base_url.rstrip("/")
        sitemap = render_plain("sitemap.xml", book=book, base=base, files=list(map(page_file, pages)))
        (out / "sitemap.xml").write_text(sitemap, encoding="utf-8")


def _write_licences(folder: Path) -> None:
    folder.mkdir()
    for name in _BUILDERS:
        for file in metadata.files(name) or ():
            if ".dist-info" in file.parts[0] and "license" in file.name.lower():
                (folder / f"{name}.txt").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
