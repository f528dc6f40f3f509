"""Which places lie next to which, for the coordinates the places have at the moment.

A step along a line leads to the next coordinate if a place is there. Otherwise, on a joined axis, the outermost places
of the line are next to each other (`edges: line`), or only those on the outline's bounding box (`edges: frame`).
Diagonal steps cross a joined edge at the bounding box. A place is never next to itself. On hexagons the steps to the
north-east and to the south-west lead to neighbours, and there are no diagonal ones.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from ruleloom_dsl.ir.game import Board

Table = tuple[tuple[int, ...], ...]
Ahead = tuple[tuple[int | None, ...], ...]

RELATIONS = ("orthogonal", "diagonal", "around")
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The way down and to the right of each direction: north, north-east, east and so on clockwise."""
NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = 1, 3, 5, 7


class Geometry:
    """A board with the row and the column of each of its places; what follows from them is computed once."""

    def __init__(self, board: Board, rows: tuple[int, ...], columns: tuple[int, ...]) -> None:
        self.board = board
        self.rows = rows
        self.columns = columns
        self._rays: dict[tuple[int, int], tuple[int, ...]] = {}
        self._lines: dict[int, Table] = {}
        self._between: dict[tuple[int, int], tuple[int, ...]] = {}

    @cached_property
    def orthogonal(self) -> Table:
        """The neighbours of each place along its row and its column, ascending."""
        near: list[set[int]] = [set() for _ in self.rows]
        for one, other in (*self._pairs("rows"), *self._pairs("columns")):
            near[one].add(other)
            near[other].add(one)
        if self.is_hexagonal:
            for direction in (NORTH_EAST, SOUTH_WEST):
                for place, beyond in enumerate(self.ahead[direction]):
                    near[place].update(() if beyond is None else (beyond,))
        return tuple(tuple(sorted(places)) for places in near)

    @cached_property
    def diagonal(self) -> Table:
        """The places one row and one column away from each place, ascending."""
        steps = [] if self.is_hexagonal else [(down, right) for down in (-1, 1) for right in (-1, 1)]
        near = [{self._beyond(place, *step) for step in steps} - {place, None} for place in range(len(self.rows))]
        return tuple(tuple(sorted(place for place in places if place is not None)) for places in near)

    @cached_property
    def around(self) -> Table:
        """Both kinds of neighbours of each place, ascending."""
        return tuple(tuple(sorted({*a, *b})) for a, b in zip(self.orthogonal, self.diagonal, strict=True))

    @property
    def is_hexagonal(self) -> bool:
        """Whether the cells are hexagons."""
        return self.board.cells == "hexagons"

    @cached_property
    def ahead(self) -> Ahead:
        """By direction the next place of each place."""
        found: list[list[int | None]] = [[None] * len(self.rows) for _ in STEPS]
        for axis, forth, back in (("rows", EAST, WEST), ("columns", SOUTH, NORTH)):
            for one, other in self._pairs(axis):
                found[forth][one], found[back][other] = other, one
        for direction in (NORTH_EAST, SOUTH_WEST) if self.is_hexagonal else range(1, len(STEPS), 2):
            beyond = [self._beyond(place, *STEPS[direction]) for place in range(len(self.rows))]
            found[direction] = [None if other == place else other for place, other in enumerate(beyond)]
        return tuple(map(tuple, found))

    def ray(self, place: int, direction: int) -> tuple[int, ...]:
        """All places in a direction, nearest first, until the edge or until the way comes round."""
        found = self._rays.get((place, direction))
        if found is None:
            passed, steps = [place], self.ahead[direction]
            while (after := steps[passed[-1]]) is not None and after not in passed:
                passed.append(after)
            found = self._rays[place, direction] = tuple(passed[1:])
        return found

    def lines(self, length: int) -> Table:
        """All straight rows of so many places, each once, in order along it."""
        if length not in self._lines:
            found: dict[frozenset[int], tuple[int, ...]] = {}
            for place in range(len(self.rows) if length > 0 else 0):
                for direction in (EAST, SOUTH_EAST, SOUTH, SOUTH_WEST):
                    line = (place, *self.ray(place, direction)[: length - 1])
                    if len(line) == length:
                        found.setdefault(frozenset(line), line)
            self._lines[length] = tuple(found.values())
        return self._lines[length]

    def between(self, one: int, other: int) -> tuple[int, ...]:
        """The places strictly between two on one straight line, from the first on."""
        found = self._between.get((one, other))
        if found is None:
            found = self._between[one, other] = tuple(self._passed(one, other))
        return found

    def _passed(self, one: int, other: int) -> Iterator[int]:
        down, right = self.rows[other] - self.rows[one], self.columns[other] - self.columns[one]
        far = max(abs(down), abs(right))
        step = (down // far, right // far) if far and down in (0, far, -far) and right in (0, far, -far) else None
        if step is None or (self.is_hexagonal and step in ((1, 1), (-1, -1))):
            return
        points = ((self.rows[one] + step[0] * at, self.columns[one] + step[1] * at) for at in range(1, far))
        yield from (place for point in points if (place := self._places.get(point)) is not None)

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {at: place for place, at in enumerate(zip(self.rows, self.columns, strict=True))}

    def steps(self, relation: str) -> Table:
        """The table of a step relation: `orthogonal`, `diagonal` or `around`."""
        tables = {"orthogonal": self.orthogonal, "diagonal": self.diagonal, "around": self.around}
        return tables[relation]

    def place(self, row: int, column: int) -> int | None:
        """The place with these coordinates, if there is one."""
        return self._places.get((row, column))

    def line(self, place: int, axis: str) -> tuple[int, ...]:
        """All places in the same `row` or `column`, ascending."""
        across = self.rows if axis == "row" else self.columns
        return tuple(other for other in range(len(across)) if across[other] == across[place])

    def slid(self, place: int, axis: str, by: int) -> "Geometry":
        """The board after the line of `place` was moved along itself."""
        line = set(self.line(place, axis))
        along = self.columns if axis == "row" else self.rows
        moved = tuple(at + by if other in line else at for other, at in enumerate(along))
        return geometry(self.board, *((self.rows, moved) if axis == "row" else (moved, self.columns)))

    def _pairs(self, axis: str) -> Iterator[tuple[int, int]]:
        across, along = (self.rows, self.columns) if axis == "rows" else (self.columns, self.rows)
        for at in sorted(set(across)):
            line = sorted((place for place in range(len(across)) if across[place] == at), key=along.__getitem__)
            yield from (pair for pair in pairwise(line) if along[pair[1]] - along[pair[0]] == 1)
            if axis in self.board.joined and len(line) > 1 and self._is_ring(line, along):
                yield line[-1], line[0]

    def _is_ring(self, line: list[int], along: tuple[int, ...]) -> bool:
        return self.board.edges == "line" or (along[line[0]], along[line[-1]]) == (min(along), max(along))

    def _beyond(self, place: int, down: int, right: int) -> int | None:
        row, column = self.rows[place] + down, self.columns[place] + right
        (top, bottom), (first, last) = self._outline
        if "columns" in self.board.joined:
            row = top + (row - top) % (bottom - top + 1)
        if "rows" in self.board.joined:
            column = first + (column - first) % (last - first + 1)
        return self.place(row, column)

    @cached_property
    def _outline(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return (min(self.rows), max(self.rows)), (min(self.columns), max(self.columns))


@lru_cache(maxsize=64)
def geometry(board: Board, rows: tuple[int, ...], columns: tuple[int, ...]) -> Geometry:
    """The geometry of a board with these coordinates, the same object while it is in use."""
    return Geometry(board, rows, columns)


def first_geometry(board: Board) -> Geometry:
    """The geometry of a board as it is laid out: places in reading order, coordinates from 1."""
    at = [divmod(place, board.columns) for place in range(board.size)]
    return geometry(board, tuple(row + 1 for row, _ in at), tuple(column + 1 for _, column in at))
