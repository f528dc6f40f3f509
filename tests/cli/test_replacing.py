"""What a command writes takes the place of an earlier one of its kind, and never of anything else."""

import shutil
from pathlib import Path

import pytest

from ruleloom.cli.files import PAGE
from ruleloom.search.exhaust import DealFacts
from ruleloom.search.summary import Summary, render_page
from ruleloom_dsl.catalog import shipped
from tests.commands import Run

STRANGE = b"game: mine\n"
GAME = "tic_tac_toe"


@pytest.fixture
def store(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    assert run("simulate", GAME, "--store", path, "--games", 4, "--workers", 1).status == 0
    return path


def commands(store: Path, out: Path) -> dict[str, tuple[object, ...]]:
    return {
        "page of games": ("report", store, "--out", out),
        "table of games": ("simulate", GAME, "--store", store, "--parquet", out),
        "export": ("text", "export", GAME, "--lang", "nl", "--out", out),
        "page of deals": ("solve", "collapsi", "--all-deals", "--sample", "0.0001", "--out", out),
        "store of games": ("simulate", GAME, "--store", out, "--games", 4, "--workers", 1),
        "store of deals": ("solve", "collapsi", "--all-deals", "--sample", "0.0001", "--store", out),
    }


KINDS = tuple(commands(Path(), Path()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_other_hands_is_left_as_it_is(run: Run, store: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "game.yaml"
    out.write_bytes(STRANGE)
    ran = run(*commands(store, out)[kind])
    assert ran.status == 1 and f"{out}: " in ran.err and "left as it is" in ran.err
    assert out.read_bytes() == STRANGE and ran.out == ""


@pytest.mark.parametrize("kind", ["page of games", "table of games", "export"])
def test_an_earlier_one_is_replaced_and_another_kind_is_not(run: Run, store: Path, tmp_path: Path, kind: str) -> None:
    if kind == "table of games":
        pytest.importorskip("pyarrow", reason="needs ruleloom[parquet]")
    out = tmp_path / "written"
    assert run(*commands(store, out)[kind]).status == 0
    before = out.read_bytes()
    assert run(*commands(store, out)[kind]).status == 0 and out.read_bytes() == before
    for other in KINDS:
        if {kind, other} != {"page of games", "page of deals"} and kind != other:
            assert run(*commands(store, out)[other]).status == 1, other
            assert out.read_bytes() == before


def test_a_page_of_deals_bears_the_same_mark(tmp_path: Path) -> None:
    out = tmp_path / "deals.html"
    facts = DealFacts("solo", "Solo", "1", "solo()", "0", step=1, symmetries=1, pinned=0)
    out.write_text(render_page(Summary(facts, ("portable",), ())), encoding="utf-8")
    assert PAGE.is_one(out)


@pytest.mark.parametrize("other", [("--lang", "pt"), ("--lang", "nl", "connect_four")])
def test_an_export_of_something_else_is_left_as_it_is(run: Run, tmp_path: Path, other: tuple[str, ...]) -> None:
    out = tmp_path / "texts.po"
    assert run("text", "export", GAME, "--lang", "nl", "--out", out).status == 0
    before = out.read_bytes()
    game = other[2] if len(other) > 2 else GAME
    ran = run("text", "export", game, *other[:2], "--out", out)
    assert ran.status == 1 and f"not an export of {game} in {other[1]}" in ran.err and out.read_bytes() == before


def test_what_a_translator_has_written_is_not_lost(run: Run, tmp_path: Path) -> None:
    shutil.copytree(shipped() / GAME, tmp_path / "rules" / "noughts", ignore=shutil.ignore_patterns("v*"))
    game = tmp_path / "rules" / "noughts" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace(f"game: {GAME}", "game: noughts"), encoding="utf-8")
    out = tmp_path / "texts.po"
    export = ("text", "export", "noughts", "-R", tmp_path / "rules", "--lang", "nl", "--out", out)
    assert run(*export).status == 0
    text = out.read_text(encoding="utf-8")
    source, empty = 'msgctxt "title"', 'msgstr ""'
    at = text.index(empty, text.index(source))
    out.write_text(f'{text[:at]}msgstr "Boter"{text[at + len(empty) :]}', encoding="utf-8")
    before = out.read_bytes()
    ran = run(*export)
    assert ran.status == 1 and "translations that the game lacks" in ran.err and out.read_bytes() == before
    taken = run("text", "import", out, "-R", tmp_path / "rules")
    assert taken.status == 0, taken.err
    assert run(*export).status == 0 and "Boter" in out.read_text(encoding="utf-8")


def test_schemas_replace_schemas_only(run: Run, tmp_path: Path) -> None:
    assert run("schema", "--write", tmp_path).status == 0
    assert run("schema", "--write", tmp_path).status == 0
    schema = tmp_path / ".schemas" / "game.json"
    schema.write_bytes(STRANGE)
    ran = run("schema", "--write", tmp_path)
    assert ran.status == 1 and "not a schema that Ruleloom has made" in ran.err and schema.read_bytes() == STRANGE


def test_an_empty_file_may_be_replaced(run: Run, store: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.touch()
    assert run("report", store, "--out", out).status == 0 and out.stat().st_size


def test_a_copy_of_a_game_folder_stays_as_it_is(run: Run, store: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(shipped() / GAME, tmp_path / "copy")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path in before:
        assert run("report", store, "--out", path).status == 1
        assert run("text", "export", GAME, "--lang", "nl", "--out", path).status == 1
    assert {path: path.read_bytes() for path in before} == before
