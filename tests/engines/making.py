"""Expressions of the checked form, made at random: of every node and built-in, of every type, with none among them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Game, Slot, Term
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Number,
    Pawn,
    Place,
    Player,
    SetOf,
    Truth,
    TupleOf,
    Type,
    Value,
    Word,
    Zone,
)

N, T, Q, P = Number(), Truth(), Player(), Place()
TILE, CARD, BOAT = Card("tile"), Card("card"), Pawn("boat")
SUIT, FACE, MOOD = Word("suit"), Word("tile.face"), Word("tile.mood")
WAY, AXIS = Word("direction"), Word("axis")
TILES, CARDS = Zone("tile"), Zone("card")
ORDERED = (N, SUIT, FACE, MOOD)
SINGLE: tuple[Type, ...] = (N, T, Q, P, TILE, CARD, BOAT, SUIT, FACE, MOOD, WAY, AXIS, TILES, CARDS)
SIZES: dict[Type, int] = {Q: 3, P: 12, BOAT: 3, SUIT: 3, FACE: 2, MOOD: 3, WAY: 8, AXIS: 2}
Maker = Callable[[int], ir.Expression]


def certain(type_: Type) -> Type:
    return type_.of if isinstance(type_, Maybe) else type_


class Making:
    """Makes expressions for one game, which gets a term for each and the slots that are bound in them.

    With `careful`, none of them is one that the rules cannot work out.
    """

    def __init__(self, game: Game, random: Random, careful: bool = False) -> None:
        self.game = game
        self.careful = careful
        self.random = random
        self.slots = list(game.slots)
        self.terms = [term for term in game.terms]
        self.locals: list[ir.Local] = []

    def made(self) -> Game:
        """The game with all that was made."""
        return replace(self.game, slots=tuple(self.slots), terms=tuple(self.terms))

    def add_term(self, type_: Type, depth: int, parameters: tuple[Type, ...] = ()) -> Term:
        """A new term; those made later may call it."""
        slots = [self.new_slot(each) for each in parameters]
        outside, self.locals = self.locals, [*self.locals, *slots]
        body = self.of(type_, depth)
        self.locals = outside
        term = Term(f"made{len(self.terms)}", tuple(slot.slot for slot in slots), body, body.type)
        self.terms.append(term)
        return term

    def new_slot(self, type_: Type) -> ir.Local:
        self.slots.append(Slot(f"made{len(self.slots)}", type_))
        return ir.Local(len(self.slots) - 1, type_)

    # --- by type ------------------------------------------------------------------------------------------------------

    def of(self, type_: Type, depth: int) -> ir.Expression:
        """An expression that fits a type: it may be none too."""
        if isinstance(type_, SetOf):
            return self.several(type_.item, depth)
        makers = self._makers(type_)
        if depth <= 0:
            return self._leaf(type_)
        fitting = [local for local in self.locals if certain(local.type) == type_]
        if fitting and self.random.random() < 0.4:
            return self.random.choice(fitting)
        if self.careful and type_ == N:
            return self.random.choice(makers)(depth - 1)
        common: list[Maker] = [self._conditional(type_), self._picked(type_), self._picked(type_), self._nth(type_)]
        called = [term for term in self.terms if certain(term.type) == type_]
        if called:
            common.append(lambda depth: self._call(self.random.choice(called), depth))
        return self.random.choice([*makers, *makers, *common])(depth - 1)

    def _leaf(self, type_: Type) -> ir.Expression:
        fitting = [local for local in self.locals if certain(local.type) == type_]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting)
        match type_:
            case Number():
                return ir.Const(self.random.randint(-3, 7), N)
            case Truth():
                return ir.Const(self.random.random() < 0.5, T)
            case Card("tile"):
                return ir.CardAt(self._leaf(P), Maybe(TILE))
            case Card():
                well = ir.ZoneAt("well", None, CARDS)
                return ir.CallBuiltin("top", (well,), Maybe(CARD))
            case Zone("tile"):
                return ir.ZoneAt(self.random.choice(("shed", "sack")), None, TILES)
            case Zone():
                return ir.ZoneAt("well", None, CARDS)
            case Pawn():
                return ir.PawnOf("boat", self._leaf(Q), BOAT)
            case _:
                if self.random.random() < 0.1:
                    return ir.Const(None, Maybe(type_))
                return ir.Const(self.random.randrange(SIZES[type_]), type_)

    def _makers(self, type_: Type) -> list[Maker]:
        match type_:
            case Number():
                return self._numbers()
            case Truth():
                return self._truths()
            case Player():
                return [
                    lambda depth: ir.Me(Q),
                    lambda depth: ir.ReadVariable("chosen", None, Maybe(Q)),
                    lambda depth: self._builtin(self.random.choice(("after", "before", "left", "right")), Q, depth, Q),
                ]
            case Place():
                return [
                    lambda depth: ir.ReadVariable("spot", None, Maybe(P)),
                    lambda depth: ir.PlaceOf(self.of(BOAT, depth), Maybe(P)),
                    lambda depth: self._builtin("place", Maybe(P), depth, N, N),
                    lambda depth: self._builtin("ahead", Maybe(P), depth, P, WAY),
                ]
            case Card("tile"):
                return [
                    lambda depth: ir.CardAt(self.of(P, depth), Maybe(TILE)),
                    lambda depth: self._builtin("top", Maybe(TILE), depth, TILES),
                    lambda depth: ir.ReadVariable("kept", None, Maybe(TILE)),
                ]
            case Card():
                return [lambda depth: self._builtin("top", Maybe(CARD), depth, CARDS)]
            case Pawn():
                return [lambda depth: ir.PawnOf("boat", self.of(Q, depth), BOAT)]
            case Zone("tile"):
                return [
                    lambda depth: ir.ZoneAt("hand", self.of(Q, depth), TILES),
                    lambda depth: ir.ZoneOf(self.of(TILE, depth), Maybe(TILES)),
                ]
            case Zone():
                return [
                    lambda depth: ir.ZoneAt("chest", self.of(Q, depth), CARDS),
                    lambda depth: ir.ZoneOf(self.of(CARD, depth), Maybe(CARDS)),
                ]
            case Word("suit"):
                return [
                    lambda depth: ir.ReadVariable("mark", self.of(Q, depth), Maybe(SUIT)),
                    lambda depth: ir.Attribute(self.of(TILE, depth), "suit", Maybe(SUIT)),
                ]
            case Word("tile.face" | "tile.mood" as name):
                changing = name.removeprefix("tile.")
                return [lambda depth: ir.Changing(self.of(TILE, depth), changing, Maybe(type_))]
            case _:
                return [lambda depth: self._leaf(type_)]

    def _numbers(self) -> list[Maker]:
        certain: list[Maker] = [
            lambda depth: ir.CallBuiltin("count", (self.anything(depth),), N),
            lambda depth: self._quantified("count", self._item(), depth),
            lambda depth: self._quantified("sum", self._item(), depth),
            lambda depth: ir.ReadVariable("count_up", None, N),
        ]
        if self.careful:
            return certain
        return [
            *certain,
            self._computed,
            lambda depth: ir.ReadVariable("money", self.of(Q, depth), N),
            lambda depth: ir.ReadVariable("level", self.of(SUIT, depth), N),
            lambda depth: self._builtin(self.random.choice(("row", "column")), N, depth, P),
            lambda depth: self._builtin("seat", N, depth, Q),
            lambda depth: ir.Attribute(self.of(TILE, depth), "worth", Maybe(N)),
            lambda depth: ir.Attribute(self.of(CARD, depth), "value", Maybe(N)),
        ]

    def _computed(self, depth: int) -> ir.Expression:
        return ir.Arithmetic(self.random.choice(("+", "-", "*", "div", "mod")), self.of(N, depth), self.of(N, depth), N)

    def _truths(self) -> list[Maker]:
        return [
            lambda depth: ir.Not(self.of(T, depth), T),
            lambda depth: ir.Logic(self.random.choice(("and", "or")), self.of(T, depth), self.of(T, depth), T),
            self._compared,
            self._compared,
            self._member,
            self._member,
            lambda depth: self._quantified(self.random.choice(("any", "all")), self._item(), depth),
            lambda depth: self._quantified(self.random.choice(("any", "all")), SetOf(P), depth),
            lambda depth: ir.CallBuiltin(self.random.choice(("empty", "distinct")), (self.anything(depth),), T),
            lambda depth: ir.ReadVariable("flag", self.of(P, depth), T),
            *([] if self.careful else [self._of_rows, self._line_in]),
        ]

    def _item(self) -> Type:
        return self.random.choice(SINGLE)

    def _compared(self, depth: int) -> ir.Expression:
        equal: ir.ComparisonSign = self.random.choice(("==", "!="))
        if self.random.random() < 0.4:
            type_: Type = N if self.careful else self.random.choice((N, N, N, FACE, MOOD))
            order: ir.ComparisonSign = self.random.choice(("<", "<=", ">", ">="))
            return ir.Comparison(order, self.of(type_, depth), self.of(type_, depth), T)
        if self.random.random() < 0.2:
            item = self._item()
            return ir.Comparison(equal, self.several(item, depth), self.several(item, depth), T)
        type_ = self._item()
        none = ir.Const(None, Maybe(type_))
        other = none if self.random.random() < 0.2 else self.of(type_, depth)
        return ir.Comparison(equal, self.of(type_, depth), other, T)

    def _member(self, depth: int) -> ir.Expression:
        item = self._item()
        return ir.Comparison(self.random.choice(("in", "not in")), self.of(item, depth), self.several(item, depth), T)

    def _line_in(self, depth: int) -> ir.Expression:
        sign: ir.ComparisonSign = self.random.choice(("in", "not in"))
        return ir.Comparison(sign, self.several(P, depth), self._lines(depth), T)

    def _of_rows(self, depth: int) -> ir.Expression:
        """Two rows of values compared."""
        sign: ir.ComparisonSign = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        one, other = (ir.Several((self.of(N, depth), self.of(MOOD, depth)), TupleOf((N, MOOD))) for _ in range(2))
        return ir.Comparison(sign, one, other, T)

    # --- what every type has ------------------------------------------------------------------------------------------

    def _builtin(self, name: str, type_: Type, depth: int, *parameters: Type) -> ir.Expression:
        return ir.CallBuiltin(name, tuple(self.of(each, depth) for each in parameters), type_)

    def _call(self, term: Term, depth: int) -> ir.Expression:
        given = tuple(self.of(certain(self.slots[slot].type), depth) for slot in term.slots)
        return ir.CallTerm(term.id, given, term.type)

    def _conditional(self, type_: Type) -> Maker:
        def make(depth: int) -> ir.Expression:
            then, other = self.of(type_, depth), self.of(type_, depth)
            joined = Maybe(type_) if isinstance(then.type, Maybe) or isinstance(other.type, Maybe) else type_
            return ir.Conditional(self.of(T, depth), then, other, joined)

        return make

    def _nth(self, type_: Type) -> Maker:
        return lambda depth: ir.CallBuiltin("nth", (self.of(N, depth), self.several(type_, depth)), Maybe(type_))

    def _picked(self, type_: Type) -> Maker:
        words = ("first", "last", "largest", "smallest")
        return lambda depth: self._quantified(self.random.choice(words), type_, depth)

    def _quantified(self, word: str, item: Type, depth: int) -> ir.Expression:
        depth -= 1
        domain = self._lines(depth) if isinstance(item, SetOf) else self.several(item, depth)
        slot = self.new_slot(item)
        self.locals.append(slot)
        where = self.of(T, depth) if self.random.random() < 0.6 or word == "any" else None
        body: ir.Expression | None = None
        type_: Type = Maybe(item)
        match word:
            case "all":
                body, type_ = self.of(T, depth), T
            case "any":
                type_ = T
            case "sum":
                body, type_ = self.of(N, depth), N
            case "count":
                type_ = N
            case "those":
                type_ = SetOf(item)
            case "largest" | "smallest" if (
                self.careful or item not in (N, SUIT, FACE, MOOD) or self.random.random() < 0.5
            ):
                body = self._key(depth)
            case _:
                pass
        self.locals.remove(slot)
        return ir.Quantified(word, slot.slot, domain, where, body, type_)  # type: ignore[arg-type]

    def _key(self, depth: int) -> ir.Expression:
        if self.careful or self.random.random() < 0.6:
            return self.of(N, depth)
        return ir.Several((self.of(N, depth), self.of(MOOD, depth)), TupleOf((N, MOOD)))

    def _lines(self, depth: int) -> ir.Expression:
        number = self.of(N, 1) if self.random.random() < 0.2 else ir.Const(self.random.randint(0, 4), N)
        return ir.CallBuiltin("lines", (number,), SetOf(SetOf(P)))

    def _some_line(self, depth: int) -> ir.Expression:
        """A straight row of places, or none."""
        several = SetOf(P)
        if self.random.random() < 0.3:
            return ir.CallBuiltin("nth", (self.of(N, depth), self._lines(depth)), Maybe(several))
        word = self.random.choice(("first", "last", "largest", "smallest"))
        return self._quantified(word, several, depth)

    # --- sets ---------------------------------------------------------------------------------------------------------

    def anything(self, depth: int) -> ir.Expression:
        """Some set, or a zone."""
        if self.random.random() < 0.2:
            return self.of(self.random.choice((TILES, CARDS)), depth)
        return self.several(self._item(), depth)

    def several(self, item: Type, depth: int) -> ir.Expression:
        """A set of some type."""
        fitting = [local for local in self.locals if local.type == SetOf(item)]
        if fitting and self.random.random() < 0.4:
            return self.random.choice(fitting)
        leaves = self._set_leaves(item)
        if self.careful:
            leaves = leaves[: {N: 3, Q: 2}.get(item, len(leaves))]
        if depth <= 0:
            return self.random.choice(leaves)(0)
        type_ = SetOf(item)
        makers: list[Maker] = [
            lambda depth: ir.Arithmetic("+", self.several(item, depth), self.several(item, depth), type_),
            lambda depth: ir.Arithmetic("without", self.several(item, depth), self.several(item, depth), type_),
            lambda depth: self._quantified("those", item, depth),
            lambda depth: self._quantified("those", item, depth),
            lambda depth: self._written(item, depth),
            self._either_set(item),
        ]
        return self.random.choice([*leaves, *leaves, *makers])(depth - 1)

    def _either_set(self, item: Type) -> Maker:
        def make(depth: int) -> ir.Expression:
            sides = self.several(item, depth), self.several(item, depth)
            return ir.Conditional(self.of(T, depth), *sides, SetOf(item))

        return make

    def _written(self, item: Type, depth: int) -> ir.Expression:
        items = tuple(self.of(item, depth) for _ in range(self.random.randint(1, 3)))
        has_none = any(isinstance(each.type, Maybe) for each in items)
        return ir.Several(items, SetOf(Maybe(item) if has_none else item))

    def _set_leaves(self, item: Type) -> list[Maker]:
        match item:
            case Number():
                return [
                    lambda depth: ir.Const(tuple(self.random.randint(-3, 14) for _ in range(3)), SetOf(N)),
                    lambda depth: ir.Range(self.of(N, depth), ir.Const(4, N), SetOf(N)),
                    lambda depth: ir.ReadVariable("lit", None, SetOf(N)),
                    lambda depth: ir.Attribute(self.of(TILE, depth), "ways", Maybe(SetOf(N))),
                ]
            case Player():
                return [
                    lambda depth: self._all(Q),
                    lambda depth: ir.Playing(SetOf(Q)),
                    lambda depth: ir.ReadVariable("seen", self.of(P, depth), SetOf(Q)),
                    lambda depth: self._builtin("starting", SetOf(Q), depth, SetOf(Q), Q),
                ]
            case Place():
                return self._places()
            case Card("tile"):
                return [
                    lambda depth: ir.Cards(self.random.choice(("shed", "sack", "hand")), None, SetOf(TILE)),
                    lambda depth: ir.Cards("hand", self.of(Q, depth), SetOf(TILE)),
                    lambda depth: self._builtin("cards", SetOf(TILE), depth, TILES),
                    lambda depth: self._onwards(TILE, depth),
                ]
            case Card():
                return [
                    lambda depth: ir.Cards("well", None, SetOf(CARD)),
                    lambda depth: self._builtin("cards", SetOf(CARD), depth, CARDS),
                    lambda depth: self._onwards(CARD, depth),
                ]
            case Zone("tile"):
                return [lambda depth: ir.ZoneAt("hand", None, SetOf(TILES))]
            case Zone():
                return [lambda depth: ir.ZoneAt("chest", None, SetOf(CARDS))]
            case Truth():
                return [lambda depth: ir.Const((False, True), SetOf(T))]
            case _:
                return [lambda depth: self._all(item)]

    def _onwards(self, card: Type, depth: int) -> ir.Expression:
        assert isinstance(card, Card)
        found = self.of(card, depth)
        return ir.CallBuiltin("onwards", (ir.ZoneOf(found, Maybe(Zone(card.component))), found), SetOf(card))

    def _all(self, item: Type) -> ir.Expression:
        values: tuple[Value, ...] = tuple(range(SIZES[item]))
        if self.random.random() < 0.3:
            values = tuple(self.random.sample(values, self.random.randint(0, len(values))))
        return ir.Const(values, SetOf(item))

    def _places(self) -> list[Maker]:
        where = SetOf(P)
        return [
            lambda depth: self._all(P),
            self._some_line,
            lambda depth: self._builtin(self.random.choice(("neighbours", "around")), where, depth, P),
            lambda depth: self._builtin("line", where, depth, P, AXIS),
            lambda depth: self._builtin("ray", where, depth, P, WAY),
            lambda depth: self._builtin("between", where, depth, P, P),
            lambda depth: ir.CallBuiltin(
                "reachable",
                (
                    self.random.choice((self.of, self.several))(P, depth),
                    ir.Relation(self.random.choice(("ways", "odd_ways")), where),
                ),
                where,
            ),
        ]
