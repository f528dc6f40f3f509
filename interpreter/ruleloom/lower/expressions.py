"""Expressions of the rules to expressions of the plan.

What an expression needs done first (a loop, a check) is written to the code it is lowered into. Nothing is read before
it is asked for, and what may fail is written where only the case that needs it comes by.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from ruleloom.evaluate import component_of
from ruleloom.lower import plan as p
from ruleloom.lower.ascending import Ascending
from ruleloom.lower.board import BoardLowering
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, either, negated
from ruleloom.lower.shape import NotLowered, Shape, number_of
from ruleloom.lower.tables import Tables, guarded
from ruleloom.lower.values import (
    Absent,
    Chain,
    Filter,
    Lines,
    MaskSet,
    Nested,
    Several,
    Slice,
    Span,
    Tuple,
    Value,
    Walked,
    as_mask,
    contains,
    first,
    holds_any,
    is_missing,
    last,
    none_at_all,
    perhaps_missing,
    size,
    stored,
)
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Term
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, Maybe, Nothing, Number, Path, SetOf, TupleOf, Type, Zone
from ruleloom_dsl.ir.types import Value as RuleValue


class MaskTests(Protocol):
    """What can be said of tests as sets of bits."""

    def where(self, code: Code, slot: int, type_: Type, test: ir.Expression, scope: "Scope") -> p.Expr | None:
        """The mask of all members of a type for which a test holds; None where each must be asked."""
        ...

    def values(self, slot: int, type_: Type, e: ir.Expression) -> tuple[int, ...] | None:
        """The number of each member of a type, where it is known when the game is loaded."""
        ...


Builtin = Callable[["Expressions", Code, tuple[ir.Expression, ...], "Scope"], Value]
LONGEST_RANGE = 4_096
SMALL = 12
"""A term of so few nodes is written where it is called."""


@dataclass(frozen=True)
class Scope:
    """Who `me` is, and what stands for the slots that no field holds."""

    me: p.Expr
    values: Mapping[int, Value]

    def bound(self, slot: int, value: Value) -> "Scope":
        """The same with one more slot."""
        return replace(self, values={**self.values, slot: value})

    def by(self, me: p.Expr) -> "Scope":
        """The same for another player."""
        return replace(self, me=me)


def plain(type_: Type) -> Type:
    """A type without `or none`."""
    return type_.of if isinstance(type_, Maybe) else type_


def item_of(type_: Type) -> Type:
    """The type of the members of a set; of the cards of a zone."""
    match plain(type_):
        case SetOf(item):
            return item
        case Zone(component):
            return Card(component)
        case other:
            return other


def may_be_none(type_: Type) -> bool:
    """Whether none is among the values of a type."""
    return isinstance(type_, Maybe | Nothing)


def none_of(type_: Type) -> int:
    """The number that stands for none of a type."""
    return p.NO_NUMBER if isinstance(plain(type_), Number) else p.NONE


class Expressions:
    """The lowering of one game's expressions, and the functions that their terms become."""

    def __init__(self, shape: Shape, builtins: Mapping[str, Builtin]) -> None:
        self.shape = shape
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
        self._terms = {term.id: (number, term) for number, term in enumerate(self.game.terms)}
        self._own = self._own_slots()

    def term(self, name: str) -> Term:
        """The declared term with a name."""
        return self._terms[name][1]

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
        if isinstance(plain(e.type), Zone):
            zone = code.hold(self.number(code, e, scope))
            return self.cards_in(zone, Maybe(plain(e.type)) if self.perhaps.is_none(e) else e.type)
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
        if isinstance(plain(type_), SetOf):
            return self._kept_set(code, e, scope)
        if isinstance(plain(type_), Path | TupleOf):
            return self.value(code, e, scope)
        return code.hold(self.number(code, e, scope, type_))

    def _kept_set(self, code: Code, e: ir.Expression, scope: Scope) -> Several:
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
        if isinstance(plain(e.type), SetOf):
            return self.several(code, e, scope)
        one = code.hold(self.number(code, e, scope))
        if self.perhaps.is_none(e):
            return Slice(lambda _: one, chosen(binary("!=", one, p.Int(none_of(e.type))), p.Int(1), p.Int(0)), 1)
        return Slice(lambda _: one, p.Int(1), 1)

    def is_counted(self, type_: Type) -> bool:
        """Whether the values of a type are counted from 0, so that a mask can hold them."""
        return self.shape.universe(type_) > 0

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
                return MaskSet(binary("without", everyone, p.Field("gone")), self.shape.players)
            case ir.LoopNumber(loop):
                return p.Field(f"f{self.shape.machine.program.numbers[loop]}")
            case ir.Attribute() | ir.Changing() | ir.CardAt() | ir.PawnOf() | ir.PlaceOf() | ir.ZoneOf():
                return self._of_things(code, e, scope)
            case ir.ZoneAt() | ir.Cards() | ir.PositionIn() | ir.ReadVariable():
                return self._kept(code, e, scope)
            case ir.Not() | ir.Logic() | ir.Arithmetic() | ir.Comparison() | ir.Conditional():
                return self._operation(code, e, scope)
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
        of = plain(type_)
        if isinstance(of, TupleOf):
            pairs = zip(value, of.items, strict=True)
            return Tuple(tuple(p.Int(number_of(one, item)) for one, item in pairs))
        item = of.item if isinstance(of, SetOf) else Number()
        return self.known([number_of(one, item) for one in value], self.shape.universe(item))

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
            item = type_.item if isinstance(type_, SetOf) else type_
            return MaskSet(p.Field(name), self.shape.universe(item))
        if isinstance(plain(type_), Path):
            return walked(lambda at: p.At(name, at), p.Field(f"{name}n"), self.shape.longest_walk() + 1)
        if self.shape.is_sequence(type_):
            capacity = self.shape.sequence(slot).capacity
            length: p.Expr = p.Field(f"{name}n")
            if not isinstance(type_, Maybe) and slot not in self.perhaps.slots:
                return Slice(lambda at: p.At(name, at), length, capacity)
            there = chosen(binary(">", length, FALSE), length, FALSE)
            return Absent(Slice(lambda at: p.At(name, at), there, capacity), binary("<", length, FALSE))
        return p.Field(name)

    def _of_things(
        self,
        code: Code,
        e: ir.Attribute | ir.Changing | ir.CardAt | ir.PawnOf | ir.PlaceOf | ir.ZoneOf,
        scope: Scope,
    ) -> Value:
        match e:
            case ir.Attribute(card, name):
                return self._attribute(code, e, component_of(card.type), name, scope)
            case ir.Changing(card, name):
                shown = self.numbering.changing[component_of(card.type), name]
                return self._at(code, f"shown{shown}", card, scope)
            case ir.CardAt(place):
                return self._at(code, "board", place, scope)
            case ir.PawnOf(_, player):
                return self.number(code, player, scope)
            case ir.PlaceOf(pawn):
                number = self.numbering.pawns.index(component_of(pawn.type))
                return self._at(code, f"pawns{number}", pawn, scope)
            case ir.ZoneOf(card):
                zones, where = p.Int(len(self.numbering.zones)), self._where(code, card, scope)
                if self.game.board is None or self.game.board.holds != component_of(card.type):
                    return where
                return chosen(binary("<", where, zones), where, p.Int(p.NONE))
            case _:
                assert_never(e)

    def _where(self, code: Code, card: ir.Expression, scope: Scope) -> p.Expr:
        return code.hold(self._at(code, f"where{self.component(component_of(card.type))}", card, scope))

    def component(self, name: str) -> int:
        """The number of a component."""
        return next(number for number, each in enumerate(self.game.components) if each.id == name)

    def _at(self, code: Code, field: str, index: ir.Expression, scope: Scope) -> p.Expr:
        found = code.hold(self.number(code, index, scope))
        if not self.perhaps.is_none(index):
            return p.At(field, found)
        return guarded(found, p.At(field, found), p.Int(p.NONE))

    def _attribute(self, code: Code, e: ir.Attribute, component: str, name: str, scope: Scope) -> Value:
        values = self.numbering.attribute(component, name)
        card = code.hold(self.number(code, e.card, scope))
        of = plain(e.type)
        if isinstance(of, SetOf):
            return self._attribute_set(code, card, values, of.item, self.perhaps.is_none(e.card))
        numbers = [number_of(value, e.type) for value in values]
        return self.tables.entry_or(numbers, card, none_of(e.type))

    def _attribute_set(
        self, code: Code, card: p.Expr, values: tuple[RuleValue, ...], item: Type, is_perhaps: bool
    ) -> Several:
        missing: p.Expr = FALSE
        if any(value is None for value in values) or is_perhaps:
            missing = code.hold(self.tables.entry_or([int(value is None) for value in values], card, 1))
        return perhaps_missing(self._attribute_members(card, values, item), missing)

    def _attribute_members(self, card: p.Expr, values: tuple[RuleValue, ...], item: Type) -> Several:
        lists = [[number_of(one, item) for one in value] if isinstance(value, tuple) else [] for value in values]
        width = self.shape.universe(item) or self.shape.widest()
        if all(each == sorted(set(each)) and all(0 <= one < width for one in each) for each in lists):
            masks = [sum(1 << one for one in each) for each in lists]
            return MaskSet(self.tables.entry_or(masks, card, 0, "mask"), width)
        starts = [sum(map(len, lists[:at])) for at in range(len(lists))]
        flat = [one for each in lists for one in each]
        start, length = self.tables.entry_or(starts, card, 0), self.tables.entry_or([*map(len, lists)], card, 0)
        most = max(map(len, lists))
        return Slice(lambda at: self.tables.entry(flat, binary("+", start, at)), length, most)

    def _kept(self, code: Code, e: ir.ZoneAt | ir.Cards | ir.PositionIn | ir.ReadVariable, scope: Scope) -> Value:
        match e:
            case ir.ZoneAt(family, key):
                return self._zone(code, family, key, scope)
            case ir.Cards(family, None):
                zones = self.numbering.zones_of(family)
                parts = tuple(
                    self.cards_in(p.Int(zone), Zone(self.numbering.families[family].component)) for zone in zones
                )
                return parts[0] if len(parts) == 1 else self._all_cards(zones, parts)
            case ir.Cards(family, key):
                zone = self._zone(code, family, key, scope)
                assert isinstance(zone, p.Expr) and key is not None
                type_: Type = Zone(self.numbering.families[family].component)
                known = None if isinstance(zone, p.Int) else self.numbering.zones_of(family)
                return self.cards_in(code.hold(zone), Maybe(type_) if self.perhaps.is_none(key) else type_, known)
            case ir.PositionIn(order, word):
                values = [number_of(value, e.type) for value in self.numbering.orders[order]]
                return self.tables.entry_or(values, self.number(code, word, scope), none_of(e.type))
            case ir.ReadVariable(variable, key):
                return self._variable(code, e, variable, key, scope)
            case _:
                assert_never(e)

    def _all_cards(self, zones: range, parts: tuple[Several, ...]) -> Several:
        """The cards of a family, zone by zone."""
        component = self.numbering.zones[zones[0]].family.component
        outer = Span(p.Int(zones[0]), p.Int(zones[-1]), len(zones))
        return Nested(
            outer,
            lambda zone: self.cards_in(zone, Zone(component), zones),
            self.numbering.components[component].size,
        )

    def _zone(self, code: Code, family: str, key: ir.Expression | None, scope: Scope) -> Value:
        zones = self.numbering.zones_of(family)
        if key is None:
            if self.numbering.families[family].per is None:
                return p.Int(zones[0])
            return self.known(list(zones), len(self.numbering.zones))
        keys = [number_of(value, key.type) for value in self.numbering.families[family].keys]
        at = code.hold(self.number(code, key, scope))
        return self._by_key(keys, [*zones], at, key, lambda number: number, p.NONE)

    def _by_key(
        self,
        keys: list[int],
        numbers: list[int],
        at: p.Expr,
        key: ir.Expression,
        read: Callable[[p.Expr], p.Expr],
        none: int,
    ) -> p.Expr:
        """What belongs to a key: the keys, and what each belongs to, are numbers in a row."""
        first_key, universe = keys[0], self.shape.universe(key.type)
        found = read(binary("+", at, p.Int(numbers[0] - first_key)))
        if isinstance(at, p.Int):
            return found if at.value in keys else p.Int(none)
        if first_key == 0 and len(keys) == universe and not self.perhaps.is_none(key):
            return found
        inside_ = both(binary(">=", at, p.Int(first_key)), binary("<=", at, p.Int(keys[-1])))
        return chosen(inside_, found, p.Int(none))

    def cards_in(self, zone: p.Expr, type_: Type, known: range | None = None) -> Several:
        """The cards of a zone, bottom first; `known` says which zones it can be."""
        component = component_of(type_)
        candidates = [
            number
            for number, member in enumerate(self.numbering.zones)
            if (number == zone.value if isinstance(zone, p.Int) else known is None or number in known)
            and member.family.component == component
        ]
        most = max((self.shape.zone_sizes[number] for number in candidates), default=0)
        sets = [number for number in candidates if self.shape.is_set(number)]
        is_there = TRUE if not may_be_none(type_) else binary("!=", zone, p.Int(p.NONE))
        if not candidates:
            return none_at_all()
        if len(sets) == len(candidates):
            width = self.numbering.components[component].size
            return MaskSet(chosen(is_there, p.At("sets", zone), EMPTY), width)
        start = self.tables.entry(self.shape.zone_starts[:-1], zone)
        pile = Slice(
            lambda at: p.At("piles", binary("+", start, at)), chosen(is_there, p.At("heights", zone), FALSE), most
        )
        if not sets:
            return pile
        as_set = MaskSet(chosen(binary(">=", zone, FALSE), p.At("sets", zone), EMPTY), most)
        return Chain((as_set, pile))

    def _variable(
        self, code: Code, e: ir.ReadVariable, variable: str, key: ir.Expression | None, scope: Scope
    ) -> Value:
        declared, field = self.numbering.variables[variable], self.shape.variables[variable]
        if self.shape.is_sequence(declared.type):
            return self._variable_set(code, variable, key, scope)
        if key is None:
            return p.Field(field)
        keys = [number_of(value, key.type) for value in declared.keys]
        at = code.hold(self.number(code, key, scope))
        return self._by_key(keys, [*range(len(keys))], at, key, lambda at: p.At(field, at), none_of(e.type))

    def _variable_set(self, code: Code, variable: str, key: ir.Expression | None, scope: Scope) -> Several:
        declared = self.numbering.variables[variable]
        sequence = self.shape.sequence_of(declared)
        cell: p.Expr = FALSE
        at: p.Expr = FALSE
        if key is not None:
            keys = [number_of(value, key.type) for value in declared.keys]
            at = code.hold(self.number(code, key, scope))
            cell = code.hold(self._by_key(keys, [*range(len(keys))], at, key, lambda number: number, p.NONE))
        start = code.hold(binary("*", cell, p.Int(sequence.capacity)))
        length = code.hold(guarded(cell, p.At(sequence.length, cell), p.Int(p.NONE)))
        there = chosen(binary(">", length, FALSE), length, FALSE)
        members = Slice(lambda at: p.At(sequence.items, binary("+", start, at)), there, sequence.capacity)
        is_perhaps = variable in self.perhaps.variables or not (
            cell.value >= 0 if isinstance(cell, p.Int) else cell == at
        )
        return perhaps_missing(members, binary("<", length, FALSE) if is_perhaps else FALSE)

    # --- operations ---------------------------------------------------------------------------------------------------

    def _operation(
        self, code: Code, e: ir.Not | ir.Logic | ir.Arithmetic | ir.Comparison | ir.Conditional, scope: Scope
    ) -> Value:
        match e:
            case ir.Not(of):
                return negated(self.truth(code, of, scope))
            case ir.Logic(sign, left, right):
                return self._logic(code, sign, left, right, scope)
            case ir.Arithmetic(_, _, _, SetOf()):
                return self._set_arithmetic(code, e, scope)
            case ir.Arithmetic(sign, left, right):
                return self._arithmetic(code, sign, left, right, scope)
            case ir.Comparison():
                return self.comparison(code, e, scope)
            case ir.Conditional():
                return self._conditional(code, e, scope)
            case _:
                assert_never(e)

    def _logic(self, code: Code, sign: str, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
        one = self.truth(code, left, scope)
        if one == (FALSE if sign == "and" else TRUE):
            return one
        inner = code.inner()
        other = self.truth(inner, right, scope)
        if not inner.statements:
            return both(one, other) if sign == "and" else either(one, other)
        found = code.local(one, hint="t")
        inner.add(p.Store(found, other))
        code.add(p.If(found if sign == "and" else negated(found), inner.block))
        return found

    def _arithmetic(self, code: Code, sign: str, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
        one, other = self.some(code, left, scope), self.some(code, right, scope)
        if sign in ("div", "mod") and not (isinstance(other, p.Int) and other.value):
            other = code.hold(other)
            code.fail_if(binary("==", other, FALSE))
        found = binary(sign, one, other)
        if sign == "*" and not isinstance(found, p.Int):
            found = code.hold(found)
            code.fail_if(either(binary(">", found, p.Int(LARGEST)), binary("<", found, p.Int(-LARGEST))))
        return found

    def _set_arithmetic(self, code: Code, e: ir.Arithmetic, scope: Scope) -> Several:
        left, right = self.perhaps_several(code, e.left, scope), self.perhaps_several(code, e.right, scope)
        wrong = is_missing(right)
        if e.sign == "without" and wrong != FALSE:  # from nothing nothing is taken
            wrong = both(code.hold(wrong), holds_any(code, left))
        code.fail_if(either(is_missing(left), wrong))
        left, right = (each.of if isinstance(each, Absent) else each for each in (left, right))
        if e.sign == "+":
            return Chain((left, right))
        item = e.left.type.item if isinstance(e.left.type, SetOf) else e.left.type
        if self.is_counted(item) and not self.perhaps.has_none(e.left):
            taken = without_none(code, right, self.perhaps.has_none(e.right))
            bits = left.mask(code)
            if bits is not None:
                return MaskSet(binary("without", bits, taken), self.shape.universe(item))
            return Filter(left, lambda _, member: negated(p.Has(taken, member)))
        others = stored(code, right)
        # Here none is a member like any other.
        return Filter(left, lambda inner, member: negated(contains(inner, others, member, False, False)))

    def comparison(self, code: Code, e: ir.Comparison, scope: Scope) -> p.Expr:
        """Whether a comparison holds."""
        if e.sign in ("in", "not in"):
            found = self._is_in(code, e.left, e.right, scope)
            return found if e.sign == "in" else negated(found)
        if e.sign in ("==", "!="):
            return self._equality(code, e, scope)
        if isinstance(e.left.type, TupleOf) and isinstance(e.right.type, TupleOf):
            left, right = self.value(code, e.left, scope), self.value(code, e.right, scope)
            assert isinstance(left, Tuple) and isinstance(right, Tuple)
            return self._tuple_order(code, e.sign, left, right, e.left.type)
        return binary(e.sign, self.some(code, e.left, scope), self.some(code, e.right, scope))

    def _is_in(self, code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
        if isinstance(plain(left.type), SetOf):
            return self._is_set_in(code, left, right, scope)
        member = code.hold(self.number(code, left, scope))
        several = self.several(code, right, scope)
        perhaps = self.perhaps.is_none(left)
        if isinstance(plain(left.type), Number) and perhaps:
            found = contains(code, several, member, False, False)
            return both(binary("!=", member, p.Int(p.NO_NUMBER)), found)
        return contains(code, several, member, self.is_counted(left.type), perhaps)

    def _is_set_in(self, code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
        """Whether a set is a member of a set of sets."""
        wanted, several = self.perhaps_several(code, left, scope), self.several(code, right, scope)
        missing, found = code.hold(is_missing(wanted)), code.local(FALSE, hint="t")

        def compare(inner: Code, member: p.Expr) -> None:
            one = several.meaning(member)
            assert isinstance(one, Several)
            same = self._same_members(inner, wanted, one)
            inner.add(p.If(same, (p.Store(found, TRUE), p.Break())))

        several.each(code, compare, found)
        return both(negated(missing), found)

    def member(self, code: Code, several: Several, found: p.Expr, item: Type) -> Value:
        """What a member that was found stands for; of a set of sets a set, which is none where nothing was found."""
        if not isinstance(item, SetOf):
            return found
        found = code.hold(found)
        one = several.meaning(found)
        if not isinstance(one, Slice):
            raise NotLowered("one of several sets is none of a row")
        missing = code.hold(binary("==", found, p.Int(p.NONE)))
        return Absent(Slice(one.at, chosen(missing, FALSE, one.length), one.most), missing)

    def _equality(self, code: Code, e: ir.Comparison, scope: Scope) -> p.Expr:
        wanted = e.right.type if isinstance(e.left.type, Nothing) else e.left.type
        if isinstance(plain(wanted), SetOf):
            found = self._same_sets(code, e.left, e.right, scope)
        elif isinstance(plain(wanted), Number):
            as_ = Maybe(Number())
            found = binary("==", self.number(code, e.left, scope, as_), self.number(code, e.right, scope, as_))
        else:
            left, right = self.value(code, e.left, scope), self.value(code, e.right, scope)
            if isinstance(left, Tuple) and isinstance(right, Tuple):
                found = TRUE
                for one, other in zip(left.parts, right.parts, strict=True):
                    found = both(found, binary("==", one, other))
            elif isinstance(left, p.Expr) and isinstance(right, p.Expr):
                found = binary("==", left, right)
            else:
                found = FALSE  # a walk is not none
                if isinstance(left, Walked) and isinstance(right, Walked):
                    found = self._same_members(code, left.whole, right.whole)
        return found if e.sign == "==" else negated(found)

    def _same_sets(self, code: Code, left: ir.Expression, right: ir.Expression, scope: Scope) -> p.Expr:
        one, other = self.perhaps_several(code, left, scope), self.perhaps_several(code, right, scope)
        missing = [code.hold(is_missing(each)) for each in (one, other)]
        same = self._same_members(code, one, other)
        if missing == [FALSE, FALSE]:
            return same
        neither = both(negated(missing[0]), negated(missing[1]))
        return either(both(*missing), both(neither, same))

    def _same_members(self, code: Code, one: Several, other: Several) -> p.Expr:
        bits, others = one.mask(code), other.mask(code)
        if bits is not None and others is not None:
            return binary("==", bits, others)
        first_, second = stored(code, one), stored(code, other)
        same = code.local(binary("==", first_.length, second.length), hint="t")

        def compare(inner: Code, at: p.Expr) -> None:
            inner.when(
                binary("!=", first_.at(at), second.at(at)), lambda then: then.add(p.Store(same, FALSE), p.Break())
            )

        code.when(same, lambda then: then.each_number(FALSE, first_.length, compare))
        return same

    def _conditional(self, code: Code, e: ir.Conditional, scope: Scope) -> Value:
        test = self.truth(code, e.test, scope)
        if isinstance(test, p.Int):
            return self._branch(code, e.then if test.value else e.other, e.type, scope)
        yes, no = code.inner(), code.inner()
        then, other = self._branch(yes, e.then, e.type, scope), self._branch(no, e.other, e.type, scope)
        if isinstance(then, p.Expr) and isinstance(other, p.Expr):
            if not yes.statements and not no.statements:
                return chosen(test, then, other)
            return self._joined(code, test, (yes, no), (then, other))
        if isinstance(then, Tuple) and isinstance(other, Tuple):
            found = [code.local(FALSE) for _ in then.parts]
            for inner, value in ((yes, then), (no, other)):
                inner.add(*(p.Store(name, part) for name, part in zip(found, value.parts, strict=True)))
            code.add(p.If(test, yes.block, no.block))
            return Tuple(tuple(found))
        if isinstance(then, Several) and isinstance(other, Several):
            return self._conditional_set(code, test, (yes, no), (then, other), e.type)
        raise NotLowered("one of two walks is chosen")

    def _branch(self, code: Code, e: ir.Expression, type_: Type, scope: Scope) -> Value:
        if isinstance(plain(type_), SetOf):
            return self.perhaps_several(code, e, scope)
        if isinstance(plain(type_), TupleOf):
            return self.value(code, e, scope)
        return self.number(code, e, scope, type_)

    def _joined(self, code: Code, test: p.Expr, codes: tuple[Code, Code], values: tuple[p.Expr, p.Expr]) -> p.Expr:
        found = code.local(FALSE)
        for inner, value in zip(codes, values, strict=True):
            inner.add(p.Store(found, value))
        code.add(p.If(test, codes[0].block, codes[1].block))
        return found

    def _conditional_set(
        self, code: Code, test: p.Expr, codes: tuple[Code, Code], values: tuple[Several, Several], type_: Type
    ) -> Several:
        if any(isinstance(value, Absent) for value in values):
            gone = code.local(FALSE, hint="t")
            for inner, value in zip(codes, values, strict=True):
                inner.add(p.Store(gone, is_missing(value)))
            there = [value.of if isinstance(value, Absent) else value for value in values]
            return Absent(self._conditional_set(code, test, codes, (there[0], there[1]), type_), gone)
        masks = [value.mask(inner) for inner, value in zip(codes, values, strict=True)]
        most = max(value.bound for value in values)
        if masks[0] is not None and masks[1] is not None:
            of = plain(type_)
            width = self.shape.universe(of.item) if isinstance(of, SetOf) else most
            if not codes[0].statements and not codes[1].statements:
                return MaskSet(chosen(test, masks[0], masks[1]), width or most)
            bits = code.local(EMPTY, "mask", "m")
            for inner, mask in zip(codes, masks, strict=True):
                assert mask is not None
                inner.add(p.Store(bits, mask))
            code.add(p.If(test, codes[0].block, codes[1].block))
            return MaskSet(bits, width or most)
        array, length = code.array(most), code.local(FALSE, hint="n")
        for inner, value in zip(codes, values, strict=True):
            fill(inner, value, lambda at: p.Item(array, at), length)
        code.add(p.If(test, codes[0].block, codes[1].block))
        return Slice(lambda at: p.Item(array, at), length, most)

    # --- what is made of others ---------------------------------------------------------------------------------------

    def _compound(
        self, code: Code, e: ir.CallTerm | ir.CallBuiltin | ir.Quantified | ir.Several | ir.Range, scope: Scope
    ) -> Value:
        match e:
            case ir.CallTerm(name, arguments):
                return self._call(code, name, arguments, scope)
            case ir.CallBuiltin(name, arguments):
                return self._builtins[name](self, code, arguments, scope)
            case ir.Quantified():
                return self._quantified(code, e, scope)
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
        item = type_.item if isinstance(type_, SetOf) else type_
        if any(isinstance(plain(each.type), SetOf | TupleOf) for each in items):
            raise NotLowered("a set of sets is written out")
        numbers = [self.number(code, each, scope, item) for each in items]
        if all(isinstance(number, p.Int) for number in numbers):
            return self.known(
                [number.value for number in numbers if isinstance(number, p.Int)], self.shape.universe(item)
            )
        array = code.array(len(numbers))
        code.add(*(p.Store(p.Item(array, p.Int(at)), number) for at, number in enumerate(numbers)))
        return Slice(lambda at: p.Item(array, at), p.Int(len(numbers)), len(numbers))

    def _call(self, code: Code, name: str, arguments: tuple[ir.Expression, ...], scope: Scope) -> Value:
        number, term = self._terms[name]
        if (known := self._known_call(code, term, arguments, scope)) is not None:
            return known
        types = [self.game.slots[slot].type for slot in term.slots]
        is_flat = not any(isinstance(plain(type_), SetOf | TupleOf | Path) for type_ in types)
        result = self._result(term.body)
        if is_flat and result is not None and not self._reads_bound(name):
            given = tuple(self.number(code, each, scope, type_) for each, type_ in zip(arguments, types, strict=True))
            if not (self._is_small(term.body) or not isinstance(scope.me, p.Name | p.Field | p.Int)):
                self._define(name)
                called = p.Call(f"t{number}", (scope.me, *given))
                if result == "mask":
                    of = plain(term.body.type)
                    width = self.shape.universe(of.item) if isinstance(of, SetOf) else 0
                    return MaskSet(code.local(called, "mask", "m"), width)
                return code.hold(called)
        inside_ = scope
        for slot, type_, argument in zip(term.slots, types, arguments, strict=True):
            inside_ = inside_.bound(slot, self._argument(code, argument, type_, scope))
        return self._branch(code, term.body, term.type, inside_)

    def _known_call(self, code: Code, term: Term, arguments: tuple[ir.Expression, ...], scope: Scope) -> p.Expr | None:
        """A term of one thing that is known when the game is loaded: from a table."""
        if len(term.slots) != 1 or may_be_none(arguments[0].type):
            return None
        slot = term.slots[0]
        type_ = self.game.slots[slot].type
        if not self.is_counted(type_) or isinstance(plain(term.type), SetOf | TupleOf | Path):
            return None
        values = self.known_values(slot, type_, term.body)
        if values is None or none_of(term.type) != none_of(term.body.type):
            return None
        return self.tables.entry(values, code.hold(self.number(code, arguments[0], scope)))

    def _argument(self, code: Code, argument: ir.Expression, type_: Type, scope: Scope) -> Value:
        if isinstance(plain(type_), SetOf):
            return self._kept_set(code, argument, scope)
        if isinstance(plain(type_), TupleOf | Path):
            return self.value(code, argument, scope)
        return code.hold(self.number(code, argument, scope, type_))

    def _result(self, body: ir.Expression) -> p.Kind | None:
        if not isinstance(plain(body.type), SetOf | TupleOf | Path):
            return "int"
        return "mask" if self.order.is_ascending(body) else None

    def _is_small(self, body: ir.Expression) -> bool:
        nodes = list(inside(body))
        return len(nodes) <= SMALL and not any(isinstance(node, ir.Quantified | ir.CallTerm) for node in nodes)

    def _define(self, name: str) -> None:
        number, term = self._terms[name]
        if f"t{number}" in self.functions:
            return
        code, me = self.code.inner(), p.Name("me")
        scope = Scope(me, {slot: p.Name(f"p{slot}") for slot in term.slots})
        result = self._result(term.body)
        if result == "mask":
            bits = as_mask(code, self.several(code, term.body, scope))
            code.add(p.Return(bits))
        else:
            code.add(p.Return(self.number(code, term.body, scope, term.type)))
        parameters = (p.Parameter("me", "int"), *(p.Parameter(f"p{slot}", "int") for slot in term.slots))
        self.functions[f"t{number}"] = p.Function(f"t{number}", parameters, result or "int", code.block)

    def _own_slots(self) -> frozenset[int]:
        """The slots that are bound inside a choice or an expression, and have no field while they are."""
        found: set[int] = set()
        for move in self.game.moves:
            found |= {binder.slot for binder in (*move.parameters, *move.decides)}
            found |= {clause.each_slot for clause in move.clauses if clause.each_slot is not None}
        found |= {node.slot for node in inside(self.game) if isinstance(node, ir.Quantified)}
        return frozenset(found.union(*(term.slots for term in self.game.terms)))

    def _reads_bound(self, name: str) -> bool:
        """Whether a term reads a slot that is bound where it is called."""
        term = self._terms[name][1]
        bound = {*term.slots, *(node.slot for node in inside(term.body) if isinstance(node, ir.Quantified))}
        read = {node.slot for node in inside(term.body) if isinstance(node, ir.Local)} - bound
        called = {node.term for node in inside(term.body) if isinstance(node, ir.CallTerm | ir.Relation)}
        return bool(read & self._own) or any(self._reads_bound(other) for other in called)

    # --- quantifiers --------------------------------------------------------------------------------------------------

    def _quantified(self, code: Code, e: ir.Quantified, scope: Scope) -> Value:
        several = self._chosen(code, e, scope)
        match e.quantifier:
            case "those":
                return several
            case "count":
                return size(code, several)
            case "any":
                return holds_any(code, several)
            case "all":
                return self._all(code, e, several, scope)
            case "sum":
                return self._sum(code, e, several, scope)
            case "first":
                return self.member(code, several, first(code, several, none_of(e.type)), plain(e.type))
            case "last":
                return self.member(code, several, last(code, several, none_of(e.type)), plain(e.type))
            case "largest" | "smallest":
                return self.member(code, several, self._extreme(code, e, several, scope), plain(e.type))
            case _:
                assert_never(e.quantifier)

    def _chosen(self, code: Code, e: ir.Quantified, scope: Scope) -> Several:
        domain = self.several(code, e.domain, scope)
        where = e.where
        if where is None:
            return domain

        def test(inner: Code, member: p.Expr) -> p.Expr:
            return self.truth(inner, where, scope.bound(e.slot, domain.meaning(member)))

        return self.narrowed(code, domain, e.slot, item_of(e.domain.type), where, scope, test)

    def narrowed(
        self,
        code: Code,
        domain: Several,
        slot: int,
        type_: Type,
        where: ir.Expression,
        scope: Scope,
        test: Callable[[Code, p.Expr], p.Expr],
    ) -> Several:
        """The members of a set that pass a test: by masks where they can be had, else one by one."""
        whole = self.where(code, slot, type_, where, scope)
        if whole is None:
            return Filter(domain, test)
        bits = domain.mask(code)
        if bits is not None:
            return MaskSet(binary("&", bits, whole), domain.bound)
        passing = code.hold(whole, "mask")
        return Filter(domain, lambda _, member: p.Has(passing, member))

    def where(self, code: Code, slot: int, type_: Type, test: ir.Expression, scope: Scope) -> p.Expr | None:
        """The mask of all members of a type for which a test holds; None where each must be asked."""
        return None if self.bits is None else self.bits.where(code, slot, type_, test, scope)

    def known_values(self, slot: int, type_: Type, e: ir.Expression) -> tuple[int, ...] | None:
        """The number of each member of a type, where it is known when the game is loaded."""
        return None if self.bits is None else self.bits.values(slot, type_, e)

    def _all(self, code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
        assert e.body is not None
        bits = several.unordered(code)
        whole = None if bits is None else self.where(code, e.slot, item_of(e.domain.type), e.body, scope)
        if bits is not None and whole is not None:
            return binary("==", binary("without", bits, whole), EMPTY)
        failed = code.local(FALSE, hint="t")

        def check(inner: Code, member: p.Expr) -> None:
            assert e.body is not None
            test = self.truth(inner, e.body, scope.bound(e.slot, several.meaning(member)))
            inner.when(negated(test), lambda then: then.add(p.Store(failed, TRUE), p.Break()))

        several.each(code, check, failed)
        return negated(failed)

    def _sum(self, code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
        total = code.local(FALSE, hint="n")
        assert e.body is not None
        known = self.known_values(e.slot, item_of(e.domain.type), e.body)

        def add(inner: Code, member: p.Expr) -> None:
            assert e.body is not None
            if known is not None and not may_be_none(e.body.type):
                inner.add(p.Store(total, binary("+", total, self.tables.entry(known, member))))
                return
            amount = self.some(inner, e.body, scope.bound(e.slot, several.meaning(member)))
            inner.add(p.Store(total, binary("+", total, amount)))

        several.each(code, add)
        return total

    def _beats(
        self,
        code: Code,
        sign: str,
        held: tuple[p.Expr, ...],
        keys: tuple[p.Expr, ...],
        type_: Type,
        e: ir.Quantified,
    ) -> p.Expr:
        if isinstance(type_, TupleOf):
            return self._tuple_order(code, sign, Tuple(held), Tuple(keys), type_)
        if self.perhaps.has_none(e.domain) if e.body is None else self.perhaps.is_none(e.body):
            none = p.Int(none_of(type_))
            code.fail_if(either(binary("==", held[0], none), binary("==", keys[0], none)))
        return binary(sign, held[0], keys[0])

    def _tuple_order(self, code: Code, sign: str, left: Tuple, right: Tuple, type_: TupleOf) -> p.Expr:
        """Whether one row of values comes before another one: the first parts that differ must not be none."""
        sides = [[code.hold(part) for part in side.parts] for side in (left, right)]
        same: p.Expr = TRUE
        for one, other, item in zip(*sides, type_.items, strict=True):
            none = p.Int(none_of(item))
            among = either(binary("==", one, none), binary("==", other, none))
            code.fail_if(both(same, both(binary("!=", one, other), among)))
            same = both(same, binary("==", one, other))
        return _row_order(sign, tuple(sides[0]), tuple(sides[1]))

    def _extreme(self, code: Code, e: ir.Quantified, several: Several, scope: Scope) -> p.Expr:
        """The first member whose key no other one beats; with one member its key is not compared."""
        none = p.Int(none_of(e.type))
        best, is_found = code.local(none), code.local(FALSE, hint="t")
        sign = ">" if e.quantifier == "largest" else "<"
        type_ = (
            e.body.type if e.body is not None else (e.domain.type.item if isinstance(e.domain.type, SetOf) else e.type)
        )
        of = plain(type_)
        keys = [code.local(FALSE) for _ in (of.items if isinstance(of, TupleOf) else (of,))]

        def compare(inner: Code, member: p.Expr) -> None:
            found: Value = member
            if e.body is not None:
                found = self._branch(inner, e.body, e.body.type, scope.bound(e.slot, several.meaning(member)))
            parts = found.parts if isinstance(found, Tuple) else (found,)
            held = [inner.hold(part) for part in parts if isinstance(part, p.Expr)]
            replaces = inner.local(TRUE, hint="t")
            rest = inner.inner()
            rest.add(p.Store(replaces, self._beats(rest, sign, tuple(held), tuple(keys), of, e)))
            inner.add(p.If(is_found, rest.block))
            stores = (p.Store(key, part) for key, part in zip(keys, held, strict=True))
            there = TRUE if not self.perhaps.has_none(e.domain) else binary("!=", best, none)
            inner.add(p.If(replaces, (p.Store(best, member), *stores, p.Store(is_found, there))))

        several.each(code, compare)
        return best


def walked(at: Callable[[p.Expr], p.Expr], count: p.Expr, most: int) -> Walked:
    """A walk whose places stand in an array, `count` of them."""
    steps = binary("-", count, p.Int(1))
    return Walked(
        at(FALSE),
        at(steps),
        steps,
        Slice(lambda number: at(binary("+", number, p.Int(1))), steps, most - 1),
        Slice(lambda number: at(binary("+", number, p.Int(1))), binary("-", count, p.Int(2)), max(0, most - 2)),
        Slice(at, count, most),
    )


def fill(code: Code, several: Several, at: Callable[[p.Expr], p.Place], length: p.Place) -> None:
    """Put the members of a set one behind the other, and how many they are."""
    code.add(p.Store(length, FALSE))

    def append(inner: Code, member: p.Expr) -> None:
        inner.add(p.Store(at(length), member), p.Store(length, binary("+", length, p.Int(1))))

    several.each(code, append)


def without_none(code: Code, several: Several, has_none: bool) -> p.Expr:
    """A set as a mask; none is left out."""
    if not has_none:
        return as_mask(code, several)
    found = code.local(EMPTY, "mask", "m")

    def add(inner: Code, member: p.Expr) -> None:
        inner.add(p.If(binary(">=", member, FALSE), (p.Store(found, binary("|", found, bit(member))),)))

    several.each(code, add)
    return found


def _row_order(sign: str, left: tuple[p.Expr, ...], right: tuple[p.Expr, ...]) -> p.Expr:
    """Whether one row of values comes before another one."""
    if len(left) == 1:
        return binary(sign, left[0], right[0])
    rest = _row_order(sign, left[1:], right[1:])
    strict = sign.rstrip("=")
    return either(binary(strict, left[0], right[0]), both(binary("==", left[0], right[0]), rest))
