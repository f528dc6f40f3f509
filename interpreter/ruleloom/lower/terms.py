"""Terms: each becomes a function of the plan, or is written where it is called."""

from typing import TYPE_CHECKING

from ruleloom.lower import plan as p
from ruleloom.lower.code import Code
from ruleloom.lower.members import as_mask
from ruleloom.lower.operations import branch
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.values import MaskSet, Value
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Term
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Path, SetOf, TupleOf, Type, certain

if TYPE_CHECKING:
    from ruleloom.lower.expressions import Expressions

SMALL = 12
"""A term of so few nodes is written where it is called."""


class Terms:
    """The terms of one game."""

    def __init__(self, lower: "Expressions") -> None:
        self.lower = lower
        self.numbered = {term.id: (number, term) for number, term in enumerate(lower.game.terms)}
        self._own = self._own_slots()
        self._bound: dict[str, bool] = {}

    def call(self, code: Code, name: str, arguments: tuple[ir.Expression, ...], scope: Scope) -> Value:
        """A term applied to arguments."""
        lower = self.lower
        number, term = self.numbered[name]
        if (known := self._known_call(code, term, arguments, scope)) is not None:
            return known
        types = [lower.game.slots[slot].type for slot in term.slots]
        is_flat = not any(isinstance(certain(type_), SetOf | TupleOf | Path) for type_ in types)
        result = self._result(term.body)
        if is_flat and result is not None and not self._reads_bound(name):
            given = tuple(lower.number(code, each, scope, type_) for each, type_ in zip(arguments, types, strict=True))
            if not (self._is_small(term.body) or not isinstance(scope.me, p.Name | p.Field | p.Int)):
                self._define(name)
                called = p.Call(f"t{number}", (scope.me, *given))
                if result == "mask":
                    of = certain(term.body.type)
                    width = lower.shape.universe(of.item) if isinstance(of, SetOf) else 0
                    return MaskSet(code.local(called, "mask", "m"), width)
                return code.hold(called)
        inside_ = scope
        for slot, type_, argument in zip(term.slots, types, arguments, strict=True):
            inside_ = inside_.bound(slot, self._argument(code, argument, type_, scope))
        return branch(lower, code, term.body, term.type, inside_)

    def _known_call(self, code: Code, term: Term, arguments: tuple[ir.Expression, ...], scope: Scope) -> p.Expr | None:
        """A term of one thing that is known when the game is loaded: from a table."""
        lower = self.lower
        if len(term.slots) != 1 or may_be_none(arguments[0].type):
            return None
        slot = term.slots[0]
        type_ = lower.game.slots[slot].type
        if not lower.is_counted(type_) or isinstance(certain(term.type), SetOf | TupleOf | Path):
            return None
        values = lower.known_values(slot, type_, term.body)
        if values is None or none_of(term.type) != none_of(term.body.type):
            return None
        return lower.tables.entry(values, code.hold(lower.number(code, arguments[0], scope)))

    def _argument(self, code: Code, argument: ir.Expression, type_: Type, scope: Scope) -> Value:
        lower = self.lower
        if isinstance(certain(type_), SetOf):
            return lower.kept_set(code, argument, scope)
        if isinstance(certain(type_), TupleOf | Path):
            return lower.value(code, argument, scope)
        return code.hold(lower.number(code, argument, scope, type_))

    def _result(self, body: ir.Expression) -> p.Kind | None:
        lower = self.lower
        if not isinstance(certain(body.type), SetOf | TupleOf | Path):
            return "int"
        return "mask" if lower.order.is_ascending(body) else None

    def _is_small(self, body: ir.Expression) -> bool:
        nodes = list(inside(body))
        return (
            self.lower.passes.small_terms
            and len(nodes) <= SMALL
            and not any(isinstance(node, ir.Quantified | ir.CallTerm) for node in nodes)
        )

    def _define(self, name: str) -> None:
        lower = self.lower
        number, term = self.numbered[name]
        if f"t{number}" in lower.functions:
            return
        code, me = lower.code.inner(), p.Name("me")
        scope = Scope(me, {slot: p.Name(f"p{slot}") for slot in term.slots})
        result = self._result(term.body)
        if result == "mask":
            bits = as_mask(code, lower.several(code, term.body, scope))
            code.add(p.Return(bits))
        else:
            code.add(p.Return(lower.number(code, term.body, scope, term.type)))
        parameters = (p.Parameter("me", "int"), *(p.Parameter(f"p{slot}", "int") for slot in term.slots))
        lower.functions[f"t{number}"] = p.Function(f"t{number}", parameters, result or "int", code.block)

    def _own_slots(self) -> frozenset[int]:
        """The slots that are bound inside a choice or an expression, and have no field while they are."""
        lower = self.lower
        found: set[int] = set()
        for move in lower.game.moves:
            found |= {binder.slot for binder in (*move.parameters, *move.decides)}
            found |= {clause.each_slot for clause in move.clauses if clause.each_slot is not None}
        found |= {node.slot for node in inside(lower.game) if isinstance(node, ir.Quantified)}
        return frozenset(found.union(*(term.slots for term in lower.game.terms)))

    def _reads_bound(self, name: str) -> bool:
        """Whether a term reads a slot that is bound where it is called."""
        if name not in self._bound:
            term = self.numbered[name][1]
            nodes = list(inside(term.body))
            bound = {*term.slots, *(node.slot for node in nodes if isinstance(node, ir.Quantified))}
            read = {node.slot for node in nodes if isinstance(node, ir.Local)} - bound
            called = {node.term for node in nodes if isinstance(node, ir.CallTerm | ir.Relation)}
            self._bound[name] = bool(read & self._own) or any(self._reads_bound(other) for other in called)
        return self._bound[name]
