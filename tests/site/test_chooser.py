"""The tables of the chooser say of every configuration what its outline says."""

import json
import random
import shutil
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.load import GameSource, open_game
from ruleloom_site.book import Plan, build_book
from ruleloom_site.chooser.compose import Choice, Data
from ruleloom_site.chooser.memory import Memory
from ruleloom_site.chooser.tables import Tables, as_script, make_tables
from ruleloom_site.chooser.verifying import difference, random_choice
from ruleloom_site.volumes import Settings

LANGUAGES = ("en", "de")
GAMES = ("collusion", "hearts", "inselflucht", "nim", "tic_tac_toe")
MOST_BYTES = 200_000


@cache
def tables(game: str) -> tuple[GameSource, Tables]:
    source = open_game(game)
    return source, make_tables(source, LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_random_configurations_say_what_their_outlines_say(game: str, language: str) -> None:
    source, made = tables(game)
    data = json.loads(json.dumps(made.as_json(language)))
    chance = random.Random(game + language)
    for _ in range(8):
        assert not difference(source, made, random_choice(data, chance), language)


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_small_and_the_same_every_time(game: str) -> None:
    source, made = tables(game)
    script = as_script("choices", made.as_json("de"))
    assert len(script) < MOST_BYTES
    if game == "tic_tac_toe":
        assert as_script("choices", make_tables(source, LANGUAGES).as_json("de")) == script


def test_what_cannot_be_played_is_known() -> None:
    _, made = tables("hearts")
    data: Data = json.loads(json.dumps(made.as_json("en")))
    number = [variants for variants, _ in made.sets].index(("spare_the_queen",))
    choice = random_choice({**data, "sets": [data["sets"][number]]}, random.Random(1))
    for locked in ("true", "false"):
        asked = Choice(choice.data, choice.set, choice.seats, {"hearts_locked": locked})
        assert asked.can_be_played() == (locked == "true")


def test_a_setting_beside_another_that_is_not_there_is_not_asked_for() -> None:
    _, made = tables("hearts")
    data: Data = json.loads(json.dumps(made.as_json("en")))
    choice = random_choice({**data, "sets": [data["sets"][0]]}, random.Random(1))
    asked = Choice(choice.data, choice.set, choice.seats, {"hearts_locked": "false", "queen_breaks": "false"})
    assert asked.settings()["queen_breaks"] is None


def test_a_chooser_is_learned_again_where_its_files_have_changed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    shutil.copy(shipped() / "tic_tac_toe" / "game.yaml", tmp_path / "mine")
    rules = tmp_path / "mine" / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("game: tic_tac_toe", "game: mine"), encoding="utf-8")
    plan = Plan(("mine",), (tmp_path,), Settings(languages=("en",)), printed=False)
    memory = Memory()
    build_book(plan, tmp_path / "out", memory)
    source = open_game("mine", (tmp_path,))
    learned = memory.recall(source, ("en",))
    assert learned is not None and memory.recall(source, ("en", "de")) is None
    build_book(plan, tmp_path / "out", memory)
    assert memory.recall(source, ("en",)) is learned
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert memory.recall(open_game("mine", (tmp_path,)), ("en",)) is None
    build_book(plan, tmp_path / "out", memory)
    assert memory.recall(source, ("en",)) not in (None, learned)


SETTINGS = """\
options:
  early: {is: truth, default: false, text: Shall it be one?}
  late: {is: truth, default: false, text: Shall it be two?}
  often: {is: 1..3, default: 1, text: What of it?}
"""
JOINT = """\
prose:
  jointly: {text: "All at once, {often}.", only: early and late and often == 3}
"""


@pytest.mark.parametrize("text", ["</script><b>", "<!--", "]]>", "a\u2028b", "__proto__", '"\\'])
def test_no_text_ends_the_script(text: str) -> None:
    script = as_script("choices", {"text": text}).decode()
    assert not set("<>&\u2028\u2029") & set(script)
    assert json.loads(script.removeprefix("window.choices=").rstrip(";\n")) == {"text": text}


def test_what_only_several_settings_bring_together_is_found(tmp_path: Path) -> None:
    """No setting alone shows it, so it is tried because of the words of its condition."""
    folder = tmp_path / "joint"
    folder.mkdir()
    text = (shipped() / "nim" / "game.yaml").read_text(encoding="utf-8").replace("game: nim", "game: joint")
    text = text.replace("options:\n", SETTINGS, 1).replace("prose:\n", JOINT, 1)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    source = open_game("joint", (tmp_path,))
    made = make_tables(source, ("en",))
    data: Data = json.loads(json.dumps(made.as_json("en")))
    shown = 0
    for early, late, often in product(("false", "true"), ("false", "true"), "123"):
        choice = Choice(data, 0, 0, {"early": early, "late": late, "often": often})
        assert not difference(source, made, choice, "en")
        shown += "All at once" in str(choice.chapters())
    assert shown == 1
