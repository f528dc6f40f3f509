"""What lies on the board as one seat sees it: a square for each place, at the coordinates it has at the moment."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ruleloom.game import Decision
from ruleloom.view import Observation
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.types import Maybe, Place, SetOf, Type

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Square:
    """A place: its name, what its card shows, the pawns on it with the seats they belong to (from 1).

    `is_choice` marks a place that a legal move names.
    """

    name: str
    has_card: bool
    symbol: str
    words: tuple[str, ...]
    is_down: bool
    pawns: tuple[int, ...]
    is_choice: bool


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
        found[points[number]] = _square(rules, name, card, standing, name in chosen)
    return found


def chosen_places(rules: Rules, decision: Decision) -> tuple[str, ...]:
    """The names of the places that legal moves name."""
    types = {move.id: [decided.value.type for decided in move.announced] for move in rules.moves}
    picked = {move.id for move in rules.moves if move.picked and _is_place(item_of(rules, move.picked.slot))}
    found = {
        value
        for move in decision.moves
        for type_, value in zip(types.get(move.alternative, ()), move.values, strict=False)
        if _is_place(type_)
    }
    found |= {move.text for move in decision.moves if move.alternative in picked and move.values == (move.text,)}
    return tuple(sorted(found))


def item_of(rules: Rules, slot: int) -> Type:
    """The type of the members of the set in a slot."""
    type_ = rules.slots[slot].type
    return type_.item if isinstance(type_, SetOf) else type_


def _is_place(type_: Type) -> bool:
    return isinstance(type_, Place) or (isinstance(type_, Maybe) and _is_place(type_.of))


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
