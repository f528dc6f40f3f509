"""Joint choices: what one player has chosen changes nothing for the others until all have chosen."""

from collections.abc import Iterator

import pytest

from ruleloom.chance import Stream
from ruleloom.game import Decision, State
from ruleloom.machine import commits_of
from ruleloom.position import build, describe
from ruleloom.program import Decide, Joint
from ruleloom.record import Recorder, read_record, replay, write_record
from ruleloom.view import observation, permute_unseen
from ruleloom_dsl.ir.position import Given, Position, Tableau
from ruleloom_dsl.ir.statements import Together
from ruleloom_dsl.ir.traverse import inside
from tests.games import Configuration, configurations, game, random_states

GAMES = 2
JOINT = [asked for asked in configurations() if any(isinstance(node, Together) for node in inside(game(asked).rules))]
SEALED = Configuration("sealed")


def joint_of(state: State) -> Joint | None:
    instruction = state.game.machine.program.code[state.world().pc]
    return instruction.joint if isinstance(instruction, Decide) else None


def joint_states(asked: Configuration) -> Iterator[State]:
    for seed in range(GAMES):
        yield from (state for state in random_states(game(asked), seed) if joint_of(state) is not None)


def is_last(state: State) -> bool:
    joint = joint_of(state)
    return joint is not None and not state.world().frame[joint.rest]


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_a_commitment_is_seen_by_its_owner_alone(asked: Configuration) -> None:
    for state in joint_states(asked):
        if is_last(state):
            continue
        player, seats = state.decision.player, range(game(asked).rules.players)
        known = {seat: observation(state, seat) for seat in seats}
        following = set()
        for move, after in zip(state.decision.moves, state.successors(), strict=True):
            following.add((after.decision.id, after.decision.player, after.decision.moves))
            for seat in seats:
                shown = known[seat] | ({"committed": move.text} if seat == player else {})
                assert observation(after, seat) == shown
        assert len(following) == 1


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_the_order_of_a_joint_choice_is_that_of_the_seats(asked: Configuration) -> None:
    for state in joint_states(asked):
        joint = joint_of(state)
        assert joint is not None
        done = [commit[0] for commit in commits_of(state.world(), joint)]
        assert done == sorted(done)
        assert all(seat < state.decision.player for seat in done)


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_the_commitments_of_others_are_unseen(asked: Configuration) -> None:
    changed = False
    for number, state in enumerate(joint_states(asked)):
        other = permute_unseen(state, state.decision.player, Stream(number, "unseen"))
        joint = joint_of(state)
        assert joint is not None
        assert observation(other, state.decision.player) == observation(state, state.decision.player)
        changed |= commits_of(state.world(), joint) != commits_of(other.world(), joint)
    assert changed


def offering() -> State:
    """The first offer, with nothing chosen yet."""
    return next(state for state in random_states(game(SEALED), 1) if state.decision.id == "offer")


def test_nothing_happens_before_the_last_has_chosen() -> None:
    state = offering()
    coins = observation(state, 0)["variables"]
    first = state.apply("1")
    second = first.apply("2")
    assert observation(first, 2)["variables"] == observation(second, 2)["variables"] == coins
    third = second.apply("0")
    assert isinstance(third.pending, Decision)
    assert third.pending.player == 0
    left = observation(third, 0)["variables"]
    assert isinstance(left, dict)
    assert [left[f"coins.{seat}"] for seat in (1, 2, 3)] == ["3", "2", "4"]


def test_equal_commitments_are_equal_states() -> None:
    state = offering()
    assert state.apply("1") == state.apply("offer 1")
    assert state.apply("1") != state.apply("2")
    assert len({state.apply(move) for move in state.decision.moves}) == len(state.decision.moves)


def test_a_refusal_is_explained_for_whoever_decides() -> None:
    state = offering().apply("3").apply("3").apply("3")
    refusal = state.explain("3")
    assert refusal is not None
    assert {failure.id for reason in refusal.reasons for failure in reason.failures} == {"cost", "within"}


def test_a_joint_choice_is_recorded_and_replayed() -> None:
    recorder = Recorder.seeded(game(SEALED), 3)
    while isinstance(recorder.state.pending, Decision):
        recorder.play(recorder.state.pending.moves[-1])
    record = read_record(write_record(recorder.record()))
    assert [event.player for event in record.events if event.what == "passing"] == [1, 2, 3]
    assert replay(game(SEALED), record) == recorder.state


def test_a_position_says_what_is_committed() -> None:
    state = offering().apply("1").apply("2")
    assert dict(describe(state).memory)["committed"] == ("1 1", "2 2")
    assert build(game(SEALED), Position(given=describe(state))) == state


@pytest.mark.parametrize(
    "committed, message",
    [
        (("2 1",), "player 2 is not the next"),
        (("1 9",), '"9" is not legal'),
        (("1 1", "2 1", "3 1"), "the moves are made"),
    ],
)
def test_a_wrong_commitment_is_refused(committed: tuple[str, ...], message: str) -> None:
    given = Given(Tableau(), at="offer", memory=(("committed", committed),))
    with pytest.raises(ValueError, match=message):
        build(game(SEALED), Position(given=given))
