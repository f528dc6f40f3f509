"""Which fields hold a world.

A set is a mask where its members always come in ascending order; elsewhere it is a sequence, an array with its length
beside it. Cards lie in three ways: `where` says for each card its zone, or behind the zones its place; a zone that is a
set has a mask, a stack or a row a stretch of one array, its bottom first; `board` says which card lies on a place.
"""

from dataclasses import dataclass

from ruleloom.geometry import STEPS
from ruleloom.lower.ascending import ascending_slots
from ruleloom.lower.perhaps import Perhaps
from ruleloom.lower.plan import NO_NUMBER, NONE, Expr, Field, Mask, StateField
from ruleloom.machine import Machine
from ruleloom.program import Convene
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import (
    Maybe,
    Number,
    Path,
    Place,
    SetOf,
    Truth,
    TupleOf,
    Type,
    Value,
    certain,
    member_type,
)

MOST_NUMBERS = 256
"""So many members a set of numbers has at most where it is kept."""

MOST_REPEATS = 4
"""A set whose members may repeat is kept with room for so many times all that there are."""


class NotLowered(ValueError):
    """Something that only the reference engine can do so far."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A set whose order matters: the array that holds its members, its length beside it."""

    items: str
    length: str
    capacity: int


class Fields:
    """The fields of one game."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.game = machine.game
        self.numbering = machine.numbering
        self.players = self.game.players
        self.places = self.game.board.size if self.game.board else 0
        self.masks = ascending_slots(machine)
        self.perhaps = Perhaps(machine)
        self.commits = {
            instruction.commits: instruction for instruction in machine.program.code if isinstance(instruction, Convene)
        }
        self.variables = {variable.id: f"v{number}" for number, variable in enumerate(self.game.variables)}
        self.zone_sizes = tuple(
            zone.family.capacity or self.numbering.components[zone.family.component].size
            for zone in self.numbering.zones
        )
        self.zone_starts = self._zone_starts()
        self.fields = tuple(self._fields())

    # --- what there is ------------------------------------------------------------------------------------------------

    def is_set(self, zone: int) -> bool:
        """Whether a zone is a mask."""
        return self.numbering.zones[zone].family.order == "set"

    def widest(self) -> int:
        """How many bits a mask needs."""
        decks = [component.size for component in self.game.components]
        lists = [len(words.words) for words in self.game.word_lists]
        return max([1, self.players, self.places, len(self.numbering.zones), *decks, *lists])

    def sequence(self, slot: int) -> Sequence:
        """The sequence that a slot is kept in."""
        room = self.capacity(self.machine.program.slots[slot].type)
        if slot in self.perhaps.slot_repeats:
            room = max(room * MOST_REPEATS, self.longest_walk())
        return Sequence(f"f{slot}", f"f{slot}n", room)

    def sequence_of(self, variable: Variable) -> Sequence:
        """The sequence that one cell of a variable is kept in; the cells stand one behind the other."""
        name = self.variables[variable.id]
        room = self.capacity(variable.type) * (MOST_REPEATS if variable.id in self.perhaps.variable_repeats else 1)
        return Sequence(name, f"{name}n", room)

    def is_sequence(self, type_: Type) -> bool:
        """Whether values of a type are sets."""
        return isinstance(certain(type_), SetOf)

    def kept(self, convene: Convene) -> tuple[int, ...]:
        """The slots of a joint choice that are kept for each player who has committed."""
        joints = (getattr(each, "joint", None) for each in self.machine.program.code)
        return next(joint.kept for joint in joints if joint is not None and joint.commits == convene.commits)

    def capacity(self, type_: Type) -> int:
        """How many members there is room for in a sequence."""
        return self.numbering.universe(member_type(type_)) or max(MOST_NUMBERS, self.players)

    @property
    def gone(self) -> Expr:
        """The mask of the seats that are out of the game."""
        return Field("gone") if self.machine.layout.eliminates else Mask(0)

    def _zone_starts(self) -> tuple[int, ...]:
        starts, total = [], 0
        for zone, size in enumerate(self.zone_sizes):
            starts.append(total)
            total += 0 if self.is_set(zone) else size
        return (*starts, total)

    # --- fields -------------------------------------------------------------------------------------------------------

    def _fields(self) -> list[StateField]:
        found = [
            StateField("pc", "int", None, 0, 2 * len(self.machine.program.code)),
            StateField("ending", "int", None, NONE, len(self.game.ends)),
            StateField("ended_by", "int", None, NONE, self.players),
            StateField("turns", "int", None, 0, 1 << 30),
            StateField("decided", "int", None, 0, 1),
            StateField("fuel", "int", None, 0, 1 << 30),
        ]
        if self.machine.layout.eliminates:
            found.append(StateField("gone", "mask", None))
        if self.numbering.limits:
            found.append(StateField("used", "int", len(self.numbering.limits) * self.players, 0, 1 << 30))
        for variable in self.game.variables:
            found += self._variable(variable)
        found += self._table()
        for slot in range(len(self.machine.program.slots)):
            found += self._slot(slot)
        return found

    def _variable(self, variable: Variable) -> list[StateField]:
        name, count = self.variables[variable.id], len(variable.keys)
        if self.is_sequence(variable.type):
            capacity = self.sequence_of(variable).capacity
            low, high = self.limits_of(item_in(variable.type))
            return [
                StateField(name, "int", capacity * count, low, high),
                StateField(f"{name}n", "int", count, NONE, capacity),
            ]
        low, high = self.limits_of(variable.type)
        numbers = [int(value) for value in variable.allowed if isinstance(value, int)]
        if numbers and isinstance(certain(variable.type), Number):
            low, high = min(low, *numbers) if low == NO_NUMBER else min(numbers), max(numbers)
        return [StateField(name, "int", None if variable.of is None else count, low, high)]

    def limits_of(self, type_: Type) -> tuple[int, int]:
        """The smallest and the largest number that stands for a value of a type."""
        if isinstance(certain(type_), Number):
            return NO_NUMBER if isinstance(type_, Maybe) else -LARGEST, LARGEST
        return NONE, max(0, self.numbering.universe(type_) - 1)

    def _table(self) -> list[StateField]:
        found, zones = [], len(self.numbering.zones)
        for number, component in enumerate(self.game.components):
            if component.kinds:
                found.append(StateField(f"where{number}", "int", component.size, 0, zones + self.places))
        for component in self.game.components:
            for name, words in component.changes:
                last = len(self.numbering.words[words]) - 1
                found.append(
                    StateField(f"shown{self.numbering.changing[component.id, name]}", "int", component.size, 0, last)
                )
        if any(self.is_set(zone) for zone in range(zones)):
            found.append(StateField("sets", "mask", zones))
        if self.zone_starts[-1]:
            found.append(StateField("piles", "int", self.zone_starts[-1], 0, self.widest()))
            found.append(StateField("heights", "int", zones, 0, max(self.zone_sizes)))
        if self.game.board and self.game.board.holds:
            found.append(StateField("board", "int", self.places, NONE, self.widest()))
        if self.game.board and self.game.board.movable:
            found += [StateField(name, "int", self.places, -(1 << 15), (1 << 15) - 1) for name in ("rows", "columns")]
            found += [StateField(name, "mask", self.places) for name in ("near", "around")]
            found.append(StateField("ahead", "int", len(STEPS) * self.places, NONE, self.places))
        found += [
            StateField(f"pawns{number}", "int", self.players, NONE, max(0, self.places - 1))
            for number in range(len(self.numbering.pawns))
        ]
        return found

    def _slot(self, slot: int) -> list[StateField]:
        type_, name = self.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.commits:
            return self._commits(slot)
        if slot in self.masks:
            return [StateField(name, "mask", None)]
        if isinstance(certain(type_), Path):
            capacity = self.longest_walk() + 1
            return [
                StateField(name, "int", capacity, NONE, self.places),
                StateField(f"{name}n", "int", None, 0, capacity),
            ]
        if self.is_sequence(type_):
            sequence = self.sequence(slot)
            if isinstance(item_in(type_), SetOf | TupleOf | Path):
                return []
            low, high = self.limits_of(item_in(type_))
            return [
                StateField(name, "int", sequence.capacity, low, high),
                StateField(f"{name}n", "int", None, NONE, sequence.capacity),
            ]
        if isinstance(certain(type_), TupleOf):
            return []
        low, high = self.limits_of(type_)
        return [StateField(name, "int", None, NO_NUMBER if low < NONE else low, high)]

    def longest_walk(self) -> int:
        """How many steps the longest walk has."""
        lengths = [getattr(each, "up_to", 0) for move in self.game.moves for each in move.parameters]
        return max([0, *lengths])

    def _commits(self, slot: int) -> list[StateField]:
        found = [StateField(f"f{slot}n", "int", None, 0, self.players),
                 StateField(f"f{slot}s", "int", self.players, 0, self.players)]  # fmt: skip
        for kept in self.kept(self.commits[slot]):
            type_ = self.machine.program.slots[kept].type
            if kept in self.masks:
                found.append(StateField(f"f{slot}k{kept}", "mask", self.players))
            elif self.is_sequence(type_) and not isinstance(item_in(type_), SetOf | TupleOf | Path):
                capacity, limits = self.sequence(kept).capacity, self.limits_of(item_in(type_))
                found.append(StateField(f"f{slot}k{kept}", "int", self.players * capacity, *limits))
                found.append(StateField(f"f{slot}k{kept}n", "int", self.players, NONE, capacity))
            elif self.is_sequence(type_) or isinstance(certain(type_), Path | TupleOf):
                raise NotLowered("a joint choice keeps a walk or a set of sets")
            else:
                found.append(StateField(f"f{slot}k{kept}", "int", self.players, *self.limits_of(type_)))
        return found


def number_of(value: Value, type_: Type) -> int:
    """The number that stands for a value of a type."""
    if isinstance(value, tuple):
        raise TypeError(f"{value} is no single value")
    if value is None:
        return NO_NUMBER if isinstance(certain(type_), Number) else NONE
    return int(value)


def value_of(number: int, type_: Type) -> Value:
    """The value of a type that a number stands for."""
    if number == (NO_NUMBER if isinstance(certain(type_), Number) else NONE):
        return None
    return bool(number) if isinstance(certain(type_), Truth) else number


def item_in(type_: Type) -> Type:
    """The type of the members of a set, and of the places of a walk."""
    return Place() if isinstance(certain(type_), Path) else member_type(type_)
