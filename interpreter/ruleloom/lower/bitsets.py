"""Tests as sets of bits: the mask of everything for which a test holds, where that needs no look at each member.

What is known when the game is loaded becomes a constant mask. Equality with a variable of each place, and tests of the
card on a place, become masks that are kept up to date in play (`facts`). `any q in several where place of q == x` is
the mask of the places of q. The rest is asked member by member as before.
"""

from dataclasses import dataclass, field

from ruleloom.errors import RuleError
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, bit, both, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.facts import Facts
from ruleloom.lower.fields import number_of
from ruleloom.lower.members import as_mask
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Number, Place, SetOf, Truth, TupleOf, Type, Zone, certain

_FIXED = frozenset(
    {"row", "column", "place", "line", "ahead", "ray", "lines", "between", "neighbours", "around"}
)  # of a board that does not move
_PURE = frozenset({"seat", "team", "members", "left", "right", "count", "empty", "distinct", "nth", "top", "starting"})
MOST_VALUES = 64


@dataclass(frozen=True)
class Asked:
    """What a test is asked about: the slots that stand for the member, and the type of members."""

    slots: frozenset[int]
    type: Type
    scope: Scope

    def also(self, slot: int) -> "Asked":
        """The same with one more slot for the member."""
        return Asked(self.slots | {slot}, self.type, self.scope)

    def bound(self, scope: Scope) -> "Asked":
        """The same in another scope."""
        return Asked(self.slots, self.type, scope)


@dataclass
class Bitsets:
    """The masks of one game's tests."""

    lower: Expressions
    facts: Facts
    _terms: dict[str, bool] = field(default_factory=dict)

    def where(self, code: Code, slot: int, type_: Type, test: ir.Expression, scope: Scope) -> p.Expr | None:
        """The mask of all members of a type for which a test holds; None where each must be asked."""
        universe = self.lower.shape.universe(type_) if self.lower.passes.masks else 0
        if not universe or may_be_none(type_) or not self._reads(test, frozenset({slot})):
            return None
        inner = code.inner()
        found = self._mask(inner, test, Asked(frozenset({slot}), type_, scope))
        if found is None or inner.can_fail:
            return None
        code.add(*inner.statements)
        return found

    def values(self, slot: int, type_: Type, e: ir.Expression) -> tuple[int, ...] | None:
        """The number of each member of a type, where it is known when the game is loaded."""
        if (
            may_be_none(type_)
            or isinstance(certain(e.type), SetOf | TupleOf)
            or not self._is_static(e, frozenset({slot}))
        ):
            return None
        return self._static(e, Asked(frozenset({slot}), type_, Scope(FALSE, {})))

    # --- tests --------------------------------------------------------------------------------------------------------

    def _everything(self, asked: Asked) -> p.Mask:
        return p.Mask((1 << self.lower.shape.universe(asked.type)) - 1)

    def _mask(self, code: Code, test: ir.Expression, asked: Asked) -> p.Expr | None:
        if not self._reads(test, asked.slots):
            return chosen(self.lower.truth(code, test, asked.scope), self._everything(asked), EMPTY)
        if self._is_static(test, asked.slots):
            known = self._static(test, asked)
            if known is not None:
                return p.Mask(sum(1 << member for member, holds in enumerate(known) if holds > 0))
        match test:
            case ir.Not(of):
                return self._opposite(code, of, asked)
            case ir.Logic(sign, left, right):
                return self._logic(code, sign, left, right, asked)
            case ir.Comparison("==" | "!=" | "in" | "not in"):
                return self._comparison(code, test, asked)
            case ir.CallTerm():
                return self._term(code, test, asked)
            case ir.Quantified("any"):
                return self._exists(code, test, asked)
            case ir.Quantified("all", slot, domain, where, body, type_) if body is not None:
                none = ir.Quantified("any", slot, domain, _and(where, _not(body)), None, type_)
                return self._opposite(code, none, asked)
            case _:
                return None

    def _opposite(self, code: Code, test: ir.Expression, asked: Asked) -> p.Expr | None:
        found = self._mask(code, test, asked)
        return None if found is None else binary("without", self._everything(asked), found)

    def _logic(self, code: Code, sign: str, left: ir.Expression, right: ir.Expression, asked: Asked) -> p.Expr | None:
        one = self._mask(code, left, asked)
        other = None if one is None else self._mask(code, right, asked)
        return None if one is None or other is None else binary("&" if sign == "and" else "|", one, other)

    def _comparison(self, code: Code, test: ir.Comparison, asked: Asked) -> p.Expr | None:
        left, right = test.left, test.right
        if test.sign in ("==", "!=") and not self._reads(left, asked.slots):
            left, right = right, left
        if self._reads(right, asked.slots):
            return self._fact(test, asked)
        if test.sign in ("in", "not in"):
            found = self._within(code, left, right, asked)
        else:
            found = self._equal(code, left, right, asked)
        if found is None:
            return self._fact(test, asked)
        return found if test.sign in ("==", "in") else binary("without", self._everything(asked), found)

    def _within(self, code: Code, left: ir.Expression, right: ir.Expression, asked: Asked) -> p.Expr | None:
        """The members that are in a set, or whose feature is in a set that is known."""
        if self._is_member(left, asked) and isinstance(right.type, SetOf) and not self.lower.perhaps.has_none(right):
            return as_mask(code, self.lower.several(code, right, asked.scope))
        if not isinstance(right, ir.Const) or not isinstance(right.value, tuple):
            return None
        found: p.Expr = EMPTY
        for value in right.value:
            one = self._equal(code, left, ir.Const(value, left.type), asked)
            if one is None:
                return None
            found = binary("|", found, one)
        return found

    def _is_member(self, e: ir.Expression, asked: Asked) -> bool:
        return isinstance(e, ir.Local) and e.slot in asked.slots

    def _equal(self, code: Code, left: ir.Expression, right: ir.Expression, asked: Asked) -> p.Expr | None:
        """The members for which an expression has a value that does not depend on them."""
        if isinstance(certain(left.type), SetOf | TupleOf | Zone):
            return None
        if self._is_member(left, asked):
            value = code.hold(self.lower.number(code, right, asked.scope))
            return (
                chosen(binary(">=", value, FALSE), bit(value), EMPTY)
                if self.lower.perhaps.is_none(right)
                else bit(value)
            )
        if self._is_static(left, asked.slots):
            known = self._static(left, asked)
            return None if known is None else self._by_value(code, known, left.type, right, asked.scope)
        match left:
            case ir.ReadVariable(variable, key) if key is not None and self._is_member(key, asked):
                return self._variable(code, variable, right, asked)
            case _:
                return None

    def _by_value(
        self, code: Code, known: tuple[int, ...], type_: Type, right: ir.Expression, scope: Scope
    ) -> p.Expr | None:
        """The members whose number, which is known, is a value: from a table by value."""
        masks: dict[int, int] = {}
        for member, number in enumerate(known):
            masks[number] = masks.get(number, 0) | 1 << member
        value = code.hold(self.lower.number(code, right, scope, type_))
        if isinstance(value, p.Int):
            return p.Mask(masks.get(value.value, 0))
        numbers = [number for number in masks if number != p.NO_NUMBER]
        low, high = min(numbers, default=0), max(numbers, default=0)
        if high - low > MOST_VALUES or p.NO_NUMBER in masks:
            return None
        table = [masks.get(number, 0) for number in range(low, high + 1)]
        inside_ = both(binary(">=", value, p.Int(low)), binary("<=", value, p.Int(high)))
        if (
            low in (0, p.NONE)
            and high == self.lower.shape.universe(right.type) - 1
            and not isinstance(certain(type_), Number)
        ):
            inside_ = binary(">=", value, p.Int(low)) if low == 0 and self.lower.perhaps.is_none(right) else p.Int(1)
        return chosen(inside_, self.lower.tables.entry(table, binary("-", value, p.Int(low)), "mask"), EMPTY)

    def _variable(self, code: Code, variable: str, right: ir.Expression, asked: Asked) -> p.Expr | None:
        """The members whose variable has a value: such masks are kept up to date."""
        if not self.lower.passes.facts:
            return None
        declared = self.lower.numbering.variables[variable]
        keys = [number_of(key, asked.type) for key in declared.keys]
        if keys != list(range(self.lower.shape.universe(asked.type))) or isinstance(certain(declared.type), SetOf):
            return None
        numbers = sorted(number_of(each, declared.type) for each in declared.allowed)
        if not numbers or numbers[-1] - numbers[0] >= MOST_VALUES:
            return None
        value = code.hold(self.lower.number(code, right, asked.scope, declared.type))
        name = self.facts.of_variable(self.lower.shape.variables[variable], len(keys), numbers[0], numbers[-1])
        at = p.At(name, binary("-", value, p.Int(numbers[0])))
        if isinstance(value, p.Int):
            return at if numbers[0] <= value.value <= numbers[-1] else EMPTY
        universe = self.lower.shape.universe(declared.type)
        low = none_of(right.type) if self.lower.perhaps.is_none(right) else 0
        if universe and numbers[0] <= low and numbers[-1] == universe - 1:
            return at
        return chosen(both(binary(">=", value, p.Int(numbers[0])), binary("<=", value, p.Int(numbers[-1]))), at, EMPTY)

    def _fact(self, test: ir.Expression, asked: Asked) -> p.Expr | None:
        """The places whose card passes a test that reads nothing else: kept up to date."""
        board = self.lower.game.board if self.lower.passes.facts else None
        if board is None or board.holds is None or not isinstance(asked.type, Place) or len(asked.slots) != 1:
            return None
        if not all(self._is_about_card(node, asked) for node in inside(test)):
            return None
        return p.Field(self.facts.of_places(test, next(iter(asked.slots))))

    def _is_about_card(self, node: object, asked: Asked) -> bool:
        match node:
            case ir.Local(slot):
                return slot in asked.slots
            case ir.CardAt(place):
                return self._is_member(place, asked)
            case ir.Attribute() | ir.Changing() | ir.Const() | ir.Comparison() | ir.Logic() | ir.Not():
                return True
            case ir.CallTerm() | ir.CallBuiltin() | ir.Quantified() | ir.Me() | ir.ReadVariable() | ir.Conditional():
                return False
            case _:
                return not isinstance(node, ir.Expression)

    def _term(self, code: Code, call: ir.CallTerm, asked: Asked) -> p.Expr | None:
        """A term's body, with the member in place of the parameter that it is given to."""
        term = self.lower.term(call.term)
        found = asked
        for slot, argument in zip(term.slots, call.arguments, strict=True):
            if self._is_member(argument, asked):
                found = found.also(slot)
            elif self._reads(argument, asked.slots):
                return None
            else:
                type_ = self.lower.game.slots[slot].type
                if isinstance(certain(type_), SetOf | TupleOf):
                    return None
                value = code.hold(self.lower.number(code, argument, asked.scope, type_))
                found = found.bound(found.scope.bound(slot, value))
        if len(found.slots) > len(asked.slots):
            found = Asked(found.slots - asked.slots, found.type, found.scope)  # the body reads its parameters only
        return self._mask(code, term.body, found)

    def _exists(self, code: Code, test: ir.Quantified, asked: Asked) -> p.Expr | None:
        """`any q in several where e(q) == x`, and what else is asked of q alone: the mask of all e(q)."""
        if self._reads(test.domain, asked.slots) or test.where is None:
            return None
        equal, others = None, []
        for part in _parts(test.where):
            if not self._reads(part, asked.slots):
                others.append(part)
            elif equal is None and (found := self._equated(part, asked)) is not None:
                equal = found
            else:
                return None
        if equal is None:
            return None
        return self._gathered(code, test, equal, others, asked)

    def _equated(self, part: ir.Expression, asked: Asked) -> ir.Expression | None:
        """What a part of a test sets equal to the member."""
        match part:
            case ir.Comparison("==", left, right) if self._is_member(right, asked) and not self._reads(
                left, asked.slots
            ):
                return left
            case ir.Comparison("==", left, right) if self._is_member(left, asked) and not self._reads(
                right, asked.slots
            ):
                return right
            case _:
                return None

    def _gathered(
        self, code: Code, test: ir.Quantified, equal: ir.Expression, others: list[ir.Expression], asked: Asked
    ) -> p.Expr:
        found = code.local(EMPTY, "mask", "m")
        several = self.lower.several(code, test.domain, asked.scope)

        def look(inner: Code, member: p.Expr) -> None:
            scope = asked.scope.bound(test.slot, several.meaning(member))
            passes: p.Expr = p.Int(1)
            for part in others:
                passes = both(passes, self.lower.truth(inner, part, scope))
            inner.when(passes, lambda then: add(then, scope))

        def add(then: Code, scope: Scope) -> None:
            value = then.hold(self.lower.number(then, equal, scope))
            store = p.Store(found, binary("|", found, bit(value)))
            then.add(p.If(binary(">=", value, FALSE), (store,)) if self.lower.perhaps.is_none(equal) else store)

        several.each(code, look)
        return found

    # --- what is known when the game is loaded ------------------------------------------------------------------------

    def _reads(self, e: ir.Expression, slots: frozenset[int]) -> bool:
        return any(isinstance(node, ir.Local) and node.slot in slots for node in inside(e))

    def _is_static(self, e: ir.Expression, slots: frozenset[int]) -> bool:
        """Whether an expression depends on nothing but these slots, and may be worked out beforehand."""
        if not self.lower.passes.tables:
            return False
        nodes = list(inside(e))
        known = slots | {node.slot for node in nodes if isinstance(node, ir.Quantified)}
        return all(self._is_fixed(node, known) for node in nodes if isinstance(node, ir.Expression))

    def _is_fixed(self, node: ir.Expression, known: frozenset[int]) -> bool:
        match node:
            case ir.Local(slot):
                return slot in known
            case ir.CallTerm(term):
                return self._is_static_term(term)
            case ir.CallBuiltin(name):
                return name in _PURE or (name in _FIXED and not self.lower.board.moves)
            case ir.Const() | ir.Attribute() | ir.PositionIn() | ir.Not() | ir.Logic() | ir.Arithmetic():
                return True
            case ir.Comparison() | ir.Conditional() | ir.Quantified() | ir.Several() | ir.Range():
                return True
            case _:
                return False

    def _is_static_term(self, name: str) -> bool:
        if name not in self._terms:
            term = self.lower.term(name)
            self._terms[name] = self._is_static(term.body, frozenset(term.slots))
        return self._terms[name]

    def _static(self, e: ir.Expression, asked: Asked) -> tuple[int, ...] | None:
        """The value for each member, as the reference says."""
        machine = self.lower.shape.machine
        world, found = machine.first(), []
        read = machine.evaluator.reader(e)
        for member in range(self.lower.shape.universe(asked.type)):
            for slot in asked.slots:
                world.frame[slot] = bool(member) if isinstance(asked.type, Truth) else member
            try:
                found.append(number_of(read(world), e.type))
            except (RuleError, TypeError):
                return None
        return tuple(found)


def _not(test: ir.Expression) -> ir.Expression:
    """The opposite of a test, with `not` as far inside as it goes."""
    match test:
        case ir.Not(of):
            return of
        case ir.Logic(sign, left, right, type_):
            return ir.Logic("and" if sign == "or" else "or", _not(left), _not(right), type_)
        case ir.Comparison("==", left, right, type_):
            return ir.Comparison("!=", left, right, type_)
        case ir.Comparison("!=", left, right, type_):
            return ir.Comparison("==", left, right, type_)
        case _:
            return ir.Not(test, Truth())


def _and(where: ir.Expression | None, test: ir.Expression) -> ir.Expression:
    return test if where is None else ir.Logic("and", where, test, Truth())


def _parts(test: ir.Expression) -> list[ir.Expression]:
    """The tests that all must hold for a test to hold."""
    match test:
        case ir.Logic("and", left, right):
            return [*_parts(left), *_parts(right)]
        case _:
            return [test]
