"""`ruleloom simulate` and `ruleloom report` as they are typed."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from ruleloom.bots import RANDOM
from ruleloom.cli.progress import Progress
from ruleloom.cli.signals import Heard
from ruleloom.simulate.batches import Series
from tests.commands import Ran, Run
from tests.games import DATA
from tests.simulate.simulations import COMMAND, QUICK, batch_of, kept


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def simulate(run: Run, store: Path) -> Run:
    def one(*arguments: object) -> Ran:
        return run("simulate", QUICK.game, "--store", store, *arguments)

    return one


def test_games_are_played_once(simulate: Run, store: Path) -> None:
    ran = simulate("--games", 60, "--seed", 3, "--workers", 2)
    assert ran.status == 0 and "60 games of tic_tac_toe(players=2)" in ran.out and "games/s" in ran.err
    series = Series(3, 60, 20)
    batches = [batch_of(number, series) for number in range(3)]
    assert kept(store) == [(each.number, each.games, each.tally) for each in batches]
    again = simulate("--json")
    assert "there already" in again.err
    assert again.json == {
        "configuration": "tic_tac_toe(players=2)", "store": str(store), "seed": 3, "games": 60, "wanted": 60,
        "complete": True,
    }  # fmt: skip


def test_more_games_are_added(simulate: Run, store: Path) -> None:
    simulate("--games", 50)
    before = kept(store)
    assert simulate("--games", 70).status == 0
    assert kept(store)[:2] == before[:2] and sum(games for _, games, _ in kept(store)) == 70


@pytest.mark.parametrize(("arguments", "said"), [
    (("--seed", 4), "its games come from the seed 0"),
    (("--bot", "2:cat"), "its games are played by random, random, and these would be by random, cat"),
    (("--games", 5), "for 20 games; ask for as many or more"),
])  # fmt: skip
def test_a_store_of_other_games_is_refused(
    simulate: Run, store: Path, arguments: tuple[object, ...], said: str
) -> None:
    simulate("--games", 20)
    before = store.read_bytes()
    ran = simulate(*arguments)
    assert ran.status == 1 and said in ran.err and store.read_bytes() == before


def test_a_store_of_another_configuration_or_older_rules_is_refused(run: Run, tmp_path: Path, store: Path) -> None:
    folder = tmp_path / "coin"
    folder.mkdir()
    rules = (
        "ruleloom: 1\ngame: coin\ntitle: Coin\nplayers: 2\nvars: {up: {is: 0..1}}\n"
        "moves: {toss: {text: Toss., then: roll up from 0..1}}\n"
        "play: {id: turn, turns: players, text: Toss in turn., do: {choose: toss}}\n"
        "ends: {up: {after: toss, when: up == 1, win: me, text: One wins.}}\n"
    )
    (folder / "game.yaml").write_text(rules, encoding="utf-8")
    assert run("simulate", "coin", "-R", tmp_path, "--store", store, "--games", 20).status == 0
    other = run("simulate", "tic_tac_toe", "--store", store)
    assert other.status == 1 and "holds games of coin(players=2), and these would be games of tic_tac_toe" in other.err
    (folder / "game.yaml").write_text(rules.replace("win: me", "lose: me"), encoding="utf-8")
    changed = run("simulate", "coin", "-R", tmp_path, "--store", store)
    assert changed.status == 1 and "the rules of coin(players=2) have changed" in changed.err


def test_a_game_that_its_rules_do_not_cover_is_placed(run: Run, tmp_path: Path, store: Path) -> None:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "ruleloom: 1\ngame: endless\ntitle: Endless\nplayers: 2\nvars: {stones: {is: 0..3, starts: 3}}\n"
        "play:\n  - {id: turn, turns: players, text: Take one., do: {choose: take}}\n"
        "moves: {take: {cost: {stones: 1}, text: Take one.}}\n"
    )
    ran = run("simulate", "endless", "-R", tmp_path, "--seed", "4", "--store", store)
    assert ran.status == 1
    assert "game.yaml:7:5: error: the rules come to a point that they do not cover" in ran.err
    assert "seed 4000000000" in ran.err


@pytest.mark.parametrize(("arguments", "said"), [
    (("--games", 0), "there can be 1 to"),
    (("--seed", 10**7), "a seed is a number below 10,000,000"),
    (("--workers", 0), "there can be 1 to 256 processes"),
    (("--workers", 100_000), "there can be 1 to 256 processes"),
    (("--bots", "random,random,random"), "3 bots are named for 2 players"),
    (("--bots", "random", "--bot", "1:cat"), "two bots are named for player 1"),
    (("--bot", "no-such-program"), "no-such-program"),
])  # fmt: skip
def test_what_cannot_be_is_refused(simulate: Run, arguments: tuple[object, ...], said: str) -> None:
    ran = simulate(*arguments)
    assert ran.status == 1 and said in ran.err


def test_a_store_is_never_written_over(simulate: Run, run: Run, store: Path) -> None:
    simulate("--games", 20, "--workers", 1)
    before = store.read_bytes()
    other = store.with_name("other.db")
    other.write_bytes(before)
    asked = (
        ("simulate", QUICK.game, "--store", store, "--parquet", store),
        ("report", store, "--out", store),
        ("report", store, "--against", other, "--out", other),
    )
    for words in asked:
        ran = run(*words)
        assert ran.status == 1 and "this file is read here" in ran.err
    assert store.read_bytes() == other.read_bytes() == before


def test_a_start_that_fails_leaves_no_store(simulate: Run, store: Path) -> None:
    assert simulate("--bot", "1:false").status == 1
    assert not store.exists()
    assert simulate("--games", 20, "--workers", 1).status == 0


def test_bots_take_their_seats(simulate: Run, run: Run, tmp_path: Path, store: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text(
        "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n"
        "    if message['type'] == 'choose':\n        print(json.dumps({'move': message['moves'][0]}), flush=True)\n"
    )
    assert simulate("--games", 40, "--workers", 2, "--bots", f"random,{sys.executable} {bot}").status == 0
    report = run("report", store)
    assert "first.py" in report.out and "would be fair" in report.out
    assert run("report", store, "--json").json["report"]["bots"][0]["bot"] == RANDOM  # type: ignore[index]


@pytest.mark.parametrize("signalled", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(store: Path, simulate: Run, signalled: signal.Signals) -> None:
    arguments = ["simulate", QUICK.game, "--games", "400000", "--store", str(store)]
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)  # fmt: skip
    while not store.exists() or not kept_meanwhile(store):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signalled) if signalled == signal.SIGINT else process.send_signal(signalled)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 128 + signalled
    assert "of 400,000 games are kept; the same command again goes on from there" in out and "Traceback" not in err
    assert [each.name for each in store.parent.iterdir()] == [store.name]
    assert 0 < len(kept(store)) < 1_000


def test_what_is_stopped_at_its_beginning_says_nothing_of_an_end(
    simulate: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(store: object, batches: Generator[object], progress: object, heard: Heard) -> bool:
        batches.close()
        heard(signal.SIGINT, None)
        return False

    monkeypatch.setattr("ruleloom.cli.simulating.keep_all", stop)
    ran = simulate("--games", 2_000)
    assert (ran.status, ran.err) == (130, "")
    assert ran.out == f"{store}: stopped before the first of 2,000 games was kept\n" and not store.exists()


def kept_meanwhile(store: Path) -> bool:
    import sqlite3

    try:
        return bool(kept(store))
    except sqlite3.OperationalError:
        return False


def test_a_page_and_a_comparison(simulate: Run, run: Run, tmp_path: Path, store: Path) -> None:
    simulate("--games", 60)
    other, page = tmp_path / "other.db", tmp_path / "page.html"
    run("simulate", "nim", "--games", 40, "--store", other)
    ran = run("report", store, "--against", other, "--out", page)
    assert ran.status == 0 and "tic_tac_toe(players=2) against nim(players=2" in ran.out
    assert "Ended by line" in ran.out and page.read_text(encoding="utf-8").startswith("<!doctype html>")
    data = run("report", store, "--against", other, "--json").json
    assert isinstance(data, dict) and data["report"]["games"] == 60 and data["against"]["games"] == 40


def test_a_page_is_in_the_language_that_is_named(simulate: Run, run: Run, tmp_path: Path, store: Path) -> None:
    simulate("--games", 20)
    page = tmp_path / "page.html"
    assert run("report", store, "--out", page, "--lang", "de").err == ""
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text and "Zufällige Züge" in text and "You win" not in text
    assert run("report", store, "--out", page, "--lang", "xx").status == 1


@pytest.mark.parametrize(("language", "texts"), [
    ("de", ("60 Partien\n", "Wer gewinnt\n", "  Spieler 1", "gewonnen; mittleres Ergebnis", "Zufällige Züge",
            "gegen nim(2", "In Klammern: ")),
    ("fr", ("60 parties\n", "Qui gagne\n", "  Joueur 1", "gagnées ; résultat moyen", "Coups au hasard",
            "contre nim(2", "Entre parenthèses : ")),
])  # fmt: skip
def test_the_terminal_is_in_the_language_that_is_named(
    simulate: Run, run: Run, tmp_path: Path, store: Path, language: str, texts: tuple[str, ...]
) -> None:
    simulate("--games", 60)
    other = tmp_path / "other.db"
    run("simulate", "nim", "--games", 40, "--store", other)
    told = run("report", store, "--against", other, "--lang", language).out
    told = told.replace("\xa0", " ").replace("\u202f", " ").replace("players=", "")
    assert [text for text in texts if text not in told] == []
    assert not re.search(r"[Pp]layer|games|\bwon\b|against|brackets", told)


def test_sentences_stay_as_they_were_kept_where_the_rules_are_gone(run: Run, tmp_path: Path) -> None:
    folder, store, page = tmp_path / "own", tmp_path / "own.db", tmp_path / "page.html"
    shutil.copytree(DATA / "rulesets" / "dare", folder / "own_dare")
    rules = folder / "own_dare" / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("game: dare\n", "game: own_dare\n"), encoding="utf-8")
    assert run("simulate", "-R", folder, "own_dare", "--games", 20, "--store", store).status == 0
    gone = run("report", store, "--out", page, "--lang", "de")
    assert gone.status == 0 and "are not found as they were played" in gone.err
    assert run("report", store, "-R", folder, "--out", page, "--lang", "de").err == ""


def test_reports_on_what_is_none(run: Run, tmp_path: Path) -> None:
    missing = run("report", tmp_path / "none.db")
    assert missing.status == 1 and missing.err.endswith("none.db: there is no such file\n")
    text = tmp_path / "text.db"
    text.write_text("no store")
    assert "no store of a simulation" in run("report", text).err
    assert "no store" in run("report", text, "--json").out


def test_extras_that_are_missing_are_named(simulate: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("distributed", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    assert 'pip install "ruleloom[cluster]"' in simulate("--games", 20, "--scheduler", "tcp://127.0.0.1:9").err
    ran = simulate("--games", 20, "--parquet", tmp_path / "games.parquet")
    assert ran.status == 1 and 'pip install "ruleloom[parquet]"' in ran.err


def test_how_far_it_has_come_is_told_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ruleloom.cli.progress.EVERY", -1.0)
    progress = Progress("nim", 100, 60)
    with progress:
        progress.advance(20)
    assert re.fullmatch(r"nim: 80 of 100 games, [\d,]+ games/s, 0 s left\n", capsys.readouterr().err)
