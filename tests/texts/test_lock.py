"""What has been accepted, and where that is written."""

import json
from pathlib import Path

import pytest

from ruleloom.cli import main
from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.translating.lock import format_lock, read_lock
from tests.texts.nuts import (
    LANGUAGES,
    change,
    run,
)


@pytest.mark.usefixtures("folder")
def test_the_lock_is_always_the_same_and_forgets_what_is_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    run("accept", "nuts")
    first = Path("nuts/text.lock").read_bytes()
    run("accept", "nuts")
    assert "nothing has changed" in capsys.readouterr().out
    assert Path("nuts/text.lock").read_bytes() == first
    assert format_lock(read_lock(Path("nuts/text.lock"), Report())).encode() == first
    change("nuts/game.yaml", "prose:\n  tip: {about: [moves.take.rules.few], text: Think before you take.}\n", "")
    for tag in LANGUAGES:
        change(f"nuts/text/{tag}.yaml", "  prose.tip: Denk nach, bevor du nimmst.\n", "")
    run("accept", "nuts")
    gone = b"prose.tip", b"Think"
    assert all(each in first and each not in Path("nuts/text.lock").read_bytes() for each in gone)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("broken", ["accepted: [", "accepted: 5", "accepted: {de: {title: none}}"])
def test_the_check_reads_what_was_accepted(broken: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("accept", "nuts")
    assert main(["check", "nuts", "-R", "."]) == 0
    Path("nuts/text.lock").write_text(broken, encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "nuts", "-R", "."]) == 1
    assert "nuts/text.lock:1:" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["take"], 'no text "take"'), (["--lang", "xx"], 'no text in "xx"'), (["--lang", "de", "nope/title"], "no text")],
)
def test_what_is_unknown_is_not_accepted(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("accept", "nuts", *arguments) == 1
    assert said in capsys.readouterr().err
    assert not Path("nuts/text.lock").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "text", ["accepted: [1]", "accepted: {de: {title: 12}}", "accepted: {de: x}", "\tx", "a: b: c"]
)
def test_a_broken_lock_is_a_located_error(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("nuts/text.lock").write_text(text)
    assert run("status", "nuts", "parts") == 1
    printed = capsys.readouterr().out
    assert "nuts/text.lock:1:" in printed
    assert "parts  de" in printed
    assert run("accept", "nuts") == 1
    assert Path("nuts/text.lock").read_text() == text


@pytest.mark.usefixtures("folder")
def test_a_language_in_a_folder_of_ones_own_has_its_lock_there(tmp_path: Path) -> None:
    own = tmp_path / "own"
    text = own / "nuts" / "text"
    text.mkdir(parents=True)
    (text / "sv.yaml").write_text("language: sv\ntexts: {title: Nötter}\n", encoding="utf-8")
    assert main(["text", "accept", "nuts", "-R", ".", "-R", "own", "--lang", "sv"]) == 0
    lock = read_lock(own / "nuts" / "text.lock", Report())
    assert set(lock.accepted["sv"]) == {"title"}
    assert "title" not in read_lock(Path("nuts/text.lock"), Report()).accepted["sv"]


def test_a_stranger_begins_a_language_for_a_shipped_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what the manual says: a file of the language, export, a translation, import, status, acceptance."""
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in shipped().rglob("*.*")}
    Path("locales").mkdir()
    Path("locales/eo.yaml").write_text("language: eo\nname: Esperanto\nphrases: {chapter.ends: Fino}\n")
    assert main(["text", "export", "pig", "--lang", "eo", "-R", ".", "--out", "pig.po"]) == 0
    change("pig.po", 'msgid "Pig"\nmsgstr ""', 'msgid "Pig"\nmsgstr "Porko"')
    change("pig.po", 'then stop."\nmsgstr ""', 'then stop."\nmsgstr "Laŭvice."')
    assert main(["text", "import", "pig.po", "-R", "."]) == 0
    assert main(["text", "accept", "pig", "-R", ".", "--lang", "eo", "title"]) == 0
    assert sorted(map(str, Path("pig").rglob("*.*"))) == ["pig/text.lock", "pig/text/eo.yaml"]
    capsys.readouterr()
    assert main(["text", "status", "pig", "-R", ".", "--lang", "eo", "--json"]) == 0
    [[language]] = [game["languages"] for game in json.loads(capsys.readouterr().out)["games"]]
    assert (language["current"], language["draft"]) == (1, 1)
    assert language["missing"] == language["total"] - 2
    assert main(["show", "pig", "-R", ".", "--lang", "eo"]) == 0
    shown = capsys.readouterr().out
    assert "Laŭvice." in shown
    assert "Fino" in shown
    assert {path: path.stat().st_mtime_ns for path in shipped().rglob("*.*")} == before
