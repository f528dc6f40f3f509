"""The board as tables where it never changes, and as fields that are worked out anew where its lines slide."""

from ruleloom.geometry import STEPS, Geometry
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, both, chosen
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.shape import Shape
from ruleloom.lower.sliding import Sliding
from ruleloom.lower.tables import Tables, guarded, starts_of
from ruleloom.lower.values import Filter, Lines, MaskSet, Several, Slice, none_at_all

NEAR = {"orthogonal": "near", "around": "around"}


class BoardLowering:
    """Where places are and what is next to them; `moves` says whether that changes in play."""

    def __init__(self, shape: Shape, tables: Tables) -> None:
        board = shape.game.board
        self.shape = shape
        self.tables = tables
        self.moves = board is not None and board.movable
        self.size = shape.places
        self._geometry = shape.numbering.geometry
        self.sliding = Sliding(self)

    @property
    def geometry(self) -> Geometry:
        """The board as it is laid out. Raises NotLowered in a game without one."""
        if self._geometry is None:
            raise NotLowered("the game has no board")
        return self._geometry

    def near(self, relation: str, place: p.Expr) -> p.Expr:
        """The mask of the places one step away; `place` may be NONE."""
        if self.moves:
            if relation not in NEAR:
                return self.sliding.diagonal(place)
            return guarded(place, p.At(NEAR[relation], place), EMPTY)
        masks = [sum(1 << other for other in near) for near in self.geometry.steps(relation)]
        return self.tables.entry_or(masks, place, 0, "mask")

    def row(self, place: p.Expr, axis: str) -> p.Expr:
        """The row or the column of a place; `axis` is `row` or `column`."""
        if self.moves:
            return guarded(place, p.At("rows" if axis == "row" else "columns", place), p.Int(p.NO_NUMBER))
        numbers = self.geometry.rows if axis == "row" else self.geometry.columns
        return self.tables.entry_or(numbers, place, p.NO_NUMBER)

    def place(self, code: Code, row: p.Expr, column: p.Expr) -> p.Expr:
        """The place with these coordinates, or NONE."""
        row, column = code.hold(row), code.hold(column)
        if self.moves:
            found = code.local(p.Int(p.NONE))

            def look(inner: Code, at: p.Expr) -> None:
                here = both(binary("==", p.At("rows", at), row), binary("==", p.At("columns", at), column))
                inner.when(here, lambda then: then.add(p.Store(found, at), p.Break()))

            code.each_number(FALSE, p.Int(self.size), look)
            return found
        rows, columns = max(self.geometry.rows), max(self.geometry.columns)
        places = [self.geometry.place(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
        if isinstance(row, p.Int) and isinstance(column, p.Int):
            known = self.geometry.place(row.value, column.value)
            return p.Int(p.NONE if known is None else known)
        inside = both(
            both(binary(">=", row, p.Int(1)), binary("<=", row, p.Int(rows))),
            both(binary(">=", column, p.Int(1)), binary("<=", column, p.Int(columns))),
        )
        at = binary("+", binary("*", binary("-", row, p.Int(1)), p.Int(columns)), binary("-", column, p.Int(1)))
        numbers = [p.NONE if each is None else each for each in places]
        return chosen(inside, self.tables.entry(numbers, at), p.Int(p.NONE))

    def lay(self, code: Code) -> None:
        """Work out anew what lies next to what, after a line moved."""
        self.sliding.lay(code)

    def line(self, code: Code, place: p.Expr, axis: p.Expr) -> Several:
        """The places in the same row (axis 0) or column (axis 1)."""
        place, axis = code.hold(place), code.hold(axis)
        if self.moves:
            across = [code.local(self.row(place, name)) for name in ("row", "column")]
            everywhere = MaskSet(p.Mask((1 << self.size) - 1), self.size)

            def same(_: Code, other: p.Expr) -> p.Expr:
                rows = binary("==", p.At("rows", other), across[0])
                columns = binary("==", p.At("columns", other), across[1])
                return chosen(binary("==", axis, FALSE), rows, columns)

            there = both(binary(">=", place, FALSE), binary(">=", axis, FALSE))
            everywhere = MaskSet(chosen(there, everywhere.bits, EMPTY), self.size)
            return Filter(everywhere, same)
        masks = [
            sum(1 << other for other in self.geometry.line(at, name))
            for name in ("row", "column")
            for at in range(self.size)
        ]
        at = binary("+", place, binary("*", axis, p.Int(self.size)))
        if isinstance(place, p.Int) and place.value < 0:
            return none_at_all()
        found = self.tables.entry(masks, at, "mask") if not isinstance(axis, p.Int) or axis.value >= 0 else EMPTY
        return MaskSet(guarded(axis, guarded(place, found, EMPTY), EMPTY), self.size)

    def ahead(self, place: p.Expr, direction: p.Expr) -> p.Expr:
        """The next place in a direction, or NONE; `place` and `direction` may be NONE."""
        at = binary("+", binary("*", direction, p.Int(self.size)), place)
        if self.moves:
            found: p.Expr = p.At("ahead", at)
        else:
            numbers = [p.NONE if each is None else each for ahead in self.geometry.ahead for each in ahead]
            found = self.tables.entry(numbers, at)
        return guarded(direction, guarded(place, found, p.Int(p.NONE)), p.Int(p.NONE))

    def ray(self, code: Code, place: p.Expr, direction: p.Expr) -> Several:
        """All places in a direction, nearest first; `place` and `direction` may be NONE."""
        place, direction = code.hold(place), code.hold(direction)
        if self.moves:
            return self.sliding.ray(code, place, direction)
        rays = [self.geometry.ray(at, way) for way in range(len(STEPS)) for at in range(self.size)]
        starts = starts_of(rays)
        flat = [each for ray in rays for each in ray] or [0]
        there = both(binary(">=", place, FALSE), binary(">=", direction, FALSE))
        at = code.hold(chosen(there, binary("+", binary("*", direction, p.Int(self.size)), place), FALSE))
        start = code.hold(self.tables.entry(starts, at))
        length = code.hold(chosen(there, self.tables.entry([*map(len, rays)], at), FALSE))
        masks = [sum(1 << place for place in ray) for ray in rays]
        bits = chosen(there, self.tables.entry(masks, at, "mask"), EMPTY)
        return Slice(
            lambda number: self.tables.entry(flat, binary("+", start, number)), length, max(map(len, rays)), bits
        )

    def lines(self, code: Code, length: p.Expr) -> Several:
        """All straight rows of so many places; none of a length that is none."""
        if self.moves:
            return self.sliding.lines(code, length)
        if isinstance(length, p.Int):
            found = self.geometry.lines(max(0, length.value))
            flat = [place for line in found for place in line] or [0]
            masks = [sum(1 << place for place in line) for line in found] or [0]
            return Lines(
                lambda at: self.tables.entry(flat, at),
                p.Int(len(found)),
                length,
                len(found),
                max(0, length.value),
                lambda line: self.tables.entry(masks, line, "mask"),
            )
        return self._lines_of_any_length(code, length)

    def _lines_of_any_length(self, code: Code, length: p.Expr) -> Several:
        longest = 1 + max(len(self.geometry.ray(at, way)) for at in range(self.size) for way in range(len(STEPS)))
        by_length = [self.geometry.lines(number) for number in range(longest + 1)]
        starts = [sum(len(line) for lines in by_length[:number] for line in lines) for number in range(longest + 1)]
        flat = [place for lines in by_length for line in lines for place in line]
        there = both(binary(">=", length, p.Int(1)), binary("<=", length, p.Int(longest)))
        known = code.hold(chosen(there, length, FALSE))
        count, start = (code.hold(self.tables.entry(numbers, known)) for numbers in ([*map(len, by_length)], starts))
        return Lines(
            lambda at: self.tables.entry(flat, binary("+", start, at)), count, known, max(map(len, by_length)), longest
        )

    def between(self, code: Code, one: p.Expr, other: p.Expr) -> Several:
        """The places strictly between two on one straight line; either may be NONE."""
        if self.moves:
            return self.sliding.between(code, code.hold(one), code.hold(other))
        one, other = code.hold(one), code.hold(other)
        pairs = [self.geometry.between(a, b) for a in range(self.size) for b in range(self.size)]
        starts = starts_of(pairs)
        flat = [each for pair in pairs for each in pair] or [0]
        there = both(binary(">=", one, FALSE), binary(">=", other, FALSE))
        at = code.hold(chosen(there, binary("+", binary("*", one, p.Int(self.size)), other), FALSE))
        start = code.hold(self.tables.entry(starts, at))
        length = code.hold(chosen(there, self.tables.entry([*map(len, pairs)], at), FALSE))
        most, masks = max(map(len, pairs)), [sum(1 << place for place in pair) for pair in pairs]
        bits = chosen(there, self.tables.entry(masks, at, "mask"), EMPTY)
        return Slice(lambda number: self.tables.entry(flat, binary("+", start, number)), length, most, bits)
