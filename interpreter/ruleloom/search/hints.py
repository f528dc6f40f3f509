"""What a search found of a decision, move by move, whichever way it was found."""

from dataclasses import dataclass

from ruleloom.game import State
from ruleloom.moves import Move
from ruleloom.search.chancy import Valued
from ruleloom.search.montecarlo import Tries


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal move and what it returns to who decides: exactly, or on average over the games that were tried with it.

    `share` is the part of all tried games; `chance_to_win` is known where every game is won or lost.
    """

    move: Move
    value: float
    share: float | None = None
    chance_to_win: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """All legal moves of a decision in their order, and the best one.

    `count` is how many games were tried, or how many positions were looked at for an `exact` answer.
    """

    moves: tuple[Rated, ...]
    best: Move
    exact: bool
    count: int


def hint_from_values(state: State, found: Valued, positions: int) -> Hint:
    """A hint from what each move is worth."""
    moves = state.decision.moves
    rated = (
        Rated(move, value, chance_to_win=found.chance_to_win(number))
        for number, (move, value) in enumerate(zip(moves, found.values, strict=True))
    )
    return Hint(tuple(rated), moves[found.best], True, positions)


def hint_from_games(state: State, found: Tries) -> Hint:
    """A hint from games that were tried."""
    moves = state.decision.moves
    rated = (Rated(move, found.value(number), found.share(number)) for number, move in enumerate(moves))
    return Hint(tuple(rated), moves[found.best], False, found.games)
