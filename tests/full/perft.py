"""Counts of games to great depths: `python -m tests.full.perft [--most 1000000] [game ...]`.

The figures of tests/data/perft, to the last depth with at most so many sequences. Ends with 1 if one is wrong.
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor

from tests.promises.perft import Fact, facts


def count(job: tuple[int, int]) -> tuple[Fact, str | None, float]:
    number, most = job
    fact, begun = list(facts())[number], time.process_time()
    return fact, fact.fault(most), time.process_time() - begun


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.perft", description="Counts of games to great depths.")
    parser.add_argument("games", nargs="*", help="only these games (default: all)")
    parser.add_argument("--most", type=int, default=1_000_000, help="sequences of one count (default: 1000000)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    chosen = [number for number, fact in enumerate(facts()) if not options.games or fact.game in options.games]
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for fact, fault, seconds in pool.map(count, [(number, options.most) for number in chosen]):
            wrong += fault is not None
            depth = fact.depth(options.most)
            print(
                f"{seconds:8.2f} s  {fact!s:<32} {fact.counts[depth - 1]:>9,} at depth {depth}  {fault or 'ok'}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
