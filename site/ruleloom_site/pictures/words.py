"""How the pictures write things in a language."""

from ruleloom.rulebook.naming import Naming, card_called
from ruleloom_dsl.ir.game import Game, Kind
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Maybe, Number, Player, Team, Truth, Type, Value, Word

SUITS = "♠♥♦♣"
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # without it some devices draw suits as coloured pictures
NONE = "–"


def settled(words: str) -> str:
    """The words with every suit as a character of text, never as a coloured little picture.

    >>> settled("K♥") == "K♥" + AS_TEXT == settled(settled("K♥"))
    True
    """
    plain = words.replace(AS_TEXT, "")
    return "".join(sign + AS_TEXT if sign in SUITS else sign for sign in plain)


def card_name(words: Naming, kind: Kind) -> str:
    """How a card is called in running text."""
    return settled(card_called(words, kind))


def value_text(words: Naming, rules: Game, value: Value, type_: Type) -> str:
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
