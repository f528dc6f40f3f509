"""Joint choices: what one player has chosen changes nothing for the others until all have chosen."""

from collections.abc import Iterator
from itertools import islice

import pytest

from ruleloom.chance import Seeded, Stream
from ruleloom.game import Decision, State
from ruleloom.machine import commits_of
from ruleloom.playing.session import Session
from ruleloom.playing.telling import told
from ruleloom.position import build, describe
from ruleloom.record import Recorder, read_record, replay, write_record
from ruleloom.view import observation, permute_unseen
from ruleloom_dsl.ir.position import Given, Position, Tableau
from ruleloom_dsl.ir.statements import Together
from ruleloom_dsl.ir.traverse import inside
from tests.games import Configuration, configurations, game, random_states, ruleset

GAMES, STATES, MOVES = 1, 6, 8
JOINT = [asked for asked in configurations() if any(isinstance(node, Together) for node in inside(ruleset(asked).game))]
SEALED = Configuration("sealed")
WORDS = ruleset(SEALED).words


def joint_states(asked: Configuration) -> Iterator[State]:
    for seed in range(GAMES):
        found = (state for state in random_states(game(asked), seed) if state.joint is not None)
        yield from islice(found, STATES)


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_a_commitment_is_seen_by_its_owner_alone(asked: Configuration) -> None:
    for state in joint_states(asked):
        if state.is_last_to_commit:
            continue
        player, seats = state.decision.player, range(game(asked).rules.players)
        known = {seat: observation(state, seat) for seat in seats}
        following = set()
        for move in state.decision.moves[:: max(1, len(state.decision.moves) // MOVES)]:
            after = state.apply(move)
            following.add((after.decision.id, after.decision.player, after.decision.moves))
            for seat in seats:
                shown = known[seat] | ({"committed": move.text} if seat == player else {})
                assert observation(after, seat) == shown
        assert len(following) == 1


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_the_order_of_a_joint_choice_is_that_of_the_seats(asked: Configuration) -> None:
    for state in joint_states(asked):
        joint = state.joint
        assert joint is not None
        done = [commit[0] for commit in commits_of(state.world(), joint)]
        assert done == sorted(done)
        assert all(seat < state.decision.player for seat in done)


@pytest.mark.parametrize("asked", JOINT, ids=str)
def test_the_commitments_of_others_are_unseen(asked: Configuration) -> None:
    changed = False
    for number, state in enumerate(joint_states(asked)):
        other = permute_unseen(state, state.decision.player, Stream(number, "unseen"))
        joint = state.joint
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


def test_what_is_told_of_a_joint_choice() -> None:
    session = Session(game(SEALED), 1, lambda: Seeded(1))
    for text in ("A+B", "A+B"):
        session.play(session.state.decision.moves[0] if text not in map(str, session.state.decision.moves) else text)
    first, second = session.moves
    assert told(WORDS, first, 1, [second]).startswith("pass")
    assert [told(WORDS, first, 2, [second]), told(WORDS, second, 3)] == ["has chosen", "has chosen"]
    session.play(session.state.decision.moves[0])
    third = session.moves[-1]
    assert (
        told(WORDS, first, 2, [second, third]) == f"pass {first.move.text}"
    )  # it lies in the hand of the second player now
    assert told(WORDS, first, 3, [second, third]) == "passing"
    for text in ("1", "2", "0"):
        session.play(text)
    offers = session.moves[-3:]
    assert [told(WORDS, each, 3, offers[number + 1 :]) for number, each in enumerate(offers)] == [
        "offer 1",
        "offer 2",
        "offer 0",
    ]
