"""Everything that every game promises, in every configuration: `python -m tests.full.every_game [game ...]`.

Longer games than in tests/test_every_game.py, each rule taken away in turn. Prints what is broken, and for each game
how many configurations and rules there are and how many seconds they took; ends with 1 if something is broken.
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from ruleloom_dsl import catalog
from tests.games import SMALL, Configuration, configurations_of
from tests.promises import broken_promises
from tests.promises.courses import WHOLE
from tests.promises.matter import dead_rules
from tests.promises.mutants import every_mutant, not_missed
from tests.test_every_game import WITHOUT_EFFECT, WITHOUT_LOSS


@dataclass(frozen=True)
class Job:
    """What is looked at in one go: one configuration, or the rules of a game."""

    game: str
    asked: Configuration | None


@dataclass(frozen=True)
class Found:
    """What is broken, how many rules were taken away, in how many seconds of processor time."""

    job: Job
    faults: tuple[str, ...]
    rules: int
    seconds: float


def look(job: Job) -> Found:
    begun, rules = time.process_time(), 0
    if job.asked is not None:
        faults = list(broken_promises(job.asked, WHOLE))
    else:
        dead = (f"{job.game}: {fault}" for fault in dead_rules(job.game, WHOLE))
        faults = [fault for fault in dead if fault not in WITHOUT_EFFECT]
        if job.game in catalog.games():
            lost = (fault for fault in not_missed(job.game) if f"{job.game}: {fault}" not in WITHOUT_LOSS)
            faults += [f"{job.game}: no scenario fails {fault}" for fault in lost]
            rules = len(every_mutant(job.game))
    return Found(job, tuple(faults), rules, time.process_time() - begun)


def jobs(games: list[str]) -> list[Job]:
    """The long ones first."""
    rules = [Job(name, None) for name in games]
    return rules + [Job(name, asked) for name in games for asked in configurations_of(name)]


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.every_game", description="Everything that every game promises.")
    parser.add_argument("games", nargs="*", help="only these games (default: all, the small ones of the tests too)")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    games = options.games or [*catalog.games(), *SMALL]
    with ProcessPoolExecutor(options.processes) as pool:
        found = []
        for each in pool.map(look, jobs(games)):
            found.append(each)
            print(*each.faults, sep="\n", end="\n" if each.faults else "", flush=True)
    for name in games:
        own = [each for each in found if each.job.game == name]
        rules, seconds = sum(each.rules for each in own), sum(each.seconds for each in own)
        faults = sum(len(each.faults) for each in own)
        print(
            f"{seconds:8.2f} s  {name:<20} {len(own) - 1:4} configurations, {rules:4} rules taken away, {faults} faults"
        )
    return 1 if any(each.faults for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
