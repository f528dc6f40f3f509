"""How the 560 ways to share thirteen tricks among four players are scored, by the term of the ruleset itself."""

from collections import Counter
from itertools import product

from ruleloom.world import World
from ruleloom_dsl.ir.expressions import CallTerm, Const
from ruleloom_dsl.ir.types import Number, Player
from tests.games import Configuration, game


def test_the_patterns_of_tricks() -> None:
    vectors = [shared for shared in product(range(14), repeat=4) if sum(shared) == 13]
    assert len(vectors) == 560
    assert Counter(tuple(sorted(filter(None, bonuses(shared)))) for shared in vectors) == {
        (10, 10): 276, (20,): 264, (30,): 20,
    }  # fmt: skip
    assert bonuses((4, 4, 2, 3)) == [10, 10, 0, 0]
    assert bonuses((0, 2, 5, 6)) == [20, 0, 0, 0]
    assert bonuses((3, 3, 3, 4)) == [0, 0, 0, 30]


def bonuses(shared: tuple[int, ...]) -> list[int]:
    """The bonus of each player where these tricks were taken."""
    machine = game(Configuration("collusion")).machine
    world: World = machine.first()
    for seat, tricks in enumerate(shared):
        world.variables[machine.numbering.cell("tricks", seat)] = tricks
    terms = [CallTerm("bonus", (Const(seat, Player()),), Number()) for seat in range(4)]
    return [machine.evaluator.number(term)(world) for term in terms]
