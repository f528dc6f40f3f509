"""Words and names stay words and names, whatever signs are in them."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ruleloom.chance import Seeded
from ruleloom.game import Game
from ruleloom_site.pictures import Look, draw, figure
from ruleloom_site.pictures.svg import node, render
from tests.games import Configuration
from tests.pictures.drawing import COLLAPSI, English, after, check, picture

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
