"""What the pictures ask of a language, and how they write things in it."""

from typing import Protocol

from ruleloom_dsl.ir.game import Game, Kind
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Maybe, Number, Player, Team, Truth, Type, Value, Word
from ruleloom_dsl.texts.locales import Filling

SUITS = "♠♥♦♣"
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # without it some devices draw suits as coloured pictures
NONE = "–"


class Words(Protocol):
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


def settled(words: str) -> str:
    """The words with every suit as a character of text, never as a coloured little picture.

    >>> settled("K♥") == "K♥" + AS_TEXT == settled(settled("K♥"))
    True
    """
    plain = words.replace(AS_TEXT, "")
    return "".join(sign + AS_TEXT if sign in SUITS else sign for sign in plain)


def card_name(words: Words, kind: Kind) -> str:
    """How a card is called in running text: by its name, or as it is printed where one name stands for many."""
    return settled(words.symbol(kind.id) if kind.id != kind.family and kind.family else words.name(kind.id))


def value_text(words: Words, rules: Game, value: Value, type_: Type) -> str:
    """A value in words."""
    of = type_.of if isinstance(type_, Maybe) else type_
    if value is None:
        return NONE
    match of:
        case Number():
            return str(value)
        case Truth():
            return words.say("rule.yes" if value else "rule.no")
        case Player() if isinstance(value, int):
            return words.say("tell.player", seat=value + 1)
        case Team() if isinstance(value, int):
            return words.say("picture.team", team=value + 1)
        case Word():
            return words.name(format_value(rules, value, of))
        case _:
            return format_value(rules, value, of)
