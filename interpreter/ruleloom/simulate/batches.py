"""Which games a simulation consists of: game n of base seed S has the seed S x 100,000,000,000 + n, n from 0.

So no two base seeds share a game, and a game can be dealt again by its seed. Batch b holds the games from b x size on.
"""

from dataclasses import dataclass

MOST_GAMES = 10**11
MOST_SEEDS = 10**7
SMALLEST, LARGEST = 20, 1_000_000
BATCHES = 1_000
"""About so many batches there are, unless they would be smaller or larger than these."""


def batch_size(games: int) -> int:
    """How many games a batch holds, in a simulation of so many."""
    return min(max(games // BATCHES, SMALLEST), LARGEST)


@dataclass(frozen=True, slots=True)
class Series:
    """All games of a simulation; the last batch may hold fewer than the others."""

    seed: int
    games: int
    size: int

    @property
    def batches(self) -> int:
        """How many batches there are, numbered from 0."""
        return -(-self.games // self.size)

    def seeds(self, batch: int) -> range:
        """The seeds of a batch's games.

        >>> Series(seed=3, games=50, size=20).seeds(2)
        range(300000000040, 300000000050)
        """
        first = self.seed * MOST_GAMES
        return range(first + batch * self.size, first + min((batch + 1) * self.size, self.games))
