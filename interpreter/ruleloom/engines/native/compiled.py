"""A plan in compiled C: records go in and come out, whole batches of random games and counts are done at once."""

import ctypes
import time
from array import array
from collections.abc import Iterator

from ruleloom.engines.engine import ChanceComes, Columns, EngineResult, Fields, Option, Streams
from ruleloom.engines.native.building import FLAGS, BuildFailed, load
from ruleloom.engines.native.layout import Layout, layout
from ruleloom.engines.native.printing import print_c
from ruleloom.lower.plan import Plan, StateField
from ruleloom.lower.shape import Cell, Record

_FAILED = -1
_CHANCE_PENDING = -2
_NO_MEMORY = -3
_SECONDS = 0.1
"""About so long games are played at a stretch, during which nobody can interrupt them."""
_COLUMNS_ASIDE = frozenset({"count", "returns", "ranks"})
_RESULTS = {
    "run": ctypes.c_int64, "legal": ctypes.c_int64, "take": ctypes.c_int64, "absent": ctypes.c_int64,
    "chance": ctypes.c_int64, "result": ctypes.c_int64, "games": ctypes.c_int64, "counted": ctypes.c_int64,
    "perft": ctypes.c_int64, "tree": ctypes.c_int64, "sizes": None,
}  # fmt: skip


class Uncovered(Exception):
    """The rules do not cover what happens; `seed` is the one of the random game in which it did."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__("the rules do not cover this")
        self.seed = seed


class Compiled:
    """A plan in compiled C. Where the rules do not cover what happens, its functions raise Uncovered."""

    def __init__(self, plan: Plan, flags: tuple[str, ...] = FLAGS) -> None:
        self.plan = plan
        self.state: Layout = layout(plan, "s")
        self.options: Layout = layout(plan, "o")
        self._library = load(print_c(plan), flags)
        for name, result in _RESULTS.items():
            getattr(self._library, f"ruleloom_{name}").restype = result
        sizes = (ctypes.c_int64 * 2)()
        self._library.ruleloom_sizes(sizes)
        if list(sizes) != [ctypes.sizeof(self.state.structure), ctypes.sizeof(self.options.structure)]:
            raise BuildFailed(f"the compiler lays out records in its own way: {list(sizes)}")

    def run(self, record: Fields) -> Record:
        """The record at the next stop."""
        return self._step("run", record)

    def absent(self, record: Fields) -> Record:
        """The record behind a choice without candidate."""
        return self._step("absent", record)

    def take(self, record: Fields, number: int) -> Record:
        """The record behind a choice."""
        return self._step("take", record, ctypes.c_int64(number))

    def chance(self, record: Fields, streams: Streams) -> Record:
        """The record behind a chance event."""
        drawn = (ctypes.c_uint64 * max(1, len(streams)))(*streams)
        found = self._step("chance", record, drawn)
        streams[:] = list(drawn)[: len(streams)]
        return found

    def legal(self, record: Fields) -> tuple[Option, ...]:
        """What the decision at a stop offers."""
        memory, options = self._write(record), self.options.structure()
        count = self._call("legal", ctypes.byref(memory), ctypes.byref(options))
        columns = {
            field.name: self._rows(options, field, count)
            for field in self.options.fields
            if field.name not in _COLUMNS_ASIDE
        }
        numbers = columns["alternative"]
        return tuple(
            Option(int(number), {name: cells[at] for name, cells in columns.items()})
            for at, number in enumerate(numbers)
            if isinstance(number, int)
        )

    def _rows(self, options: ctypes.Structure, field: StateField, count: int) -> list[Cell]:
        """A column option by option; where an option has several cells, they stand together."""
        each = max(1, (field.size or 1) // self.plan.capacity)
        cells = self.options.cell(options, field, each * count)
        if not isinstance(cells, list):
            return [cells] * count
        return list(cells) if each == 1 else [cells[at * each : (at + 1) * each] for at in range(count)]

    def returns(self, record: Fields) -> tuple[int, ...]:
        """What a game that is over returns to each seat."""
        memory, options = self._write(record), self.options.structure()
        self._call("result", ctypes.byref(memory), ctypes.byref(options))
        return tuple(options.returns)

    def games(self, record: Fields, seeds: range, most: int) -> Iterator[EngineResult]:
        """A random game from a record on for each seed."""
        for row in self.rows(record, seeds, most):
            ending, decisions, turns, *returns = row
            yield EngineResult(ending, decisions, turns, tuple(returns))

    def rows(self, record: Fields, seeds: range, most: int) -> Iterator[list[int]]:
        """The ending, the decisions, the turns and the returns of a random game for each seed."""
        width = 3 + self.plan.players
        for cells in self.batches(record, seeds, most):
            yield from (cells[start : start + width].tolist() for start in range(0, len(cells), width))

    def batches(self, record: Fields, seeds: range, most: int) -> "Iterator[array[int]]":
        """The same rows one after the other, thousands at a time."""
        return self._stretches("games", record, seeds, most, 3 + self.plan.players)

    def counted(self, record: Fields, seeds: range, most: int, columns: Columns) -> "array[int]":
        """The rows of random games, one after the other, with what is counted in them."""
        table, found = (ctypes.c_int64 * len(columns.table))(*columns.table), array("q")
        rest = (ctypes.c_int64(columns.width), table, ctypes.c_int64(columns.across))
        for cells in self._stretches("counted", record, seeds, most, columns.width, *rest):
            found.extend(cells)
        return found

    def _stretches(
        self, name: str, record: Fields, seeds: range, most: int, width: int, *rest: object
    ) -> "Iterator[array[int]]":
        """The rows of random games, so many at a time as take a moment."""
        memory, options = self._write(record), self.options.structure()
        play, size, at = getattr(self._library, f"ruleloom_{name}"), 16, 0
        while at < len(seeds):
            count = min(size, len(seeds) - at) if seeds.step == 1 else 1
            buffer, begun = (ctypes.c_int64 * (width * count))(), time.perf_counter()
            numbers = (_seed(seeds[at]), ctypes.c_int64(count), ctypes.c_int64(most))
            done = play(ctypes.byref(memory), ctypes.byref(options), *numbers, buffer, *rest)
            took, cells = time.perf_counter() - begun, array("q")
            cells.frombytes(memoryview(buffer).cast("B")[: done * width * cells.itemsize])
            yield cells
            if done < count:
                raise Uncovered(seeds[at + done])
            at += count
            size = max(1, min(2 * size, int(size * _SECONDS / max(took, 1e-9)), 1 << 16))

    def perft(self, record: Fields, depth: int) -> int:
        """How many sequences of so many decisions begin at a record."""
        if depth == 0:
            return 1
        memory, pool, total = self._write(record), (self.options.structure * depth)(), ctypes.c_uint64()
        waiting = self.state.structure()
        found = self._call(
            "perft", ctypes.byref(memory), pool, ctypes.c_int64(depth), ctypes.byref(total), ctypes.byref(waiting)
        )
        if found == _CHANCE_PENDING:
            raise ChanceComes(self.state.read(waiting))
        return total.value

    def tree(self, record: Fields, told: ctypes.Structure) -> list[tuple[int, int]]:
        """How often a tree search tried each option of who is asked, and what that came to. Raises MemoryError."""
        memory, options = self._write(record), self.options.structure()
        rows = (ctypes.c_int64 * (2 * self.plan.capacity))()
        count = self._call("tree", ctypes.byref(memory), ctypes.byref(options), ctypes.byref(told), rows)
        if count == _NO_MEMORY:
            raise MemoryError("there is no room for the tree of the search")
        return [(rows[2 * option], rows[2 * option + 1]) for option in range(count)]

    def _write(self, record: Fields) -> ctypes.Structure:
        """A state that holds a record, and what follows from it."""
        memory = self.state.write(record)
        if any(function.name == "prepare" for function in self.plan.functions):
            self._call("prepare", ctypes.byref(memory), ctypes.byref(self.options.structure()))
        return memory

    def _step(self, name: str, record: Fields, *rest: object) -> Record:
        memory, options = self._write(record), self.options.structure()
        self._call(name, ctypes.byref(memory), ctypes.byref(options), *rest)
        return self.state.read(memory)

    def _call(self, name: str, *arguments: object) -> int:
        found: int = getattr(self._library, f"ruleloom_{name}")(*arguments)
        if found == _FAILED:
            raise Uncovered
        return found


def _seed(seed: int) -> ctypes.c_int64:
    if not -(1 << 63) <= seed < 1 << 63:
        raise ValueError(f"the seed {seed} does not fit into 64 bits")
    return ctypes.c_int64(seed)
