"""Nobody learns from the program what the rules do not show: other hidden cards, and everything looks the same (F6)."""

from collections.abc import Iterator

import pytest

from ruleloom.chance import Stream
from ruleloom.game import Decision, IllegalMove, State
from ruleloom.moves import NotationError
from ruleloom.view import observation, permute_unseen
from tests.games import LEAKY, SMALL, Configuration, configurations, game, move_texts, random_states

GAMES = 6
HIDING = [Configuration(name) for name in SMALL if name not in ("crossing", "dare", "ousted")]


def known_to(state: State, seat: int) -> dict[str, object]:
    """Everything that a seat is told: what it observes, and at its own decision what is legal, and why not."""
    known: dict[str, object] = {"sees": observation(state, seat)}
    pending = state.pending
    if isinstance(pending, Decision) and pending.player == seat:
        known["decision"] = pending.id, pending.optional, [move.text for move in pending.moves]
        known["refusals"] = {text: reason(state, text) for text in move_texts(state)[:40]}
    return known


def reason(state: State, text: str) -> object:
    try:
        state.apply(text)
    except IllegalMove as error:
        return error.refusal
    except NotationError as error:
        return str(error)
    return None


def could_be(state: State, other: State, seat: int) -> bool:
    """Whether a seat could be in the other state: somebody else is asked the same there."""
    asked = [each.pending.id if isinstance(each.pending, Decision) else "" for each in (state, other)]
    return asked[0] == asked[1] or (isinstance(state.pending, Decision) and state.pending.player == seat)


def leaks(asked: Configuration) -> Iterator[str]:
    """Where a seat could tell two states apart that differ only in what it cannot see."""
    for seed in range(GAMES):
        shuffling = Stream(seed, "unseen")
        for number, state in enumerate(random_states(game(asked), seed)):
            for seat in range(game(asked).rules.players):
                other = permute_unseen(state, seat, shuffling)
                if other != state and could_be(state, other, seat) and known_to(state, seat) != known_to(other, seat):
                    yield f"{asked}, game {seed}, state {number}: seat {seat + 1} can tell {state} from {other}"


@pytest.mark.parametrize("asked", [each for each in configurations() if not each.options], ids=str)
def test_nothing_leaks(asked: Configuration) -> None:
    assert next(leaks(asked), None) is None


@pytest.mark.parametrize("name", LEAKY)
def test_a_leak_is_found(name: str) -> None:
    assert next(leaks(Configuration(name)), None)


@pytest.mark.parametrize("asked", HIDING, ids=str)
def test_there_is_something_to_hide(asked: Configuration) -> None:
    seats = range(game(asked).rules.players)
    states = [state for seed in range(GAMES) for state in random_states(game(asked), seed)]
    assert any(permute_unseen(state, seat, Stream(9, "unseen")) != state for state in states for seat in seats)
