"""The row that is kept of a game for a moment: a few whole numbers, all rows one after the other in one array.

Whatever plays games fills such rows. A batch adds them up (`tally`) and forgets them, so that memory does not grow.
"""

from array import array
from dataclasses import dataclass
from typing import Protocol

from ruleloom.moves import DECLINE
from ruleloom.playout import MOST_DECISIONS
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.picking import DONE

Rows = array
"""An array of the type "q": whole numbers of 64 bits."""

ENDING, DECISIONS, TURNS, MOVES, RETURNS = range(5)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the columns of a row mean.

    In order: the number of the ending in declared order; how many decisions were made; how many turns are complete;
    how many legal moves there were at all decisions together; the return of each seat; the rank of each seat; how often
    each alternative was chosen.
    """

    endings: tuple[str, ...]
    scored: tuple[bool, ...]
    seats: int
    alternatives: tuple[str, ...]

    @property
    def ranks(self) -> int:
        """The first column of the ranks."""
        return RETURNS + self.seats

    @property
    def chosen(self) -> int:
        """The first column of the alternatives."""
        return self.ranks + self.seats

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.chosen + len(self.alternatives)


def shape_of(rules: Rules) -> Shape:
    """The columns for a game."""
    return Shape(
        tuple(ending.id for ending in rules.ends),
        tuple(ending.score is not None for ending in rules.ends),
        rules.players,
        alternatives_of(rules),
    )


def alternatives_of(rules: Rules) -> tuple[str, ...]:
    """What can be chosen at decisions: the moves as they are declared, declining, and closing a set."""
    return (*(move.id for move in rules.moves), DECLINE, DONE)


class Player(Protocol):
    """Plays games."""

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        """A row for each seed, in order; with the same seeds always the same rows.

        Raises RuleError where the rules do not cover what happens, or a game makes more than `most` decisions.
        """
        ...
