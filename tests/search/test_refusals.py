"""Games that cannot be solved exactly are told so, with the reason; wrong command lines too."""

import pytest

from ruleloom.engines.proving import Unsolvable
from ruleloom.search.solver import Solver
from tests.commands import Run
from tests.games import Configuration, game

REFUSED = {
    ("hearts", "--seed", "1"): "only games of two players can be solved exactly, and this one has 4",
    ("pig", "--seed", "1"): "dice are rolled after this position (moves.throw)",
    ("kuhn_poker", "--seed", "1"): "player 1 cannot see 2 of components.card",
    ("tic_tac_toe", "--engine", "reference"): "the reference engine does not solve games",
    ("nim", "--all-deals"): "this game begins with no deal",
    ("collapsi", "-v", "shifting_board", "--all-deals"): "a board that stays as it is",
    ("collapsi", "--all-deals", "--seed", "1"): "--all-deals solves every deal from its start",
    ("nim", "--sample", "1%"): "go with --all-deals",
    ("nim", "--out", "nim.html"): "go with --all-deals",
    ("collapsi", "--all-deals", "--workers", "0"): "there can be 1 to 256 processes",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_game_that_cannot_be_solved_is_refused(run: Run, words: tuple[str, ...]) -> None:
    ran = run("solve", *words)
    assert ran.status == 1
    assert REFUSED[words] in " ".join(ran.err.split())


def test_a_game_that_may_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleloom.engines.portable.solving.DEEPEST", 4)
    state = game(Configuration("tic_tac_toe")).start(0)
    with pytest.raises(Unsolvable, match="more than 2,000 decisions"):
        Solver(state, "portable").value(state)


def test_a_position_is_told_in_every_language(run: Run) -> None:
    asked = ("solve", "nim", "-o", "heaps=2", "-o", "growth=1", "--engine", "portable")
    assert run(*asked).out.splitlines()[:2] == [
        "Player 1 wins in 3 decisions if both play as well as they can.",
        "Best move: 2 1",
    ]
    for language in ("de", "fr", "es"):
        assert "2 1" in run(*asked, "--lang", language).out


def test_a_game_that_is_over_is_told(run: Run) -> None:
    asked = ("solve", "nim", "-o", "heaps=1", "--after", "1 1")
    assert "The game is over (last_object)" in run(*asked).out
