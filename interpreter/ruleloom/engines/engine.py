"""What an engine does: it runs a game's flat plan over records, the fields of a state by name.

A record is never changed; what comes back is a fresh one. Where the rules do not cover something, every function raises
the RuleError that the reference raises there.
"""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from ruleloom.chance import start_value
from ruleloom.errors import WrongInput
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Cell, Record, Shape

Fields = Mapping[str, Cell]
"""A record as it is given to an engine."""

Streams = list[int]
"""The state of each stream of `Plan.streams`; drawing moves it on."""


class EngineMissing(WrongInput):
    """An engine cannot run here, or not this game.

    `element` is the key of the element it cannot run, `place` where that stands in a file, as far as they are known.
    """

    def __init__(self, message: str, element: str = "", place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.element = element
        self.place = place


class ChanceComes(Exception):
    """A chance event comes where only decisions are counted; `record` waits for it."""

    def __init__(self, record: Record) -> None:
        super().__init__("a chance event comes first")
        self.record = record


@dataclass(frozen=True, slots=True)
class Option:
    """A move that is offered.

    `alternative` is the number of the alternative, behind the last `decline`; of a pick 0 is a member and 1 is `done`.
    `columns` are the option fields of this one option, by name.
    """

    alternative: int
    columns: Record


@dataclass(frozen=True, slots=True)
class EngineResult:
    """What came out of a random game, in an engine's numbers: its ending, decisions and turns, each seat's return."""

    ending: int
    decisions: int
    turns: int
    returns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a random game is counted: in a row of `width` whole numbers.

    They are the ending, the decisions, the turns, the options at all decisions together, the return of each seat, then
    how often the alternatives were taken, and last the rank of each seat where the plan fills `ranks`. `table` says
    where each is counted: that of an alternative at a program point stands at the number of the point times `across`,
    plus the number of the alternative.
    """

    width: int
    across: int
    table: tuple[int, ...]


class Engine(Protocol):
    """Runs one game."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def shape(self) -> Shape:
        """Turns worlds into records and back."""
        ...

    @property
    def plan(self) -> Plan:
        """What it runs."""
        ...

    def run(self, record: Fields) -> Record:
        """The record at the next stop."""
        ...

    def legal(self, record: Fields) -> tuple[Option, ...]:
        """What the decision at a stop offers, in the documented order."""
        ...

    def take(self, record: Fields, number: int) -> Record:
        """The record behind a choice: the slots of the move are bound, and nothing has been run."""
        ...

    def absent(self, record: Fields) -> Record:
        """The record behind a choice without candidate."""
        ...

    def chance(self, record: Fields, streams: Streams) -> Record:
        """The record behind a chance event that is drawn from streams."""
        ...

    def returns(self, record: Fields) -> tuple[int, ...]:
        """What a game that is over returns to each seat."""
        ...

    def games(self, record: Fields, seeds: range, most: int) -> Iterator[EngineResult]:
        """A random game from a record on for each seed, the same ones that the reference plays.

        Raises RuleError where a game is not over after `most` decisions.
        """
        ...

    def counted(self, record: Fields, seeds: range, most: int, columns: Columns) -> "array[int]":
        """The rows of the same games, one after the other, as `columns` says."""
        ...

    def perft(self, record: Fields, depth: int) -> int:
        """How many sequences of so many decisions begin at a record. Raises ChanceComes where chance comes first."""
        ...


def start_streams(plan: Plan, seed: int) -> Streams:
    """The streams of a plan as a seed begins them."""
    return [start_value(seed, name) for name in plan.streams]
