"""The candidates of a move that pass its clauses.

The values of the parameters are gone through in nested loops. A clause is asked as soon as everything that it reads is
bound, and prunes what lies inside; one that could end the run keeps its place, and so does everything behind it. Where
a clause holds only if some candidate can meet it, the candidates that passed so far are kept, and thinned out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from ruleloom.lower import plan as p
from ruleloom.lower.alike import copied
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, bit
from ruleloom.lower.guards import Excused, Rule, Uses, is_if_able
from ruleloom.lower.kept import Kept
from ruleloom.lower.row_order import preference
from ruleloom.lower.rows import PREFERENCE
from ruleloom.lower.scopes import Scope
from ruleloom.lower.subsets import subsets_of
from ruleloom.lower.values import MaskSet, Slice, Span, Value, Walked, none_at_all
from ruleloom.lower.walking import Walking, only_length, settled
from ruleloom.slots import use_slots
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Clause, Cost, Given, Move, OneOf, Parameter, Some, Walk
from ruleloom_dsl.ir.types import Path, SetOf, certain

if TYPE_CHECKING:
    from ruleloom.lower.choices import Choices

Row = Mapping[int, Value]
Put = Callable[[Code, Row], None]


@dataclass(frozen=True)
class Test:
    """A clause with how many parameters must be bound before it can be asked."""

    rule: Rule
    level: int


class Listing:
    """The candidates of one move that pass its clauses."""

    def __init__(self, choices: "Choices", move: Move) -> None:
        self.choices = choices
        self.lower = choices.lower
        self.guards = choices.guards
        self.move = move
        self.uses = use_slots(choices.program.uses, move)
        self.picked = frozenset() if move.picked is None else choices.picks.slots(move)
        self.parameters = tuple(each for each in move.parameters if each.slot not in self.picked)
        self.computed = tuple(
            each for each in move.decides
            if each.slot not in {parameter.slot for parameter in move.parameters} | self.picked
        )  # fmt: skip
        self.slots = choices.row_slots(move)
        rules: list[Rule] = [*move.costs, *move.clauses]
        self.asked = tuple(rule for rule in rules if not self._is_about_picks(rule))
        self.about_picks = tuple(rule for rule in rules if self._is_about_picks(rule))
        self.is_streamed = not any(self._stops(rule) for rule in self.asked)
        self.by_end = self._by_end()

    def _is_about_picks(self, rule: Rule) -> bool:
        return bool(self.choices.reading.tree(rule) & self.picked)

    def _by_end(self) -> int | None:
        """The deciding slot, where it is the end of the only walk and nothing else of the walk matters but its length.

        Then the ends of all walks are gathered first, and each is asked about once.
        """
        walk = self.parameters[-1] if self.parameters else None
        if (
            not isinstance(walk, Walk)
            or not self.lower.passes.walk_ends
            or not self.is_streamed
            or self.ranging() != [walk]
            or self.move.picked is not None
        ):
            return None
        ends = [
            each.slot
            for each in self.computed
            if isinstance(each.value, ir.CallBuiltin) and each.value.name == "end"
            and each.value.arguments[0] == ir.Local(walk.slot, each.value.arguments[0].type)
        ]  # fmt: skip
        if len(self.computed) != 1 or ends != [each.slot for each in self.move.announced] or walk.slot in self.slots:
            return None
        anybody = Scope(p.Name("any"), {})
        others = [rule for rule in self._unsettled(self.asked) if not self._is_of_length(rule, walk, anybody)]
        if any(walk.slot in self.choices.reading.tree(rule) for rule in others):
            return None
        return ends[0]

    def ranging(self) -> list[Parameter]:
        """The parameters that take several values."""
        return [each for each in self.parameters if not isinstance(each, Given)]

    def is_sorted(self, code: Code, scope: Scope) -> bool:
        """Whether the rows come in order and each once: what ranges is what decides, in this order, ascending."""
        ranging = self.ranging()
        decided = [each.slot for each in self.move.announced]
        if self.by_end is not None:
            return True
        if self.uses or any(isinstance(each, Walk) for each in ranging):
            return False
        if [each.slot for each in ranging] != decided[: len(ranging)]:
            return False
        if any(copied(self.lower, each.value.type) for each in self.move.announced):
            return False
        found = scope
        for parameter in self.parameters:
            match parameter:
                case Given(_, slot, value):
                    found = found.bound(slot, self.given(code, slot, value, found))
                case OneOf(_, slot, domain):
                    several = self.lower.several(code, domain, found)
                    if several.mask(code.inner()) is None and not isinstance(several, Span):
                        return False
                    found = found.bound(slot, p.Name(code.fresh()))
                case Some(_, slot):
                    if slot not in self.choices.shape.masks:
                        return False
                    found = found.bound(slot, MaskSet(EMPTY, 1))
        return True

    # --- one candidate after the other --------------------------------------------------------------------------------

    def write(self, code: Code, scope: Scope, put: Put) -> None:
        """Write the loops over the candidates that pass every clause."""
        if self.is_streamed:
            self._level(code, 0, scope, self._tests(scope), put)
        elif (several := self._single(code, scope)) is not None:
            self._thin(code, scope, several, put)
        else:
            self._gathered(code, scope, put)

    def _tests(self, scope: Scope) -> list[Test]:
        """The clauses with where they are asked, in an order that changes nothing."""
        found, keeps = [], False
        last, early = len(self.parameters), self.lower.passes.early_clauses
        for rule in self._unsettled(self.asked):
            level = last if keeps or not early else self._level_of(rule, scope)
            if level < last and self._can_fail(rule, scope):
                level = last
            keeps = keeps or self._can_fail(rule, scope)
            found.append(Test(rule, level))
        return found

    def _unsettled(self, rules: Sequence[Rule]) -> list[Rule]:
        settled = frozenset[str]()
        for each in self.parameters:
            if isinstance(each, Walk):
                settled |= self._walking(each).settled.keys
        return [rule for rule in rules if isinstance(rule, Cost) or rule.key not in settled]

    def _level_of(self, rule: Rule, scope: Scope) -> int:
        read = self.choices.reading.tree(rule)
        if any(each.slot in read for each in self.computed):
            return len(self.parameters)
        numbers = [number for number, each in enumerate(self.parameters, start=1) if each.slot in read]
        return max(numbers, default=0)

    def _can_fail(self, rule: Rule, scope: Scope) -> bool:
        code = self.lower.code.inner()
        self.guards.holds(code, rule, self._anything(scope))
        return code.can_fail

    def _anything(self, scope: Scope) -> Scope:
        """A scope in which every slot of the move has some value; only for trying what is written."""
        found = scope
        for slot in (*(each.slot for each in self.parameters), *(each.slot for each in self.computed)):
            type_ = self.choices.program.slots[slot].type
            anything: Value = p.Name("any")
            if isinstance(certain(type_), SetOf):
                anything = MaskSet(p.Name("any"), 1)
            elif isinstance(certain(type_), Path):
                path = Slice(lambda at: p.Item("any", at), p.Name("any"), 1)
                anything = Walked(p.Name("any"), p.Name("any"), p.Name("any"), path, path, path)
            found = found.bound(slot, anything)
        return found

    def _level(self, code: Code, level: int, scope: Scope, tests: list[Test], put: Put) -> None:
        """Ask the clauses of a level, then go through the values of the next parameter."""
        if level == len(self.parameters):
            scope = self.with_computed(code, scope)
        here = [test.rule for test in tests if test.level == level]
        if level < len(self.parameters):
            scope = self._with_read(code, scope, here)
        self.ask_all(code, here, scope, lambda inner: self._next(inner, level, scope, tests, put))

    def _with_read(self, code: Code, scope: Scope, rules: Sequence[Rule]) -> Scope:
        """The scope with the computed values that some clauses read, which are known already."""
        for each in self.computed:
            if any(each.slot in self.choices.reading.tree(rule) for rule in rules):
                scope = scope.bound(each.slot, self.given(code, each.slot, each.value, scope))
        return scope

    def ask_all(self, code: Code, rules: Sequence[Rule], scope: Scope, then: Callable[[Code], None]) -> None:
        """Write what follows where all of some clauses hold."""
        if not rules:
            then(code)
            return
        test = self.guards.holds(code, rules[0], scope)
        code.when(test, lambda inner: self.ask_all(inner, rules[1:], scope, then))

    def _next(self, code: Code, level: int, scope: Scope, tests: list[Test], put: Put) -> None:
        if level == len(self.parameters):
            self._finish(code, scope, put)
            return

        def bound(inner: Code, value: Value) -> None:
            self._level(inner, level + 1, scope.bound(self.parameters[level].slot, value), tests, put)

        parameter, end = self.parameters[level], self.by_end
        if isinstance(parameter, OneOf) and self._masked(code, level, parameter, scope, tests, bound):
            return
        if end is None or not isinstance(parameter, Walk):
            self._values(code, parameter, scope, bound, tests)
            return
        ends = self._walking(parameter).ends(code, scope, self._lengths(parameter, scope, tests))
        here = self._thinned(code, ends, end, [test.rule for test in tests if test.level == level + 1], scope)

        def ask(inner: Code, place: p.Expr) -> None:
            found = scope.bound(end, place)
            self.ask_all(inner, here, found, lambda then: self._finish(then, found, put))

        code.each_bit(ends, ask)

    def _masked(
        self,
        code: Code,
        level: int,
        parameter: OneOf,
        scope: Scope,
        tests: list[Test],
        bound: Callable[[Code, Value], None],
    ) -> bool:
        """Go through the values of a parameter that clauses leave, where masks say which; False: as usual."""
        here = [test for test in tests if test.level == level + 1]
        if not here or any(self._can_fail(test.rule, scope) for test in here):
            return False
        several = self.lower.several(code, parameter.domain, scope)
        bits = several.mask(code)
        if bits is None:
            several.each(code, lambda inner, member: bound(inner, several.meaning(member)))
            return True
        left = code.local(bits, "mask", "m")
        rest = self._thinned(code, left, parameter.slot, [test.rule for test in here], scope)
        for test in here:
            if test.rule not in rest:
                tests.remove(test)
        code.each_bit(left, bound)
        return True

    def _thinned(self, code: Code, left: p.Name, slot: int, rules: Sequence[Rule], scope: Scope) -> list[Rule]:
        """Leave out of a mask what clauses refuse as far as masks say it; the clauses that are still to be asked."""
        rest: list[Rule] = []
        own = {each.slot for each in (*self.parameters, *self.computed)}
        for rule in rules:
            passing = None
            if self.choices.reading.tree(rule) & own <= {slot, *scope.values}:  # not what is computed from the member
                passing = self.guards.mask(code, rule, slot, self.choices.program.slots[slot].type, scope)
            if passing is None or rest:
                rest.append(rule)
            else:
                code.add(p.Store(left, binary("&", left, passing)))
        return rest

    def _values(
        self,
        code: Code,
        parameter: Parameter,
        scope: Scope,
        bound: Callable[[Code, Value], None],
        tests: list[Test] | None = None,
    ) -> None:
        """Go through the values of a parameter."""
        match parameter:
            case Given(_, slot, value):
                bound(code, self.given(code, slot, value, scope))
            case OneOf(_, _, domain):
                several = self.lower.several(code, domain, scope)
                several.each(code, lambda inner, member: bound(inner, several.meaning(member)))
            case Some():
                subsets_of(self.lower, parameter, code, scope, bound)
            case Walk():
                walking = self._walking(parameter)
                lengths = self._lengths(parameter, scope, tests)
                walking.each(code, scope, lengths, bound)

    def _lengths(self, walk: Walk, scope: Scope, tests: list[Test] | None) -> list[Callable[[Code, p.Expr], p.Expr]]:
        """The clauses about the length of a walk alone are asked before it is walked."""
        found = []
        for test in [*(tests or ())]:
            if self._is_of_length(test.rule, walk, scope):
                assert tests is not None
                tests.remove(test)
                found.append(self._length_test(test.rule, walk, scope))
        return found

    def _is_of_length(self, rule: Rule, walk: Walk, scope: Scope) -> bool:
        """Whether a clause can be asked when no more of a walk is known than its length."""
        if not self.lower.passes.early_clauses or not only_length(rule, walk.slot):
            return False
        own = {each.slot for each in (*self.parameters, *self.computed)}
        slots = [each.slot for each in self.parameters]
        known = {walk.slot, *slots[: slots.index(walk.slot)]}
        return self.choices.reading.tree(rule) & own <= known and not self._can_fail(rule, scope)

    def _length_test(self, rule: Rule, walk: Walk, scope: Scope) -> Callable[[Code, p.Expr], p.Expr]:
        def test(code: Code, length: p.Expr) -> p.Expr:
            nothing = MaskSet(EMPTY, 0)
            walked = Walked(p.Int(p.NONE), p.Int(p.NONE), length, nothing, nothing, nothing)
            return self.guards.holds(code, rule, scope.bound(walk.slot, walked))

        return test

    def _walking(self, walk: Walk) -> Walking:
        asked = settled(self.move, walk, self.lower.passes).keys
        parts = [
            *(rule for rule in self.move.clauses if rule.key not in asked),
            *self.move.costs,
            *self.move.decides,
            *(each for each in self.move.parameters if each.slot != walk.slot),
        ]
        return Walking(self.lower, self.move, walk, parts, walk.slot in self.slots)

    def given(self, code: Code, slot: int, value: ir.Expression, scope: Scope) -> Value:
        """The value of a parameter that is computed."""
        return self.lower.given(code, value, scope, slot)

    def with_computed(self, code: Code, scope: Scope) -> Scope:
        """A scope with the decided values that are computed."""
        for each in self.computed:
            scope = scope.bound(each.slot, self.given(code, each.slot, each.value, scope))
        return scope

    def _finish(self, code: Code, scope: Scope, put: Put, uses: Uses | None = None) -> None:
        """A candidate passed every clause: if its picks can be completed, it becomes a row."""
        row = {slot: scope.values[slot] for slot in self.slots if slot in scope.values}
        for number, slot in enumerate(self.uses):
            row[slot] = none_at_all() if uses is None else uses.of(number)
        if len(self.uses) > 1:
            row[PREFERENCE] = FALSE if uses is None else preference(code, uses, len(self.uses))
        if self.move.picked is None:
            put(code, row)
            return
        completes = self.choices.picks.completes(code, self.move, scope, self.about_picks)
        code.when(completes, lambda then: put(then, row))

    # --- candidates that are kept -------------------------------------------------------------------------------------

    def _single(self, code: Code, scope: Scope) -> MaskSet | None:
        """The values of the only parameter that ranges, where a mask can hold them."""
        ranging = self.ranging() if self.lower.passes.kept_masks else []
        if len(ranging) != 1 or not isinstance(ranging[0], OneOf) or self.uses or self.about_picks:
            return None
        if self.parameters[0] is not ranging[0]:
            return None
        several = self.lower.several(code, ranging[0].domain, scope)
        bits = several.mask(code)
        return None if bits is None else MaskSet(bits, several.bound)

    def _thin(self, code: Code, scope: Scope, several: MaskSet, put: Put) -> None:
        left = code.local(several.bits, "mask", "m")
        parameter = self.parameters[0]

        def bound(inner: Code, member: p.Expr) -> Scope:
            found = scope.bound(parameter.slot, member)
            for each in self.parameters[1:]:
                assert isinstance(each, Given)
                found = found.bound(each.slot, self.given(inner, each.slot, each.value, found))
            return self.with_computed(inner, found)

        for is_able, group in groupby(self.asked, is_if_able):
            for rules in [[rule] for rule in group] if is_able else [list(group)]:
                self._thin_by(code, left, rules, is_able, bound, scope)
        code.each_bit(left, lambda inner, member: self._finish(inner, bound(inner, member), put))

    def _thin_by(
        self,
        code: Code,
        left: p.Name,
        rules: list[Rule],
        is_able: bool,
        bound: Callable[[Code, p.Expr], Scope],
        scope: Scope,
    ) -> None:
        slot = self.parameters[0].slot
        passed = code.local(left, "mask", "m")
        rules = self._thinned(code, passed, slot, rules, scope)
        if rules:
            among = code.local(passed, "mask", "m")
            code.add(p.Store(passed, EMPTY))
            self._ask_each(code, among, passed, rules, bound)
        store = p.Store(left, passed)
        code.add(p.If(binary("!=", passed, EMPTY), (store,)) if is_able else store)

    def _ask_each(
        self, code: Code, among: p.Name, passed: p.Name, rules: list[Rule], bound: Callable[[Code, p.Expr], Scope]
    ) -> None:
        def look(inner: Code, member: p.Expr) -> None:
            scope = bound(inner, member)
            add = p.Store(passed, binary("|", passed, bit(member)))
            self.ask_all(inner, rules, scope, lambda then: then.add(add))

        code.each_bit(among, look)

    def _gathered(self, code: Code, scope: Scope, put: Put) -> None:
        """Keep the values of all candidates that pass, and thin them out where it matters which others there are."""
        kept = Kept(self, code)
        groups = [(able, list(group)) for able, group in groupby(self._unsettled(self.asked), self._stops)]
        first = groups.pop(0)[1] if groups and not groups[0][0] else []
        self._all_values(
            code, 0, scope, lambda inner, found: self.ask_all(inner, first, found, lambda then: kept.add(then, found))
        )
        for stops, rules in groups:
            for part in [[rule] for rule in rules] if stops else [rules]:
                if self.about_picks and is_if_able(part[0]):
                    kept.thin_completing(code, self._earlier_about_picks(part[0]), scope)
                kept.thin(code, part, scope)
        kept.each(code, scope, lambda inner, found, uses: self._finish(inner, found, put, uses))

    def _stops(self, rule: Rule) -> bool:
        return is_if_able(rule) or Excused.of(rule) is not None

    def _earlier_about_picks(self, rule: Rule) -> list[Rule]:
        """The clauses about what is picked that stand ahead of another clause."""
        rules: list[Rule] = [*self.move.costs, *self.move.clauses]
        return [each for each in rules[: rules.index(rule)] if each in self.about_picks]

    def number_of(self, clause: Clause) -> int:
        """The number of the first exception of a clause among all of the move."""
        clauses = self.move.clauses
        return sum(len(each.exceptions) for each in clauses[: clauses.index(clause)])

    def _all_values(self, code: Code, level: int, scope: Scope, then: Callable[[Code, Scope], None]) -> None:
        if level == len(self.parameters):
            then(code, self.with_computed(code, scope))
            return
        slot = self.parameters[level].slot
        self._values(
            code, self.parameters[level], scope,
            lambda inner, value: self._all_values(inner, level + 1, scope.bound(slot, value), then),
        )  # fmt: skip
