"""What the candidates of a move are made of, and the clauses that are asked of them."""

from collections.abc import Callable, Sequence

from ruleloom.lower import plan as p
from ruleloom.lower.code import Code
from ruleloom.lower.guards import Excused, Guards, Rule, is_if_able
from ruleloom.lower.picking import Picks
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import MaskSet, Slice, Value, Walked
from ruleloom.lower.walking import Walking, settled
from ruleloom.slots import Reading, use_slots
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Clause, Cost, Given, Move, Parameter, Walk
from ruleloom_dsl.ir.types import Path, SetOf, certain


class Candidates:
    """The candidates of one move: its parameters, its computed values and its clauses, those about its picks apart.

    `slots` are those that a row of the move says.
    """

    def __init__(self, move: Move, slots: tuple[int, ...], guards: Guards, reading: Reading, picks: Picks) -> None:
        self.move = move
        self.slots = slots
        self.guards = guards
        self.reading = reading
        self.picks = picks
        self.lower = guards.lower
        self.program = self.lower.shape.machine.program
        self.uses = use_slots(self.program.uses, move)
        self.picked = frozenset() if move.picked is None else picks.slots(move)
        self.parameters = tuple(each for each in move.parameters if each.slot not in self.picked)
        self.computed = tuple(
            each for each in move.decides
            if each.slot not in {parameter.slot for parameter in move.parameters} | self.picked
        )  # fmt: skip
        rules: list[Rule] = [*move.costs, *move.clauses]
        self.asked = tuple(rule for rule in rules if not self._is_about_picks(rule))
        self.about_picks = tuple(rule for rule in rules if self._is_about_picks(rule))
        self.is_streamed = not any(self.stops(rule) for rule in self.asked)

    def ranging(self) -> list[Parameter]:
        """The parameters that take several values."""
        return [each for each in self.parameters if not isinstance(each, Given)]

    def _is_about_picks(self, rule: Rule) -> bool:
        return bool(self.reading.tree(rule) & self.picked)

    def stops(self, rule: Rule) -> bool:
        """Whether it matters to a clause which other candidates there are."""
        return is_if_able(rule) or Excused.of(rule) is not None

    def unsettled(self, rules: Sequence[Rule]) -> list[Rule]:
        """The clauses that no walk has settled while it is walked."""
        keys = frozenset[str]()
        for each in self.parameters:
            if isinstance(each, Walk):
                keys |= self.walking(each).settled.keys
        return [rule for rule in rules if isinstance(rule, Cost) or rule.key not in keys]

    def can_fail(self, rule: Rule, scope: Scope) -> bool:
        """Whether asking a clause could end the run."""
        code = self.lower.code.inner()
        self.guards.holds(code, rule, self.anything(scope))
        return code.can_fail

    def anything(self, scope: Scope) -> Scope:
        """A scope in which every slot of the move has some value; only for trying what is written."""
        found = scope
        for slot in (*(each.slot for each in self.parameters), *(each.slot for each in self.computed)):
            type_ = self.program.slots[slot].type
            anything: Value = p.Name("any")
            if isinstance(certain(type_), SetOf):
                anything = MaskSet(p.Name("any"), 1)
            elif isinstance(certain(type_), Path):
                path = Slice(lambda at: p.Item("any", at), p.Name("any"), 1)
                anything = Walked(p.Name("any"), p.Name("any"), p.Name("any"), path, path, path)
            found = found.bound(slot, anything)
        return found

    def walking(self, walk: Walk) -> Walking:
        """The loops over the walks of a parameter."""
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

    def ask_all(self, code: Code, rules: Sequence[Rule], scope: Scope, then: Callable[[Code], None]) -> None:
        """Write what follows where all of some clauses hold."""
        if not rules:
            then(code)
            return
        test = self.guards.holds(code, rules[0], scope)
        code.when(test, lambda inner: self.ask_all(inner, rules[1:], scope, then))

    def earlier_about_picks(self, rule: Rule) -> list[Rule]:
        """The clauses about what is picked that stand ahead of another clause."""
        rules: list[Rule] = [*self.move.costs, *self.move.clauses]
        return [each for each in rules[: rules.index(rule)] if each in self.about_picks]

    def number_of(self, clause: Clause) -> int:
        """The number of the first exception of a clause among all of the move."""
        clauses = self.move.clauses
        return sum(len(each.exceptions) for each in clauses[: clauses.index(clause)])
