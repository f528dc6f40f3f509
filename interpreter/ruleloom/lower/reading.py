"""What is read from the table: cards, places, pawns, zones, variables."""

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from ruleloom.evaluate import component_of
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, both, chosen
from ruleloom.lower.fields import number_of
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.tables import guarded, starts_of
from ruleloom.lower.values import (
    Chain,
    MaskSet,
    Nested,
    Several,
    Slice,
    Span,
    Value,
    none_at_all,
    perhaps_missing,
)
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Maybe, SetOf, Type, Zone, certain
from ruleloom_dsl.ir.types import Value as RuleValue

if TYPE_CHECKING:
    from ruleloom.lower.expressions import Expressions


def read_thing(
    lower: "Expressions",
    code: Code,
    e: ir.Attribute | ir.Changing | ir.CardAt | ir.PawnOf | ir.PlaceOf | ir.ZoneOf,
    scope: Scope,
) -> Value:
    """What is read of a card, a place or a pawn."""
    match e:
        case ir.Attribute(card, name):
            return _attribute(lower, code, e, component_of(card.type), name, scope)
        case ir.Changing(card, name):
            shown = lower.numbering.changing[component_of(card.type), name]
            return _at(lower, code, f"shown{shown}", card, scope)
        case ir.CardAt(place):
            return _at(lower, code, "board", place, scope)
        case ir.PawnOf(_, player):
            return lower.number(code, player, scope)
        case ir.PlaceOf(pawn):
            number = lower.numbering.pawns.index(component_of(pawn.type))
            return _at(lower, code, f"pawns{number}", pawn, scope)
        case ir.ZoneOf(card):
            zones, where = p.Int(len(lower.numbering.zones)), _where(lower, code, card, scope)
            if lower.game.board is None or lower.game.board.holds != component_of(card.type):
                return where
            return chosen(binary("<", where, zones), where, p.Int(p.NONE))
        case _:
            assert_never(e)


def _where(lower: "Expressions", code: Code, card: ir.Expression, scope: Scope) -> p.Expr:
    return code.hold(_at(lower, code, f"where{lower.component(component_of(card.type))}", card, scope))


def _at(lower: "Expressions", code: Code, field: str, index: ir.Expression, scope: Scope) -> p.Expr:
    found = code.hold(lower.number(code, index, scope))
    if not lower.perhaps.is_none(index):
        return p.At(field, found)
    return guarded(found, p.At(field, found), p.Int(p.NONE))


def _attribute(lower: "Expressions", code: Code, e: ir.Attribute, component: str, name: str, scope: Scope) -> Value:
    values = lower.numbering.attribute(component, name)
    card = code.hold(lower.number(code, e.card, scope))
    of = certain(e.type)
    if isinstance(of, SetOf):
        return _attribute_set(lower, code, card, values, of.item, lower.perhaps.is_none(e.card))
    numbers = [number_of(value, e.type) for value in values]
    return lower.tables.entry_or(numbers, card, none_of(e.type))


def _attribute_set(
    lower: "Expressions", code: Code, card: p.Expr, values: tuple[RuleValue, ...], item: Type, is_perhaps: bool
) -> Several:
    missing: p.Expr = FALSE
    if any(value is None for value in values) or is_perhaps:
        missing = code.hold(lower.tables.entry_or([int(value is None) for value in values], card, 1))
    return perhaps_missing(_attribute_members(lower, card, values, item), missing)


def _attribute_members(lower: "Expressions", card: p.Expr, values: tuple[RuleValue, ...], item: Type) -> Several:
    lists = [[number_of(one, item) for one in value] if isinstance(value, tuple) else [] for value in values]
    width = lower.shape.universe(item) or lower.shape.widest()
    if all(each == sorted(set(each)) and all(0 <= one < width for one in each) for each in lists):
        masks = [sum(1 << one for one in each) for each in lists]
        return MaskSet(lower.tables.entry_or(masks, card, 0, "mask"), width)
    starts = starts_of(lists)
    flat = [one for each in lists for one in each]
    start, length = lower.tables.entry_or(starts, card, 0), lower.tables.entry_or([*map(len, lists)], card, 0)
    most = max(map(len, lists))
    return Slice(lambda at: lower.tables.entry(flat, binary("+", start, at)), length, most)


def read_kept(
    lower: "Expressions", code: Code, e: ir.ZoneAt | ir.Cards | ir.PositionIn | ir.ReadVariable, scope: Scope
) -> Value:
    """What is read of zones, orders and variables."""
    match e:
        case ir.ZoneAt(family, key):
            return _zone(lower, code, family, key, scope)
        case ir.Cards(family, None):
            zones = lower.numbering.zones_of(family)
            parts = tuple(
                cards_in(lower, p.Int(zone), Zone(lower.numbering.families[family].component)) for zone in zones
            )
            return parts[0] if len(parts) == 1 else _all_cards(lower, zones, parts)
        case ir.Cards(family, key):
            zone = _zone(lower, code, family, key, scope)
            assert isinstance(zone, p.Expr) and key is not None
            type_: Type = Zone(lower.numbering.families[family].component)
            known = None if isinstance(zone, p.Int) else lower.numbering.zones_of(family)
            return cards_in(lower, code.hold(zone), Maybe(type_) if lower.perhaps.is_none(key) else type_, known)
        case ir.PositionIn(order, word):
            values = [number_of(value, e.type) for value in lower.numbering.orders[order]]
            return lower.tables.entry_or(values, lower.number(code, word, scope), none_of(e.type))
        case ir.ReadVariable(variable, key):
            return _variable(lower, code, e, variable, key, scope)
        case _:
            assert_never(e)


def _all_cards(lower: "Expressions", zones: range, parts: tuple[Several, ...]) -> Several:
    """The cards of a family, zone by zone."""
    component = lower.numbering.zones[zones[0]].family.component
    outer = Span(p.Int(zones[0]), p.Int(zones[-1]), len(zones))
    return Nested(
        outer,
        lambda zone: cards_in(lower, zone, Zone(component), zones),
        lower.numbering.components[component].size,
    )


def _zone(lower: "Expressions", code: Code, family: str, key: ir.Expression | None, scope: Scope) -> Value:
    zones = lower.numbering.zones_of(family)
    if key is None:
        if lower.numbering.families[family].per is None:
            return p.Int(zones[0])
        return lower.known(list(zones), len(lower.numbering.zones))
    keys = [number_of(value, key.type) for value in lower.numbering.families[family].keys]
    at = code.hold(lower.number(code, key, scope))
    return by_key(lower, keys, [*zones], at, key, lambda number: number, p.NONE)


def by_key(
    lower: "Expressions",
    keys: list[int],
    numbers: list[int],
    at: p.Expr,
    key: ir.Expression,
    read: Callable[[p.Expr], p.Expr],
    none: int,
) -> p.Expr:
    """What belongs to a key: the keys, and what each belongs to, are numbers in a row."""
    first_key, universe = keys[0], lower.shape.universe(key.type)
    found = read(binary("+", at, p.Int(numbers[0] - first_key)))
    if isinstance(at, p.Int):
        return found if at.value in keys else p.Int(none)
    if first_key == 0 and len(keys) == universe and not lower.perhaps.is_none(key):
        return found
    inside_ = both(binary(">=", at, p.Int(first_key)), binary("<=", at, p.Int(keys[-1])))
    return chosen(inside_, found, p.Int(none))


def cards_in(lower: "Expressions", zone: p.Expr, type_: Type, known: range | None = None) -> Several:
    """The cards of a zone, bottom first; `known` says which zones it can be."""
    component = component_of(type_)
    candidates = [
        number
        for number, member in enumerate(lower.numbering.zones)
        if (number == zone.value if isinstance(zone, p.Int) else known is None or number in known)
        and member.family.component == component
    ]
    most = max((lower.shape.zone_sizes[number] for number in candidates), default=0)
    sets = [number for number in candidates if lower.shape.is_set(number)]
    is_there = TRUE if not may_be_none(type_) else binary("!=", zone, p.Int(p.NONE))
    if not candidates:
        return none_at_all()
    if len(sets) == len(candidates):
        width = lower.numbering.components[component].size
        return MaskSet(chosen(is_there, p.At("sets", zone), EMPTY), width)
    start = lower.tables.entry(lower.shape.zone_starts[:-1], zone)
    pile = Slice(lambda at: p.At("piles", binary("+", start, at)), chosen(is_there, p.At("heights", zone), FALSE), most)
    if not sets:
        return pile
    as_set = MaskSet(chosen(binary(">=", zone, FALSE), p.At("sets", zone), EMPTY), most)
    return Chain((as_set, pile))


def _variable(
    lower: "Expressions", code: Code, e: ir.ReadVariable, variable: str, key: ir.Expression | None, scope: Scope
) -> Value:
    declared, field = lower.numbering.variables[variable], lower.shape.variables[variable]
    if lower.shape.is_sequence(declared.type):
        return _variable_set(lower, code, variable, key, scope)
    if key is None:
        return p.Field(field)
    keys = [number_of(value, key.type) for value in declared.keys]
    at = code.hold(lower.number(code, key, scope))
    return by_key(lower, keys, [*range(len(keys))], at, key, lambda at: p.At(field, at), none_of(e.type))


def _variable_set(lower: "Expressions", code: Code, variable: str, key: ir.Expression | None, scope: Scope) -> Several:
    declared = lower.numbering.variables[variable]
    sequence = lower.shape.sequence_of(declared)
    cell: p.Expr = FALSE
    at: p.Expr = FALSE
    if key is not None:
        keys = [number_of(value, key.type) for value in declared.keys]
        at = code.hold(lower.number(code, key, scope))
        cell = code.hold(by_key(lower, keys, [*range(len(keys))], at, key, lambda number: number, p.NONE))
    start = code.hold(binary("*", cell, p.Int(sequence.capacity)))
    length = code.hold(guarded(cell, p.At(sequence.length, cell), p.Int(p.NONE)))
    there = chosen(binary(">", length, FALSE), length, FALSE)
    members = Slice(lambda at: p.At(sequence.items, binary("+", start, at)), there, sequence.capacity)
    is_perhaps = variable in lower.perhaps.variables or not (cell.value >= 0 if isinstance(cell, p.Int) else cell == at)
    return perhaps_missing(members, binary("<", length, FALSE) if is_perhaps else FALSE)
