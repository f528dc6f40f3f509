"""The engine that commands run games on."""

from pathlib import Path

import pytest

from tests.commands import Run
from tests.games import DATA

NOT_LOWERED = DATA / "rulesets" / "sealed"


def test_games_come_out_the_same_on_each_engine(run: Run) -> None:
    games = {engine: run("run", "pig", "--games", 5, "--engine", engine).out for engine in ("reference", "portable")}
    assert games["reference"] == games["portable"] != ""


@pytest.mark.parametrize(
    "command", [("perft", "tic_tac_toe", "--depth", 3), ("perft", "nim", "--depth", 4, "--divide")]
)
def test_counts_are_the_same_on_each_engine(run: Run, command: tuple[object, ...]) -> None:
    assert run(*command).out == run(*command, "--engine", "portable").out != ""


def test_perft_stops_at_chance_on_each_engine(run: Run) -> None:
    errors = {
        run("perft", "pig", "--seed", 1, "--depth", 3, "--engine", name).err for name in ("reference", "portable")
    }
    assert len(errors) == 1 and "comes first" in errors.pop()


def test_records_replay_on_another_engine(run: Run, tmp_path: Path) -> None:
    run("run", "kuhn_poker", "--records", tmp_path, "--engine", "portable")
    record = tmp_path / "kuhn_poker-0.json"
    assert run("replay", record).out == run("replay", record, "--engine", "portable").out != ""


def test_check_runs_scenarios_on_an_engine(run: Run) -> None:
    assert "nothing is wrong" in run("check", "nim", "--engine", "portable").out


def test_a_game_that_an_engine_cannot_run_is_a_located_error(run: Run) -> None:
    ran = run("run", NOT_LOWERED, "--engine", "portable")
    assert ran.status == 1 and "sealed/game.yaml:" in ran.err.splitlines()[0]
    assert "the portable engine cannot run this game yet: " in ran.err and "--engine auto" in ran.err
    assert run("emit", NOT_LOWERED, "--python").status == 1


def test_auto_says_once_that_the_reference_runs_a_game(run: Run) -> None:
    ran = run("run", NOT_LOWERED, "--engine", "auto", "--games", 2)
    assert ran.status == 0 and ran.err.count("the reference engine runs this game") == 1
    assert ran.out == run("run", NOT_LOWERED, "--games", 2).out


def test_the_environment_names_an_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELOOM_ENGINE", "portable")
    assert run("run", NOT_LOWERED).status == 1
    assert run("run", NOT_LOWERED, "--engine", "reference").status == 0
    monkeypatch.setenv("RULELOOM_ENGINE", "potable")
    ran = run("run", "nim")
    assert ran.status == 1 and 'RULELOOM_ENGINE: error: there is no engine "potable"' in ran.err


def test_emit_prints_a_module_of_python(run: Run) -> None:
    text = run("emit", "collapsi", "-v", "solo", "--python").out
    names: dict[str, object] = {}
    exec(text, names)
    assert {"State", "Options", "BLOCKS", "legal", "take", "absent", "chance", "result"} <= names.keys()
