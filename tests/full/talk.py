"""What talk does to Collusion: `python -m tests.full.talk [--deals 10000]`. Ends with 1 where that may be chance."""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor

from tests.test_talk_matters import difference, is_pair

CHUNK = 100


def chunk(job: tuple[bool, int, int]) -> list[bool]:
    """The deals from one seed up to another."""
    talks, first, last = job
    return [is_pair(talks, seed) for seed in range(first, last)]


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.talk", description="Pairs with and without talk.")
    parser.add_argument("--deals", type=int, default=10_000, help="each way (default: 10000)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    pairs = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for talks in (True, False):
            begun, edges = time.perf_counter(), range(0, options.deals, CHUNK)
            parts = pool.map(chunk, [(talks, at, min(at + CHUNK, options.deals)) for at in edges])
            pairs[talks] = [each for part in parts for each in part]
            share = sum(pairs[talks]) / len(pairs[talks])
            print(f"{'with' if talks else 'without'} talk: {len(pairs[talks]):,} deals, {share:.2%} with a pair, "
                  f"{time.perf_counter() - begun:.0f} s", flush=True)  # fmt: skip
    found, bound = difference(pairs[True], pairs[False])
    print(f"difference {found:+.2%}, 99.9 % bound {bound:.2%}")
    return 0 if found > bound else 1


if __name__ == "__main__":
    sys.exit(main())
