"""Which fields hold a world, and worlds to fields and back.

A set is a mask where its members always come in ascending order; elsewhere it is a sequence, an array with its length
beside it. Cards lie in three ways: `where` says for each card its zone, or behind the zones its place; a zone that is a
set has a mask, a stack or a row a stretch of one array, its bottom first; `board` says which card lies on a place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from ruleloom.geometry import STEPS, geometry
from ruleloom.lower.ascending import ascending_slots
from ruleloom.lower.perhaps import Perhaps
from ruleloom.lower.plan import NO_NUMBER, NONE, StateField
from ruleloom.machine import Machine
from ruleloom.program import Convene
from ruleloom.world import World
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Nothing,
    Number,
    Path,
    Pawn,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    TupleOf,
    Type,
    Value,
    Word,
    Zone,
)

MOST_NUMBERS = 256
"""So many members a set of numbers has at most where it is kept."""

MOST_REPEATS = 4
"""A set whose members may repeat is kept with room for so many times all that there are."""

Cell = int | list[int]
Record = dict[str, Cell]
"""The fields of a state by name: a number, a mask as a number, or a list of them."""


class NotLowered(ValueError):
    """Something that only the reference engine can do so far."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A set whose order matters: the array that holds its members, its length beside it."""

    items: str
    length: str
    capacity: int


class Shape:
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

    def universe(self, type_: Type) -> int:
        """How many values a type has that is counted from 0; 0 for numbers."""
        match type_:
            case Truth():
                return 2
            case Player() | Pawn():
                return self.players
            case Team():
                return len(self.game.teams)
            case Place():
                return self.places
            case Card(component):
                return self.numbering.components[component].size
            case Word(words):
                return len(self.numbering.words[words])
            case Zone():
                return len(self.numbering.zones)
            case Maybe(of):
                return self.universe(of)
            case Number() | Nothing() | Path() | SetOf() | TupleOf():
                return 0
            case _:
                assert_never(type_)

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
        return isinstance(type_.of if isinstance(type_, Maybe) else type_, SetOf)

    def kept(self, convene: Convene) -> tuple[int, ...]:
        """The slots of a joint choice that are kept for each player who has committed."""
        joints = (getattr(each, "joint", None) for each in self.machine.program.code)
        return next(joint.kept for joint in joints if joint is not None and joint.commits == convene.commits)

    def capacity(self, type_: Type) -> int:
        """How many members there is room for in a sequence."""
        of = type_.of if isinstance(type_, Maybe) else type_
        item = of.item if isinstance(of, SetOf) else of
        return self.universe(item) or max(MOST_NUMBERS, self.players)

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
            StateField("gone", "mask", None),
        ]
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
            low, high = self.limits_of(_item(variable.type))
            return [
                StateField(name, "int", capacity * count, low, high),
                StateField(f"{name}n", "int", count, NONE, capacity),
            ]
        low, high = self.limits_of(variable.type)
        numbers = [int(value) for value in variable.allowed if isinstance(value, int)]
        if numbers and isinstance(_plain(variable.type), Number):
            low, high = min(low, *numbers) if low == NO_NUMBER else min(numbers), max(numbers)
        return [StateField(name, "int", None if variable.of is None else count, low, high)]

    def limits_of(self, type_: Type) -> tuple[int, int]:
        """The smallest and the largest number that stands for a value of a type."""
        if isinstance(_plain(type_), Number):
            return NO_NUMBER if isinstance(type_, Maybe) else -LARGEST, LARGEST
        return NONE, max(0, self.universe(type_) - 1)

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
        if isinstance(_plain(type_), Path):
            capacity = self.longest_walk() + 1
            return [
                StateField(name, "int", capacity, NONE, self.places),
                StateField(f"{name}n", "int", None, 0, capacity),
            ]
        if self.is_sequence(type_):
            sequence = self.sequence(slot)
            if isinstance(_item(type_), SetOf | TupleOf | Path):
                return []
            low, high = self.limits_of(_item(type_))
            return [
                StateField(name, "int", sequence.capacity, low, high),
                StateField(f"{name}n", "int", None, NONE, sequence.capacity),
            ]
        if isinstance(_plain(type_), TupleOf):
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
            elif self.is_sequence(type_) and not isinstance(_item(type_), SetOf | TupleOf | Path):
                capacity, limits = self.sequence(kept).capacity, self.limits_of(_item(type_))
                found.append(StateField(f"f{slot}k{kept}", "int", self.players * capacity, *limits))
                found.append(StateField(f"f{slot}k{kept}n", "int", self.players, NONE, capacity))
            elif self.is_sequence(type_) or isinstance(_plain(type_), Path | TupleOf):
                raise NotLowered("a joint choice keeps a walk or a set of sets")
            else:
                found.append(StateField(f"f{slot}k{kept}", "int", self.players, *self.limits_of(type_)))
        return found

    # --- worlds -------------------------------------------------------------------------------------------------------

    def record(self, world: World) -> Record:
        """The fields of a world."""
        found: Record = {
            "pc": world.pc, "ending": world.ending, "ended_by": NONE if world.ended_by is None else world.ended_by,
            "turns": world.tally[0], "decided": world.tally[1], "fuel": 0,
            "gone": _mask([seat for seat, gone in enumerate(world.gone) if gone]),
        }  # fmt: skip
        if self.numbering.limits:
            found["used"] = list(world.used)
        for variable in self.game.variables:
            self._write_variable(world, variable, found)
        self._write_table(world, found)
        for slot, value in enumerate(world.frame):
            self._write_slot(slot, value, found)
        return {field.name: found[field.name] for field in self.fields}

    def _write_variable(self, world: World, variable: Variable, found: Record) -> None:
        name = self.variables[variable.id]
        values = [world.variables[self.numbering.cell(variable.id, key)] for key in variable.keys]
        if self.is_sequence(variable.type):
            sequence = self.sequence_of(variable)
            rows = [_padded(value, _item(variable.type), sequence.capacity) for value in values]
            found[name] = [cell for row in rows for cell in row]
            found[f"{name}n"] = [_length(value) for value in values]
            return
        cells = [number_of(value, variable.type) for value in values]
        found[name] = cells[0] if variable.of is None else cells

    def _write_table(self, world: World, found: Record) -> None:
        zones = len(self.numbering.zones)
        for number, component in enumerate(self.game.components):
            if component.kinds:
                spots = [world.spot(component.id, card) for card in range(component.size)]
                found[f"where{number}"] = [
                    spot.zone if spot.zone is not None else zones + (spot.place or 0) for spot in spots
                ]
        for number in self.numbering.changing.values():
            found[f"shown{number}"] = list(world.attributes[number])
        found["sets"] = [_mask(world.zones[zone]) if self.is_set(zone) else 0 for zone in range(zones)]
        piles, heights = [0] * self.zone_starts[-1], [0] * zones
        for zone, cards in enumerate(world.zones):
            if not self.is_set(zone):
                start = self.zone_starts[zone]
                piles[start : start + len(cards)] = cards
                heights[zone] = len(cards)
        found["piles"], found["heights"] = piles, heights
        if self.game.board and self.game.board.holds:
            found["board"] = [NONE if card is None else card for card in world.cards]
        if world.geometry is not None and world.geometry.board.movable:
            laid = world.geometry
            found["rows"], found["columns"] = list(laid.rows), list(laid.columns)
            found["near"], found["around"] = (
                [_mask(near) for near in laid.orthogonal],
                [_mask(near) for near in laid.around],
            )
            found["ahead"] = [NONE if place is None else place for ahead in laid.ahead for place in ahead]
        for number, pawns in enumerate(world.pawns):
            found[f"pawns{number}"] = [NONE if place is None else place for place in pawns]

    def _write_slot(self, slot: int, value: Value, found: Record) -> None:
        type_, name = self.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.commits:
            self._write_commits(slot, value, found)
        elif slot in self.masks:
            found[name] = _mask(value) if isinstance(value, tuple) else 0
        elif self.is_sequence(type_) or isinstance(_plain(type_), Path):
            if not isinstance(_item(type_), SetOf | TupleOf | Path):
                capacity = self.longest_walk() + 1 if isinstance(_plain(type_), Path) else self.sequence(slot).capacity
                found[name], found[f"{name}n"] = _padded(value, _item(type_), capacity), max(0, _length(value))
                if value is None and not isinstance(_plain(type_), Path):
                    found[f"{name}n"] = NONE
        elif not isinstance(_plain(type_), TupleOf):
            found[name] = number_of(value, type_)

    def _write_commits(self, slot: int, value: Value, found: Record) -> None:
        rows = [row for row in value if isinstance(row, tuple)] if isinstance(value, tuple) else []
        found[f"f{slot}n"] = len(rows)
        found[f"f{slot}s"] = [int(row[0]) for row in rows if isinstance(row[0], int)] + [0] * (self.players - len(rows))
        for at, kept in enumerate(self.kept(self.commits[slot]), start=1):
            type_, left, name = self.machine.program.slots[kept].type, self.players - len(rows), f"f{slot}k{kept}"
            if kept not in self.masks and self.is_sequence(type_):
                capacity = self.sequence(kept).capacity
                padded = [cell for row in rows for cell in _padded(row[at], _item(type_), capacity)]
                found[name] = padded + [0] * (capacity * left)
                found[f"{name}n"] = [_length(row[at]) for row in rows] + [0] * left
            else:
                cells = [_mask(row[at]) if kept in self.masks else number_of(row[at], type_) for row in rows]
                found[name] = cells + [0] * left

    def world(self, record: Mapping[str, Cell]) -> World:
        """The world of fields."""
        world = World(self.numbering, len(self.machine.program.slots), len(self.machine.program.nets))
        ended_by = _int(record["ended_by"])
        world.pc, world.ending, world.ended_by = _int(record["pc"]), _int(record["ending"]), _some(ended_by)
        world.tally = [_int(record["turns"]), _int(record["decided"]), *(0 for _ in self.machine.program.nets)]
        world.gone = [bool(_int(record["gone"]) >> seat & 1) for seat in range(self.players)]
        if self.numbering.limits:
            world.used = list(_list(record["used"]))
        for variable in self.game.variables:
            self._read_variable(world, variable, record)
        self._read_table(world, record)
        for slot in range(len(world.frame)):
            world.frame[slot] = self._read_slot(slot, record)
        return world

    def _read_variable(self, world: World, variable: Variable, record: Mapping[str, Cell]) -> None:
        name = self.variables[variable.id]
        for place, key in enumerate(variable.keys):
            cell = self.numbering.cell(variable.id, key)
            if self.is_sequence(variable.type):
                capacity = self.sequence_of(variable).capacity
                items = _list(record[name])[place * capacity : (place + 1) * capacity]
                world.variables[cell] = _several(items, _list(record[f"{name}n"])[place], _item(variable.type))
            else:
                found = _int(record[name]) if variable.of is None else _list(record[name])[place]
                world.variables[cell] = value_of(found, variable.type)

    def _read_table(self, world: World, record: Mapping[str, Cell]) -> None:
        for number in self.numbering.changing.values():
            world.attributes[number] = list(_list(record[f"shown{number}"]))
        for zone in range(len(self.numbering.zones)):
            if self.is_set(zone):
                world.zones[zone] = _members(_list(record["sets"])[zone])
            else:
                start = self.zone_starts[zone]
                world.zones[zone] = _list(record["piles"])[start : start + _list(record["heights"])[zone]]
        if self.game.board and self.game.board.holds:
            world.cards = [_some(card) for card in _list(record["board"])]
        if self.game.board and self.game.board.movable:
            rows, columns = tuple(_list(record["rows"])), tuple(_list(record["columns"]))
            world.geometry = geometry(self.game.board, rows, columns)
        for number in range(len(world.pawns)):
            world.pawns[number] = [_some(place) for place in _list(record[f"pawns{number}"])]

    def _read_slot(self, slot: int, record: Mapping[str, Cell]) -> Value:
        type_, name = self.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.commits:
            return self._read_commits(slot, record)
        if slot in self.masks:
            return tuple(_members(_int(record[name])))
        if self.is_sequence(type_) or isinstance(_plain(type_), Path):
            if isinstance(_item(type_), SetOf | TupleOf | Path):
                return None
            return _several(_list(record[name]), _int(record[f"{name}n"]), _item(type_))
        return None if isinstance(_plain(type_), TupleOf) else value_of(_int(record[name]), type_)

    def _read_commits(self, slot: int, record: Mapping[str, Cell]) -> Value:
        found = []
        for at in range(_int(record[f"f{slot}n"])):
            row: list[Value] = [_list(record[f"f{slot}s"])[at]]
            for kept in self.kept(self.commits[slot]):
                row.append(self._read_kept(f"f{slot}k{kept}", kept, at, record))
            found.append(tuple(row))
        return tuple(found)

    def _read_kept(self, name: str, kept: int, at: int, record: Mapping[str, Cell]) -> Value:
        type_, cells = self.machine.program.slots[kept].type, _list(record[name])
        if kept in self.masks:
            return tuple(_members(cells[at]))
        if self.is_sequence(type_):
            capacity = self.sequence(kept).capacity
            items = cells[at * capacity : (at + 1) * capacity]
            return _several(items, _list(record[f"{name}n"])[at], _item(type_))
        return value_of(cells[at], type_)


def number_of(value: Value, type_: Type) -> int:
    """The number that stands for a value of a type."""
    if isinstance(value, tuple):
        raise TypeError(f"{value} is no single value")
    if value is None:
        return NO_NUMBER if isinstance(_plain(type_), Number) else NONE
    return int(value)


def value_of(number: int, type_: Type) -> Value:
    """The value of a type that a number stands for."""
    if number == (NO_NUMBER if isinstance(_plain(type_), Number) else NONE):
        return None
    return bool(number) if isinstance(_plain(type_), Truth) else number


def _plain(type_: Type) -> Type:
    return type_.of if isinstance(type_, Maybe) else type_


def _item(type_: Type) -> Type:
    match _plain(type_):
        case SetOf(item):
            return item
        case Path():
            return Place()
        case other:
            return other


def _mask(members: Value | list[int]) -> int:
    found = 0
    for member in members if isinstance(members, tuple | list) else ():
        found |= 1 << int(member) if isinstance(member, int) else 0
    return found


def _members(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _padded(value: Value, item: Type, capacity: int) -> list[int]:
    cells = [number_of(one, item) for one in value] if isinstance(value, tuple) else []
    if len(cells) > capacity:
        raise NotLowered("a set has more members than there is room for")
    return cells + [0] * (capacity - len(cells))


def _length(value: Value) -> int:
    return len(value) if isinstance(value, tuple) else NONE


def _several(items: list[int], length: int, item: Type) -> Value:
    return None if length == NONE else tuple(value_of(number, item) for number in items[:length])


def _some(number: int) -> int | None:
    return None if number == NONE else number


def _int(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell


def _list(cell: Cell) -> list[int]:
    assert isinstance(cell, list)
    return cell
