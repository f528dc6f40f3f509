"""The random games of OpenSpiel's own search in C++, from a dealt state.

A search with two simulations and `n` games to judge each plays 2n games; all else that it does is next to nothing.
"""

import time
from importlib import import_module, util
from typing import Protocol, cast

from ruleloom.game import State
from ruleloom.lower.shape import Record
from tests.bench.ours import Games, playing
from tests.games import Configuration
from tests.openspiel import pairs
from tests.openspiel.counting import Pig
from tests.openspiel.theirs import TheirGame, Theirs
from tests.openspiel.walk import Pair, Walk

_DEFAULTS = frozenset(
    {
        "tic_tac_toe", "connect_four", "breakthrough", "othello", "clobber", "nim", "mancala", "hearts",
        "oh_hell(players=3)", "crazy_eights(players=2,max_turns=10000)", "kuhn_poker",
    }
)  # fmt: skip
PAIRS = (
    *(each for each in pairs.PAIRS if each.theirs in _DEFAULTS),
    Pair(Configuration("pig"), "pig", Pig()),
)
"""Games with the rules that OpenSpiel gives them unless told otherwise."""

_CONSTANT, _SIMULATIONS, _MEGABYTES = 2.0, 2, 100
_SECONDS = 0.5  # of each measurement, about


class _Spiel(Protocol):
    def load_game(self, text: str) -> TheirGame: ...
    def RandomRolloutEvaluator(self, games: int, seed: int) -> object: ...
    def MCTSBot(self, *arguments: object) -> "_Bot": ...


class _Bot(Protocol):
    def step(self, state: Theirs) -> int: ...


def is_installed() -> bool:
    """Whether OpenSpiel is there."""
    return util.find_spec("pyspiel") is not None


class Rollouts:
    """Plays random games from one dealt state of OpenSpiel."""

    def __init__(self, text: str, state: Theirs) -> None:
        self.spiel = cast(_Spiel, import_module("pyspiel"))
        self.game = self.spiel.load_game(text)
        self.state = state
        self.seed = 0
        self.at_once = 64

    def measure(self, seconds: float) -> float:
        """Games a second."""
        while True:
            self.seed += 1
            judge = self.spiel.RandomRolloutEvaluator(self.at_once, self.seed)
            settings = (_CONSTANT, _SIMULATIONS, _MEGABYTES, False, self.seed, False)
            bot = self.spiel.MCTSBot(self.game, judge, *settings)
            begun = time.process_time()
            bot.step(self.state)
            took = time.process_time() - begun
            if took >= seconds / 2:
                return _SIMULATIONS * self.at_once / took
            self.at_once = int(self.at_once * max(2, min(16, seconds / max(took, 1e-3))))


class Race:
    """The same game on both sides, from deals that are the same."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.deal = 0
        self.rollouts: Rollouts | None = None

    def ours(self) -> float:
        """Deal anew on both sides; our games a second."""
        walk = Walk(self.pair, self.deal)
        walk.settle()
        self.deal += 1
        self.rollouts = Rollouts(self.pair.theirs, walk.theirs)
        return Games(self.pair.ours, "native", dealt(self.pair.ours, walk.state)).measure(_SECONDS)[0]

    def theirs(self) -> float:
        """Their games a second from the same deal."""
        assert self.rollouts is not None
        return self.rollouts.measure(_SECONDS)


def dealt(asked: Configuration, state: State) -> Record:
    """A state as the native engine has it."""
    engine = playing(asked, "native").chosen.engine
    assert engine is not None
    return engine.shape.record(state.world())
