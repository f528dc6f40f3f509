"""Lists the walks of a parameter without those that a clause is sure to refuse.

Some clauses refuse a walk together with every walk that goes on from it: `distinct(entered(path))`, `x not in
entered(path)`, and a condition on each place of `entered(path)` that asks nothing else of the walk. A step that fails
one of them is not taken, and the clause need not be asked again. This is sound for clauses without exceptions that
stand before the first `if_able`: each of them looks at one candidate alone, so their order does not matter.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from ruleloom.evaluate import Evaluator
from ruleloom.geometry import RELATIONS, Table
from ruleloom.readers import Finder, Test
from ruleloom.world import World
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Clause, Move, Walk
from ruleloom_dsl.ir.traverse import slots_read
from ruleloom_dsl.ir.types import Value


@dataclass(frozen=True, slots=True)
class Walks:
    """The walks of one parameter, and the clauses that are settled by the way they are listed."""

    steps: Callable[[World, int], Table]
    start: Finder
    up_to: int
    once: bool
    barred: tuple[Finder, ...]
    tests: tuple[tuple[int, Test], ...]
    settled: frozenset[str]

    def every(self, world: World) -> tuple[Value, ...]:
        """All walks, whatever the clauses say."""
        start = self.start(world)
        if start is None:
            return ()
        return tuple(_walks(self.steps(world, start), start, self.up_to, lambda _: True, once=False))

    def promising(self, world: World) -> tuple[Value, ...]:
        """The walks that none of the settled clauses refuses, in the same order."""
        start = self.start(world)
        if start is None:
            return ()
        steps = self.steps(world, start)
        barred = {place(world) for place in self.barred}
        allows = cache(lambda place: place not in barred and self._passes(world, place))
        return tuple(_walks(steps, start, self.up_to, allows, self.once))

    def _passes(self, world: World, place: int) -> bool:
        for slot, test in self.tests:
            world.frame[slot] = place
            if not test(world):
                return False
        return True


def _walks(
    steps: Table, start: int, up_to: int, allows: Callable[[int], bool], once: bool
) -> Iterator[tuple[int, ...]]:
    """All walks, the shorter ones first. Only places that a walk can come to are asked about."""
    entries = cache(lambda place: tuple(near for near in steps[place] if allows(near)))
    reached: list[tuple[int, ...]] = [(start,)]
    for _ in range(up_to):
        reached = [
            (*walk, place)
            for walk in reached
            for place in entries(walk[-1])
            if not (once and place in walk and place in walk[1:])
        ]
        yield from reached


def walks_of(move: Move, walk: Walk, evaluator: Evaluator) -> Walks:
    """The walks of a parameter of a move."""
    settled = settled_by(move, walk)
    return Walks(
        _steps_of(walk, evaluator),
        evaluator.finder(walk.start),
        walk.up_to,
        settled.once,
        tuple(evaluator.finder(place) for place in settled.barred),
        tuple((each.each_slot, evaluator.truth(each.that)) for each in settled.tests if each.each_slot is not None),
        settled.keys,
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """The clauses about entered places: all are distinct, some places are barred, each passes a test."""

    once: bool = False
    barred: tuple[ir.Expression, ...] = ()
    tests: tuple[Clause, ...] = ()
    keys: frozenset[str] = frozenset()


def settled_by(move: Move, walk: Walk) -> Settled:
    """The clauses that the listing of walks settles."""
    entered = Entered(move, walk)
    early = [clause for clause in before_if_able(move) if clause.when is None and not clause.exceptions]
    once = [clause for clause in early if entered.are_distinct(clause)]
    barring = [(clause, place) for clause in early if (place := entered.barred(clause)) is not None]
    tests = tuple(clause for clause in early if entered.is_test(clause))
    keys = frozenset(clause.key for clause in (*once, *(clause for clause, _ in barring), *tests))
    return Settled(bool(once), tuple(place for _, place in barring), tests, keys)


def _steps_of(walk: Walk, evaluator: Evaluator) -> Callable[[World, int], Table]:
    """The places one step from each place; of a term only for those places that a walk can leave."""
    if walk.relation in RELATIONS:
        return lambda world, start: world.map.steps(walk.relation)
    step = evaluator.step(walk.relation)

    def steps(world: World, start: int) -> Table:
        found: dict[int, tuple[int, ...]] = {}
        reached = {start}
        for _ in range(walk.up_to):
            for place in reached - found.keys():
                near = {other for other in step(world, place) if isinstance(other, int)}
                found[place] = tuple(sorted(near))
            reached = {other for place in reached for other in found[place]}
        return tuple(found.get(place, ()) for place in range(len(world.map.rows)))

    return steps


def before_if_able(move: Move) -> Iterator[Clause]:
    """The clauses that look at one candidate each, whatever the others are."""
    for clause in move.clauses:
        if clause.if_able:
            return
        yield clause


class Entered:
    """Recognizes what a clause says about the places a walk enters."""

    def __init__(self, move: Move, walk: Walk) -> None:
        self.path = walk.slot
        earlier = {parameter.slot for parameter in move.parameters[: move.parameters.index(walk)]}
        self.later = {binder.slot for binder in (*move.parameters, *move.decides)} - earlier

    def is_entered(self, expression: ir.Expression | None) -> bool:
        """Whether an expression is what the walk enters."""
        match expression:
            case ir.CallBuiltin("entered", (ir.Local(slot),)):
                return slot == self.path
            case _:
                return False

    def are_distinct(self, clause: Clause) -> bool:
        """Whether a clause asks that the walk enters no place twice."""
        match clause:
            case Clause(that=ir.CallBuiltin("distinct", (places,)), each=None):
                return self.is_entered(places)
            case _:
                return False

    def barred(self, clause: Clause) -> ir.Expression | None:
        """The place that a clause keeps the walk from entering, if that is what it asks."""
        match clause:
            case Clause(that=ir.Comparison("not in", place, places), each=None):
                return place if self.is_entered(places) and not slots_read(place) & self.later else None
            case _:
                return None

    def is_test(self, clause: Clause) -> bool:
        """Whether a clause asks something of each place that the walk enters, and nothing else of the walk."""
        return self.is_entered(clause.each) and not slots_read(clause.that) & self.later
