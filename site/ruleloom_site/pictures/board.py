"""Draws a board: its cells, the cards, pawns and stones on them, joined edges, and what is marked."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin, sqrt

from ruleloom.geometry import EAST, NORTH, SOUTH, STEPS, WEST
from ruleloom.rulebook.naming import Naming
from ruleloom_dsl.ir.types import Truth
from ruleloom_site.pictures.cards import ON_BOARD, card, fitted, slot
from ruleloom_site.pictures.markers import marker
from ruleloom_site.pictures.marks import card_mark, pawn_mark, place_mark
from ruleloom_site.pictures.plan import Plan, Point, leaving
from ruleloom_site.pictures.scene import Mark, Scene, Spot
from ruleloom_site.pictures.svg import Node, group, node, number, pointed, points, text
from ruleloom_site.pictures.walks import walk
from ruleloom_site.pictures.words import settled, value_text

TURN = pi * (3 - sqrt(5))
"""The angle between one seed and the next, as in a sunflower: they never lie on each other."""
MOST_SEEDS = 24
MOST_IN_LINE = 3


@dataclass(frozen=True, slots=True)
class Marked:
    """What is pointed out on a board: places of a walk in order, and places that are framed."""

    walk: tuple[int, ...] = ()
    chosen: frozenset[int] = frozenset()
    marks: bool = False  # whether everything that moves can name has a mark for scripts


def board(scene: Scene, plan: Plan, words: Naming, prefix: str, marked: Marked) -> Node:
    """The whole board."""
    brush = _Brush(scene, plan, words, prefix, marked.marks)
    parts = [*brush.tiles(), *brush.edges(marked.walk), *brush.names(), *brush.left_out()]
    if marked.marks:
        parts += [brush.place(spot, spot.place in marked.chosen) for spot in scene.spots]
    else:
        parts += [part for spot in scene.spots for part in brush.spot(spot)]
        parts += [brush.frame(place) for place in sorted(marked.chosen)]
        parts += [part for spot in scene.spots for part in brush.tokens(spot)]
    if len(marked.walk) > 1 and scene.geometry is not None:
        parts.append(walk(plan, scene.geometry, marked.walk))
    return group(*parts, class_="rl-board")


class _Brush:
    def __init__(self, scene: Scene, plan: Plan, words: Naming, prefix: str, marks: bool = False) -> None:
        self.scene = scene
        self.plan = plan
        self.words = words
        self.prefix = prefix
        self.marks = marks
        self.pawns = [make.id for make in scene.rules.components if not make.kinds]

    # --- cells ----------------------------------------------------------------------------------------------------

    def tiles(self) -> Iterator[Node]:
        """All cells that no cards lie on, as one outline."""
        if not self.plan.has_cards:
            yield node("path", d="".join(self._cell(spot) for spot in self.scene.spots), class_="rl-tile")

    def _cell(self, spot: Spot, shrunk: float = 0) -> str:
        x, y = self.plan.middles[spot.place]
        if self.plan.is_hexagonal:
            return points(*_hexagon(x, y, self.plan.radius() - shrunk))
        width, height = (side - 2 * shrunk for side in self.plan.cell)
        return f"M{number(x - width / 2)} {number(y - height / 2)}h{number(width)}v{number(height)}h-{number(width)}Z"

    def place(self, spot: Spot, is_chosen: bool) -> Node:
        """A place with all that is on it, over a cell that can be pointed at."""
        target = node("path", d=self._cell(spot), fill="none", pointer_events="all")
        frame = [self.frame(spot.place)] if is_chosen else []
        return pointed(group(target, *self.spot(spot), *frame, *self.tokens(spot)), place_mark(spot))

    def spot(self, spot: Spot) -> Iterator[Node]:
        """The card of a place, its words, and its name where places are named one by one."""
        x, y = self.plan.middles[spot.place]
        if self.plan.captions:
            yield self._caption(spot)
        if not self.plan.has_cards:
            return
        left, top = x - ON_BOARD.width / 2, self._card_top(y)
        drawn = slot(ON_BOARD) if spot.face is None else card(
            spot.face, self.words, ON_BOARD, self.prefix, low=bool(spot.pawns or spot.marks)
        )  # fmt: skip
        if self.marks and spot.face is not None:
            drawn = pointed(drawn, card_mark(spot.face))
        yield group(drawn, x=left, y=top)
        if spot.face is not None and spot.face.words:
            said = ", ".join(self.words.name(word) for word in spot.face.words)
            font = fitted(said, 9, self.plan.cell[0])
            yield text(said, x, top + (ON_BOARD.height + ON_BOARD.width) / 2 + 8.5, font, class_="rl-faint rl-italic")

    def _caption(self, spot: Spot) -> Node:
        """The name of a place, below its right edge: ways and frames leave it free there."""
        x, y = self.plan.middles[spot.place]
        width, height = self.plan.cell
        right, low = width / 2 - 4, height / 2 - 4
        if self.plan.has_cards:
            right, low = ON_BOARD.width / 2 - 2, self._card_top(y) - y + ON_BOARD.height + 12
        return text(settled(spot.name), x + right, y + low, 10, class_="rl-faint", anchor="end")

    def _card_top(self, middle: float) -> float:
        return middle - ON_BOARD.height / 2 - (5.5 if self.plan.captions else 0)

    def frame(self, place: int) -> Node:
        """The double frame of a place that is pointed out."""
        spot = self.scene.spots[place]
        x, y = self.plan.middles[place]
        if self.plan.has_cards:
            left, top = x - ON_BOARD.width / 2, self._card_top(y)
            outer, inner = (
                _rounded(left - far, top - far, ON_BOARD.width + 2 * far, ON_BOARD.height + 2 * far)
                for far in (3, -0.5)
            )
        else:
            outer, inner = (node("path", d=self._cell(spot, shrunk)) for shrunk in (2.5, 6))
        return group(group(outer, class_="rl-frame"), group(inner, class_="rl-frame-inner"))

    # --- around the cells -----------------------------------------------------------------------------------------

    def names(self) -> Iterator[Node]:
        """The names of rows and columns at the edges."""
        labels = self.plan.labels
        if labels is None:
            return
        width, height = self.plan.cell
        tops = _firsts(self.scene.spots, self.plan, by_row=False)
        lefts = _firsts(self.scene.spots, self.plan, by_row=True)
        gap = height * (2 / 3 if self.plan.is_hexagonal else 1 / 2) + 6
        for column, (x, y) in tops.items():
            yield text(settled(labels.columns[column]), x, y - gap, 11, class_="rl-faint")
        for row, (x, y) in lefts.items():
            yield text(settled(labels.rows[row]), x - width / 2 - 7, y + 4, 11, class_="rl-faint", anchor="end")

    def left_out(self) -> Iterator[Node]:
        """Dots where lines without places are left out."""
        for x, y in self.plan.left_out:
            yield text("⋯", x, y + 4, 14, class_="rl-faint")

    def edges(self, walked: Sequence[int]) -> Iterator[Node]:
        """A pair of small arrows at each side where a step leads round to the other end, but for the steps walked."""
        geometry = self.scene.geometry
        if geometry is None or not geometry.board.joined:
            return
        steps = {(one, leaving(geometry, one, other)) for pair in pairwise(walked) for one, other in (pair, pair[::-1])}
        drawn = []
        for place in range(len(geometry.rows)):
            for way in (STEPS[direction] for direction in (NORTH, EAST, SOUTH, WEST)):
                other = geometry.ahead[STEPS.index(way)][place]
                is_round = other is not None and leaving(geometry, place, other) == way
                if is_round and (place, way) not in steps:
                    drawn.append(self._chevrons(place, way))
        yield node("path", d="".join(drawn), class_="rl-joined")

    def _chevrons(self, place: int, way: tuple[int, int]) -> str:
        (x, y), (width, height), (down, right) = self.plan.middles[place], self.plan.cell, way
        drawn = []
        for along in ((width if right else height) / 2 + far for far in (5, 9)):
            wings = [(x + right * along + down * side, y + down * along + right * side) for side in (-4, 4)]
            tip = x + right * (along + 3), y + down * (along + 3)
            drawn.append(f"M{_at(wings[0])}L{_at(tip)}L{_at(wings[1])}")
        return "".join(drawn)

    # --- what stands on the cells ---------------------------------------------------------------------------------

    def tokens(self, spot: Spot) -> Iterator[Node]:
        """Pawns, stones, seeds and words, side by side, in two lines where there are many."""
        count = len(spot.pawns) + len(spot.marks)
        if not count:
            return
        across = count if count <= MOST_IN_LINE else -(-count // 2)
        radius = self._radius(across) if across == count else min(8.0, self._radius(across))
        drawn = [self._pawn(pawn, seat, radius) for pawn, seat in spot.pawns]
        drawn += [self._mark(mark, radius) for mark in spot.marks]
        lines = [drawn[first : first + across] for first in range(0, count, across)]
        x, y = self.plan.middles[spot.place][0], self._token_line(spot)
        for line, tokens in enumerate(lines):
            down = (line - (len(lines) - 1) / 2) * radius * 2.1
            for at, token in enumerate(tokens):
                yield group(token, x=x + (at - (len(tokens) - 1) / 2) * radius * 2.1, y=y + down)

    def _radius(self, across: int) -> float:
        if self.plan.has_cards:
            return min(11.5, ON_BOARD.width / (2.2 * across))
        room = self.plan.cell[0] * (0.92 if self.plan.is_hexagonal else 1)
        return min(room * 0.33, room / (2.2 * across))

    def _token_line(self, spot: Spot) -> float:
        """How far down the tokens of a place stand."""
        y = self.plan.middles[spot.place][1]
        if not self.plan.has_cards:
            return y
        return self._card_top(y) + ON_BOARD.height * (0.62 if spot.face and spot.face.words else 0.745)

    def _pawn(self, pawn: str, seat: int, radius: float) -> Node:
        drawn = marker(seat, radius, self.words.name(pawn)[:1] if len(self.pawns) > 1 else "")
        return pointed(drawn, pawn_mark(seat)) if self.marks else drawn

    def _mark(self, mark: Mark, radius: float) -> Node:
        if mark.seat is not None:
            return marker(mark.seat, radius)
        if mark.number is not None:
            return seeds(mark.number, radius * 1.35)
        variable = mark.variable
        is_name = isinstance(variable.type, Truth) and mark.value is True
        said = self.words.name(variable.id) if is_name else value_text(
            self.words, self.scene.rules, mark.value, variable.type
        )  # fmt: skip
        font = fitted(said, radius * 0.9, radius * 2.6)
        return text(settled(said), 0, font * 0.35, font, class_="rl-rank rl-ink")


def seeds(count: int, radius: float) -> Node:
    """So many seeds in a heap, with their number below; a number alone where there are too many."""
    if count > MOST_SEEDS or count < 0:
        return text(str(count), 0, radius * 0.35, fitted(str(count), radius, radius * 1.7), class_="rl-rank rl-ink")
    size, spread = radius * 0.16, radius * 0.19
    outline = "".join(_dot(across, down - radius * 0.28, size) for across, down in _heap(count, spread))
    said = text(str(count), 0, radius * 0.98, radius * 0.52, class_="rl-rank rl-ink" if count else "rl-faint")
    return group(node("path", d=outline, class_="rl-seed"), said) if count else said


def _heap(count: int, spread: float) -> Iterator[Point]:
    for seed in range(count):
        far = spread * sqrt(seed + (0.35 if count > 1 else 0)) * 1.05
        yield far * cos(seed * TURN), far * sin(seed * TURN)


def _dot(x: float, y: float, radius: float) -> str:
    size, across = number(radius), number(2 * radius)
    arc = f"a{size} {size} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{arc} {across} 0{arc} -{across} 0Z"


def _firsts(spots: Sequence[Spot], plan: Plan, *, by_row: bool) -> dict[int, Point]:
    found: dict[int, Point] = {}
    for spot in spots:
        found.setdefault(spot.row if by_row else spot.column, plan.middles[spot.place])
    return found


def _hexagon(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * sin(corner * pi / 3), y - radius * cos(corner * pi / 3)) for corner in range(6)]


def _rounded(x: float, y: float, width: float, height: float) -> Node:
    return node("rect", x=x, y=y, width=width, height=height, rx=7)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def chosen_places(scene: Scene, names: Collection[str]) -> frozenset[int]:
    """The places with these names. Raises ValueError for a name that no place has."""
    return frozenset(place_called(scene, name) for name in names)


def place_called(scene: Scene, name: str) -> int:
    """The place with a name. Raises ValueError if there is none."""
    found = next((spot.place for spot in scene.spots if spot.name == name), None)
    if found is None:
        raise ValueError(f'no place is called "{name}"')
    return found
