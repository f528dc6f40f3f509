"""The subsets of a set in natural order: lexicographic by their members, each set before those that go on from it.

Copies of a card stand side by side and are taken in turn, so that sets which differ in copies only are listed once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom.copies import alike
from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator
from ruleloom.world import World
from ruleloom_dsl.ir.game import Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS
from ruleloom_dsl.ir.types import Card, Value, member_type

Members = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """What a subset is made of; `classes` gives members that are copies of each other one number."""

    members: Members
    classes: tuple[int, ...]

    def only(self, allowed: Sequence[bool]) -> "Pool":
        """The pool without the members that are not allowed."""
        kept = [number for number, allow in enumerate(allowed) if allow]
        return Pool(tuple(self.members[each] for each in kept), tuple(self.classes[each] for each in kept))

    def following(self, last: int) -> Iterator[int]:
        """Which positions may come after one (-1: at the beginning)."""
        for at in range(last + 1, len(self.members)):
            is_copy = at > 0 and self.classes[at - 1] == self.classes[at]
            if not is_copy or at == last + 1:
                yield at

    def subsets(self, least: int, most: int, last: int = -1) -> Iterator[Members]:
        """All subsets of so many members that come after a position."""
        if least <= 0:
            yield ()
        if most > 0:
            for at in self.following(last):
                if len(self.members) - at >= least:
                    yield from ((self.members[at], *rest) for rest in self.subsets(least - 1, most - 1, at))

    def number(self, least: int, most: int, last: int = -1) -> int:
        """How many subsets there are of so many members that come after a position."""
        ways = [1]  # by size
        if last >= 0:
            same = self.classes[last + 1 :].count(self.classes[last])
            ways = [1] * (same + 1)
        for found in dict.fromkeys(self.classes[last + 1 :]):
            if last >= 0 and found == self.classes[last]:
                continue
            copies = self.classes.count(found)
            ways = [
                sum(ways[size - taken] for taken in range(copies + 1) if 0 <= size - taken < len(ways))
                for size in range(len(ways) + copies)
            ]
        return sum(ways[max(0, least) : most + 1])


class Subsets:
    """The subsets that one parameter ranges over."""

    def __init__(self, some: Some, evaluator: Evaluator) -> None:
        self.some = some
        self.numbering = evaluator.numbering
        self.item = member_type(evaluator.numbering.game.slots[some.slot].type)
        self._domain = evaluator.members(some.domain)
        self._least = evaluator.number(some.least)
        self._most = None if some.most is None else evaluator.number(some.most)

    def pool(self, world: World) -> Pool:
        """The members of the set, copies side by side."""
        members = tuple(dict.fromkeys(self._domain(world)))
        if not isinstance(self.item, Card):
            return Pool(members, tuple(range(len(members))))
        known: dict[Value, int] = {}
        classes = [known.setdefault(alike(self.numbering, world, card, self.item), len(known)) for card in members]
        order = sorted(range(len(members)), key=lambda at: classes[at])
        return Pool(tuple(members[at] for at in order), tuple(classes[at] for at in order))

    def sizes(self, world: World) -> tuple[int, int]:
        """The least and the largest size; the largest is that of the whole set, if not less."""
        count = len(set(self._domain(world)))
        return max(0, self._least(world)), count if self._most is None else min(count, self._most(world))

    def every(self, world: World) -> Members:
        """All of them. Raises RuleError where they are too many to be moves."""
        pool, (least, most) = self.pool(world), self.sizes(world)
        if pool.number(least, most) > MOST_SUBSETS:
            name = self.some.name
            raise RuleError(f"there are more than {MOST_SUBSETS:,} sets of {name} to choose from: list it one_by_one")
        return tuple(pool.subsets(least, most))
