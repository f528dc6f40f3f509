"""Many games of a team that never acts: `python -m tests.full.idle_team [--games 20000]`. Ends with 1 out of bounds."""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

from tests.test_idle_team import FACTS, Lost, deviations, idle

CHUNK = 250


def chunk(job: tuple[int, int, int]) -> list[Lost]:
    """Games of one configuration from one seed up to another."""
    fact, first, last = job
    return [idle(FACTS[fact].configuration, seed) for seed in range(first, last)]


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.idle_team", description="Idle teams within bounds.")
    parser.add_argument("--games", type=int, default=20_000, help="of each configuration (default: 20000)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for number, fact in enumerate(FACTS):
            begun, edges = time.perf_counter(), range(0, options.games, CHUNK)
            parts = pool.map(chunk, [(number, at, min(at + CHUNK, options.games)) for at in edges])
            games = [each for part in parts for each in part]
            shares = {
                ending: f"{count / len(games):.2%}" for ending, count in Counter(each.ending for each in games).items()
            }
            turns = [each.turn for each in games]
            print(f"{fact}: {len(games):,} games, {shares}, mean turn {fmean(turns):.3f}, earliest {min(turns)}, "
                  f"{time.perf_counter() - begun:.0f} s")  # fmt: skip
            for each in deviations(fact, games):
                wrong += 1
                print(f"  OUT OF BOUNDS: {each}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
