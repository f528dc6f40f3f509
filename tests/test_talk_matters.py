"""Two bots that play Collusion alike, one aloud and one in silence: with talk, pairs must come more often.

`python -m tests.full.talk` plays 10,000 deals each way.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from math import sqrt
from typing import Any

from ruleloom.bots import Bot, Occasion, Question, Sitting, ask, begin_all, let_speak
from ruleloom.game import Game
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from ruleloom.talk import Statement
from ruleloom_dsl import catalog
from tests.games import Configuration, game

DEALS = 50
BOUND = 3.2905  # standard errors: 99.9 % of a normal distribution
CARDS = 52


@cache
def _bots() -> Any:  # noqa: ANN401  # a program that lies beside its ruleset, in no package
    path = catalog.shipped() / "collusion" / "bots" / "bargain.py"
    spec = spec_from_file_location("bargain", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["bargain"] = module
    spec.loader.exec_module(module)
    return module


class Seat:
    """One of those bots, in this process instead of one of its own."""

    def __init__(self, talks: bool) -> None:
        self.bot = _bots().Bargainer(talks)
        self.tricks: Mapping[int, int] = {}

    def begin(self, sitting: Sitting) -> None:
        """Nothing to prepare."""

    def hear(self, statement: Statement) -> None:
        if self.bot.talks:
            self.bot.hear(statement.speaker, statement.notation, self.tricks)

    def speak(self, occasion: Occasion) -> Sequence[str]:
        if not self.bot.talks:
            return ()
        self.tricks = _bots().Seen(occasion.seat, occasion.observation).tricks
        said: Sequence[str] = self.bot.speak(occasion.seat, occasion.observation)
        return said

    def choose(self, question: Question) -> str:
        return str(self.bot.choose(question.seat, question.moves, question.observation))

    def end(self, outcome: Outcome) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is held."""


def is_pair(talks: bool, seed: int) -> bool:
    """Whether exactly two players took equally many tricks in the first deal of a match."""
    rules: Game = game(Configuration("collusion"))
    bots: dict[int, Bot] = {seat: Seat(talks) for seat in range(1, 5)}
    recorder = Recorder.seeded(rules, seed)
    begin_all(bots, rules, seed)
    for _ in range(CARDS):
        let_speak(bots, recorder.state, recorder.say)
        recorder.play(ask(bots[recorder.state.decision.player + 1], recorder.state))
    world = recorder.state.world()
    totals = [world.variables[rules.machine.numbering.cell("total", seat)] for seat in range(4)]
    return sum(totals.count(total) == 2 for total in totals) == 2


def difference(talking: Sequence[bool], silent: Sequence[bool]) -> tuple[float, float]:
    """How much more often pairs come with talk, and the 99.9 % bound of what chance alone could do."""
    aloud, quiet = sum(talking) / len(talking), sum(silent) / len(silent)
    both = (sum(talking) + sum(silent)) / (len(talking) + len(silent))
    return aloud - quiet, BOUND * sqrt(both * (1 - both) * (1 / len(talking) + 1 / len(silent)))


def test_pairs_are_more_frequent_with_talk() -> None:
    talking, silent = ([is_pair(talks, seed) for seed in range(DEALS)] for talks in (True, False))
    found, bound = difference(talking, silent)
    assert found > bound / 2, (found, bound)  # 10,000 deals by command are beyond the whole bound
