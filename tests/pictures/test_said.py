"""Pictures, and the descriptions beside them, say what the state holds and what was asked for."""

import re

import pytest

from ruleloom.game import State
from ruleloom_site.pictures import Look, draw
from ruleloom_site.pictures.scene import read_scene
from ruleloom_site.pictures.zones import shown_piles, tricks
from tests.games import Configuration
from tests.pictures.drawing import (
    COLLAPSI,
    SVG,
    English,
    after,
    classes,
    parsed,
    picture,
    states,
)


def test_the_description_says_what_the_state_holds() -> None:
    state = after(COLLAPSI, 8)
    scene, said = read_scene(state), picture(state).description
    for spot in scene.spots:
        for pawn, seat in spot.pawns:
            assert f"On {spot.name}: {pawn} of Player {seat}." in said
        assert spot.face is not None and spot.face.kind is not None
        name = f"{spot.face.kind.id} (face down)" if spot.face.is_down else spot.face.kind.id
        assert any(
            spot.name in places.split(", ") for places in re.findall(rf"On ([\d, ]+): {re.escape(name)}\.", said)
        )
    assert "Opposite edges are joined." in said


def test_the_description_tells_stones_hands_and_facts() -> None:
    assert "mark (Player 1)" in picture(after(Configuration("tic_tac_toe"), 3)).description
    said = picture(after(Configuration("hearts"), 14), Look(watchers=(1,))).description
    assert "hidden cards" in said
    assert re.search(r"hand \(Player 1\): \w+, ", said)
    assert "points: 6" in picture(after(Configuration("pig"), 2)).description


def test_a_walk_is_drawn_step_by_step_and_its_ghosts_are_told() -> None:
    drawn = picture(after(COLLAPSI, 0), Look(walk=("3", "0", "4", "5")))
    found = classes(parsed(drawn))
    assert found["rl-badge"] == 4  # three steps, one of them drawn twice
    assert found["rl-ghost"] == 2
    assert "Numbered arrows show a walk: 3, 0, 4, 5. From 3 to 0 it crosses a joined edge." in drawn.description


def test_framed_places_are_told() -> None:
    drawn = picture(after(COLLAPSI, 0), Look(chosen=("5", "1")))
    assert classes(parsed(drawn))["rl-frame"] == 2
    assert "Framed: 1, 5." in drawn.description


@pytest.mark.parametrize(
    "look", [Look(chosen=("z",)), Look(walk=("0", "z")), Look(zones=("z",)), Look(watchers=(0,)), Look(watchers=(3,))]
)
def test_what_is_not_there_cannot_be_shown(look: Look) -> None:
    with pytest.raises(ValueError, match=r"no (place|zone|seat)"):
        picture(after(COLLAPSI, 0), look)


def test_parts_can_be_left_out() -> None:
    state = after(Configuration("inselflucht"), 6)
    found = classes(parsed(picture(state, Look(board=False))))
    assert not found["rl-board"] and found["rl-card"]
    assert "A board" not in picture(state, Look(board=False)).description
    assert not classes(parsed(picture(state, Look(zones=(), facts=False))))["rl-name"]


def test_collapsed_cards_are_hatched_and_flooded_ones_turned() -> None:
    state = after(COLLAPSI, 6)
    down = sum(spot.face is not None and spot.face.is_down for spot in read_scene(state).spots)
    assert down > 1
    assert classes(parsed(picture(state)))["rl-down-hatch"] == down
    state = after(Configuration("inselflucht"), 30)
    turned = sum(spot.face is not None and bool(spot.face.words) for spot in read_scene(state).spots)
    assert turned
    assert picture(state, Look(zones=())).svg.count("rotate(-90)") == turned


def test_suits_are_drawn_and_not_printed() -> None:
    state = after(Configuration("hearts"), 14)
    kinds = [kind for make in state.game.rules.components for kind in make.kinds]
    suits = dict(zip("CDHS", "♣♦♥♠", strict=True))
    words = English(state.game.rules, {kind.id: kind.symbol[:-1] + suits[kind.symbol[-1]] for kind in kinds})
    drawn = draw(state, words, "p", Look(watchers=(1,)))
    texts = [element.text or "" for element in parsed(drawn).iter(f"{SVG}text")]
    assert not any(sign in text for text in texts for sign in "♣♦♥♠")
    assert re.search("[♣♦♥♠]\N{VARIATION SELECTOR-15}", drawn.description)
    assert not re.search("[♣♦♥♠](?!\N{VARIATION SELECTOR-15})", drawn.description + drawn.tables)
    assert not re.search("[♣♦♥♠]", drawn.svg.replace(drawn.description, ""))


def test_a_trick_is_one_row() -> None:
    state = next(state for state in states(Configuration("hearts"), 40) if _played(state) == 2)
    assert tricks(shown_piles(read_scene(state), None)) == ("table",)


def _played(state: State) -> int:
    return sum(pile.count for pile in read_scene(state).piles if pile.family.id == "table")
