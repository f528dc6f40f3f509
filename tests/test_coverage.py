"""The games that tests play use all of the language: every key of the files, every form of the checked form."""

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from ruleloom.game import Decision
from ruleloom.results import Outcome
from ruleloom_dsl import ast, catalog
from ruleloom_dsl.builtins import BUILTINS, DOTTED
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.expressions import ExpressionError, parse_effect, parse_expression
from ruleloom_dsl.ir import expressions, statements, types
from ruleloom_dsl.ir import game as declared
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.schema import declarations as declared_schema
from ruleloom_dsl.schema import game as game_schema
from ruleloom_dsl.schema import moves as move_schema
from ruleloom_dsl.schema import statements as statement_schema
from ruleloom_dsl.schema import types as type_schema
from ruleloom_dsl.schema.fields import LocatedModel
from tests.games import LEAKY, SMALL, Configuration, configurations, game, random_states, ruleset, source

NOT_YET = {"Board.sees=owner", "Board.sees=team", "Board.sees=nobody", "Board.sees=top", "Board.sees=count"}
"""What the checked form could hold and no file can say: a board is seen by everyone or `face_up`."""

SHARED = (statement_schema.Sourced, statement_schema.StatementModel)
OF_ALL = set(statement_schema.StatementModel.model_fields)  # what every element may carry need not be shown for each

GAMES = 60


def classes(*modules: ModuleType) -> Iterator[type]:
    for module in modules:
        yield from (
            each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__
        )


# --- the checked form -------------------------------------------------------------------------------------------------


def forms(node_type: type) -> Iterator[str]:
    """A class of the checked form, each word that a field of it may have, and none and something where both may be."""
    yield node_type.__name__
    for name, hint in get_type_hints(node_type).items():
        if get_origin(hint) is Literal:
            yield from (f"{node_type.__name__}.{name}={word}" for word in get_args(hint))
        elif hint is bool:
            yield from (f"{node_type.__name__}.{name}={truth}" for truth in (False, True))
        elif type(None) in get_args(hint):
            yield from (f"{node_type.__name__}.{name}={state}" for state in ("none", "given"))


def forms_of(node: object) -> Iterator[str]:
    yield type(node).__name__
    for name, hint in get_type_hints(type(node)).items():
        value = getattr(node, name)
        if (
            get_origin(hint) is Literal
            or hint is bool
            or (isinstance(node, expressions.CallBuiltin) and name == "name")
        ):
            yield f"{type(node).__name__}.{name}={value}"
        elif type(None) in get_args(hint):
            yield f"{type(node).__name__}.{name}={'none' if value is None else 'given'}"


def test_every_form_of_the_checked_form_is_played() -> None:
    wanted = {f"CallBuiltin.name={name}" for name in (*BUILTINS, *DOTTED)}
    for each in classes(types, expressions, statements, declared):
        wanted |= set(forms(each)) if dataclasses.is_dataclass(each) else set()
    played = {form for asked in configurations() for node in inside(ruleset(asked).game) for form in forms_of(node)}
    assert wanted - played - NOT_YET == set()
    assert not NOT_YET & played


# --- the files --------------------------------------------------------------------------------------------------------


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            yield from chain.from_iterable(map(scalars, node.items))
        case Mapping():
            yield from chain.from_iterable(scalars(entry.value) for entry in node.entries)


def documents() -> Iterator[Mapping]:
    for name in (*catalog.games(), *SMALL):
        yield source(name).document
        yield from (variant.document for variant in source(name).variants.values())


def parsed(text: str) -> Iterator[ast.Node]:
    """The syntax trees that a text can be read as; a sentence is hardly ever one."""
    for parse in (parse_expression, parse_effect):
        try:
            yield parse(text)
        except ExpressionError:
            continue


def test_every_form_of_the_grammar_is_used() -> None:
    used: set[str] = set()
    for scalar in chain.from_iterable(map(scalars, documents())):
        for tree in parsed(scalar.text):
            used |= {type(node).__name__ for node in with_children(tree)}
    wanted = {each.__name__ for each in classes(ast) if issubclass(each, ast.Node) and each is not ast.Node}
    assert wanted - used == set()


def with_children(tree: ast.Node) -> Iterator[ast.Node]:
    yield tree
    for child in ast.children(tree):
        yield from with_children(child)


def keys_used(element: LocatedModel) -> Iterator[str]:
    """The keys that are written in an element and in those inside it."""
    yield from (
        f"{type(element).__name__}.{name}" for name in element.model_fields_set & set(type(element).model_fields)
    )
    for name in type(element).model_fields:
        yield from chain.from_iterable(map(keys_used, elements_in(getattr(element, name))))


def elements_in(value: object) -> Iterable[LocatedModel]:
    match value:
        case LocatedModel():
            return [value]
        case tuple():
            return chain.from_iterable(map(elements_in, value))
        case dict():
            return chain.from_iterable(map(elements_in, value.values()))
        case _:
            return []


def test_every_key_is_written_in_some_game() -> None:
    used: set[str] = set()
    for asked in configurations():
        used |= set(keys_used(ruleset(asked).model))
    for name in catalog.games():
        used |= {key for model in source(name).models.values() for key in keys_used(model)}
    modules = (game_schema, declared_schema, type_schema, move_schema, statement_schema)
    models = [each for each in classes(*modules) if issubclass(each, LocatedModel)]
    wanted = {
        f"{each.__name__}.{name}" for each in models if each not in SHARED for name in set(each.model_fields) - OF_ALL
    }
    assert wanted - used == set()


@pytest.mark.parametrize("name", (*SMALL, *LEAKY))
def test_the_small_games_are_faultless(name: str) -> None:
    assert check_game(source(name)) == ()
    assert len(Path(source(name).document.span.file).read_text(encoding="utf-8").splitlines()) <= 60


# --- the interpreter --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_random_games_come_to_everything(name: str) -> None:
    """Every move, every choice and every ending of a small game."""
    played = game(Configuration(name))
    seen: set[str] = set()
    for seed in range(GAMES):
        for state in random_states(played, seed):
            match state.pending:
                case Decision(id=choice, moves=moves):
                    seen |= {choice, *(move.alternative for move in moves)}
                case Outcome(ending=ending):
                    seen.add(ending)
    rules = played.rules
    choices = {
        node.id for node in inside((rules.setup, rules.play, rules.steps)) if isinstance(node, statements.Choose)
    }
    assert {*choices, *(move.id for move in rules.moves), *(ending.id for ending in rules.ends)} - seen == set()
