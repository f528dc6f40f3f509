"""How far long work has come, on the error output: a bar with rate and time left, or now and then a line."""

import sys
import time

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar

from ruleloom.cli.page import new_console

EVERY = 60.0
"""So many seconds pass between two lines where there is no terminal."""
SOON = 0.25
"""So many seconds pass between two looks at a terminal."""
_TOLD = "{task.fields[told]}"


class _Shown:
    """A bar where there is a terminal; use it with `with`."""

    def __init__(self, name: str, things: str, total: int | None, done: int, *columns: ProgressColumn) -> None:
        console = new_console(sys.stderr)
        self._name = name
        self._things = things
        self._begun = self._said = time.monotonic()
        self._bar = None
        if console.is_terminal:
            title = TextColumn("{task.description}", markup=False)
            self._bar = Bar(title, *columns, console=console, transient=True)
            self._task = self._bar.add_task(name, total=total, completed=done, told="")

    def __enter__(self) -> None:
        if self._bar is not None:
            self._bar.start()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


class Progress(_Shown):
    """Use it with `with`, and advance it."""

    def __init__(self, name: str, total: int, done: int, things: str = "games") -> None:
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn(_TOLD), TimeRemainingColumn())
        super().__init__(name, things, total, done, *columns)
        self._total = total
        self._done = self._first = done

    def advance(self, games: int) -> None:
        """So many games more are done."""
        self._done += games
        now = time.monotonic()
        rate = (self._done - self._first) / max(now - self._begun, 1e-9)
        told = _rate_text(rate, self._things)
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, told=told)
        elif now - self._said > EVERY:
            self._said = now
            left = (self._total - self._done) / rate
            print(f"{self._name}: {self._done:,} of {self._total:,} {self._things}, {told}, {left:,.0f} s left",
                  file=sys.stderr, flush=True)  # fmt: skip


class Looking(_Shown):
    """How many things were looked at, where nobody knows how many there are; use it with `with`."""

    def __init__(self, name: str, things: str = "positions") -> None:
        super().__init__(name, things, None, 0, TextColumn(_TOLD), TimeElapsedColumn())

    def seen(self, things: int) -> None:
        """So many were looked at until now."""
        now = time.monotonic()
        if now - self._said < (EVERY if self._bar is None else SOON):
            return
        self._said = now
        told = f"{things:,} {self._things}, {_rate_text(things / (now - self._begun), self._things)}"
        if self._bar is not None:
            self._bar.update(self._task, told=told)
        else:
            print(f"{self._name}: {told}", file=sys.stderr, flush=True)


def _rate_text(rate: float, things: str) -> str:
    """How many a second; of what takes long, how many a minute.

    >>> _rate_text(1234.5, "games"), _rate_text(0.7, "batches")
    ('1,234 games/s', '42 batches/min')
    """
    return f"{rate:,.0f} {things}/s" if rate >= 10 else f"{rate * 60:,.0f} {things}/min"
