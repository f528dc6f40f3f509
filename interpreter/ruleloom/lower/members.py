"""What is asked of a set: how many members it has, whether one is among them, which is first, and what holds them."""

from collections.abc import Callable

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, highest, lowest, members
from ruleloom.lower.values import Body, Chain, MaskSet, Several, Slice, Span, stored


def size(code: Code, several: Several) -> p.Expr:
    """How many members a set has."""
    match several:
        case MaskSet(bits):
            return members(bits)
        case Slice(_, length):
            return length
        case Chain(parts):
            total: p.Expr = p.Int(0)
            for part in parts:
                total = binary("+", total, size(code, part))
            return total
    total = code.local(p.Int(0), hint="n")
    several.each(code, lambda inner, _: inner.add(p.Store(total, binary("+", total, p.Int(1)))))
    return total


def holds_any(code: Code, several: Several) -> p.Expr:
    """Whether a set has members."""
    match several:
        case MaskSet(bits):
            return binary("!=", bits, EMPTY)
        case Slice(_, length):
            return binary(">", length, p.Int(0))
    found = code.local(FALSE, hint="t")
    several.each(code, lambda inner, _: inner.add(p.Store(found, TRUE), p.Break()), found)
    return found


def contains(code: Code, several: Several, member: p.Expr, is_counted: bool, may_be_none: bool) -> p.Expr:
    """Whether a set has a member; `is_counted`: it is from 0 to the width of a mask - 1, or NONE."""
    member = code.hold(member)
    if isinstance(several, MaskSet):
        if isinstance(member, p.Int) and isinstance(several.bits, p.Mask):
            return p.Int(int(member.value >= 0 and bool(several.bits.bits >> member.value & 1)))
        guard: p.Expr = TRUE
        if not is_counted:
            guard = both(binary(">=", member, p.Int(0)), binary("<", member, p.Int(several.most)))
        elif may_be_none:
            guard = binary("!=", member, p.Int(p.NONE))
        return both(guard, p.Has(several.bits, member))
    if isinstance(several, Span):
        return both(binary(">=", member, several.low), binary("<=", member, several.high))
    found = code.local(FALSE, hint="t")

    def compare(inner: Code, other: p.Expr) -> None:
        inner.when(binary("==", other, member), lambda then: then.add(p.Store(found, TRUE), p.Break()))

    several.each(code, compare, found)
    none = binary("!=", member, p.Int(p.NONE)) if may_be_none else TRUE
    return both(none, found)


def first(code: Code, several: Several, none: int = p.NONE) -> p.Expr:
    """The first member, or none."""
    match several:
        case MaskSet(bits):
            return lowest(bits, none)
        case Slice(at, length):
            return chosen(binary(">", length, p.Int(0)), at(p.Int(0)), p.Int(none))
    found, done = code.local(p.Int(none)), code.local(FALSE, hint="t")
    several.each(code, lambda inner, member: inner.add(p.Store(found, member), p.Store(done, TRUE), p.Break()), done)
    return found


def last(code: Code, several: Several, none: int = p.NONE) -> p.Expr:
    """The last member, or none."""
    match several:
        case MaskSet(bits):
            return highest(bits, none)
        case Slice(at, length):
            length = code.hold(length)
            return chosen(binary(">", length, p.Int(0)), at(binary("-", length, p.Int(1))), p.Int(none))
    found = code.local(p.Int(none))
    several.each(code, lambda inner, member: inner.add(p.Store(found, member)))
    return found


def nth(code: Code, several: Several, number: p.Expr, none: int = p.NONE) -> p.Expr:
    """The member with a number counted from 1, or none."""
    number = code.hold(number)
    if isinstance(several, MaskSet) and isinstance(number, p.Int) and isinstance(several.bits, p.Mask):
        found = [at for at in range(several.bits.bits.bit_length()) if several.bits.bits >> at & 1]
        return p.Int(found[number.value - 1] if 1 <= number.value <= len(found) else none)
    if isinstance(several, MaskSet) and several.bits == p.Mask((1 << several.most) - 1):
        inside = both(binary(">=", number, p.Int(1)), binary("<=", number, p.Int(several.most)))
        return chosen(inside, binary("-", number, p.Int(1)), p.Int(none))
    if isinstance(several, Slice):
        inside = both(binary(">=", number, p.Int(1)), binary("<=", number, several.length))
        return chosen(inside, several.at(binary("-", number, p.Int(1))), p.Int(none))
    found_, left = code.local(p.Int(none)), code.local(number)
    done = code.local(FALSE, hint="t")

    def count(inner: Code, member: p.Expr) -> None:
        inner.add(p.Store(left, binary("-", left, p.Int(1))))
        inner.when(
            binary("==", left, p.Int(0)),
            lambda then: then.add(p.Store(found_, member), p.Store(done, TRUE), p.Break()),
        )

    several.each(code, count, done)
    return found_


def as_mask(code: Code, several: Several) -> p.Expr:
    """A set as a mask, whatever the order of its members; they must be counted from 0."""
    bits = several.mask(code)
    if bits is not None:
        return bits
    found = code.local(EMPTY, "mask", "m")
    several.each(code, lambda inner, member: inner.add(p.Store(found, binary("|", found, bit(member)))))
    return found


def fill(code: Code, several: Several, at: Callable[[p.Expr], p.Place], length: p.Place) -> None:
    """Put the members of a set one behind the other, and how many they are."""
    code.add(p.Store(length, FALSE))

    def append(inner: Code, member: p.Expr) -> None:
        inner.add(p.Store(at(length), member), p.Store(length, binary("+", length, p.Int(1))))

    several.each(code, append)


def without_none(code: Code, several: Several, has_none: bool) -> p.Expr:
    """A set as a mask; none is left out."""
    if not has_none:
        return as_mask(code, several)
    found = code.local(EMPTY, "mask", "m")

    def add(inner: Code, member: p.Expr) -> None:
        inner.add(p.If(binary(">=", member, FALSE), (p.Store(found, binary("|", found, bit(member))),)))

    several.each(code, add)
    return found


def worked_out(code: Code, several: Several) -> Several:
    """A set that stays as it is now, whatever is stored after it."""
    if isinstance(several, MaskSet):
        return MaskSet(code.hold(several.bits, "mask"), several.most)
    return stored(code, several)


def unless_none(code: Code, one: p.Expr, has_none: bool, body: Body) -> None:
    """Write what is done with a member, which is left alone where it is none."""
    if has_none:
        code.when(binary(">=", one, FALSE), lambda then: body(then, one))
    else:
        body(code, one)


def pop_front(code: Code, arrays: list[str], length: str) -> None:
    """Leave out the first of several things that stand one behind the other."""
    left = code.local(binary("-", p.Field(length), p.Int(1)))

    def move(inner: Code, at: p.Expr) -> None:
        inner.add(*(p.Store(p.At(name, at), p.At(name, binary("+", at, p.Int(1)))) for name in arrays))

    code.each_number(FALSE, left, move)
    code.add(p.Store(p.Field(length), left))
