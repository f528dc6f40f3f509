"""A simulation that is killed again and again, and one that is left alone."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic, sleep

from tests.simulate.simulations import COMMAND

STARTING = 1.0
"""About so many seconds pass before games are played; some kills come before."""


@dataclass(frozen=True)
class Simulation:
    """So many games of a game on an engine."""

    game: str
    games: int
    engine: str = "auto"

    def command(self, store: Path, workers: int) -> list[str]:
        options = ["--games", str(self.games), "--seed", "1", "--engine", self.engine, "--workers", str(workers)]
        return [*COMMAND, "simulate", self.game, "--store", str(store), *options]


def undisturbed(simulation: Simulation, store: Path) -> float:
    """Play all games; how many seconds it took."""
    begun = monotonic()
    subprocess.run(simulation.command(store, 1), check=True, capture_output=True)
    return monotonic() - begun


def disturbed(simulation: Simulation, store: Path, kills: int, seconds: float, random: Random) -> int:
    """Play, kill it after a moment, so many times; then to the end. How often it was killed before it had ended.

    The moments come from the time an undisturbed run takes, so that most kills fall into the play.
    """
    met = 0
    for kill in range(kills):
        process = subprocess.Popen(simulation.command(store, 1 + kill % 3), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)  # fmt: skip
        sleep(STARTING * random.uniform(0.3, 1.3) + random.uniform(0, seconds / kills))
        process.kill()
        process.communicate()
        met += process.returncode < 0
    done = subprocess.run(simulation.command(store, 2), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return met
