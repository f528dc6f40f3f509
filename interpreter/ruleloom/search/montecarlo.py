"""Monte-Carlo tree search for the player who has to decide, who uses only what this player may know."""

from dataclasses import dataclass

from ruleloom.chance import Stream
from ruleloom.engines import make_engine
from ruleloom.engines.engine import Engine, EngineMissing
from ruleloom.errors import RuleError
from ruleloom.game import Game, State
from ruleloom.playout import MOST_DECISIONS
from ruleloom.search.told import Told, Tried, told
from ruleloom.search.worlds import possible_states
from ruleloom.view import hidden_cells

GAMES_IN_A_WORLD = 50
MOST_WORLDS = 24
_SEEDS = 1 << 62
_LOOKED_AT = 3
"""So many games are looked at where all that were tried come to nothing: whether they end at all."""


@dataclass(frozen=True, slots=True)
class Tries:
    """What a search found: for each legal move, in their order, how many games were tried with it, and their sum.

    What a game comes to is what it returns to all `mates`, the seats of the team; where less is better, it is negative.
    """

    moves: tuple[str, ...]
    tried: tuple[Tried, ...]
    mates: int

    @property
    def best(self) -> int:
        """The number of the move that was tried most; among equals the one that came to most, then the first."""
        return max(range(len(self.tried)), key=lambda at: (self.tried[at].games, self.tried[at].mean, -at))

    @property
    def games(self) -> int:
        """How many games were tried."""
        return sum(tried.games for tried in self.tried)

    def value(self, number: int) -> float:
        """What a game that begins with a move returns to each mate, on average."""
        return self.tried[number].mean / self.mates

    def share(self, number: int) -> float:
        """Which part of all games was tried with a move, from 0 to 1."""
        return self.tried[number].games / self.games if self.games else 0.0


class Searcher:
    """Searches one game, on its engine or, where that is the reference, on the fastest one there is."""

    def __init__(self, game: Game) -> None:
        """Raises EngineMissing where no engine but the reference can run the game."""
        self.game = game
        chosen = game.chosen if game.chosen.engine is not None else make_engine(game.searching, game.machine)
        if chosen.engine is None:
            raise EngineMissing(f"no bot can search this game: {chosen.note}")
        self.engine: Engine = chosen.engine

    def search(self, state: State, games: int, seed: int) -> Tries:
        """Try so many games from a decision on. Raises RuleError where one goes where the rules do not."""
        decision, generator = state.decision, Stream(seed, "(worlds)")
        count = max(1, min(games // max(GAMES_IN_A_WORLD, 2 * len(decision.moves)), MOST_WORLDS))
        worlds = possible_states(state, decision.player, generator, count)
        found, errors = [Tried()] * len(decision.moves), []
        for number, world in enumerate(worlds):
            share = games // len(worlds) + (number < games % len(worlds))
            asked = self._told(world, decision.player, share, generator.below(_SEEDS))
            try:
                tried = self._tried(asked)
            except RuleError as error:  # a world that was guessed may be one that cannot be
                errors.append(error)
                continue
            if len(tried) == len(found):
                found = [one + other for one, other in zip(found, tried, strict=True)]
        if errors and (len(errors) == len(worlds) or not hidden_cells(state, decision.player)):
            raise errors[0]
        mates = next((len(team) for team in self.game.rules.teams if decision.player in team), 1)
        return Tries(tuple(move.text for move in decision.moves), tuple(found), mates)

    def check_ends(self, state: State) -> None:
        """Raise RuleError where games at random from a state do not end, so that what was tried says nothing."""
        record = self.engine.shape.record(state.world())
        for seed in range(_LOOKED_AT):
            try:
                next(iter(self.engine.games(record, range(seed, seed + 1), MOST_DECISIONS)))
            except RuleError:
                continue
            return
        message = f"games at random from here are not over after {MOST_DECISIONS:,} decisions"
        raise RuleError(f"{message}, so that a search finds nothing of any move")

    def _told(self, world: State, seat: int, games: int, seed: int) -> Told:
        shape = self.engine.shape
        return told(shape, self.engine.plan.capacity, shape.record(world.world()), seat, games, seed)

    def _tried(self, asked: Told) -> tuple[Tried, ...]:
        from ruleloom.engines.portable.engine import PortableEngine

        if isinstance(self.engine, PortableEngine):
            from ruleloom.search import tree

            return tree.search(self.engine, asked)
        # What is compiled is not even imported where nothing can be compiled.
        from ruleloom.engines.native.engine import NativeEngine
        from ruleloom.search import compiled

        if not isinstance(self.engine, NativeEngine):
            raise TypeError(f"{self.engine.name} has no tree search")
        return compiled.search(self.engine, asked)
