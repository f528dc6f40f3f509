"""Every shipped game and variant in PettingZoo and OpenSpiel: `python -m tests.full.adapters [--all] [game ...]`.

Prints for each configuration what was asked of it and what is broken; ends with 1 if something is. `--all` tries every
number of players and every other value of an option too.
"""

import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from ruleloom.adapters.table import Table
from ruleloom_dsl import catalog
from tests.adapters.suites import check_numbers, check_open_spiel, check_pettingzoo
from tests.games import Configuration, configurations_of, game

MOST_ACTIONS = 120
CYCLES = 60


def look(asked: Configuration) -> tuple[Configuration, str, list[str], float]:
    """A configuration, its sizes, what is broken, and the seconds that it took."""
    begun, faults = time.process_time(), []
    table = Table(game(asked))
    checks: dict[str, Callable[[], None]] = {
        "numbers": lambda: check_numbers(game(asked), 5, MOST_ACTIONS),
        "pettingzoo": lambda: check_pettingzoo(game(asked), CYCLES),
        "open_spiel": lambda: check_open_spiel(asked, 2, MOST_ACTIONS),
    }
    for name, check in checks.items():
        try:
            check()
        except Exception as error:  # whatever it is, it is told
            last = traceback.extract_tb(error.__traceback__)[-1]
            faults.append(f"{name}: {type(error).__name__}: {error} ({last.filename}:{last.lineno})")
    spelled = f", spelled: {' '.join(table.actions.spelled)}" if table.actions.spelled else ""
    return asked, f"{len(table.actions.texts)} actions{spelled}", faults, time.process_time() - begun


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.adapters", description="Games in PettingZoo and OpenSpiel.")
    parser.add_argument("games", nargs="*", help="only these games (default: all that are shipped)")
    parser.add_argument("--all", action="store_true", help="every number of players and value of an option too")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    asked = [each for name in options.games or catalog.games() for each in configurations_of(name)]
    chosen = [each for each in asked if options.all or not (each.options or each.players)]
    broken = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for each, sizes, faults, seconds in pool.map(look, chosen):
            broken += bool(faults)
            print(f"{seconds:7.2f} s  {each!s:<50} {sizes}  {'; '.join(faults) or 'ok'}", flush=True)
    print(f"{len(chosen)} configurations, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
