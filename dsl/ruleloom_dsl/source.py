"""YAML text to a tree of nodes that know where they stand.

Scalars stay as written (`no`, `1:30`, `~` are that text): only the schema knows which of them are meant as
truths or numbers. Whatever a file holds, reading it takes bounded time and memory and ends in a tree or in
diagnostics.
"""

import re
from pathlib import Path

from ruleloom_dsl.diagnostics import Code, Report, quote
from ruleloom_dsl.excerpts import format_path
from ruleloom_dsl.nodes import Mapping
from ruleloom_dsl.spans import Span
from ruleloom_dsl.tree import build_tree

MOST_BYTES = 1_000_000

# What YAML cannot hold, other line ends, byte order marks, and characters that turn the direction of reading.
_REFUSED = re.compile("[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029\u202a-\u202e\ufeff]")


def read_file(path: Path, report: Report) -> Mapping | None:
    """The tree of a YAML file; None, and diagnostics in the report, if it is not a ruleset file."""
    try:
        if not path.is_file():
            report.error(Code.UNREADABLE_FILE, f"{quote(format_path(str(path)))} is {_what_else(path)}", None)
            return None
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is not possible"
        report.error(Code.UNREADABLE_FILE, f"{quote(format_path(str(path)))} cannot be read: {reason}", None)
        return None
    text = _decode(data, str(path), report)
    return None if text is None else read_text(text, str(path), report)


def read_text(text: str, name: str, report: Report) -> Mapping | None:
    """The tree of a YAML text; `name` stands for the file in positions."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        report.error(Code.FILE_TOO_LARGE, f"{quote(format_path(name))} is longer than {MOST_BYTES:,} bytes", None)
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _check_characters(text, name, report):
        return None
    return build_tree(text, name, report)


def refused_character(text: str) -> str | None:
    """The first character of a text that no file may hold; None where there is none."""
    found = _REFUSED.search(text)
    return found.group() if found else None


def _what_else(path: Path) -> str:
    if path.is_dir():
        return "a directory, not a file"
    path.stat()  # missing files, loops of links and forbidden directories say so themselves
    return "not a regular file"


def _decode(data: bytes, name: str, report: Report) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) > MOST_BYTES and error.start > MOST_BYTES - 4:
            return data.decode("utf-8", "replace")  # only cut in two; too long is the better message
        before = data[: error.start].decode("utf-8").splitlines() or [""]
        span = _point(name, len(before) - 1, len(before[-1]))
        report.error(Code.BAD_ENCODING, "this is not UTF-8", span, help="save the file as UTF-8")
        return None


def _check_characters(text: str, name: str, report: Report) -> bool:
    found = _REFUSED.search(text)
    if found is None:
        return True
    line, start = text.count("\n", 0, found.start()), text.rfind("\n", 0, found.start()) + 1
    span = _point(name, line, found.start() - start)
    character = found.group()
    if character == "\t":
        report.error(Code.BAD_CHARACTER, "a tab", span, help="write spaces")
    elif character == "\ufeff" and found.start() == 0:
        help = "save the file as UTF-8 without it"
        report.error(Code.BAD_ENCODING, "the file starts with a byte order mark", span, help=help)
    else:
        report.error(Code.BAD_CHARACTER, f"the character U+{ord(character):04X} is not allowed", span)
    return False


def _point(name: str, line: int, column: int) -> Span:
    return Span(name, line + 1, column + 1, line + 1, column + 2)
