"""Exact solving in compiled C: the game's program, what tells its states apart, and `solver.c` as one library."""

import ctypes
import weakref
from collections.abc import Sequence
from importlib import resources

from ruleloom.engines import proving
from ruleloom.engines.engine import Fields
from ruleloom.engines.failing import raise_failure
from ruleloom.engines.identity import Identity
from ruleloom.engines.native.building import FLAGS, load
from ruleloom.engines.native.keys import print_keys
from ruleloom.engines.native.layout import Layout, layout
from ruleloom.engines.native.printing import print_game
from ruleloom.engines.proving import GoesRound, Leaves, SolvingWatch, Unsolvable
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Cell, Record, Shape

_PATIENCE, _COUNTED_PATIENCE = 250_000, 4_000_000
"""So many states are looked at before somebody may interrupt; then it goes on from what was learnt.

Where states are counted, it goes on for longer, so that the count is that of a search without a break.
"""
_MORE_PATIENCE = 1.25
"""By how much more each time: should the table be full, what was learnt may be too little to go on otherwise."""
_SOLVED, _OUT_OF_BUDGET, _NOT_COVERED, _GOES_ROUND = 0, 4, 6, 8
_FAULTS = {
    1: proving.CHANCE_COMES, 2: proving.NOT_OPPOSED, 3: proving.TOO_MUCH, 5: proving.NO_MEMORY, 7: proving.TOO_DEEP,
}  # fmt: skip


def print_solver(plan: Plan, identity: Identity, leaves: Leaves) -> str:
    """The whole source."""
    signs = ", ".join(map(str, leaves.signs)) or "1"
    parts = [
        print_game(plan),
        print_keys(plan, identity),
        f"#define SCORED {int(leaves.scored)}\n#define DRAWN {int(leaves.drawn)}\n#define DEEPEST {proving.DEEPEST}",
        f"UNUSED static const int8_t score_sign[] = {{{signs}}};",
        (resources.files(__package__) / "solver.c").read_text(encoding="utf-8"),
    ]
    return "\n\n".join(parts)


class NativeProver:
    """Knows bounds of the values of states. Raises NotLowered, NoCompiler or BuildFailed when it is made."""

    def __init__(
        self,
        plan: Plan,
        shape: Shape,
        identity: Identity,
        leaves: Leaves,
        flags: tuple[str, ...] = FLAGS,
        watch: SolvingWatch | None = None,
    ) -> None:
        self.leaves = leaves
        self.watch = watch or SolvingWatch()
        self.nodes = 0
        self._shape = shape
        self._state = layout(plan, "s")
        self._library = load(print_solver(plan, identity, leaves), flags)
        self._library.ruleloom_solver_new.restype = ctypes.c_void_p
        for name in ("bound", "values", "nodes"):
            getattr(self._library, f"ruleloom_solver_{name}").restype = ctypes.c_int64
        pointer = self._library.ruleloom_solver_new(ctypes.c_int64(self.watch.limits.memory))
        if not pointer:
            raise Unsolvable(proving.NO_MEMORY)
        self._solver = ctypes.c_void_p(pointer)
        weakref.finalize(self, self._library.ruleloom_solver_free, self._solver)

    def bound(self, record: Fields, least: int) -> int:
        """A lower bound of at least `least` of a state's value, or an upper bound below it."""
        memory, found = self._state.write(record), ctypes.c_int64()
        patience = _PATIENCE if self.watch.limits.states is None else _COUNTED_PATIENCE
        while True:
            budget = ctypes.c_int64(self.watch.allowed(patience))
            status = self._library.ruleloom_solver_bound(
                self._solver, ctypes.byref(memory), ctypes.c_int64(least), budget, ctypes.byref(found)
            )
            nodes = min(self._library.ruleloom_solver_nodes(self._solver), budget.value)
            self.nodes += nodes
            if status not in (_SOLVED, _OUT_OF_BUDGET):
                self._raise(status, record)
            self.watch.count(nodes)
            if status == _SOLVED:
                return found.value
            patience = int(patience * _MORE_PATIENCE)

    def forget(self) -> None:
        """Begin anew."""
        self._library.ruleloom_solver_forget(self._solver)

    def values(self, records: "States", *, lengths: bool = True) -> list[int]:
        """The values of many states; where no lengths are asked for only their signs are right. All is forgotten."""
        self.forget()
        count = len(records)
        values, done, budget = (ctypes.c_int64 * max(1, count))(), ctypes.c_int64(), 8 * _COUNTED_PATIENCE
        while True:
            status = self._library.ruleloom_solver_values(
                self._solver, records.memory, ctypes.c_int64(count), ctypes.c_int64(lengths), ctypes.c_int64(budget),
                values, ctypes.byref(done),
            )  # fmt: skip
            self.nodes += self._library.ruleloom_solver_nodes(self._solver)
            if status == _SOLVED:
                return list(values)[:count]
            if status != _OUT_OF_BUDGET:
                self._raise(status, records.record(done.value))
            budget *= 2

    def states(self, records: Sequence[Fields]) -> "States":
        """States as `values` takes them."""
        return States(self._state, records)

    def _raise(self, status: int, record: Fields) -> None:
        if status == _NOT_COVERED:
            raise_failure(self._shape.machine, self._shape.world(record))
        if status == _GOES_ROUND:
            raise GoesRound(proving.ROUND)
        raise Unsolvable(_FAULTS[status])


class States:
    """States one behind the other in memory."""

    def __init__(self, state: Layout, records: Sequence[Fields]) -> None:
        self._state = state
        self.memory = (state.structure * max(1, len(records)))()
        self._count = len(records)
        for at, record in enumerate(records):
            self.memory[at] = state.write(record)

    def __len__(self) -> int:
        return self._count

    def record(self, at: int) -> Record:
        """One of them as a record."""
        return self._state.read(self.memory[at])

    def put(self, at: int, field: str, cells: Cell) -> None:
        """Change a field of one of them."""
        if isinstance(cells, list):
            getattr(self.memory[at], field)[:] = cells
        else:
            setattr(self.memory[at], field, cells)
