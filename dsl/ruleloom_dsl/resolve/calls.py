"""Calls: terms, orders and built-ins, each with arguments of the kinds that it takes."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast
from ruleloom_dsl.builtins import (
    BUILTINS,
    PLACE,
    AnyCard,
    AnyRelation,
    AnySeats,
    AnySet,
    AnyZone,
    AnyZones,
    SomePlaces,
)
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.types import Card, Maybe, Nothing, Number, Player, SetOf, Word, Zone, certain
from ruleloom_dsl.resolve.compatibility import describe, fits, item_of
from ruleloom_dsl.resolve.folding import fold
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.relations import find_relation

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.resolving import Resolving


def called(at: "Resolving", node: ast.Call, scope: Scope) -> Expression:
    """A term, an order or a built-in applied to arguments. Raises Unresolved."""
    names = at.expressions.names
    if node.name in names.terms:
        return call_term(at, node, scope)
    if node.name in names.orders:
        return _call_order(at, node, scope)
    if node.name in BUILTINS:
        return _call_builtin(at, node, scope)
    known = (*names.terms, *names.orders, *BUILTINS)
    where = replace(node, end=node.start + len(node.name))
    return at.fail(where, Code.UNKNOWN_NAME, f'no term or built-in is called "{node.name}"', suggest(node.name, known))


def call_term(at: "Resolving", node: ast.Call | ast.Name, scope: Scope) -> Expression:
    """A term applied to its arguments; without arguments the name alone will do."""
    name, arguments = (node.text, ()) if isinstance(node, ast.Name) else (node.name, node.arguments)
    term = at.expressions.term(name)
    at.expressions.read.add(name)
    if name in at.expressions.reads_me:
        at.check_me(node, scope, f'the term "{name}" reads "me"')
    types = [at.expressions.names.slots[slot].type for slot in term.slots]
    at.check_count(node, name, len(arguments), len(types))
    resolved = tuple(at.wanted(argument, scope, type) for argument, type in zip(arguments, types, strict=True))
    if isinstance(term.body, Const):
        return term.body
    return ir.CallTerm(name, resolved, term.type)


def _call_order(at: "Resolving", node: ast.Call, scope: Scope) -> Expression:
    """The position of a word in an order."""
    order = at.expressions.names.orders[node.name]
    at.expressions.read.add(node.name)
    at.check_count(node, node.name, len(node.arguments), 1)
    word = at.wanted(node.arguments[0], scope, Word(order.words))
    if isinstance(word, Const) and isinstance(word.value, int):
        position = order.positions[word.value]
        return Const(position, Number() if position is not None else Nothing())
    optional = None in order.positions or isinstance(word.type, Maybe)
    return ir.PositionIn(order.id, word, Maybe(Number()) if optional else Number())


def _call_builtin(at: "Resolving", node: ast.Call, scope: Scope) -> Expression:
    """A built-in applied to its arguments."""
    name, builtin = node.name, BUILTINS[node.name]
    at.check_count(node, name, len(node.arguments), len(builtin.parameters))
    resolved = []
    for argument, parameter in zip(node.arguments, builtin.parameters, strict=True):
        match parameter:
            case AnySet():
                resolved.append(_one_set(at, argument, name, scope))
            case AnyZone():
                resolved.append(at.zone(argument, scope))
            case SomePlaces():
                resolved.append(_places(at, argument, scope))
            case AnyRelation():
                resolved.append(_relation(at, argument, scope))
            case AnyZones():
                resolved.append(_cards_of(at, argument, scope))
            case AnySeats():
                resolved.append(_seats(at, argument, scope))
            case AnyCard():
                resolved += _card(at, argument, scope)
            case _:
                resolved.append(at.wanted(argument, scope, parameter))
    if name == "cards":
        return resolved[0]
    result = builtin.result(tuple(argument.type for argument in resolved))
    return fold(ir.CallBuiltin(name, tuple(resolved), result))


def _one_set(at: "Resolving", node: Ast, name: str, scope: Scope) -> Expression:
    """One set; where the cards of one zone may be meant, a family of zones is refused."""
    found = at.set_of_anything(node, scope)[0]
    if name in ("count", "empty", "distinct") and isinstance(found, ir.ZoneAt):
        help = f"say whose, with a dot before it, or write cards({found.zone}) for the cards of all"
        at.fail(node, Code.TYPE_MISMATCH, f'there are several "{found.zone}", and this asks for one', help)
    return found


def _places(at: "Resolving", node: Ast, scope: Scope) -> Expression:
    """One place or a set of places."""
    found = at.typed(node, scope, PLACE)
    if not fits(found.type, PLACE) and not fits(found.type, SetOf(PLACE)):
        at.fail(node, Code.TYPE_MISMATCH, f"this is {describe(found.type)}; a place or a set of places is needed here")
    return found


def _relation(at: "Resolving", node: Ast, scope: Scope) -> Expression:
    """A term that says where a step from a place may lead, by its name."""
    name = node.text if isinstance(node, ast.Name) else ""
    relation = find_relation(at.expressions, name, lambda *said: at.fail(node, *said))
    if name in at.expressions.reads_me:
        at.check_me(node, scope, f'the term "{name}" reads "me"')
    return relation


def _cards_of(at: "Resolving", node: Ast, scope: Scope) -> Expression:
    """The cards of a zone, or of several, one after the other."""
    found = at.as_cards(at.typed(node, scope), of_all=True)
    if not isinstance(certain(item_of(found.type) or found.type), Card):
        at.fail(node, Code.TYPE_MISMATCH, f"this is {describe(found.type)}; a zone or zones are needed here")
    return found


def _seats(at: "Resolving", node: Ast, scope: Scope) -> Expression:
    """A set of players, or a family of zones of which each player has one."""
    found = at.typed(node, scope)
    if isinstance(found, ir.ZoneAt) and found.key is None:
        if at.expressions.names.zones[found.zone].per == Player():
            return found
    elif found.type == SetOf(Player()):
        return found
    message = f"this is {describe(found.type)}; players, or zones of which everyone has one, are needed here"
    return at.fail(node, Code.TYPE_MISMATCH, message)


def _card(at: "Resolving", node: Ast, scope: Scope) -> tuple[Expression, Expression]:
    """The zone that a card lies in, and the card."""
    card = at.typed(node, scope)
    match certain(card.type):
        case Card(component):
            return ir.ZoneOf(card, Maybe(Zone(component))), card
        case _:
            return at.fail(node, Code.TYPE_MISMATCH, f"this is {describe(card.type)}; a card is needed here")
