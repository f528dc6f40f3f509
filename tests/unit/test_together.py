"""Joint choices compiled and run."""

from collections.abc import Callable

import pytest

from ruleloom.chance import Seeded
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game
from ruleloom.results import Outcome


def test_a_joint_choice_inside_a_turn_asks_the_others(written: Callable[[str], Game]) -> None:
    state = written(
        "players: 3\n"
        "vars: {n: {is: 0..9, of: player}}\n"
        "play:\n"
        "  - {turns: players, rounds: 1, do: [{id: all_others, together: 'players without [me]', choose: name}]}\n"
        "  - finish over\n"
        "moves: {name: {with: {x: {in: 0..2}}, then: set me.n to x, text: Name a number.}}\n"
        "ends: {over: {draw: true, text: Over.}}\n"
    ).start()
    asked = []
    while isinstance(state.pending, Decision):
        asked.append(state.pending.player)
        state = state.play(state.pending.moves[0], Seeded(0))
    assert asked == [1, 2, 0, 2, 0, 1]
    assert state.turns == 3


def test_endings_are_tested_ahead_of_each_and_after_each(written: Callable[[str], Game]) -> None:
    state = written(
        "players: 3\n"
        "vars: {n: {is: 0..9, starts: 0}}\n"
        "play: [{together: players, choose: name}, finish over]\n"
        "moves: {name: {with: {x: {in: 0..2}}, then: add x to n, text: Name a number.}}\n"
        'ends: {over: {draw: true, text: Over.}, enough: {after: name, when: n > 2, win: "[me]", text: Enough.}}\n'
    ).start()
    for move in ("2", "1", "2"):
        state = state.apply(move)
    assert isinstance(state.pending, Outcome)
    assert state.pending.ending == "enough"
    assert state.pending.returns == (-1, 1, -1)  # the third move was never made


def test_a_member_without_a_move_is_reported(written: Callable[[str], Game]) -> None:
    small = written(
        "players: 2\n"
        "play: [{together: players, choose: name}, finish over]\n"
        "moves: {name: {with: {x: {in: 1..2}}, rules: {id: low, that: x < me.seat, text: L.}, text: Name a number.}}\n"
        "ends: {over: {draw: true, text: Over.}}\n"
    )
    with pytest.raises(RuleError, match="no move is possible"):
        small.start()
