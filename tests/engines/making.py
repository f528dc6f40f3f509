"""Expressions of the checked form, made at random: of every node and built-in, of every type, with none among them."""

from dataclasses import replace
from random import Random

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Game, Slot, Term
from ruleloom_dsl.ir.types import Card, Maybe, Number, Pawn, SetOf, Truth, TupleOf, Type, Zone, certain
from tests.engines.made_sets import set_makers_of
from tests.engines.made_types import BOAT, CARD, CARDS, FACE, MOOD, SINGLE, SIZES, SUIT, TILE, TILES, Maker, N, P, Q, T
from tests.engines.made_values import makers_of


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
        makers = makers_of(self, type_)
        if depth <= 0:
            return self.leaf(type_)
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

    def leaf(self, type_: Type) -> ir.Expression:
        fitting = [local for local in self.locals if certain(local.type) == type_]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting)
        match type_:
            case Number():
                return ir.Const(self.random.randint(-3, 7), N)
            case Truth():
                return ir.Const(self.random.random() < 0.5, T)
            case Card("tile"):
                return ir.CardAt(self.leaf(P), Maybe(TILE))
            case Card():
                well = ir.ZoneAt("well", None, CARDS)
                return ir.CallBuiltin("top", (well,), Maybe(CARD))
            case Zone("tile"):
                return ir.ZoneAt(self.random.choice(("shed", "sack")), None, TILES)
            case Zone():
                return ir.ZoneAt("well", None, CARDS)
            case Pawn():
                return ir.PawnOf("boat", self.leaf(Q), BOAT)
            case _:
                if self.random.random() < 0.1:
                    return ir.Const(None, Maybe(type_))
                return ir.Const(self.random.randrange(SIZES[type_]), type_)

    def some_type(self) -> Type:
        return self.random.choice(SINGLE)

    # --- what every type has ------------------------------------------------------------------------------------------

    def builtin(self, name: str, type_: Type, depth: int, *parameters: Type) -> ir.Expression:
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
        return lambda depth: self.quantified(self.random.choice(words), type_, depth)

    def quantified(self, word: str, item: Type, depth: int) -> ir.Expression:
        depth -= 1
        domain = self.lines(depth) if isinstance(item, SetOf) else self.several(item, depth)
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

    def lines(self, depth: int) -> ir.Expression:
        number = self.of(N, 1) if self.random.random() < 0.2 else ir.Const(self.random.randint(0, 4), N)
        return ir.CallBuiltin("lines", (number,), SetOf(SetOf(P)))

    def some_line(self, depth: int) -> ir.Expression:
        """A straight row of places, or none."""
        several = SetOf(P)
        if self.random.random() < 0.3:
            return ir.CallBuiltin("nth", (self.of(N, depth), self.lines(depth)), Maybe(several))
        word = self.random.choice(("first", "last", "largest", "smallest"))
        return self.quantified(word, several, depth)

    # --- sets ---------------------------------------------------------------------------------------------------------

    def anything(self, depth: int) -> ir.Expression:
        """Some set, or a zone."""
        if self.random.random() < 0.2:
            return self.of(self.random.choice((TILES, CARDS)), depth)
        return self.several(self.some_type(), depth)

    def several(self, item: Type, depth: int) -> ir.Expression:
        """A set of some type."""
        fitting = [local for local in self.locals if local.type == SetOf(item)]
        if fitting and self.random.random() < 0.4:
            return self.random.choice(fitting)
        leaves = set_makers_of(self, item)
        if self.careful:
            leaves = leaves[: {N: 3, Q: 2}.get(item, len(leaves))]
        if depth <= 0:
            return self.random.choice(leaves)(0)
        type_ = SetOf(item)
        makers: list[Maker] = [
            lambda depth: ir.Arithmetic("+", self.several(item, depth), self.several(item, depth), type_),
            lambda depth: ir.Arithmetic("without", self.several(item, depth), self.several(item, depth), type_),
            lambda depth: self.quantified("those", item, depth),
            lambda depth: self.quantified("those", item, depth),
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
