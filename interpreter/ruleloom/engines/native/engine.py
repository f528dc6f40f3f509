"""The native engine: steps, random games and counts in compiled C, over records as the other engines have them."""

from array import array
from collections.abc import Callable, Iterator
from typing import TypeVar

from ruleloom.engines.engine import Columns, EngineResult, Fields, Option, Streams
from ruleloom.engines.failing import perft_by_steps, raise_failure, raise_in_game
from ruleloom.engines.native.building import FLAGS
from ruleloom.engines.native.compiled import Compiled, Uncovered
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Record, Shape

_Found = TypeVar("_Found")


class NativeEngine:
    """Runs one game in compiled C."""

    name = "native"

    def __init__(self, plan: Plan, shape: Shape, flags: tuple[str, ...] = FLAGS) -> None:
        """Raises NotLowered, NoCompiler or BuildFailed."""
        self.plan = plan
        self.shape = shape
        self.compiled = Compiled(plan, flags)

    def run(self, record: Fields) -> Record:
        """The record at the next stop."""
        return self._covered(record, lambda: self.compiled.run(record))

    def legal(self, record: Fields) -> tuple[Option, ...]:
        """What the decision at a stop offers, in the documented order."""
        return self._covered(record, lambda: self.compiled.legal(record))

    def take(self, record: Fields, number: int) -> Record:
        """The record behind a choice: the slots of the move are bound, and nothing has been run."""
        return self._covered(record, lambda: self.compiled.take(record, number))

    def absent(self, record: Fields) -> Record:
        """The record behind a choice without candidate."""
        return self._covered(record, lambda: self.compiled.absent(record))

    def chance(self, record: Fields, streams: Streams) -> Record:
        """The record behind a chance event that is drawn from streams."""
        return self._covered(record, lambda: self.compiled.chance(record, streams))

    def returns(self, record: Fields) -> tuple[int, ...]:
        """What a game that is over returns to each seat."""
        return self._covered(record, lambda: self.compiled.returns(record))

    def games(self, record: Fields, seeds: range, most: int) -> Iterator[EngineResult]:
        """A random game from a record on for each seed."""
        try:
            yield from self.compiled.games(record, seeds, most)
        except Uncovered as uncovered:
            seed = uncovered.seed
        else:
            return
        assert seed is not None
        raise_in_game(self, record, seed, most)

    def counted(self, record: Fields, seeds: range, most: int, columns: Columns) -> "array[int]":
        """The rows of random games, one after the other, with what is counted in them."""
        try:
            return self.compiled.counted(record, seeds, most, columns)
        except Uncovered as uncovered:
            seed = uncovered.seed
        assert seed is not None
        raise_in_game(self, record, seed, most)

    def perft(self, record: Fields, depth: int) -> int:
        """How many sequences of so many decisions begin at a record. Raises ChanceComes where chance comes first."""
        try:
            return self.compiled.perft(record, depth)
        except Uncovered:
            return perft_by_steps(self, record, depth)

    def _covered(self, record: Fields, step: Callable[[], _Found]) -> _Found:
        try:
            return step()
        except Uncovered:
            pass
        raise_failure(self.shape.machine, self.shape.world(record))
