"""The commands as people and programs call them: what they print, their exit codes, and what wrong input gets."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleloom.cli import main
from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import open_game
from ruleloom_dsl.overlay import compose, select
from ruleloom_dsl.source import read_text

DEAL = "J34AAJA2432A3232"
POSITION = """
given:
  board: |
    3 (A) 2 (J)
    A 2 (3) 2
    3 4 (A) 3
    2 A (J) 4
  pawns: {1: 4, 2: 15}
"""


class Ran:
    """What a command line came to."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> object:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("RULELOOM_PATH", raising=False)
    monkeypatch.delenv("RULELOOM_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def one(*arguments: object) -> Ran:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return one


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return path


# --- list, show, diff, schema -----------------------------------------------------------------------------------------


def test_list_names_games(run: Run) -> None:
    ran = run("list")
    assert ran.status == 0 and "collapsi: Collapsi" in ran.out and "1 to 4" in ran.out
    listed = run("list", "--json").json
    assert isinstance(listed, dict) and {each["game"]: each for each in listed["games"]}["collapsi"]["players"] == [2]


def test_list_of_a_game_names_variants_options_and_combinations(run: Run) -> None:
    ran = run("list", "collapsi")
    assert ran.status == 0
    for part in ("shifting_board", "edges: line, frame", "brings in", "better not with", "385 sets of variants"):
        assert part in ran.out
    facts = run("list", "collapsi", "--json").json
    assert isinstance(facts, dict) and facts["combinations"] == 385
    variants = {each["variant"]: each for each in facts["variants"]}
    assert variants["one_deck"]["requires"] == ["jack_edition"]
    assert variants["last_standing"]["beside"] and variants["last_standing"]["players"] == [3, 4]
    assert "{" not in variants["big_board"]["text"]


def test_a_broken_game_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("game: broken\n", encoding="utf-8")
    ran = run("list", "-R", tmp_path)
    assert ran.status == 1 and "collapsi" in ran.out and "broken/game.yaml:1:1: error[missing-key]" in ran.err


def test_show_prints_rules_with_exceptions_below_their_clause(run: Run) -> None:
    ran = run("show", "collapsi", "-v", "joker_revival")
    lines = ran.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith(" Enter no collapsed card."))
    assert lines[at + 1].startswith("    – Once in the game")
    for part in ("Rulings", "as played here", "Why:", "Johann Duscher", "2 × joker (J)", "The end"):
        assert part in ran.out
    assert "Johann Duscher" not in run("show", "collapsi").out


@pytest.mark.parametrize("variants", [(), ("shifting_board", "adjacent_revival"), ("solo",), ("one_deck",)])
def test_show_as_yaml_reads_back(run: Run, variants: tuple[str, ...]) -> None:
    ran = run("show", "collapsi", "--yaml", *(part for name in variants for part in ("-v", name)))
    report = Report()
    source = open_game("collapsi")
    expected = compose(source.document, select(source.variants, variants, report).variants, report)
    assert read_text(ran.out, "shown", report) == expected and not report.has_errors


def test_wide_options_are_ranges(run: Run) -> None:
    shown, listed = run("show", "hearts").out, run("list", "hearts").out
    assert "target=100, as played here\n" in shown and "target can be 1..200\n" in shown and "target=99" not in shown
    assert "target: 100, 1..200\n" in listed


def test_a_section_without_words_is_left_out(run: Run) -> None:
    assert "What you need" not in run("show", "dare", "-R", SMALL_GAMES).out


def test_show_as_data(run: Run) -> None:
    shown = run("show", "collapsi", "--json").json
    assert isinstance(shown, dict) and shown["configuration"] == "collapsi(players=2)"
    checked = run("show", "collapsi", "--ir").json
    assert isinstance(checked, dict) and checked["game"]["is"] == "Game"


def test_diff_says_what_differs(run: Run) -> None:
    ran = run("diff", "collapsi", "-v", "jack_edition")
    assert ran.status == 0 and "Collapsi with Jack edition (2 players)\nAs Collapsi (2 players), except:" in ran.out
    assert "~ 2 × jack (J): reach 1\n" in ran.out and "instead of: 2 × joker" in ran.out
    found = run("diff", "collapsi", "-v", "jack_edition", "--json").json
    assert isinstance(found, dict)
    changed = {change["path"]: (change["old"], change["new"]) for change in found["values"]}
    assert changed["components.card.kinds.starter.called"] == ("joker", "jack")


def test_diff_between_two_configurations(run: Run) -> None:
    ran = run("diff", "collapsi", "-v", "shifting_board", "-v", "solo", "--from-variant", "solo")
    assert ran.status == 1 and "variant-alone" in ran.err
    arguments = ("-v", "shifting_board", "-o", "edges=frame", "--from-variant", "shifting_board")
    assert "edges=frame" in run("diff", "collapsi", *arguments).out
    assert "except" not in run("diff", "collapsi").out


def test_diff_tells_confirmed_sentences_from_none(run: Run) -> None:
    out = run("diff", "kuhn_poker", "-v", "double_bet").out
    confirmed = out.partition("Values whose sentence stays as it is")[2].partition("Values that no sentence")[0]
    assert "terms.stays.is" in confirmed


SMALL_GAMES = Path(__file__).parent / "data" / "rulesets"


@pytest.mark.parametrize("game", sorted(path.parent.name for path in SMALL_GAMES.glob("*/game.yaml")))
def test_every_small_game_can_be_read(game: str, run: Run) -> None:
    for command in ("show", "diff", "list"):
        ran = run(command, game, "-R", SMALL_GAMES)
        assert ran.status == 0 and not ran.err and len(ran.out) > 20


@pytest.mark.parametrize("kind", ["game", "variant", "part", "scenario", "position"])
def test_schema(run: Run, kind: str) -> None:
    schema = run("schema", kind).json
    assert isinstance(schema, dict) and schema["$schema"].startswith("https://json-schema.org/")
    assert schema["properties"]


# --- check and new ----------------------------------------------------------------------------------------------------


def test_check_finds_nothing_wrong(run: Run) -> None:
    ran = run("check", "--strict", "kalah", "kuhn_poker", "oh_hell")  # the check command looks at all
    assert ran.status == 0 and ran.out.count("nothing is wrong") == 3


def test_new_game_passes_check_and_plays(run: Run, tmp_path: Path) -> None:
    written = run("new", "game", "my_race", "--dir", tmp_path)
    assert written.status == 0 and "ruleloom check my_race" in written.out
    assert run("new", "variant", "longer", "--of", "my_race", "--dir", tmp_path, "-R", tmp_path).status == 0
    ran = run("check", "my_race", "-R", tmp_path)
    assert ran.status == 0 and "1 variant and 1 scenario checked; nothing is wrong" in ran.out
    assert run("check", tmp_path / "my_race").status == 0
    assert run("run", tmp_path / "my_race" / "game.yaml", "-v", "longer").status == 0


def test_new_variant_of_a_shipped_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "variant", "mine", "--of", "collapsi", "--dir", tmp_path).status == 0
    assert run("run", "collapsi", "-v", "mine", "-R", tmp_path).status == 0
    monkeypatch.setenv("RULELOOM_PATH", str(tmp_path))
    assert "mine" in run("list").out
    monkeypatch.delenv("RULELOOM_PATH")
    shown = run("show", "collapsi", "-v", tmp_path / "collapsi" / "variants" / "mine.yaml")
    assert shown.status == 0 and "how the variant reads a rule" in shown.out


def test_new_leaves_what_is_there(run: Run, tmp_path: Path) -> None:
    assert run("new", "game", "twice", "--dir", tmp_path).status == 0
    (tmp_path / "twice" / "game.yaml").write_text("mine", encoding="utf-8")
    assert run("new", "game", "twice", "--dir", tmp_path).status == 1
    assert (tmp_path / "twice" / "game.yaml").read_text(encoding="utf-8") == "mine"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("game", "../away"), ("game", "/etc/x"), ("game", "Big"), ("game", "if"), ("game", ""), ("game", "collapsi"),
        ("game", "a" * 61), ("variant", "x"), ("variant", "x", "--of", "nothing"), ("game", "x", "--of", "collapsi"),
        ("variant", "solo", "--of", "collapsi"), ("variant", "../x", "--of", "collapsi"), ("game", "con"),
        ("variant", "x", "--of", "../collapsi"),
    ],
)  # fmt: skip
def test_new_refuses(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ran = run("new", *arguments, "--dir", tmp_path)
    assert ran.status == 1 and "error" in ran.err and list(tmp_path.iterdir()) == []


def test_check_reports_scenarios_that_fail(run: Run, tmp_path: Path) -> None:
    run("new", "game", "wrong", "--dir", tmp_path)
    path = tmp_path / "wrong" / "scenarios" / "steps.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("player: 2", "player: 1"), encoding="utf-8")
    ran = run("check", "wrong", "-R", tmp_path)
    assert ran.status == 1 and "steps.yaml:8:" in ran.out and "player 1 should decide" in ran.out
    assert "1 error" in ran.out
    found = run("check", "wrong", "-R", tmp_path, "--json")
    assert found.status == 1 and json.loads(found.out)["games"][0]["errors"] == 1


# --- run and replay ---------------------------------------------------------------------------------------------------


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


# --- legal, why, perft ------------------------------------------------------------------------------------------------


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


# --- wrong input ------------------------------------------------------------------------------------------------------

WRONG = {
    "no such game": (("show", "colapsi"), 'did you mean "collapsi"?'),
    "no such variant": (("show", "collapsi", "-v", "shifting"), 'no variant is called "shifting"'),
    "clash": (("show", "collapsi", "-v", "big_board", "-v", "one_deck"), "big_board.yaml:5:"),
    "too many players": (("run", "collapsi", "--players", 5), "it is for 2"),
    "no players": (("run", "collapsi", "--players", 0), "it is for 2"),
    "not allowed": (("run", "collapsi", "-v", "last_standing"), "last_standing.yaml:"),
    "no such option": (("run", "collapsi", "-o", "edges=line"), 'no option "edges"'),
    "no such value": (("run", "collapsi", "-o", "start_is_visited=perhaps"), "its values are"),
    "two values": (("run", "collapsi", "-o", "first_player=1", "-o", "first_player=2"), "two values"),
    "no such folder": (("list", "-R", "/no/such/folder"), "is no folder"),
    "no such file": (("legal", "collapsi", "/no/such/file.yaml"), "No such file"),
    "no such variant file": (("show", "collapsi", "-v", "/no/such.yaml"), "No such file"),
    "folder as position": (("legal", "collapsi", "/"), "is a directory"),
    "endless position": (("legal", "collapsi", "/dev/zero"), "not a regular file"),
    "folder as record": (("replay", "/"), "this is no file"),
    "no game there": (("show", "/"), "no folder with a game.yaml"),
    "long name": (("show", "x" * 5000), "error[unknown-game]"),
    "long path": (("legal", "collapsi", "x" * 5000), "File name too long"),
    "terminal codes": (("show", "a\x1b[31mb"), "a\\x1b[31mb"),
    "short deal": (("legal", "collapsi", "--deal", DEAL[:-1]), "16 cards and this deals 15: 3 × 2 instead of 4"),
    "wrong deal": (("legal", "collapsi", "--deal", "K" + DEAL[1:]), "1 × K instead of 0"),
    "deal without end": (("legal", "collapsi", "--deal", "A" * 100_000), "this deals 100000"),
    "two deals": (("legal", "collapsi", "--deal", DEAL, "--deal", DEAL), "nothing happens by chance"),
    "no beginning": (("legal", "collapsi"), "where does the game begin?"),
    "nearly random": (("run", "collapsi", "--bot", "rnadom"), "did you mean random?"),
    "only a position": (("why", "collapsi", "position.yaml"), "no move is given"),
    "no beginning for why": (("why", "collapsi", "walk", "1"), "where does the game begin?"),
    "no move": (("why", "collapsi", "--deal", DEAL, ""), "legal here: 1, 2, 3"),
    "no such move": (("why", "collapsi", "--deal", DEAL, "fly"), "legal here: 1, 2, 3"),
    "no such place": (("why", "collapsi", "--deal", DEAL, "walk", 99), "is no target"),
    "illegal move": (("legal", "collapsi", "--deal", DEAL, "--after", 0), "start_visited"),
    "unwritable": (("run", "collapsi", "--records", "/proc/nowhere"), "cannot be written"),
    "no such bot": (("run", "collapsi", "--bot", "/no/such/bot"), "cannot be started: No such file"),
    "no such seat": (("run", "collapsi", "--bot", "3:random"), "there is no player 3"),
    "variant for check": (("check", "collapsi", "-v", "solo"), "is no file"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_one_message_and_exit_code_1(run: Run, case: str) -> None:
    arguments, message = WRONG[case]
    ran = run(*arguments)
    assert ran.status == 1, ran.err
    assert message in ran.err and "Traceback" not in ran.err and ran.out == "" and len(ran.err) < 2_000
    assert "\x1b" not in ran.err


@pytest.mark.parametrize("case", ["no such game", "clash", "short deal", "no such bot", "illegal move"])
def test_wrong_input_as_json(run: Run, case: str) -> None:
    ran = run(*WRONG[case][0], "--json")
    assert ran.status == 1 and ran.err == "" and ran.json.keys() == {"error"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "given: {board: [1, 2]}",
        "given:\n  bord: x",
        "a: &x 1",
        "- 1",
        "",
        "with: {players: many}",
        "play: {a: 1}",
        "{" * 500,
    ],
)
def test_malformed_positions(run: Run, position: Path, text: str) -> None:
    position.write_text(text + "\n", encoding="utf-8")
    ran = run("legal", "collapsi", position)
    assert ran.status == 1 and ran.err.startswith(f"{position}:") and "error[" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("fly",), ("show",), ("run", "collapsi", "--games", "many"), ("run", "collapsi", "-o", "edges"),
        ("perft", "collapsi", "--deal", DEAL), ("run", "collapsi", "--seed", "-1"), ("schema", "moon"),
        ("show", "--nix"),
        ("run", "collapsi", "--timeout", "nan"), ("run", "collapsi", "--players", "two"),
    ],
)  # fmt: skip
def test_what_cannot_be_parsed_is_exit_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).status == 2


def test_a_fault_of_ours_is_one_line_and_exit_code_3(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import ruleloom.cli.schemas

    def break_down(arguments: object) -> int:
        raise AssertionError("something is broken")

    monkeypatch.setattr(ruleloom.cli.schemas, "run", break_down)
    ran = run("schema")
    assert ran.status == 3 and "please report it" in ran.err and "Traceback" not in ran.err
    assert "Traceback" in run("schema", "--debug").err
    monkeypatch.setenv("RULELOOM_DEBUG", "1")
    assert "Traceback" in run("schema").err


# --- as processes -----------------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-m", "ruleloom"]


def test_help_is_quick() -> None:
    def one() -> float:
        begun = time.perf_counter()
        done = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True)
        assert "commands:" in done.stdout
        return time.perf_counter() - begun

    assert min(one() for _ in range(5)) < 0.3


def test_asking_for_help_imports_nothing_heavy() -> None:
    script = (
        "import sys, ruleloom.cli.parser as p; p.build_parser().format_help();"
        "print([name for name in ('pydantic', 'yaml', 'lark', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_the_package_imports_nothing_heavy() -> None:
    script = (
        "import sys, ruleloom; ruleloom.Game;"
        "print([name for name in ('pydantic', 'yaml', 'lark', 'rich') if name in sys.modules], ruleloom.load.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] load"


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m ruleloom run collapsi --games 200 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1 and "rror" not in done.stderr


def test_interrupting_is_quiet() -> None:
    process = subprocess.Popen([*COMMAND, "run", "collapsi", "--games", "100000"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"})  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err == b""


def test_output_that_is_not_unicode() -> None:
    done = subprocess.run([*COMMAND, "show", "collapsi"], capture_output=True, check=False,
                          env=os.environ | {"PYTHONIOENCODING": "ascii"})  # fmt: skip
    assert done.returncode == 0 and b"2 x joker" in done.stdout


def test_shipped_rulesets_are_not_searched_twice(run: Run) -> None:
    assert run("legal", shipped() / "collapsi", "--seed", 1).status == 0
    assert run("legal", "collapsi", "-R", shipped(), "--seed", 1).status == 0


def test_run_says_what_the_choice_of_variants_means(run: Run) -> None:
    ran = run("run", "collapsi", "-v", "one_deck", "-v", "joker_revival", "-v", "adjacent_revival", "--seed", 1)
    assert ran.status == 0
    assert 'note: "one_deck" brings in "jack_edition"' in ran.err
    assert 'warning: "adjacent_revival" and "joker_revival" are better not used together' in ran.err
