"""Signs between expressions: what they compute, whether one value comes before another, which of two is chosen."""

from typing import TYPE_CHECKING, assert_never

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, both, chosen, either, negated
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.members import contains, fill, holds_any, without_none
from ruleloom.lower.scopes import Scope, none_of
from ruleloom.lower.values import (
    Absent,
    Chain,
    Filter,
    MaskSet,
    Several,
    Slice,
    Tuple,
    Value,
    Walked,
    is_missing,
    stored,
)
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import Maybe, Nothing, Number, SetOf, TupleOf, Type, certain

if TYPE_CHECKING:
    from ruleloom.lower.expressions import Expressions


def operation(
    lower: "Expressions",
    code: Code,
    e: ir.Not | ir.Logic | ir.Arithmetic | ir.Comparison | ir.Conditional,
    scope: Scope,
) -> Value:
    """Whatever a sign between expressions, or `if`, comes to."""
    match e:
        case ir.Not(of):
            return negated(lower.truth(code, of, scope))
        case ir.Logic(sign, left, right):
            return _logic(lower, code, sign, left, right, scope)
        case ir.Arithmetic(_, _, _, SetOf()):
            return _set_arithmetic(lower, code, e, scope)
        case ir.Arithmetic(sign, left, right):
            return _arithmetic(lower, code, sign, left, right, scope)
        case ir.Comparison():
            return comparison(lower, code, e, scope)
        case ir.Conditional():
            return _conditional(lower, code, e, scope)
        case _:
            assert_never(e)


def _logic(
    lower: "Expressions", code: Code, sign: str, left: ir.Expression, right: ir.Expression, scope: Scope
) -> p.Expr:
    one = lower.truth(code, left, scope)
    if one == (FALSE if sign == "and" else TRUE):
        return one
    inner = code.inner()
    other = lower.truth(inner, right, scope)
    if not inner.statements:
        return both(one, other) if sign == "and" else either(one, other)
    found = code.local(one, hint="t")
    inner.add(p.Store(found, other))
    code.add(p.If(found if sign == "and" else negated(found), inner.block))
    return found


def _arithmetic(
    lower: "Expressions", code: Code, sign: str, left: ir.Expression, right: ir.Expression, scope: Scope
) -> p.Expr:
    one, other = lower.some(code, left, scope), lower.some(code, right, scope)
    if sign in ("div", "mod") and not (isinstance(other, p.Int) and other.value):
        other = code.hold(other)
        code.fail_if(binary("==", other, FALSE))
    found = binary(sign, one, other)
    if sign == "*" and not isinstance(found, p.Int):
        found = code.hold(found)
        code.fail_if(either(binary(">", found, p.Int(LARGEST)), binary("<", found, p.Int(-LARGEST))))
    return found


def _set_arithmetic(lower: "Expressions", code: Code, e: ir.Arithmetic, scope: Scope) -> Several:
    left, right = lower.perhaps_several(code, e.left, scope), lower.perhaps_several(code, e.right, scope)
    wrong = is_missing(right)
    if e.sign == "without" and wrong != FALSE:  # from nothing nothing is taken
        wrong = both(code.hold(wrong), holds_any(code, left))
    code.fail_if(either(is_missing(left), wrong))
    left, right = (each.of if isinstance(each, Absent) else each for each in (left, right))
    if e.sign == "+":
        return Chain((left, right))
    item = e.left.type.item if isinstance(e.left.type, SetOf) else e.left.type
    if lower.is_counted(item) and not lower.perhaps.has_none(e.left):
        taken = without_none(code, right, lower.perhaps.has_none(e.right))
        bits = left.mask(code)
        if bits is not None:
            return MaskSet(binary("without", bits, taken), lower.shape.universe(item))
        return Filter(left, lambda _, member: negated(p.Has(taken, member)))
    others = stored(code, right)
    # Here none is a member like any other.
    return Filter(left, lambda inner, member: negated(contains(inner, others, member, False, False)))


def comparison(lower: "Expressions", code: Code, e: ir.Comparison, scope: Scope) -> p.Expr:
    """Whether a comparison holds."""
    if e.sign in ("in", "not in"):
        found = _is_in(lower, code, e.left, e.right, scope)
        return found if e.sign == "in" else negated(found)
    if e.sign in ("==", "!="):
        return _equality(lower, code, e, scope)
    if isinstance(e.left.type, TupleOf) and isinstance(e.right.type, TupleOf):
        left, right = lower.value(code, e.left, scope), lower.value(code, e.right, scope)
        assert isinstance(left, Tuple) and isinstance(right, Tuple)
        return tuple_order(lower, code, e.sign, left, right, e.left.type)
    return binary(e.sign, lower.some(code, e.left, scope), lower.some(code, e.right, scope))


def _is_in(lower: "Expressions", code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
    if isinstance(certain(left.type), SetOf):
        return _is_set_in(lower, code, left, right, scope)
    member = code.hold(lower.number(code, left, scope))
    several = lower.several(code, right, scope)
    perhaps = lower.perhaps.is_none(left)
    if isinstance(certain(left.type), Number) and perhaps:
        found = contains(code, several, member, False, False)
        return both(binary("!=", member, p.Int(p.NO_NUMBER)), found)
    return contains(code, several, member, lower.is_counted(left.type), perhaps)


def _is_set_in(lower: "Expressions", code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
    """Whether a set is a member of a set of sets."""
    wanted, several = lower.perhaps_several(code, left, scope), lower.several(code, right, scope)
    missing, found = code.hold(is_missing(wanted)), code.local(FALSE, hint="t")

    def compare(inner: Code, member: p.Expr) -> None:
        one = several.meaning(member)
        assert isinstance(one, Several)
        same = _same_members(lower, inner, wanted, one)
        inner.add(p.If(same, (p.Store(found, TRUE), p.Break())))

    several.each(code, compare, found)
    return both(negated(missing), found)


def member_of(lower: "Expressions", code: Code, several: Several, found: p.Expr, item: Type) -> Value:
    """What a member that was found stands for; of a set of sets a set, which is none where nothing was found."""
    if not isinstance(item, SetOf):
        return found
    found = code.hold(found)
    one = several.meaning(found)
    if not isinstance(one, Slice):
        raise NotLowered("one of several sets is none of a row")
    missing = code.hold(binary("==", found, p.Int(p.NONE)))
    return Absent(Slice(one.at, chosen(missing, FALSE, one.length), one.most), missing)


def _equality(lower: "Expressions", code: Code, e: ir.Comparison, scope: Scope) -> p.Expr:
    wanted = e.right.type if isinstance(e.left.type, Nothing) else e.left.type
    if isinstance(certain(wanted), SetOf):
        found = _same_sets(lower, code, e.left, e.right, scope)
    elif isinstance(certain(wanted), Number):
        as_ = Maybe(Number())
        found = binary("==", lower.number(code, e.left, scope, as_), lower.number(code, e.right, scope, as_))
    else:
        left, right = lower.value(code, e.left, scope), lower.value(code, e.right, scope)
        if isinstance(left, Tuple) and isinstance(right, Tuple):
            found = TRUE
            for one, other in zip(left.parts, right.parts, strict=True):
                found = both(found, binary("==", one, other))
        elif isinstance(left, p.Expr) and isinstance(right, p.Expr):
            found = binary("==", left, right)
        else:
            found = FALSE  # a walk is not none
            if isinstance(left, Walked) and isinstance(right, Walked):
                found = _same_members(lower, code, left.whole, right.whole)
    return found if e.sign == "==" else negated(found)


def _same_sets(lower: "Expressions", code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
    one, other = lower.perhaps_several(code, left, scope), lower.perhaps_several(code, right, scope)
    missing = [code.hold(is_missing(each)) for each in (one, other)]
    same = _same_members(lower, code, one, other)
    if missing == [FALSE, FALSE]:
        return same
    neither = both(negated(missing[0]), negated(missing[1]))
    return either(both(*missing), both(neither, same))


def _same_members(lower: "Expressions", code: Code, one: Several, other: Several) -> p.Expr:
    bits, others = one.mask(code), other.mask(code)
    if bits is not None and others is not None:
        return binary("==", bits, others)
    first_, second = stored(code, one), stored(code, other)
    same = code.local(binary("==", first_.length, second.length), hint="t")

    def compare(inner: Code, at: p.Expr) -> None:
        inner.when(binary("!=", first_.at(at), second.at(at)), lambda then: then.add(p.Store(same, FALSE), p.Break()))

    code.when(same, lambda then: then.each_number(FALSE, first_.length, compare))
    return same


def _conditional(lower: "Expressions", code: Code, e: ir.Conditional, scope: Scope) -> Value:
    test = lower.truth(code, e.test, scope)
    if isinstance(test, p.Int):
        return branch(lower, code, e.then if test.value else e.other, e.type, scope)
    yes, no = code.inner(), code.inner()
    then, other = branch(lower, yes, e.then, e.type, scope), branch(lower, no, e.other, e.type, scope)
    if isinstance(then, p.Expr) and isinstance(other, p.Expr):
        if not yes.statements and not no.statements:
            return chosen(test, then, other)
        return _joined(lower, code, test, (yes, no), (then, other))
    if isinstance(then, Tuple) and isinstance(other, Tuple):
        found = [code.local(FALSE) for _ in then.parts]
        for inner, value in ((yes, then), (no, other)):
            inner.add(*(p.Store(name, part) for name, part in zip(found, value.parts, strict=True)))
        code.add(p.If(test, yes.block, no.block))
        return Tuple(tuple(found))
    if isinstance(then, Several) and isinstance(other, Several):
        return _conditional_set(lower, code, test, (yes, no), (then, other), e.type)
    raise NotLowered("one of two walks is chosen")


def branch(lower: "Expressions", code: Code, e: ir.Expression, type_: Type, scope: Scope) -> Value:
    """A value as a branch of a conditional, or the body of a term: of the type that is wanted."""
    if isinstance(certain(type_), SetOf):
        return lower.perhaps_several(code, e, scope)
    if isinstance(certain(type_), TupleOf):
        return lower.value(code, e, scope)
    return lower.number(code, e, scope, type_)


def _joined(
    lower: "Expressions", code: Code, test: p.Expr, codes: tuple[Code, Code], values: tuple[p.Expr, p.Expr]
) -> p.Expr:
    found = code.local(FALSE)
    for inner, value in zip(codes, values, strict=True):
        inner.add(p.Store(found, value))
    code.add(p.If(test, codes[0].block, codes[1].block))
    return found


def _conditional_set(
    lower: "Expressions",
    code: Code,
    test: p.Expr,
    codes: tuple[Code, Code],
    values: tuple[Several, Several],
    type_: Type,
) -> Several:
    if any(isinstance(value, Absent) for value in values):
        gone = code.local(FALSE, hint="t")
        for inner, value in zip(codes, values, strict=True):
            inner.add(p.Store(gone, is_missing(value)))
        there = [value.of if isinstance(value, Absent) else value for value in values]
        return Absent(_conditional_set(lower, code, test, codes, (there[0], there[1]), type_), gone)
    masks = [value.mask(inner) for inner, value in zip(codes, values, strict=True)]
    most = max(value.bound for value in values)
    if masks[0] is not None and masks[1] is not None:
        of = certain(type_)
        width = lower.shape.universe(of.item) if isinstance(of, SetOf) else most
        if not codes[0].statements and not codes[1].statements:
            return MaskSet(chosen(test, masks[0], masks[1]), width or most)
        bits = code.local(EMPTY, "mask", "m")
        for inner, mask in zip(codes, masks, strict=True):
            assert mask is not None
            inner.add(p.Store(bits, mask))
        code.add(p.If(test, codes[0].block, codes[1].block))
        return MaskSet(bits, width or most)
    array, length = code.array(most), code.local(FALSE, hint="n")
    for inner, value in zip(codes, values, strict=True):
        fill(inner, value, lambda at: p.Item(array, at), length)
    code.add(p.If(test, codes[0].block, codes[1].block))
    return Slice(lambda at: p.Item(array, at), length, most)


def beats(
    lower: "Expressions",
    code: Code,
    sign: str,
    held: tuple[p.Expr, ...],
    keys: tuple[p.Expr, ...],
    type_: Type,
    e: ir.Quantified,
) -> p.Expr:
    """Whether one key beats another one."""
    if isinstance(type_, TupleOf):
        return tuple_order(lower, code, sign, Tuple(held), Tuple(keys), type_)
    if lower.perhaps.has_none(e.domain) if e.body is None else lower.perhaps.is_none(e.body):
        none = p.Int(none_of(type_))
        code.fail_if(either(binary("==", held[0], none), binary("==", keys[0], none)))
    return binary(sign, held[0], keys[0])


def tuple_order(lower: "Expressions", code: Code, sign: str, left: Tuple, right: Tuple, type_: TupleOf) -> p.Expr:
    """Whether one row of values comes before another one: the first parts that differ must not be none."""
    sides = [[code.hold(part) for part in side.parts] for side in (left, right)]
    same: p.Expr = TRUE
    for one, other, item in zip(*sides, type_.items, strict=True):
        none = p.Int(none_of(item))
        among = either(binary("==", one, none), binary("==", other, none))
        code.fail_if(both(same, both(binary("!=", one, other), among)))
        same = both(same, binary("==", one, other))
    return _row_order(sign, tuple(sides[0]), tuple(sides[1]))


def _row_order(sign: str, left: tuple[p.Expr, ...], right: tuple[p.Expr, ...]) -> p.Expr:
    """Whether one row of values comes before another one."""
    if len(left) == 1:
        return binary(sign, left[0], right[0])
    rest = _row_order(sign, left[1:], right[1:])
    strict = sign.rstrip("=")
    return either(binary(strict, left[0], right[0]), both(binary("==", left[0], right[0]), rest))
