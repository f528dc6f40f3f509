"""A random game of every combination of Collapsi, with every reading: `python -m tests.full.combinations`.

The rulings count 1,057 combinations, the two shapes of a shifted board included; with the readings of the two other
rulings that can be played they are 3,170. Each game is watched by the invariants of tests/collapsi.py.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product

from tests.collapsi import allowed, check_game
from tests.games import Configuration, game


def with_readings() -> Iterator[Configuration]:
    for asked in allowed():
        over_edge = ("yes", "no") if "adjacent_revival" in asked.variants else ("yes",)
        for visited, edge in product(("yes", "no"), over_edge):
            readings = (("start_is_visited", visited), ("adjacent_over_edge", edge))
            options = asked.options + tuple((name, value) for name, value in readings if value == "no")
            yield replace(asked, options=options)


def fault(asked: Configuration) -> str | None:
    """What is wrong with a configuration, or None."""
    try:
        check_game(asked, seed=0)
    except Exception as error:  # whatever it is, the others are still played
        return f"{asked}: {type(error).__name__}: {error}"
    finally:
        game.cache_clear()
    return None


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.combinations", description="Plays every combination once.")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    processes, begun = parser.parse_args().processes, time.perf_counter()
    every = list(with_readings())
    with ProcessPoolExecutor(processes) as pool:
        faults = [found for found in pool.map(fault, every, chunksize=20) if found]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(every):,} combinations played in {time.perf_counter() - begun:.0f} s; {len(faults)} faulty")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
