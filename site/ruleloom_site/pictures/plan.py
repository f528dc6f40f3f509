"""Where each place of a board is drawn, how large, and how its places are named: at the edges or one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from ruleloom.geometry import STEPS, Geometry
from ruleloom_dsl.ir.game import Board, Game
from ruleloom_site.pictures.cards import ON_BOARD
from ruleloom_site.pictures.scene import FACE, Scene, Spot

JOINED, LABELS, RIM, CAPTION = 30.0, 17.0, 5.0, 11.0
GAP = 0.5
"""How wide a stretch without places is drawn, in cells."""
NEXT = 1
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Labels:
    """Names at the edges: what all places of a column share, and what all places of a row share."""

    columns: Mapping[int, str]
    rows: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The drawing's grid: the middle of each place, the size of a cell, where lines were left out."""

    cell: Point
    middles: Mapping[int, Point]
    left_out: tuple[Point, ...]
    size: Point
    is_hexagonal: bool
    has_cards: bool
    labels: Labels | None
    captions: bool  # each place has its name below it

    def radius(self) -> float:
        """From the middle of a hexagon to its corners."""
        return self.cell[0] / sqrt(3)


def make_plan(scene: Scene, *, names: bool = True) -> Plan:
    """The plan of a scene with a board."""
    board = scene.rules.board
    assert board is not None and scene.geometry is not None, "the game has no board"
    labels = edge_labels(scene.spots) if names and not board.movable else None
    captions = names and labels is None
    width, height = _cell(scene.rules, board, captions)
    rows, columns = _stretch({spot.row for spot in scene.spots}), _stretch({spot.column for spot in scene.spots})
    left, top = _margins(board, labels)
    across, down = _offsets(columns, width), _offsets(rows, height)
    slant = width / 2 if board.cells == "hexagons" else 0
    middles = {
        spot.place: (left + across[spot.column] + slant * (spot.row - rows[0][0]), top + down[spot.row])
        for spot in scene.spots
    }
    right = left if "rows" in board.joined else RIM
    end = max(x for x, _ in middles.values()) + width / 2 + right, max(y for _, y in middles.values()) + height / 2
    bottom = JOINED if "columns" in board.joined else RIM
    reach = (height * 2 / 3 - height / 2) if slant else 0
    gaps = _gaps(columns, width, left, end[1] / 2, 0) + _gaps(rows, height, top, end[0] / 2, 1)
    return Plan(
        (width, height), middles, gaps, (end[0], end[1] + bottom + reach), bool(slant), board.holds is not None, labels,
        captions,
    )  # fmt: skip


def _cell(rules: Game, board: Board, captions: bool) -> Point:
    if board.holds is not None:
        changes = next(make.changes for make in rules.components if make.id == board.holds)
        turns = any(name != FACE for name, _ in changes)
        width = ON_BOARD.height + 4 if turns else ON_BOARD.width + 8
        return width, ON_BOARD.height + 8 + CAPTION * captions
    if board.cells == "hexagons":
        return 32.0, 32 * sqrt(3) / 2
    side = 58.0 if board.columns <= 4 else 44.0 if board.columns <= 8 else 34.0
    return side, side


def _margins(board: Board, labels: Labels | None) -> Point:
    left, top = (JOINED if axis in board.joined else RIM for axis in ("rows", "columns"))
    return left + LABELS * (labels is not None), top + LABELS * (labels is not None) + 2 * (board.cells == "hexagons")


Stretch = list[tuple[int, bool]]
"""The lines in order: each with whether it stands for a stretch that is left out."""


def _stretch(used: set[int]) -> Stretch:
    numbers = range(min(used), max(used) + 1)
    found: Stretch = []
    for is_used, stretch in groupby(numbers, key=lambda number: number in used):
        listed = list(stretch)
        short = is_used or len(listed) <= NEXT
        found += [(number, False) for number in listed] if short else [(listed[0], True)]
    return found


def _offsets(lines: Stretch, size: float) -> dict[int, float]:
    """The middle of each line from the first edge on."""
    found, at = {}, 0.0
    for number, is_gap in lines:
        step = size * (GAP if is_gap else 1)
        found[number] = at + step / 2
        at += step
    return found


def _gaps(lines: Stretch, size: float, start: float, other: float, axis: int) -> tuple[Point, ...]:
    offsets = _offsets(lines, size)
    along = [start + offsets[number] for number, is_gap in lines if is_gap]
    return tuple((at, other) if axis == 0 else (other, at) for at in along)


# --- names --------------------------------------------------------------------------------------------------------


def edge_labels(spots: Sequence[Spot]) -> Labels | None:
    """The names of columns and rows, where each place is called by both: `b3`, `2,5`."""
    columns, rows = _grouped(spots, lambda spot: spot.column), _grouped(spots, lambda spot: spot.row)
    if len(columns) < 2 or len(rows) < 2:
        return None
    for first, second in ((columns, rows), (rows, columns)):
        starts = {line: _alphanumeric(_shared(names)) for line, names in first.items()}
        ends = {line: _alphanumeric(_shared([name[::-1] for name in names])[::-1]) for line, names in second.items()}
        by_column = first is columns
        if all(
            _is_both(
                spot.name, starts[spot.column if by_column else spot.row], ends[spot.row if by_column else spot.column]
            )
            for spot in spots
        ):
            return Labels(starts, ends) if by_column else Labels(ends, starts)
    return None


def _grouped(spots: Sequence[Spot], line: Callable[[Spot], int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for spot in spots:
        found.setdefault(line(spot), []).append(spot.name)
    return found


def _shared(names: Sequence[str]) -> str:
    """What all names begin with."""
    first, last = min(names), max(names)
    return first[: next((at for at, sign in enumerate(first) if last[at : at + 1] != sign), len(first))]


def _alphanumeric(name: str) -> str:
    start = next((at for at, sign in enumerate(name) if sign.isalnum()), len(name))
    end = next((at for at in range(len(name), start, -1) if name[at - 1].isalnum()), start)
    return name[start:end]


def _is_both(name: str, start: str, end: str) -> bool:
    between = name[len(start) : len(name) - len(end)]
    fits = bool(start and end) and name.startswith(start) and name.endswith(end) and len(start) + len(end) <= len(name)
    return fits and not any(sign.isalnum() for sign in between)


# --- ways ---------------------------------------------------------------------------------------------------------


def leaving(geometry: Geometry, place: int, other: int) -> tuple[int, int] | None:
    """The way down and to the right on which a step to another place leaves the drawing, if it does."""
    down, right = geometry.rows[other] - geometry.rows[place], geometry.columns[other] - geometry.columns[place]
    if max(abs(down), abs(right)) <= NEXT:
        return None
    for direction, step in enumerate(STEPS):
        if geometry.ahead[direction][place] == other and not _is_ahead(step, down, right):
            return step
    return None


def _is_ahead(step: tuple[int, int], down: int, right: int) -> bool:
    return (step[0] * abs(down), step[1] * abs(right)) == (down, right)
