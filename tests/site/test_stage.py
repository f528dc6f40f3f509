"""What a book holds so that its games can be played: the files of the stage, a section on each page, the same twice."""

import json
import re
import zipfile
from importlib.metadata import distributions, version
from io import BytesIO
from pathlib import Path

import pytest

from ruleloom_dsl.texts.locales import language_files, load_language
from ruleloom_site import BookError
from ruleloom_site import command as commands
from ruleloom_site.game_pages import make_pages
from ruleloom_site.manual import manual_folder
from ruleloom_site.pages.play import FOLDER
from ruleloom_site.stage.modules import ENTRY, packed_modules
from ruleloom_site.stage.vendored import FILES
from ruleloom_site.stage.writing import NOTICE, write_stage
from ruleloom_site.table.entry import open_table
from ruleloom_site.table.packing import MOST_SOLVED
from ruleloom_site.theme import stage_files

RUNTIME = {name: name.encode() for name in FILES}
GAME = "tic_tac_toe"


def test_every_page_of_rules_can_be_played() -> None:
    made = make_pages(GAME, "de", printed=False, chosen=False, play=True, rules=True)
    pages = {page.path: page for page in made.pages if "{: #play }" in page.markdown}
    assert set(pages) == {f"{GAME}/{name}" for name in ("index", "misere", "wild")}
    assets = {asset.path: json.loads(asset.content) for asset in made.assets}
    for path, page in pages.items():
        assert (page.scripts, page.sheets) == (("assets/play.js",), ("assets/play.css",))
        table = open_table(made.rules[f"rules/{path}.json"], json.dumps(assets[f"{path}-table.json"]["words"]))
        view = json.loads(table.ask(json.dumps({"do": "start", "seed": 1})))
        assert len(view["choices"]) >= 9


def test_without_play_nothing_of_it_is_there() -> None:
    made = make_pages(GAME, "en", printed=False, chosen=False)
    assert not [page for page in made.pages if page.scripts or page.sheets or 'class="play"' in page.markdown]
    assert not made.assets
    assert not made.rules


@pytest.mark.parametrize("language", sorted(language_files()))
def test_the_table_is_headed_otherwise_than_any_chapter(language: str) -> None:
    made = make_pages(GAME, language, printed=False, chosen=False, play=True)
    pages = [page for page in made.pages if "{: #play }" in page.markdown]
    assert pages
    for page in pages:
        headings = re.findall(r"^##+ (.*?) \{:", page.markdown, re.MULTILINE)
        words = [re.sub(r"<(span|small)[^>]*>.*?</\1>", "", each).strip() for each in headings]
        assert len(words) > 5
        assert len(set(words)) == len(words)


def test_rules_are_made_once_for_all_languages() -> None:
    made = make_pages(GAME, "fr", printed=False, chosen=False, play=True)
    assert made.assets
    assert not made.rules


def test_the_stage_is_the_same_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_stage(tmp_path / name, RUNTIME, {"rules/a/index.json": "{}"})
    one, two = ({path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
                for name in ("one", "two"))  # fmt: skip
    assert one == two
    names = {path.relative_to(FOLDER).as_posix() for path in one}
    assert {*FILES, NOTICE, "modules.zip", "stage.mjs", "worker.mjs", "rules/a/index.json"} <= names


@pytest.mark.parametrize(
    "id",
    ["again", "bot_mcts", "bot_random", "bot_solver", "choices", "examples", "go_on", "log", "new", "person", "record",
     "seed", "talk", "undo", "watch"],
)  # fmt: skip
def test_the_manual_calls_what_can_be_done_as_the_page_does(id: str) -> None:
    manual = (manual_folder() / "docs/how-to/book.md").read_text(encoding="utf-8")
    assert load_language("en").say(f"stage.{id}") in manual


def test_the_manual_says_how_far_bots_go() -> None:
    manual = (manual_folder() / "docs/how-to/book.md").read_text(encoding="utf-8")
    assert f"no more than {MOST_SOLVED:,} positions" in manual
    games = re.search(r"const GAMES = (\d+);", stage_files()["settings.mjs"].decode())
    assert games and f"`mcts:{games[1]}`" in manual


def test_the_modules_are_ours_and_those_that_search_too() -> None:
    with zipfile.ZipFile(BytesIO(packed_modules())) as archive:
        names = set(archive.namelist())
    assert {"ruleloom_site/table/entry.py", "ruleloom/search/montecarlo.py", "ruleloom/__init__.py"} <= names
    assert f"{ENTRY.replace('.', '/')}.py" in names
    assert not [name for name in names if name.startswith(("ruleloom/cli/", "ruleloom_dsl/schema/"))]


def test_records_kept_on_a_page_name_the_version(tmp_path: Path) -> None:
    file = tmp_path / "modules.zip"
    file.write_bytes(packed_modules())
    (found,) = distributions(name="ruleloom", path=[str(file)])
    assert found.version == version("ruleloom")


def test_a_book_without_npm_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def missing() -> dict[str, bytes]:
        raise BookError("Play needs npm")

    monkeypatch.setattr(commands, "fetched_runtime", missing)
    commands._runtime.cache_clear()
    try:
        assert commands._runtime("auto", False) is None
        assert commands._runtime("auto", False) is None
        assert capsys.readouterr().err == "note: the games cannot be played in this book: Play needs npm\n"
        assert commands._runtime("never", True) is None
        with pytest.raises(BookError):
            commands._runtime("auto", True)
    finally:
        commands._runtime.cache_clear()
