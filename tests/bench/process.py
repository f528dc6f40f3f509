"""How long it takes from an edited YAML file to the first finished game, as a whole process."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from ruleloom.engines import source_of
from ruleloom.engines.native.building import FLAGS, compile_library, find_compiler
from tests.bench.ours import playing
from tests.games import Configuration, source


@dataclass(frozen=True)
class Took:
    """Seconds on the clock, and seconds of processors, of a process and those it started."""

    clock: float
    processor: float


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> Took:
    """Run the command once."""
    before, begun = os.times(), time.perf_counter()
    environment = {"PYTHONDONTWRITEBYTECODE": "", **environment}  # as it is for those who use it
    command = [sys.executable, "-m", "ruleloom", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    after, clock = os.times(), time.perf_counter() - begun
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Took(clock, used)


def middle(runs: Sequence[Took]) -> Took:
    """The median of each."""
    return Took(median(each.clock for each in runs), median(each.processor for each in runs))


class Edited:
    """A copy of a game that is edited before each run."""

    def __init__(self, game: str, folder: Path) -> None:
        self.folder = folder / game
        self.cache = folder / "cache"
        self.edits = 0
        shutil.copytree(source(game).folder, self.folder)

    def first_game(self, engine: str, is_cold: bool = False) -> Took:
        """Edit the file and play one game."""
        if is_cold:
            shutil.rmtree(self.cache, ignore_errors=True)
        self.edits += 1
        with (self.folder / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(f"# edited {self.edits} times\n")
        arguments = ["run", str(self.folder), "--games", "1", "--engine", engine]
        return run(arguments, {"RULELOOM_CACHE": str(self.cache)})


@contextmanager
def edited(game: str) -> Iterator[Edited]:
    """A copy of a game in a folder that goes away."""
    with TemporaryDirectory(prefix="ruleloom-bench-") as folder:
        yield Edited(game, Path(folder))


def compiling(game: str) -> Took:
    """How long the compiler alone works for a game."""
    text = source_of("native", playing(Configuration(game), "reference").machine)
    with TemporaryDirectory(prefix="ruleloom-bench-") as folder:
        before, begun = os.times(), time.perf_counter()
        compile_library(find_compiler(), text, FLAGS, Path(folder))
        after, clock = os.times(), time.perf_counter() - begun
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Took(clock, used)


def simulated(game: str, games: int, workers: int) -> Took:
    """A simulation of so many games by so many workers, in a new store."""
    with TemporaryDirectory(prefix="ruleloom-bench-") as folder:
        store = str(Path(folder) / "store.sqlite")
        arguments = ["simulate", game, "--store", store, "--games", str(games), "--workers", str(workers)]
        return run([*arguments, "--engine", "native"], {})
