"""Expressions and values of the checked form as text, in the notation of the rules."""

from typing import assert_never

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Game, Kind
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Number,
    Path,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    TupleOf,
    Type,
    Value,
    Word,
    Zone,
)

_LOOSE, _OR, _AND, _NOT, _COMPARED, _RANGE, _SUM, _PRODUCT, _ATOM = range(9)


def format_value(game: Game, value: Value, type_: Type) -> str:
    """A value as it is written: places by name, players by seat number, cards by symbol, truths as yes and no."""
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return _format_several(game, value, type_)
    match type_:
        case Truth():
            return "yes" if value else "no"
        case Number():
            return str(int(value))
        case Place() | Path() if game.board is not None:
            return game.board.names[value]
        case Word(words):
            return next(words_.words[value] for words_ in game.word_lists if words_.name == words)
        case Card(component):
            return card_kind(game, component, value).symbol
        case Zone():
            return _format_zone(game, value)
        case Maybe(of):
            return format_value(game, value, of)
        case _:
            return str(value + 1)


def card_kind(game: Game, component: str, card: int) -> Kind:
    """The kind of a card: cards are numbered kind after kind as declared."""
    cards = (kind for make in game.components if make.id == component for kind in make.kinds for _ in range(kind.count))
    return next(kind for number, kind in enumerate(cards) if number == card)


def _format_several(game: Game, values: tuple[Value, ...], type_: Type) -> str:
    match type_:
        case Maybe(of):
            return _format_several(game, values, of)
        case Path():
            return " ".join(format_value(game, value, Place()) for value in values)
        case SetOf(item):
            return f"[{', '.join(format_value(game, value, item) for value in values)}]"
        case TupleOf(items):
            texts = (format_value(game, value, item) for value, item in zip(values, items, strict=True))
            return f"({', '.join(texts)})"
        case _:
            return str(values)


def _format_zone(game: Game, zone: int) -> str:
    names = [(family, key) for family in game.zones for key in family.keys]
    family, key = names[zone]
    return family.id if family.per is None else f"{family.id}.{format_value(game, key, family.per)}"


def format_expression(game: Game, expression: ir.Expression) -> str:
    """An expression in the notation of the rules, with brackets only where they are needed."""
    return _Printer(game).text(expression)


_Atom = (
    ir.Const | ir.Local | ir.Me | ir.Playing | ir.Attribute | ir.Changing | ir.CardAt | ir.PawnOf | ir.PlaceOf
    | ir.ZoneAt | ir.Cards | ir.ZoneOf | ir.PositionIn | ir.ReadVariable | ir.LoopNumber
    | ir.CallTerm | ir.CallBuiltin | ir.Relation | ir.Several
)  # fmt: skip
"""What needs no brackets."""


class _Printer:
    def __init__(self, game: Game) -> None:
        self.game = game

    def text(self, e: ir.Expression, outer: int = _LOOSE) -> str:
        text, binding = self._format(e)
        return f"({text})" if binding < outer else text

    def _format(self, e: ir.Expression) -> tuple[str, int]:
        if isinstance(e, ir.Logic | ir.Not | ir.Arithmetic | ir.Comparison | ir.Conditional | ir.Quantified | ir.Range):
            return self._operation(e)
        return self._name(e), _ATOM

    def _name(self, e: _Atom) -> str:
        match e:
            case ir.Const():
                return self._constant(e.value, e.type)
            case ir.Local(slot):
                return self.game.slots[slot].name if slot < len(self.game.slots) else "_"
            case ir.Me():
                return "me"
            case ir.Playing():
                return "playing"
            case ir.Attribute(card, name) | ir.Changing(card, name):
                return self._dotted(card, name)
            case ir.CardAt(place):
                return self._dotted(place, "card")
            case ir.PawnOf(component, player):
                return self._dotted(player, component)
            case ir.PlaceOf(pawn):
                return self._dotted(pawn, "place")
            case ir.ZoneAt(name, key) | ir.ReadVariable(name, key):
                return name if key is None else self._dotted(key, name)
            case ir.Cards(name, key):
                return self._cards(name, key)
            case ir.ZoneOf(card):
                return self._dotted(card, "zone")
            case ir.PositionIn(name, word):
                return self._call(name, (word,))
            case ir.LoopNumber(loop):
                return f"{loop}.number"
            case ir.CallTerm(name, arguments) | ir.CallBuiltin(name, arguments):
                return self._call(name, arguments)
            case ir.Relation(name):
                return name
            case ir.Several(items, type_):
                joined = ", ".join(self.text(item) for item in items)
                return f"({joined})" if isinstance(type_, TupleOf) else f"[{joined}]"
            case _:
                assert_never(e)

    def _cards(self, name: str, key: ir.Expression | None) -> str:
        if key is not None:
            return self._dotted(key, name)
        family = next((family for family in self.game.zones if family.id == name), None)
        return f"cards({name})" if family is not None and family.per is not None else name

    def _dotted(self, owner: ir.Expression, name: str) -> str:
        return f"{self.text(owner, _ATOM)}.{name}"

    def _call(self, name: str, arguments: tuple[ir.Expression, ...]) -> str:
        if name in ("seat", "team", "members", "row", "column"):
            return self._dotted(arguments[0], name)
        if name == "onwards":
            arguments = arguments[1:]  # the zone that the card lies in is understood
        return f"{name}({', '.join(self.text(argument) for argument in arguments)})" if arguments else name

    def _constant(self, value: Value, type_: Type) -> str:
        """A constant as an expression that has the value, whatever stands around it."""
        match type_, value:
            case Maybe(of), _ if value is not None:
                return self._constant(value, of)
            case SetOf(Player()), _ if value == tuple(range(self.game.players)):
                return "players"
            case SetOf(Team()), _ if value and value == tuple(range(len(self.game.teams))):
                return "teams"
            case SetOf(Place()), _ if self.game.board and value == tuple(range(self.game.board.size)):
                return "places"
            case SetOf(item), (*members,):
                return f"[{', '.join(self._constant(member, item) for member in members)}]"
            case TupleOf(items), (*members,):
                parts = (self._constant(member, item) for member, item in zip(members, items, strict=True))
                return f"({', '.join(parts)})"
            case Truth(), bool():
                return "true" if value else "false"
            case Player(), int(number):
                return f"nth({number + 1}, players)"
            case Team(), int(number):
                return f"nth({number + 1}, teams)"
            case Place(), int(number):
                return f"nth({number + 1}, places)"
            case _:
                return format_value(self.game, value, type_)

    def _operation(
        self, e: ir.Logic | ir.Not | ir.Arithmetic | ir.Comparison | ir.Conditional | ir.Quantified | ir.Range
    ) -> tuple[str, int]:
        match e:
            case ir.Logic("or", left, right):
                return f"{self.text(left, _OR)} or {self.text(right, _AND)}", _OR
            case ir.Logic(_, left, right):
                return f"{self.text(left, _AND)} and {self.text(right, _NOT)}", _AND
            case ir.Not(of):
                return f"not {self.text(of, _NOT)}", _NOT
            case ir.Comparison(sign, left, right):
                return f"{self.text(left, _RANGE)} {sign} {self.text(right, _RANGE)}", _COMPARED
            case ir.Range(low, high):
                return f"{self.text(low, _SUM)}..{self.text(high, _SUM)}", _RANGE
            case ir.Arithmetic(sign, left, right):
                binding = _PRODUCT if sign in ("*", "div", "mod") else _SUM
                return f"{self.text(left, binding)} {sign} {self.text(right, binding + 1)}", binding
            case ir.Conditional(test, then, other):
                parts = self.text(test, _OR), self.text(then, _OR), self.text(other)
                return "if {} then {} else {}".format(*parts), _LOOSE
            case ir.Quantified():
                return self._quantified(e), _LOOSE
            case _:
                assert_never(e)

    def _quantified(self, e: ir.Quantified) -> str:
        text = f"{e.quantifier} {self.game.slots[e.slot].name} in {self.text(e.domain, _RANGE)}"
        if e.where is not None:
            text += f" where {self.text(e.where, _OR)}"
        elif e.quantifier in ("any", "those", "count"):
            text += " where true"
        if e.body is not None:
            word = {"all": "satisfy", "sum": "of"}.get(e.quantifier, "by")
            text += f" {word} {self.text(e.body, _OR)}"
        return text
