"""How values, cards and piles are called in running text; stories, pictures, pages and the terminal say it alike."""

from collections.abc import Sequence
from typing import Protocol

from ruleloom_dsl.ir.game import Game, Kind, ZoneFamily
from ruleloom_dsl.ir.printing import card_kind, format_value
from ruleloom_dsl.ir.types import Card, Maybe, Path, Pawn, Place, Player, SetOf, Team, Truth, Type, Value, Word, Zone
from ruleloom_dsl.texts.language import Filling, Language


class Naming(Protocol):
    """A language: its phrases, the names of what a game declares, how its cards are printed."""

    @property
    def language(self) -> Language:
        """The language itself."""
        ...

    def say(self, id: str, **values: Filling) -> str:
        """A phrase with its values filled in."""
        ...

    def name(self, id: str, form: str = "one") -> str:
        """The word for a component, kind, word, zone or variable."""
        ...

    def symbol(self, kind: str) -> str:
        """What is printed on a card of a kind."""
        ...


def card_called(words: Naming, kind: Kind) -> str:
    """A card by its name, or as it is printed where one name stands for many."""
    return words.symbol(kind.id) if kind.id != kind.family and kind.family else words.name(kind.id)


def pile_called(words: Naming, rules: Game, family: ZoneFamily) -> str:
    """A zone by its name; a deck or box by the form `deck` or `box` of its cards' word, else by its cards' name.

    Where there are cards of one make only, they need not be named.
    """
    if family.role == "declared":
        return words.name(family.id)
    own = words.name(family.component, family.role)
    if own != words.name(family.component):
        return own
    if sum(bool(each.kinds) for each in rules.components) == 1:
        return words.say(f"picture.{family.role}")
    return words.say(f"picture.{family.role}_of", cards=words.name(family.component, "many"))


def player_called(words: Naming, seat: int, names: Sequence[str] = ()) -> str:
    """A player by the seat, counted from 0: by name, where there is one."""
    return names[seat] if seat < len(names) else words.say("tell.player", seat=seat + 1)


def zone_called(words: Naming, rules: Game, zone: int, names: Sequence[str] = ()) -> str:
    """A zone by its number, and whose it is."""
    family, key = [(family, key) for family in rules.zones for key in family.keys][zone]
    return keyed(words, rules, pile_called(words, rules, family), key, family.per, names)


def keyed(words: Naming, rules: Game, name: str, key: Value, per: Type | None, names: Sequence[str] = ()) -> str:
    """A name, and in brackets whose it is."""
    if per is None:
        return name
    return words.say("picture.of", name=name, key=value_called(words, rules, key, per, names))


def value_called(words: Naming, rules: Game, value: Value, type_: Type, names: Sequence[str] = ()) -> str:
    """A value in words; `names` are those of the players, if they have some."""
    match type_, value:
        case _, None:
            return words.say("tell.none")
        case Maybe(of), _:
            return value_called(words, rules, value, of, names)
        case SetOf(item), tuple():
            members = [value_called(words, rules, each, item, names) for each in value]
            return words.language.listed(members) or words.say("tell.none")
        case Path(), tuple():
            start, *_, end = (format_value(rules, each, Place()) for each in (value[0], *value))
            return words.say("tell.way", start=start, end=end)
        case Truth(), _:
            return words.language.truth(bool(value))
        case Player() | Pawn(), int():
            return player_called(words, value, names)
        case Team(), int():
            return words.say("picture.team", team=value + 1)
        case Card(component), int():
            return card_called(words, card_kind(rules, component, value))
        case Word(), _:
            return words.name(format_value(rules, value, type_))
        case Zone(), int():
            return zone_called(words, rules, value, names)
        case _:
            return format_value(rules, value, type_)
