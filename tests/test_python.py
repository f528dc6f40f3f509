"""The package as others import it: its names, and the programs of the manual, which a strict type checker takes.

`tests.python_names` pins the signatures, through the page that lists them.
"""

import os
import subprocess
import sys
from inspect import isclass
from pathlib import Path

import pytest

import ruleloom
from ruleloom import BotError, Question, RuleloomError, Seeded, State, load, load_position, play_game
from tests.manual import PAGES, examples
from tests.python_names import ATTRIBUTES, GROUPS, UNLISTED

ROOT = Path(__file__).parents[1]


class Last(ruleloom.Bot):
    def choose(self, question: Question) -> str:
        return question.moves[-1]


def test_every_name_is_listed_once() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(ruleloom.__all__) == sorted(set(listed))


@pytest.mark.parametrize("name", ruleloom.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(ruleloom, name).__name__ == name
    assert name in dir(ruleloom)


def test_what_is_set_apart_is_there() -> None:
    for name, members in UNLISTED.items():
        assert members <= set(dir(getattr(ruleloom, name))), name
    assert set(ATTRIBUTES) <= set(ruleloom.__all__)


def test_errors_have_one_base() -> None:
    raised = [
        one for name in ruleloom.__all__ if isclass(one := getattr(ruleloom, name)) and issubclass(one, Exception)
    ]
    assert all(issubclass(one, RuleloomError) for one in raised)


def test_bots_of_ones_own_play_against_others() -> None:
    game = load("tic_tac_toe").game
    record = play_game(game, [Last(), "random"], seed=2)
    assert next(event.text for event in record.events if event.player == 1) == "c3"
    assert record.result is not None
    assert ruleloom.replay(game, ruleloom.read_record(ruleloom.write_record(record))).outcome is not None
    assert record == play_game(game, [Last(), "random"], seed=2)


def test_there_is_a_bot_for_each_seat() -> None:
    with pytest.raises(BotError, match="1 bots for 2 seats"):
        play_game(load("tic_tac_toe").game, ["random"])


def test_a_position_may_stand_in_a_file_or_a_text(tmp_path: Path) -> None:
    path = tmp_path / "begun.yaml"
    path.write_text("play: [b2, a1]\n")
    with path.open() as stream:
        assert load_position("tic_tac_toe", stream)[1] == load_position("tic_tac_toe", path)[1]


def test_a_position_is_of_the_variant_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "begun.yaml"
    path.write_text("play: [b2]\n")
    loaded, state = load_position("tic_tac_toe", path, ["misere"])
    assert loaded.game.rules.configuration.variants == ("misere",)
    assert state.turns == 1


def test_a_position_that_does_not_fit_is_blamed_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "begun.yaml"
    path.write_text("play: [b2, b2]\n")
    with pytest.raises(ruleloom.RulesetError, match=r"begun\.yaml:1:12: .*b2 is refused by empty"):
        load_position("tic_tac_toe", path)
    path.write_text("with: {players: 2}\n")
    with pytest.raises(RuleloomError, match="the position is for 2 players, and 3 are asked for"):
        load_position("tic_tac_toe", path, players=3)


def test_a_refusal_is_told_in_the_sentences_of_the_command() -> None:
    begun = load("tic_tac_toe", language="de")
    refusal = begun.game.start().apply("b2").explain("b2")
    assert refusal is not None and refusal.reasons[0].failures[0].key == "moves.put.rules.empty"
    assert begun.why(refusal) == ((begun.sentence("moves.put.rules.empty"),),)
    nim = load("nim", language="de")
    refusal = nim.game.start().explain("1 5")
    assert refusal is not None and nim.why(refusal) == (("Das steht hier nicht zur Wahl.",),)


def _begun() -> State:
    state = load("tic_tac_toe").game.start()
    for move in ("a1", "b1", "b2", "c1"):
        state = state.play(move, Seeded(1))
    return state


def test_a_search_rates_every_move() -> None:
    exact, tried = _begun().solve(), _begun().search(400, seed=1)
    assert exact.exact and not tried.exact
    assert [rated.move for rated in exact.moves] == [rated.move for rated in tried.moves] == [*_begun().decision.moves]
    assert exact.best.text == tried.best.text == "c3"
    assert {rated.move.text: rated.value for rated in exact.moves}["c3"] == 1
    assert tried.count == 400 and sum(rated.share or 0 for rated in tried.moves) == pytest.approx(1)


def test_programs_of_the_manual_pass_a_strict_type_checker(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Each page is one program, but for the bots that it shows, which are files."""
    programs = []
    for page in PAGES:
        texts = [each.text for each in examples(page) if each.language == "python" and each.kind == "python"]
        if any("ruleloom" in text for text in texts):
            programs.append(tmp_path / f"{page.replace('/', '_').replace('-', '_')[:-3]}.py")
            programs[-1].write_text("\n".join(texts))
    roots = os.pathsep.join(str(ROOT / name) for name in ("dsl", "interpreter"))
    cache = request.config.cache.mkdir("mypy")
    untyped = ("--disable-error-code=import-not-found", "--disable-error-code=import-untyped")  # what is adapted to
    flags = ("--strict", *untyped, "--config-file=", f"--cache-dir={cache}")
    command = [sys.executable, "-m", "mypy", *flags, *map(str, programs)]
    ran = subprocess.run(command, env=os.environ | {"MYPYPATH": roots}, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(programs) > 2
