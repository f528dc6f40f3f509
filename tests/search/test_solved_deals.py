"""Deals of Collapsi whose value is known come out right, winner and length, with jokers and with jacks."""

import pytest

from ruleloom.engines.proving import FAR
from ruleloom.game import Game
from ruleloom.search.solver import Solver
from tests.collapsi import SOLVED
from tests.engines.agreement import engines_here
from tests.games import Configuration, game

EDITIONS = {"joker": Configuration("collapsi"), "jack": Configuration("collapsi", ("jack_edition",))}


@pytest.mark.parametrize("edition", EDITIONS)
def test_solved_deals(edition: str) -> None:
    played: Game = game(EDITIONS[edition])
    solver = Solver(played.initial().happen(SOLVED[0][0]), engines_here()[-1])
    for deal, joker, jack in SOLVED:
        state = played.initial().happen(deal)
        solver.prover.forget()
        worth = solver.worth(state)
        assert worth.winner is not None
        assert f"P{worth.winner + 1}-{worth.plies}" == (joker if edition == "joker" else jack), deal


def test_the_fastest_win_has_one_first_move_and_a_line_of_seven() -> None:
    state = game(EDITIONS["joker"]).initial().happen("J34AAJA2432A3232")
    solver = Solver(state, engines_here()[-1])
    assert solver.value(state) == FAR - 7
    assert [move.text for move in solver.best_moves(state)] == ["14"]
    line = solver.line(state)
    assert len(line) == 7
    for move in line:
        state = state.apply(move)
    assert state.pending.winners == (0,)  # type: ignore[union-attr]


def test_engines_agree_on_a_deal_and_on_what_follows() -> None:
    state = game(EDITIONS["joker"]).initial().happen(SOLVED[0][0])
    solvers = [Solver(state, engine) for engine in engines_here()]
    for _ in range(3):
        found = [(solver.value(state), solver.best_moves(state)) for solver in solvers]
        assert all(each == found[0] for each in found)
        state = state.apply(found[0][1][0])
