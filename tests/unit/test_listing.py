"""Clauses that read what is computed from a value are asked where that is known, on the engines too."""

from collections.abc import Callable

import pytest

from ruleloom.engines import PORTABLE
from ruleloom.game import Decision, Game, State
from tests.engines.agreement import on_plan

HEAD = """
summary: Step from place to place.
players: 2
components: {pawn: {per: player, text: A pawn for each player.}}
board: {grid: {rows: 4, columns: 4}, names: "{letter}{row}", text: "There are {board.size} places."}
vars:
  owner: {of: place, is: player or none, text: A place may be owned.}
setup: {id: enter, each: {q: players}, do: "move q.pawn to place(if q.seat == 2 then 4 else 2, 1)", text: All enter.}
play: {id: turn, turns: players, do: {choose: step, if_none: stuck}, text: Players take turns.}
ends:
  stuck: {win: before(me), text: Whoever cannot move loses.}
moves:
  step:
    text: "Step."
    then: [set target.owner to me, move me.pawn to target]
"""
WALK = """
    with: {here: me.pawn.place, path: {walk: orthogonal, from: here, up_to: 4}}
    decides: {target: end(path)}
    rules:
      - {id: far, that: length(path) <= target.row, text: Only so far.}
      - {id: no_twice, that: distinct(entered(path)), text: Nowhere twice.}
      - {id: no_return, that: here not in entered(path), text: Not back.}
      - {id: free, each: {p: entered(path)}, that: p.owner == none, text: Only where it is free.}
"""
DECIDED = """
    with: {spot: {in: places}}
    decides: {target: spot, across: "place(spot.column, spot.row)"}
    rules:
      - {id: off, that: across != spot, text: Only aside.}
      - {id: free, that: spot.owner == none, text: Only where it is free.}
"""
GIVEN = """
    with: {spot: {in: places}, across: "place(spot.column, spot.row)"}
    decides: {target: spot}
    rules:
      - {id: off, that: across != spot, text: Only aside.}
      - {id: free, that: across.owner == none, text: Only where it is free.}
"""
IF_ABLE = GIVEN.replace("that: across !=", "if_able: true, that: across !=")


def moves(state: State) -> list[str]:
    assert isinstance(state.pending, Decision)
    return [move.text for move in state.pending.moves]


@pytest.mark.parametrize("rules", [WALK, DECIDED, GIVEN, IF_ABLE])
def test_clauses_about_what_is_computed(rules: str, written: Callable[[str], Game]) -> None:
    ours = written(HEAD + rules.lstrip("\n"))
    one, other = ours.initial(), on_plan(ours.rules, PORTABLE).initial()
    for _ in range(4):
        assert moves(one) == moves(other)
        chosen = one.pending.moves[-1]  # type: ignore[union-attr]  # a decision, as moves says
        one, other = one.apply(chosen), other.apply(chosen)
