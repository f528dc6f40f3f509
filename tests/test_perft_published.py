"""Published numbers of ways in which well-known games can go on, decision by decision."""

import pytest

from ruleloom.perft import perft
from tests.games import Configuration, game

PUBLISHED = {
    "tic_tac_toe": (9, 72, 504, 3024),
    "connect_four": (7, 49, 343, 2401),
    "breakthrough": (22, 484),
    "othello": (4, 12, 56, 244, 1396),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_perft(name: str) -> None:
    state = game(Configuration(name)).initial()
    assert tuple(perft(state, depth) for depth in range(1, len(PUBLISHED[name]) + 1)) == PUBLISHED[name]
