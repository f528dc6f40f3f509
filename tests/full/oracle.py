"""All right answers to all depths, which takes minutes: `python -m tests.full.oracle [--solved] [--processes 2]`.

Every game of the vectors, every count of decisions and turns of their deals; with `--solved` also
the 15 solved deals in both editions, which takes much longer. Prints a table with seconds of processor time and ends
with 1 if an answer is wrong.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from ruleloom.perft import perft
from tests.collapsi import SOLVED, dealt, vectors
from tests.games import Configuration
from tests.test_oracle import COUNTS, JACK, Count, Solver, check_trace


@dataclass(frozen=True)
class Answer:
    """One line of the table: what was asked, what should come out, what came out, in how many seconds."""

    asked: str
    right: str
    found: str
    seconds: float


def trace(number: int) -> str:
    check_trace(vectors()[number])
    return "agrees"


def count(number: int) -> str:
    asked = COUNTS[number]
    state = dealt(asked.configuration, asked.deal)
    return shown(Count(asked.configuration, asked.deal, asked.by, tuple(
        perft(state, depth, asked.by) for depth in range(1, len(asked.counts) + 1)
    )))  # fmt: skip


def solved(number: int) -> str:
    deal, *_ = SOLVED[number // 2]
    edition = JACK if number % 2 else ()
    winner, plies = Solver().solve(dealt(Configuration("collapsi", edition), deal))
    return f"P{winner + 1}-{plies}"


def shown(asked: Count) -> str:
    return ", ".join(f"{count:,}" for count in asked.counts)


Job = tuple[Callable[[int], str], int, str, str]


def jobs(with_solved: bool) -> list[Job]:
    found: list[Job] = []
    for number, vector in enumerate(vectors()):
        found.append((trace, number, f"{vector['id']} game of {len(vector['trace'])} decisions", "agrees"))
    found += [(count, number, str(asked), shown(asked)) for number, asked in enumerate(COUNTS)]
    for number, (deal, joker, jack) in enumerate(SOLVED if with_solved else []):
        found.append((solved, 2 * number, f"{deal} solved, jokers", joker))
        found.append((solved, 2 * number + 1, f"{deal} solved, jacks", jack))
    return found


def answer(job: Job) -> Answer:
    work, number, asked, right = job
    begun = time.process_time()
    try:
        found = work(number)
    except AssertionError as error:
        found = f"differs: {error}"
    return Answer(asked, right, found, time.process_time() - begun)


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.oracle", description="All right answers to all depths.")
    parser.add_argument("--solved", action="store_true", help="solve deals too")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    begun, wrong, used = time.perf_counter(), 0, 0.0
    with ProcessPoolExecutor(options.processes) as pool:
        for each in pool.map(answer, jobs(options.solved)):
            wrong, used = wrong + (each.found != each.right), used + each.seconds
            verdict = "ok" if each.found == each.right else f"WRONG, not {each.right}"
            print(f"{each.seconds:8.2f} s  {each.asked:<92} {each.found}  {verdict}", flush=True)
    passed = time.perf_counter() - begun
    print(f"{used:8.2f} s of {options.processes} processes in {passed:.0f} s; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
