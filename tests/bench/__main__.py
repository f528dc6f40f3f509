"""How fast Ruleloom is, beside programs written by hand and OpenSpiel: `python -m tests.bench [name ...]`.

Prints one line for each measurement: medians of several rounds in which both sides take turns, and the median of their
ratios. In-process speeds count processor time, whole processes are timed by the clock and by the processor.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleloom.engines.native.building import Compiler, NoCompiler, find_compiler
from tests.bench import baselines, openspiel, process
from tests.bench.ours import Games, decisions_a_second, first, games_a_second
from tests.bench.timing import HEAD, Line, against, geometric_mean, speed
from tests.games import Configuration

ROUNDS = 5
SEEDS = ("collapsi", "inselflucht", "collusion")
HEARTS = Configuration("hearts", (), None, (("target", "1"),))
COLLUSION = Configuration("collusion")
DEAL = 52
"""So many cards are played in each deal of Collusion."""
COLLAPSI = Configuration("collapsi")
_GAMES, _DECISIONS = "games/s", "decisions/s"


class Skipped(Exception):
    """A benchmark cannot run here; the text says what is missing."""


def collapsi(rounds: int) -> Iterator[Line]:
    """Random games of Collapsi against the programs written by hand."""
    portable = games_a_second(Games(COLLAPSI, "portable", first(COLLAPSI, "portable")))
    theirs = baselines.python_games_a_second
    yield against("collapsi, portable / by hand in Python", _GAMES, portable, theirs, rounds, "ratio at least 0.5")
    compiler = _compiler()
    native = games_a_second(Games(COLLAPSI, "native", first(COLLAPSI, "native")))
    with TemporaryDirectory(prefix="ruleloom-bench-") as folder:
        program = baselines.compile_c(compiler.command, Path(folder))
        by_hand = lambda: baselines.c_games_a_second(program)  # noqa: E731
        yield against("collapsi, native / by hand in C", _GAMES, native, by_hand, rounds, "ratio at least 0.6")
    shifting = Configuration("collapsi", ("shifting_board",))
    games = Games(shifting, "native", first(shifting, "native"))
    yield speed("collapsi+shifting_board, native", _DECISIONS, decisions_a_second(games), rounds, "at least 1,000,000")


def spiel(rounds: int) -> Iterator[Line]:
    """Random games from dealt states against OpenSpiel's own."""
    if not openspiel.is_installed():
        raise Skipped("OpenSpiel is not installed")
    _compiler()
    ratios = []
    for pair in openspiel.PAIRS:
        race = openspiel.Race(pair)
        line = against(f"{pair.ours}, native / OpenSpiel", _GAMES, race.ours, race.theirs, rounds, "ratio at least 1")
        assert line.ratio is not None
        ratios.append(line.ratio)
        yield line
    mean = geometric_mean(ratios)
    yield Line("geometric mean of these ratios", "", mean, ratio=mean, wanted="at least 3")


def firsts(rounds: int) -> Iterator[Line]:
    """Games and deals a second of games of which no speeds were known."""
    _compiler()
    for asked, wanted in (
        (Configuration("inselflucht"), 20_000),
        (COLLUSION, 30_000),
        (HEARTS, 50_000),
    ):
        games = Games(asked, "native", first(asked, "native"))
        measure = games_a_second(games) if asked != COLLUSION else lambda games=games: games.measure()[1] / DEAL
        unit = _GAMES if asked.game == "inselflucht" else "deals/s"
        yield speed(f"{asked}, native", unit, measure, rounds, f"at least {wanted:,}")


def start(rounds: int) -> Iterator[Line]:
    """From an edited YAML file to the first finished game."""
    _compiler()
    for game in SEEDS:
        with process.edited(game) as edited:
            edited.first_game("native")  # from now on Python's own files are compiled
            cold = process.middle([edited.first_game("native", is_cold=True) for _ in range(rounds)])
            warm = process.middle([edited.first_game("native") for _ in range(rounds)])
            portable = process.middle([edited.first_game("portable") for _ in range(rounds)])
        compiler = process.middle([process.compiling(game) for _ in range(rounds)])
        for what, took, wanted in (
            ("native, nothing cached", cold, "under 2.5 s"),
            ("of that the C compiler", compiler, ""),
            ("native, library cached", warm, "under 0.8 s"),
            ("portable", portable, "under 1 s"),
        ):
            yield Line(f"{game}: {what}, clock", "s", took.clock, wanted=wanted)
            yield Line(f"{game}: {what}, processor", "s", took.processor)


def workers(rounds: int) -> Iterator[Line]:
    """Two workers of a simulation against one."""
    _compiler()
    cores = os.cpu_count() or 1
    if cores < 2:
        raise Skipped("there is one processor only")
    games = 10_000_000
    one, two = (lambda count=count: games / process.simulated("collapsi", games, count).clock for count in (1, 2))
    yield against("simulate collapsi, two workers / one", _GAMES, two, one, rounds, "ratio at least 1.7")


BENCHMARKS: dict[str, Callable[[int], Iterator[Line]]] = {
    "collapsi": collapsi, "openspiel": spiel, "firsts": firsts, "start": start, "workers": workers,
}  # fmt: skip


def _compiler() -> Compiler:
    try:
        return find_compiler()
    except NoCompiler as error:
        raise Skipped(str(error)) from error


def main() -> int:
    """Run the benchmarks that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast Ruleloom is.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each measurement (default: {ROUNDS})")
    parser.add_argument("name", nargs="*", help=f"which benchmarks: {', '.join(BENCHMARKS)} (default: all)")
    asked = parser.parse_args()
    if unknown := [name for name in asked.name if name not in BENCHMARKS]:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    print(HEAD)
    for name in asked.name or BENCHMARKS:
        try:
            for line in BENCHMARKS[name](asked.rounds):
                print(line, flush=True)
        except Skipped as skipped:
            print(f"{name}: not measured, {skipped}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
