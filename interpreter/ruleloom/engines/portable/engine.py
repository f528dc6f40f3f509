"""The engine that runs a plan as Python: prints it, compiles it, and carries records into its states and back."""

from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ruleloom.chance import CHOICES, start_value
from ruleloom.engines.engine import ChanceComes, Columns, EngineResult, Fields, Option, Streams
from ruleloom.engines.failing import perft_by_steps, raise_endless, raise_failure, raise_in_game
from ruleloom.engines.portable import runtime
from ruleloom.engines.portable.printing import to_python
from ruleloom.engines.portable.runtime import Failed, Options, Printed, State
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Cell, Record, Shape

_APART = frozenset({"count", "returns", "ranks"})  # option fields that are no columns


class PortableEngine:
    """Runs one game with the standard library alone."""

    name = "portable"

    def __init__(self, plan: Plan, shape: Shape) -> None:
        self.plan = plan
        self.shape = shape
        self.game = printed(plan)
        self._fields = [(field.name, field.size) for field in plan.fields if field.record == "s"]
        columns = [field for field in plan.fields if field.record == "o" and field.name not in _APART]
        self._columns = [(field.name, (field.size or plan.capacity) // plan.capacity) for field in columns]
        self._has_ranks = any(field.name == "ranks" for field in plan.fields)
        self._options: tuple[Fields, State, Options] | None = None

    def run(self, record: Fields) -> Record:
        """The record at the next stop."""
        s = self.game.holding(record)
        with self._failing(record):
            runtime.run(self.game, s, self.game.options())
        return self._record(s)

    def legal(self, record: Fields) -> tuple[Option, ...]:
        """What the decision at a stop offers, in the documented order."""
        o = self._listed(record)[1]
        return tuple(self._option(o, number) for number in range(o.count))

    def take(self, record: Fields, number: int) -> Record:
        """The record behind a choice."""
        s, o = self._listed(record)
        s = s.copy()
        with self._failing(record):
            self.game.take(s, o, number)
        return self._record(s)

    def absent(self, record: Fields) -> Record:
        """The record behind a choice without candidate."""
        return self._stepped(record, self.game.absent)

    def chance(self, record: Fields, streams: Streams) -> Record:
        """The record behind a chance event."""
        s = self.game.holding(record)
        s.streams = streams
        with self._failing(record):
            self.game.chance(s, self.game.options())
        return self._record(s)

    def returns(self, record: Fields) -> tuple[int, ...]:
        """What a game that is over returns to each seat."""
        s, o = self.game.holding(record), self.game.options()
        with self._failing(record):
            self.game.result(s, o)
        return tuple(map(int, o.returns))

    def games(self, record: Fields, seeds: range, most: int) -> Iterator[EngineResult]:
        """A random game from a record on for each seed."""
        for s, made, o in self._ended(record, seeds, most, None):
            yield EngineResult(s.ending, made, s.turns, tuple(map(int, o.returns)))

    def counted(self, record: Fields, seeds: range, most: int, columns: Columns) -> "array[int]":
        """The rows of random games, one after the other, with what is counted in them."""
        rows, taken = array("q"), runtime.Taken()
        for s, made, o in self._ended(record, seeds, most, taken):
            counts = [0] * columns.width
            for at, options, alternative in taken:
                counts[3] += options
                counts[columns.table[at * columns.across + alternative]] += 1
            counts[:3] = s.ending, made, s.turns
            counts[4 : 4 + len(o.returns)] = map(int, o.returns)
            if self._has_ranks:
                counts[-len(o.ranks) :] = map(int, o.ranks)
            rows.extend(counts)
            taken.clear()
        return rows

    def _ended(
        self, record: Fields, seeds: range, most: int, taken: runtime.Taken | None
    ) -> Iterator[tuple[State, int, Options]]:
        """The last state of a random game for each seed, its decisions, and what it comes to."""
        game, begun = self.game, self.game.holding(self.run(record))
        o, names = game.options(), self.plan.streams
        for seed in seeds:
            s = begun.copy()
            s.streams = runtime.Streams(names, seed)
            try:
                made = runtime.random_game(game, s, o, start_value(seed, CHOICES), most, taken)
                if made < 0:
                    raise_endless(most)
                game.result(s, o)
            except Failed:
                raise_in_game(self, record, seed, most)
            yield s, made, o

    def perft(self, record: Fields, depth: int) -> int:
        """How many sequences of so many decisions begin at a record."""
        if depth == 0:
            return 1
        s = self.game.holding(record)
        try:
            runtime.run(self.game, s, self.game.options())
            return runtime.perft(self.game, s, depth)
        except runtime.Met as met:
            raise ChanceComes(self._record(met.state)) from None
        except Failed:
            return perft_by_steps(self, record, depth)

    def _listed(self, record: Fields) -> tuple[State, Options]:
        """The state of a record with its options, which are worked out once for the record that was asked for last."""
        if self._options is None or self._options[0] is not record:
            s, o = self.game.holding(record), self.game.options()
            with self._failing(record):
                o.count = self.game.legal(s, o)
            self._options = record, s, o
        return self._options[1:]

    def _stepped(self, record: Fields, step: Callable[[State, Options], None]) -> Record:
        s = self.game.holding(record)
        with self._failing(record):
            step(s, self.game.options())
        return self._record(s)

    def _option(self, o: Options, number: int) -> Option:
        columns: Record = {}
        for name, width in self._columns:
            column = getattr(o, name)
            cells = column[number * width : (number + 1) * width]
            columns[name] = int(cells[0]) if width == 1 else list(map(int, cells))
        alternative = columns["alternative"]
        assert isinstance(alternative, int)
        return Option(alternative, columns)

    def _record(self, s: State) -> Record:
        found: Record = {}
        for name, size in self._fields:
            cell: Cell = getattr(s, name)
            found[name] = list(map(int, cell)) if isinstance(cell, list) else int(cell)
            assert (size is None) == isinstance(found[name], int)
        return found

    @contextmanager
    def _failing(self, record: Fields) -> Iterator[None]:
        try:
            yield
        except Failed:
            pass
        else:
            return
        raise_failure(self.shape.machine, self.shape.world(record))


def printed(plan: Plan, draw: Callable[[State, int, int], int] = runtime.draw) -> Printed:
    """A plan as functions of Python; `draw` is where numbers come from that are left to chance."""
    names: dict[str, Any] = {"__name__": "ruleloom game"}
    exec(compile(to_python(plan), "<game>", "exec"), names)
    names["draw"] = draw
    kinds: dict[int, str] = {stop.at: stop.kind for stop in plan.stops}
    return Printed(
        names["State"],
        names["Options"],
        runtime.blocks_of(names["BLOCKS"], kinds),
        kinds,
        names["legal"],
        names["take"],
        names["absent"],
        names.get("prepare", lambda s, o: None),
        names["chance"],
        names["result"],
    )
