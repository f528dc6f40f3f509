"""Draws the squares of a board with characters, in the largest of three sizes that fits the terminal.

Nothing is said by colour alone: a place that can be chosen has a double frame, a card that lies face down
is hatched and its symbol stands in brackets, pawns carry the number of their player.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from ruleloom.cli.playing.squares import Point, Square

Piece = tuple[str, str]
"""A piece of a line and its style."""

SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")
CHOICE, DOWN, NAME = "bold green", "dim", "dim"
MARGIN = 2


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a drawing: frames as corners, sides and edges, the hatching, how pawns are written."""

    frame: str  # top left, top right, bottom left, bottom right, horizontal, vertical
    double: str
    dashed: str
    hatch: str
    pawn: Callable[[int], str]
    gap: str


def _circled(seat: int) -> str:
    return chr(0x2460 + seat - 1) if seat <= 20 else f"P{seat}"


UNICODE = Glyphs("╭╮╰╯─│", "╔╗╚╝═║", "╭╮╰╯┄┆", "▒", _circled, "⋯")
ASCII = Glyphs("++++-|", "####=#", "....-:", ":", lambda seat: f"P{seat}", "~")


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares row by row; None where there is no place. Long empty stretches are left out and marked."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    squares: Mapping[Point, Square]

    @classmethod
    def of(cls, squares: Mapping[Point, Square]) -> "Grid":
        """The grid of all squares."""
        return cls(_stretch({row for row, _ in squares}), _stretch({column for _, column in squares}), squares)

    def at(self, row: int | None, column: int | None) -> Square | None:
        """The square at a point, if there is one."""
        return None if row is None or column is None else self.squares.get((row, column))


def _stretch(used: set[int]) -> tuple[int | None, ...]:
    """All numbers from the first to the last, with None for two and more in a row that are not used."""
    numbers = range(min(used), max(used) + 1)
    found: list[int | None] = []
    for is_used, stretch in groupby(numbers, key=lambda number: number in used):
        listed = list(stretch)
        found += listed if is_used or len(listed) == 1 else [None]
    return tuple(found)


def draw_board(
    squares: Mapping[Point, Square], glyphs: Glyphs, width: int, height: int, *, slanted: bool = False
) -> list[Text]:
    """The lines of a board that fit into so many columns and, if possible, lines.

    On a slanted board each row stands half a square further to the right than the one above.
    """
    grid = Grid.of(squares)
    sizes: list[_Size] = [_Medium(glyphs, squares), _Small(glyphs, squares)]
    if any(square.has_card for square in squares.values()):
        sizes.insert(0, _Large(glyphs, squares))
    slant = len(grid.rows) // 2 if slanted else 0
    size = next((size for size in sizes if size.fits(grid, width - slant * size.width, height)), sizes[-1])
    indents = [MARGIN + number * size.width // 2 * slanted for number in range(len(grid.rows))]
    return [line for row, indent in zip(grid.rows, indents, strict=True) for line in _row(grid, row, size, indent)]


def _row(grid: Grid, row: int | None, size: "_Size", indent: int) -> Iterator[Text]:
    if row is None:
        yield Text(" " * indent + size.glyphs.gap)
        return
    cells = [size.cell(grid.at(row, column)) for column in grid.columns]
    for number in range(size.height):
        line = Text(" " * indent)
        for cell in cells:
            for text, style in cell[number]:
                line.append(text, style or None)
        line.rstrip()
        yield line


class _Size:
    """One way to draw a square: lines of pieces, all of one width."""

    height = 1

    def __init__(self, glyphs: Glyphs, squares: Mapping[Point, Square]) -> None:
        self.glyphs = glyphs
        self.names = max(len(square.name) for square in squares.values())
        self.symbols = max((len(square.symbol) for square in squares.values()), default=0)
        self.crowd = max(1, *(self._width_of(square) for square in squares.values()))

    @property
    def width(self) -> int:
        raise NotImplementedError

    def lines(self, square: Square) -> list[list[Piece]]:
        raise NotImplementedError

    def fits(self, grid: Grid, width: int, height: int) -> bool:
        return MARGIN + len(grid.columns) * self.width <= width and len(grid.rows) * self.height <= height

    def cell(self, square: Square | None) -> list[list[Piece]]:
        return [[(" " * self.width, "")]] * self.height if square is None else self.lines(square)

    def _width_of(self, square: Square) -> int:
        return sum(cell_len(text) for text, _ in self._pawns(square))

    def _pawns(self, square: Square) -> list[Piece]:
        """Pawns, then what the place remembers: stones look like pawns, numbers and words as they are written."""
        pieces = [(self.glyphs.pawn(seat), seat_style(seat)) for seat in square.pawns]
        for mark in square.marks:
            if mark.seat is not None:
                pieces.append((self.glyphs.pawn(mark.seat), seat_style(mark.seat)))
            else:
                pieces.append((f" {mark.text}" if pieces else mark.text, "bold"))
        return pieces

    def _name(self, square: Square) -> Piece:
        return square.name, CHOICE if square.is_choice else NAME

    def _symbol(self, square: Square) -> str:
        return f"({square.symbol})" if square.is_down else square.symbol

    def _fill(self, square: Square) -> str:
        return self.glyphs.hatch if square.is_down else " "

    def _framed(self, square: Square, inner: list[list[Piece]], width: int) -> list[list[Piece]]:
        """Pieces with a frame around them and a blank behind."""
        frame = self.glyphs.double if square.is_choice else self.glyphs.dashed if square.is_down else self.glyphs.frame
        style = CHOICE if square.is_choice else DOWN if square.is_down else ""
        top, bottom = (f"{frame[left]}{frame[4] * width}{frame[left + 1]} " for left in (0, 2))
        sides = [[(frame[5], style), *pieces, (f"{frame[5]} ", style)] for pieces in inner]
        return [[(top, style)], *sides, [(bottom, style)]]


class _Large(_Size):
    """The symbol above, pawns and name below, in a frame."""

    height = 4

    @property
    def inner(self) -> int:
        return max(5, self.symbols + 4, self.names + self.crowd + 1)

    @property
    def width(self) -> int:
        return self.inner + 3

    def lines(self, square: Square) -> list[list[Piece]]:
        fill = self._fill(square)
        symbol, style = self._symbol(square), DOWN if square.is_down else "bold"
        words = f" {' '.join(square.words)}"[: self.inner - len(symbol) - 1] if square.words else ""
        above = [(fill, DOWN), (symbol, style), ((words or "").ljust(self.inner - 1 - len(symbol), fill), DOWN)]
        pawns = self._pawns(square)
        left = [(fill, DOWN), *pawns] if pawns else []
        used = sum(cell_len(text) for text, _ in left)
        below = [*left, (fill * (self.inner - used - len(square.name)), DOWN), self._name(square)]
        return self._framed(square, [above, below], self.inner)


class _Medium(_Size):
    """Symbol, pawns and name on one line, in a frame."""

    height = 3

    @property
    def inner(self) -> int:
        return max(5, self.symbols + 2 + self.crowd + self.names)

    @property
    def width(self) -> int:
        return self.inner + 3

    def lines(self, square: Square) -> list[list[Piece]]:
        return self._framed(square, [self._line(square)], self.inner)

    def _line(self, square: Square) -> list[Piece]:
        symbol = self._symbol(square) if square.is_down else f" {square.symbol}"
        pawns = self._pawns(square)
        used = len(symbol) + self._width_of(square) + len(square.name)
        fill = self._fill(square) * (self.inner - used)
        style = DOWN if square.is_down else "bold"
        return [(symbol, style), *pawns, (fill, DOWN), self._name(square)]


class _Small(_Medium):
    """The same with the sides of the frame only."""

    height = 1

    def lines(self, square: Square) -> list[list[Piece]]:
        return super().lines(square)[1:-1]


def seat_style(seat: int) -> str:
    """The colour of a player, beside the number that is always written."""
    return SEAT_STYLES[(seat - 1) % len(SEAT_STYLES)]
