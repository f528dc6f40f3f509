"""Many random games beside OpenSpiel: `python -m tests.full.openspiel [--games 1000] [game ...]`.

Prints a table with the games, the decisions compared, the games that part and the processor time; ends with 1 if any
game parts. A game is named as OpenSpiel names it, or as Ruleloom does.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from tests.openspiel.pairs import PAIRS
from tests.openspiel.walk import Difference, Pair, Walk

CHUNK = 25
MOST_SHOWN = 3
WIDTH = 66


@dataclass(frozen=True)
class Part:
    """Some games of one pair."""

    games: int
    decisions: int
    alone: int
    differences: tuple[str, ...]
    seconds: float


def chunk(job: tuple[int, int, int]) -> Part:
    """Games of one pair from one seed up to another."""
    pair, first, last = job
    begun, walks, differences = time.process_time(), [], []
    for seed in range(first, last):
        walk = Walk(PAIRS[pair], seed)
        walks.append(walk)
        try:
            walk.play()
        except Difference as difference:
            differences.append(str(difference))
    seconds = time.process_time() - begun
    made, alone = sum(walk.decisions for walk in walks), sum(walk.alone for walk in walks)
    return Part(len(walks), made, alone, tuple(differences), seconds)


def asked(names: Sequence[str]) -> list[int]:
    """The pairs of these games; all where none is named."""
    return [at for at, pair in enumerate(PAIRS) if not names or any(_is(pair, name) for name in names)]


def _is(pair: Pair, name: str) -> bool:
    return name in (pair.ours.game, pair.theirs, pair.theirs.partition("(")[0])


def row(pair: Pair, parts: Sequence[Part]) -> str:
    """One line of the table."""
    decisions, alone = sum(part.decisions for part in parts), sum(part.alone for part in parts)
    parting = sum(len(part.differences) for part in parts)
    games, seconds = sum(part.games for part in parts), sum(part.seconds for part in parts)
    return f"{pair.theirs:<{WIDTH}} {games:>6,} {decisions:>9,} {alone:>7,} {parting:>6,} {seconds:>8.1f}"


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.openspiel", description="Random games beside OpenSpiel.")
    parser.add_argument("--games", type=int, default=1_000, help="of each pair (default: 1000)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    parser.add_argument("game", nargs="*", help="which games (default: all)")
    options = parser.parse_args()
    wanted, parting = asked(options.game), []
    if not wanted:
        parser.error(f"none of these is compared; what is: {', '.join(sorted({pair.ours.game for pair in PAIRS}))}")
    print(f"{'game':<{WIDTH}} {'games':>6} {'decisions':>9} {'forced':>7} {'parted':>6} {'seconds':>8}")
    with ProcessPoolExecutor(options.processes) as pool:
        for number in wanted:
            edges = range(0, options.games, CHUNK)
            parts = list(pool.map(chunk, [(number, at, min(at + CHUNK, options.games)) for at in edges]))
            print(row(PAIRS[number], parts), flush=True)
            parting += [each for part in parts for each in part.differences]
    for each in parting[:MOST_SHOWN]:
        print(f"\n{each}")
    return 1 if parting else 0


if __name__ == "__main__":
    sys.exit(main())
