"""Rulesets made at random: moves of every sort with clauses and exceptions, effects, loops, joint choices."""

from dataclasses import replace
from random import Random

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import (
    Clause,
    Cost,
    Decided,
    Exemption,
    Game,
    Given,
    Limit,
    Move,
    OneOf,
    Parameter,
    Some,
    Walk,
)
from ruleloom_dsl.ir.types import Maybe, Path, SetOf, Type, Zone
from tests.engines.made_types import BOAT, CARD, CARDS, FACE, MOOD, SUIT, TILE, TILES, N, P, Q, T
from tests.engines.making import Making

DECIDABLE: tuple[Type, ...] = (N, Q, P, TILE, TILE, CARD, SUIT, MOOD, BOAT)
PATH = Path()
OWNER = "play.turn"


class Rules:
    """Makes a ruleset of the game that expressions are made for."""

    def __init__(self, game: Game, random: Random) -> None:
        self.making = Making(game, random, careful=random.random() < 0.8)
        self.random = random
        self.numbers = iter(range(10_000))

    def made(self) -> Game:
        """The whole ruleset."""
        making, random = self.making, self.random
        for _ in range(4):
            making.add_term(random.choice((*DECIDABLE, SetOf(TILE), SetOf(P))), 2, (random.choice((Q, P, TILE)),))
        moves = tuple(self._move(f"move{number}", number % 2 == 0) for number in range(4))
        joint = self._move("together", False, joint=True)
        body = self._turn([move.id for move in moves])
        turns = next(each for each in making.game.play if isinstance(each, st.Turns))
        if random.random() < 0.5:
            players = ir.Playing(SetOf(Q)) if making.careful else self._set(Q)
            body = (*body, st.Together("meeting", players, making.new_slot(Q).slot, joint.id, OWNER))
        play = (replace(turns, body=body),)
        used = moves if len(body) == 0 or not isinstance(body[-1], st.Together) else (*moves, joint)
        return replace(making.made(), moves=used, play=play)

    def _fresh(self, name: str) -> str:
        return f"{name}{next(self.numbers)}"

    def _set(self, item: Type) -> ir.Expression:
        return self.making.several(item, 2)

    # --- turns --------------------------------------------------------------------------------------------------------

    def _turn(self, moves: list[str]) -> st.Block:
        """A choice of some moves, perhaps in a loop over a set that is kept, perhaps one that may be declined."""
        random, making = self.random, self.making
        kept = making.new_slot(random.choice((TILE, SetOf(TILE), SetOf(P), Q, SetOf(N))))
        let = st.Let(kept.slot, self._fitting(kept.type), OWNER)
        first = self._choose(moves)
        making.locals.append(kept)
        inner: list[st.Statement] = [*self._effects(1), self._choose(random.sample(moves, 2)), *self._effects(1)]
        if random.random() < 0.5:
            item = random.choice((Q, TILE, P, N))
            slot = making.new_slot(item)
            start = making.of(item, 1) if item in (Q, N) and random.random() < 0.5 else None
            domain = self._set(item)
            making.locals.append(slot)
            where = making.of(T, 2) if random.random() < 0.5 else None
            body = (*self._effects(1), self._choose(random.sample(moves, 2)))
            inner.append(st.Each(self._fresh("each"), slot.slot, domain, where, start, body, OWNER))
            making.locals.remove(slot)
        test = st.If(making.of(T, 2), self._effects(1), self._effects(1), OWNER)
        making.locals.remove(kept)
        return (first, let, test, *inner)

    def _fitting(self, type_: Type) -> ir.Expression:
        return self._set(type_.item) if isinstance(type_, SetOf) else self.making.of(type_, 2)

    def _choose(self, moves: list[str]) -> st.Choose:
        optional = self.random.random() < 0.5
        none = None if optional else ()
        return st.Choose(self._fresh("choice"), tuple(moves), None, -1, optional, none, (), (), OWNER)

    # --- moves --------------------------------------------------------------------------------------------------------

    def _move(self, name: str, has_copies: bool, joint: bool = False) -> Move:
        random, making = self.random, self.making
        outside, making.locals = making.locals, []
        parameters: list[Parameter] = []
        decides: list[Decided] = []
        if joint:
            slot = making.new_slot(SetOf(TILE))
            hand = ir.Cards("hand", ir.Me(Q), SetOf(TILE))
            parameters.append(Some("gift", slot.slot, hand, ir.Const(0, N), ir.Const(2, N), False))
            decides.append(Decided("gift", slot.slot, slot))
            making.locals.append(slot)
        for number in range(0 if joint else random.randint(1, 2)):
            self._parameter(parameters, decides, TILE if has_copies and number == 0 else None, joint)
        clauses = tuple(self._clause(f"moves.{name}.rules.{self._fresh('rule')}") for _ in range(random.randint(0, 3)))
        if joint:
            clauses = tuple(replace(clause, if_able=True) for clause in clauses)
        costs = (Cost("money", making.of(N, 1)),) if random.random() < 0.2 else ()
        limit = Limit(f"moves.{name}.limit", 2, random.choice(("game", "turn"))) if random.random() < 0.2 else None
        then = self._effects(2)
        making.locals = outside
        return Move(name, tuple(parameters), tuple(decides), clauses, costs, limit, (), then)

    def _parameter(self, parameters: list[Parameter], decides: list[Decided], wanted: Type | None, joint: bool) -> None:
        random, making = self.random, self.making
        type_ = wanted or random.choice(DECIDABLE)
        kind = random.choice(("one", "one", "some", "some", "given", "walk"))
        name = self._fresh("value")
        if kind == "walk" and (joint or any(isinstance(each, Walk | Some) for each in parameters)):
            kind = "one"
        match kind:
            case "one":
                slot = making.new_slot(type_)
                parameters.append(OneOf(name, slot.slot, self._set(type_)))
            case "some":
                slot = making.new_slot(SetOf(type_))
                picked = not joint and random.random() < 0.4 and not any(
                    isinstance(each, Some | Walk) for each in parameters
                )  # fmt: skip
                most = ir.Const(random.randint(1, 2), N)
                domain = self._set(type_)
                parameters.append(Some(name, slot.slot, domain, ir.Const(random.randint(0, 1), N), most, picked))
            case "walk":
                slot = making.new_slot(PATH)
                relation = random.choice(("orthogonal", "diagonal", "around", "ways", "odd_ways"))
                parameters.append(Walk(name, slot.slot, relation, making.of(P, 1), random.randint(1, 2)))
                end = making.new_slot(P)
                decides.append(Decided(self._fresh("end"), end.slot, ir.CallBuiltin("end", (slot,), P)))
                making.locals.append(end)
                return
            case _:
                slot = making.new_slot(type_)
                parameters.append(Given(name, slot.slot, making.of(type_, 2)))
                making.locals.append(slot)
                return
        making.locals.append(slot)
        if kind == "some" or random.random() < 0.8:
            decides.append(Decided(name, slot.slot, slot))

    def _clause(self, key: str) -> Clause:
        random, making = self.random, self.making
        when = making.of(T, 1) if random.random() < 0.3 else None
        each, slot = None, None
        local = None
        if random.random() < 0.4:
            item = random.choice((P, TILE, N, Q))
            each, local = self._set(item), making.new_slot(item)
            slot = local.slot
            making.locals.append(local)
        that = making.of(T, 2)
        if random.random() < 0.5:
            that = ir.Logic("or", that, making.of(T, 2), T)
        count = random.choice((0, 0, 1, 2, 3))
        exceptions = tuple(self._exemption(f"{key}.{self._fresh('exception')}") for _ in range(count))
        if local is not None:
            making.locals.remove(local)
        return Clause(key, key.rpartition(".")[2], that, when, slot, each, random.random() < 0.3, exceptions)

    def _exemption(self, key: str) -> Exemption:
        limit = Limit(f"{key}.limit", self.random.randint(1, 3), "game") if self.random.random() < 0.6 else None
        add = st.SetVariable("count_up", None, self._small(), False, OWNER)
        return Exemption(key, self.making.of(T, 1), limit, (add,) if self.random.random() < 0.5 else ())

    # --- effects ------------------------------------------------------------------------------------------------------

    def _small(self) -> ir.Expression:
        found = self.making.of(N, 1) if not self.making.careful else ir.CallBuiltin("count", (self._set(TILE),), N)
        return ir.Arithmetic("mod", found, ir.Const(20, N), N)

    def _certain(self, type_: Type) -> ir.Expression:
        """A value that is not none, where care is taken."""
        if not self.making.careful:
            return self.making.of(type_, 1)
        match type_:
            case Zone("tile"):
                return self.random.choice((ir.ZoneAt("hand", ir.Me(Q), TILES), ir.ZoneAt("shed", None, TILES),
                                           ir.ZoneAt("sack", None, TILES)))  # fmt: skip
            case Zone():
                return ir.ZoneAt("well", None, CARDS)
            case _:
                return ir.Me(Q) if type_ == Q else ir.Const(self.random.randrange(12), P)

    def _effects(self, most: int) -> st.Block:
        return tuple(self._effect() for _ in range(self.random.randint(0, most)))

    def _effect(self) -> st.Statement:
        random, making = self.random, self.making
        match random.randrange(12):
            case 0:
                return st.SetVariable("count_up", None, self._small(), False, OWNER)
            case 1:
                return st.SetVariable("money", self._certain(Q), self._small(), False, OWNER)
            case 2:
                return st.SetVariable("spot", None, making.of(P, 2), False, OWNER)
            case 3:
                return st.SetVariable("kept", None, making.of(TILE, 2), False, OWNER)
            case 4:
                return st.SetVariable("seen", self._certain(P), self._set(Q), False, OWNER)
            case 5:
                word = ir.Const(random.randrange(2), FACE)
                cards = self._set(TILE) if random.random() < 0.5 else making.of(TILE, 2)
                return st.SetAttribute(cards, "face", word, OWNER)
            case 6:
                return st.MoveCards(self._set(TILE), self._certain(TILES), random.random() < 0.3, OWNER)
            case 7:
                empty = ir.Quantified("first", making.new_slot(P).slot, self._set(P), None, None, Maybe(P))
                free = ir.Comparison("==", ir.CardAt(empty, Maybe(TILE)), ir.Const(None, Maybe(TILE)), T)
                there = ir.Comparison("!=", empty, ir.Const(None, Maybe(P)), T)
                move = st.MoveCards(making.of(TILE, 1), empty, False, OWNER)
                return st.If(ir.Logic("and", there, free, T), (move,), (), OWNER)
            case 8:
                return st.MovePawns(making.of(BOAT, 1), making.of(P, 1), OWNER)
            case 9:
                targets = random.choice((ir.ZoneAt("hand", None, SetOf(TILES)), self._certain(TILES)))
                return st.Deal(ir.Const(random.randint(0, 2), N), self._certain(TILES), targets, None, OWNER)
            case 10:
                return st.MoveCards(self._set(CARD), self._certain(CARDS), random.random() < 0.3, OWNER)
            case _:
                return st.If(making.of(T, 1), (self._effect(),), (), OWNER)
