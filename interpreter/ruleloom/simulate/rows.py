"""The row that is kept of a game for a moment: a few whole numbers, all rows one after the other in one array.

Whatever plays games fills such rows. A batch adds them up (`tally`) and forgets them, so that memory does not grow.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ruleloom.moves import DECLINE
from ruleloom.playout import MOST_DECISIONS
from ruleloom.results import needs_ranks
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.picking import DONE

Rows = array
"""An array of the type "q": whole numbers of 64 bits."""

ENDING, DECISIONS, TURNS, MOVES, RETURNS = range(5)

Score = Literal["", "higher", "lower"]
"""Whether an ending gives a score, and which one is better."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the columns of a row mean.

    In order: the number of the ending in declared order; how many decisions were made; how many turns are complete;
    how many legal moves there were at all decisions together; the return of each seat; how often each alternative was
    chosen. Where returns do not say who is ahead, because scores have several parts, the rank of each seat follows.
    """

    endings: tuple[str, ...]
    scores: tuple[Score, ...]
    seats: int
    alternatives: tuple[str, ...]
    has_ranks: bool

    @property
    def chosen(self) -> int:
        """The first column of the alternatives."""
        return RETURNS + self.seats

    @property
    def ranks(self) -> int:
        """The first column of the ranks, if there are any."""
        return self.chosen + len(self.alternatives)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.ranks + self.seats * self.has_ranks

    def rank(self, ending: int, returns: Sequence[int]) -> tuple[int, ...]:
        """The ranks that returns come to where they say them all."""
        sign = 1 if self.scores[ending] == "lower" else -1
        return tuple(1 + sum(sign * other < sign * each for other in returns) for each in returns)

    def winners(self, row: "Rows[int]") -> tuple[int, ...]:
        """The seats, from 0, that have won the game of one row: `Outcome.winners`."""
        ending, returns = row[ENDING], row[RETURNS : self.chosen]
        ranks = row[self.ranks : self.width] or self.rank(ending, returns)
        is_scored = bool(self.scores[ending])
        return tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and (is_scored or returns[seat] > 0))


def shape_of(rules: Rules) -> Shape:
    """The columns for a game."""
    scores = [ending.score for ending in rules.ends]
    return Shape(
        tuple(ending.id for ending in rules.ends),
        tuple("" if score is None else "lower" if score.lower else "higher" for score in scores),
        rules.players,
        alternatives_of(rules),
        needs_ranks(rules),
    )


def alternatives_of(rules: Rules) -> tuple[str, ...]:
    """What can be chosen at decisions: the moves as they are declared, declining, and closing a set."""
    return (*(move.id for move in rules.moves), DECLINE, DONE)


class Player(Protocol):
    """Plays games."""

    @property
    def engine(self) -> str:
        """The name of what runs the rules."""
        ...

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        """A row for each seed, in order; with the same seeds always the same rows.

        Raises RuleError where the rules do not cover what happens, or a game makes more than `most` decisions.
        """
        ...
