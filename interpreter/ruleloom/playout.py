"""Random games: every legal move of a decision is equally likely."""

from collections.abc import Iterator
from dataclasses import dataclass

from ruleloom.arguments import check_kind, check_number, check_seeds
from ruleloom.chance import CHOICES, Chance, Seeded, Stream
from ruleloom.engines.engine import EngineResult
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, State
from ruleloom.results import Outcome

MOST_DECISIONS = 10_000
MOST_ALLOWED = 10**9
"""So many decisions a game may be allowed to take."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A random game: its last state, its outcome, how many decisions were made."""

    state: State
    outcome: Outcome
    decisions: int


def playout(state: State, chance: Chance, choices: Stream, most: int = MOST_DECISIONS) -> Playout:
    """Play on at random. One number is drawn for each decision, forced or not.

    Raises RuleError where the game is not over after `most` decisions.
    """
    state = state.settle(chance)
    for made in range(most + 1):
        if isinstance(state.pending, Outcome):
            return Playout(state, state.pending, made)
        assert isinstance(state.pending, Decision)
        moves = state.pending.moves
        state = state.play(moves[choices.below(len(moves))], chance)
    raise RuleError(f"the game is not over after {most} decisions")


@dataclass(frozen=True, slots=True)
class RandomGame:
    """What came out of a random game: its seed, the id of its ending, its decisions and turns, each seat's return."""

    seed: int
    ending: str
    decisions: int
    turns: int
    returns: tuple[int, ...]


def random_games(game: Game, seeds: range, most: int = MOST_DECISIONS) -> Iterator[RandomGame]:
    """What comes out of the random games of these seeds, played by the game's engine as fast as it can."""
    check_kind("what is played", game, Game, "a Game, such as load(...).game")
    check_seeds(seeds)
    check_number("the most decisions of a game", most, 1, MOST_ALLOWED)
    return _random_games(game, seeds, most)


def _random_games(game: Game, seeds: range, most: int) -> Iterator[RandomGame]:
    for seed, row in zip(seeds, _rows(game, seeds, most), strict=True):
        yield RandomGame(seed, game.rules.ends[row.ending].id, row.decisions, row.turns, row.returns)


def _rows(game: Game, seeds: range, most: int) -> Iterator[EngineResult]:
    engine = game.chosen.engine
    if engine is not None:
        yield from engine.games(engine.shape.record(game.machine.first()), seeds, most)
        return
    endings = game.machine.endings
    for seed in seeds:
        chance = Seeded(seed)
        played = playout(game.initial(), chance, chance.stream(CHOICES), most)
        returns = tuple(map(int, played.outcome.returns))
        yield EngineResult(endings[played.outcome.ending], played.decisions, played.state.turns, returns)


def random_game(game: Game, seed: int) -> Playout:
    """A whole random game; the seed decides everything in it."""
    chance = Seeded(seed)
    return playout(game.initial(), chance, chance.stream(CHOICES))
