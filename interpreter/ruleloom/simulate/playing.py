"""What plays the games of a simulation: an engine at one go where all seats play at random, else bots step by step."""

import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ruleloom import program as to
from ruleloom.bots import RANDOM, Bot, Seated, bots_for, play_out, programs
from ruleloom.chance import CHOICES, Chance, Seeded
from ruleloom.engines.engine import Columns, Engine
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, State
from ruleloom.moves import DECLINE, Move
from ruleloom.playout import MOST_DECISIONS
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from ruleloom.simulate.rows import Player, Rows, Shape, shape_of
from ruleloom.simulate.tally import play_batch
from ruleloom_dsl.ir.codec import from_json, to_json
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.picking import DONE


class StuckGame(RuleError):
    """A game that came to a point its rules do not cover, with the seed that leads there."""

    def __init__(self, error: RuleError, seed: int) -> None:
        super().__init__(error.message, error.element)
        self.seed = seed

    def __reduce__(self) -> tuple[object, ...]:
        return _stuck, (self.message, self.element, self.seed)


def _stuck(message: str, element: str, seed: int) -> StuckGame:
    return StuckGame(RuleError(message, element), seed)


class EngineGames:
    """Random games that an engine plays at one go."""

    def __init__(self, game: Game, engine: Engine) -> None:
        self.engine = engine.name
        self._engine = engine
        self._record = engine.shape.record(game.machine.first())
        self._columns = columns_of(game)

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        """A row for each seed."""
        try:
            return self._engine.counted(self._record, seeds, most, self._columns)
        except RuleError:
            return self._one_by_one(seeds, most)

    def _one_by_one(self, seeds: range, most: int) -> "Rows[int]":
        """The same rows; the game that gets stuck is found out."""
        rows = array("q")
        for seed in seeds:
            try:
                rows.extend(self._engine.counted(self._record, range(seed, seed + 1), most, self._columns))
            except RuleError as error:
                raise StuckGame(error, seed) from error
        return rows


def columns_of(game: Game) -> Columns:
    """Where an engine counts, so that its rows have the shape of the game's."""
    shape, code = shape_of(game.rules), game.machine.program.code
    column = {alternative: shape.chosen + number for number, alternative in enumerate(shape.alternatives)}
    listed = [[column[name] for name in _alternatives(instruction)] for instruction in code]
    across = max(map(len, listed))
    table = [cell for columns in listed for cell in (*columns, *[0] * (across - len(columns)))]
    return Columns(shape.width, across, tuple(table))


def _alternatives(instruction: to.Instruction) -> tuple[str, ...]:
    """What an engine's numbers of alternatives stand for at a point of the program."""
    match instruction:
        case to.Decide(alternatives=alternatives):
            return (*(each.move.id for each in alternatives), DECLINE)
        case to.Pick(move=move):
            return (move.id, DONE)
        case _:
            return ()


class ReferenceGames:
    """Random games on the reference: those of `playout.random_game`, counted."""

    engine = "reference"

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
    """Games of bots."""

    def __init__(self, game: Game, bots: Mapping[int, Bot]) -> None:
        self.engine = game.engine
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
        counts = (ending, self.decisions, last.turns, self.moves, *map(int, outcome.returns), *self._chosen.values())
        return [*counts, *(outcome.ranks if self._shape.has_ranks else ())]


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


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a worker needs to play: it can be sent to another process or machine. `bots` are those of the seats."""

    rules: bytes
    engine: str
    bots: tuple[str, ...]
    timeout: float = 10.0

    @classmethod
    def of(cls, rules: Rules, engine: str, bots: tuple[str, ...], timeout: float = 10.0) -> "Setup":
        """What plays a game on an engine of `engines.ENGINES`."""
        return cls(zlib.compress(to_json(rules).encode()), engine, bots, timeout)

    def done(self, seeds: range) -> tuple[int, str, str]:
        """Play the games of a batch: how many they are, what has played them, and the text of their tally."""
        player, shape = player_of(self)
        tally = play_batch(player, shape, seeds)
        return tally.games, player.engine, tally.text()


@lru_cache(maxsize=1)
def player_of(setup: Setup) -> tuple[Player, Shape]:
    """What plays, and the shape of its rows; it is made once and kept.

    Raises BotError where a bot cannot be had, EngineMissing where the engine cannot run the game.
    """
    game = Game(from_json(zlib.decompress(setup.rules).decode()), setup.engine)
    return _player(setup, game), shape_of(game.rules)


def _player(setup: Setup, game: Game) -> Player:
    if set(setup.bots) != {RANDOM}:
        seats = range(1, game.rules.players + 1)
        named = [Seated(seat, bot) for seat, bot in zip(seats, setup.bots, strict=True)]
        return BotGames(game, bots_for(seats, named, game.rules.players, programs(setup.timeout)))
    if game.chosen.engine is None:
        return ReferenceGames(game)
    return EngineGames(game, game.chosen.engine)
