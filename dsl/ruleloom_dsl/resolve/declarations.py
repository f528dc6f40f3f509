"""Components, board, zones and variables: what a game is played with."""

import re
import string
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, cast

from ruleloom_dsl.diagnostics import Code, Note, suggest
from ruleloom_dsl.ir.game import Board, Component, Kind, Sees, Variable, WordList, ZoneFamily
from ruleloom_dsl.ir.types import Maybe, Number, Path, Player, SetOf, Type, Value, Word
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.compatibility import certain
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain, read_keys, read_words
from ruleloom_dsl.resolve.names import Scope, key_values
from ruleloom_dsl.resolve.values import read_attribute
from ruleloom_dsl.schema.game import BoardModel, ComponentModel, KindModel, VariableModel, ZoneModel
from ruleloom_dsl.schema.statements import Sourced

LONGEST_SIDE = 40
MOST_CARDS = 2_000
_FIELDS = re.compile(r"\{(row|column|letter)\}")
Model = TypeVar("Model", bound=Sourced)


def declare_all(build: Build) -> None:
    """Declare everything a game is played with, in the order in which one can refer to another."""
    words = {name: model for name, model in build.model.components.items() if model.words}
    others = {name: model for name, model in build.model.components.items() if not model.words}
    for components in (words, others):
        _declare_each(build, "components", components, _declare_component)
    if build.model.board is not None:
        _declare_each(build, "", {"board": build.model.board}, _declare_board)
    _declare_each(build, "zones", build.model.zones, _declare_zone)
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


def _word(build: Build, written: str, allowed: tuple[str, ...], *path: str) -> str:
    """One of a closed list of words. Raises Unresolved."""
    if written not in allowed:
        message = f'"{written}" is not one of {", ".join(allowed)}'
        span = locate(build.document, path)
        build.report.error(Code.WRONG_VALUE, message, span, help=suggest(written, allowed))
        raise Unresolved
    return written


def _declare_component(build: Build, name: str, model: ComponentModel) -> None:
    build.check_name_free(name, "components")
    build.add(f"components.{name}", "component", model)
    if model.words:
        build.names.words[name] = WordList(name, read_words(build.names, build.report, model.words))
        return
    if not model.kinds:
        _declare_pawn(build, name, model)
        return
    words = tuple((change, _changing(build, name, change, listed)) for change, listed in model.changes.items())
    domains = {
        attribute: read_domain(build.names, build.report, written, f"{name}.{attribute}")
        for attribute, written in model.attributes.items()
    }
    kinds = tuple(_kind(build, name, kind, written, domains) for kind, written in model.kinds.items())
    present = tuple(kind for kind in kinds if kind.count)
    _check_kinds(build, name, model, present)
    if sum(kind.count for kind in present) > MOST_CARDS:
        message = f'"{name}" has more than {MOST_CARDS:,} cards'
        build.report.error(Code.WRONG_VALUE, message, build.key_span("components", name))
    build.names.words[f"{name}.kind"] = WordList(f"{name}.kind", tuple(kind.id for kind in kinds))
    attributes = tuple((attribute, domain.type) for attribute, domain in domains.items())
    called = model.called.text if model.called else name
    build.names.components[name] = Component(name, kinds, attributes, words, called)
    for role, zone in (("deck", name), ("box", f"{name}.box")):
        order: Literal["stack", "set"] = "stack" if role == "deck" else "set"
        sees: Sees = "nobody" if role == "deck" else "everyone"
        build.names.zones[zone] = ZoneFamily(
            zone, name, None, 1, order, sees, role == "deck", cast(Literal["deck", "box"], role)
        )


def _declare_pawn(build: Build, name: str, model: ComponentModel) -> None:
    if model.per is None or model.per.text != "player":
        message = f'"{name}" needs kinds (cards), words, or "per: player" (a pawn for everyone)'
        build.report.error(Code.MISSING_KEY, message, build.key_span("components", name))
        raise Unresolved
    called = model.called.text if model.called else name
    build.names.components[name] = Component(name, (), (), (), called)


def _changing(build: Build, component: str, change: str, listed: tuple[Scalar, ...]) -> str:
    name = f"{component}.{change}"
    build.names.words[name] = WordList(name, read_words(build.names, build.report, listed))
    return name


def _kind(build: Build, component: str, name: str, model: KindModel, domains: Mapping[str, Domain]) -> Kind:
    path = ("components", component, "kinds", name)
    if build.names.is_declared(name):
        build.check_name_free(name, *path[:-1])
    if not 0 <= model.count <= MOST_CARDS:
        span = locate(build.document, (*path, "count"))
        build.report.error(Code.WRONG_VALUE, f"a kind has from 0 to {MOST_CARDS:,} cards", span)
        raise Unresolved
    values: list[tuple[str, Value]] = []
    for attribute, node in model.attributes.items():
        if attribute not in domains:
            known = (*KindModel.keys(), *domains)
            message = f'a kind of {component} has no "{attribute}"'
            span = locate(build.document, (*path, attribute), key=True)
            build.report.error(Code.UNKNOWN_KEY, message, span, help=suggest(attribute, known))
            raise Unresolved
        values.append((attribute, read_attribute(build.names, build.report, domains[attribute], node)))
    called = model.called.text if model.called else name
    return Kind(name, called, model.symbol.text, model.count, tuple(values), model.per_pack)


def _check_kinds(build: Build, component: str, model: ComponentModel, kinds: tuple[Kind, ...]) -> None:
    """Symbols differ, and the packs that the players have hold the cards."""
    seen: dict[str, str] = {}
    for kind in kinds:
        span = locate(build.document, ("components", component, "kinds", kind.id, "symbol"))
        if not re.fullmatch(r"[^\s.()\[\],]{1,4}", kind.symbol):
            message = f'the symbol "{kind.symbol}" should be one to four characters without spaces, dots, brackets'
            build.report.error(Code.WRONG_VALUE, message, span)
        if kind.symbol in seen:
            message = f'{kind.id} and {seen[kind.symbol]} are both written "{kind.symbol}"'
            other = locate(build.document, ("components", component, "kinds", seen[kind.symbol], "symbol"))
            build.report.error(Code.DUPLICATE_SYMBOL, message, span, notes=[Note("the other one stands here", other)])
        seen[kind.symbol] = kind.id
        if model.packs is not None and kind.per_pack is not None and kind.count > kind.per_pack * model.packs:
            message = f"{kind.count} of {kind.id} are needed; {model.packs} pack(s) hold {kind.per_pack * model.packs}"
            count = locate(build.document, ("components", component, "kinds", kind.id, "count"))
            build.report.error(Code.TOO_FEW_PACKS, message, count, help="raise packs, or lower the count")


def _declare_board(build: Build, _name: str, model: BoardModel) -> None:
    grid = model.grid
    rows, columns = _side(build, "rows", grid.rows), _side(build, "columns", grid.columns)
    joined = tuple(_word(build, axis, ("rows", "columns"), "board", "grid", "joined") for axis in grid.joined)
    holds = model.holds.text if model.holds else None
    if model.holds is not None and not _is_cards(build, model.holds.text):
        build.unknown(model.holds, "component of cards", _card_components(build))
    sees = cast(Sees, _word(build, model.sees, ("everyone", "face_up"), "board", "sees"))
    names = _place_names(build, rows, columns, model.names)
    edges = _edges(build, grid.edges)
    cells = cast(
        Literal["square", "hexagons"], _word(build, grid.cells, ("square", "hexagons"), "board", "grid", "cells")
    )
    build.names.board = Board(rows, columns, joined, grid.movable, edges, holds, sees, names, cells)
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
    return cast(Literal["line", "frame"], _word(build, chosen, ("line", "frame"), "board", "grid", "edges"))


def _place_names(build: Build, rows: int, columns: int, pattern: Scalar | None) -> tuple[str, ...]:
    if pattern is None:
        return tuple(str(number) for number in range(rows * columns))
    names = tuple(
        _place_name(pattern.text, row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)
    )
    if len(set(names)) < len(names) or any(not re.fullmatch(r"\S+", name) for name in names):
        message = "these names do not tell the places apart; use {letter}, {row}, {column} and no spaces"
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
    per = None if model.per is None else _per(build, model.per)
    order = cast(
        Literal["set", "stack", "row"],
        _word(build, model.order, ("set", "stack", "row"), "zones", name, "order"),
    )
    allowed = ("everyone", "owner", "nobody", "face_up", "top", "count")
    sees = cast(Sees, _word(build, model.sees, allowed, "zones", name, "sees"))
    _check_owner(build, sees, per, "zones", name, "per")
    keys = len(key_values(build.names, per))
    build.names.zones[name] = ZoneFamily(name, component, per, keys, order, sees, model.forget, "declared")
    build.add(f"zones.{name}", "zone", model)


def _check_owner(build: Build, sees: str, keys: Type | None, table: str, name: str, key: str) -> None:
    """What its owner sees must have one. Raises Unresolved."""
    if sees == "owner" and not isinstance(keys, Player):
        span = locate(build.document, (table, name, "sees"))
        build.report.error(Code.WRONG_VALUE, f'nobody owns "{name}"', span, help=f"write {key}: player")
        raise Unresolved


def _zone_component(build: Build, name: str, model: ZoneModel) -> str:
    known = _card_components(build)
    if model.holds is not None:
        if model.holds.text not in known:
            build.unknown(model.holds, "component of cards", known)
        return model.holds.text
    if len(known) != 1:
        message = f'"{name}" needs "holds": there are {len(known)} components of cards'
        build.report.error(Code.MISSING_KEY, message, build.key_span("zones", name))
        raise Unresolved
    return known[0]


def _per(build: Build, written: Scalar) -> Type:
    if written.text == "player":
        return Player()
    if written.text not in build.names.words:
        build.unknown(written, "word list", ("player", *build.names.words))
    return Word(written.text)


def _declare_variable(build: Build, name: str, model: VariableModel) -> None:
    build.check_name_free(name, "vars")
    domain = read_domain(build.names, build.report, model.is_, name)
    if certain(domain.type) in (Number(), Path()) and not domain.values:
        message = f'"{name}" needs a range of values, such as 0..20'
        build.report.error(Code.WRONG_VALUE, message, locate(build.document, ("vars", name, "is")))
        raise Unresolved
    keys = Domain(Number(), (None,)) if model.of is None else read_keys(build.names, build.report, model.of)
    of = None if model.of is None else keys.type
    is_set = isinstance(domain.type, SetOf)
    allowed = () if is_set else domain.values
    starts: Value = () if is_set else None if isinstance(domain.type, Maybe) or not allowed else allowed[0]
    if model.starts is not None:
        starts = build.expressions.constant(model.starts, Scope(f"vars.{name}"), domain.type).value
        members = starts if is_set and isinstance(starts, tuple) else (starts,)
        if domain.values and not set(members) <= set(domain.values):
            build.expressions.fail(model.starts, Code.WRONG_VALUE, f'"{model.starts.text}" is not one of its values')
    sees = _word(build, model.sees, ("everyone", "owner", "nobody"), "vars", name, "sees")
    _check_owner(build, sees, of, "vars", name, "of")
    per = model.per.text if model.per else "game"
    build.names.variables[name] = Variable(
        name, domain.type, allowed, of, keys.values, per, starts,
        cast(Literal["everyone", "owner", "nobody"], sees),
    )  # fmt: skip
    build.add(f"vars.{name}", "variable", model)
