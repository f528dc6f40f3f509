"""Estimates with 95 % intervals, from counts.

Shares have the interval of Wilson (1927), differences of shares that of Newcombe (1998, method 10), which is made of
two of Wilson's. Means, their differences and the ratio of two means have the usual one of the normal distribution; the
variance of a ratio comes from the delta method. All of them suppose that games are independent of each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

Histogram = Mapping[int, int]
"""How often each value was seen."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with an interval for the true share."""

    count: int
    of: int
    share: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """The share and its interval.

    >>> found = share(7, 10)
    >>> round(found.low, 4), round(found.high, 4)
    (0.3968, 0.8922)
    """
    found, square = count / of, _Z * _Z
    centre = (found + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(found * (1 - found) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == of else min(1.0, centre + half)
    return Share(count, of, found, low, high)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with an interval for the true one, and the standard error that it comes from."""

    mean: float
    low: float
    high: float
    error: float


def _mean(mean: float, variance: float) -> Mean:
    error = sqrt(max(variance, 0.0))
    return Mean(mean, mean - _Z * error, mean + _Z * error, error)


@dataclass(frozen=True, slots=True)
class Spread:
    """How values are spread: mean, standard deviation, quantiles, and the histogram in order of the values.

    `quantiles` are the least values that are not below 5, 25, 50, 75 and 95 % of all.
    """

    mean: Mean
    deviation: float
    least: int
    most: int
    quantiles: tuple[int, int, int, int, int]
    histogram: tuple[tuple[int, int], ...]


def spread(histogram: Histogram) -> Spread:
    """The spread of at least two values.

    >>> found = spread({1: 2, 3: 2})
    >>> found.mean.mean, round(found.deviation, 4), found.quantiles
    (2.0, 1.1547, (1, 1, 1, 3, 3))
    """
    ordered = sorted((value, count) for value, count in histogram.items() if count)
    games = sum(count for _, count in ordered)
    mean = sum(value * count for value, count in ordered) / games
    variance = sum(count * (value - mean) ** 2 for value, count in ordered) / (games - 1)
    five, quarter, half, more, most = (_quantile(ordered, games * percent) for percent in (5, 25, 50, 75, 95))
    return Spread(
        _mean(mean, variance / games), sqrt(variance), ordered[0][0], ordered[-1][0],
        (five, quarter, half, more, most), tuple(ordered),
    )  # fmt: skip


def _quantile(ordered: list[tuple[int, int]], hundredths: int) -> int:
    seen = 0
    for value, count in ordered:
        seen += count
        if seen * 100 >= hundredths:
            return value
    return ordered[-1][0]


@dataclass(frozen=True, slots=True)
class Sums:
    """What is known of pairs of numbers, one pair a game: how many, their sums, squares and products."""

    games: int
    above: int
    below: int
    above_squared: int
    below_squared: int
    product: int


def ratio(sums: Sums) -> Mean:
    """The sum of the upper numbers by the sum of the lower ones; the games are what varies."""
    if not sums.below:
        return Mean(0.0, 0.0, 0.0, 0.0)
    found = sums.above / sums.below
    squares = sums.above_squared - 2 * found * sums.product + found * found * sums.below_squared
    return _mean(found, squares * sums.games / ((sums.games - 1) * sums.below**2))


@dataclass(frozen=True, slots=True)
class Difference:
    """How far the first figure is above the second, with an interval for the true difference."""

    first: float
    second: float
    difference: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether no difference at all lies outside the interval."""
        return self.low > 0 or self.high < 0


def shares_differ(first: Share, second: Share) -> Difference:
    """The difference of two shares.

    >>> found = shares_differ(share(56, 70), share(48, 80))
    >>> round(found.low, 4), round(found.high, 4)
    (0.0524, 0.3339)
    """
    found = first.share - second.share
    below = sqrt((first.share - first.low) ** 2 + (second.high - second.share) ** 2)
    above = sqrt((first.high - first.share) ** 2 + (second.share - second.low) ** 2)
    return Difference(first.share, second.share, found, found - below, found + above)


def means_differ(first: Mean, second: Mean) -> Difference:
    """The difference of two means."""
    found = _mean(first.mean - second.mean, first.error**2 + second.error**2)
    return Difference(first.mean, second.mean, found.mean, found.low, found.high)
