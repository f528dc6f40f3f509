"""Expressions of the rules to expressions of the plan.

What an expression needs done first (a loop, a check) is written to the code it is lowered into. Nothing is read before
it is asked for, and what may fail is written where only the case that needs it comes by.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, assert_never

from ruleloom.lower import plan as p
from ruleloom.lower.ascending import Ascending
from ruleloom.lower.board import BoardLowering
from ruleloom.lower.code import FALSE, TRUE, Code, binary, chosen
from ruleloom.lower.fields import NotLowered, number_of
from ruleloom.lower.operations import operation
from ruleloom.lower.passes import ALL, Passes
from ruleloom.lower.quantifiers import quantified
from ruleloom.lower.reading import cards_in, read_kept, read_thing
from ruleloom.lower.scopes import Scope, none_of
from ruleloom.lower.shape import Shape
from ruleloom.lower.tables import Tables
from ruleloom.lower.terms import Terms
from ruleloom.lower.values import (
    Absent,
    Lines,
    MaskSet,
    Several,
    Slice,
    Span,
    Tuple,
    Value,
    Walked,
    is_missing,
    none_at_all,
    perhaps_missing,
    stored,
    walked,
)
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Term
from ruleloom_dsl.ir.types import Maybe, Nothing, Number, Path, SetOf, TupleOf, Type, Zone, certain, member_type
from ruleloom_dsl.ir.types import Value as RuleValue


class MaskTests(Protocol):
    """What can be said of tests as sets of bits."""

    def where(self, code: Code, slot: int, type_: Type, test: ir.Expression, scope: Scope) -> p.Expr | None:
        """The mask of all members of a type for which a test holds; None where each must be asked."""
        ...

    def values(self, slot: int, type_: Type, e: ir.Expression) -> tuple[int, ...] | None:
        """The number of each member of a type, where it is known when the game is loaded."""
        ...


Builtin = Callable[["Expressions", Code, tuple[ir.Expression, ...], "Scope"], Value]
LONGEST_RANGE = 4_096


class Expressions:
    """The lowering of one game's expressions, and the functions that their terms become."""

    def __init__(self, shape: Shape, builtins: Mapping[str, Builtin], passes: Passes = ALL) -> None:
        self.shape = shape
        self.passes = passes
        self.game = shape.game
        self.numbering = shape.numbering
        self.tables = Tables()
        self.board = BoardLowering(shape, self.tables)
        self.order = Ascending(shape.machine)
        self.order.masks = shape.masks
        self.perhaps = shape.perhaps
        self.functions: dict[str, p.Function] = {}
        self.code = Code()
        self.bits: MaskTests | None = None
        self._builtins = builtins
        self._terms = Terms(self)

    def term(self, name: str) -> Term:
        """The declared term with a name."""
        return self._terms.numbered[name][1]

    # --- by what is wanted --------------------------------------------------------------------------------------------

    def number(self, code: Code, e: ir.Expression, scope: Scope, as_: Type | None = None) -> p.Expr:
        """A single value; where it is none and another type is wanted, the none of that type."""
        if isinstance(e, ir.Const) and e.value is None:
            return p.Int(none_of(e.type if as_ is None else as_))
        found = self.value(code, e, scope)
        if isinstance(found, p.Expr):
            if as_ is not None and none_of(as_) != none_of(e.type) and isinstance(e.type, Maybe | Nothing):
                found = code.hold(found)
                return chosen(binary("==", found, p.Int(none_of(e.type))), p.Int(none_of(as_)), found)
            return found
        raise NotLowered(f"{type(e).__name__} is no single value")

    def some(self, code: Code, e: ir.Expression, scope: Scope) -> p.Expr:
        """A single value that must not be none."""
        found = self.number(code, e, scope)
        if self.perhaps.is_none(e):
            found = code.hold(found)
            code.fail_if(binary("==", found, p.Int(none_of(e.type))))
        return found

    def truth(self, code: Code, e: ir.Expression, scope: Scope) -> p.Expr:
        """Whether something holds; none does not."""
        found = self.number(code, e, scope)
        return binary(">", found, FALSE) if self.perhaps.is_none(e) else found

    def several(self, code: Code, e: ir.Expression, scope: Scope) -> Several:
        """The members of a set, the cards of a zone, or nothing."""
        found = self.perhaps_several(code, e, scope)
        return found.of if isinstance(found, Absent) else found

    def perhaps_several(self, code: Code, e: ir.Expression, scope: Scope) -> Several:
        """The same, which knows whether it is none."""
        if isinstance(certain(e.type), Zone):
            zone = code.hold(self.number(code, e, scope))
            return cards_in(self, zone, Maybe(certain(e.type)) if self.perhaps.is_none(e) else e.type)
        if isinstance(e, ir.Const) and e.value is None:
            return Absent(none_at_all(), TRUE)
        found = self.value(code, e, scope)
        if isinstance(found, Walked):
            return found.whole
        if isinstance(found, p.Expr | Tuple):
            raise NotLowered(f"{type(e).__name__} is no set")
        return found

    def given(self, code: Code, e: ir.Expression, scope: Scope, slot: int) -> Value:
        """A value that is bound to a slot: worked out once, and unchanged by what is stored later."""
        type_ = self.shape.machine.program.slots[slot].type
        if isinstance(certain(type_), SetOf):
            return self.kept_set(code, e, scope)
        if isinstance(certain(type_), Path | TupleOf):
            return self.value(code, e, scope)
        return code.hold(self.number(code, e, scope, type_))

    def kept_set(self, code: Code, e: ir.Expression, scope: Scope) -> Several:
        """A set that is worked out once, and unchanged by what is stored later."""
        several = self.perhaps_several(code, e, scope)
        missing = is_missing(several)
        several = several.of if isinstance(several, Absent) else several
        if isinstance(several, MaskSet):
            several = MaskSet(code.hold(several.bits, "mask"), several.most)
        elif not isinstance(several, Slice | Lines):
            several = stored(code, several)
        return perhaps_missing(several, code.hold(missing))

    def one_or_several(self, code: Code, e: ir.Expression, scope: Scope) -> Several:
        """What may be one thing, several, or none."""
        if isinstance(certain(e.type), SetOf):
            return self.several(code, e, scope)
        one = code.hold(self.number(code, e, scope))
        if self.perhaps.is_none(e):
            return Slice(lambda _: one, chosen(binary("!=", one, p.Int(none_of(e.type))), p.Int(1), p.Int(0)), 1)
        return Slice(lambda _: one, p.Int(1), 1)

    def is_counted(self, type_: Type) -> bool:
        """Whether the values of a type are counted from 0, so that a mask can hold them."""
        return self.shape.numbering.universe(type_) > 0

    # --- expressions --------------------------------------------------------------------------------------------------

    def value(self, code: Code, e: ir.Expression, scope: Scope) -> Value:
        """Whatever an expression is."""
        match e:
            case ir.Const(value, type_):
                return self.constant(value, type_)
            case ir.Local(slot, type_):
                return scope.values[slot] if slot in scope.values else self.slot(slot, type_)
            case ir.Me():
                return scope.me
            case ir.Playing():
                everyone = p.Mask((1 << self.shape.players) - 1)
                return MaskSet(binary("without", everyone, self.shape.gone), self.shape.players)
            case ir.LoopNumber(loop):
                return p.Field(f"f{self.shape.machine.program.numbers[loop]}")
            case ir.Attribute() | ir.Changing() | ir.CardAt() | ir.PawnOf() | ir.PlaceOf() | ir.ZoneOf():
                return read_thing(self, code, e, scope)
            case ir.ZoneAt() | ir.Cards() | ir.PositionIn() | ir.ReadVariable():
                return read_kept(self, code, e, scope)
            case ir.Not() | ir.Logic() | ir.Arithmetic() | ir.Comparison() | ir.Conditional():
                return operation(self, code, e, scope)
            case ir.CallTerm() | ir.CallBuiltin() | ir.Quantified() | ir.Several() | ir.Range():
                return self._compound(code, e, scope)
            case ir.Relation(term):
                raise NotLowered(f"{term} stands alone")
            case _:
                assert_never(e)

    def constant(self, value: RuleValue, type_: Type) -> Value:
        """A value that is known."""
        if not isinstance(value, tuple):
            return p.Int(number_of(value, type_))
        of = certain(type_)
        if isinstance(of, TupleOf):
            pairs = zip(value, of.items, strict=True)
            return Tuple(tuple(p.Int(number_of(one, item)) for one, item in pairs))
        item = of.item if isinstance(of, SetOf) else Number()
        return self.known([number_of(one, item) for one in value], self.shape.numbering.universe(item))

    def known(self, numbers: list[int], universe: int) -> Several:
        """A set that is known: a mask where its members ascend and are counted."""
        width = universe or self.shape.widest()
        if numbers == sorted(set(numbers)) and all(0 <= number < width for number in numbers):
            return MaskSet(p.Mask(sum(1 << number for number in numbers)), width)
        return Slice(lambda at: self.tables.entry(numbers, at), p.Int(len(numbers)), len(numbers))

    def slot(self, slot: int, type_: Type) -> Value:
        """What the field of a slot holds."""
        name = f"f{slot}"
        if slot in self.shape.masks:
            item = member_type(type_)
            return MaskSet(p.Field(name), self.shape.numbering.universe(item))
        if isinstance(certain(type_), Path):
            return walked(lambda at: p.At(name, at), p.Field(f"{name}n"), self.shape.longest_walk() + 1)
        if self.shape.is_sequence(type_):
            capacity = self.shape.sequence(slot).capacity
            length: p.Expr = p.Field(f"{name}n")
            if not isinstance(type_, Maybe) and slot not in self.perhaps.slots:
                return Slice(lambda at: p.At(name, at), length, capacity)
            there = chosen(binary(">", length, FALSE), length, FALSE)
            return Absent(Slice(lambda at: p.At(name, at), there, capacity), binary("<", length, FALSE))
        return p.Field(name)

    def component(self, name: str) -> int:
        """The number of a component."""
        return next(number for number, each in enumerate(self.game.components) if each.id == name)

    # --- what is made of others ---------------------------------------------------------------------------------------

    def _compound(
        self, code: Code, e: ir.CallTerm | ir.CallBuiltin | ir.Quantified | ir.Several | ir.Range, scope: Scope
    ) -> Value:
        match e:
            case ir.CallTerm(name, arguments):
                return self._terms.call(code, name, arguments, scope)
            case ir.CallBuiltin(name, arguments):
                return self._builtins[name](self, code, arguments, scope)
            case ir.Quantified():
                return quantified(self, code, e, scope)
            case ir.Several(items, TupleOf(types)):
                return Tuple(tuple(self.number(code, item, scope, of) for item, of in zip(items, types, strict=True)))
            case ir.Several(items, type_):
                return self._listed(code, items, type_, scope)
            case ir.Range(low, high):
                least, most = code.hold(self.some(code, low, scope)), code.hold(self.some(code, high, scope))
                if isinstance(least, p.Int) and isinstance(most, p.Int):
                    return Span(least, most, max(0, most.value - least.value + 1))
                code.fail_if(binary(">", binary("-", most, least), p.Int(LONGEST_RANGE)))
                return Span(least, most, LONGEST_RANGE)
            case _:
                assert_never(e)

    def _listed(self, code: Code, items: tuple[ir.Expression, ...], type_: Type, scope: Scope) -> Several:
        item = member_type(type_)
        if any(isinstance(certain(each.type), SetOf | TupleOf) for each in items):
            raise NotLowered("a set of sets is written out")
        numbers = [self.number(code, each, scope, item) for each in items]
        if all(isinstance(number, p.Int) for number in numbers):
            return self.known(
                [number.value for number in numbers if isinstance(number, p.Int)], self.shape.numbering.universe(item)
            )
        array = code.array(len(numbers))
        code.add(*(p.Store(p.Item(array, p.Int(at)), number) for at, number in enumerate(numbers)))
        return Slice(lambda at: p.Item(array, at), p.Int(len(numbers)), len(numbers))

    # --- what is known ------------------------------------------------------------------------------------------------

    def where(self, code: Code, slot: int, type_: Type, test: ir.Expression, scope: Scope) -> p.Expr | None:
        """The mask of all members of a type for which a test holds; None where each must be asked."""
        return None if self.bits is None else self.bits.where(code, slot, type_, test, scope)

    def known_values(self, slot: int, type_: Type, e: ir.Expression) -> tuple[int, ...] | None:
        """The number of each member of a type, where it is known when the game is loaded."""
        return None if self.bits is None else self.bits.values(slot, type_, e)
