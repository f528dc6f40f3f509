"""States that are sent to other processes come out as they were."""

import copy
import pickle

import pytest

from ruleloom.chance import Seeded
from ruleloom.game import Game, State
from ruleloom.library import load
from tests.games import Configuration, game

GAMES = ("collapsi", "hearts", "kuhn_poker", "nim", "pig")


def _states(game: Game) -> list[State]:
    """Chance, decisions and an end, on the way through a game; a long one is broken off."""
    states, chance = [game.initial()], Seeded(4)
    while states[-1].outcome is None and len(states) < 20:
        last = states[-1].settle(chance)
        states += (
            [last.apply(last.decision.moves[len(states) % len(last.decision.moves)])] if not last.outcome else [last]
        )
    return states


@pytest.mark.parametrize("engine", ["reference", "portable"])
@pytest.mark.parametrize("name", GAMES)
def test_unpickled_states_are_equal_and_go_on_alike(name: str, engine: str) -> None:
    own = Game(game(Configuration(name)).rules, engine)
    states = _states(own)
    others = pickle.loads(pickle.dumps(states))
    assert others == states and len({id(other.game) for other in others}) == 1
    assert others[0].game is not own and others[0].game.engine == engine
    for state, other in zip(states, others, strict=True):
        assert (state.tally, state.pending) == (other.tally, other.pending)
    middle = len(states) // 2
    for at in (0, middle):
        ahead, ahead_there = (each.settle(Seeded(1)) for each in (states[at], others[at]))
        moves = ahead.decision.moves[:3]  # some decisions have hundreds
        assert ahead == ahead_there and [ahead.apply(move) for move in moves] == [
            ahead_there.apply(move) for move in moves
        ]


def test_states_that_are_pickled_one_by_one_share_a_game_too() -> None:
    state = game(Configuration("nim")).start()
    one, other = (pickle.loads(pickle.dumps(each)) for each in (state, state.successors()[0]))
    assert one.game is other.game and one.successors()[0] == other


def test_a_game_asks_again_for_the_engine_that_it_was_asked_for() -> None:
    own = Game(game(Configuration("nim")).rules, "auto", searching="portable")
    other = pickle.loads(pickle.dumps(own))
    assert other.hash == own.hash and other.engine == own.engine and other.searching == "portable"


def test_what_was_loaded_says_the_same_elsewhere() -> None:
    own = load("nim", ["misere"], language="de")
    other = pickle.loads(pickle.dumps(own))
    assert other.game.hash == own.game.hash
    assert own.sentence("ends.last_object") == "Du verlierst, wenn du den letzten Gegenstand nimmst."
    assert other.sentence("ends.last_object") == own.sentence("ends.last_object")
    refusal, there = (each.game.start().explain("1 5") for each in (own, other))
    assert refusal is not None and there is not None and own.why(refusal) == other.why(there)


def test_a_copy_is_the_state_itself() -> None:
    state = game(Configuration("nim")).start()
    assert copy.copy(state) is state and copy.deepcopy([state])[0] is state
