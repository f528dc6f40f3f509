"""Exact solving with the standard library alone: the search of `native/solver.c` over printed Python."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from ruleloom.engines import proving
from ruleloom.engines.engine import Fields
from ruleloom.engines.failing import raise_failure
from ruleloom.engines.identity import Identity, Part
from ruleloom.engines.portable import runtime
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.engines.portable.runtime import CHANCE, MOST_EMPTY_CHOICES, OVER, Failed, State
from ruleloom.engines.proving import DEEPEST, FAR, GoesRound, Leaves, SolvingWatch, Unsolvable, above, below
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Shape

Key = tuple[object, ...]
_ENTRY = 250
"""So many bytes a known state takes beside its key: a place in the dictionary, which has room to spare, and bounds."""


@dataclass(slots=True)
class _Child:
    """A state after a choice: its key, if it is a decision, a bound, and how many options it has."""

    s: State
    key: Key = ()
    bound: int = 0
    replies: int = 0


@dataclass(slots=True)
class _Search:
    """What is asked of a state, and the best bound so far."""

    is_first: bool
    least: int
    best: int = field(init=False)

    def __post_init__(self) -> None:
        self.best = -FAR - 1 if self.is_first else FAR + 1

    def decides(self, bound: int) -> bool:
        """Take a bound in; whether it decides."""
        self.best = max(self.best, bound) if self.is_first else min(self.best, bound)
        return self.best >= self.least if self.is_first else self.best < self.least


class PortableProver:
    """Knows bounds of the values of states."""

    def __init__(
        self, plan: Plan, shape: Shape, identity: Identity, leaves: Leaves, watch: SolvingWatch | None = None
    ) -> None:
        self.leaves = leaves
        self.watch = watch or SolvingWatch()
        self.nodes = 0
        self._path: set[Key] = set()
        self._most_known = 0
        self._engine = PortableEngine(plan, shape)
        self._game = self._engine.game
        self._keys = {pc: _key_of(pc, parts) for pc, parts in identity.parts.items()}
        self._movers = identity.movers
        self._known: dict[Key, tuple[int, int]] = {}
        self._sum: int | None = None
        self._scratch = self._game.options()

    def bound(self, record: Fields, least: int) -> int:
        """A lower bound of at least `least` of a state's value, or an upper bound below it."""
        root, self._path = _Child(self._engine.game.holding(record)), set()
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 4 * DEEPEST + 1_000))
        try:
            if self._stops(root) or self._is_known(root, least) or self._is_settled(root, least):
                return root.bound
            return self._bound(root, least, 0)
        except Failed:
            pass
        finally:
            sys.setrecursionlimit(limit)
        raise_failure(self._engine.shape.machine, self._engine.shape.world(record))

    def key(self, record: Fields) -> Key:
        """What tells the state of a record apart from the others that can come."""
        s = self._engine.game.holding(record)
        return self._keys[s.pc](s)

    def forget(self) -> None:
        """Begin anew."""
        self._known.clear()
        self._sum = None

    def _stops(self, child: _Child) -> bool:
        """Go on to the next stop; whether it is the end."""
        runtime.run(self._game, child.s, self._scratch)
        kind = self._game.kinds[child.s.pc]
        if kind == OVER:
            child.bound = self._worth(child.s)
            return True
        if kind == CHANCE:
            raise Unsolvable(proving.CHANCE_COMES)
        child.key = self._keys[child.s.pc](child.s)
        return False

    def _worth(self, s: State) -> int:
        self._game.result(s, self._scratch)
        one, other = map(int, self._scratch.returns)
        if self._sum is None:
            self._sum = one + other if self.leaves.scored else 0
        if one + other != self._sum:
            raise Unsolvable(proving.NOT_OPPOSED)
        if not self.leaves.scored:
            return FAR if one > other else -FAR if one < other else 0
        if abs(one - other) >= FAR:
            raise Unsolvable(proving.TOO_MUCH)
        return (one - other) * self.leaves.signs[s.ending]

    def _is_known(self, child: _Child, least: int) -> bool:
        low, high = self._known.get(child.key, (-FAR - 1, FAR + 1))
        if low < least <= high:
            return False
        child.bound = low if low >= least else high
        return True

    def _is_settled(self, child: _Child, least: int) -> bool:
        """Count the options, and go on where there are none; whether the bound is known then."""
        for _ in range(MOST_EMPTY_CHOICES):
            child.replies = self._game.legal(child.s, self._scratch)
            if child.replies:
                if self.leaves.scored or abs(least) < FAR:
                    return False
                child.bound = FAR - 1 if least > 0 else 1 - FAR
                return True
            self._game.absent(child.s, self._scratch)
            if self._stops(child) or self._is_known(child, least):
                return True
        raise Failed

    def _bound(self, at: _Child, least: int, depth: int) -> int:
        """A bound of a state at a decision that has options."""
        self.nodes += 1
        self.watch.count(1)
        if depth == DEEPEST:
            raise Unsolvable(proving.TOO_DEEP)
        search = _Search(getattr(at.s, self._movers[at.s.pc]) == 0, least)
        if self.leaves.scored or least in (0, 1):  # other questions become narrower with each decision
            if at.key in self._path:
                raise GoesRound(proving.ROUND)
            self._path.add(at.key)
        self._look(at, search, below(self.leaves, least), depth)
        self._path.discard(at.key)
        low, high = self._known.get(at.key, (-FAR, FAR))
        if search.best >= least:
            self._known[at.key] = max(low, search.best), high
        else:
            self._known[at.key] = low, min(high, search.best)
        if len(self._known) > (self._most_known or self._room(at.key)):
            self.watch.give_up("memory")
        return search.best

    def _room(self, key: Key) -> int:
        """How many states are known at most, judged by the first one."""
        self._most_known = self.watch.limits.memory // (_ENTRY + sum(map(sys.getsizeof, (key, *key))))
        return self._most_known

    def _look(self, at: _Child, search: _Search, least: int, depth: int) -> None:
        """What is known decides if it can; else one goes deeper, where the other has the fewest replies first."""
        waiting: list[_Child] = []
        for child in self._children(at):
            if not self._stops(child):
                waiting.append(child)
            elif search.decides(above(self.leaves, child.bound)):
                return
        for settled in (self._is_known, self._is_settled):
            left = []
            for child in waiting:
                if not settled(child, least):
                    left.append(child)
                elif search.decides(above(self.leaves, child.bound)):
                    return
            waiting = left
        for child in sorted(waiting, key=lambda each: each.replies):
            if search.decides(above(self.leaves, self._bound(child, least, depth + 1))):
                return

    def _children(self, at: _Child) -> list[_Child]:
        options = self._game.options()
        found = []
        for option in range(self._game.legal(at.s, options)):
            child = _Child(at.s.copy())
            self._game.take(child.s, options, option)
            found.append(child)
        return found


def _key_of(pc: int, parts: tuple[Part, ...]) -> Callable[[State], Key]:
    """What tells a state apart that stands at a program point."""
    readers = [_reader(part) for part in parts]

    def key(s: State) -> Key:
        return pc, *(read(s) for read in readers)

    return key


def _reader(part: Part) -> Callable[[State], object]:
    name, length, starts = part.field.name, part.length, part.starts
    if part.field.size is None:
        return lambda s: getattr(s, name)
    if not length:
        return lambda s: tuple(getattr(s, name))

    def stretches(s: State) -> Key:
        cells, lengths = getattr(s, name), getattr(s, length)
        counts = lengths if isinstance(lengths, list) else [lengths]
        pairs = zip(starts, counts, strict=False)
        return tuple(tuple(cells[start : start + max(0, count)]) for start, count in pairs)

    return stretches
