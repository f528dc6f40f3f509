"""Small games come out as trying everything says they do, on both engines, and as theory knows."""

from functools import reduce
from operator import xor

import pytest

from ruleloom.game import Decision, State
from ruleloom.layout import Vector
from ruleloom.search.solver import Solver, Worth
from tests.engines.agreement import engines_here
from tests.games import Configuration, game
from tests.search.plain import plain_worth

SMALL = (
    Configuration("tic_tac_toe", options=(("columns", "2"), ("in_a_row", "2"))),
    Configuration("tic_tac_toe", ("misere",), options=(("rows", "2"),)),
    Configuration("nim", ("misere",), options=(("heaps", "3"), ("growth", "1"))),
    Configuration("connect_four", options=(("rows", "3"), ("columns", "3"), ("in_a_row", "3"))),
    Configuration("clobber", options=(("rows", "2"), ("columns", "4"))),
    Configuration("hex", options=(("size", "2"),)),
    Configuration("hex", ("swap",), options=(("size", "2"),)),
    Configuration("kalah", options=(("pits", "2"), ("seeds", "2"))),
)


def begun(asked: Configuration, seed: int = 0) -> State:
    return game(asked).start(seed)


@pytest.mark.parametrize("engine", engines_here())
@pytest.mark.parametrize("asked", SMALL, ids=str)
def test_a_solver_finds_what_trying_everything_finds(asked: Configuration, engine: str) -> None:
    state = begun(asked)
    solver = Solver(state, engine)
    seen: dict[Vector, Worth] = {}
    while isinstance(state.pending, Decision):
        worth = plain_worth(state, seen)
        assert solver.worth(state) == worth
        best = solver.best_moves(state)
        assert best
        for move in state.decision.moves:
            after = plain_worth(state.apply(move), seen)
            keeps = after.winner == worth.winner and (worth.plies is None or (after.plies or 0) == worth.plies - 1)
            assert (move in best) == keeps, move
        state = state.apply(best[-1])


@pytest.mark.parametrize("first", [1, 2, 3])
@pytest.mark.parametrize("heaps", [1, 2, 3, 4])
@pytest.mark.parametrize("growth", [0, 1, 2])
def test_who_moves_in_nim_loses_where_the_xor_of_the_heaps_is_nothing(first: int, heaps: int, growth: int) -> None:
    options = (("heaps", str(heaps)), ("first_heap", str(first)), ("growth", str(growth)))
    sizes = [first + growth * number for number in range(heaps)]
    found = Solver(begun(Configuration("nim", options=options)), "portable").worth(
        begun(Configuration("nim", options=options))
    )
    assert found.winner == (0 if reduce(xor, sizes) else 1)


@pytest.mark.parametrize("engine", engines_here())
def test_tic_tac_toe_is_a_draw_of_nine_moves(engine: str) -> None:
    state = begun(Configuration("tic_tac_toe"))
    solver = Solver(state, engine)
    assert solver.worth(state) == Worth(None, None, None)
    assert len(solver.best_moves(state)) == 9
    assert len(solver.line(state)) == 9
    corner = state.apply("a1")
    assert [move.text for move in solver.best_moves(corner)] == ["b2"]


@pytest.mark.parametrize(
    ("name", "options", "winner"),
    [
        ("connect_four", {"rows": "4", "columns": "4"}, None),
        ("hex", {"size": "3"}, 0),
        ("hex", {"size": "4"}, 0),
        ("othello", {"half": "2"}, 1),
    ],
)
def test_small_boards_are_worth_what_is_known(name: str, options: dict[str, str], winner: int | None) -> None:
    if "native" not in engines_here():
        pytest.skip("there is no C compiler")
    state = begun(Configuration(name, options=tuple(options.items())))
    assert Solver(state, "native").worth(state).winner == winner
