import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ruleloom.chance import Scripted
from ruleloom.game import Game, IllegalMove
from ruleloom.record import Event, Record, Recorder, RecordError, ReplayError, read_record, replay, states, write_record

DEAL = "JA23A234234A3A2J"
Walking = Callable[..., Game]


@pytest.fixture
def record(walking: Walking) -> Record:
    recorder = Recorder(walking(jack=True), Scripted({"card": [DEAL]}))
    for move in ("2", "15", "3"):
        recorder.play(move)
    return recorder.record()


def test_a_record_holds_everything_that_happened(record: Record) -> None:
    assert record.events == (
        Event("card", None, " ".join(DEAL)),
        Event("walk", 1, "2"),
        Event("walk", 2, "15"),
        Event("walk", 1, "3"),
    )
    assert (record.configuration, record.seed, record.result) == ("walking(players=2)", None, None)


def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert read_record(write_record(record)) == record


def test_a_record_plays_again(record: Record, walking: Walking) -> None:
    game = walking(jack=True)
    state = replay(game, record)
    assert state == game.initial().happen(DEAL).apply("2").apply("15").apply("3")
    assert [each.turns for each in states(game, record)] == [0, 0, 1, 2, 3]


def test_a_whole_game_is_recorded_with_its_result(walking: Walking) -> None:
    recorder = Recorder.seeded(walking(), 4)
    while recorder.record().result is None:
        recorder.play(recorder.state.decision.moves[0])
    record = recorder.record()
    assert record.seed == 4 and record.result is not None and record.result.ending == "stuck"
    assert replay(walking(), read_record(write_record(record))) == recorder.state


def test_a_refused_move_is_not_recorded(walking: Walking) -> None:
    recorder = Recorder(walking(jack=True), Scripted({"card": [DEAL]}))
    with pytest.raises(IllegalMove):
        recorder.play("16")
    assert len(recorder.record().events) == 1


def test_a_replay_names_the_event_and_the_clause(record: Record, walking: Walking) -> None:
    spoiled = replace(record, events=(*record.events[:2], Event("walk", 2, "16"), *record.events[3:]))
    with pytest.raises(ReplayError, match="event 3: 16 is refused") as error:
        replay(walking(jack=True), spoiled)
    assert error.value.refusal is not None and error.value.number == 3


@pytest.mark.parametrize(
    ("number", "event", "message"),
    [
        (1, Event("walk", 2, "2"), r"event 2: walk by player 1 is next, where the record has walk by player 2"),
        (1, Event("shift", 1, "row back"), r"event 2: walk by player 1 is next"),
        (0, Event("card", None, "J J"), r"event 1: 'J J' cannot happen to card"),
        (0, Event("pile", None, " ".join(DEAL)), r"event 1: card is next"),
    ],
)
def test_a_replay_says_what_does_not_fit(
    number: int, event: Event, message: str, record: Record, walking: Walking
) -> None:
    events = (*record.events[:number], event, *record.events[number + 1 :])
    with pytest.raises(ReplayError, match=message):
        replay(walking(jack=True), replace(record, events=events))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"returns": (2.0, -1.0)}, r"the returns of stuck are \[.*\], where the record has \[2.0, -1.0\]"),
        ({"ranks": (1, 1)}, r"the ranks of stuck are \[.*\], where the record has \[1, 1\]"),
        ({"ending": "high"}, "the game came to stuck, where the record has high"),
    ],
)
def test_a_replay_says_what_differs_in_the_result(changed: dict[str, Any], message: str, walking: Walking) -> None:
    recorder = Recorder.seeded(walking(), 4)
    while recorder.record().result is None:
        recorder.play(recorder.state.decision.moves[0])
    record = recorder.record()
    assert record.result is not None
    with pytest.raises(ReplayError, match=message):
        replay(walking(), replace(record, result=replace(record.result, **changed)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "7"])
def test_other_texts_are_no_records(text: str) -> None:
    with pytest.raises(RecordError, match="no record"):
        read_record(text)


def test_a_record_says_by_which_rules_it_was_played(record: Record, walking: Walking) -> None:
    document = json.loads(write_record(record))
    assert document["rules"] == walking(jack=True).hash != walking().hash
    assert document["format"] == 1
