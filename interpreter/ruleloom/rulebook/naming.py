"""How cards and piles are called in running text; stories and pictures say it alike."""

from typing import Protocol

from ruleloom_dsl.ir.game import Game, Kind, ZoneFamily
from ruleloom_dsl.texts.locales import Filling


class Naming(Protocol):
    """A language: its phrases, the names of what a game declares, how its cards are printed."""

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
