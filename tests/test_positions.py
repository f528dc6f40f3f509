"""Positions: every state can be written down and laid out again, and what is wrong in a file is said at its place."""

import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleloom.chance import Seeded
from ruleloom.errors import PositionError
from ruleloom.game import Decision, Game, State
from ruleloom.position import build, describe
from ruleloom.scenarios import run
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError
from ruleloom_dsl.ir.position import Position
from ruleloom_dsl.load import open_game
from ruleloom_dsl.positions import (
    blame,
    check_about,
    load_configuration,
    read_all_scenarios,
    read_position_text,
    read_scenarios,
)
from tests.games import Configuration, configurations, game, random_states, source

DATA = Path(__file__).parent / "data" / "positions"
STATES = 12  # of each game


def laid_out_again(state: State) -> State:
    return build(state.game, Position(given=describe(state)), Seeded(1))


@pytest.mark.parametrize("asked", configurations(), ids=str)
def test_a_state_can_be_written_down(asked: Configuration) -> None:
    for state in islice(random_states(game(asked), 1), STATES):
        if isinstance(state.pending, Decision):
            again = laid_out_again(state)
            assert again.pending == state.pending
            assert describe(again) == describe(state)
            board = state.game.rules.board
            if board is None or not board.movable:
                assert again == state


REFUSED = yaml.safe_load((DATA / "refused.yaml").read_text(encoding="utf-8"))


def diagnose(name: str, text: str) -> tuple[Diagnostic, ...]:
    report = Report()
    written = read_position_text(text, "position.yaml", report)
    if written is None:
        return report.diagnostics
    try:
        rules = load_configuration(source(name), written.position, written.document).game
        build(Game(rules), written.position)
    except RulesetError as error:
        return error.diagnostics
    except PositionError as error:
        blame(error.message, error.path, error.help, written, report)
    return report.diagnostics


def shown(found: Diagnostic) -> str:
    place = f"{found.span.line}:{found.span.column}" if found.span else "nowhere"
    return f"{found.code} {place} {found.message}"


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["title"])
def test_what_is_wrong_is_said_at_its_place(case: dict[str, Any]) -> None:
    assert [shown(found) for found in diagnose(case.get("game", "collapsi"), case["text"])] == case["expect"]


FAILING = yaml.safe_load((DATA / "failing.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", FAILING, ids=lambda case: case["title"])
def test_what_a_scenario_misses_is_said_at_its_place(case: dict[str, Any], tmp_path: Path) -> None:
    path, report = tmp_path / "scenarios.yaml", Report()
    path.write_text(case["text"], encoding="utf-8")
    for written in read_scenarios(path, report):
        ruleset = load_configuration(source(case.get("game", "collapsi")), written.scenario.position, written.document)
        check_about(written, ruleset, report)
        for failure in run(Game(ruleset.game), written.scenario):
            blame(failure.message, failure.path, failure.help, written, report)
    assert [shown(found) for found in report.diagnostics] == case["expect"]


def test_no_two_scenarios_of_a_game_have_one_id(tmp_path: Path) -> None:
    folder, report = tmp_path / "dare", Report()
    shutil.copytree(source("dare").folder, folder)
    (folder / "scenarios").mkdir()
    for name in ("one", "two"):
        text = "scenarios:\n  same: {expect: {player: 1}}\n"
        (folder / "scenarios" / f"{name}.yaml").write_text(text, encoding="utf-8")
    read_all_scenarios(open_game("dare", [tmp_path]), report)
    assert [shown(found) for found in report.diagnostics] == ['id-taken 2:3 two scenarios have the id "same"']
