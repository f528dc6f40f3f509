"""What a bare name and what a name behind a dot stand for."""

from typing import TYPE_CHECKING

from ruleloom_dsl import ast
from ruleloom_dsl.builtins import DIRECTIONS, DOTTED
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.game import Component, Kind
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Nothing,
    Number,
    Pawn,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    Type,
    Value,
    Word,
    Zone,
    certain,
    in_order,
)
from ruleloom_dsl.resolve.calls import call_term
from ruleloom_dsl.resolve.compatibility import describe, item_of, maybe
from ruleloom_dsl.resolve.names import DECLARE_TEAMS, Names, Scope
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.resolving import Resolving


def named(at: "Resolving", node: ast.Name, scope: Scope, want: Type | None) -> Expression:
    """The expression that a bare name stands for. Raises Unresolved."""
    if local := scope.locals.get(node.text):
        if local.witness and scope.effects:
            message = f'"{node.text}" is only evidence for the decision: other ways to decide the same may differ in it'
            at.fail(node, Code.WITNESS_READ, message, "read a value under decides instead")
        return ir.Local(local.slot, local.type)
    return (
        _fixed(at, node, scope)
        or _wanted_word(at.expressions.names, node.text, want)
        or _declared(at, node, scope)
        or _lone_word(at, node)
        or _pawn_alone(at, node)
        or at.fail(
            node,
            Code.UNKNOWN_NAME,
            f'nothing is called "{node.text}" here',
            _suggestion(at, node.text, scope),
        )
    )


FOREIGN_TRUTHS = (
    dict.fromkeys(("yes", "True", "on"), "true")
    | dict.fromkeys(("no", "False", "off"), "false")
    | {
        "null": "none",
        "None": "none",
        "nobody": "none",
    }
)


def _suggestion(at: "Resolving", name: str, scope: Scope) -> str | None:
    if name in FOREIGN_TRUTHS:
        return f"write {FOREIGN_TRUTHS[name]}"
    numbers = {"zero": 0, "one": 1, **load_language(SOURCE).numbers.words}
    if name.casefold() in numbers:
        return f"write {numbers[name.casefold()]}"
    return suggest(name, (*scope.locals, *at.expressions.names.declared()))


def _fixed(at: "Resolving", node: ast.Name, scope: Scope) -> Expression | None:
    names = at.expressions.names
    match node.text:
        case "me":
            at.check_me(node, scope, 'this reads "me"')
            return ir.Me(Player())
        case "players":
            return names.seats()
        case "teams" if names.teams:
            return names.all_teams()
        case "playing":
            return ir.Playing(SetOf(Player()))
        case "places":
            if names.board is None:
                return at.fail(node, Code.UNKNOWN_NAME, "there are no places without a board")
            return Const(tuple(range(names.board.size)), SetOf(Place()))
        case "directions" | "diagonals" | "all_directions" as several if several in names.fixed:
            cells = "square" if names.board is None else names.board.cells
            return Const(DIRECTIONS[cells][several], SetOf(Word("direction")))
        case "none":
            return Const(None, Nothing())
        case "box":
            return at.fail(node, Code.MISPLACED, "cards and pawns are moved to the box; nothing else can be said of it")
        case "true" | "false":
            return Const(node.text == "true", Truth())
        case text:
            return at.constant(text)


def _wanted_word(names: Names, text: str, want: Type | None) -> Expression | None:
    type = certain(want) if want is not None else None
    if isinstance(type, SetOf):
        type = certain(type.item)
    return names.word(text, type.words) if isinstance(type, Word) else None


def _declared(at: "Resolving", node: ast.Name, scope: Scope) -> Expression | None:
    names, text = at.expressions.names, node.text
    at.expressions.read.add(text)
    if text in names.terms:
        return call_term(at, node, scope)
    if variable := names.variables.get(text):
        if variable.of is not None:
            message = f'there is one "{text}" for {describe(variable.of)}'
            at.fail(
                node,
                Code.TYPE_MISMATCH,
                message,
                f"say whose, with a dot before it, such as {_example(variable.of)}.{text}",
            )
        return ir.ReadVariable(text, None, variable.type)
    if zone := names.zones.get(text):
        type: Type = Zone(zone.component)
        return ir.ZoneAt(text, None, type if zone.per is None else SetOf(type))
    if text in names.words:
        return names.word_list(text)
    return None


def _example(of: Type) -> str:
    """A value of the type as a rule may write it."""
    return "me" if isinstance(of, Player) else "p" if isinstance(of, Place) else "x"


def _lone_word(at: "Resolving", node: ast.Name) -> Expression | None:
    lists = at.expressions.names.word_lists_with(node.text)
    if len(lists) > 1:
        message = f'"{node.text}" is a word of {" and of ".join(lists)}, and nothing says which is meant'
        at.fail(node, Code.AMBIGUOUS_WORD, message)
    return at.expressions.names.word(node.text, lists[0]) if lists else None


def _pawn_alone(at: "Resolving", node: ast.Name) -> Expression | None:
    if node.text not in at.expressions.names.components:
        return None
    help = f"say whose, with a dot before it, such as me.{node.text}"
    return at.fail(node, Code.TYPE_MISMATCH, f'there is one "{node.text}" for a player', help)


def dotted(at: "Resolving", node: ast.Dot, scope: Scope) -> Expression:
    """The expression of `of.name`. Raises Unresolved."""
    if isinstance(node.of, ast.Name) and node.of.text not in scope.locals:
        constant = _of_declaration(at, node, node.of.text, scope)
        if constant is not None:
            return constant
    of = at.typed(node.of, scope)
    value = _attribute(at, of, certain(of.type), node.name)
    if value is None:
        names = at.expressions.names
        known = attributes_of(names, certain(of.type))
        message = f'{describe(certain(of.type))} has no "{node.name}"'
        help = DECLARE_TEAMS if node.name == "team" else suggest(node.name, known)
        at.fail(behind_the_dot(node), Code.UNKNOWN_NAME, message, help)
    return value


def behind_the_dot(node: ast.Dot) -> ast.Node:
    """The place of the name alone."""
    return ast.Name(node.name, start=node.end - len(node.name), end=node.end)


def _of_declaration(at: "Resolving", node: ast.Dot, name: str, scope: Scope) -> Expression | None:
    """`component.count`, `kind.attribute`, `board.rows`, `loop.number`, `move.value`."""
    names = at.expressions.names
    if name in names.components and node.name == "count":
        return Const(names.components[name].size // names.components[name].decks, Number())
    if name in names.components and node.name in dict(names.components[name].attributes):
        return _values_in_play(names.components[name], node.name)
    if name == "board" and names.board is not None and node.name in ("rows", "columns", "size"):
        return Const(getattr(names.board, node.name), Number())
    if name in names.loops and node.name == "number":
        return ir.LoopNumber(name, Number())
    for component in names.components.values():
        family = tuple(kind for kind in component.kinds if kind.family == name)
        if family and name != component.id:
            return _of_family(at, node, component, family)
    return at.memory(node, name, scope) if name in names.moves else None


def _values_in_play(component: Component, attribute: str) -> Expression:
    """All values that an attribute takes among the cards of this configuration."""
    type = dict(component.attributes)[attribute]
    values: set[Value] = set()
    for kind in component.kinds:
        value = dict(kind.attributes).get(attribute)
        if kind.count and value is not None:
            values.update(value if isinstance(value, tuple) else (value,))
    return Const(in_order(values), type if isinstance(type, SetOf) else SetOf(type))


def _of_family(at: "Resolving", node: ast.Dot, component: Component, family: tuple[Kind, ...]) -> Expression:
    """How many cards of a kind there are, or an attribute that they have alike."""
    if node.name == "count":
        return Const(sum(kind.count for kind in family) // component.decks, Number())
    types, name = dict(component.attributes), family[0].family
    if node.name not in types:
        known = ("count", *types)
        at.fail(behind_the_dot(node), Code.UNKNOWN_NAME, f'a {name} has no "{node.name}"', suggest(node.name, known))
    values = {dict(kind.attributes).get(node.name) for kind in family}
    if len(values) > 1:
        message = f'not every {name} has the same "{node.name}"'
        at.fail(behind_the_dot(node), Code.TYPE_MISMATCH, message, "ask a card")
    return Const(values.pop(), types[node.name])


def _attribute(at: "Resolving", of: Expression, type: Type, name: str) -> Expression | None:
    names = at.expressions.names
    if name in DOTTED and DOTTED[name].parameters == (type,) and (name != "team" or names.teams):
        result = DOTTED[name].result((type,))
        return _of_teams(names, name, of) or ir.CallBuiltin(
            name, (of,), maybe(result) if isinstance(of.type, Maybe) else result
        )
    match type:
        case Card(component):
            return _card_attribute(names, names.components[component], of, name)
        case Place() if name == "card" and names.board is not None and names.board.holds is not None:
            return ir.CardAt(of, Maybe(Card(names.board.holds)))
        case Pawn() if name == "place":
            return ir.PlaceOf(of, Maybe(Place()))
        case Player() if name in names.components and not names.components[name].kinds:
            return ir.PawnOf(name, of, Pawn(name))
    if (zone := names.zones.get(name)) and zone.per == type:
        at.expressions.read.add(name)
        return ir.ZoneAt(name, of, Zone(zone.component))
    if (variable := names.variables.get(name)) and variable.of == type:
        at.expressions.read.add(name)
        return ir.ReadVariable(name, of, variable.type)
    return None


def _of_teams(names: Names, name: str, of: Expression) -> Expression | None:
    """Who is in which team is known when the game is loaded, if it is known who is asked for."""
    match name, of:
        case "team", Const(int(seat)):
            return Const(next(team for team, seats in enumerate(names.teams) if seat in seats), Team())
        case "members", Const(int(team)):
            return Const(names.teams[team], SetOf(Player()))
        case _:
            return None


def _card_attribute(names: Names, component: Component, of: Expression, name: str) -> Expression | None:
    constants, changes = dict(component.attributes), dict(component.changes)
    if name in constants:
        lacking = any(name not in dict(kind.attributes) for kind in component.kinds)
        optional = lacking or isinstance(of.type, Maybe)
        return ir.Attribute(of, name, maybe(constants[name]) if optional else constants[name])
    if name in changes:
        type = Word(changes[name])
        return ir.Changing(of, name, Maybe(type) if isinstance(of.type, Maybe) else type)
    if name == "zone":
        zone = Zone(component.id)
        on_board = names.board is not None and names.board.holds == component.id
        return ir.ZoneOf(of, Maybe(zone) if on_board or isinstance(of.type, Maybe) else zone)
    return None


def attributes_of(names: Names, type: Type) -> tuple[str, ...]:
    """What may stand behind a dot after a value of the type."""
    found = [name for name, builtin in DOTTED.items() if builtin.parameters == (type,)]
    if "team" in found and not names.teams:
        found.remove("team")
    found += [zone.id for zone in names.zones.values() if zone.per == type]
    found += [variable.id for variable in names.variables.values() if variable.of == type]
    match type:
        case Card(component):
            card = names.components[component]
            found += [*dict(card.attributes), *dict(card.changes), "zone"]
        case Place() if names.board is not None and names.board.holds is not None:
            found.append("card")
        case Pawn():
            found.append("place")
        case Player():
            found += [component.id for component in names.components.values() if not component.kinds]
        case _ if item_of(type):
            found.append("count")
    return tuple(found)
