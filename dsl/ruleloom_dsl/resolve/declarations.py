"""Components, board, zones and variables: what a game is played with."""

import re
import string
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, cast

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.game import Board, Sees, Variable, ZoneFamily
from ruleloom_dsl.ir.types import Maybe, Nothing, Number, Path, Player, SetOf, Team, Type, Value, Word, certain
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.components import declare_component
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain
from ruleloom_dsl.resolve.keys import read_keys
from ruleloom_dsl.resolve.names import DECLARE_TEAMS, Scope
from ruleloom_dsl.resolve.orders import declare_order
from ruleloom_dsl.schema.choices import BOARD_SEES, CELLS, ORDERS, VARIABLE_SEES, ZONE_SEES
from ruleloom_dsl.schema.declarations import BoardModel, VariableModel, ZoneModel
from ruleloom_dsl.schema.statements import Sourced

LONGEST_SIDE = 40
_FIELDS = re.compile(r"\{(row|column|letter)\}")
Model = TypeVar("Model", bound=Sourced)


def declare_all(build: Build) -> None:
    """Declare everything a game is played with, in the order in which one can refer to another."""
    words = {name: model for name, model in build.model.components.items() if model.words}
    others = {name: model for name, model in build.model.components.items() if not model.words}
    for components in (words, others):
        _declare_each(build, "components", components, declare_component)
    if build.model.board is not None:
        _declare_each(build, "", {"board": build.model.board}, _declare_board)
    _declare_each(build, "zones", build.model.zones, _declare_zone)
    _declare_each(build, "orders", build.model.orders, declare_order)
    _declare_each(build, "vars", build.model.vars, _declare_variable)


def _declare_each(
    build: Build, table: str, models: Mapping[str, Model], declare: Callable[[Build, str, Model], None]
) -> None:
    for name, model in models.items():
        try:
            if build.exists(model, f"{table}.{name}"):
                declare(build, name, model)
        except Unresolved:
            continue


def _declare_board(build: Build, _name: str, model: BoardModel) -> None:
    grid = model.grid
    rows, columns = _side(build, "rows", grid.rows), _side(build, "columns", grid.columns)
    joined = tuple(build.one_of(axis, ("rows", "columns"), "board", "grid", "joined") for axis in grid.joined)
    holds = model.holds.text if model.holds else None
    if model.holds is not None and not _is_cards(build, model.holds.text):
        build.unknown(model.holds, "component of cards", _card_components(build))
    sees = cast(Sees, build.one_of(model.sees, BOARD_SEES, "board", "sees"))
    names = _place_names(build, rows, columns, model.names)
    edges = _edges(build, grid.edges)
    enters = _enters(build, model.enters, holds, "board")
    cells = cast(Literal["square", "hexagons"], build.one_of(grid.cells, CELLS, "board", "grid", "cells"))
    build.names.board = Board(rows, columns, joined, grid.movable, edges, holds, sees, names, cells, enters)
    build.add("board", "board", model)


def _side(build: Build, side: str, written: Scalar) -> int:
    """How long a side of the board is. Raises Unresolved."""
    length = build.expressions.constant(written, Scope(f"board.grid.{side}"), Number()).value
    if not isinstance(length, int) or not 0 < length <= LONGEST_SIDE:
        build.report.error(Code.WRONG_VALUE, f"a board has from 1 to {LONGEST_SIDE} {side}", written.span)
        raise Unresolved
    return length


def _edges(build: Build, written: Scalar | None) -> Literal["line", "frame"]:
    if written is None:
        return "line"
    constant = build.expressions.constant(written, Scope("board.grid.edges"), None)
    words = build.names.words[constant.type.words].words if isinstance(constant.type, Word) else ()
    chosen = words[constant.value] if words and isinstance(constant.value, int) else written.text
    return cast(Literal["line", "frame"], build.one_of(chosen, ("line", "frame"), "board", "grid", "edges"))


def _place_names(build: Build, rows: int, columns: int, pattern: Scalar | None) -> tuple[str, ...]:
    if pattern is None:
        return tuple(str(number) for number in range(rows * columns))
    names = tuple(
        _place_name(pattern.text, row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)
    )
    if len(set(names)) < len(names) or any(
        not re.fullmatch(r"[^\s+]+", name) or not name.isprintable() for name in names
    ):
        message = "these names do not tell the places apart; use {letter}, {row}, {column}, and neither space nor +"
        build.report.error(Code.DUPLICATE_SYMBOL, message, pattern.span)
        raise Unresolved
    return names


def _place_name(pattern: str, row: int, column: int) -> str:
    letter = (string.ascii_lowercase * 2)[column - 1] * (1 if column <= 26 else 2)
    values = {"row": str(row), "column": str(column), "letter": letter}
    return _FIELDS.sub(lambda match: values[match[1]], pattern)


def _card_components(build: Build) -> tuple[str, ...]:
    return tuple(name for name, component in build.names.components.items() if component.kinds)


def _is_cards(build: Build, name: str) -> bool:
    return name in _card_components(build)


def _declare_zone(build: Build, name: str, model: ZoneModel) -> None:
    build.check_name_free(name, "zones")
    component = _zone_component(build, name, model)
    keys = Domain(Nothing(), (None,)) if model.per is None else read_keys(build, model.per)
    per = None if model.per is None else keys.type
    order = cast(
        Literal["set", "stack", "row"],
        build.one_of(model.order, ORDERS, "zones", name, "order"),
    )
    sees = cast(Sees, build.one_of(model.sees, ZONE_SEES, "zones", name, "sees"))
    _check_owner(build, sees, per, "zones", name, "per")
    if model.capacity is not None and model.capacity < 1:
        span = locate(build.document, ("zones", name, "capacity"))
        build.report.error(Code.WRONG_VALUE, "a zone has room for at least one card", span)
    enters = _enters(build, model.enters, component, "zones", name)
    build.names.zones[name] = ZoneFamily(
        name, component, per, keys.values, order, sees, model.forget, "declared", enters, model.capacity
    )
    build.add(f"zones.{name}", "zone", model)


def _check_owner(build: Build, sees: str, keys: Type | None, table: str, name: str, key: str) -> None:
    """What its owner or a team sees must have one. Raises Unresolved."""
    if sees == "team":
        _check_team(build, keys, table, name, key)
    if sees == "owner" and not isinstance(keys, Player):
        span = locate(build.document, (table, name, "sees"))
        build.report.error(Code.WRONG_VALUE, f'nobody owns "{name}"', span, help=f"write {key}: player")
        raise Unresolved


def _check_team(build: Build, keys: Type | None, table: str, name: str, key: str) -> None:
    span = locate(build.document, (table, name, "sees"))
    if not build.names.teams:
        build.report.error(Code.WRONG_VALUE, "there are no teams", span, help=DECLARE_TEAMS)
        raise Unresolved
    if not isinstance(keys, Player | Team):
        message = f'no team owns "{name}"'
        build.report.error(Code.WRONG_VALUE, message, span, help=f"write {key}: player or {key}: team")
        raise Unresolved


def _zone_component(build: Build, name: str, model: ZoneModel) -> str:
    known = _card_components(build)
    if model.holds is not None:
        if model.holds.text not in known:
            build.unknown(model.holds, "component of cards", known)
        return model.holds.text
    written = sum(bool(each.kinds or each.each) for each in build.model.components.values())
    if build.report.has_errors and len(known) < written:
        raise Unresolved  # the missing one is reported itself
    if len(known) != 1:
        message = f'"{name}" needs "holds": there are {len(known)} components of cards'
        build.report.error(Code.MISSING_KEY, message, build.key_span("zones", name))
        raise Unresolved
    return known[0]


def _enters(build: Build, written: Mapping[str, str], component: str | None, *path: str) -> tuple[tuple[str, int], ...]:
    """The words that changing attributes take when a card enters. Raises Unresolved."""
    changes = dict(build.names.components[component].changes) if component is not None else {}
    found = []
    for attribute, word in written.items():
        if attribute not in changes:
            message = f'the cards that lie here have no changing attribute "{attribute}"'
            span = build.key_span(*path, "enters", attribute)
            build.report.error(Code.UNKNOWN_NAME, message, span, help=suggest(attribute, changes))
            raise Unresolved
        words = build.names.words[changes[attribute]].words
        found.append((attribute, words.index(build.one_of(word, words, *path, "enters", attribute))))
    return tuple(found)


def _usual_start(type: Type, allowed: tuple[Value, ...]) -> Value:
    """What a variable is at first where nobody says: none if it may be, else 0 if it may be, else its first value."""
    if isinstance(type, Maybe) or not allowed:
        return None
    return 0 if isinstance(type, Number) and 0 in allowed else allowed[0]


def _written(model: VariableModel) -> str:
    return model.is_.text if isinstance(model.is_, Scalar) else "..."


def _declare_variable(build: Build, name: str, model: VariableModel) -> None:
    build.check_name_free(name, "vars")
    domain = read_domain(build.names, build.report, model.is_, name)
    if certain(domain.type) in (Number(), Path()) and not domain.values:
        message = f'"{name}" needs a range of values, such as 0..20'
        build.report.error(Code.WRONG_VALUE, message, locate(build.document, ("vars", name, "is")))
        raise Unresolved
    keys = Domain(Nothing(), (None,)) if model.of is None else read_keys(build, model.of)
    of = None if model.of is None else keys.type
    is_set = isinstance(domain.type, SetOf)
    allowed = () if is_set else domain.values
    starts: Value = () if is_set else _usual_start(domain.type, allowed)
    if model.starts is None and starts is None and not isinstance(domain.type, Maybe):
        message = f'nothing says what "{name}" is at first'
        help = f'write "{_written(model)} or none"; it is none until a rule sets it'
        build.report.error(Code.MISSING_KEY, message, build.key_span("vars", name), help=help)
        raise Unresolved
    if model.starts is not None:
        starts = build.expressions.constant(model.starts, Scope(f"vars.{name}"), domain.type).value
        members = starts if is_set and isinstance(starts, tuple) else (starts,)
        if domain.values and not set(members) <= set(domain.values):
            build.expressions.fail(model.starts, Code.WRONG_VALUE, f'"{model.starts.text}" is not one of its values')
    sees = build.one_of(model.sees, VARIABLE_SEES, "vars", name, "sees")
    _check_owner(build, sees, of, "vars", name, "of")
    per = model.per.text if model.per else "game"
    build.names.variables[name] = Variable(
        name, domain.type, allowed, of, keys.values, per, starts,
        cast(Literal["everyone", "owner", "team", "nobody"], sees),
    )  # fmt: skip
    build.add(f"vars.{name}", "variable", model)
