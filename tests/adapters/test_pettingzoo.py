"""Games in PettingZoo: its own tests, and what a game with hands, teams or a limit is there."""

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

import pytest

from ruleloom.errors import WrongInput
from tests.adapters.suites import Env, check_pettingzoo, new_env, play, quietly
from tests.games import Configuration, game

if TYPE_CHECKING:
    from ruleloom.adapters.pettingzoo import GameEnv

pytest.importorskip("pettingzoo", reason="PettingZoo is not there for this Python")

SOME = (
    Configuration("collapsi"),
    Configuration("clock_patience"),
    Configuration("crossing"),
    Configuration("goofspiel"),
    Configuration("hearts"),
    Configuration("hex", ("swap",)),
    Configuration("inselflucht"),
    Configuration("kuhn_poker", (), 3),
    Configuration("nim"),
    Configuration("ousted"),
    Configuration("partners"),
    Configuration("salvage"),
    Configuration("sealed"),
    Configuration("tic_tac_toe"),
)
CYCLES = 8


@pytest.mark.parametrize("asked", SOME, ids=str)
def test_the_tests_of_pettingzoo(asked: Configuration) -> None:
    check_pettingzoo(game(asked), CYCLES)


def test_a_game_is_asked_for_by_name() -> None:
    from ruleloom.adapters.pettingzoo import env

    four = env("connect_four", ["pop_out"], options={"rows": "4"}, engine="auto")
    four.reset(seed=1)
    assert four.metadata["name"] == "connect_four+pop_out(players=2,rows=4)"
    assert four.unwrapped.action_text(four.unwrapped.action("pop 3")) == "pop 3"


def test_a_game_that_is_loaded_stays_the_same() -> None:
    from ruleloom.adapters.pettingzoo import raw_env

    own = game(Configuration("nim"))
    assert raw_env(own).table.game is own
    few = raw_env("nim", options={"heaps": "2"}).table.game
    assert few.rules.configuration.options == (("heaps", "2"),)


@pytest.mark.parametrize("engine", ["portable", "auto"])
def test_engines_play_the_same(engine: str) -> None:
    from ruleloom.adapters.pettingzoo import env

    one, other = cast(Env, env("collapsi")), cast(Env, env("collapsi", engine=engine))
    one.reset(seed=5)
    other.reset(seed=5)
    assert play(one, 40, 1) == play(other, 40, 1)


def test_a_seed_decides_this_game_and_the_next() -> None:
    def two_games(seed: int) -> list[object]:
        env = new_env(game(Configuration("collapsi")))
        env.reset(seed=seed)
        first = play(env, 3, 1)
        env.reset()
        return [*first, *play(env, 3, 1)]

    assert two_games(1) == two_games(1) != two_games(2)
    assert two_games(1)[:3] != two_games(1)[3:]


def test_rewards_are_the_returns_and_come_at_the_end() -> None:
    env = new_env(game(Configuration("tic_tac_toe")))
    env.reset(seed=1)
    for place in ("a1", "b1", "a2", "b2"):
        env.step(env.unwrapped.action(f"put {place}"))  # type: ignore[attr-defined]
        assert set(env.rewards.values()) == {0.0}
    env.step(env.unwrapped.action("put a3"))  # type: ignore[attr-defined]
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())


def test_a_score_of_which_less_is_better_is_a_negative_reward() -> None:
    env = new_env(game(Configuration("hearts", (), None, (("target", "1"),))))
    env.reset(seed=1)
    while not all(env.terminations.values()):
        env.step(list(env.observe(env.agent_selection)["action_mask"]).index(1))
    outcome = env.unwrapped.position.state.outcome  # type: ignore[attr-defined]
    assert [*env.rewards.values()] == [-score for score in outcome.scores] and sum(env.rewards.values()) <= -26
    best = max(env.rewards.values())
    assert [env.rewards[f"player_{seat}"] == best for seat in range(4)] == [rank == 1 for rank in outcome.ranks]


def test_only_who_is_asked_has_legal_actions() -> None:
    env = new_env(game(Configuration("tic_tac_toe")))
    env.reset(seed=1)
    assert sum(env.observe("player_0")["action_mask"]) == 9
    assert sum(env.observe("player_1")["action_mask"]) == 0


def test_who_makes_an_illegal_action_loses() -> None:
    env = new_env(game(Configuration("tic_tac_toe")))
    env.reset(seed=1)
    env.step(0)
    with quietly():
        env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1.0} and all(env.terminations.values())


@pytest.mark.parametrize("most", [1, 4])
def test_a_game_is_truncated_after_so_many_actions(most: int) -> None:
    env = new_env(game(Configuration("pig")), max_cycles=most)
    env.reset(seed=1)
    made = 0
    while not all(env.truncations.values()):
        env.step(int(next(action for action, can in enumerate(env.last()[0]["action_mask"]) if can)))
        made += 1
    assert made == most and not any(env.terminations.values()) and set(env.rewards.values()) == {0.0}


@pytest.mark.parametrize(("wrong", "message"), [
    (lambda env: env.reset(seed=-1), "a seed is a whole number from 0 to"),
    (lambda env: env.reset(seed="x"), "a seed is a whole number from 0 to"),
    (lambda env: env.step(1.7), "an action is a whole number from 0 to 1, not 1.7"),
    (lambda env: env.step(-1), "an action is a whole number from 0 to 1, not -1"),
    (lambda env: env.step(None), "player_0 has to choose an action"),
    (lambda env: env.observe("player_9"), "an agent is one of player_0, player_1, not 'player_9'"),
    (lambda env: env.action(1), "an action is what it is written like, as text, not 1"),
    (lambda env: env.action("fly"), 'there is no action "fly"; possible here: throw, hold'),
    (lambda env: env.action_text(-1), "an action is a whole number from 0 to 1, not -1"),
    (lambda env: new_raw("pig", max_cycles=0), "the number of actions that a game may have is a whole number"),
    (lambda env: new_raw("pig", render_mode="rgb_array"), 'there is no render mode "rgb_array"'),
    (lambda env: new_raw(game(Configuration("pig")), options={"goal": 20}), "has its variants, players, options"),
])  # fmt: skip
def test_what_cannot_be_used_is_told_in_a_sentence(wrong: "Callable[[GameEnv], object]", message: str) -> None:
    env = new_raw("pig")
    env.reset(seed=1)
    before = env.position
    with pytest.raises(WrongInput, match=re.escape(message)):
        wrong(env)
    assert env.position is before


def new_raw(named: object, **settings: object) -> "GameEnv":
    return cast("GameEnv", import_module("ruleloom.adapters.pettingzoo").raw_env(named, **settings))


def test_the_dead_leave_one_by_one() -> None:
    env = new_env(game(Configuration("kuhn_poker", (), 3)))
    env.reset(seed=1)
    play(env, 100, 1)
    assert env.agents == []


def test_what_is_known_of_a_game() -> None:
    partners = new_env(game(Configuration("partners"))).metadata
    assert partners["teams"] == (("player_0", "player_2"), ("player_1", "player_3"))
    assert new_env(game(Configuration("crossing"))).metadata["seats"] == {"player_0": (0, 1)}
    hearts = new_env(game(Configuration("hearts"))).metadata
    assert hearts["spelled"] == ("pass",) and "play QS" in cast(tuple[str, ...], hearts["actions"])


def test_talk_is_named_as_not_expressed() -> None:
    patterns = cast(tuple[str, ...], new_env(game(Configuration("collusion"))).metadata["not_expressed"])
    assert any(pattern.startswith("aim <n>") for pattern in patterns)
    assert new_env(game(Configuration("nim"))).metadata["not_expressed"] == ()


def test_text_shows_what_everybody_sees() -> None:
    env = new_env(game(Configuration("kuhn_poker")), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None and "zones hand.1: 1" in text.splitlines() and "variables bettor: none" in text


WITHOUT = """
import sys
sys.modules["{hidden}"] = None
try:
    import ruleloom.adapters.{adapter}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("hidden", "adapter", "extra"),
    [("pettingzoo", "pettingzoo", "pettingzoo"), ("pyspiel", "open_spiel", "open-spiel")],
)
def test_an_extra_that_is_missing_is_named(hidden: str, adapter: str, extra: str) -> None:
    code = WITHOUT.format(hidden=hidden, adapter=adapter)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    needs = f"ruleloom.adapters.{adapter} needs {hidden}, which is not installed"
    assert ran.stdout == f'{needs}: pip install "ruleloom[{extra}]"\n'


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, ruleloom, ruleloom.adapters.sight; print({'numpy', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"
