"""Many random games on every engine, in every configuration: `python -m tests.full.agree [--games 20] [GAME ...]`.

Compares state by state with the reference and prints the first difference of each configuration; ends with 1 if there
is one. With `--passes` the programs are made without each optimisation in turn, and without all of them.
"""

import sys
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

import pytest

from ruleloom.engines.engine import EngineMissing
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.passes import NAMES, all_but
from tests.engines.agreement import ENGINES, differences, differing, on_plan, uneven_games
from tests.games import Configuration, configurations, game

MOST = 2_000  # steps of a game that are compared


def found(job: tuple[Configuration, str, int]) -> str:
    """The first difference of a configuration on an engine; empty where there is none."""
    asked, engine, games = job
    compared = chain.from_iterable(differences(asked, [engine], seed, MOST) for seed in range(games))
    try:
        return next(chain(compared, uneven_games(asked, [engine], range(games * 5))), "")
    except pytest.skip.Exception as skipped:
        return f"{asked} is not compared: {skipped}"


def found_without(job: tuple[Configuration, str, int]) -> str:
    """The same where optimisations are left out."""
    asked, engine, games = job
    ways = {name: [name] for name in NAMES} | {"any pass": NAMES}
    for name, left_out in ways.items():
        try:
            made = {f"{engine} without {name}": on_plan(game(asked).rules, engine, all_but(left_out))}
        except (EngineMissing, NotLowered) as error:
            return f"{asked} is not compared: {error}"
        compared = chain.from_iterable(differing(asked, made, seed, MOST) for seed in range(games))
        if difference := next(compared, ""):
            return difference
    return ""


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.agree", description="Random games on every engine.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="without one, all games")
    parser.add_argument("--games", type=int, default=20, help="of each configuration (default: 20)")
    parser.add_argument("--engine", choices=ENGINES, help="without it, all engines")
    parser.add_argument("--passes", action="store_true", help="without each optimisation in turn, and without all")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    asked = [each for each in configurations() if not options.names or each.game in options.names]
    engines = [options.engine] if options.engine else ENGINES
    jobs = [(each, engine, options.games) for each in asked for engine in engines]
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for job, difference in zip(jobs, pool.map(found_without if options.passes else found, jobs), strict=True):
            wrong += bool(difference) and "is not compared" not in difference
            print(difference or f"{job[0]} agrees on {job[1]}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
