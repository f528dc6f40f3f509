"""What every game promises, whatever its rules, tried with each game that is shipped and each small one.

Here some configurations of each game and short random games; `python -m tests.full.every_game` tries all of them.
"""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from ruleloom.game import Game
from ruleloom.scenarios import run
from ruleloom_dsl import catalog
from tests.games import LEAKY, SMALL, Configuration, game, some_configurations
from tests.promises import broken_promises
from tests.promises.courses import NORMAL, PATIENT
from tests.promises.matter import dead_rules
from tests.promises.mutants import not_missed, shown
from tests.promises.perft import Fact, facts
from tests.promises.sight import hides, leaks
from tests.promises.states import digest

SHIPPED = tuple(catalog.games())
EVERY = (*SHIPPED, *SMALL)
CONFIGURATIONS = 2  # beside the game as it is
LONG = ("hearts", "inselflucht")  # their random games take so long that `tests.full.every_game` looks at them alone
MUTANTS = 8
MOST_SEQUENCES = 10_000


@pytest.mark.parametrize("name", EVERY)
def test_promises_are_kept(name: str) -> None:
    asked = some_configurations(name, CONFIGURATIONS)
    assert not [fault for each in asked for fault in broken_promises(each, NORMAL)]


@pytest.mark.parametrize("name", [name for name in EVERY if name not in LONG])
def test_every_rule_makes_a_difference(name: str) -> None:
    effort = NORMAL if shown(name) else PATIENT
    excused = {fault.removeprefix(f"{name}: ") for fault in WITHOUT_EFFECT}
    assert not set(dead_rules(name, effort, excused)) - excused


def test_what_makes_no_difference_is_found() -> None:
    assert set(dead_rules("dull", NORMAL)) == {
        "without Clause moves.add_some.rules.not_much nothing changes",
        "without Exemption moves.add_some.rules.some.late_hour nothing changes",
        "no game comes to the ending high",
        "late=true makes no difference to dull",
    }


NOT_REACHED = "a limit that a small game has to be counted in a position, and hardly ever reaches"
WITHOUT_EFFECT = {
    "salvage: without limit of moves.sell.limit nothing changes": NOT_REACHED,
    "sealed: without limit of moves.give.limit nothing changes": NOT_REACHED,
    "sealed: without limit of moves.offer.rules.within.boldly.limit nothing changes": NOT_REACHED,
    "inselflucht: without cost of lift_off nothing changes": "whoever may act at all has an action left",
    "whispers: talking makes no difference to whispers": "what is said is no part of a state",
}
"""Rules that change nothing, as the test above names them, each with the reason why it is there all the same."""


@pytest.mark.parametrize("name", SMALL)
def test_the_scenarios_of_small_games(name: str) -> None:
    assert not [failure for rules, own in shown(name) for each in own for failure in run(Game(rules), each)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rule_that_is_gone_is_missed(name: str) -> None:
    assert shown(name), "no scenario shows what its rules are"
    assert not [lost for lost in not_missed(name, MUTANTS) if f"{name}: {lost}" not in WITHOUT_LOSS]


WITHOUT_LOSS: dict[str, str] = {}
"""What can be taken away without a scenario failing, each with the reason: the rest of the rules says the same."""


@pytest.mark.parametrize("fact", list(facts()), ids=str)
def test_there_are_as_many_games_as_others_count(fact: Fact) -> None:
    assert fact.fault(MOST_SEQUENCES) is None


@pytest.mark.parametrize("name", LEAKY)
def test_a_leak_is_found(name: str) -> None:
    assert next(leaks(Configuration(name), NORMAL), None)


def is_secret(name: str) -> bool:
    """Whether a game has cards that not everyone sees."""
    rules = game(Configuration(name)).rules
    shut = rules.board is not None and rules.board.sees == "face_up"
    return shut or any(zone.sees in ("owner", "team") for zone in rules.zones)


@pytest.mark.parametrize("name", EVERY)
def test_there_is_something_to_hide(name: str) -> None:
    assert hides(Configuration(name), NORMAL) or not is_secret(name)


# --- the same seed gives the same game, in any process ----------------------------------------------------------------


def digest_of_all() -> str:
    """One number for a random game of each game, its texts included."""
    short = replace(NORMAL, decisions=12)
    texts = (digest(Configuration(name), short) for name in EVERY)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def test_a_seed_gives_the_same_game_in_every_process() -> None:
    command = [sys.executable, "-c", "from tests.test_every_game import digest_of_all; print(digest_of_all())"]
    runs = [
        subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in ("1", "2")
    ]
    digests = {run.communicate()[0].strip() for run in runs}
    assert digests == {digest_of_all()}
