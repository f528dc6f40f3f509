"""Sets whose members are picked one after the other: which may be next, and when the set may be closed.

As in `ruleloom.picks`: a clause about each member narrows the pool, one about the whole set is asked of every set that
the picks so far can still become, and of at most 4,096 of them.
"""

from collections.abc import Sequence

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.guards import Guards, Rule
from ruleloom.lower.rows import COUNT
from ruleloom.lower.scopes import Scope
from ruleloom.lower.subsets import (
    Listed,
    all_hold,
    check_number,
    check_size,
    each_listed,
    each_subset,
    is_listed,
    item_type,
    joined,
    list_of,
    pool_of,
    sizes_of,
)
from ruleloom.lower.values import MaskSet, Slice
from ruleloom_dsl.ir.game import Clause, Given, Move, Some
from ruleloom_dsl.ir.picking import is_per_member, picked_slots, slots_inside


class Picks:
    """The lowering of one game's picks."""

    def __init__(self, lower: Expressions, guards: Guards) -> None:
        self.lower = lower
        self.guards = guards
        self.listed = ListedPicks(self)

    def slots(self, move: Move) -> frozenset[int]:
        """The slot of the set that is picked, and those of what is computed from it."""
        assert move.picked is not None
        return picked_slots(move, move.picked)

    # --- when the move is chosen --------------------------------------------------------------------------------------

    def completes(self, code: Code, move: Move, scope: Scope, rules: Sequence[Rule]) -> p.Expr:
        """Whether some set passes the clauses about what is picked."""
        some = picked_of(move)
        if is_listed(self.lower, some):
            return self.listed.completes(code, move, scope, rules)
        each, whole = self.split(move, rules)
        pool, sizes = self._pool(code, some, scope, each)
        return self._can_become(code, some, scope, whole, pool, sizes, EMPTY, pool)

    # --- one pick after the other -------------------------------------------------------------------------------------

    def options(self, code: Code, pick: to.Pick, scope: Scope) -> None:
        """The members that may be picked next, and `done` where the set may be closed."""
        some, move = pick.some, pick.move
        rules = self.rules(move)
        if is_listed(self.lower, some):
            self.listed.options(code, pick, scope, rules)
            return
        each, whole = self.split(move, rules)
        pool, (least, most) = self._pool(code, some, scope, each)
        picked = code.local(p.Field(f"f{some.slot}"), "mask", "m")
        behind = code.hold(self._behind(pool, picked), "mask")

        def offer(inner: Code, member: p.Expr) -> None:
            after = inner.local(binary("|", picked, bit(member)), "mask", "m")
            rest = inner.local(self._behind(pool, after), "mask", "m")
            able = self._can_become(inner, some, scope, whole, pool, (least, most), after, rest)
            inner.when(able, lambda then: append(then, 0, member))

        code.each_bit(behind, offer)
        count = code.hold(p.Unary("count", picked))
        closes = both(binary(">=", count, least), binary("<", count, most))

        def close(inner: Code) -> None:
            passes = self.passes(inner, some, scope, whole, MaskSet(picked, self._width(some)))
            inner.when(passes, lambda then: append(then, 1, p.Int(p.NONE)))

        code.when(closes, close)

    def take(self, code: Code, pick: to.Pick, option: p.Expr) -> None:
        """Add the member to the set, or close it."""
        if is_listed(self.lower, pick.some):
            self.listed.take(code, pick, option)
            return
        field = p.Field(f"f{pick.some.slot}")
        more = code.inner()
        more.add(
            p.Store(field, binary("|", field, bit(p.At("picked", option, "o")))),
            p.Store(p.Field("pc"), p.Int(pick.again)),
        )
        closed = (p.Store(p.Field("pc"), p.Int(pick.done)),)
        code.add(p.If(binary("==", p.At("alternative", option, "o"), FALSE), more.block, closed))

    # --- pools --------------------------------------------------------------------------------------------------------

    def split(self, move: Move, rules: Sequence[Rule]) -> tuple[list[Clause], list[Rule]]:
        """The clauses about single members, and those about the whole set."""
        some, slots = picked_of(move), self.slots(move)
        each = [rule for rule in rules if isinstance(rule, Clause) and is_per_member(rule, some.slot, slots)]
        return each, [rule for rule in rules if rule not in each]

    def _pool(
        self, code: Code, some: Some, scope: Scope, each: Sequence[Clause]
    ) -> tuple[p.Expr, tuple[p.Expr, p.Expr]]:
        whole = pool_of(self.lower, some, code, scope)
        sizes = sizes_of(self.lower, some, code, scope, p.Unary("count", whole.bits))
        if not each:
            return whole.bits, sizes
        found = code.local(EMPTY, "mask", "m")

        def look(inner: Code, member: p.Expr) -> None:
            alone = scope.bound(some.slot, MaskSet(bit(member), 1))
            passes = all_hold([self.guards.holds(inner, clause, alone) for clause in each])
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

        def look(inner: Code, added: p.Expr, _: p.Expr) -> None:
            one = inner.hold(binary("|", picked, added) if picked != EMPTY else added, "mask")
            passes = self.passes(inner, some, scope, whole, MaskSet(one, self._width(some)))
            inner.add(p.If(passes, (p.Store(found, TRUE), p.Break())))

        def search(then: Code) -> None:
            check_size(self.lower, then, then.hold(p.Unary("count", rest)), least, most, self._width(some))
            each_subset(then, rest, least, most, self._width(some), look)

        code.when(large, search)
        return found

    def _width(self, some: Some) -> int:
        return self.lower.shape.numbering.universe(item_type(self.lower, some)) or self.lower.shape.widest()

    def passes(self, code: Code, some: Some, scope: Scope, rules: Sequence[Rule], picked: MaskSet | Slice) -> p.Expr:
        """Whether a whole set, with what is computed from it, passes some clauses."""
        move = next(move for move in self.lower.game.moves if some in move.parameters)
        found = scope.bound(some.slot, picked)
        for parameter in move.parameters:
            if isinstance(parameter, Given) and parameter.slot in self.slots(move):
                value = self.lower.given(code, parameter.value, found, parameter.slot)
                found = found.bound(parameter.slot, value)
        done = code.local(FALSE, hint="t")
        self._ask(code, list(rules), found, done)
        return done

    def _ask(self, code: Code, rules: list[Rule], scope: Scope, done: p.Name) -> None:
        if not rules:
            code.add(p.Store(done, TRUE))
            return
        test = self.guards.passes(code, rules[0], scope)
        code.when(test, lambda then: self._ask(then, rules[1:], scope, done))

    def rules(self, move: Move) -> list[Rule]:
        """The clauses that read what is picked."""
        found: list[Rule] = [*move.costs, *move.clauses]
        return [rule for rule in found if slots_inside(rule) & self.slots(move)]


def picked_of(move: Move) -> Some:
    """The set of a move that is picked member by member."""
    assert move.picked is not None
    return move.picked


def append(code: Code, alternative: int, member: p.Expr) -> None:
    """One more option of a pick."""
    code.add(p.Store(p.At("alternative", COUNT, "o"), p.Int(alternative)), p.Store(p.At("picked", COUNT, "o"), member))
    code.add(p.Store(COUNT, binary("+", COUNT, p.Int(1))))


class ListedPicks:
    """The picks of sets that are lists: those whose members do not ascend, or that copies of cards are picked for."""

    def __init__(self, picks: Picks) -> None:
        self.picks = picks
        self.lower = picks.lower

    def completes(self, code: Code, move: Move, scope: Scope, rules: Sequence[Rule]) -> p.Expr:
        """Whether some set passes the clauses about what is picked."""
        some = picked_of(move)
        each, whole = self.picks.split(move, rules)
        pool, sizes = self._pool(code, some, scope, each)
        return self._can_become(code, some, scope, whole, pool, sizes, _nothing(), p.Int(p.NONE))

    def options(self, code: Code, pick: to.Pick, scope: Scope, rules: Sequence[Rule]) -> None:
        """The members that may be picked next, and `done` where the set may be closed."""
        some, move = pick.some, pick.move
        each, whole = self.picks.split(move, rules)
        pool, sizes = self._pool(code, some, scope, each)
        sequence = self.lower.shape.sequence(some.slot)
        picked, count = code.array(sequence.capacity + 1), code.local(p.Field(sequence.length))
        code.each_number(
            FALSE, count, lambda inner, at: inner.add(p.Store(p.Item(picked, at), p.At(sequence.items, at)))
        )
        last = code.local(p.Int(p.NONE))
        top = p.Item(picked, binary("-", count, p.Int(1)))
        code.when(
            binary(">", count, FALSE),
            lambda then: then.add(p.Store(last, pool.position(then, then.local(top)))),
        )
        one_more = Slice(lambda at: p.Item(picked, at), binary("+", count, p.Int(1)), sequence.capacity)

        def offer(inner: Code, at: p.Expr) -> None:
            member = inner.local(pool.member(at))
            inner.add(p.Store(p.Item(picked, count), member))
            able = self._can_become(inner, some, scope, whole, pool, sizes, one_more, at)
            inner.when(able, lambda then: append(then, 0, member))

        pool.following(code, last, offer)
        closes = both(binary(">=", count, sizes[0]), binary("<", count, sizes[1]))
        chosen_ = Slice(lambda at: p.Item(picked, at), count, sequence.capacity)

        def close(inner: Code) -> None:
            passes = self.picks.passes(inner, some, scope, whole, chosen_)
            inner.when(passes, lambda then: append(then, 1, p.Int(p.NONE)))

        code.when(closes, close)

    def take(self, code: Code, pick: to.Pick, option: p.Expr) -> None:
        """Add the member to the set, or close it."""
        sequence, more = self.lower.shape.sequence(pick.some.slot), code.inner()
        length = p.Field(sequence.length)
        more.add(
            p.Store(p.At(sequence.items, length), p.At("picked", option, "o")),
            p.Store(length, binary("+", length, p.Int(1))),
            p.Store(p.Field("pc"), p.Int(pick.again)),
        )
        closed = (p.Store(p.Field("pc"), p.Int(pick.done)),)
        code.add(p.If(binary("==", p.At("alternative", option, "o"), FALSE), more.block, closed))

    def _pool(
        self, code: Code, some: Some, scope: Scope, each: Sequence[Clause]
    ) -> tuple[Listed, tuple[p.Expr, p.Expr]]:
        pool = list_of(self.lower, some, code, scope)
        sizes = sizes_of(self.lower, some, code, scope, code.local(pool.length))

        def passes(inner: Code, member: p.Expr) -> p.Expr:
            alone = scope.bound(some.slot, Slice(lambda _: member, p.Int(1), 1))
            return all_hold([self.picks.guards.holds(inner, clause, alone) for clause in each])

        if each:
            pool.only(code, passes)
        return pool, sizes

    def _can_become(
        self,
        code: Code,
        some: Some,
        scope: Scope,
        whole: Sequence[Rule],
        pool: Listed,
        sizes: tuple[p.Expr, p.Expr],
        picked: Slice,
        last: p.Expr,
    ) -> p.Expr:
        """Whether the picks can become a set that passes, with members that come behind the last one."""
        least = code.hold(binary("-", sizes[0], picked.length))
        least = code.hold(chosen(binary("<", least, FALSE), FALSE, least))
        most = code.hold(binary("-", sizes[1], picked.length))
        left = binary("-", binary("-", pool.length, p.Int(1)), last)
        large = both(binary(">=", most, FALSE), both(binary("<=", least, most), binary("<=", least, left)))
        if not whole:
            return large
        found = code.local(FALSE, hint="t")

        def look(inner: Code, added: Slice, _: p.Expr) -> None:
            passes = self.picks.passes(inner, some, scope, whole, joined(picked, added))
            inner.add(p.If(passes, (p.Store(found, TRUE), p.Break())))

        def search(then: Code) -> None:
            check_number(self.lower, then, pool, least, most, last)
            each_listed(then, pool, least, most, last, look)

        code.when(large, search)
        return found


def _nothing() -> Slice:
    return Slice(lambda _: p.Int(p.NONE), FALSE, 0)
