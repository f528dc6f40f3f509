"""Sets whose members are picked one after the other: which may be next, and when the set may be closed.

As in `ruleloom.picks`: a clause about each member narrows the pool, one about the whole set is asked of every set that
the picks so far can still become, and of at most 4,096 of them.
"""

from collections.abc import Sequence

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen
from ruleloom.lower.expressions import Expressions, Scope
from ruleloom.lower.guards import Guards
from ruleloom.lower.rows import COUNT
from ruleloom.lower.subsets import each_subset, pool_of, sizes_of
from ruleloom.lower.values import MaskSet, Value
from ruleloom_dsl.ir.game import Clause, Cost, Given, Move, Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS, is_per_member, picked_slots, slots_inside

Rule = Clause | Cost


class Picks:
    """The lowering of one game's picks."""

    def __init__(self, lower: Expressions, guards: Guards) -> None:
        self.lower = lower
        self.guards = guards

    def slots(self, move: Move) -> frozenset[int]:
        """The slot of the set that is picked, and those of what is computed from it."""
        assert move.picked is not None
        return picked_slots(move, move.picked)

    # --- when the move is chosen --------------------------------------------------------------------------------------

    def completes(self, code: Code, move: Move, scope: Scope, rules: Sequence[Rule]) -> p.Expr:
        """Whether some set passes the clauses about what is picked."""
        some = _picked(move)
        each, whole = self._split(move, rules)
        pool, sizes = self._pool(code, some, scope, each)
        return self._can_become(code, some, scope, whole, pool, sizes, EMPTY, pool)

    # --- one pick after the other -------------------------------------------------------------------------------------

    def options(self, code: Code, pick: to.Pick, scope: Scope) -> None:
        """The members that may be picked next, and `done` where the set may be closed."""
        some, move = pick.some, pick.move
        all_rules: list[Rule] = [*move.costs, *move.clauses]
        rules = [rule for rule in all_rules if slots_inside(rule) & self.slots(move)]
        each, whole = self._split(move, rules)
        pool, (least, most) = self._pool(code, some, scope, each)
        picked = code.local(p.Field(f"f{some.slot}"), "mask", "m")
        behind = code.hold(self._behind(pool, picked), "mask")

        def offer(inner: Code, member: p.Expr) -> None:
            after = inner.local(binary("|", picked, bit(member)), "mask", "m")
            rest = inner.local(self._behind(pool, after), "mask", "m")
            able = self._can_become(inner, some, scope, whole, pool, (least, most), after, rest)
            inner.when(able, lambda then: _append(then, 0, member))

        code.each_bit(behind, offer)
        count = code.hold(p.Unary("count", picked))
        closes = both(binary(">=", count, least), binary("<", count, most))

        def close(inner: Code) -> None:
            passes = self._passes(inner, some, scope, whole, picked)
            inner.when(passes, lambda then: _append(then, 1, p.Int(p.NONE)))

        code.when(closes, close)

    def take(self, code: Code, pick: to.Pick, option: p.Expr) -> None:
        """Add the member to the set, or close it."""
        field = p.Field(f"f{pick.some.slot}")
        more = code.inner()
        more.add(
            p.Store(field, binary("|", field, bit(p.At("picked", option, "o")))),
            p.Store(p.Field("pc"), p.Int(pick.again)),
        )
        closed = (p.Store(p.Field("pc"), p.Int(pick.done)),)
        code.add(p.If(binary("==", p.At("alternative", option, "o"), FALSE), more.block, closed))

    # --- pools --------------------------------------------------------------------------------------------------------

    def _split(self, move: Move, rules: Sequence[Rule]) -> tuple[list[Clause], list[Rule]]:
        """The clauses about single members, and those about the whole set."""
        some, slots = _picked(move), self.slots(move)
        each = [rule for rule in rules if isinstance(rule, Clause) and is_per_member(rule, some.slot, slots)]
        return each, [rule for rule in rules if rule not in each]

    def _pool(
        self, code: Code, some: Some, scope: Scope, each: Sequence[Clause]
    ) -> tuple[p.Expr, tuple[p.Expr, p.Expr]]:
        whole = pool_of(self.lower, some, code, scope)
        sizes = sizes_of(self.lower, some, code, scope, whole.bits)
        if not each:
            return whole.bits, sizes
        found = code.local(EMPTY, "mask", "m")

        def look(inner: Code, member: p.Expr) -> None:
            alone = scope.bound(some.slot, MaskSet(bit(member), 1))
            passes: p.Expr = TRUE
            for clause in each:
                passes = both(passes, self.guards.holds(inner, clause, alone))
            inner.when(passes, lambda then: then.add(p.Store(found, binary("|", found, bit(member)))))

        code.each_bit(whole.bits, look)
        return found, sizes

    def _behind(self, pool: p.Expr, picked: p.Expr) -> p.Expr:
        """The members that come after the last one that was picked."""
        last = p.Unary("highest", picked)
        behind = binary("without", binary("without", pool, p.Unary("below", last)), bit(last))
        return chosen(binary("==", picked, EMPTY), pool, behind)

    def _can_become(
        self,
        code: Code,
        some: Some,
        scope: Scope,
        whole: Sequence[Rule],
        pool: p.Expr,
        sizes: tuple[p.Expr, p.Expr],
        picked: p.Expr,
        rest: p.Expr,
    ) -> p.Expr:
        """Whether the picks can become a set that passes, with members that come behind them."""
        have = p.Unary("count", picked) if picked != EMPTY else FALSE
        least, most = code.hold(binary("-", sizes[0], have)), code.hold(binary("-", sizes[1], have))
        least = code.hold(chosen(binary("<", least, FALSE), FALSE, least))
        enough = both(binary(">=", most, least), binary("<=", least, p.Unary("count", rest)))
        large = both(binary(">=", most, FALSE), enough)
        if not whole:
            return large
        found = code.local(FALSE, hint="t")

        def look(inner: Code, added: p.Expr, number: p.Expr) -> None:
            inner.fail_if(binary(">", number, p.Int(MOST_SUBSETS)))
            one = inner.hold(binary("|", picked, added) if picked != EMPTY else added, "mask")
            passes = self._passes(inner, some, scope, whole, one)
            inner.add(p.If(passes, (p.Store(found, TRUE), p.Break())))

        code.when(large, lambda then: each_subset(then, rest, least, most, self._width(some), look))
        return found

    def _width(self, some: Some) -> int:
        type_ = self.lower.shape.machine.program.slots[some.slot].type
        return self.lower.shape.universe(getattr(type_, "item", type_)) or self.lower.shape.widest()

    def _passes(self, code: Code, some: Some, scope: Scope, rules: Sequence[Rule], picked: p.Expr) -> p.Expr:
        """Whether a whole set, with what is computed from it, passes some clauses."""
        move = next(move for move in self.lower.game.moves if some in move.parameters)
        found = scope.bound(some.slot, MaskSet(code.hold(picked, "mask"), self._width(some)))
        for parameter in move.parameters:
            if isinstance(parameter, Given) and parameter.slot in self.slots(move):
                value: Value = self.lower.value(code, parameter.value, found)
                found = found.bound(parameter.slot, code.hold(value) if isinstance(value, p.Expr) else value)
        passes: p.Expr = TRUE
        for rule in rules:
            passes = both(passes, self.guards.holds(code, rule, found))
        return passes


def _picked(move: Move) -> Some:
    assert move.picked is not None
    return move.picked


def _append(code: Code, alternative: int, member: p.Expr) -> None:
    code.add(p.Store(p.At("alternative", COUNT, "o"), p.Int(alternative)), p.Store(p.At("picked", COUNT, "o"), member))
    code.add(p.Store(COUNT, binary("+", COUNT, p.Int(1))))
