"""Many made-up expressions and rulesets on every engine: `python -m tests.full.generated [--seeds 200] [--from 0]`.

Prints the first difference of each seed; ends with 1 if there is one.
"""

import sys
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

from tests.engines.agreement import ENGINES
from tests.engines.made_up import wrong_expressions, wrong_games

EXPRESSIONS, GAMES, STEPS = 60, 2, 40


def found(job: tuple[int, str]) -> str:
    """The first difference of a seed on an engine; empty where there is none."""
    seed, engine = job
    return next(chain(wrong_expressions(seed, EXPRESSIONS, engine), wrong_games(seed, engine, GAMES, STEPS)), "")


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.generated", description="Made-up rules on every engine.")
    parser.add_argument("--seeds", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--from", type=int, default=0, dest="begin", help="the first one (default: 0)")
    parser.add_argument("--engine", choices=ENGINES, help="without it, all engines")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    engines = [options.engine] if options.engine else ENGINES
    seeds = range(options.begin, options.begin + options.seeds)
    jobs = [(seed, engine) for seed in seeds for engine in engines]
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for job, difference in zip(jobs, pool.map(found, jobs), strict=True):
            wrong += bool(difference)
            print(difference or f"seed {job[0]} agrees on {job[1]}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
