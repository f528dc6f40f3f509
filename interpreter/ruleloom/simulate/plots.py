"""Plots as SVG that stands in a page: bars, intervals and histograms in the page's own colours.

What is drawn stands in a table of the page too; a plot says in words what it shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ruleloom.simulate.figures import Numbers
from ruleloom.simulate.statistics import Difference, Share

WIDTH, ROW, NAMES, FIGURES = 640, 26, 190, 80
PLOT = WIDTH - NAMES - FIGURES
MOST_BARS = 60
LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class _Frame:
    """The part of the numbers that is drawn, from left to right."""

    low: float
    high: float

    def x(self, value: float) -> float:
        """Where a number stands."""
        return NAMES + PLOT * (value - self.low) / (self.high - self.low)


def share_bars(title: str, shares: Sequence[tuple[str, Share]], numbers: Numbers) -> str:
    """A bar for each share, with its interval."""
    frame, parts = _Frame(0, 1), []
    for number, (name, share) in enumerate(shares):
        y = number * ROW
        parts += [
            _name(name, y),
            f'<rect class="bar" x="{NAMES}" y="{y + 5}" width="{PLOT * share.share:.1f}" height="{ROW - 10}"/>',
            _interval(frame, share.low, share.high, y),
            _figure(numbers.percent(share.share), y),
        ]
    return _drawing(title, len(shares) * ROW, parts)


def histogram_bars(title: str, histograms: Sequence[Sequence[tuple[int, int]]], numbers: Numbers) -> str:
    """How often each value was seen, as a part of all; a second histogram is drawn as a line over the first."""
    values = [value for histogram in histograms for value, _ in histogram]
    least, step = min(values), -(-(max(values) - min(values) + 1) // MOST_BARS)
    bars = (max(values) - least) // step + 1
    parts_of = [_binned(histogram, least, step, bars) for histogram in histograms]
    top = max(part for parts in parts_of for part in parts)
    height, width = 160, (WIDTH - 20) / bars
    drawn = [
        f'<rect class="bar" x="{10 + number * width:.1f}" y="{height * (1 - part / top):.1f}" '
        f'width="{max(width - 1, 0.5):.1f}" height="{height * part / top:.1f}"/>'
        for number, part in enumerate(parts_of[0])
    ]
    for parts in parts_of[1:]:
        points = " ".join(
            f"{10 + (at + 0.5) * width:.1f},{height * (1 - part / top):.1f}" for at, part in enumerate(parts)
        )
        drawn.append(f'<polyline class="other" points="{points}"/>')
    for number in sorted({0, bars // 2, bars - 1}):
        x = 10 + (number + 0.5) * width
        value = numbers.decimal(least + number * step)
        drawn.append(f'<text x="{x:.1f}" y="{height + 16}" text-anchor="middle">{value}</text>')
    return _drawing(title, height + 22, drawn)


def difference_dots(title: str, differences: Sequence[tuple[str, Difference]], numbers: Numbers) -> str:
    """A dot for each difference of two shares, with its interval; a line stands where there is none."""
    reach = max([0.01, *(max(abs(each.low), abs(each.high)) for _, each in differences)])
    frame, height = _Frame(-reach, reach), len(differences) * ROW
    parts = [f'<line class="zero" x1="{frame.x(0)}" y1="0" x2="{frame.x(0)}" y2="{height}"/>']
    for number, (name, each) in enumerate(differences):
        y, kind = number * ROW, "clear" if each.is_clear else "dot"
        parts += [
            _name(name, y),
            _interval(frame, each.low, each.high, y),
            f'<circle class="{kind}" cx="{frame.x(each.difference):.1f}" cy="{y + ROW / 2}" r="5"/>',
            _figure(numbers.percent(each.difference, signed=True), y),
        ]
    return _drawing(title, height, parts)


def _binned(histogram: Sequence[tuple[int, int]], least: int, step: int, bars: int) -> list[float]:
    total, found = sum(count for _, count in histogram), [0.0] * bars
    for value, count in histogram:
        found[(value - least) // step] += count / total
    return found


def _name(name: str, y: int) -> str:
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return f'<text x="{NAMES - 8}" y="{y + 18}" text-anchor="end">{escape(short)}</text>'


def _figure(text: str, y: int) -> str:
    return f'<text x="{WIDTH}" y="{y + 18}" text-anchor="end">{text}</text>'


def _interval(frame: _Frame, low: float, high: float, y: int) -> str:
    left, right, middle = frame.x(low), frame.x(high), y + ROW / 2
    return (
        f'<path class="interval" d="M{left:.1f} {middle}H{right:.1f}'
        f'M{left:.1f} {middle - 4}v8M{right:.1f} {middle - 4}v8"/>'
    )


def _drawing(title: str, height: int, parts: Sequence[str]) -> str:
    label = escape(title, quote=True)
    picture = f'<svg role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>'
    return f'<div class="wide" tabindex="0">{picture}</div>'
