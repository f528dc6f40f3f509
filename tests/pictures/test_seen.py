"""Pictures neither hide nor tell what they should not."""

import pytest

from ruleloom.chance import Seeded
from ruleloom.game import Decision, State
from ruleloom.view import HIDDEN, observation, permute_unseen
from ruleloom_site.pictures import Look
from ruleloom_site.pictures.scene import Scene, read_scene
from tests.games import Configuration
from tests.pictures.drawing import GAMES, after, classes, parsed, picture, states


@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_card_is_told(name: str) -> None:
    """What a picture says is the same for every state that its watcher cannot tell apart."""
    for state in states(Configuration(name), 12, seed=5):
        for seat in range(state.game.rules.players):
            scene = read_scene(state, (seat + 1,))
            seen = observation(state, seat)
            board = [card["card"] for card in _cards(seen["board"])]
            shown = [face for spot in scene.spots if (face := spot.face) is not None]
            assert [HIDDEN if face.kind is None else face.kind.symbol for face in shown] == board
            for pile in scene.piles:
                name_of = _zone_name(state, scene, pile)
                view = seen["zones"][name_of]
                told = sorted(HIDDEN if face.kind is None else face.kind.symbol for face in pile.faces)
                assert told == sorted(card["card"] for card in view.get("cards", []))


def _cards(cards: object) -> list[dict[str, str]]:
    assert isinstance(cards, list)
    return [card for card in cards if card is not None]


def _zone_name(state: State, scene: Scene, pile: object) -> str:
    return state.game.machine.numbering.zones[[id(each) for each in scene.piles].index(id(pile))].name


@pytest.mark.parametrize("name", ["hearts", "collusion", "kuhn_poker", "klondike", "inselflucht"])
def test_a_picture_is_the_same_whatever_is_hidden(name: str) -> None:
    for state in states(Configuration(name), 8, seed=2):
        if not isinstance(state.pending, Decision):
            return
        seat = state.pending.player
        other = permute_unseen(state, seat, Seeded(9).stream("(other)"))
        look = Look(watchers=(seat + 1,))
        assert observation(other, seat) == observation(state, seat)
        assert picture(other, look) == picture(state, look)


def test_a_spectator_sees_no_hand_and_its_owner_does() -> None:
    state = after(Configuration("hearts"), 14)
    faces = [
        sum(len(pile.faces) for pile in read_scene(state, watchers).piles if pile.family.id == "hand")
        for watchers in ((), (1,), (1, 2), (1, 2, 3, 4))
    ]
    counts = [pile.count for pile in read_scene(state).piles if pile.family.id == "hand"]
    assert faces == [0, counts[0], counts[0] + counts[1], sum(counts)]


def test_cards_that_cannot_be_told_are_backs() -> None:
    state = after(Configuration("klondike"), 0)
    hidden = sum(face.kind is None for pile in read_scene(state).piles for face in pile.faces)
    assert hidden == 21
    assert classes(parsed(picture(state)))["rl-back-field"] == hidden + 1  # the deck, of which the top is drawn
