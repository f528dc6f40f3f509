"""What plays the games of a simulation: an engine where all seats play at random, else bots on the reference."""

import zlib
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ruleloom.bots import RANDOM, Bot, Seated, bots_for, play_out
from ruleloom.chance import Chance, Seeded
from ruleloom.errors import RuleError, WrongInput
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move
from ruleloom.playout import CHOICES, MOST_DECISIONS
from ruleloom.programs import ProgramBot
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from ruleloom.simulate.rows import Player, Rows, Shape, shape_of
from ruleloom_dsl.ir.codec import from_json, to_json
from ruleloom_dsl.ir.game import Game as Rules


class StuckGame(RuleError):
    """A game that came to a point its rules do not cover, with the seed that leads there."""

    def __init__(self, error: RuleError, seed: int) -> None:
        super().__init__(error.message, error.element)
        self.seed = seed

    def __reduce__(self) -> tuple[object, ...]:
        return _stuck, (self.message, self.element, self.seed)


def _stuck(message: str, element: str, seed: int) -> StuckGame:
    return StuckGame(RuleError(message, element), seed)


class ReferenceGames:
    """Random games on the reference: those of `playout.random_game`, counted."""

    def __init__(self, game: Game) -> None:
        self.shape = shape_of(game.rules)
        self._first = game.initial()

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        """A row for each seed."""
        rows = array("q")
        for seed in seeds:
            try:
                rows.extend(self._game(seed, most))
            except RuleError as error:
                raise StuckGame(error, seed) from error
        return rows

    def _game(self, seed: int, most: int) -> list[int]:
        chance, counter = Seeded(seed), _Counter(self.shape)
        choices = chance.stream(CHOICES)
        state = self._first.settle(chance)
        while isinstance(state.pending, Decision):
            if counter.decisions == most:
                raise RuleError(f"the game is not over after {most} decisions")
            moves = state.pending.moves
            move = moves[choices.below(len(moves))]
            counter.count(len(moves), move)
            state = state.play(move, chance)
        return counter.row(state)


class BotGames:
    """Games of bots on the reference."""

    def __init__(self, game: Game, bots: Mapping[int, Bot]) -> None:
        self.shape = shape_of(game.rules)
        self._game = game
        self._bots = bots

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        """A row for each seed."""
        rows = array("q")
        for seed in seeds:
            recorder = _CountingRecorder(self._game, Seeded(seed), _Counter(self.shape))
            try:
                play_out(recorder, self._bots, seed)
            except RuleError as error:
                raise StuckGame(error, seed) from error
            rows.extend(recorder.counter.row(recorder.state))
        return rows


class _Counter:
    """Counts along one game."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._chosen = dict.fromkeys(shape.alternatives, 0)
        self.decisions = self.moves = 0

    def count(self, moves: int, chosen: Move) -> None:
        """Add a decision."""
        self.decisions += 1
        self.moves += moves
        self._chosen[chosen.alternative] += 1

    def row(self, last: State) -> list[int]:
        """The row of the game that has ended like this."""
        outcome = last.pending
        assert isinstance(outcome, Outcome)
        ending = self._shape.endings.index(outcome.ending)
        returns = map(int, outcome.returns)
        counts = (ending, self.decisions, last.turns, self.moves)
        return [*counts, *returns, *outcome.ranks, *self._chosen.values()]


class _CountingRecorder(Recorder):
    """Counts what is played."""

    def __init__(self, game: Game, chance: Chance, counter: _Counter) -> None:
        super().__init__(game, chance)
        self.counter = counter

    def play(self, move: Move | str) -> State:
        """Play a move, and count it."""
        chosen = self.state.find(move)
        self.counter.count(len(self.state.decision.moves), chosen)
        return super().play(chosen)


ENGINES: dict[str, Callable[[Game], Player]] = {"reference": ReferenceGames}
"""What plays random games, by its name; the last one is the fastest."""

AUTO = "auto"


def engine_named(name: str) -> str:
    """The engine that is meant by a name. Raises WrongInput for one that there is not."""
    if name != AUTO and name not in ENGINES:
        raise WrongInput(f'no engine is called "{name}"; there are {", ".join((AUTO, *ENGINES))}')
    return list(ENGINES)[-1] if name == AUTO else name


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a worker needs to play: it can be sent to another process or machine. `bots` are those of the seats."""

    rules: bytes
    engine: str
    bots: tuple[str, ...]
    timeout: float = 10.0

    @classmethod
    def of(cls, rules: Rules, engine: str, bots: tuple[str, ...], timeout: float = 10.0) -> "Setup":
        """What plays a game by an engine of ENGINES; only the reference seats other bots than `random`."""
        if set(bots) != {RANDOM}:
            engine = "reference"
        return cls(zlib.compress(to_json(rules).encode()), engine, bots, timeout)


@lru_cache(maxsize=1)
def player_of(setup: Setup) -> tuple[Player, Shape]:
    """What plays, and the shape of its rows; it is made once and kept. Raises BotError where a bot cannot be had."""
    game = Game(from_json(zlib.decompress(setup.rules).decode()))
    shape = shape_of(game.rules)
    if set(setup.bots) == {RANDOM}:
        return ENGINES[setup.engine](game), shape
    seats = range(1, game.rules.players + 1)
    named = [Seated(seat, bot) for seat, bot in zip(seats, setup.bots, strict=True)]
    return BotGames(game, bots_for(seats, named, game.rules.players, _new_program(setup.timeout))), shape


def _new_program(timeout: float) -> Callable[[str, int], Bot]:
    def new_program(command: str, seat: int) -> Bot:
        return ProgramBot(command, seat, timeout)

    return new_program
