"""Worlds to vectors of small integers and back. The vector is the identity of a state.

In order: program point, ending + 1, who was `me` then; who is out; limits used; variables; for each place its card
(0 none, else kind + 1) with the card's changing attributes, and its coordinates if they can change; pawns (0 the box,
else place + 1); zones, each with its length in front, as kinds with their attributes, bottom first, sets sorted; at
last the slots that are alive at the program point, then the variables whose values are not listed (0 none, else value
+ 1, sets with their length in front).

A vector says which kinds lie where, never which copies. Cards are numbered anew whenever a vector is read: places
first, then zones. So equal positions are equal vectors, and copies are interchangeable.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from ruleloom.geometry import geometry
from ruleloom.numbering import Numbering
from ruleloom.program import Program
from ruleloom.slots import live_at_stops
from ruleloom.world import World
from ruleloom_dsl.ir.statements import Eliminate
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, Maybe, Path, SetOf, TupleOf, Type, Value

Vector = tuple[int, ...]
Tally = tuple[int, ...]
_Names = dict[tuple[str, int], int]


class Layout:
    """How the worlds of one game are written as vectors."""

    def __init__(self, numbering: Numbering, program: Program) -> None:
        game = numbering.game
        self.numbering = numbering
        self.program = program
        self.eliminates = any(isinstance(node, Eliminate) for node in inside(game))
        self.live = {
            at: tuple((slot, program.slots[slot].type) for slot in sorted(slots))
            for at, slots in live_at_stops(game, program).items()
        }
        self.codes = [_codes(variable.allowed) for variable, _ in numbering.cells if variable.allowed]
        self.listed = [cell for cell, (variable, _) in enumerate(numbering.cells) if variable.allowed]
        self.open = [
            (cell, variable.type) for cell, (variable, _) in enumerate(numbering.cells) if not variable.allowed
        ]
        self.values = [{code: value for value, code in codes.items()} for codes in self.codes]
        self.board = game.board if game.board and game.board.holds else None
        self.attributes = {id_: numbering.attributes_of(id_) for id_ in numbering.components}
        for slot, type_ in (pair for slots in self.live.values() for pair in slots):
            if isinstance(type_, Path):
                raise ValueError(f"the walk {program.slots[slot].name} cannot live across a decision")

    def encode(self, world: World) -> tuple[Vector, Tally]:
        """The vector of a world that stands at a stop, and what is counted beside it."""
        cells = [world.pc, world.ending + 1, 0 if world.ended_by is None else world.ended_by + 1]
        if self.eliminates:
            cells += map(int, world.gone)
        cells += world.used
        cells += [codes[world.variables[cell]] for codes, cell in zip(self.codes, self.listed, strict=True)]
        self._write_board(world, cells)
        for pawns in world.pawns:
            cells += [0 if place is None else place + 1 for place in pawns]
        slots = [(type_, world.frame[slot]) for slot, type_ in self.live[world.pc]]
        slots += [(type_, world.variables[cell]) for cell, type_ in self.open]
        mentioned = _mentioned(slots)
        self._write_zones(world, cells, mentioned)
        names = self._names(world, mentioned) if mentioned else {}
        for type_, value in slots:
            _write(type_, value, cells, names)
        return tuple(cells), (*world.tally[:2], *(_count(world.frame[net]) for net in self.program.nets))

    def decode(self, vector: Vector, tally: Tally) -> World:
        """A fresh world from its vector."""
        numbering = self.numbering
        world = World(numbering, len(self.program.slots), len(self.program.nets))
        cells = iter(vector)
        world.pc, world.ending, ended_by = next(cells), next(cells) - 1, next(cells)
        world.ended_by = ended_by - 1 if ended_by else None
        if self.eliminates:
            world.gone = list(map(bool, islice(cells, len(world.gone))))
        world.used = list(islice(cells, len(world.used)))
        for values, cell in zip(self.values, self.listed, strict=True):
            world.variables[cell] = values[next(cells)]
        fresh = {id_: list(first) for id_, first in numbering.first_cards.items()}
        self._read_board(world, cells, fresh)
        for component, pawns in enumerate(world.pawns):
            world.pawns[component] = [at - 1 if at else None for at in islice(cells, len(pawns))]
        self._read_zones(world, cells, fresh)
        for slot, type_ in self.live[world.pc]:
            world.frame[slot] = _read(type_, cells)
        for cell, type_ in self.open:
            world.variables[cell] = _read(type_, cells)
        world.tally = list(tally)
        for net, count in zip(self.program.nets, tally[2:], strict=True):
            world.frame[net] = count
        return world

    def _write_board(self, world: World, cells: list[int]) -> None:
        if self.board is not None and self.board.holds is not None:
            kinds = self.numbering.kinds[self.board.holds]
            changing = [world.attributes[number] for number in self.attributes[self.board.holds]]
            for card in world.cards:
                cells.append(0 if card is None else kinds[card] + 1)
                cells += [0 if card is None else words[card] for words in changing]
        if world.geometry is not None and world.geometry.board.movable:
            cells += world.geometry.rows
            cells += world.geometry.columns

    def _read_board(self, world: World, cells: Iterator[int], fresh: dict[str, list[int]]) -> None:
        if self.board is not None and self.board.holds is not None:
            changing = [world.attributes[number] for number in self.attributes[self.board.holds]]
            world.cards = [self._read_card(next(cells), changing, cells, fresh[self.board.holds]) for _ in world.cards]
        if world.geometry is not None and world.geometry.board.movable:
            size = world.geometry.board.size
            rows, columns = tuple(islice(cells, size)), tuple(islice(cells, size))
            world.geometry = geometry(world.geometry.board, rows, columns)

    def _read_card(self, code: int, changing: list[list[int]], cells: Iterator[int], fresh: list[int]) -> int | None:
        card = None
        if code:
            card = fresh[code - 1]
            fresh[code - 1] += 1
        for words in changing:
            word = next(cells)
            if card is not None:
                words[card] = word
        return card

    def _write_zones(self, world: World, cells: list[int], mentioned: _Names) -> None:
        for number, cards in enumerate(world.zones):
            cells.append(len(cards))
            component = self.numbering.zones[number].family.component
            kinds = self.numbering.kinds[component]
            changing = [world.attributes[number] for number in self.attributes[component]]
            for card in self._ordered(world, number, mentioned):
                cells.append(kinds[card])
                cells += [words[card] for words in changing]

    def _ordered(self, world: World, number: int, mentioned: _Names) -> list[int]:
        family = self.numbering.zones[number].family
        cards = world.zones[number]
        if family.order != "set" or len(cards) < 2:
            return cards
        kinds, component = self.numbering.kinds[family.component], family.component
        changing = [world.attributes[attribute] for attribute in self.attributes[component]]
        last = len(mentioned)
        return sorted(
            cards,
            key=lambda card: (kinds[card], [words[card] for words in changing], mentioned.get((component, card), last)),
        )

    def _read_zones(self, world: World, cells: Iterator[int], fresh: dict[str, list[int]]) -> None:
        for number, member in enumerate(self.numbering.zones):
            component = member.family.component
            changing = [world.attributes[number] for number in self.attributes[component]]
            for _ in range(next(cells)):
                card = self._read_card(next(cells) + 1, changing, cells, fresh[component])
                if card is not None:
                    world.zones[number].append(card)

    def _names(self, world: World, mentioned: _Names) -> _Names:
        """The number that each card will have when the vector is read."""
        fresh = {id_: list(first) for id_, first in self.numbering.first_cards.items()}
        names: _Names = {}
        for component, card in self._scan(world, mentioned):
            kind = self.numbering.kinds[component][card]
            names[component, card] = fresh[component][kind]
            fresh[component][kind] += 1
        return names

    def _scan(self, world: World, mentioned: _Names) -> Iterator[tuple[str, int]]:
        if self.board is not None and self.board.holds is not None:
            yield from ((self.board.holds, card) for card in world.cards if card is not None)
        for number, member in enumerate(self.numbering.zones):
            yield from ((member.family.component, card) for card in self._ordered(world, number, mentioned))


def _codes(allowed: tuple[Value, ...]) -> dict[Value, int]:
    codes = {value: code for code, value in enumerate(allowed, start=1)}
    codes.setdefault(None, 0)
    return codes


def _count(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _mentioned(slots: list[tuple[Type, Value]]) -> _Names:
    found: _Names = {}
    for type_, value in slots:
        for component, card in _cards_in(type_, value):
            found.setdefault((component, card), len(found))
    return found


def _cards_in(type_: Type, value: Value) -> Iterator[tuple[str, int]]:
    match type_:
        case Card(component) if isinstance(value, int):
            yield component, value
        case Maybe(of):
            yield from _cards_in(of, value)
        case SetOf(item) if isinstance(value, tuple):
            for one in value:
                yield from _cards_in(item, one)
        case TupleOf(items) if isinstance(value, tuple):
            for part, one in zip(items, value, strict=True):
                yield from _cards_in(part, one)


def mapped(type_: Type, value: Value, component: str, names: Mapping[int, int]) -> Value:
    """A value with the cards of a component that it mentions exchanged for others."""
    match type_:
        case Card() if type_.component == component and isinstance(value, int):
            return names.get(value, value)
        case Maybe(of):
            return mapped(of, value, component, names)
        case SetOf(item) if isinstance(value, tuple):
            return tuple(mapped(item, one, component, names) for one in value)
        case TupleOf(items) if isinstance(value, tuple):
            return tuple(mapped(item, one, component, names) for item, one in zip(items, value, strict=True))
        case _:
            return value


def _write(type_: Type, value: Value, cells: list[int], names: _Names) -> None:
    match type_:
        case _ if value is None:
            cells.append(0)
        case Maybe(of):
            _write(of, value, cells, names)
        case SetOf() | TupleOf() if isinstance(value, tuple):
            cells.append(len(value) + 1)
            for number, one in enumerate(value):
                _write(type_.item if isinstance(type_, SetOf) else type_.items[number], one, cells, names)
        case Card(component) if isinstance(value, int):
            cells.append(names[component, value] + 1)
        case _ if isinstance(value, int):
            cells.append(value + 1 if value >= 0 else int(value))
        case _:
            raise TypeError(f"{value} cannot live across a decision")


def _read(type_: Type, cells: Iterator[int]) -> Value:
    if isinstance(type_, Maybe):
        return _read(type_.of, cells)
    code = next(cells)
    if code == 0:
        return None
    if isinstance(type_, SetOf):
        return tuple([_read(type_.item, cells) for _ in range(code - 1)])
    if isinstance(type_, TupleOf):
        return tuple([_read(type_.items[number], cells) for number in range(code - 1)])
    return code - 1 if code > 0 else code
