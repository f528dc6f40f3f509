"""Draws a walk: a numbered arrow for each step, and a pair of ghost arrows where a step crosses a joined edge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from ruleloom.geometry import Geometry
from ruleloom_site.pictures.plan import Plan, Point, leaving
from ruleloom_site.pictures.svg import Node, group, node, number, points, text

OVER_CARDS, OVER_CELLS = (0.33, 0.74), (0.32, 0.88)
"""Which part of the way between two places an arrow covers, so that what lies on them can be seen."""
ASIDE = 0.08
"""How far from the straight line it runs, to the right, so that a way back lies beside it."""
HEAD, BADGE, FONT = 9.0, 8.0, 10.5
INSIDE, OUTSIDE = 11.0, 22.0
"""How far a ghost arrow reaches into a cell and beyond its edge."""
FULL_CELL, LEAST = 52.0, 0.66
"""The width of a cell from which on arrows have their full size, and the smallest part of it."""


def walk(plan: Plan, geometry: Geometry, places: Sequence[int]) -> Node:
    """All steps of a walk from its first place on."""
    pen = _Pen(plan, max(LEAST, min(1.0, plan.cell[0] / FULL_CELL)))
    steps = enumerate(pairwise(places), start=1)
    drawn = [part for step, (one, other) in steps for part in pen.step(step, one, other, leaving(geometry, one, other))]
    return group(*drawn, class_="rl-walk")


@dataclass(frozen=True, slots=True)
class _Pen:
    plan: Plan
    size: float

    def step(self, step: int, one: int, other: int, way: tuple[int, int] | None) -> Iterator[Node]:
        start, end = self.plan.middles[one], self.plan.middles[other]
        if way is None:
            first, last = OVER_CARDS if self.plan.has_cards else OVER_CELLS
            yield self._arrow(_between(start, end, first), _between(start, end, last), step, ghost=False)
            return
        back = -way[0], -way[1]
        yield self._arrow(self._edge(start, way, -INSIDE), self._edge(start, way, OUTSIDE), step, ghost=True)
        yield self._arrow(self._edge(end, back, OUTSIDE), self._edge(end, back, -INSIDE), step, ghost=True)

    def _edge(self, middle: Point, way: tuple[int, int], beyond: float) -> Point:
        """The point in a direction that lies so far beyond the edge of a cell."""
        down, right = way[0], way[1] + (way[0] / 2 if self.plan.is_hexagonal else 0)
        width, height = self.plan.cell
        return middle[0] + right * (width / 2 + beyond), middle[1] + down * (height / 2 + beyond)

    def _arrow(self, start: Point, end: Point, step: int, *, ghost: bool) -> Node:
        length = hypot(end[0] - start[0], end[1] - start[1]) or 1
        right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        head, badge, font = HEAD * self.size, BADGE * self.size, FONT * self.size
        neck = end[0] - right * head, end[1] - down * head
        wing = head * 0.62
        tip = points(
            end, (neck[0] - down * wing, neck[1] + right * wing), (neck[0] + down * wing, neck[1] - right * wing)
        )
        line = f"M{number(start[0])} {number(start[1])}L{number(neck[0])} {number(neck[1])}"
        return group(
            node("path", d=line, class_="rl-halo"),
            node("path", d=tip, class_="rl-halo"),
            node("path", d=line, class_="rl-way rl-ghost" if ghost else "rl-way"),
            node("path", d=tip, class_="rl-head"),
            node("circle", cx=start[0], cy=start[1], r=badge, class_="rl-badge"),
            text(
                str(step), start[0], start[1] + font * 0.35, font * (1 if step < 10 else 0.85), class_="rl-badge-text"
            ),
        )


def _between(start: Point, end: Point, part: float) -> Point:
    right, down = end[0] - start[0], end[1] - start[1]
    return start[0] + right * part - down * ASIDE, start[1] + down * part + right * ASIDE
