"""How a game is offered on the start page: its name, a sentence, a few figures and a picture from a random game."""

from collections.abc import Iterator
from itertools import islice

from ruleloom.chance import CHOICES, Seeded
from ruleloom.game import Decision, State
from ruleloom.playout import random_game
from ruleloom_site.facts import facts_of
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.rulebook import FIRST_SEED
from ruleloom_site.pictures import fullness, teaser
from ruleloom_site.volumes import Card

OFFERED = ("players", "minutes", "difficulty")  # the facts that a card shows
LOOKED_AT = 60  # positions of games of cards, of which the fullest is drawn


def card_of(base: Edition) -> Card:
    """The card of a game."""
    facts = tuple(fact for fact in facts_of(base.ruleset) if fact.icon in OFFERED)
    picture = teaser(_position(base), base.words, f"card-{base.folder.replace('_', '-')}")
    return Card(base.path, base.title, base.words.text(base.ruleset.model.summary).text, facts, picture)


def _position(edition: Edition) -> State:
    """A position in the middle of a random game; without a board, one of its first half that has much to show."""
    decisions = random_game(edition.loaded.game, FIRST_SEED).decisions
    if edition.ruleset.game.board is not None:
        return next(islice(_positions(edition), decisions // 2, None))
    return max(islice(_positions(edition), decisions // 4, decisions // 4 + LOOKED_AT), key=fullness)


def _positions(edition: Edition) -> Iterator[State]:
    chance = Seeded(FIRST_SEED)
    choices = chance.stream(CHOICES)
    state = edition.loaded.game.start(chance=chance)
    yield state
    while isinstance(state.pending, Decision):
        moves = state.pending.moves
        state = state.play(moves[choices.below(len(moves))], chance)
        yield state
