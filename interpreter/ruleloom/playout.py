"""Random games: every legal move of a decision is equally likely."""

from dataclasses import dataclass

from ruleloom.chance import CHOICES, Chance, Seeded, Stream
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, State
from ruleloom.results import Outcome

MOST_DECISIONS = 10_000


@dataclass(frozen=True, slots=True)
class Playout:
    """A random game: its last state, its outcome, how many decisions were made."""

    state: State
    outcome: Outcome
    decisions: int


def playout(state: State, chance: Chance, choices: Stream, most: int = MOST_DECISIONS) -> Playout:
    """Play on at random. One number is drawn for each decision, forced or not.

    Raises RuleError where the game is not over after `most` decisions.
    """
    state = state.settle(chance)
    for made in range(most + 1):
        if isinstance(state.pending, Outcome):
            return Playout(state, state.pending, made)
        assert isinstance(state.pending, Decision)
        moves = state.pending.moves
        state = state.play(moves[choices.below(len(moves))], chance)
    raise RuleError(f"the game is not over after {most} decisions")


def random_game(game: Game, seed: int) -> Playout:
    """A whole random game; the seed decides everything in it."""
    chance = Seeded(seed)
    return playout(game.initial(), chance, chance.stream(CHOICES))
