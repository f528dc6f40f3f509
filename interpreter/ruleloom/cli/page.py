"""What commands print for people: headings, paragraphs and bullets, wrapped to the width, coloured where it can be."""

import json
import re
import sys
import textwrap
from typing import IO

from rich.console import Console

from ruleloom_dsl.excerpts import escape

WIDEST = 100


def new_console(stream: IO[str] | None = None) -> Console:
    """A console that prints texts as they are: nothing in a ruleset is taken for markup."""
    return Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_json(value: object) -> None:
    """One JSON value on one line."""
    print(json.dumps(value))


_PLAIN = str.maketrans({
    "•": "*", "–": "-", "×": "x", "→": ">", "·": "-", "’": "'", "−": "-", "“": '"', "”": '"', "„": '"', "«": '"',
    "»": '"', "\xa0": " ", "\u202f": " ",
})  # fmt: skip
_HOLDING = re.compile("([\xa0\u202f])")  # spaces that are no ends of lines


def readable(text: str) -> str:
    """The text without control characters."""
    return "".join(part if _HOLDING.fullmatch(part) else escape(part) for part in _HOLDING.split(text))


class Page:
    """Prints one thing below the other."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or new_console()
        self.width = max(20, min(self.console.width, WIDEST))
        self._started = False

    @classmethod
    def on_error(cls) -> "Page":
        """A page on the error output."""
        return cls(new_console(sys.stderr))

    def title(self, text: str) -> None:
        """The name of what the page is about."""
        self._put(text, "bold", gap=True)

    def heading(self, text: str) -> None:
        """The name of a section."""
        self._put(text, "bold cyan", gap=True)

    def paragraph(self, text: str, style: str = "") -> None:
        """A text of its own."""
        self._put(text, style)

    def item(self, text: str, level: int = 0, mark: str = "•", style: str = "") -> None:
        """A bullet; `level` counts from 0."""
        lead = "  " * level + (f"{mark} " if mark else "  ")
        self._put(text, style, lead=lead)

    def cited(self, number: str, text: str) -> None:
        """A rule with its number, if it has one, in front."""
        if number:
            self.item(text, mark=number)
        else:
            self.paragraph(text)

    def row(self, name: str, text: str, indent: int = 2, column: int = 22) -> None:
        """A name and what it stands for beside it."""
        lead = f"{' ' * indent}{readable(name)} ".ljust(column)
        self._put(text, "", lead=lead, later=" " * column)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def writable(self, text: str) -> str:
        """The text without control characters, and without typography where there is only ASCII."""
        shown = readable(text)
        return shown.translate(_PLAIN) if self.console.options.ascii_only else shown

    def _put(self, text: str, style: str, lead: str = "", later: str | None = None, gap: bool = False) -> None:
        if gap and self._started:
            self.console.print()
        self._started = True
        later = " " * len(lead) if later is None else later
        plain, lead = self.writable(text), self.writable(lead)
        wrapped = textwrap.fill(
            plain,
            self.width,
            initial_indent=lead,
            subsequent_indent=later,
            break_on_hyphens=False,
            break_long_words=False,  # the terminal does it, and a path can be copied whole
        )
        self.console.print(wrapped or lead.rstrip(), style=style or None, soft_wrap=True)
