"""Games played on the reference and on another engine at once, and everything in which they differ."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from ruleloom.chance import CHOICES, ChanceEvent, Seeded
from ruleloom.engines import NATIVE, PORTABLE, lowered
from ruleloom.engines.engine import EngineMissing
from ruleloom.game import Decision, Game, State
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.shape import Shape
from ruleloom.playout import random_games
from tests.games import Configuration, game

ENGINES = (PORTABLE, NATIVE)


@cache
def on_engine(asked: Configuration, engine: str) -> Game:
    """The configuration on an engine; skips where that cannot be. Raises EngineMissing for a game it should run."""
    try:
        return Game(game(asked).rules, engine)
    except EngineMissing as error:
        if isinstance(error.__cause__, NotLowered):
            raise
        pytest.skip(str(error))


def is_lowered(asked: Configuration) -> bool:
    """Whether the engines can run a configuration."""
    try:
        lowered(game(asked).machine)
        Shape(game(asked).machine)
    except NotLowered:
        return False
    return True


def differences(asked: Configuration, engine: str, seed: int, most: int) -> Iterator[str]:
    """In which way a random game of so many decisions and chance events at most differs from the reference's."""
    for number, (ours, theirs) in enumerate(islice(_both(asked, engine, seed), most)):
        for what, one, other in _compared(ours, theirs):
            if one != other:
                yield f"{asked}, seed {seed}, step {number}, {what}: {one} on the reference, {other} on {engine}"
                return


def _both(asked: Configuration, engine: str, seed: int) -> Iterator[tuple[State, State]]:
    """Every state of a random game, as both say it is."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    ours, theirs = game(asked).initial(), on_engine(asked, engine).initial()
    yield ours, theirs
    while True:
        match ours.pending:
            case ChanceEvent() as event:
                outcome = chance.outcome(event)
                ours, theirs = ours.happen(outcome), theirs.happen(outcome)
            case Decision(moves=moves):
                move = moves[choices.below(len(moves))]
                ours, theirs = ours.apply(move), theirs.apply(move)
            case _:
                return
        yield ours, theirs


def _compared(ours: State, theirs: State) -> Iterator[tuple[str, object, object]]:
    yield "the vector", ours.vector, theirs.vector
    yield "the tally", ours.tally, theirs.tally
    yield "the moves", _moves(ours), _moves(theirs)
    yield "what is pending", ours.pending, theirs.pending


def _moves(state: State) -> list[str]:
    return [move.text for move in state.pending.moves] if isinstance(state.pending, Decision) else []


def uneven_games(asked: Configuration, engine: str, seeds: range) -> Iterator[str]:
    """The random games that come out otherwise where the engine plays them at once."""
    both = zip(random_games(game(asked), seeds), random_games(on_engine(asked, engine), seeds), strict=True)
    for seed, (one, other) in zip(seeds, both, strict=True):
        if one != other:
            yield f"{asked}, seed {seed}: {one} on the reference, {other} on {engine}"
