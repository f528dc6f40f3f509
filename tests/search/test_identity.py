"""What a solver tells states apart by: states with the same key are the same, and the same states have one key."""

import pytest

from ruleloom.chance import CHOICES, Seeded
from ruleloom.engines.engine import EngineMissing
from ruleloom.engines.portable.solving import PortableProver
from ruleloom.engines.proving import Unsolvable
from ruleloom.game import Decision, State
from ruleloom.lower.fields import NotLowered
from ruleloom.search.problem import Problem, problem_of
from tests.games import Configuration, configurations, game

GAMES, MOST = 4, 16


def problem(asked: Configuration, seed: int) -> tuple[State, Problem] | None:
    """A game that can be solved, from its first decision."""
    if game(asked).rules.players != 2:
        return None
    state = game(asked).start(seed)
    if not isinstance(state.pending, Decision):
        return None
    try:
        return state, problem_of(state)
    except (Unsolvable, NotLowered, EngineMissing):
        return None


PLAIN = [asked for asked in configurations() if asked.players is None and not asked.options]


@pytest.mark.parametrize("asked", PLAIN, ids=str)
def test_equal_keys_are_equal_states(asked: Configuration) -> None:
    if (found := problem(asked, 0)) is None:
        pytest.skip("this game is not solved")
    first, known = found
    prover = PortableProver(known.plan, known.shape, known.identity, known.leaves)
    keys: dict[object, object] = {}
    vectors: dict[object, object] = {}
    for seed in range(GAMES):
        choices, state = Seeded(seed).stream(CHOICES), first
        for _ in range(MOST):
            if not isinstance(state.pending, Decision):
                break
            key = prover.key(known.shape.record(state.world()))
            assert keys.setdefault(key, state.vector) == state.vector
            assert vectors.setdefault(state.vector, key) == key
            moves = state.pending.moves
            state = state.apply(moves[choices.below(min(2, len(moves)))])  # few ways, so that states come again
