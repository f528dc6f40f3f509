"""A simulation that is killed again and again, and one that is left alone."""

import subprocess
from pathlib import Path
from random import Random
from time import monotonic, sleep

from tests.simulate.simulations import COMMAND


def command(game: str, games: int, store: Path, workers: int) -> list[str]:
    options = ["--games", str(games), "--seed", "1", "--store", str(store), "--workers", str(workers)]
    return [*COMMAND, "simulate", game, *options]


def undisturbed(game: str, games: int, store: Path) -> float:
    """Play all games; how many seconds it took."""
    begun = monotonic()
    subprocess.run(command(game, games, store, 1), check=True, capture_output=True)
    return monotonic() - begun


def disturbed(game: str, games: int, store: Path, kills: int, seconds: float, random: Random) -> int:
    """Play, kill it after a moment, so many times; then to the end. How often it was killed before it had ended.

    The moments come from the time an undisturbed run takes, so that most kills fall into the play.
    """
    met = 0
    for kill in range(kills):
        process = subprocess.Popen(command(game, games, store, 1 + kill % 3), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)  # fmt: skip
        sleep(random.uniform(0.2, 0.6) * seconds if kill else random.uniform(0, 0.2) * seconds)
        process.kill()
        process.communicate()
        met += process.returncode < 0
    done = subprocess.run(command(game, games, store, 2), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return met
