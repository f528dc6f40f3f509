"""Which games a simulation consists of."""

from itertools import pairwise

import pytest

from ruleloom.simulate.batches import LARGEST, MOST_GAMES, SMALLEST, Series, batch_size


@pytest.mark.parametrize("games", [1, 19, 20, 21, 100, 117])
def test_batches_hold_every_game_once(games: int) -> None:
    series = Series(seed=4, games=games, size=20)
    seeds = [seed for batch in range(series.batches) for seed in series.seeds(batch)]
    assert seeds == [4 * MOST_GAMES + number for number in range(games)]


def test_base_seeds_share_no_game() -> None:
    most = [Series(seed, MOST_GAMES, LARGEST) for seed in range(4)]
    for one, next_one in pairwise(most):
        assert one.seeds(one.batches - 1).stop <= next_one.seeds(0).start


def test_a_batch_does_not_depend_on_how_many_games_are_wanted() -> None:
    assert Series(1, 50, 20).seeds(1) == Series(1, 5_000, 20).seeds(1)


def test_batches_are_neither_tiny_nor_huge() -> None:
    assert [batch_size(games) for games in (1, 1_000, 100_000, MOST_GAMES)] == [SMALLEST, SMALLEST, 100, LARGEST]
