"""The engine that commands run games on."""

from pathlib import Path

import pytest

from tests.commands import Run

TOO_WIDE = ("hex", "-o", "size=19")  # for the masks of the native engine


@pytest.mark.parametrize("game", ["pig", "collusion", "crazy_eights"])  # returns, ranks, the fewest points
def test_games_come_out_the_same_on_each_engine(run: Run, game: str) -> None:
    games = {engine: run("run", game, "--games", 3, "--engine", engine).out for engine in ("reference", "portable")}
    assert games["reference"] == games["portable"] != ""


def test_games_come_out_the_same_written_down_or_not(run: Run, tmp_path: Path) -> None:
    asked = ("run", "pig", "--games", 20, "--seed", 10**17, "--engine", "portable")
    assert run(*asked).out == run(*asked, "--records", tmp_path).out != ""


def test_games_are_told_up_to_one_that_the_rules_do_not_cover(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "unlucky"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "ruleloom: 1\ngame: unlucky\ntitle: Unlucky\nplayers: 2\n"
        "vars: {stones: {is: 0..6, starts: 6}, up: {is: 0..1}}\n"
        "play: {id: turn, turns: players, text: Toss in turn., do: {choose: toss}}\n"
        "moves: {toss: {cost: {stones: 1}, text: Toss., then: roll up from 0..1}}\n"
        "ends: {up: {after: toss, when: up == 1, win: me, text: One wins.}}\n"
    )
    ran = [run("run", "unlucky", "-R", tmp_path, "--games", 99, "--engine", each) for each in ("reference", "portable")]
    assert ran[0] == ran[1] and ran[0].status == 1
    count = len(ran[0].out.splitlines())
    assert count > 16 and f"seed {count}" in ran[0].err


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
    ran = run("run", *TOO_WIDE, "--engine", "native")
    assert ran.status == 1 and "hex/game.yaml:" in ran.err.splitlines()[0]
    assert "the native engine cannot run this game yet: " in ran.err and "--engine auto" in ran.err
    assert run("emit", *TOO_WIDE, "--c").status == 1


def test_auto_says_once_that_another_engine_runs_a_game(run: Run) -> None:
    ran = run("run", *TOO_WIDE, "--engine", "auto", "--games", 2)
    assert ran.status == 0 and ran.err.count("the native engine is not used") == 1
    assert ran.out == run("run", *TOO_WIDE, "--games", 2, "--engine", "portable").out


def test_the_environment_names_an_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELOOM_ENGINE", "native")
    assert run("run", *TOO_WIDE).status == 1
    assert run("run", *TOO_WIDE, "--engine", "portable").status == 0
    monkeypatch.setenv("RULELOOM_ENGINE", "potable")
    ran = run("run", "nim")
    assert ran.status == 1 and 'RULELOOM_ENGINE: error: there is no engine "potable"' in ran.err


def test_emit_prints_a_module_of_python(run: Run) -> None:
    text = run("emit", "collapsi", "-v", "solo", "--python").out
    names: dict[str, object] = {}
    exec(text, names)
    assert {"State", "Options", "BLOCKS", "legal", "take", "absent", "chance", "result"} <= names.keys()


def test_emit_leaves_out_what_it_is_asked_to(run: Run) -> None:
    field = "KeptMask v0is"
    whole = run("emit", "tic_tac_toe", "--c").out
    without = run("emit", "tic_tac_toe", "--c", "--without", "facts", "--without", "folding").out
    assert field in whole and field not in without
    assert without.startswith("/* Made without facts, folding. */")


def test_emit_knows_what_can_be_left_out(run: Run) -> None:
    ran = run("emit", "tic_tac_toe", "--python", "--without", "mask")
    assert ran.status == 1 and '--without: error: there is no optimisation "mask"' in ran.err
    assert 'did you mean "masks"?' in ran.err
