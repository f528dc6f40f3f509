"""Random games beside OpenSpiel, the same game on both sides; `python -m tests.full.openspiel` plays many."""

import pytest

from tests.openspiel.pairs import PAIRS
from tests.openspiel.walk import Pair, Walk

pytest.importorskip("pyspiel", reason="OpenSpiel (the package open_spiel) is not there for this Python")

GAMES = 3
SETTINGS = [pytest.param(pair, id=str(pair)) for pair in PAIRS]


@pytest.mark.parametrize("pair", SETTINGS)
def test_the_same_game_in_openspiel(pair: Pair) -> None:
    walks = [Walk(pair, seed).play() for seed in range(GAMES)]
    assert all(walk.decisions > 0 for walk in walks)  # and `play` fails unless both are at the end
