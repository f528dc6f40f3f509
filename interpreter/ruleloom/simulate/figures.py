"""How figures and their intervals are written for people, in the way of some language."""

from typing import Protocol

from ruleloom.simulate.statistics import Difference, Mean, Share
from ruleloom_dsl.ir.rounding import hundredfold


class Numbers(Protocol):
    """How a language writes numbers."""

    def decimal(self, value: float, places: int = 0, *, signed: bool = False) -> str:
        """A number with so many places, and with its sign if that is wanted."""
        ...

    def percent(self, part: float, places: int = 1, *, signed: bool = False) -> str:
        """A part of all in per cent."""
        ...

    def between(self, low: str | int, high: str | int) -> str:
        """All from one value to another."""
        ...


def share_text(share: Share, numbers: Numbers) -> str:
    """A share with its interval."""
    interval = numbers.between(numbers.decimal(hundredfold(share.low), 1), numbers.percent(share.high))
    return f"{numbers.decimal(share.count)} ({numbers.percent(share.share)}, {interval})"


def mean_text(mean: Mean, numbers: Numbers) -> str:
    """A mean with its interval."""
    interval = numbers.between(numbers.decimal(mean.low, 2), numbers.decimal(mean.high, 2))
    return f"{numbers.decimal(mean.mean, 2)} ({interval})"


def difference_text(figures: Difference, numbers: Numbers, *, is_share: bool) -> tuple[str, str, str, str]:
    """Both figures, the difference with its interval, and an asterisk where it is hardly chance."""
    if is_share:
        first, second = (numbers.percent(value, 2) for value in (figures.first, figures.second))
    else:
        first, second = (numbers.decimal(value, 2) for value in (figures.first, figures.second))
    by, low, high = (
        numbers.decimal(hundredfold(value) if is_share else value, 2, signed=True)
        for value in (figures.difference, figures.low, figures.high)
    )
    return first, second, f"{by} ({numbers.between(low, high)})", "*" if figures.is_clear else ""
