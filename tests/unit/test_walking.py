import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.moves import NotationError
from ruleloom.perft import divide, perft
from ruleloom.playout import random_game
from ruleloom.program import Decide
from ruleloom.results import Outcome

VECTORS = Path(__file__).parents[1] / "data" / "oracle" / "collapsi.json"
PLAIN = [v for v in json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"] if v["id"].split(".")[0] in ("1", "2")]
DEAL = "JA23A234234A3A2J"
Dealt = Callable[..., State]


@pytest.mark.parametrize("vector", PLAIN, ids=lambda vector: vector["id"])
def test_the_walks_are_those_of_another_program(vector: dict[str, Any], dealt: Dealt) -> None:
    state = dealt(vector["deal"], jack=vector["start"] == "jack")
    counts = [count for count in vector["perft_decisions"] if count < 1000]
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts
    assert [perft(state, depth + 1, "turn") for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("deal", "edges", "counts"),
    [
        (DEAL, "line", [16, 224]),
        (DEAL, "frame", [16, 160]),
        ("334A2JA2AJ24233A", "line", [12, 144]),
        ("334A2JA2AJ24233A", "frame", [12, 144, 1576]),
    ],
)
def test_a_sliding_line_is_read_in_two_ways(deal: str, edges: str, counts: list[int], dealt: Dealt) -> None:
    state = dealt(deal, jack=True, edges=edges)
    assert [perft(state, depth + 1, "turn") for depth in range(len(counts))] == counts


def test_the_count_is_divided_by_the_first_move(dealt: Dealt) -> None:
    state = dealt(DEAL)
    divided = divide(state, 3)
    assert list(divided) == [move.text for move in state.decision.moves]
    assert sum(divided.values()) == perft(state, 3)


def test_counting_asks_for_a_deal_first(walking: Callable[..., Game]) -> None:
    with pytest.raises(ValueError, match="shuffle of card comes first"):
        perft(walking().initial(), 1)


def test_equal_positions_are_equal_states(dealt: Dealt) -> None:
    state = dealt("JA23A234234A3A2J", jack=True, edges="line")
    there_and_back = ["13", "row forth", "15", "row back"]
    other_way = ["13", "row back", "15", "row forth"]
    one, other = state, state
    for move, same in zip(there_and_back, other_way, strict=True):
        one, other = one.apply(move), other.apply(same)
    assert one == other and hash(one) == hash(other) and one != state


def test_a_state_is_its_vector(dealt: Dealt) -> None:
    state = dealt(DEAL).apply("2")
    again = state.game.state(state.vector, state.tally)
    assert again == state and again.pending == state.pending and again.turns == 1


def test_a_refused_move_changes_nothing(dealt: Dealt) -> None:
    state = dealt(DEAL, jack=True)
    vector = state.vector
    with pytest.raises(IllegalMove):
        state.apply("16")
    assert state.vector == vector


def test_a_move_is_read_with_and_without_its_id(dealt: Dealt) -> None:
    state = dealt(DEAL)
    assert state.apply("2") == state.apply("walk 2") == state.apply(state.decision.moves[0])


@pytest.mark.parametrize("text", ["17", "walk", "walk 1 2", "", "jump 2", "shift row back"])
def test_a_text_that_is_no_move_says_what_is(text: str, dealt: Dealt) -> None:
    with pytest.raises(NotationError, match=r"cannot be read|is no move here"):
        dealt(DEAL).apply(text)


def test_a_move_of_a_later_choice_is_read_by_its_words(dealt: Dealt) -> None:
    state = dealt(DEAL, edges="line").apply("2")
    assert [move.text for move in state.decision.moves] == ["row back", "row forth", "column back", "column forth"]
    with pytest.raises(NotationError, match="'sideways' is no way; expected one of back, forth"):
        state.apply("row sideways")


def test_an_exception_is_used_once_by_each_player(dealt: Dealt) -> None:
    state = dealt("JAA3A22344J32A32", revival=True)
    seen = 0
    while isinstance(state.pending, Decision):
        decision = state.pending
        on_a_starter = [move for move in decision.moves if move.text in ("1", "11")]
        seen += len(on_a_starter)
        state = state.apply((on_a_starter or decision.moves)[0])
    assert isinstance(state.pending, Outcome)
    assert sum(state.world().used) == seen == 2


def test_walks_are_pruned_without_loss(dealt: Dealt) -> None:
    for revival in (False, True):
        state = dealt("JA23A234234A3A2J", revival=revival)
        for move in ("6", "12", "2"):
            decide, world = state._deciding()
            plan = state.game.machine.decisions.plans["walk"]
            kept = [row for row, _ in plan.survivors(world)]
            assert kept == plan.narrowed(world, plan.guards)
            assert isinstance(decide, Decide)
            state = state.apply(
                move if move in [each.text for each in state.decision.moves] else state.decision.moves[0]
            )


def test_random_games_are_the_same_for_a_seed(walking: Callable[..., Game]) -> None:
    one, other = (random_game(walking(), 5) for _ in range(2))
    assert (one.state, one.decisions) == (other.state, other.decisions)
    assert one.outcome.returns in ((1.0, -1.0), (-1.0, 1.0))


def test_three_players_share_the_loss(walking: Callable[..., Game]) -> None:
    counts = {"J": 3, "A": 6, "2": 6, "3": 6, "4": 4}
    played = random_game(walking(counts=counts, players=3, size=5), 1)
    assert sorted(played.outcome.ranks) == [1, 2, 2]


def test_a_game_is_equal_to_one_with_the_same_rules(dealt: Dealt, walking: Callable[..., Game]) -> None:
    state = dealt(DEAL)
    same = Game(state.game.rules).initial().happen(DEAL)
    other = Game(replace(state.game.rules, title="Other")).initial().happen(DEAL)
    assert state == same and state != other


def test_another_vector_is_refused(dealt: Dealt) -> None:
    state = dealt(DEAL)
    for vector in ((), state.vector[:-1], (*state.vector, 0), (99, *state.vector[1:]), (*state.vector[:8], 77)):
        with pytest.raises(RuleError, match="no vector"):
            state.game.state(vector)
