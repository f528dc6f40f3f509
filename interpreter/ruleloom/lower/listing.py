"""The candidates of a move that pass its clauses.

The values of the parameters are gone through in nested loops, in which a clause prunes what lies inside. Where a clause
holds only if some candidate can meet it, the candidates that passed so far are kept, and thinned out.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from ruleloom.lower import plan as p
from ruleloom.lower.alike import copied
from ruleloom.lower.asking import Test, is_of_length, length_tests, tests_of
from ruleloom.lower.candidates import Candidates
from ruleloom.lower.code import EMPTY, FALSE, Code
from ruleloom.lower.guards import Rule, Uses, is_if_able
from ruleloom.lower.kept import Kept
from ruleloom.lower.row_order import preference
from ruleloom.lower.rows import PREFERENCE
from ruleloom.lower.scopes import Scope
from ruleloom.lower.subsets import subsets_of
from ruleloom.lower.thinning import single_of, thinned
from ruleloom.lower.values import MaskSet, Span, Value, none_at_all
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Given, OneOf, Parameter, Some, Walk

Row = Mapping[int, Value]
Put = Callable[[Code, Row], None]


class Listing:
    """The candidates of one move that pass its clauses."""

    def __init__(self, of: Candidates) -> None:
        self.of = of
        self.lower = of.lower
        self.move = of.move
        self.by_end = self._by_end()

    def _by_end(self) -> int | None:
        """The deciding slot, where it is the end of the only walk and nothing else of the walk matters but its length.

        Then the ends of all walks are gathered first, and each is asked about once.
        """
        walk = self.of.parameters[-1] if self.of.parameters else None
        if (
            not isinstance(walk, Walk)
            or not self.lower.passes.walk_ends
            or not self.of.is_streamed
            or self.of.ranging() != [walk]
            or self.move.picked is not None
        ):
            return None
        ends = [
            each.slot
            for each in self.of.computed
            if isinstance(each.value, ir.CallBuiltin) and each.value.name == "end"
            and each.value.arguments[0] == ir.Local(walk.slot, each.value.arguments[0].type)
        ]  # fmt: skip
        if (
            len(self.of.computed) != 1
            or ends != [each.slot for each in self.move.announced]
            or walk.slot in self.of.slots
        ):
            return None
        anybody = Scope(p.Name("any"), {})
        others = [rule for rule in self.of.unsettled(self.of.asked) if not is_of_length(self.of, rule, walk, anybody)]
        if any(walk.slot in self.of.reading.tree(rule) for rule in others):
            return None
        return ends[0]

    def is_sorted(self, code: Code, scope: Scope) -> bool:
        """Whether the rows come in order and each once: what ranges is what decides, in this order, ascending."""
        ranging = self.of.ranging()
        decided = [each.slot for each in self.move.announced]
        if self.by_end is not None:
            return True
        if self.of.uses or any(isinstance(each, Walk) for each in ranging):
            return False
        if [each.slot for each in ranging] != decided[: len(ranging)]:
            return False
        if any(copied(self.lower, each.value.type) for each in self.move.announced):
            return False
        found = scope
        for parameter in self.of.parameters:
            match parameter:
                case Given(_, slot, value):
                    found = found.bound(slot, self.of.given(code, slot, value, found))
                case OneOf(_, slot, domain):
                    several = self.lower.several(code, domain, found)
                    if several.mask(code.inner()) is None and not isinstance(several, Span):
                        return False
                    found = found.bound(slot, p.Name(code.fresh()))
                case Some(_, slot):
                    if slot not in self.lower.shape.masks:
                        return False
                    found = found.bound(slot, MaskSet(EMPTY, 1))
        return True

    def write(self, code: Code, scope: Scope, put: Put) -> None:
        """Write the loops over the candidates that pass every clause."""
        if self.of.is_streamed:
            self._level(code, 0, scope, tests_of(self.of, scope), put)
        elif (single := single_of(self.of, code, scope)) is not None:
            single.write(code, scope, lambda inner, found: self._finish(inner, found, put))
        else:
            self._gathered(code, scope, put)

    def _level(self, code: Code, level: int, scope: Scope, tests: list[Test], put: Put) -> None:
        """Ask the clauses of a level, then go through the values of the next parameter."""
        if level == len(self.of.parameters):
            scope = self.of.with_computed(code, scope)
        here = [test.rule for test in tests if test.level == level]
        if level < len(self.of.parameters):
            scope = self._with_read(code, scope, here)
        self.of.ask_all(code, here, scope, lambda inner: self._next(inner, level, scope, tests, put))

    def _with_read(self, code: Code, scope: Scope, rules: Sequence[Rule]) -> Scope:
        """The scope with the computed values that some clauses read, which are known already."""
        for each in self.of.computed:
            if any(each.slot in self.of.reading.tree(rule) for rule in rules):
                scope = scope.bound(each.slot, self.of.given(code, each.slot, each.value, scope))
        return scope

    def _next(self, code: Code, level: int, scope: Scope, tests: list[Test], put: Put) -> None:
        if level == len(self.of.parameters):
            self._finish(code, scope, put)
            return

        def bound(inner: Code, value: Value) -> None:
            self._level(inner, level + 1, scope.bound(self.of.parameters[level].slot, value), tests, put)

        parameter, end = self.of.parameters[level], self.by_end
        if isinstance(parameter, OneOf) and self._masked(code, level, parameter, scope, tests, bound):
            return
        if end is None or not isinstance(parameter, Walk):
            self._values(code, parameter, scope, bound, tests)
            return
        ends = self.of.walking(parameter).ends(code, scope, length_tests(self.of, parameter, scope, tests))
        here = thinned(self.of, code, ends, end, [test.rule for test in tests if test.level == level + 1], scope)

        def ask(inner: Code, place: p.Expr) -> None:
            found = scope.bound(end, place)
            self.of.ask_all(inner, here, found, lambda then: self._finish(then, found, put))

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
        if not here or any(self.of.can_fail(test.rule, scope) for test in here):
            return False
        several = self.lower.several(code, parameter.domain, scope)
        bits = several.mask(code)
        if bits is None:
            several.each(code, lambda inner, member: bound(inner, several.meaning(member)))
            return True
        left = code.local(bits, "mask", "m")
        rest = thinned(self.of, code, left, parameter.slot, [test.rule for test in here], scope)
        for test in here:
            if test.rule not in rest:
                tests.remove(test)
        code.each_bit(left, bound)
        return True

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
                bound(code, self.of.given(code, slot, value, scope))
            case OneOf(_, _, domain):
                several = self.lower.several(code, domain, scope)
                several.each(code, lambda inner, member: bound(inner, several.meaning(member)))
            case Some():
                subsets_of(self.lower, parameter, code, scope, bound)
            case Walk():
                walking = self.of.walking(parameter)
                lengths = length_tests(self.of, parameter, scope, tests)
                walking.each(code, scope, lengths, bound)

    def _finish(self, code: Code, scope: Scope, put: Put, uses: Uses | None = None) -> None:
        """A candidate passed every clause: if its picks can be completed, it becomes a row."""
        row = {slot: scope.values[slot] for slot in self.of.slots if slot in scope.values}
        for number, slot in enumerate(self.of.uses):
            row[slot] = none_at_all() if uses is None else uses.of(number)
        if len(self.of.uses) > 1:
            row[PREFERENCE] = FALSE if uses is None else preference(code, uses, len(self.of.uses))
        if self.move.picked is None:
            put(code, row)
            return
        completes = self.of.picks.completes(code, self.move, scope, self.of.about_picks)
        code.when(completes, lambda then: put(then, row))

    def _gathered(self, code: Code, scope: Scope, put: Put) -> None:
        """Keep the values of all candidates that pass, and thin them out where it matters which others there are."""
        kept = Kept(self.of, code)
        groups = [(stops, list(group)) for stops, group in groupby(self.of.unsettled(self.of.asked), self.of.stops)]
        first = groups.pop(0)[1] if groups and not groups[0][0] else []
        self._all_values(
            code,
            0,
            scope,
            lambda inner, found: self.of.ask_all(inner, first, found, lambda then: kept.add(then, found)),
        )
        for stops, rules in groups:
            for part in [[rule] for rule in rules] if stops else [rules]:
                if self.of.about_picks and is_if_able(part[0]):
                    kept.thin_completing(code, self.of.earlier_about_picks(part[0]), scope)
                kept.thin(code, part, scope)
        kept.each(code, scope, lambda inner, found, uses: self._finish(inner, found, put, uses))

    def _all_values(self, code: Code, level: int, scope: Scope, then: Callable[[Code, Scope], None]) -> None:
        if level == len(self.of.parameters):
            then(code, self.of.with_computed(code, scope))
            return
        slot = self.of.parameters[level].slot
        self._values(
            code, self.of.parameters[level], scope,
            lambda inner, value: self._all_values(inner, level + 1, scope.bound(slot, value), then),
        )  # fmt: skip
