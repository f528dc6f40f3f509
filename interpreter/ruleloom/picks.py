"""Sets whose members are picked one after the other: which member may be next, and when the set may be closed.

A clause that asks something of each member narrows the pool. A clause about the whole set is asked of every set that
the picks so far can still become, and of at most 4,096 of them.
"""

from collections.abc import Iterator, Sequence

from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator
from ruleloom.guards import Guard
from ruleloom.readers import Test
from ruleloom.subsets import Members, Pool, Subsets
from ruleloom.world import World
from ruleloom_dsl.ir.game import Clause, Given, Move, Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS, is_per_member, picked_slots, slots_inside
from ruleloom_dsl.ir.types import Value


class Picking:
    """The picks of one move, after everything else about it is decided and bound."""

    def __init__(self, move: Move, some: Some, evaluator: Evaluator, guards: Sequence[Guard]) -> None:
        self.move = move
        self.some = some
        self.subsets = Subsets(some, evaluator)
        self.slots = picked_slots(move, some)
        self.guards = tuple(guard for guard in guards if slots_inside(guard.rule) & self.slots)
        self.each = tuple(guard for guard in self.guards if self._is_per_member(guard))
        self.whole = tuple(guard for guard in self.guards if guard not in self.each)
        self._computed = tuple(
            (parameter.slot, evaluator.reader(parameter.value))
            for parameter in move.parameters
            if isinstance(parameter, Given) and parameter.slot in self.slots
        )

    def _is_per_member(self, guard: Guard) -> bool:
        return isinstance(guard.rule, Clause) and is_per_member(guard.rule, self.some.slot, self.slots)

    def bind(self, world: World, picked: Members) -> None:
        """Put a set, and what is computed from it, into their slots."""
        world.frame[self.some.slot] = picked
        for slot, read in self._computed:
            world.frame[slot] = read(world)

    def pool(self, world: World, guards: Sequence[Guard]) -> Pool:
        """The members that each of the clauses about single members allows."""
        pool = self.subsets.pool(world)
        tests = [guard.holds for guard in guards if guard in self.each]
        if not tests:
            return pool
        return pool.only([self._passes_alone(world, member, tests) for member in pool.members])

    def completes(self, world: World, picked: Members, guards: Sequence[Guard]) -> bool:
        """Whether some set that begins with these members passes the clauses."""
        pool = self.pool(world, guards)
        return self._can_become(world, pool, picked, [guard for guard in guards if guard in self.whole])

    def nexts(self, world: World, picked: Members) -> Members:
        """The members that may be picked next."""
        pool = self.pool(world, self.guards)
        return tuple(
            pool.members[at]
            for at in pool.following(_last(pool, picked))
            if self._can_become(world, pool, (*picked, pool.members[at]), self.whole)
        )

    def may_close(self, world: World, picked: Members) -> bool:
        """Whether the set may be closed before it has its largest size."""
        least, most = self.subsets.sizes(world)
        return least <= len(picked) < most and self._passes(world, picked, self.whole)

    def reachable(self, world: World, pool: Pool, picked: Members) -> Iterator[Members]:
        """The sets that the picks so far can still become. Raises RuleError where they are too many."""
        least, most = self._left(world, picked)
        last = _last(pool, picked)
        if pool.number(least, most, last) > MOST_SUBSETS:
            rule = next((guard.key for guard in self.whole), "")
            message = f"a clause about the whole set of {self.some.name} looks through at most {MOST_SUBSETS:,} sets"
            raise RuleError(message, rule)
        return ((*picked, *rest) for rest in pool.subsets(least, most, last))

    def is_large_enough(self, world: World, pool: Pool, picked: Members) -> bool:
        """Whether enough members are left for a set of some size."""
        least, most = self._left(world, picked)
        return most >= 0 and least <= min(most, len(pool.members) - 1 - _last(pool, picked))

    def example(self, world: World, pool: Pool, allowed: Pool, picked: Members) -> Members:
        """A smallest set that the picks can become, of members that are allowed as far as there are enough."""
        need, last = self._left(world, picked)[0], _last(pool, picked)
        left = pool.members[last + 1 :]
        chosen = sorted(left, key=lambda member: member not in allowed.members)[:need]
        return (*picked, *(member for member in left if member in chosen))

    def _left(self, world: World, picked: Members) -> tuple[int, int]:
        least, most = self.subsets.sizes(world)
        return max(0, least - len(picked)), most - len(picked)

    def _can_become(self, world: World, pool: Pool, picked: Members, whole: Sequence[Guard]) -> bool:
        if not whole or not self.is_large_enough(world, pool, picked):
            return self.is_large_enough(world, pool, picked)
        return any(self._passes(world, each, whole) for each in self.reachable(world, pool, picked))

    def _passes(self, world: World, picked: Members, guards: Sequence[Guard]) -> bool:
        self.bind(world, picked)
        return all(guard.excuse(world) is not None for guard in guards)

    def _passes_alone(self, world: World, member: Value, tests: Sequence[Test]) -> bool:
        world.frame[self.some.slot] = (member,)
        return all(test(world) for test in tests)


def _last(pool: Pool, picked: Members) -> int:
    return pool.members.index(picked[-1]) if picked else -1
