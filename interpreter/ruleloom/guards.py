"""Clauses as tests of one candidate, exceptions included. The candidate is bound in the frame when a guard is asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from ruleloom.evaluate import Evaluator
from ruleloom.readers import Counter, Members, Test
from ruleloom.world import World
from ruleloom_dsl.ir import types
from ruleloom_dsl.ir.expressions import CallBuiltin, Comparison, Expression, Me, ReadVariable
from ruleloom_dsl.ir.game import Clause, Cost, Exemption, Limit, Move
from ruleloom_dsl.ir.types import Value

Uses = tuple[tuple[int, Value], ...]
"""The exceptions that a candidate uses: the number of each in its move, and for which member of its clause."""

ONCE = (0,)
UNLIMITED = 1 << 30


@dataclass(frozen=True, slots=True)
class Excuse:
    """An exception of a clause: its number in the move, when it applies, how often it may still be used."""

    number: int
    when: Test
    left: Counter


@dataclass(frozen=True, slots=True)
class Guard:
    """A clause, or what stands for an implicit one. `holds` leaves its exceptions aside."""

    key: str
    id: str
    rule: Clause | Cost | Limit
    if_able: bool
    holds: Test
    members: Members
    slot: int
    that: Test
    excuses: tuple[Excuse, ...]

    def excuse(self, world: World) -> Uses | None:
        """The exceptions needed to pass, none at best; None if the clause refuses the candidate."""
        if self.holds(world):
            return ()
        if not self.excuses:
            return None
        failing = list(self.failing(world))
        return self._assigned(world, failing, {excuse.number: excuse.left(world) for excuse in self.excuses})

    def failing(self, world: World) -> Iterator[Value]:
        """The members for which the clause does not hold; its slot is bound to each in turn."""
        for member in self.members(world):
            if self.slot >= 0:
                world.frame[self.slot] = member
            if not self.that(world):
                yield member

    def _assigned(self, world: World, failing: list[Value], left: dict[int, int]) -> Uses | None:
        if not failing:
            return ()
        for excuse in self.excuses:
            if left[excuse.number] > 0 and self._applies(world, excuse, failing[0]):
                rest = self._assigned(world, failing[1:], left | {excuse.number: left[excuse.number] - 1})
                if rest is not None:
                    return ((excuse.number, failing[0]), *rest)
        return None

    def _applies(self, world: World, excuse: Excuse, member: Value) -> bool:
        if self.slot >= 0:
            world.frame[self.slot] = member
        return excuse.when(world)


def guards_of(move: Move, evaluator: Evaluator) -> tuple[Guard, ...]:
    """The clauses of a move that look at a candidate: its costs, then those declared."""
    numbers = count()
    costs = [_plain(f"{move.id}.cost", cost, enough(cost, evaluator)) for cost in move.costs]
    return (*costs, *(_guard(clause, evaluator, numbers) for clause in move.clauses))


def standing_guards(move: Move, evaluator: Evaluator) -> tuple[Guard, ...]:
    """The clauses of a move that are the same for all candidates: its limit."""
    if move.limit is None:
        return ()
    left = _left(move.limit, evaluator)
    return (_plain(f"{move.id}.limit", move.limit, lambda world: left(world) > 0),)


def _plain(key: str, rule: Cost | Limit, holds: Test) -> Guard:
    return Guard(key, key.rpartition(".")[2], rule, False, holds, lambda world: ONCE, -1, holds, ())


def _guard(clause: Clause, evaluator: Evaluator, numbers: Iterator[int]) -> Guard:
    that = evaluator.truth(clause.that)
    slot = -1 if clause.each_slot is None else clause.each_slot
    members = (lambda world: ONCE) if clause.each is None else evaluator.members(clause.each)
    every = that if clause.each is None else _every(members, slot, that)
    holds = every if clause.when is None else _unless(evaluator.truth(clause.when), every)
    excuses = tuple(_excuse(exemption, evaluator, next(numbers)) for exemption in clause.exceptions)
    return Guard(clause.key, clause.id, clause, clause.if_able, holds, members, slot, that, excuses)


def _every(members: Members, slot: int, that: Test) -> Test:
    def every(world: World) -> bool:
        frame = world.frame
        for member in members(world):
            frame[slot] = member
            if not that(world):
                return False
        return True

    return every


def _unless(when: Test, holds: Test) -> Test:
    return lambda world: not when(world) or holds(world)


def _excuse(exemption: Exemption, evaluator: Evaluator, number: int) -> Excuse:
    left: Callable[[World], int] = lambda world: UNLIMITED  # noqa: E731
    if exemption.limit is not None:
        left = _left(exemption.limit, evaluator)
    return Excuse(number, evaluator.truth(exemption.when), left)


def _left(limit: Limit, evaluator: Evaluator) -> Counter:
    number, _ = evaluator.numbering.limits[limit.key]
    players = evaluator.numbering.game.players
    return lambda world: limit.times - world.used[number * players + (world.me or 0)]


def enough(cost: Cost, evaluator: Evaluator) -> Test:
    """Whether the mover has as much of a variable as a cost asks for."""
    return evaluator.truth(Comparison(">=", paid_from(cost, evaluator), cost.amount, types.Truth()))


def paid_from(cost: Cost, evaluator: Evaluator) -> ReadVariable:
    """The variable of the mover that a cost lowers."""
    return _held(cost.variable, evaluator.numbering.variables[cost.variable].of)


@cache
def _held(variable: str, of: types.Type | None) -> ReadVariable:
    """One node for each variable, since readers are kept by node."""
    return ReadVariable(variable, _holder(of), types.Number())


def _holder(of: types.Type | None) -> Expression | None:
    mover = Me(types.Player())
    match of:
        case None:
            return None
        case types.Team():
            return CallBuiltin("team", (mover,), types.Team())
        case _:
            return mover
