"""How far long work has come, on the error output: a bar with rate and time left, or now and then a line."""

import sys
import time

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ruleloom.cli.page import new_console

EVERY = 60.0
"""So many seconds pass between two lines where there is no terminal."""
SOON = 0.25
"""So many seconds pass between two looks at a terminal."""


class Progress:
    """Use it with `with`, and advance it."""

    def __init__(self, name: str, total: int, done: int, things: str = "games") -> None:
        console = new_console(sys.stderr)
        self._name = name
        self._things = things
        self._total = total
        self._done = self._first = done
        self._begun = self._said = time.monotonic()
        self._bar = None
        if console.is_terminal:
            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
            self._bar = Bar(TextColumn("{task.description}", markup=False), *columns, console=console, transient=True)
            self._task = self._bar.add_task(name, total=total, completed=done, rate="")

    def __enter__(self) -> None:
        if self._bar is not None:
            self._bar.start()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, games: int) -> None:
        """So many games more are done."""
        self._done += games
        now = time.monotonic()
        rate = (self._done - self._first) / max(now - self._begun, 1e-9)
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, rate=_rate_text(rate, self._things))
        elif now - self._said > EVERY:
            self._said = now
            left = (self._total - self._done) / rate
            print(f"{self._name}: {self._done:,} of {self._total:,} {self._things}, {_rate_text(rate, self._things)}, "
                  f"{left:,.0f} s left", file=sys.stderr, flush=True)  # fmt: skip


class Looking:
    """How many things were looked at, where nobody knows how many there are; use it with `with`."""

    def __init__(self, name: str, things: str = "positions") -> None:
        console = new_console(sys.stderr)
        self._name = name
        self._things = things
        self._begun = self._said = time.monotonic()
        self._bar = None
        if console.is_terminal:
            columns = (TextColumn("{task.fields[seen]}"), TimeElapsedColumn())
            self._bar = Bar(TextColumn("{task.description}", markup=False), *columns, console=console, transient=True)
            self._task = self._bar.add_task(name, total=None, seen="")

    def __enter__(self) -> None:
        if self._bar is not None:
            self._bar.start()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def seen(self, things: int) -> None:
        """So many were looked at until now."""
        now = time.monotonic()
        if now - self._said < (EVERY if self._bar is None else SOON):
            return
        self._said = now
        text = f"{things:,} {self._things}, {_rate_text(things / (now - self._begun), self._things)}"
        if self._bar is not None:
            self._bar.update(self._task, seen=text)
        else:
            print(f"{self._name}: {text}", file=sys.stderr, flush=True)


def _rate_text(rate: float, things: str) -> str:
    """How many a second; of what takes long, how many a minute.

    >>> _rate_text(1234.5, "games"), _rate_text(0.7, "batches")
    ('1,234 games/s', '42 batches/min')
    """
    return f"{rate:,.0f} {things}/s" if rate >= 10 else f"{rate * 60:,.0f} {things}/min"
