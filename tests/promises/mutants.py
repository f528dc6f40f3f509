"""Every rule matters: take it away, and a scenario fails.

A mutant is the checked form of a configuration without one clause, exception, limit, condition or statement. It is
missed if a scenario of any configuration fails with the same mutation there.
"""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from ruleloom.game import Game
from ruleloom.scenarios import run
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.ir import game as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Const, Logic, Quantified
from ruleloom_dsl.ir.position import Scenario
from ruleloom_dsl.ir.types import Number, Truth
from ruleloom_dsl.positions import load_configuration, read_all_scenarios
from tests.games import source

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
        case ir.Cost():
            yield "cost", dataclasses.replace(node, amount=Const(0, Number()))
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
    if isinstance(key := getattr(item, "key", None), str) and key:  # of a statement that sets a variable it says whose
        return f"{type(item).__name__} {key}"
    if isinstance(item, st.Group) and item.id:  # it has a key of its own, wherever a variant has moved it
        return f"Group {item.owner}"
    return f"{type(item).__name__} {getattr(item, 'owner', '') or owner} [{number}]"


@cache
def shown(name: str) -> tuple[tuple[ir.Game, tuple[Scenario, ...]], ...]:
    """The configurations that a game's scenarios are played in, each with its scenarios."""
    report, read = Report(), source(name)
    found = dict[str, tuple[ir.Game, list[Scenario]]]()
    for each in read_all_scenarios(read, report):
        rules = load_configuration(read, each.scenario.position, each.document).game
        found.setdefault(rules.configuration.id, (rules, []))[1].append(each.scenario)
    report.raise_errors()
    return tuple((rules, tuple(scenarios)) for rules, scenarios in found.values())


def is_missed(mutant: Mutant, scenarios: Iterable[Scenario]) -> bool:
    """Whether a scenario notices that a rule is gone; rules that cannot be run at all are noticed too."""
    try:
        game = Game(mutant.rules)
        return any(run(game, scenario) for scenario in scenarios)
    except (ValueError, TypeError, LookupError, AssertionError):
        return True


@cache
def every_mutant(name: str) -> dict[str, list[tuple[Mutant, tuple[Scenario, ...]]]]:
    """What can be taken away from a game, and what that makes of each configuration that has it."""
    found: dict[str, list[tuple[Mutant, tuple[Scenario, ...]]]] = {}
    for rules, scenarios in shown(name):
        for mutant in mutants(rules):
            found.setdefault(mutant.name, []).append((mutant, scenarios))
    return found


def not_missed(name: str, most: int | None = None) -> list[str]:
    """What can be taken away from a game without a scenario failing, among all or among some that a seed draws."""
    every = every_mutant(name)
    tried = sorted(every) if most is None else Random(name).sample(sorted(every), min(most, len(every)))
    return [each for each in tried if not any(is_missed(mutant, scenarios) for mutant, scenarios in every[each])]
