"""What lies on the board as one seat sees it: a square for each place, at the coordinates it has at the moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ruleloom.game import Decision
from ruleloom.view import Observation
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Place, Player, Truth, Type, certain, member_type

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """What a place remembers: a player by the seat (from 1), or a number or word."""

    text: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Square:
    """A place: its name, what its card shows, the seats (from 1) of the pawns on it, what it remembers.

    `is_choice` marks a place that a legal move names.
    """

    name: str
    has_card: bool
    symbol: str
    words: tuple[str, ...]
    is_down: bool
    pawns: tuple[int, ...]
    is_choice: bool
    marks: tuple[Mark, ...] = ()


def squares(rules: Rules, seen: Observation, choices: Iterable[str]) -> dict[Point, Square]:
    """The squares by row and column; nothing where the game has no board."""
    if rules.board is None:
        return {}
    cards = cast(Sequence[Mapping[str, str] | None], seen["board"])
    pawns = cast(Mapping[str, Sequence[str | None]], seen["pawns"])
    points = _points(rules, seen)
    chosen = set(choices)
    found = {}
    for number, name in enumerate(rules.board.names):
        standing = tuple(
            seat for places in pawns.values() for seat, place in enumerate(places, start=1) if place == name
        )
        card = cards[number] if cards else None
        square = _square(rules, name, card, standing, name in chosen)
        found[points[number]] = replace(square, marks=tuple(_marks(rules, seen, name)))
    return found


def place_variables(rules: Rules) -> tuple[Variable, ...]:
    """What is remembered for each place, and drawn on it."""
    return tuple(variable for variable in rules.variables if isinstance(variable.of, Place))


def _marks(rules: Rules, seen: Observation, place: str) -> Iterator[Mark]:
    """What a place remembers; nothing where it has the value it starts with."""
    values = cast(Mapping[str, str], seen["variables"])
    for variable in place_variables(rules):
        text = values.get(f"{variable.id}.{place}")
        if text is None or text == format_value(rules, variable.starts, variable.type):
            continue
        of = certain(variable.type)
        if isinstance(of, Player):
            yield Mark(text, int(text) if text.isdecimal() else None)
        else:
            yield Mark(variable.id if isinstance(of, Truth) and text == "yes" else text, None)


def chosen_places(rules: Rules, decision: Decision) -> tuple[str, ...]:
    """The names of the places that legal moves name."""
    types = {move.id: [decided.value.type for decided in move.announced] for move in rules.moves}
    picked = {
        move.id for move in rules.moves if move.picked and _is_place(member_type(rules.slots[move.picked.slot].type))
    }
    found = {
        value
        for move in decision.moves
        for type_, value in zip(types.get(move.alternative, ()), move.values, strict=False)
        if _is_place(type_)
    }
    found |= {move.text for move in decision.moves if move.alternative in picked and move.values == (move.text,)}
    return tuple(sorted(found))


def _is_place(type_: Type) -> bool:
    return isinstance(certain(type_), Place)


def _points(rules: Rules, seen: Observation) -> list[Point]:
    assert rules.board is not None
    if "coordinates" in seen:
        return [(row, column) for row, column in cast(Sequence[Point], seen["coordinates"])]
    return [divmod(number, rules.board.columns) for number in range(rules.board.size)]


def _square(rules: Rules, name: str, card: Mapping[str, str] | None, pawns: tuple[int, ...], is_choice: bool) -> Square:
    if card is None:
        return Square(name, False, "", (), False, pawns, is_choice)
    words = tuple(word for key, word in card.items() if key not in ("card", "face") and not _is_usual(rules, key, word))
    return Square(name, True, card["card"], words, card.get("face") == "down", pawns, is_choice)


def _is_usual(rules: Rules, attribute: str, word: str) -> bool:
    """Whether a changing attribute has the first of its words, which is not drawn."""
    lists = {words.name: words.words for words in rules.word_lists}
    return any(
        lists[listed][0] == word
        for component in rules.components
        for name, listed in component.changes
        if name == attribute
    )
