"""Random games in C that watches itself: `python -m tests.full.sanitised [--games 20] [game ...]`.

Each game and variant is compiled with the undefined behaviour and address sanitizers, and so that a number outside of
the limits of its field ends the program. The games must be those of the ordinary build. Ends with 1 if something fails.
"""

import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleloom.engines import lowered
from ruleloom.engines.native.building import BuildFailed, find_compiler
from ruleloom.engines.native.compiled import Compiled, Uncovered
from ruleloom.engines.native.layout import layout
from ruleloom.engines.native.printing import print_c
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Record, Shape
from tests.games import Configuration, configurations, game

FLAGS = ("-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-DRULELOOM_CHECKED",
         "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")  # fmt: skip
MOST = 2_000
_LONGEST = 600  # seconds
MAIN = Path(__file__).with_name("sanitised.c")


def build(plan: Plan, folder: Path) -> Path:
    """A program that plays random games of a plan and watches itself. Raises BuildFailed."""
    source, program = folder / "game.c", folder / "game"
    source.write_text(print_c(plan) + MAIN.read_text(encoding="utf-8"), encoding="utf-8")
    command = [*find_compiler().command, *FLAGS, "-o", str(program), str(source)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise BuildFailed(run.stderr)
    return program


def watched(plan: Plan, record: Record, seeds: range, most: int = MOST) -> tuple[list[list[int]], str]:
    """The rows of random games that were watched, and what was told about them."""
    with TemporaryDirectory() as folder:
        program, begin = build(plan, Path(folder)), Path(folder) / "state"
        begin.write_bytes(bytes(layout(plan, "s").write(record)))
        numbers = [str(seeds.start), str(len(seeds)), str(most)]
        command = [str(program), str(begin), *numbers]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST)
    return [[int(word) for word in line.split()] for line in run.stdout.splitlines()], run.stderr


def plain(plan: Plan, record: Record, seeds: range, most: int = MOST) -> list[list[int]]:
    """The rows of the same games in the ordinary build, up to one that the rules do not cover."""
    return list(_until_uncovered(Compiled(plan).rows(record, seeds, most)))


def _until_uncovered(rows: Iterator[list[int]]) -> Iterator[list[int]]:
    try:
        yield from rows
    except Uncovered:
        return


def fault(asked: Configuration, games: int) -> tuple[Configuration, str, float]:
    begun = time.perf_counter()
    machine = game(asked).machine
    try:
        plan = lowered(machine)
        record, seeds = Shape(machine).record(machine.first()), range(games)
        rows, told = watched(plan, record, seeds)
        expected = plain(plan, record, seeds)
        if not told and (rows != expected or not rows):
            told = f"{len(rows)} games, {len(expected)} in the ordinary build, or not the same ones"
    except (BuildFailed, NotLowered) as error:
        told = f"{type(error).__name__}: {error}"
    return asked, told, time.perf_counter() - begun


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.sanitised", description="Random games in C that watches itself.")
    parser.add_argument("only", metavar="game", nargs="*", help="only these games (default: all)")
    parser.add_argument("--games", type=int, default=20, help="random games of each configuration (default: 20)")
    parser.add_argument("--plain", action="store_true", help="only the games as they are, without variants and options")
    parser.add_argument("--processes", type=int, default=2, help="how many run at once (default: 2)")
    options = parser.parse_args()
    chosen = [asked for asked in configurations() if not options.only or asked.game in options.only]
    if options.plain:
        chosen = [asked for asked in chosen if asked == Configuration(asked.game)]
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for asked, told, seconds in pool.map(fault, chosen, [options.games] * len(chosen)):
            wrong += bool(told)
            print(f"{seconds:8.2f} s  {asked!s:<40} {told or 'ok'}", flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} are clean")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
