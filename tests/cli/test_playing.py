"""Commands that play and answer: run, replay, legal, why, perft."""

import json
from pathlib import Path

import pytest

from tests.cli.beginnings import DEAL, POSITION
from tests.commands import Run


def test_run_is_the_same_again(run: Run) -> None:
    first, again = (run("run", "collapsi", "--games", 3, "--seed", 7) for _ in range(2))
    assert first.status == 0 and first.out == again.out and "3 games in" in first.err
    lines = [json.loads(line) for line in first.out.splitlines()]
    assert [line["seed"] for line in lines] == [7, 8, 9]
    alone = json.loads(run("run", "collapsi", "--seed", 8).out)
    assert alone == lines[1]
    assert alone.keys() == {"seed", "configuration", "ending", "winners", "returns", "turns", "decisions"}


def test_a_game_that_its_rules_do_not_cover_is_placed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "ruleloom: 1\ngame: endless\ntitle: Endless\nplayers: 2\nvars: {stones: {is: 0..3, starts: 3}}\n"
        "play:\n  - {id: turn, turns: players, text: Take one., do: {choose: take}}\n"
        "moves: {take: {cost: {stones: 1}, text: Take one.}}\n"
    )
    ran = run("run", "endless", "-R", tmp_path, "--seed", "4")
    assert ran.status == 1
    assert "game.yaml:7:5: error: the rules come to a point that they do not cover" in ran.err
    assert "seed 4" in ran.err


def test_rules_that_run_out_are_placed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "short"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "ruleloom: 1\ngame: short\ntitle: Short\nplayers: 2\nvars: {stones: {is: 0..3, starts: 3}}\n"
        "play:\n  - {id: turn, turns: players, rounds: 1, text: Take one., do: {choose: take}}\n"
        "moves: {take: {cost: {stones: 1}, text: Take one.}}\n"
    )
    ran = run("run", "short", "-R", tmp_path)
    assert "game.yaml:6:1: error:" in ran.err and "the rules ended, but the game did not" in ran.err


def test_records_replay(run: Run, tmp_path: Path) -> None:
    assert (
        run("run", "collapsi", "-v", "shifting_board", "--games", 2, "--records", tmp_path / "new" / "ones").status == 0
    )
    path = tmp_path / "new" / "ones" / "collapsi-1.json"
    ran = run("replay", path)
    assert ran.status == 0 and "collapsi+shifting_board(players=2)" in ran.out and "The game is over (stuck)" in ran.out
    before = path.read_bytes()
    other = run("run", "collapsi", "--games", 2, "--records", tmp_path / "new" / "ones")
    assert other.status == 1 and "another record is there already" in other.err and path.read_bytes() == before
    assert run("run", "collapsi", "-v", "shifting_board", "--games", 2, "--records", path.parent).status == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"what": "walk"', '"what": "wander"', "event 2: "),
        ('"format": 1', '"format": 2', "has the format 2"),
        ('"seed"', '"sneed"', 'it has the key "sneed", which means nothing, and lacks the key "seed"'),
        ('"what": "walk"', '"why": "walk"', 'event 2 has the key "why", which means nothing, and lacks the key "what"'),
        ('"ranks"', '"rank"', 'the result has the key "rank"'),
        ('"seed": 0', '"seed": -1', '"seed" is -1, and seeds start at 0'),
        ('"variants": []', '"variants": ["moon"]', 'no variant is called "moon"'),
        ('"game": "collapsi"', '"game": "chess"', 'no game is called "chess"'),
        ('"players": 2', '"players": 9', "not for 9 player(s)"),
        ('"game": "collapsi"', '"game": 7', '"game" has a value of the wrong type'),
        ('"ending": "stuck"', '"ending": "bored"', "bored"),
    ],
)  # fmt: skip
def test_records_that_do_not_fit(run: Run, tmp_path: Path, old: str, new: str, message: str) -> None:
    run("run", "collapsi", "--records", tmp_path)
    path = tmp_path / "collapsi-0.json"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = run("replay", path)
    assert ran.status == 1 and message in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("key", "value", "note"),
    [
        ("version", "0.9.0", 'calls the version of the rules "0.9.0"'),
        ("configuration", "chess", 'calls the configuration "chess"; it is collapsi('),
    ],
)
def test_what_a_record_says_of_itself_is_compared(run: Run, tmp_path: Path, key: str, value: str, note: str) -> None:
    run("run", "collapsi", "--records", tmp_path)
    path = tmp_path / "collapsi-0.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {key: value}), encoding="utf-8")
    ran = run("replay", path)
    assert ran.status == 0 and note in " ".join(ran.out.split())


def test_a_record_of_other_rules_says_so(run: Run, tmp_path: Path) -> None:
    run("run", "collapsi", "--records", tmp_path)
    path = tmp_path / "collapsi-0.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"version": "0.9.0", "rules": "0" * 64}), encoding="utf-8")
    ran = run("replay", path)
    assert ran.status == 0 and "version 0.9.0" in ran.out
    start = record["events"][0]["text"].split().index("J")
    record["events"][1]["text"] = str(start)
    path.write_text(json.dumps(record | {"version": "0.9.0", "rules": "0" * 64}), encoding="utf-8")
    refused = run("replay", path)
    assert refused.status == 1 and "version 0.9.0" in refused.err
    assert f"event 2: {start} is not allowed: 6.1" in refused.err


def test_legal_prints_moves_in_order(run: Run) -> None:
    ran = run("legal", "collapsi", "--deal", DEAL)
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "Player 1 has the choice walk, with 14 legal moves:"
    moves = run("legal", "collapsi", "--deal", DEAL, "--json").json
    assert isinstance(moves, dict) and moves["moves"] == ran.out.split("\n", 1)[1].split()


def test_legal_in_a_position_with_moves_behind_it(run: Run, position: Path) -> None:
    asked = ("legal", "collapsi", position, "-v", "adjacent_revival", "--after", 5)
    assert "Player 1 has the choice adjacent" in run(*asked).out
    assert run(*asked, "--after", "adjacent 6").out.startswith("Player 2 has the choice walk")
    refused = run(*asked, "--after", "adjacent 10")
    assert refused.status == 1 and "The card must lie next to your pawn" in refused.err and "legal here:" in refused.err


def test_why_names_rule_sentence_values_and_place(run: Run, position: Path) -> None:
    ran = run("why", "collapsi", position, 1)
    assert ran.status == 0 and "Enter no collapsed card." in ran.out
    assert "p is 1" in ran.out and "open_cards, " in ran.out and "collapsi/game.yaml:" in ran.out
    assert run("why", "collapsi", position, "walk", 5).out == "walk 5 is legal.\n"
    reasons = run("why", "collapsi", position, 1, "--json").json
    assert isinstance(reasons, dict)
    assert "open_cards" in [rule["id"] for reason in reasons["reasons"] for rule in reason["rules"]]
    assert run("why", "collapsi", "--deal", DEAL, 9).out == "9 is legal.\n"


def test_why_needs_no_position_without_chance(run: Run) -> None:
    assert run("why", "tic_tac_toe", "b2").out == "b2 is legal.\n"
    assert "is no " in run("why", "tic_tac_toe", "d9").err


def test_why_of_what_is_used_up(run: Run, position: Path) -> None:
    position.write_text(
        POSITION + "  used: {1: adjacent}\n  at: adjacent\n  memory: {walk.origin: 0}\n", encoding="utf-8"
    )
    ran = run("why", "collapsi", position, "adjacent", 1, "-v", "adjacent_revival")
    assert ran.status == 1 or "only once in a game" in ran.out


def test_perft_prints_a_count_for_programs(run: Run) -> None:
    counted = run("perft", "collapsi", "--deal", DEAL, "--depth", 2, "--json")
    assert counted.status == 0 and json.loads(counted.out)["count"] == 182
    by_turn = ("perft", "collapsi", "-v", "shifting_board", "--deal", DEAL, "--depth", 1, "--by", "turn", "--json")
    assert json.loads(run(*by_turn).out)["count"] == 56
    divided = json.loads(run("perft", "collapsi", "--deal", DEAL, "--depth", 2, "--divide", "--json").out)
    assert sum(divided["divide"].values()) == divided["count"] == 182
    assert run("perft", "collapsi", "--deal", DEAL, "--depth", 0).out == "1\n"
