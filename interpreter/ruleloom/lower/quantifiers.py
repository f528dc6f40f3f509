"""Quantifiers: by masks where a test is one, else by a loop that stops as soon as it may."""

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, negated
from ruleloom.lower.members import first, holds_any, last, size
from ruleloom.lower.operations import beats, branch, member_of
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.values import Filter, MaskSet, Several, Tuple, Value
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import SetOf, TupleOf, Type, certain, member_type

if TYPE_CHECKING:
    from ruleloom.lower.expressions import Expressions


def quantified(lower: "Expressions", code: Code, e: ir.Quantified, scope: Scope) -> Value:
    """Whatever a quantifier comes to."""
    several = _chosen(lower, code, e, scope)
    match e.quantifier:
        case "those":
            return several
        case "count":
            return size(code, several)
        case "any":
            return holds_any(code, several)
        case "all":
            return _all(lower, code, e, several, scope)
        case "sum":
            return _sum(lower, code, e, several, scope)
        case "first":
            return member_of(lower, code, several, first(code, several, none_of(e.type)), certain(e.type))
        case "last":
            return member_of(lower, code, several, last(code, several, none_of(e.type)), certain(e.type))
        case "largest" | "smallest":
            return member_of(lower, code, several, _extreme(lower, code, e, several, scope), certain(e.type))
        case _:
            assert_never(e.quantifier)


def _chosen(lower: "Expressions", code: Code, e: ir.Quantified, scope: Scope) -> Several:
    domain = lower.several(code, e.domain, scope)
    where = e.where
    if where is None:
        return domain

    def test(inner: Code, member: p.Expr) -> p.Expr:
        return lower.truth(inner, where, scope.bound(e.slot, domain.meaning(member)))

    return narrowed(lower, code, domain, e.slot, member_type(e.domain.type), where, scope, test)


def narrowed(
    lower: "Expressions",
    code: Code,
    domain: Several,
    slot: int,
    type_: Type,
    where: ir.Expression,
    scope: Scope,
    test: Callable[[Code, p.Expr], p.Expr],
) -> Several:
    """The members of a set that pass a test: by masks where they can be had, else one by one."""
    whole = lower.where(code, slot, type_, where, scope)
    if whole is None:
        return Filter(domain, test)
    bits = domain.mask(code)
    if bits is not None:
        return MaskSet(binary("&", bits, whole), domain.bound)
    passing = code.hold(whole, "mask")
    return Filter(domain, lambda _, member: p.Has(passing, member))


def _all(lower: "Expressions", code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
    assert e.body is not None
    bits = several.unordered(code)
    whole = None if bits is None else lower.where(code, e.slot, member_type(e.domain.type), e.body, scope)
    if bits is not None and whole is not None:
        return binary("==", binary("without", bits, whole), EMPTY)
    failed = code.local(FALSE, hint="t")

    def check(inner: Code, member: p.Expr) -> None:
        assert e.body is not None
        test = lower.truth(inner, e.body, scope.bound(e.slot, several.meaning(member)))
        inner.when(negated(test), lambda then: then.add(p.Store(failed, TRUE), p.Break()))

    several.each(code, check, failed)
    return negated(failed)


def _sum(lower: "Expressions", code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
    total = code.local(FALSE, hint="n")
    assert e.body is not None
    known = lower.known_values(e.slot, member_type(e.domain.type), e.body)

    def add(inner: Code, member: p.Expr) -> None:
        assert e.body is not None
        if known is not None and not may_be_none(e.body.type):
            inner.add(p.Store(total, binary("+", total, lower.tables.entry(known, member))))
            return
        amount = lower.some(inner, e.body, scope.bound(e.slot, several.meaning(member)))
        inner.add(p.Store(total, binary("+", total, amount)))

    several.each(code, add)
    return total


def _extreme(lower: "Expressions", code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
    """The first member whose key no other one beats; with one member its key is not compared."""
    none = p.Int(none_of(e.type))
    best, is_found = code.local(none), code.local(FALSE, hint="t")
    sign = ">" if e.quantifier == "largest" else "<"
    type_ = e.body.type if e.body is not None else (e.domain.type.item if isinstance(e.domain.type, SetOf) else e.type)
    of = certain(type_)
    keys = [code.local(FALSE) for _ in (of.items if isinstance(of, TupleOf) else (of,))]

    def compare(inner: Code, member: p.Expr) -> None:
        found: Value = member
        if e.body is not None:
            found = branch(lower, inner, e.body, e.body.type, scope.bound(e.slot, several.meaning(member)))
        parts = found.parts if isinstance(found, Tuple) else (found,)
        held = [inner.hold(part) for part in parts if isinstance(part, p.Expr)]
        replaces = inner.local(TRUE, hint="t")
        rest = inner.inner()
        rest.add(p.Store(replaces, beats(lower, rest, sign, tuple(held), tuple(keys), of, e)))
        inner.add(p.If(is_found, rest.block))
        stores = (p.Store(key, part) for key, part in zip(keys, held, strict=True))
        there = TRUE if not lower.perhaps.has_none(e.domain) else binary("!=", best, none)
        inner.add(p.If(replaces, (p.Store(best, member), *stores, p.Store(is_found, there))))

    several.each(code, compare)
    return best
