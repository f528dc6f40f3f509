"""Tree search against random play: `python -m tests.full.bots [--games 2] [--processes 2]`, which takes a few minutes.

`--games 2` plays twice as many. Prints how far search is ahead in each game; ends with 1 where it is not far enough.
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor

from tests.search.strength import MATCHES, found_in, leads

CHUNK = 5


def chunk(job: tuple[int, int, int]) -> list[float]:
    """The games of one match from one seed up to another."""
    match, first, last = job
    return leads(MATCHES[match], range(first, last))


def main() -> int:
    """Play all matches."""
    parser = ArgumentParser(prog="python -m tests.full.bots", description="Tree search against random play.")
    parser.add_argument("--games", type=int, default=1, help="so many times as many games as usual (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    weak = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for number, match in enumerate(MATCHES):
            begun, games = time.perf_counter(), match.games * options.games
            jobs = [(number, at, min(at + CHUNK, games)) for at in range(0, games, CHUNK)]
            found = found_in([lead for part in pool.map(chunk, jobs) for lead in part])
            is_weak = found.errors < match.errors
            weak += is_weak
            told = f"{match.configuration}, {match.tries} tries: {found}, in {time.perf_counter() - begun:.0f} s"
            print(told + "  TOO WEAK" * is_weak, flush=True)
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
