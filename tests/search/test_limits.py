"""Exact solving ends where it may not go on: at limits, on an interruption, and where a game goes round in circles."""

from pathlib import Path

import pytest

from ruleloom.bots import BotError, Seated, bots_for, play_out
from ruleloom.cli.patience import patience
from ruleloom.engines.proving import GaveUp, GoesRound, Limits, SolvingWatch, Unsolvable
from ruleloom.errors import RuleError
from ruleloom.game import Game, State
from ruleloom.programs import ProgramBot
from ruleloom.record import Recorder
from ruleloom.search.bots import _say_once
from ruleloom.search.exact import Exact
from ruleloom.search.solver import Solver, Worth
from ruleloom_dsl import load_ruleset, open_game
from tests.commands import Run
from tests.engines.agreement import engines_here
from tests.games import Configuration, game

ROUND = """\
ruleloom: 1
game: round
title: Round
summary: Somebody may go back and back, unless the other one is better off with it.
players: 2
vars: {n: {is: 0..3}}
play: [{id: turn, turns: players, do: [{choose: [retreat, go, win]}], text: Go on.}]
moves:
  retreat: {rules: [{id: far, that: n == 1, text: Only from one.}], then: [set n to 0], text: Go back.}
  go: {rules: [{id: near, that: GO, text: Not from where it ends.}], then: [add 1 to n], text: Go on.}
  win: {rules: [{id: top, that: n == 3, text: Only at the top.}], then: [finish won], text: Win.}
ends: {won: {win: "[me]", text: Won.}}
"""
CONNECT = Configuration("connect_four")


def going(where: str, folder: Path) -> State:
    (folder / "round").mkdir()
    (folder / "round" / "game.yaml").write_text(ROUND.replace("GO", where), encoding="utf-8")
    return Game(load_ruleset(open_game("round", [folder])).game).start()


@pytest.mark.parametrize("engine", engines_here())
def test_a_game_that_goes_round_is_solved_where_somebody_can_force_a_win(engine: str, tmp_path: Path) -> None:
    """Who stands on one goes on, and the other one has to lead to the top."""
    state = going("n != 3", tmp_path)
    solver = Solver(state, engine)
    assert solver.worth(state) == Worth(1, 4, None)
    assert [move.text for move in solver.line(state)] == ["go", "go", "go", "win"]
    assert Exact().best(state.apply("go")) == "go"


@pytest.mark.parametrize("engine", engines_here())
def test_a_game_that_goes_round_for_ever_is_refused_with_the_reason(engine: str, tmp_path: Path) -> None:
    state = going("n == 0", tmp_path)
    with pytest.raises(GoesRound, match="no rule says what going round for ever comes to; `at_most`"):
        Solver(state, engine).value(state)


def test_a_game_that_goes_round_has_none_where_nobody_can(tmp_path: Path) -> None:
    state = going("n == 0", tmp_path)
    with pytest.raises(Unsolvable, match="the game never ends"):
        Exact().best(state)


@pytest.mark.parametrize("engine", engines_here())
def test_so_many_states_are_looked_at_and_no_more(engine: str) -> None:
    state, watch = game(CONNECT).start(), SolvingWatch(Limits(states=300))
    with pytest.raises(GaveUp) as raised:
        Solver(state, engine, watch).value(state)
    assert (raised.value.limit, watch.states) == ("states", 300)


def test_all_engines_look_at_as_many_states() -> None:
    state, seen = game(Configuration("tic_tac_toe")).start(), []
    for engine in engines_here():
        watch = SolvingWatch()
        assert Solver(state, engine, watch).value(state) == 0
        seen.append(watch.states)
    assert len(set(seen)) == 1 and seen[0] > 100


def test_what_is_learnt_takes_no_more_memory_than_it_may() -> None:
    state = game(CONNECT).start()
    with pytest.raises(GaveUp) as raised:
        Solver(state, "portable", SolvingWatch(Limits(memory=200_000))).value(state)
    assert raised.value.limit == "memory"


@pytest.mark.parametrize("command", ["solve", "hint"])
@pytest.mark.parametrize("limit", [("--seconds", "0.01"), ("--states", "50")])
def test_a_command_that_gives_up_says_how_far_it_came_and_what_to_do(
    run: Run, command: str, limit: tuple[str, str]
) -> None:
    words = (command, "connect_four", *limit, *(("--bot", "solver") if command == "hint" else ()))
    ran = run(*words)
    told = " ".join(ran.err.split())
    assert ran.status == 1 and told.startswith(f"{limit[0]}: error: not solved after ")
    assert f"help: give it more {limit[0]}" in told
    assert f'"place": "{limit[0]}"' in run(*words, "--json").out


def test_who_wins_is_told_even_if_nobody_knows_how_fast(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), patience("g", Limits()) as watch:
        watch.count(12)
        watch.known = (1, 30_000)
        raise KeyboardInterrupt
    said = capsys.readouterr().err
    assert said.startswith("stopped after 12 positions")
    assert said.endswith("player 1 wins, but nobody knows yet in how many decisions\n")


def test_a_bot_that_cannot_solve_tries_games_and_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    _say_once.cache_clear()
    played = game(CONNECT)
    bots = bots_for((1, 2), [Seated.parse("1:solver:1000")], 2, ProgramBot)
    found = [play_out(Recorder.seeded(played, 4), bots, 4)[0] for _ in range(2)]
    assert found[0] == found[1] and found[0].winners == (0,)
    said = capsys.readouterr().err
    assert (
        said == "note: solver: 1,000 positions are not enough everywhere; where that is so, it tries 10 games instead\n"
    )


@pytest.mark.parametrize("kind", ["solver:", "solver:0", "solver:x", "solver:99999999"])
def test_a_bot_that_does_not_say_how_far_it_looks_is_refused(kind: str) -> None:
    with pytest.raises(BotError, match="solver:N"):
        bots_for((1,), [Seated.parse(kind)], 2, ProgramBot)


ENDLESS = """\
ruleloom: 1
game: round
title: Round
players: 2
components: {pawn: {per: player}}
board: {grid: {rows: 2, columns: 2}}
setup: [{id: stand, each: {q: players}, do: "move q.pawn to place(1, q.seat)", text: Stand.}]
play: {id: turn, turns: players, do: {choose: walk, if_none: stuck}, text: Take turns.}
moves: {walk: {with: {target: {in: neighbours(me.pawn.place)}}, then: move me.pawn to target, text: Walk.}}
ends: {stuck: {win: before(me), text: Stuck.}}
"""


def test_a_search_says_that_games_do_not_end(tmp_path: Path) -> None:
    (tmp_path / "round").mkdir()
    (tmp_path / "round" / "game.yaml").write_text(ENDLESS, encoding="utf-8")
    begun = Game(load_ruleset(open_game("round", [tmp_path])).game).start()
    with pytest.raises(RuleError, match="not over after 10,000 decisions, so that a search finds nothing"):
        begun.search(games=5)


def test_games_that_are_drawn_are_no_such_games() -> None:
    """One move is left, and it draws."""
    state = game(Configuration("tic_tac_toe")).start()
    for move in ("a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3"):
        state = state.apply(move)
    assert [rated.value for rated in state.search(games=5).moves] == [0.0]
