"""When the clauses of a move are asked: as soon as everything that they read is bound.

One that could end the run keeps its place, and so does everything behind it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ruleloom.lower import plan as p
from ruleloom.lower.candidates import Candidates
from ruleloom.lower.code import EMPTY, Code
from ruleloom.lower.guards import Rule
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import MaskSet, Walked
from ruleloom.lower.walking import only_length
from ruleloom_dsl.ir.game import Walk


@dataclass(frozen=True)
class Test:
    """A clause with how many parameters must be bound before it can be asked."""

    rule: Rule
    level: int


def tests_of(of: Candidates, scope: Scope) -> list[Test]:
    """The clauses with where they are asked, in an order that changes nothing."""
    found, keeps = [], False
    last, early = len(of.parameters), of.lower.passes.early_clauses
    for rule in of.unsettled(of.asked):
        level = last if keeps or not early else _level_of(of, rule, scope)
        if level < last and of.can_fail(rule, scope):
            level = last
        keeps = keeps or of.can_fail(rule, scope)
        found.append(Test(rule, level))
    return found


def _level_of(of: Candidates, rule: Rule, scope: Scope) -> int:
    read = of.reading.tree(rule)
    if any(each.slot in read for each in of.computed):
        return len(of.parameters)
    numbers = [number for number, each in enumerate(of.parameters, start=1) if each.slot in read]
    return max(numbers, default=0)


def length_tests(
    of: Candidates, walk: Walk, scope: Scope, tests: list[Test] | None
) -> list[Callable[[Code, p.Expr], p.Expr]]:
    """The clauses about the length of a walk alone are asked before it is walked."""
    found = []
    for test in [*(tests or ())]:
        if is_of_length(of, test.rule, walk, scope):
            assert tests is not None
            tests.remove(test)
            found.append(_length_test(of, test.rule, walk, scope))
    return found


def is_of_length(of: Candidates, rule: Rule, walk: Walk, scope: Scope) -> bool:
    """Whether a clause can be asked when no more of a walk is known than its length."""
    if not of.lower.passes.early_clauses or not only_length(rule, walk.slot):
        return False
    own = {each.slot for each in (*of.parameters, *of.computed)}
    slots = [each.slot for each in of.parameters]
    known = {walk.slot, *slots[: slots.index(walk.slot)]}
    return of.reading.tree(rule) & own <= known and not of.can_fail(rule, scope)


def _length_test(of: Candidates, rule: Rule, walk: Walk, scope: Scope) -> Callable[[Code, p.Expr], p.Expr]:
    def test(code: Code, length: p.Expr) -> p.Expr:
        nothing = MaskSet(EMPTY, 0)
        walked = Walked(p.Int(p.NONE), p.Int(p.NONE), length, nothing, nothing, nothing)
        return of.guards.holds(code, rule, scope.bound(walk.slot, walked))

    return test
