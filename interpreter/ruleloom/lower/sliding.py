"""A board whose lines slide: what lies next to what is kept in fields, and what follows from it is worked out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleloom.geometry import (
    EAST,
    NORTH,
    NORTH_EAST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    STEPS,
    WEST,
    Geometry,
)
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, either, negated
from ruleloom.lower.tables import guarded
from ruleloom.lower.values import Lines, Several, Slice
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Walk
from ruleloom_dsl.ir.traverse import inside

if TYPE_CHECKING:
    from ruleloom.lower.board import BoardLowering


class Sliding:
    """The lowering of a board that moves."""

    def __init__(self, board: "BoardLowering") -> None:
        self.board = board
        self.size = board.size

    @property
    def geometry(self) -> Geometry:
        """The board as it is laid out."""
        return self.board.geometry

    @property
    def corners(self) -> tuple[int, ...]:
        """The slanting directions in which there are steps."""
        return (NORTH_EAST, SOUTH_WEST) if self.geometry.is_hexagonal else tuple(range(1, len(STEPS), 2))

    def ahead(self, direction: p.Expr, place: p.Expr) -> p.Expr:
        """The next place in a direction."""
        return p.At("ahead", binary("+", binary("*", direction, p.Int(self.size)), place))

    def diagonal(self, place: p.Expr) -> p.Expr:
        """The mask of the places one row and one column away; `place` may be NONE."""
        found: p.Expr = EMPTY
        for direction in () if self.geometry.is_hexagonal else self.corners:
            beyond = self.ahead(p.Int(direction), place)
            step = guarded(beyond, bit(beyond), EMPTY)
            found = step if found == EMPTY else binary("|", found, step)
        return guarded(place, found, EMPTY)

    def ray(self, code: Code, place: p.Expr, direction: p.Expr) -> Several:
        """All places in a direction, nearest first; `place` and `direction` may be NONE."""
        array, length = code.array(self.size), code.local(FALSE, hint="n")

        def walk(then: Code) -> None:
            at, passed = then.local(place), then.local(bit(place), "mask", "m")
            loop = then.inner()
            loop.add(p.Store(at, self.ahead(direction, at)))
            loop.add(p.If(binary("<", at, FALSE), (p.Break(),)), p.If(p.Has(passed, at), (p.Break(),)))
            loop.add(p.Store(passed, binary("|", passed, bit(at))), p.Store(p.Item(array, length), at))
            loop.add(p.Store(length, binary("+", length, p.Int(1))))
            then.add(p.While(TRUE, loop.block))

        code.when(both(binary(">=", place, FALSE), binary(">=", direction, FALSE)), walk)
        return Slice(lambda number: p.Item(array, number), length, self.size)

    def between(self, code: Code, one: p.Expr, other: p.Expr) -> Several:
        """The places strictly between two on one straight line; either may be NONE."""
        array, length = code.array(self.size), code.local(FALSE, hint="n")
        there = both(binary(">=", one, FALSE), binary(">=", other, FALSE))
        code.when(there, lambda then: self._between(then, one, other, array, length))
        return Slice(lambda number: p.Item(array, number), length, self.size)

    def _between(self, code: Code, one: p.Expr, other: p.Expr, array: str, length: p.Name) -> None:
        ways = [code.local(binary("-", p.At(name, other), p.At(name, one))) for name in ("rows", "columns")]
        sizes = [code.local(chosen(binary("<", way, FALSE), binary("-", FALSE, way), way)) for way in ways]
        far = code.local(chosen(binary(">", *sizes), *sizes))
        steps = [code.local(_sign(way)) for way in ways]
        straight: p.Expr = TRUE
        for size in sizes:
            straight = both(straight, either(binary("==", size, FALSE), binary("==", size, far)))
        if self.geometry.is_hexagonal:
            slanting = both(binary("==", *steps), binary("!=", steps[0], FALSE))
            straight = both(straight, negated(slanting))

        def look(inner: Code, at: p.Expr) -> None:
            points = [binary("+", p.At(name, one), binary("*", step, at))
                      for name, step in zip(("rows", "columns"), steps, strict=True)]  # fmt: skip
            found = inner.hold(self.board.place(inner, points[0], points[1]))
            add = (p.Store(p.Item(array, length), found), p.Store(length, binary("+", length, p.Int(1))))
            inner.add(p.If(binary(">=", found, FALSE), add))

        code.when(straight, lambda then: then.each_number(p.Int(1), far, look))

    def lines(self, code: Code, length: p.Expr) -> Several:
        """All straight rows of so many places, each once; none of a length that is none."""
        most, size = 4 * self.size, self.size
        flat, known = code.array(most * size + size), code.array(most, "mask")
        count = code.local(FALSE, hint="n")
        ways = [EAST, SOUTH_EAST, SOUTH, SOUTH_WEST]

        def begin(inner: Code, number: p.Expr) -> None:
            place = inner.local(binary("div", number, p.Int(len(ways))))
            way = inner.local(self.board.tables.entry(ways, binary("mod", number, p.Int(len(ways)))))
            row = inner.local(binary("*", count, length))
            at, steps = inner.local(place), inner.local(p.Int(1), hint="n")
            passed = inner.local(bit(place), "mask", "m")
            inner.add(p.Store(p.Item(flat, row), place))
            loop = inner.inner()
            loop.add(p.Store(at, self.ahead(way, at)))
            loop.add(p.If(binary("<", at, FALSE), (p.Break(),)), p.If(p.Has(passed, at), (p.Break(),)))
            loop.add(p.Store(p.Item(flat, binary("+", row, steps)), at), p.Store(passed, binary("|", passed, bit(at))))
            loop.add(p.Store(steps, binary("+", steps, p.Int(1))))
            inner.add(p.While(binary("<", steps, length), loop.block))
            inner.add(p.If(binary("<", steps, length), (p.Continue(),)))
            is_new = inner.local(TRUE, hint="t")

            def compare(deep: Code, other: p.Expr) -> None:
                same = binary("==", p.Item(known, other), passed)
                deep.add(p.If(same, (p.Store(is_new, FALSE), p.Break())))

            inner.each_number(FALSE, count, compare)
            keep = (p.Store(p.Item(known, count), passed), p.Store(count, binary("+", count, p.Int(1))))
            inner.add(p.If(is_new, keep))

        possible = both(binary(">", length, FALSE), binary("<=", length, p.Int(size)))
        code.when(possible, lambda then: then.each_number(FALSE, p.Int(len(ways) * size), begin))
        return Lines(lambda at: p.Item(flat, at), count, length, most, size)

    # --- after a line moved -------------------------------------------------------------------------------------------

    def lay(self, code: Code) -> None:
        """Work out anew what lies next to what: `ahead`, `near` and `around` from `rows` and `columns`."""
        board, places = self.geometry.board, p.Int(self.size)
        ends = {name: _ends(code, name, self.size) for name in ("rows", "columns")}
        for axis, ways in (("rows", (EAST, WEST)), ("columns", (SOUTH, NORTH))):
            along, across = ("columns", "rows") if axis == "rows" else ("rows", "columns")
            self._join(code, _Axis(along, across, ways, axis in board.joined, ends[along]))
        if self._asks_for_corners():
            code.each_number(FALSE, places, lambda inner, at: self._corners(inner, at, ends))
        code.each_number(FALSE, places, self._gather)

    def _asks_for_corners(self) -> bool:
        """Whether the rules read steps in slanting directions."""
        nodes = list(inside(self.board.shape.game))
        slanting = {"around", "ahead", "ray", "lines"}
        asked = any(isinstance(node, ir.CallBuiltin) and node.name in slanting for node in nodes)
        walked = any(isinstance(node, Walk) and node.relation in ("diagonal", "around") for node in nodes)
        return asked or walked or self.geometry.is_hexagonal

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
            if direction not in self.corners:
                code.add(p.Store(p.At("ahead", binary("+", p.Int(direction * self.size), at)), p.Int(p.NONE)))
                continue
            down, right = STEPS[direction]
            row = _moved(code, p.At("rows", at), down, ends["rows"], "columns" in joined)
            column = _moved(code, p.At("columns", at), right, ends["columns"], "rows" in joined)
            found = code.hold(self.board.place(code, row, column))
            other = chosen(binary("==", found, at), p.Int(p.NONE), found)
            code.add(p.Store(p.At("ahead", binary("+", p.Int(direction * self.size), at)), other))

    def _gather(self, code: Code, at: p.Expr) -> None:
        near, corners = code.local(EMPTY, "mask", "m"), code.local(EMPTY, "mask", "m")
        for direction in range(len(STEPS)) if self._asks_for_corners() else (NORTH, EAST, SOUTH, WEST):
            found = code.hold(p.At("ahead", binary("+", p.Int(direction * self.size), at)))
            into = corners if direction % 2 and not self.geometry.is_hexagonal else near
            store = p.Store(into, binary("|", into, bit(found)))
            code.add(p.If(binary(">=", found, FALSE), (store,)))
        code.add(p.Store(p.At("near", at), near), p.Store(p.At("around", at), binary("|", near, corners)))


def _sign(number: p.Expr) -> p.Expr:
    return chosen(binary(">", number, FALSE), p.Int(1), chosen(binary("<", number, FALSE), p.Int(-1), FALSE))


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
