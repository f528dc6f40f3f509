"""How board games are written: their squares against ours, whose rows are counted from the top."""

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
        return (f"{MARKS[state.decision.player]}{int(move.values[0]) - 1}",)


class Places(Bridge):
    """b3, or pass, or swap: as we write it."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return (move.values[0] if move.alternative == "put" else move.alternative,)


class FromTo(Bridge):
    """a2a3: two squares, rows counted from the bottom of a board of so many rows; a star follows a capture."""

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        start, end = move.values
        return (self.square(start) + self.square(end),)

    def plain(self, action: str) -> str:
        return action.rstrip("*")

    def square(self, word: str) -> str:
        """A place of ours as they write it."""
        return f"{word[0]}{self.rows + 1 - int(word[1:])}"
