"""The subsets of a set in natural order: by their members, each before those that go on from it.

Where the members always come in ascending order a mask holds the set; elsewhere it is a list, in which copies of a
card stand side by side and are taken in turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

from ruleloom.lower import plan as p
from ruleloom.lower.alike import alike, copied
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import MaskSet, Slice, Value, stored
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS
from ruleloom_dsl.ir.types import Type, member_type


@dataclass(frozen=True)
class Listed:
    """A list that subsets are made of; `classes` gives copies of each other one number (empty: there are none)."""

    members: str
    classes: str
    length: p.Name
    bound: int

    def member(self, at: p.Expr) -> p.Expr:
        """The member at a position."""
        return p.Item(self.members, at)

    def is_copy(self, at: p.Expr) -> p.Expr:
        """Whether the member at a position, which is not the first, is a copy of the one before it."""
        if not self.classes:
            return FALSE
        return binary("==", p.Item(self.classes, binary("-", at, p.Int(1))), p.Item(self.classes, at))

    def following(self, code: Code, last: p.Expr, body: Callable[[Code, p.Expr], None]) -> None:
        """Write the loop over the positions that may come after one (-1: at the beginning)."""
        begin = code.hold(binary("+", last, p.Int(1)))

        def look(inner: Code, at: p.Expr) -> None:
            if self.classes:
                inner.add(p.If(both(binary(">", at, begin), self.is_copy(at)), (p.Continue(),)))
            body(inner, at)

        code.each_number(begin, self.length, look)

    def position(self, code: Code, member: p.Expr) -> p.Expr:
        """Where a member stands."""
        found = code.local(p.Int(p.NONE))

        def look(inner: Code, at: p.Expr) -> None:
            here = binary("==", self.member(at), member)
            inner.when(here, lambda then: then.add(p.Store(found, at), p.Break()))

        code.each_number(FALSE, self.length, look)
        return found

    def only(self, code: Code, passes: Callable[[Code, p.Expr], p.Expr]) -> None:
        """Leave the members out that do not pass a test."""
        left = code.local(FALSE, hint="n")

        def look(inner: Code, at: p.Expr) -> None:
            inner.add(p.If(negated(passes(inner, inner.local(self.member(at)))), (p.Continue(),)))
            arrays = [array for array in (self.members, self.classes) if array]
            inner.add(*(p.Store(p.Item(array, left), p.Item(array, at)) for array in arrays))
            inner.add(p.Store(left, binary("+", left, p.Int(1))))

        code.each_number(FALSE, self.length, look)
        code.add(p.Store(self.length, left))


Body = Callable[[Code, Slice, p.Expr], None]


def is_listed(lower: Expressions, some: Some) -> bool:
    """Whether a set that is chosen from must be a list."""
    return some.slot not in lower.shape.masks


def item_type(lower: Expressions, some: Some) -> Type:
    """The type of the members of a set that is chosen from."""
    return member_type(lower.shape.machine.program.slots[some.slot].type)


# --- what subsets are made of -----------------------------------------------------------------------------------------


def pool_of(lower: Expressions, some: Some, code: Code, scope: Scope) -> MaskSet:
    """What a subset is made of whose members come in ascending order."""
    several = lower.several(code, some.domain, scope)
    bits = several.mask(code)
    assert bits is not None
    return MaskSet(code.hold(bits, "mask"), several.bound)


def list_of(lower: Expressions, some: Some, code: Code, scope: Scope) -> Listed:
    """What a subset is made of, each member once, copies side by side."""
    several = stored(code, lower.several(code, some.domain, scope))
    item, most = item_type(lower, some), several.bound
    pool = Listed(code.array(most), "", code.local(FALSE, hint="n"), most)
    if copied(lower, item) is not None:
        pool = Listed(pool.members, code.array(most), pool.length, most)

    def add(inner: Code, member: p.Expr) -> None:
        known = pool.position(inner, member)
        inner.add(p.If(binary(">=", known, FALSE), (p.Continue(),)))
        at = inner.local(pool.length)
        if pool.classes:
            _insert_copy(lower, item, inner, pool, at, member)
        inner.add(p.Store(p.Item(pool.members, at), member))
        inner.add(p.Store(pool.length, binary("+", pool.length, p.Int(1))))

    several.each(code, add)
    return pool


def _insert_copy(lower: Expressions, item: Type, code: Code, pool: Listed, at: p.Name, member: p.Expr) -> None:
    """Make room for a member behind its last copy, if it has one; `at` says where."""
    last = code.local(p.Int(p.NONE))

    def look(inner: Code, other: p.Expr) -> None:
        same = alike(lower, inner, item, pool.member(other), member)
        inner.add(p.If(same, (p.Store(last, other),)))

    code.each_number(FALSE, pool.length, look)
    copy = code.inner()
    move = copy.inner()
    before = binary("-", at, p.Int(1))
    arrays = (pool.members, pool.classes)
    move.add(*(p.Store(p.Item(array, at), p.Item(array, before)) for array in arrays), p.Store(at, before))
    copy.add(p.While(binary(">", at, binary("+", last, p.Int(1))), move.block))
    copy.add(p.Store(p.Item(pool.classes, at), p.Item(pool.classes, last)))
    code.add(p.If(binary(">=", last, FALSE), copy.block, (p.Store(p.Item(pool.classes, at), at),)))


def sizes_of(lower: Expressions, some: Some, code: Code, scope: Scope, count: p.Expr) -> tuple[p.Expr, p.Expr]:
    """The least and the largest size; the largest is that of the whole set, if not less."""
    count = code.hold(count)
    least = code.hold(lower.some(code, some.least, scope))
    most: p.Expr = count
    if some.most is not None:
        wanted = code.hold(lower.some(code, some.most, scope))
        most = code.hold(chosen(binary("<", wanted, count), wanted, count))
    return code.hold(chosen(binary("<", least, FALSE), FALSE, least)), most


# --- the loops --------------------------------------------------------------------------------------------------------


def subsets_of(lower: Expressions, some: Some, code: Code, scope: Scope, body: Callable[[Code, Value], None]) -> None:
    """Write the loop over all subsets of the sizes that are allowed; too many end the run."""
    if is_listed(lower, some):
        listed = list_of(lower, some, code, scope)
        least, most = sizes_of(lower, some, code, scope, listed.length)
        check_number(lower, code, listed, least, most, p.Int(p.NONE))
        largest = some.most.value if isinstance(some.most, ir.Const) and isinstance(some.most.value, int) else None
        each_listed(code, listed, least, most, p.Int(p.NONE), lambda inner, one, _: body(inner, one), largest)
        return
    pool = pool_of(lower, some, code, scope)
    least, most = sizes_of(lower, some, code, scope, p.Unary("count", pool.bits))
    width = pool.bound

    def counted(inner: Code, chosen_: p.Expr, number: p.Expr) -> None:
        inner.fail_if(binary(">", number, p.Int(MOST_SUBSETS)))
        body(inner, MaskSet(chosen_, width))

    each_subset(code, pool.bits, least, most, width, counted)


def each_listed(
    code: Code, pool: Listed, least: p.Expr, most: p.Expr, last: p.Expr, body: Body, largest: int | None = None
) -> None:
    """Write the loop over the subsets of a list that come after a position; the body may break."""
    at, depth = code.array(pool.bound + 2), code.local(FALSE, hint="n")
    number, is_new = code.local(FALSE, hint="n"), code.local(TRUE, hint="t")
    code.add(p.Store(p.Item(at, FALSE), last))
    loop = code.inner()
    told = loop.inner()
    told.add(p.Store(is_new, FALSE), p.Store(number, binary("+", number, p.Int(1))))
    bound = pool.bound if largest is None else max(0, min(largest, pool.bound))
    body(told, Slice(lambda one: pool.member(p.Item(at, one)), depth, bound), number)
    loop.add(p.If(both(is_new, binary(">=", depth, least)), told.block), p.Store(is_new, FALSE))
    next_ = loop.local(binary("+", p.Item(at, depth), p.Int(1)))
    if pool.classes:
        before = p.Choice(binary(">", depth, FALSE), p.Item(at, binary("-", depth, p.Int(1))), last)
        begin = loop.local(binary("+", before, p.Int(1)))
        copy = both(both(binary("<", next_, pool.length), binary(">", next_, begin)), pool.is_copy(next_))
        loop.add(p.While(copy, (p.Store(next_, binary("+", next_, p.Int(1))),)))
    lacks = binary("<", binary("-", pool.length, next_), binary("-", least, depth))
    ends = p.Binary("or", binary(">=", depth, most), p.Binary("or", binary(">=", next_, pool.length), lacks))
    back = (p.Store(depth, binary("-", depth, p.Int(1))), p.If(binary("<", depth, FALSE), (p.Break(),)), p.Continue())
    loop.add(p.If(ends, back), p.Store(p.Item(at, depth), next_), p.Store(depth, binary("+", depth, p.Int(1))))
    loop.add(p.Store(p.Item(at, depth), next_), p.Store(is_new, TRUE))
    code.add(p.While(TRUE, loop.block))


def each_subset(
    code: Code,
    pool: p.Expr,
    least: p.Expr,
    most: p.Expr,
    width: int,
    body: Callable[[Code, p.Expr, p.Expr], None],
) -> None:
    """Write the loop over subsets of a mask; the body gets each with its number from 1, and may break."""
    stack = code.array(width + 1, "mask")  # what may still be added behind each member
    chosen_, depth = code.local(EMPTY, "mask", "m"), code.local(FALSE, hint="n")
    members, number = code.array(width + 1), code.local(FALSE, hint="n")
    is_new = code.local(p.Int(1), hint="t")
    code.add(p.Store(p.Item(stack, FALSE), pool))
    loop = code.inner()
    # A set that was just made is told once, if it is large enough.
    told = loop.inner()
    told.add(p.Store(is_new, FALSE), p.Store(number, binary("+", number, p.Int(1))))
    body(told, chosen_, number)
    enough = p.Binary("and", is_new, binary(">=", depth, least))
    loop.add(p.If(enough, told.block), p.Store(is_new, FALSE))
    left = loop.local(p.Item(stack, depth), "mask", "m")
    lacks = binary("<", binary("+", depth, p.Unary("count", left)), least)
    full = binary(">=", depth, most)
    ends = p.Binary("or", p.Binary("or", full, binary("==", left, EMPTY)), lacks)
    loop.add(p.If(ends, _without_last(chosen_, members, depth)))
    member = loop.local(p.Unary("lowest", left))
    rest = loop.local(binary("without", left, bit(member)), "mask", "m")
    loop.add(
        p.Store(p.Item(stack, depth), rest),
        p.Store(p.Item(members, depth), member),
        p.Store(chosen_, binary("|", chosen_, bit(member))),
        p.Store(depth, binary("+", depth, p.Int(1))),
        p.Store(p.Item(stack, depth), rest),
        p.Store(is_new, p.Int(1)),
    )
    code.add(p.While(p.Int(1), loop.block))


def _without_last(chosen_: p.Name, members: str, depth: p.Name) -> p.Block:
    """Go on from the set without the member that was added last; behind the empty set the loop ends."""
    return (
        p.Store(depth, binary("-", depth, p.Int(1))),
        p.If(binary("<", depth, FALSE), (p.Break(),)),
        p.Store(chosen_, binary("without", chosen_, bit(p.Item(members, depth)))),
        p.Continue(),
    )


# --- how many there are -----------------------------------------------------------------------------------------------


def check_number(lower: Expressions, code: Code, pool: Listed, least: p.Expr, most: p.Expr, last: p.Expr) -> None:
    """End the run where a list has more subsets of these sizes behind a position than are looked through."""
    if not pool.classes:
        left = binary("-", binary("-", pool.length, p.Int(1)), last)
        check_size(lower, code, left, least, most, pool.bound)
        return
    ways, total = code.array(pool.bound + 1), code.local(FALSE, hint="n")
    at = code.local(binary("+", last, p.Int(1)))
    code.add(p.Store(p.Item(ways, FALSE), p.Int(1)))
    loop = code.inner()
    copies = loop.local(p.Int(1), hint="n")
    behind = binary("+", at, copies)
    more = both(binary("<", behind, pool.length), pool.is_copy(behind))
    loop.add(p.While(more, (p.Store(copies, binary("+", copies, p.Int(1))),)))
    loop.add(p.Store(total, binary("+", total, copies)), p.Store(at, behind))
    loop.each_number(
        FALSE, binary("+", total, p.Int(1)), lambda inner, down: _more_ways(inner, ways, total, copies, down)
    )
    code.add(p.While(binary("<", at, pool.length), loop.block))
    _fail_if_many(code, lambda size: p.Item(ways, size), least, most, total)


def _more_ways(code: Code, ways: str, total: p.Expr, copies: p.Expr, down: p.Expr) -> None:
    """In how many ways so many members can be taken when further copies come: larger sizes first."""
    size, found = code.local(binary("-", total, down)), code.local(FALSE, hint="n")
    most = code.hold(chosen(binary("<", size, copies), size, copies))
    add = code.inner()
    taken = add.fresh("i")
    sum_ = binary("+", found, p.Item(ways, binary("-", size, p.Name(taken))))
    code.add(p.For(taken, FALSE, binary("+", most, p.Int(1)), (p.Store(found, sum_),)))
    capped = p.Choice(binary(">", found, p.Int(MOST_SUBSETS)), p.Int(MOST_SUBSETS + 1), found)
    code.add(p.Store(p.Item(ways, size), capped))


def check_size(lower: Expressions, code: Code, left: p.Expr, least: p.Expr, most: p.Expr, bound: int) -> None:
    """End the run where a set of so many members has more subsets of these sizes than are looked through."""
    if bound <= MOST_SUBSETS.bit_length() - 1:
        return
    row = code.hold(binary("*", left, p.Int(bound + 1)))
    numbers = [min(comb(n, k), MOST_SUBSETS + 1) for n in range(bound + 1) for k in range(bound + 1)]
    _fail_if_many(code, lambda size: lower.tables.entry(numbers, binary("+", row, size)), least, most, left)


def _fail_if_many(code: Code, number: Callable[[p.Expr], p.Expr], least: p.Expr, most: p.Expr, largest: p.Expr) -> None:
    found = code.local(FALSE, hint="n")
    begin = code.hold(chosen(binary("<", least, FALSE), FALSE, least))
    end = code.hold(chosen(binary("<", most, largest), most, largest))

    def add(inner: Code, size: p.Expr) -> None:
        inner.add(p.Store(found, binary("+", found, number(size))))

    code.each_number(begin, binary("+", end, p.Int(1)), add)
    code.fail_if(binary(">", found, p.Int(MOST_SUBSETS)))


def joined(head: Slice, tail: Slice) -> Slice:
    """The members of one list, then those of another one."""

    def at(number: p.Expr) -> p.Expr:
        behind = binary("-", number, head.length)
        return chosen(binary("<", number, head.length), head.at(number), tail.at(behind))

    return Slice(at, binary("+", head.length, tail.length), head.bound + tail.bound)


def all_hold(tests: Sequence[p.Expr]) -> p.Expr:
    """Whether several tests hold."""
    found: p.Expr = TRUE
    for test in tests:
        found = both(found, test)
    return found
