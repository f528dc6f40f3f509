"""A record comes from anywhere: it reads no folder that nobody named, and what is wrong with it is told of its file."""

import json
import shutil
from pathlib import Path

import pytest

from ruleloom_dsl.catalog import shipped
from tests.commands import Ran, Run


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    assert run("run", "nim", "--records", tmp_path).status == 0
    return tmp_path / "nim-0.json"


def replayed(run: Run, record: Path, *more: object, **changes: object) -> Ran:
    parts = json.loads(record.read_text(encoding="utf-8")) | changes
    record.write_text(json.dumps(parts), encoding="utf-8")
    return run("replay", record, *more)


@pytest.mark.parametrize("name", ["elsewhere/heaps", "heaps", "./heaps", "heaps/game.yaml"])
@pytest.mark.parametrize("command", [("replay",), ("play", "--resume")])
def test_a_record_reads_no_folder_that_was_not_named(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: tuple[str, ...]
) -> None:
    for folder in (tmp_path, tmp_path / "elsewhere"):
        game = shutil.copytree(shipped() / "nim", folder / "heaps", ignore=shutil.ignore_patterns("v*", "*.lock"))
        text = (game / "game.yaml").read_text(encoding="utf-8")
        (game / "game.yaml").write_text(text.replace("game: nim\n", "game: heaps\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for each in (name, str(tmp_path / name)):
        replayed(run, record, game=each)
        ran = run(*command, record)
        assert ran.status == 1 and ran.err.startswith(f"{record}: error: no game is called ") and "-R DIR" in ran.err
    there = replayed(run, record, "-R", tmp_path, game="heaps")
    assert there.status == 0 and "the record calls the configuration" in there.out


@pytest.mark.parametrize(("changes", "said"), [
    ({"game": "nmi"}, 'did you mean "nim"?'),
    ({"variants": ["../misere.yaml"]}, "a record names variants by their ids"),
    ({"variants": ["nix"]}, 'no variant is called "nix"'),
    ({"options": [["nix", "1"]]}, 'no option "nix"'),
    ({"options": [["first_player", "9"]]}, "9"),
    ({"players": 7}, "it is for 2"),
])  # fmt: skip
def test_what_is_wrong_with_a_record_names_its_file(
    run: Run, record: Path, changes: dict[str, object], said: str
) -> None:
    ran = replayed(run, record, **changes)
    assert ran.status == 1 and said in ran.err and str(record) in ran.err


@pytest.mark.parametrize(("text", "said"), [
    ("[]", "it is JSON, but no object with keys"),
    ("1", "no object"),
    ('{"format": 2}', "this record has the format 2; only 1 can be read"),
    ('{"format": "new", "moves": []}', 'this record has the format "new"; only 1 can be read'),
    ('{"format": 1}', 'it lacks the key "ruleloom"'),
    ("{}", 'it lacks the key "format"'),
])  # fmt: skip
def test_what_is_no_record_is_told_as_what_it_is(run: Run, record: Path, text: str, said: str) -> None:
    record.write_text(text, encoding="utf-8")
    ran = run("replay", record)
    assert ran.status == 1 and ran.err.startswith(f"{record}: error: ") and said in ran.err
