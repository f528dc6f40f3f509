"""A position in words: who sits where, what lies where, and what the rules remember, as all players together see it."""

from collections.abc import Iterator

from ruleloom.game import State
from ruleloom.rulebook.speech import Speech
from ruleloom.view import seen_together
from ruleloom_dsl.ir.types import Place
from ruleloom_dsl.texts.borrowed import together


def laid_out(state: State, speech: Speech) -> Iterator[str]:
    """The position, in a sentence for each thing; the board itself is left to a picture."""
    for seat, name in enumerate(speech.names):
        yield speech.say("seated", who=name, seat=seat + 1)
    world, board = state.world(), speech.rules.board
    for component, places in zip(speech.numbering.pawns, world.pawns, strict=True):
        for seat, place in enumerate(places):
            if place is not None and board is not None:
                pawn = speech.words.name(component)
                yield speech.words.say(
                    "picture.pawn_at", place=board.names[place], pawn=pawn, player=speech.player(seat)
                )
    yield from _piles(state, speech)
    for cell, (variable, key) in enumerate(speech.numbering.cells):
        value = world.variables[cell]
        is_told = variable.sees != "nobody" and not isinstance(variable.of, Place)
        if is_told and value is not None and value != variable.starts:
            name, value_text = speech.variable(variable, key), speech.value(value, variable.type)
            yield speech.words.say("picture.fact", name=name, value=value_text)


def _piles(state: State, speech: Speech) -> Iterator[str]:
    """The zones that hold cards, with the cards that can be seen."""
    world, seen = state.world(), seen_together(state)
    for zone, member in enumerate(speech.numbering.zones):
        component, cards = member.family.component, world.zones[zone]
        shown = [speech.card(component, card) for card in cards if (component, card) in seen]
        hidden = len(cards) - len(shown)
        parts = [*shown, *([speech.words.say("picture.hidden_cards", n=hidden)] if hidden else [])]
        if parts and member.family.role != "box":
            held = together(", ".join(parts), parts)
            yield speech.words.say("picture.pile", name=speech.pile(zone), cards=held, n=len(cards))
