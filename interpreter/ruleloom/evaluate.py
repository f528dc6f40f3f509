"""What an expression of the checked form means: each is turned once per game into a Python function of a world.

Such closures run about ten times faster than a `match` over the expression at run time and read the same. Types were
checked when the game was loaded, so `number`, `truth` and `members` only state what a reader is known to return.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import gt, lt
from typing import assert_never, cast

from ruleloom.builtins import BUILTINS
from ruleloom.builtins import members as members_of
from ruleloom.numbering import Numbering
from ruleloom.readers import (
    Counter,
    Finder,
    Members,
    Reader,
    Step,
    Test,
    call_builtin,
    call_with,
    collect,
    join,
    pick,
    read_card,
    read_changing,
    read_pawn,
    read_table,
    read_variable,
    read_zone,
)
from ruleloom.world import World
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.operations import COMPARISONS, NUMBERS, SETS
from ruleloom_dsl.ir.types import Card, Maybe, Pawn, SetOf, Type, Value, Zone

_Leaf = ir.Const | ir.Local | ir.Me | ir.Playing | ir.LoopNumber
_Lookup = (
    ir.Attribute | ir.Changing | ir.CardAt | ir.PawnOf | ir.PlaceOf | ir.ZoneAt | ir.Cards | ir.ZoneOf | ir.PositionIn
    | ir.ReadVariable
)  # fmt: skip
_Compound = ir.CallTerm | ir.CallBuiltin | ir.Relation | ir.Conditional | ir.Quantified | ir.Several | ir.Range
_ALWAYS_A_SET = ir.Playing | ir.Cards | ir.Several | ir.Range | ir.Arithmetic
_Operation = ir.Not | ir.Logic | ir.Arithmetic | ir.Comparison


def component_of(type_: Type) -> str:
    """The component of a card, pawn or zone type, whether one, several or perhaps one of them."""
    match type_:
        case Card(component) | Pawn(component) | Zone(component):
            return component
        case Maybe(of):
            return component_of(of)
        case SetOf(item):
            return component_of(item)
        case _:
            raise TypeError(f"{type_} is of no component")


class Evaluator:
    """The readers of one game's expressions. `numbers` says which slot counts the rounds of a loop."""

    def __init__(self, numbering: Numbering, numbers: Mapping[str, int]) -> None:
        self.numbering = numbering
        self._numbers = numbers
        self._terms = {term.id: term for term in numbering.game.terms}
        # By identity, because comparing whole trees costs more than reading them; the expression is kept alive here.
        self._known: dict[int, tuple[ir.Expression, Reader]] = {}

    def reader(self, expression: ir.Expression) -> Reader:
        """The function that reads an expression."""
        known = self._known.get(id(expression))
        if known is None:
            known = self._known[id(expression)] = (expression, self._compile(expression))
        return known[1]

    def number(self, expression: ir.Expression) -> Counter:
        """The reader of an expression that is a number, a seat, a place, a card or a zone."""
        return cast(Counter, self.reader(expression))

    def finder(self, expression: ir.Expression) -> Finder:
        """The reader of an expression that is a number of some kind or none."""
        return cast(Finder, self.reader(expression))

    def truth(self, expression: ir.Expression) -> Test:
        """The reader of an expression that is true or false."""
        return cast(Test, self.reader(expression))

    def members(self, expression: ir.Expression) -> Members:
        """The reader of a set; a zone gives its cards, none gives nothing."""
        read = self.reader(expression)
        if isinstance(expression, _ALWAYS_A_SET):
            return cast(Members, read)
        return lambda world: members_of(world, read(world))

    def several(self, expression: ir.Expression) -> Members:
        """The reader of what may be one thing, several, or none."""
        read = self.reader(expression)

        def several(world: World) -> tuple[Value, ...]:
            found = read(world)
            return found if isinstance(found, tuple) else () if found is None else (found,)

        return several

    def _compile(self, e: ir.Expression) -> Reader:
        if isinstance(e, _Leaf):
            return self._leaf(e)
        if isinstance(e, _Lookup):
            return self._lookup(e)
        return self._operation(e) if isinstance(e, _Operation) else self._compound(e)

    def _leaf(self, e: _Leaf) -> Reader:
        match e:
            case ir.Const(value):
                return lambda world: value
            case ir.Local(slot):
                return lambda world: world.frame[slot]
            case ir.LoopNumber(loop):
                counter = self._numbers[loop]
                return lambda world: world.frame[counter]
            case ir.Me():
                return lambda world: world.me
            case ir.Playing():
                return lambda world: tuple(seat for seat, gone in enumerate(world.gone) if not gone)
            case _:
                assert_never(e)

    def _lookup(self, e: _Lookup) -> Reader:
        match e:
            case ir.Attribute(card, name):
                return read_table(self.finder(card), self.numbering.attribute(component_of(card.type), name))
            case ir.Changing(card, name):
                return read_changing(self.finder(card), self.numbering.changing[component_of(card.type), name])
            case ir.CardAt(place):
                return read_card(self.finder(place))
            case ir.PawnOf(_, player):
                return self.reader(player)
            case ir.PlaceOf(pawn):
                return read_pawn(self.finder(pawn), self.numbering.pawns.index(component_of(pawn.type)))
            case ir.ZoneAt(family, key):
                return self._zone(family, key)
            case ir.Cards(family, key):
                return self._cards(family, key)
            case ir.ZoneOf(card):
                return read_zone(self.finder(card), component_of(card.type))
            case ir.PositionIn(order, word):
                return read_table(self.finder(word), self.numbering.orders[order])
            case ir.ReadVariable(variable, key):
                return self._variable(variable, key)
            case _:
                assert_never(e)

    def _zone(self, family: str, key: ir.Expression | None) -> Reader:
        if key is None:
            zones = tuple(self.numbering.zones_of(family))
            found: Value = zones[0] if self.numbering.families[family].per is None else zones
            return lambda world: found
        read, numbers = self.reader(key), self.numbering.zones_by_key(family)
        return lambda world: numbers.get(read(world))

    def _cards(self, family: str, key: ir.Expression | None) -> Reader:
        if key is None:
            zones = self.numbering.zones_of(family)
            return lambda world: tuple(card for zone in zones for card in world.zones[zone])
        zone = self._zone(family, key)
        return lambda world: members_of(world, zone(world))

    def _variable(self, variable: str, key: ir.Expression | None) -> Reader:
        if key is None:
            cell = self.numbering.cell(variable, None)
            return lambda world: world.variables[cell]
        return read_variable(self.finder(key), *self.numbering.cells_by_key(variable))

    def _compound(self, e: _Compound) -> Reader:
        match e:
            case ir.CallTerm(term, arguments):
                return self._term(term, arguments)
            case ir.CallBuiltin(name, arguments):
                return call_builtin(BUILTINS[name], [self.reader(argument) for argument in arguments])
            case ir.Relation(term):
                step = self.step(term)
                return cast(Reader, lambda world: partial(step, world))
            case ir.Conditional(test, then, other):
                holds, yes, no = self.truth(test), self.reader(then), self.reader(other)
                return lambda world: yes(world) if holds(world) else no(world)
            case ir.Several(items):
                return collect([self.reader(item) for item in items])
            case ir.Range(low, high):
                least, most = self.number(low), self.number(high)
                return lambda world: tuple(range(least(world), most(world) + 1))
            case ir.Quantified():
                return self._quantified(e)
            case _:
                assert_never(e)

    def _term(self, name: str, arguments: tuple[ir.Expression, ...]) -> Reader:
        term = self._terms[name]
        body = self.reader(term.body)
        bound = [(slot, self.reader(argument)) for slot, argument in zip(term.slots, arguments, strict=True)]
        return call_with(bound, body)

    def step(self, relation: str) -> Step:
        """Where a step of a relation, which is a term, leads from a place."""
        term = self._terms[relation]
        slot, body = term.slots[0], self.members(term.body)

        def step(world: World, place: int) -> tuple[Value, ...]:
            world.frame[slot] = place
            return body(world)

        return step

    def _operation(self, e: _Operation) -> Reader:
        match e:
            case ir.Not(of):
                holds = self.truth(of)
                return lambda world: not holds(world)
            case ir.Logic("and", left, right):
                one, other = self.truth(left), self.truth(right)
                return lambda world: bool(one(world) and other(world))
            case ir.Logic(_, left, right):
                one, other = self.truth(left), self.truth(right)
                return lambda world: bool(one(world) or other(world))
            case ir.Arithmetic(sign, left, right, type_):
                work = SETS if isinstance(type_, SetOf) else NUMBERS
                return join(work[sign], self.reader(left), self.reader(right))
            case ir.Comparison(sign, left, right):
                return self._comparison(sign, left, right)
            case _:
                assert_never(e)

    def _comparison(self, sign: ir.ComparisonSign, left: ir.Expression, right: ir.Expression) -> Reader:
        if sign in ("in", "not in"):
            return join(COMPARISONS[sign], self.reader(left), self.members(right))
        return join(COMPARISONS[sign], self.reader(left), self.reader(right))

    def _quantified(self, e: ir.Quantified) -> Reader:
        chosen = self._chosen(e)
        body = self.reader(e.body) if e.body is not None else None
        slot = e.slot
        match e.quantifier:
            case "any":
                return lambda world: any(True for _ in chosen(world))
            case "all":
                holds = cast(Test, body)
                return lambda world: all(holds(world) for _ in chosen(world))
            case "those":
                return lambda world: tuple(chosen(world))
            case "count":
                return lambda world: sum(1 for _ in chosen(world))
            case "sum":
                amount = cast(Counter, body)
                return lambda world: sum(amount(world) for _ in chosen(world))
            case "first":
                return lambda world: next(chosen(world), None)
            case "last":
                return lambda world: next(reversed(tuple(chosen(world))), None)
            case "largest" | "smallest":
                key = body if body is not None else lambda world: world.frame[slot]
                return pick(chosen, key, gt if e.quantifier == "largest" else lt)
            case _:
                assert_never(e.quantifier)

    def _chosen(self, e: ir.Quantified) -> Callable[[World], Iterator[Value]]:
        domain, slot = self.members(e.domain), e.slot
        where = self.truth(e.where) if e.where is not None else None

        def chosen(world: World) -> Iterator[Value]:
            frame = world.frame
            for item in domain(world):
                frame[slot] = item
                if where is None or where(world):
                    yield item

        return chosen
