"""The terminal of a game: what is printed, and what is asked."""

import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from ruleloom.cli.page import Page, new_console, readable
from ruleloom.cli.playing.board import ASCII, UNICODE, Glyphs

OTHER_LINES = 10  # the title, the moves, the choice and the prompt
UNLIMITED = 1_000
FEWEST_ROWS, MOST_ROWS = 3, 12  # of moves


class Quit(Exception):
    """Nobody wants to go on."""


class Screen:
    """A console and where answers come from; `input` by default, with a history and completion where there can be."""

    def __init__(self, console: Console | None = None, read: Callable[[str], str] | None = None) -> None:
        self.console = console or new_console()
        self.page = Page(self.console)
        self.is_live = self.console.is_terminal and sys.stdin.isatty()
        self.glyphs: Glyphs = ASCII if self.console.options.ascii_only else UNICODE
        self._read = read or input
        self._completions: Sequence[str] = ()
        self._drawn = 0  # lines since the screen was cleared
        if self.is_live and read is None:
            self._prepare_editing()

    def room(self, others: int) -> tuple[int, int]:
        """The columns and lines that a board may take beside so many other lines."""
        height = self.console.size.height - OTHER_LINES - others if self.is_live else UNLIMITED
        return self.console.width, height

    def left(self, others: int) -> int:
        """The lines that are left for moves, if so many others follow, so that what was drawn stays in view."""
        return max(FEWEST_ROWS, self.console.size.height - self._drawn - others) if self.is_live else MOST_ROWS

    def clear(self) -> None:
        """Begin on an empty screen, or below an empty line where there is no screen."""
        self._drawn = 0
        if self.is_live:
            self.console.clear()
        else:
            self.console.print()

    def show(self, lines: Sequence[Text]) -> None:
        """Print lines as they are."""
        for line in lines:
            self.console.print(line, soft_wrap=True)
            self._drawn += 1 + max(0, line.cell_len - 1) // self.console.width

    def say(self, text: str, style: str = "") -> None:
        """Print a text, wrapped."""
        self.page.paragraph(text, style)

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """What somebody types, without the blanks around it. Raises Quit at the end of the input."""
        self._completions = completions
        try:
            return self._read(f"{readable(prompt)} ").strip()
        except (EOFError, UnicodeDecodeError):
            self.console.print()
            raise Quit from None

    def _prepare_editing(self) -> None:
        try:
            import readline
        except ImportError:  # on some systems Python has none
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, number: int) -> str | None:
        fitting = [each for each in self._completions if each.startswith(text)]
        return fitting[number] if number < len(fitting) else None
