"""The package as others import it: its names, and the programs of the manual, which a strict type checker takes.

`tests.python_names` pins the signatures, through the page that lists them.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from inspect import isclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, cast

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


class Chanceless:
    outcome = 5


DICE = load("pig").game
BOARD = load("tic_tac_toe")
BEGUN = BOARD.game.start()
OVER = ruleloom.replay(BOARD.game, play_game(BOARD.game, ["random"] * 2))
RECORD = play_game(BOARD.game, ["random"] * 2)

# What somebody may write, and what the message must name.
WRONG: dict[str, tuple[Callable[[Any], object], str]] = {
    "Seeded('x')": (lambda any: Seeded(any("x")), "a seed is a whole number"),
    "start(chance=5)": (lambda any: DICE.start(chance=any(5)), "a source of chance is"),
    "start(chance=class)": (lambda any: DICE.start(chance=any(Seeded)), "a source of chance is"),
    "settle(None)": (lambda any: DICE.start().apply("throw").settle(any(None)), "a source of chance is"),
    "settle(no method)": (lambda any: DICE.start().apply("throw").settle(any(Chanceless())), "a source of chance is"),
    "random_games(['a'])": (lambda any: ruleloom.random_games(BOARD.game, any(["a"])), "a seed is a whole number"),
    "random_games(5)": (lambda any: ruleloom.random_games(BOARD.game, any(5)), r"range\(100\)"),
    "random_games(-1..)": (lambda any: ruleloom.random_games(BOARD.game, range(-1, 5)), "a seed is a whole number"),
    "random_games(most=0)": (lambda any: ruleloom.random_games(BOARD.game, range(5), 0), "the most decisions"),
    "random_games(loaded)": (lambda any: ruleloom.random_games(any(BOARD), range(5)), "what is played is a Game"),
    "search(seed='a')": (lambda any: BEGUN.search(5, any("a")), "a seed is a whole number"),
    "search() at the end": (lambda any: OVER.search(5), "the game is over"),
    "solve('x')": (lambda any: BEGUN.solve(any("x")), "the time for solving"),
    "solve() at the end": (lambda any: OVER.solve(), "the game is over"),
    "happen() at a decision": (lambda any: BEGUN.happen("x"), r"player 1 has to decide \(put.*apply"),
    "happen() at the end": (lambda any: OVER.happen("x"), "the game is over"),
    "happen(5)": (lambda any: DICE.start().apply("throw").happen(any(5)), "an outcome is"),
    "happen([5])": (lambda any: DICE.start().apply("throw").happen(any([5])), "'5' cannot happen"),
    "happen([[]])": (lambda any: DICE.start().apply("throw").happen(any([[]])), "an outcome is"),
    "apply() at chance": (lambda any: DICE.start().apply("throw").apply("throw"), r"but the roll of .*settle\(\)"),
    "apply() at the end": (lambda any: OVER.apply("b2"), "the game is over"),
    "apply(None)": (lambda any: BEGUN.apply(any(None)), "None"),
    "find() at the end": (lambda any: OVER.find("b2"), "the game is over"),
    "explain() at the end": (lambda any: OVER.explain("b2"), "the game is over"),
    "explain(5)": (lambda any: BEGUN.explain(any(5)), "a move is a text"),
    "decision at the end": (lambda any: OVER.decision, "the game is over"),
    "observation(2)": (lambda any: BEGUN.observation(2), "a seat is a whole number from 0 to 1"),
    "observation('x')": (lambda any: BEGUN.observation(any("x")), "a seat is"),
    "load(variants=[1])": (lambda any: load("nim", variants=any([1])), "each of the variants is"),
    "load(variants=1)": (lambda any: load("nim", variants=any(1)), "what says the variants is"),
    "load(options=['x'])": (lambda any: load("nim", options=any(["x"])), "what says the options is a mapping"),
    "load(options={1: 2})": (lambda any: load("nim", options=any({1: 2})), "the name of an option is"),
    "load(options={'a': None})": (lambda any: load("nim", options=any({"a": None})), "the value of a is"),
    "load(players='two')": (lambda any: load("nim", players=any("two")), "how many play is a whole number"),
    "load(players=0)": (lambda any: load("nim", players=0), "how many play is a whole number"),
    "load(folders=5)": (lambda any: load("nim", folders=any(5)), "what says the folders is"),
    "load(folders=[5])": (lambda any: load("nim", folders=any([5])), "each of the folders is"),
    "load(language=5)": (lambda any: load("nim", language=any(5)), "a language is"),
    "load(engine=5)": (lambda any: load("nim", engine=any(5)), "an engine is one of"),
    "load(engine='fast')": (lambda any: load("nim", engine="fast"), "there is no engine"),
    "load(5)": (lambda any: load(any(5)), "a game is an id or a path"),
    "games(5)": (lambda any: ruleloom.games(any(5)), "what says the folders is"),
    "load_position(5)": (lambda any: load_position("nim", any(5)), "a position is a path or an open text"),
    "load_position(bytes)": (lambda any: load_position("nim", any(BytesIO(b"play: []"))), "open the file without b"),
    "load_position(chance=5)": (lambda any: load_position("nim", StringIO("play: []"), chance=any(5)), "a source of"),
    "sentence(5)": (lambda any: BOARD.sentence(any(5)), "the key of an element is"),
    "why(None)": (lambda any: BOARD.why(any(BEGUN.explain("b2"))), "a refusal is what explain"),
    "play_game([None, ..])": (lambda any: play_game(BOARD.game, any([None, "random"])), "bot of player 1 is None"),
    "play_game([class, ..])": (lambda any: play_game(BOARD.game, any([Last, "random"])), "is the class Last"),
    "play_game('random')": (lambda any: play_game(BOARD.game, "random"), "a list of bots"),
    "play_game(seed='x')": (lambda any: play_game(BOARD.game, ["random"] * 2, any("x")), "a seed is"),
    "play_game(loaded)": (lambda any: play_game(any(BOARD), ["random"] * 2), "what is played is a Game"),
    "Recorder(loaded)": (lambda any: ruleloom.Recorder(any(BOARD), Seeded(1)), "what is played is a Game"),
    "Recorder(chance=5)": (lambda any: ruleloom.Recorder(BOARD.game, any(5)), "a source of chance is"),
    "Recorder.seeded('x')": (lambda any: ruleloom.Recorder.seeded(BOARD.game, any("x")), "a seed is"),
    "say(9)": (lambda any: ruleloom.Recorder.seeded(BOARD.game, 1).say(9, "x"), "a seat is a whole number from 1 to 2"),
    "write_record('x')": (lambda any: ruleloom.write_record(any("x")), "a record is"),
    "read_record(5)": (lambda any: ruleloom.read_record(any(5)), "no record of a game"),
    "read_record(deep)": (lambda any: ruleloom.read_record("[" * 100_000), "no record of a game"),
    "replay('x')": (lambda any: ruleloom.replay(BOARD.game, any("x")), "a record is"),
    "replay(loaded)": (lambda any: ruleloom.replay(any(BOARD), RECORD), "what is played is a Game"),
    "states('x')": (lambda any: list(ruleloom.states(BOARD.game, any("x"))), "a record is"),
}  # fmt: skip


@pytest.mark.parametrize("call", WRONG)
def test_what_cannot_be_used_is_told_in_a_sentence(call: str) -> None:
    wrong, message = WRONG[call]
    with pytest.raises(RuleloomError, match=message):
        wrong(lambda value: cast(Any, value))


@pytest.mark.parametrize("seed", ["a", 1.5, -1, True, None, 10**18])
def test_a_seed_is_a_whole_number_that_the_command_takes(seed: int) -> None:
    with pytest.raises(RuleloomError, match="a seed is a whole number from 0 to 999,999,999,999,999,999, not"):
        BOARD.game.start(seed)


@pytest.mark.parametrize("games", [0, -1, "x", 1.5, None, 10**9])
def test_a_search_tries_games(games: int) -> None:
    with pytest.raises(RuleloomError, match="how many games are tried is a whole number from 1 to 1,000,000, not"):
        BEGUN.search(games)


def test_numbers_of_other_libraries_are_numbers() -> None:
    class Number:
        def __index__(self) -> int:
            return 3

        __int__ = __index__

        def __format__(self, spec: str) -> str:
            return "3"

    record = play_game(BOARD.game, ["random"] * 2, cast(Any, Number()))
    assert record == play_game(BOARD.game, ["random"] * 2, 3)


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
