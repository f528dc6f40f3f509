"""What makes a single value: for each type of the workshop, the ways to come by one."""

from functools import partial
from typing import TYPE_CHECKING

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Card, Maybe, Number, Pawn, Place, Player, SetOf, Truth, TupleOf, Type, Word, Zone
from tests.engines.made_types import BOAT, CARD, CARDS, FACE, MOOD, SUIT, TILE, TILES, WAY, Maker, N, P, Q, T

if TYPE_CHECKING:
    from tests.engines.making import Making


def makers_of(making: "Making", type_: Type) -> list[Maker]:
    """The ways to come by a value of a type."""
    match type_:
        case Number():
            return _numbers(making)
        case Truth():
            return _truths(making)
        case Player():
            return [
                lambda depth: ir.Me(Q),
                lambda depth: ir.ReadVariable("chosen", None, Maybe(Q)),
                lambda depth: making.builtin(making.random.choice(("after", "before", "left", "right")), Q, depth, Q),
            ]
        case Place():
            return [
                lambda depth: ir.ReadVariable("spot", None, Maybe(P)),
                lambda depth: ir.PlaceOf(making.of(BOAT, depth), Maybe(P)),
                lambda depth: making.builtin("place", Maybe(P), depth, N, N),
                lambda depth: making.builtin("ahead", Maybe(P), depth, P, WAY),
            ]
        case Card() | Pawn() | Zone():
            return _of_components(making, type_)
        case Word("suit"):
            return [
                lambda depth: ir.ReadVariable("mark", making.of(Q, depth), Maybe(SUIT)),
                lambda depth: ir.Attribute(making.of(TILE, depth), "suit", Maybe(SUIT)),
            ]
        case Word("tile.face" | "tile.mood" as name):
            changing = name.removeprefix("tile.")
            return [lambda depth: ir.Changing(making.of(TILE, depth), changing, Maybe(type_))]
        case _:
            return [lambda depth: making.leaf(type_)]


def _of_components(making: "Making", type_: Card | Pawn | Zone) -> list[Maker]:
    match type_:
        case Card("tile"):
            return [
                lambda depth: ir.CardAt(making.of(P, depth), Maybe(TILE)),
                lambda depth: making.builtin("top", Maybe(TILE), depth, TILES),
                lambda depth: ir.ReadVariable("kept", None, Maybe(TILE)),
            ]
        case Card():
            return [lambda depth: making.builtin("top", Maybe(CARD), depth, CARDS)]
        case Pawn():
            return [lambda depth: ir.PawnOf("boat", making.of(Q, depth), BOAT)]
        case Zone("tile"):
            return [
                lambda depth: ir.ZoneAt("hand", making.of(Q, depth), TILES),
                lambda depth: ir.ZoneOf(making.of(TILE, depth), Maybe(TILES)),
            ]
        case Zone():
            return [
                lambda depth: ir.ZoneAt("chest", making.of(Q, depth), CARDS),
                lambda depth: ir.ZoneOf(making.of(CARD, depth), Maybe(CARDS)),
            ]


def _numbers(making: "Making") -> list[Maker]:
    certain: list[Maker] = [
        lambda depth: ir.CallBuiltin("count", (making.anything(depth),), N),
        lambda depth: making.quantified("count", making.some_type(), depth),
        lambda depth: making.quantified("sum", making.some_type(), depth),
        lambda depth: ir.ReadVariable("count_up", None, N),
    ]
    if making.careful:
        return certain
    return [
        *certain,
        partial(_computed, making),
        lambda depth: ir.ReadVariable("money", making.of(Q, depth), N),
        lambda depth: ir.ReadVariable("level", making.of(SUIT, depth), N),
        lambda depth: making.builtin(making.random.choice(("row", "column")), N, depth, P),
        lambda depth: making.builtin("seat", N, depth, Q),
        lambda depth: ir.Attribute(making.of(TILE, depth), "worth", Maybe(N)),
        lambda depth: ir.Attribute(making.of(CARD, depth), "value", Maybe(N)),
    ]


def _computed(making: "Making", depth: int) -> ir.Expression:
    return ir.Arithmetic(
        making.random.choice(("+", "-", "*", "div", "mod")), making.of(N, depth), making.of(N, depth), N
    )


def _truths(making: "Making") -> list[Maker]:
    return [
        lambda depth: ir.Not(making.of(T, depth), T),
        lambda depth: ir.Logic(making.random.choice(("and", "or")), making.of(T, depth), making.of(T, depth), T),
        partial(_compared, making),
        partial(_compared, making),
        partial(_member, making),
        partial(_member, making),
        lambda depth: making.quantified(making.random.choice(("any", "all")), making.some_type(), depth),
        lambda depth: making.quantified(making.random.choice(("any", "all")), SetOf(P), depth),
        lambda depth: ir.CallBuiltin(making.random.choice(("empty", "distinct")), (making.anything(depth),), T),
        lambda depth: ir.ReadVariable("flag", making.of(P, depth), T),
        *([] if making.careful else [partial(_of_rows, making), partial(_line_in, making)]),
    ]


def _compared(making: "Making", depth: int) -> ir.Expression:
    equal: ir.ComparisonSign = making.random.choice(("==", "!="))
    if making.random.random() < 0.4:
        type_: Type = N if making.careful else making.random.choice((N, N, N, FACE, MOOD))
        order: ir.ComparisonSign = making.random.choice(("<", "<=", ">", ">="))
        return ir.Comparison(order, making.of(type_, depth), making.of(type_, depth), T)
    if making.random.random() < 0.2:
        item = making.some_type()
        return ir.Comparison(equal, making.several(item, depth), making.several(item, depth), T)
    type_ = making.some_type()
    none = ir.Const(None, Maybe(type_))
    other = none if making.random.random() < 0.2 else making.of(type_, depth)
    return ir.Comparison(equal, making.of(type_, depth), other, T)


def _member(making: "Making", depth: int) -> ir.Expression:
    item = making.some_type()
    return ir.Comparison(making.random.choice(("in", "not in")), making.of(item, depth), making.several(item, depth), T)


def _line_in(making: "Making", depth: int) -> ir.Expression:
    sign: ir.ComparisonSign = making.random.choice(("in", "not in"))
    return ir.Comparison(sign, making.several(P, depth), making.lines(depth), T)


def _of_rows(making: "Making", depth: int) -> ir.Expression:
    """Two rows of values compared."""
    sign: ir.ComparisonSign = making.random.choice(("<", "<=", ">", ">=", "==", "!="))
    one, other = (ir.Several((making.of(N, depth), making.of(MOOD, depth)), TupleOf((N, MOOD))) for _ in range(2))
    return ir.Comparison(sign, one, other, T)
