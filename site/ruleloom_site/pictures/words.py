"""How the pictures write things in a language."""

from ruleloom.rulebook.naming import Naming, card_called, value_called
from ruleloom_dsl.ir.game import Game, Kind
from ruleloom_dsl.ir.types import Type, Value
from ruleloom_dsl.texts.borrowed import together

SUITS = "♠♥♦♣"
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # without it some devices draw suits as coloured pictures
NONE = "–"


def settled(words: str) -> str:
    """The words with every suit as a character of text, never as a coloured little picture.

    >>> settled("K♥") == "K♥" + AS_TEXT == settled(settled("K♥"))
    True
    """
    plain = words.replace(AS_TEXT, "")
    return together("".join(sign + AS_TEXT if sign in SUITS else sign for sign in plain), (words,))


def card_name(words: Naming, kind: Kind) -> str:
    """How a card is called in running text."""
    return settled(card_called(words, kind))


def value_text(words: Naming, rules: Game, value: Value, type_: Type) -> str:
    """A value in few words: what there is none of is a dash."""
    return NONE if value is None else value_called(words, rules, value, type_)
