"""Sets that are picked one by one, against all subsets, each asked of every clause."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from ruleloom.game import State
from ruleloom.program import Decide, Pick
from tests.games import Configuration, configurations, game, random_states, ruleset

GAMES = 3
PICKED = [asked for asked in configurations() if any(move.picked for move in ruleset(asked).game.moves)]

Sets = set[tuple[str, ...]]


def instruction(state: State) -> object:
    return state.game.machine.program.code[state.world().pc]


def closed(state: State, id: str) -> Iterator[tuple[str, ...]]:
    """Every set that can be picked from here on, as it is written."""
    pick = instruction(state)
    if not isinstance(pick, Pick) or pick.move.id != id:
        yield ()
        return
    for move, after in zip(state.decision.moves, state.successors(), strict=True):
        if move.text == "done":
            yield ()
        else:
            yield from ((move.text, *rest) for rest in closed(after, id))


def expected(state: State, id: str) -> dict[tuple[str, ...], Sets]:
    """For each way to choose the move, the sets that pass every clause."""
    machine, world = state.game.machine, state.world()
    plan = machine.decisions.plans[id]
    picking = plan.picking
    assert picking is not None
    machine.instruction(world)
    found: dict[tuple[str, ...], Sets] = {}
    for row in plan.rows(world):
        plan.bind(world, row)
        words = machine.decisions.notation.tokens(world, plan.move, plan.decided(row))
        pool, (least, most) = picking.subsets.pool(world), picking.subsets.sizes(world)
        for size in range(least, most + 1):
            for chosen in combinations(pool.members, size):
                picking.bind(world, chosen)
                if all(guard.excuse(world) is not None for guard in (*plan.standing, *plan.guards)):
                    texts = (machine.decisions.notation.value(world, one, picking.subsets.item) for one in chosen)
                    found.setdefault(words, set()).add(tuple(texts))
    return found


@pytest.mark.parametrize("asked", PICKED, ids=str)
def test_exactly_the_sets_that_pass_can_be_picked(asked: Configuration) -> None:
    seen = 0
    for seed in range(GAMES):
        for state in random_states(game(asked), seed):
            decide = instruction(state)
            if not isinstance(decide, Decide):
                continue
            for move in (each.move for each in decide.alternatives if each.move.picked):
                wanted = expected(state, move.id)
                offered = {each.values: each for each in state.decision.moves if each.alternative == move.id}
                assert offered.keys() == wanted.keys()
                for values, each in offered.items():
                    found = list(closed(state.apply(each), move.id))
                    assert len(found) == len(set(found))
                    assert set(found) == wanted[values]
                    seen += len(found)
    assert seen
