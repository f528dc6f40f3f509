"""Random games beside OpenSpiel, the same game on both sides; `python -m tests.full.openspiel` plays many."""

from dataclasses import replace

import pytest

from tests.openspiel.pairs import PAIRS
from tests.openspiel.walk import Difference, Pair, Walk

pytest.importorskip("pyspiel", reason="OpenSpiel (the package open_spiel) is not there for this Python")

GAMES = 3
BY_THEIRS = {pair.theirs: pair for pair in PAIRS}
OTHER_RULES = (
    ("nim(is_misere=False)", "nim"),
    ("connect_four", "connect_four(x_in_row=3)"),
    ("clobber(rows=4,columns=3)", "clobber(rows=3,columns=4)"),
    ("pig(winscore=20)", "pig(winscore=22)"),
    ("kuhn_poker", "kuhn_poker(players=3)"),
    ("goofspiel", "goofspiel(points_order=ascending)"),
    ("crazy_eights(players=3,max_turns=10000)", "crazy_eights(players=3,max_turns=10000,max_draw_cards=3)"),
    ("hearts(pass_cards=False)", "hearts(pass_cards=False,must_break_hearts=False)"),
    ("hearts", "hearts(avoid_all_tricks_bonus=True)"),
    ("oh_hell(players=4)", "oh_hell(players=4,points_per_trick=2)"),
)
"""One of the pairs, and a game of theirs with which it must not agree."""


@pytest.mark.parametrize("pair", [pytest.param(pair, id=str(pair)) for pair in PAIRS])
def test_the_same_game_in_openspiel(pair: Pair) -> None:
    walks = [Walk(pair, seed).play() for seed in range(GAMES)]
    assert all(walk.decisions > 0 for walk in walks)  # and `play` fails unless both are at the end


@pytest.mark.parametrize(("right", "wrong"), OTHER_RULES)
def test_another_rule_is_noticed(right: str, wrong: str) -> None:
    pair = replace(BY_THEIRS[right], theirs=wrong)
    with pytest.raises(Difference):
        for seed in range(50):
            Walk(pair, seed).play()
