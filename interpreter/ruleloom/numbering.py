"""The number of everything that a world keeps in a list: cards, attributes, zones, variables, pawns, limits.

The cards of a component are numbered kind after kind as declared, so a card's number fixes its kind and its constant
attributes, and ascending numbers are declared order.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from ruleloom.geometry import first_geometry
from ruleloom_dsl.ir.game import Component, Game, Kind, Limit, Variable, ZoneFamily
from ruleloom_dsl.ir.printing import format_value
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


@dataclass(frozen=True, slots=True)
class ZoneMember:
    """One zone: its family, and its place in the family counted from 0."""

    family: ZoneFamily
    place: int
    name: str
    """How the zone is called in streams and views: its id, and whose it is: the number of a seat from 1, a word."""


class Numbering:
    """The tables that turn the names of one game into numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.geometry = first_geometry(game.board) if game.board else None
        self.components = {component.id: component for component in game.components}
        self.kinds = {component.id: _kinds_by_card(component) for component in game.components}
        self.copied = {id for id, each in self.components.items() if any(kind.count > 1 for kind in each.kinds)}
        self.first_cards = {component.id: _first_cards(component) for component in game.components}
        self.changing = _changing(game)
        self._attributes_of = {
            component.id: tuple(self.changing[component.id, name] for name, _ in component.changes)
            for component in game.components
        }
        self.words = {words.name: words.words for words in game.word_lists}
        self.zones = tuple(
            ZoneMember(family, place, self._zone_name(family, place))
            for family in game.zones
            for place in range(len(family.keys))
        )
        self.families = {family.id: family for family in game.zones}
        self._zones_holding = {
            id: tuple(number for number, zone in enumerate(self.zones) if zone.family.component == id)
            for id in self.components
        }
        self.variables = {variable.id: variable for variable in game.variables}
        self.cells = tuple((variable, key) for variable in game.variables for key in variable.keys)
        self.starts: tuple[Value, ...] = tuple(variable.starts for variable, _ in self.cells)
        self.sizes = tuple(self.components[component].size for component, _ in self.changing)
        self.team_of = {seat: team for team, seats in enumerate(game.teams) for seat in seats}
        self.allowed = {variable.id: frozenset(variable.allowed) for variable in game.variables}
        self.pawns = tuple(component.id for component in game.components if not component.kinds)
        self.limits = _limits(game)
        self.orders = {order.id: order.positions for order in game.orders}
        self.entered = tuple(self.entering(zone.family.component, zone.family.enters) for zone in self.zones)
        self.entered_board = (
            self.entering(game.board.holds, game.board.enters) if game.board and game.board.holds else ()
        )
        self._first_zone = _running_first((family.id, len(family.keys)) for family in game.zones)
        self._cell = {(variable.id, key): cell for cell, (variable, key) in enumerate(self.cells)}

    def _zone_name(self, family: ZoneFamily, place: int) -> str:
        name = self.key_name(family, place)
        return family.id if name is None else f"{family.id}.{name}"

    def key_name(self, family: ZoneFamily, place: int) -> str | None:
        """Whose a zone of a family is, as it is written: the number of a seat from 1, a word; None of a lone zone."""
        return None if family.per is None else format_value(self.game, family.keys[place], family.per)

    def universe(self, type_: Type) -> int:
        """How many values a type has that is counted from 0, none aside; 0 for numbers and what is made of several."""
        match type_:
            case Truth():
                return 2
            case Player() | Pawn():
                return self.game.players
            case Team():
                return len(self.game.teams)
            case Place():
                return self.game.board.size if self.game.board else 0
            case Card(component):
                return self.components[component].size
            case Word(words):
                return len(self.words[words])
            case Zone():
                return len(self.zones)
            case Maybe(of):
                return self.universe(of)
            case Number() | Nothing() | Path() | SetOf() | TupleOf():
                return 0
            case _:
                assert_never(type_)

    def attribute(self, component: str, name: str) -> tuple[Value, ...]:
        """The constant attribute of each card of a component."""
        by_kind = [dict(kind.attributes).get(name) for kind in self.components[component].kinds]
        return tuple(by_kind[kind] for kind in self.kinds[component])

    def kind(self, component: str, card: int) -> Kind:
        """The kind of a card."""
        return self.components[component].kinds[self.kinds[component][card]]

    def attributes_of(self, component: str) -> tuple[int, ...]:
        """The numbers of a component's changing attributes."""
        return self._attributes_of[component]

    def zones_holding(self, component: str) -> tuple[int, ...]:
        """The numbers of the zones that cards of a component may lie in."""
        return self._zones_holding[component]

    def zones_of(self, family: str) -> range:
        """The numbers of all zones of a family."""
        first = self._first_zone[family]
        return range(first, first + len(self.families[family].keys))

    def zones_by_key(self, family: str) -> dict[Value, int]:
        """The number of the zone that belongs to each key of a family."""
        return dict(zip(self.families[family].keys, self.zones_of(family), strict=True))

    def entering(self, component: str, enters: Iterable[tuple[str, int]]) -> tuple[int, ...]:
        """The word that each changing attribute of a component takes where a card enters."""
        words = dict(enters)
        return tuple(words.get(name, 0) for name, _ in self.components[component].changes)

    def cell(self, variable: str, key: Value) -> int:
        """The number of a variable's cell."""
        return self._cell[variable, key]

    def find_cell(self, variable: str, key: Value) -> int | None:
        """The number of a variable's cell, if there is one for this key."""
        return self._cell.get((variable, key))

    def cells_by_key(self, variable: str) -> tuple[int, int, int]:
        """The first key of a variable, its cell, and how many keys follow one another."""
        keys = self.variables[variable].keys
        first = keys[0] if isinstance(keys[0], int) else 0
        return first, self._cell[variable, keys[0]], len(keys)

    def cells_of(self, per: str) -> tuple[tuple[int, Variable], ...]:
        """The cells that start anew with every round of `per`."""
        return tuple((cell, variable) for cell, (variable, _) in enumerate(self.cells) if variable.per == per)

    def limits_of(self, per: str) -> tuple[int, ...]:
        """The limits that are counted anew with every round of `per`."""
        return tuple(number for number, limit in self.limits.values() if limit.per == per)


def _kinds_by_card(component: Component) -> tuple[int, ...]:
    return tuple(number for number, kind in enumerate(component.kinds) for _ in range(kind.count))


def _first_cards(component: Component) -> tuple[int, ...]:
    return tuple(sum(kind.count for kind in component.kinds[:number]) for number in range(len(component.kinds)))


def _changing(game: Game) -> dict[tuple[str, str], int]:
    pairs = [(component.id, name) for component in game.components for name, _ in component.changes]
    return {pair: number for number, pair in enumerate(pairs)}


def _limits(game: Game) -> dict[str, tuple[int, Limit]]:
    found = [move.limit for move in game.moves]
    found += [exemption.limit for move in game.moves for clause in move.clauses for exemption in clause.exceptions]
    return {limit.key: (number, limit) for number, limit in enumerate(filter(None, found))}


def _running_first(sizes: Iterable[tuple[str, int]]) -> dict[str, int]:
    first, total = {}, 0
    for name, size in sizes:
        first[name] = total
        total += size
    return first
