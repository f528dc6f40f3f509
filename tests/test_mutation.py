"""Every rule matters: take it away, and a scenario fails.

A mutant is the checked form of a configuration without one clause, exception, limit, condition or statement. It is
killed if a scenario of any configuration fails with the same mutation there.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from ruleloom.game import Game
from ruleloom.scenarios import run
from ruleloom_dsl import catalog, open_game
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.ir import game as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Const, Logic, Quantified
from ruleloom_dsl.ir.position import Scenario
from ruleloom_dsl.ir.types import Number, Truth
from ruleloom_dsl.positions import load_configuration, read_all_scenarios

REMOVED = ir.Clause | ir.Exemption | st.Statement


@dataclass(frozen=True, slots=True)
class Mutant:
    """A configuration without one rule."""

    name: str
    rules: ir.Game


def mutants(rules: ir.Game) -> Iterator[Mutant]:
    """The configuration without each of its rules in turn."""
    for name, mutated in _mutated(_bounded(rules), ""):
        assert isinstance(mutated, ir.Game)
        yield Mutant(name, mutated)


def _bounded(node: object) -> object:
    """The same rules with a bound on all turns, so that taking away what ends a game is noticed."""
    if isinstance(node, tuple):
        return tuple(_bounded(item) for item in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    values = {field.name: _bounded(getattr(node, field.name)) for field in dataclasses.fields(node)}
    if isinstance(node, st.Turns) and node.bound is None:
        values["bound"] = st.Bound(Const(1000, Number()), None)
    return dataclasses.replace(node, **values)


def _mutated(node: object, owner: str) -> Iterator[tuple[str, object]]:
    """Everything that a node becomes when one rule in it goes away."""
    if isinstance(node, tuple):
        for number, item in enumerate(node):
            rest = (node[:number], node[number + 1 :])
            if isinstance(item, REMOVED):
                yield f"without {_named(item, owner, number)}", rest[0] + rest[1]
            yield from ((name, (*rest[0], other, *rest[1])) for name, other in _mutated(item, owner))
    elif dataclasses.is_dataclass(node) and not isinstance(node, type):
        owner = str(getattr(node, "key", "") or getattr(node, "owner", "") or getattr(node, "id", "") or owner)
        yield from ((f"without {what} of {owner}", other) for what, other in _weakened(node))
        for field in dataclasses.fields(node):
            for name, other in _mutated(getattr(node, field.name), owner):
                yield name, dataclasses.replace(node, **{field.name: other})


def _weakened(node: object) -> Iterator[tuple[str, object]]:
    match node:
        case ir.Limit():
            yield "limit", dataclasses.replace(node, times=99)
        case ir.Exemption():
            yield "when", dataclasses.replace(node, when=Const(True, Truth()))
        case Logic(_, left, right):
            yield "the right side of a condition", left
            yield "the left side of a condition", right
        case ir.Clause(when=value) | ir.Ending(when=value) if value is not None:
            yield "when", dataclasses.replace(node, when=None)
        case Quantified(where=value) | st.Each(where=value) if value is not None:
            yield "where", dataclasses.replace(node, where=None)
        case st.Choose(if_none=value) if value is not None:
            yield "if_none", dataclasses.replace(node, if_none=None)


def _named(item: REMOVED, owner: str, number: int) -> str:
    if isinstance(key := getattr(item, "key", None), str):
        return f"{type(item).__name__} {key}"
    return f"{type(item).__name__} {getattr(item, 'owner', '') or owner} [{number}]"


def configurations(name: str) -> list[tuple[ir.Game, list[Scenario]]]:
    report = Report()
    source, found = open_game(name), dict[str, tuple[ir.Game, list[Scenario]]]()
    for each in read_all_scenarios(source, report):
        rules = load_configuration(source, each.scenario.position, each.document).game
        found.setdefault(rules.configuration.id, (rules, []))[1].append(each.scenario)
    report.raise_errors()
    return list(found.values())


def is_killed(mutant: Mutant, scenarios: list[Scenario]) -> bool:
    """Whether a scenario notices; rules that cannot be run at all are noticed too."""
    try:
        game = Game(mutant.rules)
        return any(run(game, scenario) for scenario in scenarios)
    except (ValueError, TypeError, LookupError, AssertionError):
        return True


@pytest.mark.parametrize("name", list(catalog.games()))
def test_every_rule_is_missed_when_it_is_gone(name: str) -> None:
    survivors: dict[str, None] = {}
    killed: set[str] = set()
    for rules, scenarios in configurations(name):
        for mutant in mutants(rules):
            if mutant.name in killed:
                continue
            if is_killed(mutant, scenarios):
                killed.add(mutant.name)
            else:
                survivors[mutant.name] = None
    left = [mutant for mutant in survivors if mutant not in killed]
    print(f"{len(killed)} mutants of {name} killed, {len(left)} left")
    assert not left, "\n".join(left)
