"""Deals of Collapsi whose value is known come out right, winner and length, with jokers and with jacks."""

import pytest

from ruleloom.engines.proving import FAR
from ruleloom.game import Game
from ruleloom.search.solver import Solver
from tests.games import Configuration, game
from tests.search.test_small_games import engines

SOLVED = """
JA23A234234A3A2J P2-8 P1-9
334A2JA2AJ24233A P2-12 P1-11
3AA322A2J342A34J P2-12 P2-12
AA2J33AJ2A423432 P1-11 P1-11
3A43A3243A2AJJ22 P2-12 P1-11
A24J4A2J333A2A23 P2-10 P2-10
A3J3A2A4A32342J2 P2-10 P2-10
AA2343J2A2J342A3 P2-12 P1-13
2A4JA343A2A2J233 P2-12 P2-12
4AA2J3A22A42J333 P1-13 P1-13
4A4JA22233A3AJ32 P2-12 P1-11
J33A24J23A42A2A3 P2-12 P2-12
3JA34J222A4A332A P2-14 P1-11
23J3AAA343J22A24 P2-14 P1-11
"""
ROWS = [line.split() for line in SOLVED.split("\n") if line]
EDITIONS = {"joker": Configuration("collapsi"), "jack": Configuration("collapsi", ("jack_edition",))}


@pytest.mark.parametrize("edition", EDITIONS)
def test_solved_deals(edition: str) -> None:
    played: Game = game(EDITIONS[edition])
    solver = Solver(played.initial().happen(ROWS[0][0]), engines()[-1])
    for deal, joker, jack in ROWS:
        state = played.initial().happen(deal)
        solver.prover.forget()
        worth = solver.worth(state)
        assert worth.winner is not None
        assert f"P{worth.winner + 1}-{worth.plies}" == (joker if edition == "joker" else jack), deal


def test_the_fastest_win_has_one_first_move_and_a_line_of_seven() -> None:
    state = game(EDITIONS["joker"]).initial().happen("J34AAJA2432A3232")
    solver = Solver(state, engines()[-1])
    assert solver.value(state) == FAR - 7
    assert [move.text for move in solver.best_moves(state)] == ["14"]
    line = solver.line(state)
    assert len(line) == 7
    for move in line:
        state = state.apply(move)
    assert state.pending.winners == (0,)  # type: ignore[union-attr]


@pytest.mark.parametrize("deal", [ROWS[0][0]])
def test_engines_agree_on_a_deal_and_on_what_follows(deal: str) -> None:
    state = game(EDITIONS["joker"]).initial().happen(deal)
    solvers = [Solver(state, engine) for engine in engines()]
    for _ in range(3):
        found = [(solver.value(state), solver.best_moves(state)) for solver in solvers]
        assert all(each == found[0] for each in found)
        state = state.apply(found[0][1][0])
