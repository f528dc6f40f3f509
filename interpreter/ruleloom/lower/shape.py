"""Worlds to fields and back."""

from collections.abc import Mapping

from ruleloom.geometry import geometry
from ruleloom.lower.fields import Fields, NotLowered, item_in, number_of, value_of
from ruleloom.lower.plan import NONE
from ruleloom.world import World
from ruleloom_dsl.ir.game import Component, Variable
from ruleloom_dsl.ir.types import Path, SetOf, TupleOf, Type, Value, certain

Cell = int | list[int]
Record = dict[str, Cell]
"""The fields of a state by name: a number, a mask as a number, or a list of them."""


class Shape(Fields):
    """The fields of one game, and the worlds that they hold."""

    def record(self, world: World) -> Record:
        """The fields of a world."""
        found: Record = {
            "pc": world.pc, "ending": world.ending, "ended_by": NONE if world.ended_by is None else world.ended_by,
            "turns": world.tally[0], "decided": world.tally[1], "fuel": 0,
        }  # fmt: skip
        if self.machine.layout.eliminates:
            found["gone"] = _mask([seat for seat, gone in enumerate(world.gone) if gone])
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
            rows = [_padded(value, item_in(variable.type), sequence.capacity) for value in values]
            found[name] = [cell for row in rows for cell in row]
            found[f"{name}n"] = [_length(value) for value in values]
            return
        cells = [number_of(value, variable.type) for value in values]
        found[name] = cells[0] if variable.of is None else cells

    def _write_table(self, world: World, found: Record) -> None:
        zones = len(self.numbering.zones)
        for number, component in enumerate(self.game.components):
            if component.kinds:
                found[f"where{number}"] = self._where(world, component)
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

    def _where(self, world: World, component: Component) -> list[int]:
        """For each card its zone, or behind the zones its place."""
        found, zones = [NONE] * component.size, len(self.numbering.zones)
        for zone, cards in enumerate(world.zones):
            if self.numbering.zones[zone].family.component == component.id:
                for card in cards:
                    found[card] = zone
        if self.game.board and self.game.board.holds == component.id:
            for place, lying in enumerate(world.cards):
                if lying is not None:
                    found[lying] = zones + place
        return found

    def _write_slot(self, slot: int, value: Value, found: Record) -> None:
        type_, name = self.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.commits:
            self._write_commits(slot, value, found)
        elif slot in self.masks:
            found[name] = _mask(value) if isinstance(value, tuple) else 0
        elif self.is_sequence(type_) or isinstance(certain(type_), Path):
            if not isinstance(item_in(type_), SetOf | TupleOf | Path):
                capacity = self.longest_walk() + 1 if isinstance(certain(type_), Path) else self.sequence(slot).capacity
                found[name], found[f"{name}n"] = _padded(value, item_in(type_), capacity), max(0, _length(value))
                if value is None and not isinstance(certain(type_), Path):
                    found[f"{name}n"] = NONE
        elif not isinstance(certain(type_), TupleOf):
            found[name] = number_of(value, type_)

    def _write_commits(self, slot: int, value: Value, found: Record) -> None:
        rows = [row for row in value if isinstance(row, tuple)] if isinstance(value, tuple) else []
        found[f"f{slot}n"] = len(rows)
        found[f"f{slot}s"] = [int(row[0]) for row in rows if isinstance(row[0], int)] + [0] * (self.players - len(rows))
        for at, kept in enumerate(self.kept(self.commits[slot]), start=1):
            type_, left, name = self.machine.program.slots[kept].type, self.players - len(rows), f"f{slot}k{kept}"
            if kept not in self.masks and self.is_sequence(type_):
                capacity = self.sequence(kept).capacity
                padded = [cell for row in rows for cell in _padded(row[at], item_in(type_), capacity)]
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
        if self.machine.layout.eliminates:
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
                world.variables[cell] = _several(items, _list(record[f"{name}n"])[place], item_in(variable.type))
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
        if self.is_sequence(type_) or isinstance(certain(type_), Path):
            if isinstance(item_in(type_), SetOf | TupleOf | Path):
                return None
            return _several(_list(record[name]), _int(record[f"{name}n"]), item_in(type_))
        return None if isinstance(certain(type_), TupleOf) else value_of(_int(record[name]), type_)

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
            return _several(items, _list(record[f"{name}n"])[at], item_in(type_))
        return value_of(cells[at], type_)


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
