"""The solver in C compiles without a warning, behaves where the program watches itself, and its table may run full."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ruleloom.engines.native.building import FLAGS
from ruleloom.engines.native.solving import NativeProver, print_solver
from ruleloom.engines.proving import Limits, SolvingWatch
from ruleloom.game import State
from ruleloom.search.problem import Problem, problem_of
from ruleloom.search.solver import exact
from tests.games import Configuration, game

STRICT = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-O1")
WATCHED = ("-std=c11", "-O1", "-g", "-DRULELOOM_CHECKED", "-fsanitize=undefined", "-fno-sanitize-recover=all")
GAMES = (
    Configuration("collapsi"),
    Configuration("kalah", options=(("pits", "2"), ("seeds", "2"))),
    Configuration("hex", options=(("size", "11"),)),
)

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


def value(problem: Problem, state: State, *, flags: tuple[str, ...] = FLAGS, table_bytes: int = 1 << 26) -> int:
    given = (problem.plan, problem.shape, problem.identity, problem.leaves)
    prover = NativeProver(*given, flags=flags, watch=SolvingWatch(Limits(memory=table_bytes)))
    record = problem.shape.record(state.world())
    return exact(prover, lambda least: prover.bound(record, least))


@pytest.mark.parametrize("asked", GAMES, ids=str)
def test_a_solver_compiles_without_a_warning(asked: Configuration, tmp_path: Path) -> None:
    problem = problem_of(game(asked).start(0))
    source = tmp_path / "solver.c"
    source.write_text(print_solver(problem.plan, problem.identity, problem.leaves), encoding="utf-8")
    for compiler in filter(shutil.which, ("gcc", "clang")):
        command = [compiler, *STRICT, "-c", str(source), "-o", str(tmp_path / "o")]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("asked", GAMES[:2], ids=str)
def test_a_solver_that_watches_itself_finds_the_same(asked: Configuration) -> None:
    state = game(asked).start(3)
    problem = problem_of(state)
    assert value(problem, state, flags=WATCHED) == value(problem, state)


def test_a_full_table_changes_nothing_but_the_time() -> None:
    state = game(Configuration("collapsi")).initial().happen("AA2J33AJ2A423432")
    problem = problem_of(state)
    assert value(problem, state, table_bytes=1) == value(problem, state)
