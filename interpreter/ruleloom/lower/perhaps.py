"""Which expressions may be none, and which sets may have none among their members, whatever their types say.

A value that may be none fits where a certain one is wanted: what none means there is settled when it is read. So a
type does not tell whether a parameter of a term, a quantified name or a variable without listed values is ever none.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ruleloom import program as to
from ruleloom.evaluate import component_of
from ruleloom.machine import Machine
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Given, OneOf, Some, Variable
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Maybe, Nothing, Number, SetOf

_OF_ARGUMENT = frozenset(
    {"start", "end", "length", "after", "before", "left", "right", "seat", "team", "row", "column"}
)


@dataclass(frozen=True)
class _Binding:
    """A slot takes the value of an expression, or with `item` one of its members; no expression stands for none."""

    slot: int
    value: ir.Expression | None
    item: bool = False


class Perhaps:
    """What may be none in one game."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.game = machine.game
        self.numbering = machine.numbering
        self.terms = {term.id: term for term in machine.game.terms}
        self.slots: set[int] = set()
        self.slot_items: set[int] = set()
        self.variables: set[str] = set()
        self.variable_items: set[str] = set()
        self.slot_repeats: set[int] = set()
        self.variable_repeats: set[str] = set()
        self._find()

    # --- expressions --------------------------------------------------------------------------------------------------

    def is_none(self, e: ir.Expression) -> bool:
        """Whether an expression may be none."""
        if isinstance(e.type, Maybe | Nothing):
            return True
        match e:
            case ir.Const(value):
                return value is None
            case ir.Local(slot):
                return slot in self.slots
            case ir.Attribute(card, name):
                values = self.numbering.attribute(component_of(card.type), name)
                return self.is_none(card) or None in values
            case ir.Changing(of) | ir.PawnOf(_, of):
                return self.is_none(of)
            case ir.PositionIn(order, word):
                return self.is_none(word) or None in self.numbering.orders[order]
            case ir.ZoneAt(zone, key) if key is not None:
                return self._is_outside(key, self.numbering.families[zone].keys)
            case ir.ReadVariable(variable, key):
                declared = self.numbering.variables[variable]
                return variable in self.variables or (key is not None and self._is_outside(key, declared.keys))
            case ir.CallTerm(term):
                return self.is_none(self.terms[term].body)
            case ir.CallBuiltin(name, arguments):
                return name in ("nth", "top", "place", "ahead") or (name in _OF_ARGUMENT and self.is_none(arguments[0]))
            case ir.Conditional(_, then, other):
                return self.is_none(then) or self.is_none(other)
            case ir.Quantified(quantifier):
                return quantifier in ("first", "last", "largest", "smallest")
            case _:
                return False

    def has_none(self, e: ir.Expression) -> bool:
        """Whether none may be among the members of a set."""
        match e:
            case ir.Const(value):
                return isinstance(value, tuple) and None in value
            case ir.Local(slot):
                return slot in self.slot_items
            case ir.ReadVariable(variable):
                return variable in self.variable_items
            case ir.CallTerm(term):
                return self.has_none(self.terms[term].body)
            case ir.CallBuiltin("starting", (several, _)):
                return self.has_none(several)
            case ir.Conditional(_, then, other):
                return self.has_none(then) or self.has_none(other)
            case ir.Arithmetic(sign, left, right):
                return self.has_none(left) or (sign == "+" and self.has_none(right))
            case ir.Quantified("those", _, domain):
                return self.has_none(domain)
            case ir.Several(items):
                return any(map(self.is_none, items))
            case _:
                return False

    def repeats(self, e: ir.Expression) -> bool:
        """Whether a member may stand in a set more than once."""
        match e:
            case ir.Const(value):
                return isinstance(value, tuple) and len(set(value)) < len(value)
            case ir.Local(slot):
                return slot in self.slot_repeats
            case ir.ReadVariable(variable):
                return variable in self.variable_repeats
            case ir.CallTerm(term):
                return self.repeats(self.terms[term].body)
            case ir.CallBuiltin(name, arguments):
                return name in ("entered", "inner") or (name == "starting" and self.repeats(arguments[0]))
            case ir.Conditional(_, then, other):
                return self.repeats(then) or self.repeats(other)
            case ir.Arithmetic("without", left):
                return self.repeats(left)
            case ir.Arithmetic(_, ir.Arithmetic("without", left, taken), added) if taken == added:
                return self.repeats(left) or self.repeats(added)
            case ir.Arithmetic():
                return True
            case ir.Quantified("those", _, domain):
                return self.repeats(domain)
            case ir.Several(items):
                return len(items) > 1
            case _:
                return False

    def _is_outside(self, key: ir.Expression, keys: tuple[object, ...]) -> bool:
        """Whether a key may be none or none of those that there are."""
        if isinstance(key, ir.Const):
            return key.value not in keys
        return self.is_none(key) or isinstance(key.type, Number) or len(keys) != self.numbering.universe(key.type)

    # --- slots and variables ------------------------------------------------------------------------------------------

    def _find(self) -> None:
        bindings = list(self._bindings())
        self.variables = {each.id for each in self.game.variables if _starts_none(each)}
        assigned = [(each, item) for each, item in self._assigned() if not self.numbering.variables[each[0]].allowed]
        while True:
            before = self._size()
            for bound in bindings:
                self._bind(bound)
            for (variable, value), item in assigned:
                if self.has_none(value) if item else self.is_none(value):
                    self.variables.add(variable)
                if not item and self.has_none(value):
                    self.variable_items.add(variable)
                if not item and self.repeats(value):
                    self.variable_repeats.add(variable)
            if self._size() == before:
                return

    def _size(self) -> int:
        found = (self.slots, self.slot_items, self.slot_repeats)
        return sum(map(len, found)) + sum(map(len, (self.variables, self.variable_items, self.variable_repeats)))

    def _bind(self, bound: _Binding) -> None:
        if bound.value is None or (self.has_none(bound.value) if bound.item else self.is_none(bound.value)):
            self.slots.add(bound.slot)
        if bound.value is not None and not bound.item and self.has_none(bound.value):
            self.slot_items.add(bound.slot)
        if bound.value is not None and not bound.item and self.repeats(bound.value):
            self.slot_repeats.add(bound.slot)

    def _assigned(self) -> Iterator[tuple[tuple[str, ir.Expression], bool]]:
        """The values of variables; with True: of the members of a set one is drawn."""
        for node in inside(self.game):
            match node:
                case st.SetVariable(variable, _, value):
                    yield (variable, value), False
                case st.Roll(variable, _, outcomes):
                    yield (variable, outcomes), True
                case _:
                    pass

    def _bindings(self) -> Iterator[_Binding]:
        for node in inside(self.game):
            match node:
                case ir.Quantified(_, slot, domain):
                    yield _Binding(slot, domain, True)
                case ir.CallTerm(term, arguments):
                    pairs = zip(self.terms[term].slots, arguments, strict=True)
                    yield from (_Binding(slot, argument) for slot, argument in pairs)
                case st.Each(_, slot, domain):
                    yield _Binding(slot, domain, True)
                case st.Let(slot, value):
                    yield _Binding(slot, value)
                case _:
                    pass
        yield from self._bound_by_moves()
        yield from self._bound_by_flow()

    def _bound_by_moves(self) -> Iterator[_Binding]:
        for move in self.game.moves:
            for parameter in move.parameters:
                match parameter:
                    case Given(_, slot, value):
                        yield _Binding(slot, value)
                    case OneOf(_, slot, domain):
                        yield _Binding(slot, domain, True)
                    case Some(_, slot, domain):
                        yield _Binding(slot, domain)
                    case _:
                        pass
            yield from (_Binding(each.slot, each.value) for each in move.decides)
            for clause in move.clauses:
                if clause.each is not None and clause.each_slot is not None:
                    yield _Binding(clause.each_slot, clause.each, True)
                    slots = [self.machine.program.uses[exemption.key] for exemption in clause.exceptions]
                    yield from (_Binding(slot, clause.each) for slot in slots)

    def _bound_by_flow(self) -> Iterator[_Binding]:
        for instruction in self.machine.program.code:
            match instruction:
                case to.Assign(slot, value):
                    yield _Binding(slot, value)
                case to.Gather(each, rest):
                    yield _Binding(rest, each.domain)
                case to.Spend(move):
                    types = self.machine.program.slots
                    yield from (_Binding(each.slot, ir.Local(each.source, types[each.source].type))
                                for each in move.memory)  # fmt: skip
                case _:
                    pass


def _starts_none(variable: Variable) -> bool:
    if isinstance(variable.type, SetOf):
        return False
    return None in variable.allowed if variable.allowed else variable.starts is None
