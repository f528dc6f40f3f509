"""How board games are written: their squares against ours, whose rows are counted from the top."""

from collections.abc import Sequence

from ruleloom.game import State
from ruleloom.moves import Move
from tests.openspiel.walk import Bridge

MARKS = "xo"


def place(word: str) -> tuple[int, int]:
    """The row and the column of one of our places, from 0: b3 is (2, 1)."""
    return int(word[1:]) - 1, ord(word[0]) - ord("a")


class Marks(Bridge):
    """x(0,2): the player's mark, row and column from 0."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        row, column = place(move.values[0])
        return (f"{MARKS[state.decision.player]}({row},{column})",)


class Columns(Bridge):
    """x3: the player's mark and the column from 0."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return (f"{MARKS[state.decision.player]}{column(move.values[0])}",)


def column(word: str) -> int:
    """A column from 0, from its number or from a place in it."""
    return int(word) - 1 if word.isdigit() else place(word)[1]


class Places(Bridge):
    """b3: as we write it; what is no place is a word of theirs."""

    def __init__(self, words: Sequence[tuple[str, str]] = ()) -> None:
        self.words = dict(words)

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return (move.values[0] if move.values else self.words[move.alternative],)


class FromTo(Bridge):
    """a2a3: two squares, rows counted from the bottom of a board of so many rows; `mark` follows a capture."""

    def __init__(self, rows: int, mark: str = "") -> None:
        self.rows = rows
        self.mark = mark

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        start, end = move.values
        return (self.square(start) + self.square(end),)

    def square(self, word: str) -> str:
        """A place of ours as they write it."""
        return f"{word[0]}{self.rows + 1 - int(word[1:])}"
