"""Pictures: well-formed, escaped, the same bytes each time, and they neither hide nor tell what they should not."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ruleloom_site.pictures
from ruleloom.chance import CHOICES, Seeded
from ruleloom.game import Decision, Game, State
from ruleloom.geometry import geometry
from ruleloom.view import HIDDEN, observation, permute_unseen
from ruleloom_dsl import catalog
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.texts.language import Filling
from ruleloom_dsl.texts.locales import load_language
from ruleloom_site.pictures import Look, Picture, draw, figure, standalone, stylesheet
from ruleloom_site.pictures.plan import edge_labels, make_plan
from ruleloom_site.pictures.scene import Scene, read_scene
from ruleloom_site.pictures.style import DARK, LIGHT
from ruleloom_site.pictures.svg import node, render
from ruleloom_site.pictures.zones import shown_piles, tricks
from tests.games import Configuration, game, is_possible

PACKAGE = Path(ruleloom_site.pictures.__file__).parent
ENGLISH = load_language("en")
PICTURED = {id for id in ENGLISH.phrases if id.startswith("picture.")}
SVG = "{http://www.w3.org/2000/svg}"
GAMES = tuple(catalog.games())
SLID = Configuration("collapsi", ("shifting_board",))
COLLAPSI = Configuration("collapsi")


class English:
    """The phrases of the package; names are ids, symbols as they are declared or as they are told here."""

    language = ENGLISH

    def __init__(self, rules: Rules, printed: dict[str, str] | None = None) -> None:
        self.kinds = {kind.id: kind.symbol for make in rules.components for kind in make.kinds}
        self.printed = printed or {}
        self.said: set[str] = set()

    def say(self, id: str, **values: Filling) -> str:
        self.said.add(id)
        return ENGLISH.say(id, **values)

    def name(self, id: str, form: str = "one") -> str:
        return self.printed.get(id, f"{id}s" if form == "many" else id)

    def symbol(self, kind: str) -> str:
        return self.printed.get(kind, self.kinds[kind])


def states(asked: Configuration, moves: int, seed: int = 1) -> Iterator[State]:
    """The states of a random game."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    state = game(asked).initial().settle(chance)
    yield state
    for _ in range(moves):
        if not isinstance(state.pending, Decision):
            return
        options = state.pending.moves
        state = state.play(options[choices.below(len(options))], chance)
        yield state


@cache
def after(asked: Configuration, moves: int, seed: int = 1) -> State:
    return list(states(asked, moves, seed))[-1]


def picture(state: State, look: Look = Look(), prefix: str = "p") -> Picture:  # noqa: B008
    return draw(state, English(state.game.rules), prefix, look)


def parsed(drawn: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(drawn.svg)


def ids(tree: ElementTree.Element) -> list[str]:
    return [element.attrib["id"] for element in tree.iter() if "id" in element.attrib]


def classes(tree: ElementTree.Element) -> Counter[str]:
    return Counter(each for element in tree.iter() for each in element.get("class", "").split())


# --- every game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_draws_at_any_moment(name: str) -> None:
    asked = Configuration(name)
    for number, state in enumerate(states(asked, 24, seed=3)):
        if number % 6 == 0:
            for watchers in ((), tuple(range(1, state.game.rules.players + 1))):
                drawn = picture(state, Look(watchers=watchers))
                check(drawn)


VARIANTS = sorted((path.parents[1].name, path.stem) for path in catalog.shipped().glob("*/variants/*.yaml"))


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_variant_draws(name: str, variant: str) -> None:
    asked = Configuration(name, (variant,))
    if not is_possible(asked):
        pytest.skip("it needs another")
    check(picture(after(asked, 5)))


def check(drawn: Picture) -> None:
    tree = parsed(drawn)
    assert tree.tag == f"{SVG}svg"
    assert tree.attrib["role"] == "img"
    found = ids(tree)
    assert len(found) == len(set(found))
    assert all(each.startswith("p-") for each in found)
    assert tree.attrib["aria-labelledby"].split() == ["p-title", "p-desc"]
    assert set(tree.attrib["aria-labelledby"].split()) <= set(found)
    used = set(re.findall(r"url\(#([^)]*)\)", drawn.svg))
    assert used <= set(found)
    assert [tree[0].text, tree[1].text] == [drawn.title, drawn.description]
    assert drawn.title and drawn.description
    assert "\n" not in drawn.svg + drawn.tables
    ElementTree.fromstring(f"<div>{drawn.tables}</div>")
    _, _, width, height = map(float, tree.attrib["viewBox"].split())
    assert width > 0 and height > 0


def test_all_phrases_are_used_and_all_used_are_there() -> None:
    said: set[str] = set()
    looks = [Look(), Look(watchers=(1,), zones=())]
    for asked in (*map(Configuration, GAMES), SLID, Configuration("collapsi", ("free_start",))):
        for state in (after(asked, 0), after(asked, 9), after(asked, 60)):
            boxes = tuple(family.id for family in state.game.rules.zones if family.role == "box")
            for look in (*looks, Look(zones=boxes)):
                words = English(state.game.rules)
                figure(draw(state, words, "p", look), words)
                said |= words.said
    state = after(COLLAPSI, 0)
    words = English(state.game.rules)
    draw(state, words, "p", Look(walk=("3", "0"), chosen=("0",)))
    assert (said | words.said) - PICTURED <= {"tell.player", "rule.yes", "rule.no"}
    rare = {
        "picture.team",
        "picture.title",
        "picture.out",
        "picture.is_out",
        "picture.box",
    }
    assert PICTURED - (said | words.said) <= rare


def test_a_picture_is_the_same_bytes_each_time() -> None:
    for name in GAMES:
        state = after(Configuration(name), 7)
        assert picture(state) == picture(state)


def test_prefixes_keep_the_ids_of_two_pictures_apart() -> None:
    state = after(Configuration("inselflucht"), 10)
    one, other = (ids(parsed(picture(state, prefix=prefix))) for prefix in ("one", "other"))
    assert one
    assert not set(one) & set(other)


@pytest.mark.parametrize("prefix", ["", "1a", 'a"', "a b", "a)", "é"])
def test_a_prefix_must_be_able_to_begin_an_id(prefix: str) -> None:
    with pytest.raises(ValueError, match="cannot begin an id"):
        picture(after(COLLAPSI, 0), prefix=prefix)


# --- escaping -----------------------------------------------------------------------------------------------------

HOSTILE = ("</text><script>alert(1)</script>", '"><b', "&amp;", "]]>", "\x00\ud800\n\n# x", "<!--", "{x}", "|", "`")


@pytest.mark.parametrize("sign", HOSTILE)
def test_hostile_words_stay_words(sign: str) -> None:
    state = after(Configuration("collapsi"), 6)
    names = [kind.id for make in state.game.rules.components for kind in make.kinds]
    printed = dict.fromkeys((*names, "pawn", "card", "up", "down"), sign)
    words = English(state.game.rules, printed)
    drawn = draw(state, words, "p", Look(title=sign))
    check(drawn)
    assert "<script" not in drawn.svg + drawn.tables
    whole = figure(drawn, words, sign)
    assert "\n" not in whole
    ElementTree.fromstring(whole)


@pytest.mark.parametrize("sign", HOSTILE)
def test_hostile_names_of_places_stay_names(sign: str) -> None:
    state = after(COLLAPSI, 6)
    rules, board = state.game.rules, state.game.rules.board
    assert board is not None
    named = Game(replace(rules, board=replace(board, names=(sign, *board.names[1:]))))
    drawn = picture(named.initial().settle(Seeded(1)))
    check(drawn)
    assert "<script" not in drawn.svg + drawn.tables


def test_the_writer_escapes_what_it_is_given() -> None:
    tree = node("text", "a<b>&\x07", class_='"<>&')
    again = ElementTree.fromstring(render(tree))
    assert again.text == "a<b>&\N{REPLACEMENT CHARACTER}"
    assert again.attrib["class"] == '"<>&'


# --- what is seen -------------------------------------------------------------------------------------------------


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
                view = seen["zones"][name_of]  # type: ignore[index]
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


# --- what is said -------------------------------------------------------------------------------------------------


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


# --- boards -------------------------------------------------------------------------------------------------------


def test_names_stand_at_the_edges_where_they_are_made_of_row_and_column() -> None:
    letters = edge_labels(read_scene(after(Configuration("hex"), 0)).spots)
    assert letters is not None
    assert letters.columns[1] == "a" and letters.rows[11] == "11"
    pairs = edge_labels(read_scene(after(Configuration("inselflucht"), 0)).spots)
    assert pairs is not None
    assert pairs.columns[5] == "5" and pairs.rows[1] == "1"
    assert edge_labels(read_scene(after(COLLAPSI, 0)).spots) is None


def test_places_of_a_slid_board_never_lie_on_each_other() -> None:
    for state in states(SLID, 40, seed=4):
        plan = make_plan(read_scene(state))
        assert len(set(plan.middles.values())) == 16


def test_a_long_stretch_without_places_is_left_out() -> None:
    scene = read_scene(after(SLID, 0))
    board = scene.rules.board
    assert board is not None and scene.geometry is not None
    columns = tuple(column + 40 * (column == 4) for column in scene.geometry.columns)
    spots = tuple(replace(spot, column=columns[spot.place]) for spot in scene.spots)
    far = replace(scene, spots=spots, geometry=geometry(board, scene.geometry.rows, columns))
    plan = make_plan(far)
    assert len(plan.left_out) == 1
    assert plan.size[0] < make_plan(scene).size[0] * 1.3


# --- style --------------------------------------------------------------------------------------------------------


def test_the_style_sheet_on_disk_is_the_one_that_is_written() -> None:
    assert (PACKAGE.parents[1] / "theme/pages/assets/pictures.css").read_text("utf-8") == stylesheet()


def test_every_class_and_colour_is_known() -> None:
    sheet = stylesheet()
    for name in (*GAMES, "collapsi"):
        found = classes(parsed(picture(after(Configuration(name), 12))))
        assert {each for each in found if not re.search(rf"\.{each}\b(?!-)", sheet)} <= {"rl-board", "rl-walk"}
    used, set_ = set(re.findall(r"var\((--[\w-]+)\)", sheet)), set(re.findall(r"(--rl-[\w-]+):", sheet))
    assert used == set_


def test_a_lone_picture_carries_its_colours() -> None:
    drawn = picture(after(COLLAPSI, 3))
    for dark in (False, True):
        alone = standalone(drawn, dark=dark)
        ElementTree.fromstring(alone)
        assert "var(" not in alone
    assert standalone(drawn) != standalone(drawn, dark=True)


def test_colours_can_be_read() -> None:
    for colours in (LIGHT, DARK):
        for ground in ("card", "tile", "down"):
            assert contrast(colours["ink"], colours[ground]) >= 7
            assert contrast(colours["faint"], colours[ground]) >= 4.5
        assert contrast(colours["red"], colours["card"]) >= 4.5
        for seat in range(1, 9):
            assert contrast(colours["on-seat"], colours[f"seat-{seat}"]) >= 4.5
            assert contrast(colours["tile"], colours[f"seat-{seat}"]) >= 3


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
