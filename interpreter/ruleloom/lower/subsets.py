"""The subsets of a set in natural order: by their members, each before those that go on from it."""

from collections.abc import Callable

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, bit, chosen
from ruleloom.lower.expressions import Expressions, Scope
from ruleloom.lower.shape import NotLowered
from ruleloom.lower.values import MaskSet, Value
from ruleloom_dsl.ir.game import Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS


def pool_of(lower: Expressions, some: Some, code: Code, scope: Scope) -> MaskSet:
    """What a subset is made of. Raises NotLowered where the order of its members is not the natural one."""
    several = lower.several(code, some.domain, scope)
    bits = several.mask(code)
    if bits is None or some.slot not in lower.shape.masks:
        raise NotLowered(f"the members of {some.name} come in an order of their own")
    return MaskSet(code.hold(bits, "mask"), several.bound)


def sizes_of(lower: Expressions, some: Some, code: Code, scope: Scope, pool: p.Expr) -> tuple[p.Expr, p.Expr]:
    """The least and the largest size; the largest is that of the whole set, if not less."""
    count = code.hold(p.Unary("count", pool))
    least = code.hold(lower.some(code, some.least, scope))
    most: p.Expr = count
    if some.most is not None:
        wanted = code.hold(lower.some(code, some.most, scope))
        most = code.hold(chosen(binary("<", wanted, count), wanted, count))
    return code.hold(chosen(binary("<", least, FALSE), FALSE, least)), most


def subsets_of(lower: Expressions, some: Some, code: Code, scope: Scope, body: Callable[[Code, Value], None]) -> None:
    """Write the loop over all subsets of the sizes that are allowed; too many end the run."""
    pool = pool_of(lower, some, code, scope)
    least, most = sizes_of(lower, some, code, scope, pool.bits)
    width = pool.bound

    def counted(inner: Code, chosen_: p.Expr, number: p.Expr) -> None:
        inner.fail_if(binary(">", number, p.Int(MOST_SUBSETS)))
        body(inner, MaskSet(chosen_, width))

    each_subset(code, pool.bits, least, most, width, counted)


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
    back = loop.inner()
    back.add(p.Store(depth, binary("-", depth, p.Int(1))))
    back.add(p.If(binary("<", depth, FALSE), (p.Break(),)))
    back.add(p.Store(chosen_, binary("without", chosen_, bit(p.Item(members, depth)))), p.Continue())
    loop.add(p.If(ends, back.block))
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
