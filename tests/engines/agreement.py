"""Games played on the reference and on another engine at once, and everything in which they differ."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

import pytest

from ruleloom.chance import CHOICES, ChanceEvent, Seeded
from ruleloom.engines import NATIVE, PORTABLE, lowered
from ruleloom.engines.engine import EngineMissing
from ruleloom.engines.native.building import NoCompiler, find_compiler
from ruleloom.engines.native.engine import NativeEngine
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.game import Decision, Game, State
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.passes import ALL, Passes
from ruleloom.lower.shape import Shape
from ruleloom.playout import random_games
from ruleloom.running import EngineRunner
from ruleloom_dsl.ir import game as rules
from tests.games import Configuration, game

ENGINES = (PORTABLE, NATIVE)
QUICKLY = ("-std=c11", "-O0")  # made for one test


def engines_here() -> tuple[str, ...]:
    """The engines that can run on this machine."""
    try:
        find_compiler()
    except NoCompiler:
        return (PORTABLE,)
    return ENGINES


@cache
def on_engine(asked: Configuration, engine: str) -> Game:
    """The configuration on an engine; skips where that cannot be. Raises EngineMissing for a game it should run."""
    try:
        return Game(game(asked).rules, engine)
    except EngineMissing as error:
        if isinstance(error.__cause__, NotLowered):
            raise
        pytest.skip(str(error))


def on_plan(given: rules.Game, engine: str, passes: Passes = ALL) -> Game:
    """A game on an engine that is made for this once, perhaps without some optimisations."""
    found = Game(given)
    plan, shape = lowered(found.machine, passes), Shape(found.machine)
    chosen = PortableEngine(plan, shape) if engine == PORTABLE else NativeEngine(plan, shape, QUICKLY)
    found.runner = EngineRunner(found.machine, chosen)
    return found


def is_lowered(asked: Configuration) -> bool:
    """Whether the engines can run a configuration."""
    try:
        lowered(game(asked).machine)
        Shape(game(asked).machine)
    except NotLowered:
        return False
    return True


def differences(asked: Configuration, engines: Sequence[str], seed: int, most: int) -> Iterator[str]:
    """In which way a random game of so many decisions and chance events at most differs from the reference's."""
    yield from differing(asked, {engine: on_engine(asked, engine) for engine in engines}, seed, most)


def differing(asked: Configuration, games: Mapping[str, Game], seed: int, most: int) -> Iterator[str]:
    """The same for games by the name of what they are run by."""
    for number, (ours, *others) in enumerate(islice(_states([game(asked), *games.values()], seed), most)):
        for name, theirs in zip(games, others, strict=True):
            for what, one, other in _compared(ours, theirs):
                if one != other:
                    yield f"{asked}, seed {seed}, step {number}, {what}: {one} on the reference, {other} on {name}"
                    return


def _states(games: Sequence[Game], seed: int) -> Iterator[list[State]]:
    """Every state of a random game, as each of several says it is; the first one says how it goes on."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    states = [each.initial() for each in games]
    yield states
    while True:
        match states[0].pending:
            case ChanceEvent() as event:
                outcome = chance.outcome(event)
                states = [state.happen(outcome) for state in states]
            case Decision(moves=moves):
                move = moves[choices.below(len(moves))]
                states = [state.apply(move) for state in states]
            case _:
                return
        yield states


def _compared(ours: State, theirs: State) -> Iterator[tuple[str, object, object]]:
    yield "the vector", ours.vector, theirs.vector
    yield "the tally", ours.tally, theirs.tally
    yield "the moves", _moves(ours), _moves(theirs)
    yield "what is pending", ours.pending, theirs.pending


def _moves(state: State) -> list[str]:
    return [move.text for move in state.pending.moves] if isinstance(state.pending, Decision) else []


def uneven_games(asked: Configuration, engines: Sequence[str], seeds: range) -> Iterator[str]:
    """The random games that come out otherwise where an engine plays them at once."""
    ours = list(random_games(game(asked), seeds))
    for engine in engines:
        both = zip(ours, random_games(on_engine(asked, engine), seeds), strict=True)
        for seed, (one, other) in zip(seeds, both, strict=True):
            if one != other:
                yield f"{asked}, seed {seed}: {one} on the reference, {other} on {engine}"
