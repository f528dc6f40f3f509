"""Exact play in small games of two with chance: all that can happen is looked through, then each move has its value."""

from dataclasses import dataclass

from ruleloom.engines.portable.runtime import Failed
from ruleloom.engines.proving import SolvingWatch, Unsolvable
from ruleloom.errors import RuleError
from ruleloom.game import Game, State
from ruleloom.lower import Shape, lower_game
from ruleloom.lower.fields import NotLowered
from ruleloom.search.graph import OVER_OWNER, Explorer, Graph, check_solvable
from ruleloom.search.told import told
from ruleloom.search.values import TOLERANCE, Values, solve, worth

_STATE = 512
"""About so many bytes a state takes."""


@dataclass(frozen=True, slots=True)
class Valued:
    """The legal moves of a decision, in their order, what each is worth to who decides, and the number of the best."""

    moves: tuple[str, ...]
    values: tuple[float, ...]
    best: int
    wins_or_loses: bool

    def chance_to_win(self, number: int) -> float | None:
        """How likely who decides is to win after a move, where every game is won or lost."""
        return (1 + self.values[number]) / 2 if self.wins_or_loses else None


class ChancySolver:
    """Solves what a state can lead to, and what lies behind it without looking again."""

    def __init__(
        self, game: Game, most: int | None = None, tolerance: float = TOLERANCE, watch: SolvingWatch | None = None
    ) -> None:
        """Raises Unsolvable where the game is not of the kind that is solved exactly."""
        self.game = game
        self.watch = watch or SolvingWatch()
        self.most = self.watch.limits.memory // _STATE if most is None else most
        self.tolerance = tolerance
        check_solvable(game.machine)
        try:
            self.shape = Shape(game.machine)
            self.plan = lower_game(game.machine)
        except NotLowered as error:
            raise Unsolvable(f"this game cannot be solved exactly yet: {error}") from error
        self.explorer: Explorer | None = None
        self.values: Values | None = None

    @property
    def states(self) -> int:
        """How many states were looked through."""
        return 0 if self.explorer is None else len(self.explorer.graph.owners)

    def solve(self, state: State) -> Valued:
        """What each move of a decision is worth to who decides. Raises Unsolvable, or RuleError."""
        if self.explorer is None or self._number(self.explorer, state) is None:
            self._explore(state)
        assert self.explorer is not None and self.values is not None
        number, graph = self._number(self.explorer, state), self.explorer.graph
        assert number is not None
        sign = -1 if graph.owners[number] else 1
        bounds, values = (self.values.low, self.values.high), []
        for option in range(graph.options[number], graph.options[number + 1]):
            values.append(sign * sum(worth(graph, option, bound) for bound in bounds) / 2)
        best = max(range(len(values)), key=lambda at: (round(values[at], 9), -at))
        moves = tuple(move.text for move in state.decision.moves)
        return Valued(moves, tuple(values), best, self._wins_or_loses(graph))

    def _explore(self, state: State) -> None:
        record = self.shape.record(state.world())
        explorer = Explorer(self.plan, self.shape, told(self.shape, 0, record, 0, 0, 0))
        try:
            graph = explorer.explore(record, self.most, self.watch)
        except Failed:
            raise RuleError("the game can come to a point that the rules do not cover") from None
        self.explorer, self.values = explorer, solve(graph, self.tolerance, self.watch)

    def _wins_or_loses(self, graph: Graph) -> bool:
        pairs = zip(graph.owners, graph.payoffs, strict=True)
        return {abs(payoff) for owner, payoff in pairs if owner == OVER_OWNER} == {1.0}

    def _number(self, explorer: Explorer, state: State) -> int | None:
        record = self.shape.record(state.world())
        return explorer.numbers.get(explorer.key(explorer.game.holding(record)))
