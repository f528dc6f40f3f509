"""A folder that cannot be read is told of: what it holds would be missed without a word."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from ruleloom_dsl.catalog import shipped
from tests.commands import Run


@pytest.fixture
def rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own with everything beside it that games may have."""
    game = shutil.copytree(shipped() / "nim", tmp_path / "heaps", ignore=shutil.ignore_patterns("*.lock"))
    for path in game.rglob("*.yaml"):
        text = (
            path.read_text(encoding="utf-8").replace("game: nim\n", "game: heaps\n").replace("of: nim\n", "of: heaps\n")
        )
        path.write_text(text, encoding="utf-8")
    for name in ("parts", "parts/text", "locales"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def forbid(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As it is for whoever has no right to read the folder; the tests may be run by somebody who has all."""
    listed = os.listdir

    def listdir(path: str | Path = ".") -> list[str]:
        if Path(path) == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "listdir", listdir)


@pytest.mark.parametrize("name", ["heaps/text", "heaps/variants", "heaps/scenarios", "parts", "locales", "heaps"])
def test_a_check_fails(run: Run, rulesets: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert run("check", "heaps", "-R", rulesets).status == 0
    forbid(monkeypatch, rulesets / name)
    ran = run("check", "heaps", "-R", rulesets)
    said = f'error[unreadable-file]: the folder "{name}" cannot be read: Permission denied'
    assert ran.status == 1 and (ran.out + ran.err).startswith(said)


@pytest.mark.parametrize("arguments", [("list", "heaps"), ("show", "heaps"), ("text", "status", "heaps"),
                                       ("text", "export", "heaps", "--lang", "nl")])  # fmt: skip
def test_other_commands_say_so_too(
    run: Run, rulesets: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    forbid(monkeypatch, rulesets / "heaps" / "text")
    ran = run(*arguments, "-R", rulesets)
    assert ran.status == 1 and "cannot be read: Permission denied" in ran.out + ran.err


def test_one_forbidden_game_does_not_hide_the_others(run: Run, rulesets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid(monkeypatch, rulesets / "heaps" / "variants")
    ran = run("check", "heaps", "tic_tac_toe", "-R", rulesets)
    assert ran.status == 1 and "tic_tac_toe: 2 variants" in ran.out
