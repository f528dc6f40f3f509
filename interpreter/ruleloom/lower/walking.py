"""The walks of a parameter: from a table where the board never changes, else step by step.

Clauses about the places that a walk enters decide which places are open before the first step, as in `ruleloom.walks`.
Where every walk enters a place once at most and only its start, its end and its length matter, a walk is the mask of
what it enters and its end: the table of each start and length lists these, each once, and a walk is open if its mask
is. Otherwise the walks of each length are listed in the order of their places.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ruleloom.geometry import RELATIONS
from ruleloom.lower import plan as p
from ruleloom.lower.builtins import step
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.passes import Passes
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import MaskSet, Walked, walked
from ruleloom.walks import Settled, settled_by
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Move, Walk
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Place

MOST_ENTRIES = 20_000
"""So many walks are listed in a table at most."""

WalkBody = Callable[[Code, Walked], None]
LengthTest = Callable[[Code, p.Expr], p.Expr]


def settled(move: Move, walk: Walk, passes: Passes) -> Settled:
    """The clauses that the listing of walks settles."""
    return settled_by(move, walk) if passes.pruned_walks else Settled()


class Walking:
    """The walks of one parameter of a move; `parts` are all trees that read it and are not settled."""

    def __init__(self, lower: Expressions, move: Move, walk: Walk, parts: Sequence[object], is_kept: bool) -> None:
        self.lower = lower
        self.walk = walk
        self.settled = settled(move, walk, lower.passes)
        self.is_flat = not is_kept and self.settled.once and only_ends(parts, walk.slot)

    def each(self, code: Code, scope: Scope, lengths: Sequence[LengthTest], body: WalkBody) -> None:
        """Write the loop over all walks, the shorter ones first; `lengths` are tests of the length alone."""
        self._through(code, scope, lengths, body, None)

    def _through(
        self,
        code: Code,
        scope: Scope,
        lengths: Sequence[LengthTest],
        body: WalkBody,
        from_table: Callable[[Code, "WalkTable", p.Expr, p.Expr, p.Expr], None] | None,
    ) -> None:
        lower, walk = self.lower, self.walk
        start = code.hold(lower.number(code, walk.start, scope))
        there = code.inner()
        open_ = self._open(there, scope)
        table = self._table() if self.is_flat else None
        shut = (
            there.local(binary("without", p.Mask((1 << lower.shape.places) - 1), open_), "mask", "m")
            if table
            else EMPTY
        )

        def of_length(inner: Code, length: p.Expr) -> None:
            for test in lengths:
                inner.add(p.If(negated(test(inner, length)), (p.Continue(),)))
            if table is not None:
                first, behind = self._stretch(inner, table, start, length)
                if from_table is not None:
                    from_table(inner, table, first, behind, shut)
                else:
                    self._from_table(inner, table, (start, length), (first, behind), shut, body)
            else:
                self._step_by_step(inner, scope, start, length, open_, body)

        there.each_number(p.Int(1), p.Int(walk.up_to + 1), of_length)
        code.when(
            binary(">=", start, FALSE) if lower.perhaps.is_none(walk.start) else TRUE,
            lambda then: then.add(*there.block),
        )

    def _open(self, code: Code, scope: Scope) -> p.Expr:
        """The places that may be entered."""
        lower, size = self.lower, self.lower.shape.places
        open_: p.Expr = p.Mask((1 << size) - 1)
        for barred in self.settled.barred:
            place = code.hold(lower.number(code, barred, scope))
            out = chosen(binary(">=", place, FALSE), bit(place), EMPTY) if lower.perhaps.is_none(barred) else bit(place)
            open_ = binary("without", open_, out)
        tests = []
        for clause in self.settled.tests:
            assert clause.each_slot is not None
            passing = lower.where(code, clause.each_slot, Place(), clause.that, scope)
            if passing is None:
                tests.append(clause)
            else:
                open_ = binary("&", open_, passing)
        if not tests:
            return code.hold(open_, "mask")
        found = code.local(EMPTY, "mask", "m")

        def look(inner: Code, place: p.Expr) -> None:
            passes: p.Expr = TRUE
            for clause in tests:
                assert clause.each_slot is not None
                passes = both(passes, lower.truth(inner, clause.that, scope.bound(clause.each_slot, place)))
            if inner.can_fail:
                raise NotLowered("a test of places that may fail")
            inner.when(passes, lambda then: then.add(p.Store(found, binary("|", found, bit(place)))))

        code.each_bit(code.hold(open_, "mask"), look)
        return found

    def ends(self, code: Code, scope: Scope, lengths: Sequence[LengthTest]) -> p.Name:
        """The mask of the places on which walks end; `lengths` are tests of the length alone."""
        found = code.local(EMPTY, "mask", "m")

        def gather(inner: Code, walk: Walked) -> None:
            inner.add(p.Store(found, binary("|", found, bit(walk.end))))

        def from_table(inner: Code, table: WalkTable, first: p.Expr, behind: p.Expr, shut: p.Expr) -> None:
            """One statement, which a compiler can do for many walks at once."""
            tables = self.lower.tables
            ends = [1 << end for end in table.ends]

            def look(body: Code, at: p.Expr) -> None:
                leads = binary("==", binary("&", tables.entry(table.masks, at, "mask"), shut), EMPTY)
                body.add(p.If(leads, (p.Store(found, binary("|", found, tables.entry(ends, at, "mask"))),)))

            inner.each_number(first, behind, look)

        self._through(code, scope, lengths, gather, from_table)
        return found

    # --- tables -------------------------------------------------------------------------------------------------------

    def _table(self) -> "WalkTable | None":
        board = self.lower.board
        if board.moves or self.walk.relation not in RELATIONS or not self.lower.passes.walk_tables:
            return None
        near = board.geometry.steps(self.walk.relation)
        branching = max((len(places) for places in near), default=0)
        if board.size * branching ** min(self.walk.up_to, 6) > 64 * MOST_ENTRIES:
            return None
        return walk_table(near, self.walk.up_to, self._never_returns())

    def _never_returns(self) -> bool:
        """Whether the place a walk starts from is barred."""
        start = self.walk.start
        return any(
            barred == start
            or (isinstance(barred, ir.Local) and isinstance(start, ir.Local) and barred.slot == start.slot)
            for barred in self.settled.barred
        )

    def _stretch(self, code: Code, table: "WalkTable", start: p.Expr, length: p.Expr) -> tuple[p.Expr, p.Expr]:
        """Where the walks of a start and a length begin in the table, and where they end."""
        tables = self.lower.tables
        row = code.hold(binary("+", binary("*", start, p.Int(self.walk.up_to)), binary("-", length, p.Int(1))))
        return tables.entry(table.starts, row), tables.entry(table.starts, binary("+", row, p.Int(1)))

    def _from_table(
        self,
        code: Code,
        table: "WalkTable",
        walk: tuple[p.Expr, p.Expr],
        stretch: tuple[p.Expr, p.Expr],
        shut: p.Expr,
        body: WalkBody,
    ) -> None:
        tables, size = self.lower.tables, self.lower.shape.places

        def look(inner: Code, at: p.Expr) -> None:
            mask = inner.local(tables.entry(table.masks, at, "mask"), "mask", "m")
            inner.add(p.If(binary("!=", binary("&", mask, shut), EMPTY), (p.Continue(),)))
            end = inner.local(tables.entry(table.ends, at))
            entered, between = MaskSet(mask, size), MaskSet(binary("without", mask, bit(end)), size)
            body(inner, Walked(walk[0], end, walk[1], entered, between, entered))

        code.each_number(*stretch, look)

    # --- step by step -------------------------------------------------------------------------------------------------

    def _near(self, code: Code, place: p.Expr, scope: Scope) -> p.Expr:
        if self.walk.relation in RELATIONS:
            return self.lower.board.near(self.walk.relation, place)
        return step(self.lower, code, self.walk.relation, place, scope)

    def _step_by_step(
        self, code: Code, scope: Scope, start: p.Expr, length: p.Expr, open_: p.Expr, body: WalkBody
    ) -> None:
        up_to, once = self.walk.up_to, self.settled.once
        path, left = code.array(up_to + 1), code.array(up_to + 1, "mask")
        depth, entered = code.local(FALSE), code.local(EMPTY, "mask", "m")
        code.add(p.Store(p.Item(path, FALSE), start))
        code.add(p.Store(p.Item(left, FALSE), binary("&", self._near(code, start, scope), open_)))
        loop = code.inner()
        back = loop.inner()
        if once:
            back.add(p.Store(entered, binary("without", entered, bit(p.Item(path, depth)))))
        back.add(p.Store(depth, binary("-", depth, p.Int(1))), p.Continue())
        loop.add(p.If(binary("==", p.Item(left, depth), EMPTY), back.block))
        place = loop.local(p.Unary("lowest", p.Item(left, depth)))
        loop.add(p.Store(p.Item(left, depth), binary("without", p.Item(left, depth), bit(place))))
        deeper = loop.local(binary("+", depth, p.Int(1)))
        loop.add(p.Store(p.Item(path, deeper), place))

        def end(inner: Code) -> None:
            body(inner, walked(lambda at: p.Item(path, at), binary("+", length, p.Int(1)), up_to + 1))

        def go_on(inner: Code) -> None:
            near = binary("&", self._near(inner, place, scope), open_)
            if once:
                inner.add(p.Store(entered, binary("|", entered, bit(place))))
                near = binary("without", near, entered)
            inner.add(p.Store(depth, deeper), p.Store(p.Item(left, deeper), near))

        loop.when(binary("==", deeper, length), end, go_on)
        code.add(p.While(binary(">=", depth, FALSE), loop.block))


@dataclass(frozen=True)
class WalkTable:
    """Walks by start and length: `starts` says where the walks of each begin, one number more than there are rows."""

    starts: tuple[int, ...]
    masks: tuple[int, ...]
    ends: tuple[int, ...]


def walk_table(near: Sequence[Sequence[int]], up_to: int, never_returns: bool = False) -> WalkTable | None:
    """All walks that enter no place twice, each mask and end once; None where they are too many.

    `never_returns`: nor do they enter the place that they start from.
    """
    starts, masks, ends = [0], list[int](), list[int]()
    for start in range(len(near)):
        for length in range(1, up_to + 1):
            shut = 1 << start if never_returns else 0
            found = dict.fromkeys((mask & ~shut, end) for mask, end in _walks(near, start, shut, length))
            masks += [mask for mask, _ in found]
            ends += [end for _, end in found]
            starts.append(len(masks))
            if len(masks) > MOST_ENTRIES:
                return None
    return WalkTable(tuple(starts), tuple(masks), tuple(ends))


def _walks(near: Sequence[Sequence[int]], place: int, mask: int, left: int) -> Iterator[tuple[int, int]]:
    if left == 0:
        yield mask, place
        return
    for other in near[place]:
        if not mask >> other & 1:
            yield from _walks(near, other, mask | 1 << other, left - 1)


def only_ends(parts: Sequence[object], slot: int) -> bool:
    """Whether trees read a walk for its start, its end and its length alone."""
    read = sum(isinstance(node, ir.Local) and node.slot == slot for node in inside(tuple(parts)))
    known = sum(
        isinstance(node, ir.CallBuiltin)
        and node.name in ("start", "end", "length")
        and node.arguments == (ir.Local(slot, node.arguments[0].type),)
        for node in inside(tuple(parts))
    )
    return read == known


def only_length(part: object, slot: int) -> bool:
    """Whether a tree reads a walk, and for its length alone."""
    reads = [node for node in inside(part) if isinstance(node, ir.Local) and node.slot == slot]
    lengths = [
        node
        for node in inside(part)
        if isinstance(node, ir.CallBuiltin) and node.name == "length" and node.arguments == (reads[0],)
    ] if reads else []  # fmt: skip
    return bool(reads) and len(reads) == len(lengths)
