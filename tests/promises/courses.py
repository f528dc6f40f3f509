"""Random games written down stop by stop, chance included: what every promise is checked against."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from ruleloom.chance import CHOICES, ChanceEvent, Seeded
from ruleloom.game import Decision, Game, State
from ruleloom.results import Outcome
from tests.games import Configuration, game

Item = TypeVar("Item")
Taken = str | tuple[str, ...]
"""What was done at a stop: a move as it is written, or an outcome of chance."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at: decisions of a game, states among those, texts that might be moves, games.

    `longest` is how many decisions a whole game may have, `moves` how many legal moves all of a game's decisions, where
    the game need not be whole; `stops` how long is looked for what hardly ever happens, `points` how many options,
    players and variants are looked at (None: all).
    """

    decisions: int
    states: int
    texts: int
    games: int
    longest: int
    moves: int
    stops: int
    points: int | None


NORMAL = Effort(decisions=24, states=4, texts=8, games=2, longest=1_000, moves=1_500, stops=500, points=4)
PATIENT = replace(NORMAL, stops=4_000)
WHOLE = Effort(decisions=400, states=40, texts=40, games=6, longest=10_000, moves=1 << 20, stops=50_000, points=None)


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its first stop: `taken[n]` leads from `states[n]` to the state after it."""

    states: tuple[State, ...]
    taken: tuple[Taken, ...]

    @property
    def decisions(self) -> list[State]:
        return [state for state in self.states if isinstance(state.pending, Decision)]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it was played so far."""
        last = self.states[-1].pending
        return last if isinstance(last, Outcome) else None


def stops(game: Game, seed: int, effort: Effort) -> Iterator[tuple[State, Taken | None]]:
    """Every stop of a random game, or of its beginning, with what is done there."""
    chance, decisions, listed = Seeded(seed), 0, 0
    choices, state = chance.stream(CHOICES), game.initial()
    while True:
        taken: Taken | None = None
        match state.pending:
            case ChanceEvent() as event:
                taken = chance.outcome(event)
            case Decision(moves=moves) if decisions < effort.decisions and listed < effort.moves:
                taken = moves[choices.below(len(moves))].text
                decisions, listed = decisions + 1, listed + len(moves)
        yield state, taken
        if taken is None:
            return
        state = step(state, taken)


def step(state: State, taken: Taken) -> State:
    return state.apply(taken) if isinstance(taken, str) else state.happen(taken)


@lru_cache(maxsize=256)
def course(asked: Configuration, seed: int, effort: Effort) -> Course:
    """A random game of a configuration, or its beginning. Raises RuleError where its rules do."""
    found = list(stops(game(asked), seed, effort))
    return Course(tuple(state for state, _ in found), tuple(taken for _, taken in found if taken is not None))


def followed(game: Game, taken: Sequence[Taken]) -> Iterator[State]:
    """The states of another game in which the same is done. Raises ValueError where it cannot be done there."""
    state = game.initial()
    yield state
    for each in taken:
        state = step(state, each)
        yield state


def differs(course: Course, other: Game) -> bool:
    """Whether a game goes otherwise when the same is done in it: something else is asked, or it cannot be done."""
    try:
        return any(
            repr(ours.pending) != repr(theirs.pending)
            for ours, theirs in zip(course.states, followed(other, course.taken), strict=True)
        )
    except (ValueError, TypeError, LookupError, AssertionError):
        return True


def spread(items: Sequence[Item], most: int) -> Sequence[Item]:
    """Some of the items, spread over all of them, the last one among them."""
    return items[::-1][:: -(-len(items) // most) or 1][::-1]


def through_json(state: State) -> State:
    """The state that is left of one when only numbers written as JSON are kept."""
    vector, tally = json.loads(json.dumps([state.vector, state.tally]))
    return state.game.state(tuple(vector), tuple(tally))
