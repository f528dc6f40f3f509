"""The manual of Ruleloom itself, a small book of its own beside the rulebooks, in English."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from ruleloom_site.pages.inline import spoken
from ruleloom_site.shell import build_volume
from ruleloom_site.stopping import Commands
from ruleloom_site.theme import theme_folder
from ruleloom_site.volumes import Asset, Nav, Page, Section, Settings, Volume

FOLDER = "manual"
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def manual_folder() -> Path:
    """Where the pages of the manual and their order stand."""
    return theme_folder().parent


def has_manual() -> bool:
    """Whether the manual is there: an installation may lack it."""
    return (manual_folder() / "mkdocs.yml").is_file()


def add_manual(out: Path) -> None:
    """Write the manual into a new folder beside the languages of a book."""
    volume = _volume()
    with TemporaryDirectory(prefix="ruleloom-manual-") as work:
        build_volume(volume, [volume], Settings(), Path(work), out / FOLDER, Commands())


def link_to_manual(said: str) -> str:
    """A paragraph with a link from the start page of a language to the manual."""
    return f'<a href="../{FOLDER}/index.html" hreflang="en">{spoken(said)}</a>\n{{: .book-manual }}\n'


def _volume() -> Volume:
    docs = manual_folder() / "docs"
    order = yaml.safe_load((manual_folder() / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    pages = tuple(_page(docs, path) for path in sorted(docs.rglob("*.md")))
    data = tuple(Asset(path.relative_to(docs).as_posix(), path.read_bytes()) for path in sorted(docs.rglob("*.json")))
    return Volume("en", "English", pages, _nav(order), title="Ruleloom: the manual", assets=data)


def _page(docs: Path, path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    title = _TITLE.search(text)
    if path == docs / "index.md":
        text += '\n<a href="../index.html">The rulebooks of all games</a>\n'
    return Page(path.relative_to(docs).with_suffix("").as_posix(), title[1] if title else path.stem, text)


def _nav(entries: list[dict[str, object]]) -> Nav:
    found: list[str | Section] = []
    for entry in entries:
        for title, target in entry.items():
            if isinstance(target, list):
                found.append(Section(title, _nav(target)))
            else:
                found.append(str(target).removesuffix(".md"))
    return tuple(found)
