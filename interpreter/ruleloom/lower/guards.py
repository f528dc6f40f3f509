"""Clauses as tests of one candidate, whose values stand in the scope."""

from dataclasses import dataclass

from ruleloom.guards import paid_from
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, TRUE, Code, binary, negated
from ruleloom.lower.expressions import Expressions, Scope, may_be_none
from ruleloom.lower.shape import NotLowered
from ruleloom.lower.values import Several, Slice
from ruleloom_dsl.ir import types
from ruleloom_dsl.ir.expressions import Comparison, Logic, Not
from ruleloom_dsl.ir.game import Clause, Cost, Exemption, Limit, Move


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


@dataclass(frozen=True)
class Excused:
    """The one exception that a move has: its clause, and the members of it that the exception is used for."""

    clause: Clause
    exemption: Exemption
    slot: int

    def uses(self, code: Code, guards: Guards, scope: Scope) -> tuple[p.Expr, Several]:
        """Whether a candidate passes with the exception's help, and what it is used for."""
        lower, slot = guards.lower, self.clause.each_slot
        members = lower.several(code, self.clause.each, scope) if self.clause.each is not None else None
        array, length = code.array(members.bound if members is not None else 1), code.local(FALSE, hint="n")
        refused = code.local(FALSE, hint="t")

        def check(inner: Code, member: p.Expr) -> None:
            bound = scope if slot is None else scope.bound(slot, member)
            test = lower.truth(inner, self.clause.that, bound)

            def excuse(then: Code) -> None:
                applies = lower.truth(then, self.exemption.when, bound)
                then.add(p.If(negated(applies), (p.Store(refused, TRUE), p.Break())))
                then.add(p.Store(p.Item(array, length), member), p.Store(length, binary("+", length, p.Int(1))))

            inner.when(negated(test), excuse)

        def every(inner: Code) -> None:
            if members is None:
                inner.each_number(FALSE, p.Int(1), check)
            else:
                members.each(inner, check, refused)

        if self.clause.when is None:
            every(code)
        else:
            code.when(lower.truth(code, self.clause.when, scope), every)
        if self.exemption.limit is not None:
            over = binary(">", length, guards.left(self.exemption.limit, scope))
            code.add(p.If(over, (p.Store(refused, TRUE),)))
        most = members.bound if members is not None else 1
        return negated(refused), Slice(lambda at: p.Item(array, at), length, most)


def excused_of(move: Move, uses: dict[str, int]) -> Excused | None:
    """The exception of a move, if it has one. Raises NotLowered where it has several."""
    found = [(clause, exemption) for clause in move.clauses for exemption in clause.exceptions]
    if not found:
        return None
    if len(found) > 1:
        raise NotLowered(f"{move.id} has several exceptions")
    clause, exemption = found[0]
    if clause.each_slot is not None and may_be_none(clause.that.type):
        raise NotLowered(f"{move.id} has an exception of something that may be none")
    return Excused(clause, exemption, uses[exemption.key])
