"""Which places lie next to which, for the coordinates the places have at the moment.

A step along a line leads to the next coordinate if a place is there. Otherwise, on a joined axis, the outermost places
of the line are next to each other (`edges: line`), or only those on the outline's bounding box (`edges: frame`).
Diagonal steps cross a joined edge at the bounding box. A place is never next to itself.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from ruleloom_dsl.ir.game import Board

Table = tuple[tuple[int, ...], ...]


class Geometry:
    """A board with the row and the column of each of its places; what follows from them is computed once."""

    def __init__(self, board: Board, rows: tuple[int, ...], columns: tuple[int, ...]) -> None:
        self.board = board
        self.rows = rows
        self.columns = columns

    @cached_property
    def orthogonal(self) -> Table:
        """The neighbours of each place along its row and its column, ascending."""
        near: list[set[int]] = [set() for _ in self.rows]
        for one, other in (*self._pairs("rows"), *self._pairs("columns")):
            near[one].add(other)
            near[other].add(one)
        return tuple(tuple(sorted(places)) for places in near)

    @cached_property
    def diagonal(self) -> Table:
        """The places one row and one column away from each place, ascending."""
        steps = [(down, right) for down in (-1, 1) for right in (-1, 1)]
        near = [{self._beyond(place, *step) for step in steps} - {place, None} for place in range(len(self.rows))]
        return tuple(tuple(sorted(place for place in places if place is not None)) for places in near)

    @cached_property
    def around(self) -> Table:
        """Both kinds of neighbours of each place, ascending."""
        return tuple(tuple(sorted({*a, *b})) for a, b in zip(self.orthogonal, self.diagonal, strict=True))

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
                yield line[0], line[-1]

    def _is_ring(self, line: list[int], along: tuple[int, ...]) -> bool:
        return self.board.edges == "line" or (along[line[0]], along[line[-1]]) == (min(along), max(along))

    def _beyond(self, place: int, down: int, right: int) -> int | None:
        row = _wrapped(self.rows[place] + down, self.rows, "columns" in self.board.joined)
        return self.place(row, _wrapped(self.columns[place] + right, self.columns, "rows" in self.board.joined))


@lru_cache(maxsize=64)
def geometry(board: Board, rows: tuple[int, ...], columns: tuple[int, ...]) -> Geometry:
    """The geometry of a board with these coordinates, the same object while it is in use."""
    return Geometry(board, rows, columns)


def first_geometry(board: Board) -> Geometry:
    """The geometry of a board as it is laid out: places in reading order, coordinates from 1."""
    at = [divmod(place, board.columns) for place in range(board.size)]
    return geometry(board, tuple(row + 1 for row, _ in at), tuple(column + 1 for _, column in at))


def _wrapped(at: int, along: tuple[int, ...], joined: bool) -> int:
    low, high = min(along), max(along)
    return low + (at - low) % (high - low + 1) if joined else at
