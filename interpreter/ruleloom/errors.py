"""What can go wrong while a game is laid out or runs, apart from a refused move."""

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruleloom_dsl.ir.errors import RuleloomError

if TYPE_CHECKING:
    from ruleloom_dsl.ir.position import Path

LONGEST_MESSAGE = 400
LONGEST_NAME = 100


class WrongInput(RuleloomError):
    """Something that was given cannot be used; the message says why and what to do, for the person who gave it."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(f"{message}; {help}" if help else message)


class RuleError(RuleloomError):
    """The rules came to a point they do not cover; `element` is the key of the element that was running."""

    def __init__(self, message: str, element: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.element = element

    def __str__(self) -> str:
        return f"{self.element}: {self.message}" if self.element else self.message


class PositionError(RuleloomError):
    """A position that a game cannot lay out or play; `path` are the keys and indexes that lead to what is to blame."""

    def __init__(self, message: str, path: "Path" = (), help: str | None = None) -> None:
        message = message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]} ..."
        super().__init__(message)
        self.message = message
        self.path = path
        self.help = help

    def __str__(self) -> str:
        where = f"{'.'.join(map(str, self.path))}: " if self.path else ""
        return f"{where}{self.message}{f' ({self.help})' if self.help else ''}"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The help that offers the nearest of the names, or all of them where there are few.

    >>> nearest("wlak", ["walk", "shift"])
    'did you mean "walk"?'
    """
    known = list(dict.fromkeys(names))
    if near := difflib.get_close_matches(name[:LONGEST_NAME], known, n=1):
        return f'did you mean "{near[0]}"?'
    return f"possible here: {', '.join(known)}" if 0 < len(known) <= 40 else None
