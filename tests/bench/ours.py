"""How fast the engines play random games, counted in processor time."""

import time
from collections.abc import Callable
from functools import cache

from ruleloom import library
from ruleloom.engines.native.engine import NativeEngine
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.game import Game
from ruleloom.lower.shape import Record
from ruleloom.playout import MOST_DECISIONS
from tests.games import Configuration, ruleset

SECONDS = 1.0
"""About so long one measurement takes."""


@cache
def playing(asked: Configuration, engine: str) -> Game:
    """A game on an engine."""
    return library.playable(ruleset(asked), engine)


def first(asked: Configuration, engine: str) -> Record:
    """The beginning of a game, before anything is dealt."""
    game = playing(asked, engine)
    assert game.chosen.engine is not None
    return game.chosen.engine.shape.record(game.machine.first())


class Games:
    """Plays random games of one engine from a record on, other ones at each measurement."""

    def __init__(self, asked: Configuration, engine: str, record: Record) -> None:
        game = playing(asked, engine)
        self.engine = game.chosen.engine
        self.record = record
        self.next = 0
        self.at_once = 64

    def play(self, games: int) -> tuple[float, int]:
        """The processor seconds that so many games take, and their decisions."""
        seeds, decisions = range(self.next, self.next + games), 0
        self.next += games
        begun = time.process_time()
        match self.engine:
            case NativeEngine() as native:
                width = 3 + native.plan.players
                for cells in native.compiled.batches(self.record, seeds, MOST_DECISIONS):
                    decisions += sum(cells[1::width])
            case PortableEngine() as portable:
                decisions = sum(row.decisions for row in portable.games(self.record, seeds, MOST_DECISIONS))
            case other:
                raise TypeError(f"{other} is not measured")
        return time.process_time() - begun, decisions

    def measure(self, seconds: float = SECONDS) -> tuple[float, float]:
        """Games and decisions a second."""
        while True:
            took, decisions = self.play(self.at_once)
            if took >= seconds / 2:
                return self.at_once / took, decisions / took
            self.at_once = int(self.at_once * max(2, min(16, seconds / max(took, 1e-3))))


def games_a_second(games: Games) -> Callable[[], float]:
    """What measures games."""
    return lambda: games.measure()[0]


def decisions_a_second(games: Games) -> Callable[[], float]:
    """What measures decisions."""
    return lambda: games.measure()[1]
