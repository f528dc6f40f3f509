"""The parts of `view.observation` as numbers: cards by their place among the cards as they are written, 0 for none."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ruleloom.adapters.written import Written
from ruleloom.machine import Machine
from ruleloom.moves import NONE, NOTHING
from ruleloom.numbering import ZoneMember
from ruleloom.view import HIDDEN, Observation
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import Maybe, SetOf, Type, Value

MOST_LISTED = 32
"""So many members are told of a set of numbers without bounds."""
COUNTED = (1 << 31) - 1
_NOT_SEEN, _NONE, _KNOWN = 0, 1, 2
_HIDDEN_CARD = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of an observation: what it is, and the smallest and the largest it can be."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some cells that belong together, and how they are read from an observation."""

    cells: tuple[Cell, ...]
    read: Callable[[Observation], list[int]]


def parts_of(machine: Machine) -> Iterator[Part]:
    """Everything that an observation of a game says, in a fixed order."""
    written = Written(machine)
    board = machine.game.board
    if board is not None and board.holds is not None:
        yield _board(written, board.holds, board.names)
    if board is not None and board.movable:
        yield _coordinates(board.names)
    if board is not None:
        yield from (_pawns(machine, pawn, board.names) for pawn in machine.numbering.pawns)
    yield from (_zone(written, member) for member in machine.numbering.zones)
    yield from (_variable(written, machine, variable, key) for variable, key in machine.numbering.cells)
    players = range(machine.game.players)
    if machine.layout.eliminates:
        out = tuple(Cell(f"out {seat + 1}", 0, 1) for seat in players)
        yield Part(out, lambda seen: [int(seat + 1 in seen["out"]) for seat in players])
    for key in machine.numbering.limits:
        yield _used(key.removesuffix(".limit"), players)


def _used(name: str, players: range) -> Part:
    cells = tuple(Cell(f"used {name} {seat + 1}", 0, COUNTED) for seat in players)
    return Part(cells, lambda seen: list(seen["used"][name]))


class _Cards:
    """How one card is told: its kind (1: not seen), then each word that it shows, from 1."""

    def __init__(self, written: Written, component: str) -> None:
        make = written.numbering.components[component]
        self.kinds = {HIDDEN: _HIDDEN_CARD} | {kind.symbol: at for at, kind in enumerate(make.kinds, start=2)}
        self.shown = [(name, written.numbering.words[words]) for name, words in make.changes]
        self.symbols = tuple(kind.symbol for kind in make.kinds)

    def cells(self, name: str) -> list[Cell]:
        """The cells of one card."""
        return [Cell(name, 0, len(self.kinds)), *(Cell(f"{name}.{each}", 0, len(words)) for each, words in self.shown)]

    def read(self, card: Mapping[str, str] | None) -> list[int]:
        """One card, or none."""
        if card is None:
            return [0] * (1 + len(self.shown))
        words = (words.index(card[name]) + 1 if name in card else 0 for name, words in self.shown)
        return [self.kinds[card["card"]], *words]


def _board(written: Written, component: str, names: tuple[str, ...]) -> Part:
    cards = _Cards(written, component)

    def read(seen: Observation) -> list[int]:
        return [number for card in seen["board"] for number in cards.read(card)]

    return Part(tuple(cell for name in names for cell in cards.cells(f"board {name}")), read)


def _coordinates(names: tuple[str, ...]) -> Part:
    cells = (Cell(f"{which} of {name}", -COUNTED, COUNTED) for name in names for which in ("row", "column"))
    return Part(tuple(cells), lambda seen: [one for pair in seen["coordinates"] for one in pair])


def _pawns(machine: Machine, pawn: str, names: tuple[str, ...]) -> Part:
    at = {name: number for number, name in enumerate(names, start=1)}
    cells = tuple(Cell(f"{pawn} of {seat + 1}", 0, len(names)) for seat in range(machine.game.players))
    return Part(cells, lambda seen: [0 if name is None else at[name] for name in
                                     seen["pawns"][pawn]])  # fmt: skip


def _zone(written: Written, member: ZoneMember) -> Part:
    """How many cards lie there; what they are, card by card from the bottom, or how many of each in no order."""
    family, cards = member.family, _Cards(written, member.family.component)
    size = family.capacity or written.numbering.components[family.component].size
    counted = family.order == "set" and not cards.shown
    cells = [Cell(f"{member.name} count", 0, size)]
    if family.sees not in ("nobody", "count"):
        if counted:
            cells += [Cell(f"{member.name} {symbol}", 0, size) for symbol in cards.symbols]
        else:
            cells += [cell for at in range(size) for cell in cards.cells(f"{member.name} {at + 1}")]

    def read(seen: Observation) -> list[int]:
        zone = seen["zones"][member.name]
        shown = zone.get("cards", [])
        if counted:
            symbols = [card["card"] for card in shown]
            found = [symbols.count(symbol) for symbol in cards.symbols]
        else:
            found = [number for card in shown for number in cards.read(card)]
        row = [zone["count"], *found][: len(cells)]
        return row + [0] * (len(cells) - len(row))

    return Part(tuple(cells), read)


def _variable(written: Written, machine: Machine, variable: Variable, key: Value) -> Part:
    name = variable.id
    if variable.of is not None:
        keys = written.values(variable.of) or ()
        name = f"{name}.{keys[variable.keys.index(key)] if len(keys) == len(variable.keys) else key}"
    if isinstance(variable.type, SetOf):
        return _set(written, name, variable.type.item)
    texts = written.values(variable.type) or _allowed(variable)
    if texts is None:
        return _number(name)
    value = {text: at for at, text in enumerate(texts, start=1)}
    return Part((Cell(name, 0, len(texts)),), lambda seen: [value.get(_value(seen, name), 0)])


def _allowed(variable: Variable) -> tuple[str, ...] | None:
    """The numbers that a variable may be, and `none` where it may be that."""
    if not variable.allowed:
        return None
    own = tuple(NONE if value is None else str(value) for value in variable.allowed)
    return (*own, NONE) if isinstance(variable.type, Maybe) and NONE not in own else own


def _number(name: str) -> Part:
    """Whether it is known, and what it is."""

    def read(seen: Observation) -> list[int]:
        text = _value(seen, name)
        return [_NOT_SEEN, 0] if not text else [_NONE, 0] if text == NONE else [_KNOWN, int(text)]

    return Part((Cell(f"{name} known", 0, _KNOWN), Cell(name, -LARGEST, LARGEST)), read)


def _set(written: Written, name: str, item: Type) -> Part:
    """How many members a set has, and how many of each; of numbers without bounds the first ones."""
    texts = written.values(item)
    size = written.numbering.universe(item) or COUNTED
    count = Cell(f"{name} count", 0, COUNTED)

    def members(seen: Observation) -> list[str]:
        text = _value(seen, name)
        return [] if text in ("", NONE, NOTHING) else text.split("+")

    if texts is not None:
        cells = (count, *(Cell(f"{name} {text}", 0, size * 8) for text in texts))
        return Part(cells, lambda seen: [len(members(seen)), *(members(seen).count(text) for text in texts)])
    cells = (count, *(Cell(f"{name} {at + 1}", -LARGEST, LARGEST) for at in range(MOST_LISTED)))

    def read(seen: Observation) -> list[int]:
        found = [int(text) if text.lstrip("-").isdecimal() else 0 for text in members(seen)[:MOST_LISTED]]
        return [len(members(seen)), *found, *[0] * (MOST_LISTED - len(found))]

    return Part(cells, read)


def _value(seen: Observation, name: str) -> str:
    """A variable as it is written; nothing where it is not seen."""
    return seen["variables"].get(name, "")
