"""What makes a set: for each type of its members, the ways to come by one that is not made of other sets."""

from typing import TYPE_CHECKING

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Card, Maybe, Number, Place, Player, SetOf, Truth, Type, Value, Zone
from tests.engines.made_types import AXIS, CARD, CARDS, SIZES, TILE, TILES, WAY, Maker, N, P, Q, T

if TYPE_CHECKING:
    from tests.engines.making import Making


def set_makers_of(making: "Making", item: Type) -> list[Maker]:
    """The ways to come by a set of a type."""
    match item:
        case Number():
            return [
                lambda depth: ir.Const(tuple(making.random.randint(-3, 14) for _ in range(3)), SetOf(N)),
                lambda depth: ir.Range(making.of(N, depth), ir.Const(4, N), SetOf(N)),
                lambda depth: ir.ReadVariable("lit", None, SetOf(N)),
                lambda depth: ir.Attribute(making.of(TILE, depth), "ways", Maybe(SetOf(N))),
            ]
        case Player():
            return [
                lambda depth: _all(making, Q),
                lambda depth: ir.Playing(SetOf(Q)),
                lambda depth: ir.ReadVariable("seen", making.of(P, depth), SetOf(Q)),
                lambda depth: making.builtin("starting", SetOf(Q), depth, SetOf(Q), Q),
            ]
        case Place():
            return _places(making)
        case Card("tile"):
            return [
                lambda depth: ir.Cards(making.random.choice(("shed", "sack", "hand")), None, SetOf(TILE)),
                lambda depth: ir.Cards("hand", making.of(Q, depth), SetOf(TILE)),
                lambda depth: making.builtin("cards", SetOf(TILE), depth, TILES),
                lambda depth: _onwards(making, TILE, depth),
            ]
        case Card():
            return [
                lambda depth: ir.Cards("well", None, SetOf(CARD)),
                lambda depth: making.builtin("cards", SetOf(CARD), depth, CARDS),
                lambda depth: _onwards(making, CARD, depth),
            ]
        case Zone("tile"):
            return [lambda depth: ir.ZoneAt("hand", None, SetOf(TILES))]
        case Zone():
            return [lambda depth: ir.ZoneAt("chest", None, SetOf(CARDS))]
        case Truth():
            return [lambda depth: ir.Const((False, True), SetOf(T))]
        case _:
            return [lambda depth: _all(making, item)]


def _onwards(making: "Making", card: Type, depth: int) -> ir.Expression:
    assert isinstance(card, Card)
    found = making.of(card, depth)
    return ir.CallBuiltin("onwards", (ir.ZoneOf(found, Maybe(Zone(card.component))), found), SetOf(card))


def _all(making: "Making", item: Type) -> ir.Expression:
    values: tuple[Value, ...] = tuple(range(SIZES[item]))
    if making.random.random() < 0.3:
        values = tuple(making.random.sample(values, making.random.randint(0, len(values))))
    return ir.Const(values, SetOf(item))


def _places(making: "Making") -> list[Maker]:
    where = SetOf(P)
    return [
        lambda depth: _all(making, P),
        making.some_line,
        lambda depth: making.builtin(making.random.choice(("neighbours", "around")), where, depth, P),
        lambda depth: making.builtin("line", where, depth, P, AXIS),
        lambda depth: making.builtin("ray", where, depth, P, WAY),
        lambda depth: making.builtin("between", where, depth, P, P),
        lambda depth: ir.CallBuiltin(
            "reachable",
            (
                making.random.choice((making.of, making.several))(P, depth),
                ir.Relation(making.random.choice(("ways", "odd_ways")), where),
            ),
            where,
        ),
    ]
