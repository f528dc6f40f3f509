"""A folder that is replaced whole or not at all, and only if it is ours."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ruleloom_site.volumes import BookError

MARKER = ".ruleloom-book"
_NOTE = "This folder is made by ruleloom, which replaces it as a whole: whatever is put here is lost.\n"


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A new folder beside `out` to write into; it takes the place of `out` at the end, if nothing was raised.

    `out` must be absent, empty, or made by this function; any other folder is refused and left as it is.
    """
    out = out.absolute()
    check_output(out)
    with _writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_prefix(out), dir=out.parent))
    try:
        new = work / "new"
        new.mkdir()
        yield new
        with _writing(out):
            (new / MARKER).write_text(_NOTE, encoding="utf-8")
            check_output(out)
            _swap(new, out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def check_output(out: Path) -> None:
    """Refuse a place that holds what is not ours, and one that cannot be written. Raises BookError."""
    out = out.absolute()
    with _writing(out):
        if out.is_symlink() or (out.exists() and not out.is_dir()):
            raise BookError(f"{out} is no folder; name a new one")
        if out.is_dir() and not (out / MARKER).is_file() and any(out.iterdir()):
            raise BookError(f"{out} holds files that are not of a book; name a new folder, or an empty one")
        there = next(folder for folder in out.parents if folder.exists())
        tempfile.TemporaryDirectory(prefix=_prefix(out), dir=there).cleanup()


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Say of the folder what the system says."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, BookError):
            raise
        reason = getattr(error, "strerror", None) or "the name is not possible"
        raise BookError(f"{out} cannot be written: {reason}; name another folder") from error


def _prefix(out: Path) -> str:
    return f".{out.name[:50]}-"


def _swap(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    try:
        new.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
