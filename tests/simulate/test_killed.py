"""Killed at any moment a simulation loses no batch that was kept, and comes to the same in the end.

`tests.full.killed` kills twenty times, and several games.
"""

from pathlib import Path
from random import Random

from tests.simulate.killing import Simulation, disturbed, undisturbed
from tests.simulate.simulations import QUICK, kept

SIMULATION = Simulation(QUICK.game, 1_000, "reference")
KILLS = 3


def test_killed_and_resumed_it_comes_to_the_same(tmp_path: Path) -> None:
    alone, killed = tmp_path / "alone.db", tmp_path / "killed.db"
    seconds = undisturbed(SIMULATION, alone)
    met = disturbed(SIMULATION, killed, KILLS, seconds, Random(7))
    assert met and kept(killed) == kept(alone)
    assert {each.name for each in tmp_path.iterdir()} == {"alone.db", "killed.db"}
