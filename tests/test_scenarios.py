"""Every scenario of every shipped game, and what the scenarios of a game must cover together."""

from functools import cache

import pytest

from ruleloom.game import Game
from ruleloom.scenarios import run
from ruleloom_dsl import Ruleset, catalog, open_game
from ruleloom_dsl.diagnostics import Report, render_all
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.ir.position import Position
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.positions import ScenarioSource, check_about, load_configuration, read_all_scenarios

COVERED = ("statement", "move", "clause", "exception", "ending", "option", "ruling")
GAMES = {name: open_game(name) for name in catalog.games()}


@cache
def scenarios(name: str) -> tuple[ScenarioSource, ...]:
    report = Report()
    found = read_all_scenarios(GAMES[name], report)
    report.raise_errors()
    return found


SCENARIOS = [
    pytest.param(name, scenario, id=f"{format_place(scenario.place)}: {scenario.scenario.id}")
    for name in GAMES
    for scenario in scenarios(name)
]
_LOADED: dict[tuple[str, object, object, object], tuple[Ruleset, Game]] = {}


def loaded(source: GameSource, scenario: ScenarioSource) -> tuple[Ruleset, Game]:
    """The configuration of a scenario; each is loaded once."""
    position: Position = scenario.scenario.position
    key = source.id, tuple(sorted(position.variants)), position.players, tuple(sorted(position.options))
    if key not in _LOADED:
        ruleset = load_configuration(source, position, scenario.document)
        _LOADED[key] = ruleset, Game(ruleset.game)
    return _LOADED[key]


@pytest.mark.parametrize("name, scenario", SCENARIOS)
def test_scenario(name: str, scenario: ScenarioSource) -> None:
    ruleset, game = loaded(GAMES[name], scenario)
    report = Report()
    check_about(scenario, ruleset, report)
    assert not report.diagnostics, render_all(report.diagnostics)
    failures = [f"{format_place(scenario.span(each.path))}: {each.message}" for each in run(game, scenario.scenario)]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_scenario(name: str) -> None:
    shown = {key for each in scenarios(name) for key in each.scenario.about}
    elements = {
        element.key
        for each in scenarios(name)
        for element in loaded(GAMES[name], each)[0].elements
        if element.kind in COVERED and element.text
    }
    assert sorted(elements - shown) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_has_a_scenario(name: str) -> None:
    used = {variant for each in scenarios(name) for variant in loaded(GAMES[name], each)[0].variants}
    assert sorted(used) == sorted(GAMES[name].variants)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_an_answer(name: str) -> None:
    asked = [each.scenario for each in scenarios(name) if each.scenario.faq or each.scenario.answer]
    assert all(each.faq and each.answer for each in asked)
    assert all(each.scenario.title or each.scenario.faq for each in scenarios(name))
