"""What every game promises, whatever its rules: states are values, moves are texts, chance is a seed."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from random import Random

import pytest

from ruleloom.chance import Stream
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.moves import Move, NotationError
from ruleloom.record import Recorder, read_record, replay, states, write_record
from ruleloom.results import Outcome
from ruleloom_dsl.ir.codec import from_json, to_json
from tests.games import Configuration, configurations, game, listed, move_texts, plays, random_states

Play = tuple[State, Move, State]
EVERY = pytest.mark.parametrize("asked", configurations(), ids=str)
NO_MOVES = ("", "  ", "nonsense", "decline decline", "1 2 3 4 5 6 7 8 9", "walk", "-1", "é", "walk 5 5", "none none")


@EVERY
def test_a_vector_is_the_whole_state(asked: Configuration) -> None:
    for state in random_states(game(asked), 1):
        assert {type(cell) for cell in state.vector} == {int}
        again = game(asked).state(state.vector, state.tally)
        assert again == state and hash(again) == hash(state)
        assert again.pending == state.pending and again.tally == state.tally
        assert game(asked).state(state.vector) == state


@EVERY
def test_the_checked_form_read_back_plays_the_same(asked: Configuration) -> None:
    rules = game(asked).rules
    read = from_json(to_json(rules))
    assert read == rules
    ours, theirs = random_states(game(asked), 2), random_states(Game(read), 2)
    assert all(one == other and one.pending == other.pending for one, other in zip(ours, theirs, strict=True))


@EVERY
def test_games_do_not_disturb_each_other(asked: Configuration) -> None:
    alone = [[state.vector for state in random_states(game(asked), seed)] for seed in (3, 4)]
    both = zip_longest(random_states(game(asked), 3), random_states(game(asked), 4))
    together = [tuple(state and state.vector for state in pair) for pair in both]
    assert [list(filter(None, vectors)) for vectors in zip(*together, strict=True)] == alone


@EVERY
def test_a_record_replays(asked: Configuration) -> None:
    recorder, choices = Recorder.seeded(game(asked), 5), Stream(5, "record")
    seen = [recorder.state]
    while isinstance(recorder.state.pending, Decision):
        moves = recorder.state.pending.moves
        seen.append(recorder.play(moves[choices.below(len(moves))]))
    record = recorder.record()
    assert read_record(write_record(record)) == record
    assert replay(game(asked), record) == recorder.state
    assert [state for state in states(game(asked), record) if isinstance(state.pending, Decision | Outcome)] == seen


@EVERY
def test_every_move_reads_back_to_itself(asked: Configuration) -> None:
    for state, _, _ in sampled(plays(game(asked), 6)):
        texts = [move.text for move in state.decision.moves]
        assert len(set(texts)) == len(texts)
        for move, after in zip(state.decision.moves, state.successors(), strict=True):
            assert state.find(move.text) == move and state.apply(move.text) == after
        for text in texts[:: -(-len(texts) // 4)]:
            assert state.explain(text) is None


@EVERY
def test_a_refused_move_changes_nothing(asked: Configuration) -> None:
    for state, move, _ in sampled(plays(game(asked), 7)):
        before, pending, applied = state.vector, state.pending, state.apply(move)
        legal, texts = set(listed(state.decision)), move_texts(state)
        for text in (*Random(7).sample(texts, min(5, len(texts))), *NO_MOVES):
            assert is_refused(state, text) == (text not in legal)
            assert (state.vector, state.pending) == (before, pending)
        assert state.apply(move) == applied


def is_refused(state: State, text: str) -> bool:
    """Whether a text is refused, for a reason that is told."""
    try:
        state.apply(text)
    except IllegalMove as error:
        assert error.refusal.reasons and all(reason.failures for reason in error.refusal.reasons)
        assert state.explain(text) == error.refusal
        return True
    except NotationError as error:
        assert str(error)
        return True
    return False


def sampled(plays: Iterator[Play], most: int = 4) -> list[Play]:
    """Some decisions of a game, spread over its length."""
    found = list(plays)
    return found[:: max(1, -(-len(found) // most))]


# --- the same seed gives the same game, in any process ----------------------------------------------------------------


def digest() -> str:
    """One number for a random game of each game and variant, its texts included."""
    found = hashlib.sha256()
    for asked in configurations():
        if asked.players is None and not asked.options:
            for state, move, after in plays(game(asked), 8):
                found.update(f"{asked} {state.vector} {state.pending} {move} {after.pending}".encode())
    return found.hexdigest()


def test_a_seed_gives_the_same_game_in_every_process() -> None:
    command = [sys.executable, "-c", "from tests.test_properties import digest; print(digest())"]
    runs = [
        subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in ("1", "2")
    ]
    digests = {run.communicate()[0].strip() for run in runs}
    assert digests == {digest()}
