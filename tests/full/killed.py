"""Simulations that are killed: `python -m tests.full.killed [--kills 20] [game ...]`. Ends with 1 where that matters.

Each is killed with SIGKILL at random moments, resumed with other numbers of workers, and compared byte for byte with
one that was left alone.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.simulate.killing import Simulation, disturbed, undisturbed
from tests.simulate.simulations import kept


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.killed", description="Simulations that are killed.")
    parser.add_argument("games", nargs="*", default=["tic_tac_toe", "collapsi"], help="which games to play")
    parser.add_argument("--of-each", type=int, default=8_000_000, help="how many games (default: 8000000)")
    parser.add_argument("--kills", type=int, default=20, help="how often each is killed (default: 20)")
    options = parser.parse_args()
    wrong = 0
    for game in options.games:
        simulation = Simulation(game, options.of_each)
        with TemporaryDirectory() as name:
            alone, killed = Path(name, "alone.db"), Path(name, "killed.db")
            seconds = undisturbed(simulation, alone)
            met = disturbed(simulation, killed, options.kills, seconds, Random(game))
            same = kept(alone) == kept(killed)
        wrong += not same
        print(f"{game}: killed {met} times of {options.kills}, {'the same' if same else 'NOT THE SAME'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
