"""Many random games against the figures of another program: `python -m tests.full.random_play [--games 20000]`.

The 4x4 board with jokers and with jacks, the board for three, the big board with four. Prints each figure with its
99.9 % bound and the games per second of one process; ends with 1 if a figure is out of bounds.
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor

from tests.test_random_play import FACTS, Measured, compare, play

CHUNK = 250


def chunk(job: tuple[int, int, int]) -> tuple[list[Measured], float]:
    """Games of one configuration from one seed up to another, and the processor time they took."""
    fact, first, last = job
    begun = time.process_time()
    return [play(FACTS[fact].configuration, seed) for seed in range(first, last)], time.process_time() - begun


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.random_play", description="Random games within bounds.")
    parser.add_argument("--games", type=int, default=20_000, help="of each configuration (default: 20000)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for number, fact in enumerate(FACTS):
            edges = range(0, options.games, CHUNK)
            parts = list(pool.map(chunk, [(number, at, min(at + CHUNK, options.games)) for at in edges]))
            games = [each for part, _ in parts for each in part]
            speed = len(games) / sum(seconds for _, seconds in parts)
            lengths = [each.decisions for each in games]
            print(f"{fact}: {len(games):,} games, lengths {min(lengths)} to {max(lengths)}, {speed:.0f} games/s")
            for each in compare(fact, games):
                wrong += not each.holds
                print(f"  {each}{'' if each.holds else '  OUT OF BOUNDS'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
