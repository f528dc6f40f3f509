"""Draws a walk: a numbered arrow for each step, and a pair of ghost arrows where a step crosses a joined edge."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from ruleloom.geometry import Geometry
from ruleloom_site.pictures.plan import Plan, Point, leaving
from ruleloom_site.pictures.svg import Node, group, node, number, points, text

FROM, TO = 0.33, 0.74
"""Which part of the way between two places an arrow covers, so that what lies on them can be seen."""
ASIDE = 0.08
"""How far from the straight line it runs, to the right, so that a way back lies beside it."""
HEAD = 9.0
BADGE = 8.0
INSIDE, OUTSIDE = 11.0, 22.0
"""How far a ghost arrow reaches into a cell and beyond its edge."""


def walk(plan: Plan, geometry: Geometry, places: Sequence[int]) -> Node:
    """All steps of a walk from its first place on."""
    drawn = [part for step, pair in enumerate(pairwise(places), start=1) for part in _step(plan, geometry, step, *pair)]
    return group(*drawn, class_="rl-walk")


def _step(plan: Plan, geometry: Geometry, step: int, one: int, other: int) -> Iterator[Node]:
    start, end = plan.middles[one], plan.middles[other]
    way = leaving(geometry, one, other)
    if way is None:
        yield _arrow(_between(start, end, FROM), _between(start, end, TO), step, ghost=False)
        return
    back = -way[0], -way[1]
    yield _arrow(_towards(plan, start, way, -INSIDE), _towards(plan, start, way, OUTSIDE), step, ghost=True)
    yield _arrow(_towards(plan, end, back, OUTSIDE), _towards(plan, end, back, -INSIDE), step, ghost=True)


def _towards(plan: Plan, middle: Point, way: tuple[int, int], beyond: float) -> Point:
    """The point in a direction that lies so far beyond the edge of a cell."""
    down, right = way
    return middle[0] + right * (plan.cell[0] / 2 + beyond), middle[1] + down * (plan.cell[1] / 2 + beyond)


def _between(start: Point, end: Point, part: float) -> Point:
    right, down = end[0] - start[0], end[1] - start[1]
    return start[0] + right * part - down * ASIDE, start[1] + down * part + right * ASIDE


def _arrow(start: Point, end: Point, step: int, *, ghost: bool) -> Node:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = end[0] - right * HEAD, end[1] - down * HEAD
    wing = HEAD * 0.62
    head = points(end, (neck[0] - down * wing, neck[1] + right * wing), (neck[0] + down * wing, neck[1] - right * wing))
    line = f"M{number(start[0])} {number(start[1])}L{number(neck[0])} {number(neck[1])}"
    badge = start[0] + right * BADGE * 0.2, start[1] + down * BADGE * 0.2
    return group(
        node("path", d=line, class_="rl-halo"),
        node("path", d=head, class_="rl-halo"),
        node("path", d=line, class_="rl-way rl-ghost" if ghost else "rl-way"),
        node("path", d=head, class_="rl-head"),
        node("circle", cx=badge[0], cy=badge[1], r=BADGE, class_="rl-badge"),
        text(str(step), badge[0], badge[1] + 3.6, 10.5 if step < 10 else 9, class_="rl-badge-text"),
    )
