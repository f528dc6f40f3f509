"""How well tree search plays against random play: how far ahead it is on average, and whether that may be luck.

Against others, all but one seat play at random; what counts is how far the searching seat is ahead of their mean, in
points where there are scores (with few points as the good ones, the other way round), else 1 for a win and -1 for a
loss. Seats take turns. Inselflucht, which all players win
or lose together, is not among them: 20,000 random games were lost, so that a search has nothing to go by.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev

from ruleloom.bots import Bot, RandomBot, play_out
from ruleloom.engines import AUTO
from ruleloom.game import Game
from ruleloom.record import Recorder
from ruleloom.results import sign_of
from ruleloom.search.bots import MctsBot
from tests.games import Configuration, ruleset


@dataclass(frozen=True, slots=True)
class Match:
    """So many games, with so many tries before each searched decision; how sure it must be that search is better.

    `errors` are standard errors between the mean and none; negative where search must only not be clearly worse.
    """

    configuration: Configuration
    tries: int
    games: int
    errors: float = 4.0


@dataclass(frozen=True, slots=True)
class Found:
    """How far search is ahead on average, and the standard error of that."""

    lead: float
    error: float

    @property
    def errors(self) -> float:
        """By how many standard errors it is ahead."""
        return self.lead / self.error if self.error else inf * self.lead if self.lead else 0.0

    def __str__(self) -> str:
        return f"ahead by {self.lead:+.2f} ± {self.error:.2f}, {self.errors:.1f} standard errors"


MATCHES = (
    Match(Configuration("hearts", options=(("target", "1"),)), 100, 120),
    Match(Configuration("kuhn_poker"), 200, 600, -2.0),
    Match(Configuration("othello"), 60, 30),
    Match(Configuration("collapsi"), 60, 60),
)


def leads(match: Match, seeds: Iterable[int]) -> list[float]:
    """How far search was ahead in the games of some seeds."""
    game = Game(ruleset(match.configuration).game, AUTO)
    return [_lead(game, match.tries, seed) for seed in seeds]


def found_in(leads: list[float]) -> Found:
    """What leads come to."""
    return Found(fmean(leads), stdev(leads) / sqrt(len(leads)))


def _lead(game: Game, tries: int, seed: int) -> float:
    players, seat = game.rules.players, seed % game.rules.players
    bots: dict[int, Bot] = {each + 1: MctsBot(tries) if each == seat else RandomBot() for each in range(players)}
    outcome, _ = play_out(Recorder.seeded(game, seed), bots, seed)
    ending = next(ending for ending in game.rules.ends if ending.id == outcome.ending)
    others = [gained for other, gained in enumerate(outcome.returns) if other != seat]
    return sign_of(ending) * (outcome.returns[seat] - fmean(others))
