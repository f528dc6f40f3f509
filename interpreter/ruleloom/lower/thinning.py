"""Candidates that differ in one value only, as a mask of its values that clauses thin out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ruleloom.lower import plan as p
from ruleloom.lower.candidates import Candidates
from ruleloom.lower.code import EMPTY, Code, binary, bit
from ruleloom.lower.guards import Rule, is_if_able
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import MaskSet
from ruleloom_dsl.ir.game import Given, OneOf

Finish = Callable[[Code, Scope], None]


def thinned(of: Candidates, code: Code, left: p.Name, slot: int, rules: Sequence[Rule], scope: Scope) -> list[Rule]:
    """Leave out of a mask what clauses refuse as far as masks say it; the clauses that are still to be asked."""
    rest: list[Rule] = []
    own = {each.slot for each in (*of.parameters, *of.computed)}
    for rule in rules:
        passing = None
        if of.reading.tree(rule) & own <= {slot, *scope.values}:  # not what is computed from the member
            passing = of.guards.mask(code, rule, slot, of.program.slots[slot].type, scope)
        if passing is None or rest:
            rest.append(rule)
        else:
            code.add(p.Store(left, binary("&", left, passing)))
    return rest


def single_of(of: Candidates, code: Code, scope: Scope) -> "Single | None":
    """The values of the only parameter that ranges, where a mask can hold them."""
    ranging = of.ranging() if of.lower.passes.kept_masks else []
    if len(ranging) != 1 or not isinstance(ranging[0], OneOf) or of.uses or of.about_picks:
        return None
    if of.parameters[0] is not ranging[0]:
        return None
    several = of.lower.several(code, ranging[0].domain, scope)
    bits = several.mask(code)
    return None if bits is None else Single(of, MaskSet(bits, several.bound))


@dataclass(frozen=True)
class Single:
    """The only parameter that ranges, with its values."""

    of: Candidates
    several: MaskSet

    def write(self, code: Code, scope: Scope, finish: Finish) -> None:
        """Write the loop over the values that pass every clause."""
        left = code.local(self.several.bits, "mask", "m")
        parameter = self.of.parameters[0]

        def bound(inner: Code, member: p.Expr) -> Scope:
            found = scope.bound(parameter.slot, member)
            for each in self.of.parameters[1:]:
                assert isinstance(each, Given)
                found = found.bound(each.slot, self.of.given(inner, each.slot, each.value, found))
            return self.of.with_computed(inner, found)

        for is_able, group in groupby(self.of.asked, is_if_able):
            for rules in [[rule] for rule in group] if is_able else [list(group)]:
                self._thin_by(code, left, rules, is_able, bound, scope)
        code.each_bit(left, lambda inner, member: finish(inner, bound(inner, member)))

    def _thin_by(
        self,
        code: Code,
        left: p.Name,
        rules: list[Rule],
        is_able: bool,
        bound: Callable[[Code, p.Expr], Scope],
        scope: Scope,
    ) -> None:
        slot = self.of.parameters[0].slot
        passed = code.local(left, "mask", "m")
        rules = thinned(self.of, code, passed, slot, rules, scope)
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
            self.of.ask_all(inner, rules, scope, lambda then: then.add(add))

        code.each_bit(among, look)
