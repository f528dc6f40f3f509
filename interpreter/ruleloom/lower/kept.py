"""Candidates in local arrays, where it matters which others there are."""

from collections.abc import Callable

from ruleloom.lower import plan as p
from ruleloom.lower.candidates import Candidates
from ruleloom.lower.code import FALSE, TRUE, Code, binary
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.guards import Excused, Rule, Uses, is_if_able
from ruleloom.lower.rows import CAPACITY
from ruleloom.lower.scopes import Scope
from ruleloom.lower.subsets import is_listed
from ruleloom.lower.values import MaskSet, Several, Slice, Walked, stored, walked
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Given, Parameter, Some, Walk


class Kept:
    """Candidates in local arrays: the values of the parameters that range, and what their exception is used for."""

    def __init__(self, of: Candidates, code: Code) -> None:
        self.of = of
        self.lower = of.lower
        self.count = code.local(FALSE, hint="n")
        self.ranging = of.ranging()
        self.walk = self.lower.shape.longest_walk() + 1
        self.arrays = {each.slot: self._array(code, each) for each in self.ranging}
        self.widths = {each.slot: self._width(each) for each in self.ranging}
        self.lengths = {slot: code.array(CAPACITY) for slot, width in self.widths.items() if width}
        self.most = self._most_uses(code)
        self.uses = code.array(CAPACITY * self.most) if self.most else ""
        self.numbers = code.array(CAPACITY * self.most) if self.most else ""
        self.used = code.array(CAPACITY) if self.most else ""

    def _most_uses(self, code: Code) -> int:
        """How many exceptions a candidate can use at most."""
        scope = self.of.anything(Scope(p.Name("any"), {}))
        excused = [found for rule in self.of.asked if (found := Excused.of(rule)) is not None]
        return sum(each.most(code, self.of.guards, scope) for each in excused)

    def _array(self, code: Code, parameter: Parameter) -> str:
        if isinstance(parameter, Walk):
            return code.array(CAPACITY * self.walk)
        if isinstance(parameter, Some):
            if not is_listed(self.lower, parameter):
                return code.array(CAPACITY, "mask")
            return code.array(CAPACITY * self._room(parameter))
        return code.array(CAPACITY)

    def _width(self, parameter: Parameter) -> int:
        """How many cells a value of a parameter takes; 0 where it is a single one or a mask."""
        if isinstance(parameter, Walk):
            return self.walk
        return self._room(parameter) if isinstance(parameter, Some) and is_listed(self.lower, parameter) else 0

    def _room(self, some: Some) -> int:
        """How many members a subset has at most."""
        most = some.most.value if isinstance(some.most, ir.Const) and isinstance(some.most.value, int) else None
        capacity = self.lower.shape.sequence(some.slot).capacity
        return capacity if most is None else max(1, min(most, capacity))

    def add(self, code: Code, scope: Scope) -> None:
        """Keep one more candidate."""
        code.fail_if(binary(">=", self.count, p.Int(CAPACITY)))
        for each in self.ranging:
            value, array = scope.values[each.slot], self.arrays[each.slot]
            if isinstance(value, Walked):
                self._add_list(code, each.slot, value.whole)
            elif each.slot in self.lengths:
                assert isinstance(value, Several)
                self._add_list(code, each.slot, value)
            elif isinstance(value, MaskSet):
                code.add(p.Store(p.Item(array, self.count), value.bits))
            elif isinstance(value, p.Expr):
                code.add(p.Store(p.Item(array, self.count), value))
            else:
                raise NotLowered("sets of sets are kept")
        if self.used:
            code.add(p.Store(p.Item(self.used, self.count), FALSE))
        code.add(p.Store(self.count, binary("+", self.count, p.Int(1))))

    def _add_list(self, code: Code, slot: int, value: Several) -> None:
        listed, array = value if isinstance(value, Slice) else stored(code, value), self.arrays[slot]
        start = code.hold(binary("*", self.count, p.Int(self.widths[slot])))
        code.add(p.Store(p.Item(self.lengths[slot], self.count), listed.length))
        code.each_number(
            FALSE,
            listed.length,
            lambda inner, at: inner.add(p.Store(p.Item(array, binary("+", start, at)), listed.at(at))),
        )

    def bound(self, code: Code, number: p.Expr, scope: Scope) -> Scope:
        """The scope of a candidate that is kept."""
        found = scope
        for each in self.of.parameters:
            if isinstance(each, Given):
                found = found.bound(each.slot, self.of.given(code, each.slot, each.value, found))
            elif isinstance(each, Walk):
                array, start = self.arrays[each.slot], code.hold(binary("*", number, p.Int(self.walk)))
                length = code.local(p.Item(self.lengths[each.slot], number))
                at = _within(array, start)
                found = found.bound(each.slot, walked(at, length, self.walk))
            elif each.slot in self.lengths:
                array, start = self.arrays[each.slot], code.hold(binary("*", number, p.Int(self.widths[each.slot])))
                length = code.local(p.Item(self.lengths[each.slot], number))
                found = found.bound(each.slot, Slice(_within(array, start), length, self.widths[each.slot]))
            elif isinstance(each, Some):
                found = found.bound(
                    each.slot, MaskSet(code.local(p.Item(self.arrays[each.slot], number), "mask", "m"), 64)
                )
            else:
                found = found.bound(each.slot, code.local(p.Item(self.arrays[each.slot], number)))
        return self.of.with_computed(code, found)

    def each(self, code: Code, scope: Scope, body: Callable[[Code, Scope, Uses | None], None]) -> None:
        """Write the loop over the candidates that are kept."""

        def look(inner: Code, number: p.Expr) -> None:
            uses = None
            if self.used:
                start = inner.hold(binary("*", number, p.Int(self.most)))
                length = p.Item(self.used, number)
                uses = Uses(TRUE, _within(self.numbers, start), _within(self.uses, start), length, self.most)
            body(inner, self.bound(inner, number, scope), uses)

        code.each_number(FALSE, self.count, look)

    def thin(self, code: Code, rules: list[Rule], scope: Scope) -> None:
        """Keep the candidates that pass; of a clause that is asked if able all, if none passes."""
        is_able = is_if_able(rules[0])
        if is_able:
            self._thin_if_able(code, rules[0], scope)
            return
        left, excused = code.local(FALSE, hint="n"), Excused.of(rules[0])

        def look(inner: Code, number: p.Expr) -> None:
            bound = self.bound(inner, number, scope)
            if excused is not None:
                uses = self._uses(inner, excused, bound)
                inner.when(uses.passes, lambda then: self._keep(then, number, left, uses))
            else:
                self.of.ask_all(inner, rules, bound, lambda then: self._keep(then, number, left, None))

        code.each_number(FALSE, self.count, look)
        code.add(p.Store(self.count, left))

    def thin_completing(self, code: Code, rules: list[Rule], scope: Scope) -> None:
        """Keep the candidates whose picks can pass some clauses."""
        left = code.local(FALSE, hint="n")

        def look(inner: Code, number: p.Expr) -> None:
            bound = self.bound(inner, number, scope)
            completes = self.of.picks.completes(inner, self.of.move, bound, rules)
            inner.when(completes, lambda then: self._keep(then, number, left, None))

        code.each_number(FALSE, self.count, look)
        code.add(p.Store(self.count, left))

    def _uses(self, code: Code, excused: Excused, scope: Scope) -> Uses:
        return excused.uses(code, self.of.guards, scope, self.of.number_of(excused.clause))

    def _thin_if_able(self, code: Code, rule: Rule, scope: Scope) -> None:
        excused = Excused.of(rule)
        passed, some = code.array(CAPACITY), code.local(FALSE, hint="t")

        def look(inner: Code, number: p.Expr) -> None:
            bound = self.bound(inner, number, scope)
            if excused is not None:
                uses = self._uses(inner, excused, bound)
                passes = uses.passes
                inner.when(passes, lambda then: self._use(then, number, uses))
            else:
                passes = self.of.guards.holds(inner, rule, bound)
            inner.add(p.Store(p.Item(passed, number), passes))
            inner.add(p.If(p.Item(passed, number), (p.Store(some, TRUE),)))

        def compact(then: Code) -> None:
            left = then.local(FALSE, hint="n")
            then.each_number(
                FALSE,
                self.count,
                lambda inner, number: inner.when(
                    p.Item(passed, number), lambda yes: self._keep(yes, number, left, None)
                ),
            )
            then.add(p.Store(self.count, left))

        code.each_number(FALSE, self.count, look)
        code.when(some, compact)

    def _use(self, code: Code, number: p.Expr, uses: Uses) -> None:
        """What one more clause is excused for goes behind what others were."""
        used = p.Item(self.used, number)
        start = code.local(binary("+", binary("*", number, p.Int(self.most)), used))

        def add(inner: Code, at: p.Expr) -> None:
            there = inner.hold(binary("+", start, at))
            inner.add(p.Store(p.Item(self.uses, there), uses.members(at)))
            inner.add(p.Store(p.Item(self.numbers, there), uses.numbers(at)))

        length = code.hold(uses.length)
        code.each_number(FALSE, length, add)
        code.add(p.Store(used, binary("+", used, length)))

    def _keep(self, code: Code, number: p.Expr, left: p.Name, uses: Uses | None) -> None:
        """The candidate moves up to where the next one that is kept stands."""
        if uses is not None:
            self._use(code, number, uses)
        for slot, array in self.arrays.items():
            if slot in self.lengths:
                self._move(code, array, self.widths[slot], number, left)
                code.add(p.Store(p.Item(self.lengths[slot], left), p.Item(self.lengths[slot], number)))
            else:
                code.add(p.Store(p.Item(array, left), p.Item(array, number)))
        if self.used:
            self._move(code, self.uses, self.most, number, left)
            self._move(code, self.numbers, self.most, number, left)
            code.add(p.Store(p.Item(self.used, left), p.Item(self.used, number)))
        code.add(p.Store(left, binary("+", left, p.Int(1))))

    def _move(self, code: Code, array: str, size: int, number: p.Expr, left: p.Name) -> None:
        to, source = (code.hold(binary("*", each, p.Int(size))) for each in (left, number))
        code.each_number(
            FALSE,
            p.Int(size),
            lambda inner, at: inner.add(
                p.Store(p.Item(array, binary("+", to, at)), p.Item(array, binary("+", source, at)))
            ),
        )


def _within(array: str, start: p.Expr) -> Callable[[p.Expr], p.Expr]:
    return lambda at: p.Item(array, binary("+", start, at))
