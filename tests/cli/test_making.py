"""Commands for authors: check and new."""

import json
from pathlib import Path

import pytest

from tests.commands import Run


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
