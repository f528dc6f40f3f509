"""The board as tables where it never changes, and as fields that are worked out anew where its lines slide."""

from dataclasses import dataclass

from ruleloom.geometry import EAST, NORTH, SOUTH, STEPS, WEST, Geometry
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen
from ruleloom.lower.shape import NotLowered, Shape
from ruleloom.lower.tables import Tables, guarded
from ruleloom.lower.values import Filter, Lines, MaskSet, Several, Slice

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
                raise NotLowered(f"steps of {relation} on a board that moves")
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

            return Filter(everywhere, same)
        masks = [
            sum(1 << other for other in self.geometry.line(at, name))
            for name in ("row", "column")
            for at in range(self.size)
        ]
        at = binary("+", place, binary("*", axis, p.Int(self.size)))
        if isinstance(at, p.Int):
            return MaskSet(p.Mask(masks[at.value] if at.value >= 0 else 0), self.size)
        found = self.tables.entry(masks, at, "mask")
        return MaskSet(guarded(place, found, EMPTY), self.size)

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
            raise NotLowered("a ray on a board that moves")
        rays = [self.geometry.ray(at, way) for way in range(len(STEPS)) for at in range(self.size)]
        starts = [sum(map(len, rays[:at])) for at in range(len(rays))]
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

    def lines(self, length: p.Expr) -> Several:
        """All straight rows of so many places."""
        if self.moves or not isinstance(length, p.Int):
            raise NotLowered("lines of a length that is not known, or on a board that moves")
        found = self.geometry.lines(length.value)
        flat = [place for line in found for place in line] or [0]
        masks = [sum(1 << place for place in line) for line in found] or [0]
        return Lines(
            lambda at: self.tables.entry(flat, at),
            lambda line: self.tables.entry(masks, line, "mask"),
            len(found),
            length.value,
        )

    def between(self, code: Code, one: p.Expr, other: p.Expr) -> Several:
        """The places strictly between two on one straight line; either may be NONE."""
        if self.moves:
            raise NotLowered("places between two on a board that moves")
        one, other = code.hold(one), code.hold(other)
        pairs = [self.geometry.between(a, b) for a in range(self.size) for b in range(self.size)]
        starts = [sum(map(len, pairs[:at])) for at in range(len(pairs))]
        flat = [each for pair in pairs for each in pair] or [0]
        there = both(binary(">=", one, FALSE), binary(">=", other, FALSE))
        at = code.hold(chosen(there, binary("+", binary("*", one, p.Int(self.size)), other), FALSE))
        start = code.hold(self.tables.entry(starts, at))
        length = code.hold(chosen(there, self.tables.entry([*map(len, pairs)], at), FALSE))
        most, masks = max(map(len, pairs)), [sum(1 << place for place in pair) for pair in pairs]
        bits = chosen(there, self.tables.entry(masks, at, "mask"), EMPTY)
        return Slice(lambda number: self.tables.entry(flat, binary("+", start, number)), length, most, bits)

    # --- a board that moves -------------------------------------------------------------------------------------------

    def lay(self, code: Code) -> None:
        """Work out anew what lies next to what: `ahead`, `near` and `around` from `rows` and `columns`."""
        board, places = self.geometry.board, p.Int(self.size)
        if self.geometry.is_hexagonal:
            raise NotLowered("hexagons that move")
        ends = {name: _ends(code, name, self.size) for name in ("rows", "columns")}
        for axis, ways in (("rows", (EAST, WEST)), ("columns", (SOUTH, NORTH))):
            along, across = ("columns", "rows") if axis == "rows" else ("rows", "columns")
            self._join(code, _Axis(along, across, ways, axis in board.joined, ends[along]))
        code.each_number(FALSE, places, lambda inner, at: self._corners(inner, at, ends))
        code.each_number(FALSE, places, self._gather)

    def _join(self, code: Code, axis: "_Axis") -> None:
        def unlink(inner: Code, at: p.Expr) -> None:
            inner.add(
                *(p.Store(p.At("ahead", binary("+", p.Int(way * self.size), at)), p.Int(p.NONE)) for way in axis.ways)
            )

        code.each_number(FALSE, p.Int(self.size), unlink)
        code.each_number(FALSE, p.Int(self.size), lambda inner, at: self._link(inner, at, axis))

    def _link(self, code: Code, at: p.Expr, axis: "_Axis") -> None:
        """The next place of a line; from its last place on, where it is a ring, its first."""
        along = axis.along
        after, first = code.local(p.Int(p.NONE)), code.local(at)
        here, is_last = code.local(p.At(along, at)), code.local(TRUE, hint="t")

        def compare(inner: Code, other: p.Expr) -> None:
            there = inner.hold(p.At(along, other))
            inner.add(
                p.If(binary("==", there, binary("+", here, p.Int(1))), (p.Store(after, other),)),
                p.If(binary("<", there, p.At(along, first)), (p.Store(first, other),)),
                p.If(binary(">", there, here), (p.Store(is_last, FALSE),)),
            )

        def look(inner: Code, other: p.Expr) -> None:
            same = binary("==", p.At(axis.across, other), p.At(axis.across, at))
            inner.when(same, lambda then: compare(then, other))

        code.each_number(FALSE, p.Int(self.size), look)
        if axis.is_joined:
            ring = both(is_last, binary("!=", first, at))
            if self.geometry.board.edges == "frame":
                low, high = axis.ends
                ring = both(ring, both(binary("==", p.At(along, first), low), binary("==", here, high)))
            code.add(p.If(ring, (p.Store(after, first),)))
        forth, back = (
            p.At("ahead", binary("+", p.Int(way * self.size), place))
            for way, place in zip(axis.ways, (at, after), strict=True)
        )
        code.add(p.If(binary(">=", after, FALSE), (p.Store(forth, after), p.Store(back, at))))

    def _corners(self, code: Code, at: p.Expr, ends: dict[str, tuple[p.Name, p.Name]]) -> None:
        joined = self.geometry.board.joined
        for direction in range(1, len(STEPS), 2):
            down, right = STEPS[direction]
            row = _moved(code, p.At("rows", at), down, ends["rows"], "columns" in joined)
            column = _moved(code, p.At("columns", at), right, ends["columns"], "rows" in joined)
            found = code.hold(self.place(code, row, column))
            other = chosen(binary("==", found, at), p.Int(p.NONE), found)
            code.add(p.Store(p.At("ahead", binary("+", p.Int(direction * self.size), at)), other))

    def _gather(self, code: Code, at: p.Expr) -> None:
        near, corners = code.local(EMPTY, "mask", "m"), code.local(EMPTY, "mask", "m")
        for direction in range(len(STEPS)):
            found = code.hold(p.At("ahead", binary("+", p.Int(direction * self.size), at)))
            into = corners if direction % 2 else near
            store = p.Store(into, binary("|", into, bit(found)))
            code.add(p.If(binary(">=", found, FALSE), (store,)))
        code.add(p.Store(p.At("near", at), near), p.Store(p.At("around", at), binary("|", near, corners)))


@dataclass(frozen=True)
class _Axis:
    """The lines along one coordinate: the directions forth and back, and the smallest and largest coordinate."""

    along: str
    across: str
    ways: tuple[int, int]
    is_joined: bool
    ends: tuple[p.Name, p.Name]


def _ends(code: Code, field: str, size: int) -> tuple[p.Name, p.Name]:
    """The smallest and the largest coordinate."""
    low, high = code.local(p.At(field, FALSE)), code.local(p.At(field, FALSE))

    def compare(inner: Code, at: p.Expr) -> None:
        here = inner.hold(p.At(field, at))
        inner.add(
            p.If(binary("<", here, low), (p.Store(low, here),)), p.If(binary(">", here, high), (p.Store(high, here),))
        )

    code.each_number(FALSE, p.Int(size), compare)
    return low, high


def _moved(code: Code, at: p.Expr, by: int, ends: tuple[p.Name, p.Name], is_joined: bool) -> p.Expr:
    found = code.hold(binary("+", at, p.Int(by)))
    if not is_joined:
        return found
    low, high = ends
    return chosen(binary("<", found, low), high, chosen(binary(">", found, high), low, found))
