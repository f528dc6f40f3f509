"""Speeds that are compared: the sides take turns in one run, because machines are shared and noisy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

Measure = Callable[[], float]


@dataclass(frozen=True)
class Line:
    """One line of the table: a speed or a time, what it is compared with, and how much it should be at least."""

    what: str
    unit: str
    ours: float
    theirs: float | None = None
    ratio: float | None = None
    wanted: str = ""

    def __str__(self) -> str:
        theirs = "" if self.theirs is None else _number(self.theirs)
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return (
            f"{self.what:<44} {_number(self.ours):>12} {theirs:>12} {ratio:>7}  {self.unit:<14} {self.wanted}".rstrip()
        )


HEAD = f"{'':<44} {'Ruleloom':>12} {'the other':>12} {'ratio':>7}  {'unit':<14} wanted"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def speed(what: str, unit: str, measure: Measure, rounds: int, wanted: str = "") -> Line:
    """The median of several measurements."""
    return Line(what, unit, median(measure() for _ in range(rounds)), wanted=wanted)


def against(what: str, unit: str, ours: Measure, theirs: Measure, rounds: int, wanted: str = "") -> Line:
    """The medians of two sides that take turns, and the median of the ratios round by round."""
    rows = [(ours(), theirs()) for _ in range(rounds)]
    first, second = (median(side) for side in zip(*rows, strict=True))
    return Line(what, unit, first, second, median(a / b for a, b in rows), wanted)


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean.

    >>> round(geometric_mean([2, 8]), 9)
    4.0
    """
    product = 1.0
    for value in values:
        product *= value ** (1 / len(values))
    return product
