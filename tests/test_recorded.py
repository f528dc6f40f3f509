"""Games that go on from somebody's record: the same way, or another one."""

import time

import pytest

from ruleloom.chance import Stream
from ruleloom.game import Decision
from ruleloom.matches import play_game
from ruleloom.playing.recorded import read_whole_record, session_of
from ruleloom.playing.session import Session
from ruleloom.record import Record, RecordError, replay
from tests.games import Configuration, game

NAMES = ("market", "pig", "kuhn_poker", "collapsi", "crazy_eights")
MOST = 60


def record_of(name: str) -> Record:
    return play_game(game(Configuration(name)), ["random"] * game(Configuration(name)).rules.players, 1)


def go_on(session: Session, seed: int) -> None:
    """Play some moves at random."""
    choices = Stream(seed, "others")
    for _ in range(MOST):
        if not isinstance(session.state.pending, Decision):
            return
        moves = session.state.pending.moves
        session.play(moves[choices.below(len(moves))].text)


@pytest.mark.parametrize("name", NAMES)
def test_another_way_can_be_taken_from_everywhere(name: str) -> None:
    own, record = game(Configuration(name)), record_of(name)
    made = len(session_of(own, record).moves)
    for moves in range(0, made, max(1, made // 5)):
        for others in range(2):
            session = session_of(own, record, moves)
            assert len(session.moves) == moves
            go_on(session, others)
            replay(own, session.record())


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_taken_back_and_others_made(name: str) -> None:
    own, record = game(Configuration(name)), record_of(name)
    session = session_of(own, record)
    assert session.record().events == record.events
    session.undo(len(session.moves) - 1)
    go_on(session, 3)
    replay(own, session.record())


@pytest.mark.parametrize(
    "text", ["[" * 3_000, '{"a":' * 50_000, '{"a": "[[[[[[[[[[", "b": ' + "[" * 9, '"' + '\\"' * 500_000]
)
def test_what_is_nested_deeply_or_never_closed_is_no_record(text: str) -> None:
    start = time.monotonic()
    with pytest.raises(RecordError, match="this is no record of a game"):
        read_whole_record(text)
    assert time.monotonic() - start < 5


def test_brackets_in_texts_are_none() -> None:
    with pytest.raises(RecordError, match="it lacks the key"):
        read_whole_record('{"game": "' + "[" * 100 + '"}')
