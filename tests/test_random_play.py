"""Random games of Collapsi: their length, branching and winners within 99.9 % bounds, and what holds in every game.

`tests.full.random_play` plays 20,000 games of each, the bigger boards too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import pytest

from ruleloom.game import State
from ruleloom.results import Outcome
from tests.collapsi import check_game
from tests.games import Configuration, configurations, game, random_states

GAMES = 300
BOUND = 3.2905  # standard errors: 99.9 % of a normal distribution


@dataclass(frozen=True)
class Fact:
    """What another program found over very many games, rounded to the last digit given."""

    configuration: Configuration
    length: float
    branching: float
    shares: tuple[float, ...]
    digit: float
    most: int

    def __str__(self) -> str:
        return str(self.configuration)


FACTS = [
    Fact(Configuration("collapsi"), 9.667, 5.350, (0.4998, 0.5002), 0.001, 14),
    Fact(Configuration("collapsi", ("jack_edition",)), 10.186, 3.296, (), 0.001, 14),
    Fact(Configuration("collapsi", ("three_players",)), 14.12, 8.33, (1 / 3, 1 / 3, 1 / 3), 0.01, 22),
    Fact(Configuration("collapsi", ("big_board",)), 18.65, 9.58, (), 0.01, 32),
]


@dataclass(frozen=True)
class Measured:
    """One random game: its decisions, the legal moves at all of them together, the winner's seat."""

    decisions: int
    moves: int
    winner: int


def measure(states: Iterable[State]) -> Measured:
    *decisions, last = states
    assert isinstance(last.pending, Outcome)
    moves = sum(len(state.decision.moves) for state in decisions)
    return Measured(len(decisions), moves, last.pending.returns.index(1.0))


def play(configuration: Configuration, seed: int) -> Measured:
    return measure(random_states(game(configuration), seed))


@dataclass(frozen=True)
class Comparison:
    """A figure beside the right one, and how far they may be apart."""

    name: str
    found: float
    right: float
    bound: float

    @property
    def holds(self) -> bool:
        return abs(self.found - self.right) <= self.bound

    def __str__(self) -> str:
        return f"{self.name} {self.found:.4f}, right {self.right:.4f} ± {self.bound:.4f}"


def compare(fact: Fact, games: list[Measured]) -> list[Comparison]:
    root, rounding = sqrt(len(games)), fact.digit / 2
    length = fmean(each.decisions for each in games)
    branching = sum(each.moves for each in games) / sum(each.decisions for each in games)
    errors = (each.moves - branching * each.decisions for each in games)  # a ratio varies by games, not by decisions
    found = [
        Comparison("length", length, fact.length, BOUND * stdev(each.decisions for each in games) / root + rounding),
        Comparison("branching", branching, fact.branching, BOUND * stdev(errors) / root / length + rounding),
    ]
    for seat, share in enumerate(fact.shares):
        won = sum(each.winner == seat for each in games) / len(games)
        found.append(Comparison(f"seat {seat + 1}", won, share, BOUND * sqrt(share * (1 - share)) / root))
    return found


@pytest.mark.parametrize("fact", FACTS[:2], ids=str)
def test_random_games(fact: Fact) -> None:
    games = [play(fact.configuration, seed) for seed in range(GAMES)]
    assert not [str(each) for each in compare(fact, games) if not each.holds]
    assert 3 <= min(each.decisions for each in games) <= max(each.decisions for each in games) <= fact.most


@pytest.mark.parametrize("asked", [each for each in configurations() if each.game == "collapsi"], ids=str)
def test_what_always_holds(asked: Configuration) -> None:
    for seed in range(5):
        check_game(asked, seed)
