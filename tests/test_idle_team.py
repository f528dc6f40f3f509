"""A team that never acts on its sinking island: how it loses, and how the floods follow the gauge.

The figures come from another program and twenty million games. `python -m tests.full.idle_team` plays 20,000 of each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb, sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from ruleloom import library
from ruleloom.chance import Seeded
from ruleloom.game import Game
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from tests.games import Configuration, game

GAMES = 100
BOUND = 3.2905  # standard errors: 99.9 % of a normal distribution
TAIL = 0.0005  # each side of 99.9 %
CALM = Path(__file__).parent / "data" / "calm" / "calm.yaml"


@dataclass(frozen=True)
class Fact:
    """How often each ending comes, and in which turn on average."""

    configuration: Configuration
    shares: dict[str, float]
    turn: float

    def __str__(self) -> str:
        return str(self.configuration)


FULL = Configuration("inselflucht")
SHORT = Configuration("inselflucht", options=(("full_gauge", "no"),))
FACTS = [
    Fact(FULL, {"treasure_sunk": 0.7884, "helicopter_sunk": 0.1972, "cut_off": 0.0059, "tide": 0.0085}, 13.714),
    Fact(SHORT, {"treasure_sunk": 0.7793, "helicopter_sunk": 0.1951, "cut_off": 0.0040, "tide": 0.0216}, 11.00),
]
EARLIEST = 6


@dataclass(frozen=True)
class Lost:
    """How and in which turn a game was lost."""

    ending: str
    turn: int


def idle(asked: Configuration, seed: int) -> Lost:
    """A game in which everybody stops at once."""
    chance = Seeded(seed)
    state = game(asked).start(chance=chance)
    while not isinstance(state.pending, Outcome):
        state = state.play("stop", chance)
    ending = state.pending.ending
    return Lost("cut_off" if ending == "cut_off_hidden" else ending, state.turns)


def deviations(fact: Fact, games: Sequence[Lost]) -> Iterator[str]:
    """Every figure, and whether it lies outside its bounds."""
    found = Counter(each.ending for each in games)
    for ending, share in fact.shares.items():
        if not is_likely(found[ending], len(games), share):
            yield f"{ending}: {found[ending]} of {len(games)}, {share:.2%} expected"
    turns = [each.turn for each in games]
    if abs(fmean(turns) - fact.turn) > BOUND * stdev(turns) / sqrt(len(games)) + 0.005:
        yield f"mean turn {fmean(turns):.3f}, {fact.turn} expected"


def is_likely(count: int, games: int, share: float) -> bool:
    """Whether so many successes lie within 99.9 % of a binomial distribution."""
    if games > 500:
        return abs(count - games * share) <= BOUND * sqrt(games * share * (1 - share)) + 1
    chances = [comb(games, n) * share**n * (1 - share) ** (games - n) for n in range(games + 1)]
    return sum(chances[: count + 1]) > TAIL and sum(chances[count:]) > TAIL


@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_how_an_idle_team_loses(fact: Fact) -> None:
    games = [idle(fact.configuration, seed) for seed in range(GAMES if fact.configuration is FULL else GAMES // 2)]
    assert not list(deviations(fact, games))
    assert min(each.turn for each in games) >= EARLIEST - (fact.configuration is SHORT)


@pytest.mark.parametrize(
    ("options", "schedule"),
    [
        ({}, {1: 10, 2: 5, 3: 4, 4: 2, 5: 1}),
        ({"full_gauge": "no"}, {1: 5, 2: 5, 3: 4, 4: 2, 5: 1}),
    ],
    ids=["full", "short"],
)
def test_the_gauge(options: dict[str, str], schedule: dict[int, int]) -> None:
    loaded = library.load("inselflucht", [CALM], options=options)
    floods = floods_by_turn(loaded.game)
    assert {level: len(list(turns)) for level, turns in groupby(floods)} == schedule
    assert sum(floods) == 5 * (9 if not options else 8)


def floods_by_turn(calm: Game) -> list[int]:
    """How many floods each turn has, seen by what lies on the pile of column cards before and after."""
    recorder = Recorder.seeded(calm, 1)
    found, done = [], 0
    while not isinstance(recorder.state.pending, Outcome):
        recorder.play("stop")
        total = _floods(recorder)
        found.append(total - done)
        done = total
    assert recorder.state.pending.ending == "tide"
    return found


def _floods(recorder: Recorder) -> int:
    """All floods so far: five for each shuffle of the columns but the first, and those on the open pile."""
    shuffles = sum(event.what == "columns" for event in recorder.record().events)
    [zone] = recorder.game.machine.numbering.zones_of("columns_done")
    return 5 * (shuffles - 1) + len(recorder.state.world().zones[zone])
