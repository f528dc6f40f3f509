"""What is wrong in the input is one message and exit code 1; what is our fault says so."""

import errno
from pathlib import Path

import pytest

from tests.cli.beginnings import DEAL
from tests.commands import Run

WRONG = {
    "no such game": (("show", "colapsi"), 'did you mean "collapsi"?'),
    "no such variant": (("show", "collapsi", "-v", "shifting"), 'no variant is called "shifting"'),
    "no variant like it": (("show", "kalah", "-v", "nope"), "the variants are no_capture"),
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
    assert ran.status == 1 and ran.err == ""
    assert isinstance(ran.json, dict) and ran.json.keys() == {"error"}


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


def test_what_the_system_says_of_a_file_is_wrong_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import ruleloom.cli.schemas

    def fail(arguments: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", "somewhere/else")

    monkeypatch.setattr(ruleloom.cli.schemas, "run", fail)
    ran = run("schema")
    assert (ran.status, ran.err) == (1, "somewhere/else: error: Permission denied\n")
    assert run("schema", "--json").json == {
        "error": {"message": "Permission denied", "place": "somewhere/else", "help": ""}
    }
