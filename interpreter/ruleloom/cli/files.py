"""Writing files so that nothing is left half-written: into something new beside, which then takes the name.

A file that is there is replaced where Ruleloom has made it, and as the same kind of file; whatever else has the name is
left as it is.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleloom.cli.inputs import InputError
from ruleloom.html_page import MARK

LONGEST_RECORD = 20_000_000
_BEGINNING = 4096


@dataclass(frozen=True, slots=True)
class Made:
    """A kind of file that Ruleloom makes: what it is called, and whether a file is one of that kind."""

    name: str
    is_one: Callable[[Path], bool]


def marked(*marks: str) -> Callable[[Path], bool]:
    """Looks whether all of these stand in the first lines of a file."""
    return lambda path: all(mark.encode() in _beginning(path) for mark in marks)


PAGE = Made("a page", marked(MARK))
READ = Made("a file", lambda _: True)
"""What a command has read before, and writes again with its changes."""


def write_file(path: Path, text: str, made: Made) -> None:
    """Write a file, in place of one of the same kind that may be there. Raises InputError where that cannot be."""
    try:
        _check_replaceable(path, made)
        beside = _written_beside(path, text)
        try:
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def check_output(path: Path, made: Made, *read: Path) -> None:
    """Refuse, before long work, a file that could not be written, and one that the command reads. Raises InputError."""
    try:
        if path.exists() and any(other.exists() and path.samefile(other) for other in read):
            raise InputError("this file is read here, and is left as it is", str(path), "name another file")
        _check_replaceable(path, made)
        if not os.access(path.parent, os.W_OK):
            reason = "the folder is read-only" if path.parent.is_dir() else "there is no such folder"
            raise InputError(f"this cannot be written: {reason}", str(path))
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def write_new_file(path: Path, text: str) -> None:
    """Write a file that is not there yet, in a folder that is made if need be. Raises InputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = _written_beside(path, text)
        try:
            os.link(beside, path)  # unlike a renaming, this fails where something has the name
        finally:
            beside.unlink()
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def write_new_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder that is not there yet, whole or not at all. Raises InputError."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as name:
            beside = Path(name) / folder.name
            for relative, text in files.items():
                path = beside / relative
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            beside.rename(folder)
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from error


def make_folder(folder: Path) -> None:
    """Make a folder where there is none. Raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from error


def read_text_file(path: Path, longest: int) -> str:
    """A file's text of at most so many bytes. Raises InputError."""
    try:
        if path.exists() and not path.is_file():
            raise InputError("this is no file", str(path))
        with path.open("rb") as stream:
            data = stream.read(longest + 1)
        if len(data) > longest:
            raise InputError(f"this file is longer than {longest:,} bytes", str(path))
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("this file is not UTF-8", str(path)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or "the name is not possible"
        raise InputError(f"this cannot be read: {reason}", str(path)) from error


def _check_replaceable(path: Path, made: Made) -> None:
    if not path.exists():
        return
    if not path.is_file():
        raise InputError("this is no file, and is left as it is", str(path))
    if path.stat().st_size and not made.is_one(path):
        raise InputError(
            f"this is not {made.name} that Ruleloom has made, and is left as it is", str(path), "name another file"
        )


def _beginning(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_BEGINNING)


def _written_beside(path: Path, text: str) -> Path:
    """A new file in the same folder, with the rights that a new file has."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        beside.chmod(0o666 & ~_mask())
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside


def _unwritable(path: Path, error: Exception) -> InputError:
    if isinstance(error, InputError):
        return error
    reason = getattr(error, "strerror", None) or "the name is not possible"
    return InputError(f"this cannot be written: {reason}", str(path))


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
