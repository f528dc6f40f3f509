"""Clauses as tests of one candidate, whose values stand in the scope."""

from collections.abc import Callable
from dataclasses import dataclass

from ruleloom.guards import UNLIMITED, paid_from
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, TRUE, Code, binary, both, chosen, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import Body, Custom, Several
from ruleloom_dsl.ir import types
from ruleloom_dsl.ir.expressions import Comparison, Logic, Not
from ruleloom_dsl.ir.game import Clause, Cost, Limit, Move

Rule = Clause | Cost


class Guards:
    """The tests of one game's clauses."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.shape = lower.shape

    def holds(self, code: Code, rule: Clause | Cost, scope: Scope) -> p.Expr:
        """Whether a candidate passes a clause, its exceptions left aside, or can pay a cost."""
        if isinstance(rule, Cost):
            held = paid_from(rule, self.shape.machine.evaluator)
            return self.lower.truth(code, Comparison(">=", held, rule.amount, types.Truth()), scope)
        if rule.when is None:
            return self._passes(code, rule, scope)
        when, inner = self.lower.truth(code, rule.when, scope), code.inner()
        passes = self._passes(inner, rule, scope)
        if not inner.statements:
            return p.Binary("or", negated(when), passes) if passes != TRUE else TRUE
        found = code.local(TRUE, hint="t")
        inner.add(p.Store(found, passes))
        code.add(p.If(when, inner.block))
        return found

    def _passes(self, code: Code, rule: Clause, scope: Scope) -> p.Expr:
        if rule.each is None or rule.each_slot is None:
            return self.lower.truth(code, rule.that, scope)
        failed, slot = code.local(FALSE, hint="t"), rule.each_slot
        several = self.lower.several(code, rule.each, scope)

        def check(inner: Code, member: p.Expr) -> None:
            test = self.lower.truth(inner, rule.that, scope.bound(slot, several.meaning(member)))
            inner.when(negated(test), lambda then: then.add(p.Store(failed, TRUE), p.Break()))

        several.each(code, check, failed)
        return negated(failed)

    def mask(self, code: Code, rule: Clause | Cost, slot: int, type_: types.Type, scope: Scope) -> p.Expr | None:
        """The values of a slot with which a candidate passes, its exceptions left aside; None where each is asked."""
        if isinstance(rule, Cost) or rule.each is not None or rule.exceptions:
            return None
        test = rule.that
        if rule.when is not None:
            test = Logic("or", Not(rule.when, types.Truth()), rule.that, types.Truth())
        return self.lower.where(code, slot, type_, test, scope)

    def left(self, limit: Limit, scope: Scope) -> p.Expr:
        """How often a limit may still be used by the player who is `me`."""
        number, _ = self.lower.numbering.limits[limit.key]
        seat = binary("+", p.Int(number * self.shape.players), scope.me)
        return binary("-", p.Int(limit.times), p.At("used", seat))

    def within_limit(self, move: Move, scope: Scope) -> p.Expr:
        """Whether the limit of a move allows it once more."""
        return TRUE if move.limit is None else binary(">", self.left(move.limit, scope), FALSE)

    def passes(self, code: Code, rule: Clause | Cost, scope: Scope) -> p.Expr:
        """The same as `holds`, with the help of exceptions."""
        excused = Excused.of(rule)
        return self.holds(code, rule, scope) if excused is None else excused.uses(code, self, scope).passes


@dataclass(frozen=True)
class Uses:
    """Which exceptions a candidate uses: for each use the number of the exception among those given, and for what."""

    passes: p.Expr
    numbers: Callable[[p.Expr], p.Expr]
    members: Callable[[p.Expr], p.Expr]
    length: p.Expr
    most: int

    def of(self, number: int) -> Several:
        """What one exception is used for."""

        def loop(code: Code, body: Body) -> None:
            def look(inner: Code, at: p.Expr) -> None:
                inner.add(p.If(binary("!=", self.numbers(at), p.Int(number)), (p.Continue(),)))
                body(inner, inner.local(self.members(at)))

            code.each_number(FALSE, self.length, look)

        return Custom(loop, self.most)


@dataclass(frozen=True)
class Excused:
    """A clause with exceptions."""

    clause: Clause

    @classmethod
    def of(cls, rule: Clause | Cost) -> "Excused | None":
        """The clause if it has exceptions."""
        return cls(rule) if isinstance(rule, Clause) and rule.exceptions else None

    def uses(self, code: Code, guards: Guards, scope: Scope, first: int = 0) -> Uses:
        """Whether a candidate passes with the help of exceptions, and which; they are numbered from `first` on."""
        members, failing, count = self._failing(code, guards, scope)
        picks, at = code.array(members), code.local(FALSE, hint="n")
        left = self._left(code, guards, scope)
        code.add(p.Store(p.Item(picks, FALSE), p.Int(p.NONE)))
        loop = code.inner()
        pick, member = p.Item(picks, at), loop.local(p.Item(failing, at))
        if left:
            back = p.Item(left, pick)
            loop.add(p.If(binary(">=", pick, FALSE), (p.Store(back, binary("+", back, p.Int(1))),)))
        found = loop.local(FALSE, hint="t")
        loop.add(p.Store(pick, binary("+", pick, p.Int(1))))
        search = loop.inner()
        search.add(p.Store(found, self._applies(search, guards, scope, pick, member, left)))
        search.add(p.If(found, (p.Break(),)), p.Store(pick, binary("+", pick, p.Int(1))))
        loop.add(p.While(binary("<", pick, p.Int(len(self.clause.exceptions))), search.block))
        on: list[p.Stmt] = [p.Store(p.Item(left, pick), binary("-", p.Item(left, pick), p.Int(1)))] if left else []
        on.append(p.Store(at, binary("+", at, p.Int(1))))
        last = binary("<", at, count)
        on.append(p.If(last, (p.Store(p.Item(picks, at), p.Int(p.NONE)),)))
        loop.add(p.If(found, tuple(on), (p.Store(at, binary("-", at, p.Int(1))),)))
        code.add(p.While(both(binary(">=", at, FALSE), binary("<", at, count)), loop.block))
        return Uses(
            binary(">=", at, FALSE), lambda one: binary("+", p.Item(picks, one), p.Int(first)),
            lambda one: p.Item(failing, one), chosen(binary("<", at, FALSE), FALSE, count), members,
        )  # fmt: skip

    def most(self, code: Code, guards: Guards, scope: Scope) -> int:
        """How many uses there can be at most."""
        if self.clause.each is None:
            return 1
        return max(1, guards.lower.several(code.inner(), self.clause.each, scope).bound)

    def _failing(self, code: Code, guards: Guards, scope: Scope) -> tuple[int, str, p.Name]:
        """The members for which the clause does not hold."""
        lower, clause, slot = guards.lower, self.clause, self.clause.each_slot
        each = lower.several(code.inner(), clause.each, scope).bound if clause.each is not None else 1
        array, length = code.array(max(1, each)), code.local(FALSE, hint="n")

        def check(inner: Code, member: p.Expr) -> None:
            bound = scope if slot is None else scope.bound(slot, member)
            test = lower.truth(inner, clause.that, bound)
            store = (p.Store(p.Item(array, length), member), p.Store(length, binary("+", length, p.Int(1))))
            inner.when(negated(test), lambda then: then.add(*store))

        def every(inner: Code) -> None:
            if clause.each is None:
                check(inner, FALSE)
            else:
                lower.several(inner, clause.each, scope).each(inner, check)

        if clause.when is None:
            every(code)
        else:
            code.when(lower.truth(code, clause.when, scope), every)
        return max(1, each), array, length

    def _left(self, code: Code, guards: Guards, scope: Scope) -> str:
        """How often each exception may still be used, in an array; empty where none has a limit."""
        limits = [exemption.limit for exemption in self.clause.exceptions]
        if not any(limits):
            return ""
        array = code.array(len(limits))
        for number, limit in enumerate(limits):
            left = p.Int(UNLIMITED) if limit is None else guards.left(limit, scope)
            code.add(p.Store(p.Item(array, p.Int(number)), left))
        return array

    def _applies(self, code: Code, guards: Guards, scope: Scope, pick: p.Expr, member: p.Expr, left: str) -> p.Expr:
        """Whether the exception with a number may be used for a member."""
        slot, applies = self.clause.each_slot, code.local(FALSE, hint="t")
        bound = scope if slot is None else scope.bound(slot, member)

        def ask(number: int) -> Callable[[Code], None]:
            when = self.clause.exceptions[number].when
            return lambda then: then.add(p.Store(applies, guards.lower.truth(then, when, bound)))

        def one(inner: Code) -> None:
            if len(self.clause.exceptions) == 1:
                ask(0)(inner)
                return
            for number in range(len(self.clause.exceptions)):
                inner.when(binary("==", pick, p.Int(number)), ask(number))

        code.when(binary(">", p.Item(left, pick), FALSE) if left else TRUE, one)
        return applies


def is_if_able(rule: Rule) -> bool:
    """Whether a clause holds only if some candidate can meet it."""
    return isinstance(rule, Clause) and rule.if_able
