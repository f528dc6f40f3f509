"""Places of files as people are shown them: the path, the line with what is blamed in it, and nothing dangerous.

Lines are text that a stranger wrote, so everything shown is escaped: no control character reaches a terminal.
"""

import os
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ruleloom_dsl.spans import Span

EXCERPT_COLUMNS = 100
EXCERPT_LEAD = 40  # how much of a long line is kept before the blamed place
EXCERPT_BYTES = 1_100_000


def format_path(file: str) -> str:
    """The file as it is shown: relative to the current directory when inside it."""
    try:
        return _relative(file, os.getcwd())  # noqa: PTH109 -- it is asked for every rule that is printed
    except OSError:
        return file


@cache
def _relative(file: str, folder: str) -> str:
    try:
        return str(Path(file).relative_to(folder)) if Path(file).is_absolute() else file
    except (OSError, ValueError):
        return file


def format_place(span: Span) -> str:
    """The start of the span as it is shown in messages: "rulesets/go/game.yaml:3:1"."""
    return f"{format_path(span.file)}:{span.line}:{span.column}"


def split_lines(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    return re.split(r"\r\n|\r|\n", text)


def escape(text: str) -> str:
    """The text with everything that could move a cursor or hide something written as an escape."""
    return "".join(map(_escaped, text))


class Lines:
    """Looks up lines of files and of texts in memory; what cannot be read has no lines."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._lines = {name: split_lines(text) for name, text in texts.items()}

    def get(self, span: Span) -> str | None:
        """The line on which a span begins."""
        if span.file not in self._lines:
            self._lines[span.file] = split_lines(_read(span.file))
        lines = self._lines[span.file]
        return lines[span.line - 1] if 0 < span.line <= len(lines) else None


def _read(file: str) -> str:
    try:
        if not Path(file).is_file():
            return ""
        with Path(file).open("rb") as stream:
            return stream.read(EXCERPT_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def excerpt(line: str, span: Span) -> list[str]:
    """A line with its number, and below it what the span marks; of a long line what is near."""
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    first = _first_shown(len(line), start)
    shown = [_escaped(character) for character in line[first : first + EXCERPT_COLUMNS]]
    before = ("..." if first else "") + "".join(shown[: start - first])
    after = "..." if first + EXCERPT_COLUMNS < len(line) else ""
    carets = "^" * max(1, _width("".join(shown[start - first : max(end - first, 0)])))
    gutter = f"{span.line:>4}"
    text = ("..." if first else "") + "".join(shown) + after
    return [f"{gutter} | {text}".rstrip(), f"{' ' * len(gutter)} | {' ' * _width(before)}{carets}"]


def _first_shown(length: int, start: int) -> int:
    return max(0, min(start - EXCERPT_LEAD, length - EXCERPT_COLUMNS))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    if character == "\t":
        return "\\t"
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def span_to_json(span: Span | None) -> dict[str, object] | None:
    """A span for programs: strings and numbers only."""
    if span is None:
        return None
    return {
        "file": format_path(span.file),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
