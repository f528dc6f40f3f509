"""Marks: by what scripts point at things in a picture. Each is the kind of a thing and the thing as moves write it."""

from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Card, Number, Pawn, Place, Player, Type, Value, Word, Zone
from ruleloom_site.pictures.scene import Face, Pile, Spot

PLACE, CARD, PILE, PAWN, PLAYER, WORD, NUMBER = "place", "card", "pile", "pawn", "player", "word", "number"


def mark_kind(type_: Type) -> str:
    """What the marks of a type begin with; nothing where it has none."""
    match type_:
        case Place():
            return PLACE
        case Card():
            return CARD
        case Zone():
            return PILE
        case Pawn():
            return PAWN
        case Player():
            return PLAYER
        case Word():
            return WORD
        case Number():
            return NUMBER
        case _:
            return ""


def place_mark(spot: Spot) -> str:
    """By what a place is pointed at."""
    return f"{PLACE}:{spot.name}"


def card_mark(face: Face) -> str:
    """By what a card is pointed at; empty where it cannot be told."""
    return f"{CARD}:{face.written}" if face.written else ""


def pile_mark(pile: Pile) -> str:
    """By what a pile is pointed at."""
    return f"{PILE}:{pile.name}"


def pawn_mark(seat: int) -> str:
    """By what the pawn of a seat (from 1) is pointed at."""
    return f"{PAWN}:{seat}"


def player_mark(seat: int) -> str:
    """By what a player is pointed at, by the seat from 1."""
    return f"{PLAYER}:{seat}"


def key_mark(rules: Game, key: Value, of: Type | None) -> str:
    """By what something is pointed at that there is for each word, number or player."""
    match of:
        case Word():
            return f"{WORD}:{format_value(rules, key, of)}"
        case Number():
            return f"{NUMBER}:{key}"
        case Player() if isinstance(key, int):
            return player_mark(key + 1)
        case _:
            return ""
