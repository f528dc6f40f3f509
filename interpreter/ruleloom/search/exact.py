"""Playing as well as can be, with chance or without it, in games of two where nothing is hidden."""

from ruleloom.engines import AUTO
from ruleloom.engines.proving import Unsolvable
from ruleloom.game import State
from ruleloom.results import Outcome
from ruleloom.search.chancy import ChancySolver, Valued
from ruleloom.search.solver import Solver


class Exact:
    """Solves one game and what follows; the first position decides in which way."""

    def __init__(self, engine: str = AUTO) -> None:
        self._engine = engine
        self._solver: Solver | ChancySolver | None = None

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        match self._solver:
            case None:
                return 0
            case ChancySolver() as chancy:
                return chancy.states
            case solver:
                return solver.prover.nodes

    def best(self, state: State) -> str:
        """The first of the best moves; where nothing is left to chance, of those that win soonest or lose latest.

        Raises Unsolvable.
        """
        match self._solver_of(state):
            case ChancySolver() as chancy:
                valued = chancy.solve(state)
                return valued.moves[valued.best]
            case solver:
                return solver.best(state).text

    def solve(self, state: State) -> Valued:
        """What each move is worth to who decides. Raises Unsolvable."""
        match self._solver_of(state):
            case ChancySolver() as chancy:
                return chancy.solve(state)
            case solver:
                return _valued(solver, state)

    def _solver_of(self, state: State) -> Solver | ChancySolver:
        if self._solver is None:
            try:
                self._solver = Solver(state, self._engine)
            except Unsolvable as error:
                self._solver = _with_chance(state, error)
        return self._solver


def _with_chance(state: State, error: Unsolvable) -> ChancySolver:
    """What solves a position that is not solved without chance, for a reason that is told if it cannot be helped."""
    try:
        solver = ChancySolver(state.game)
    except Unsolvable:
        raise error from None
    solver.solve(state)
    return solver


def _valued(solver: Solver, state: State) -> Valued:
    moves, best = state.decision.moves, solver.best(state)
    sign = -1 if state.decision.player else 1
    values = [sign * _value(solver, after) for after in state.successors()]
    return Valued(tuple(move.text for move in moves), tuple(values), moves.index(best), False)


def _value(solver: Solver, state: State) -> float:
    """What a position comes to for the first player."""
    if isinstance(state.pending, Outcome):
        ending = next(end for end in state.game.rules.ends if end.id == state.pending.ending)
        first, second = state.pending.returns
        gain = (second - first if ending.score.lower else first - second) if ending.score is not None else first
        return gain
    worth = solver.worth(state)
    if worth.difference is not None:
        return worth.difference
    return 0.0 if worth.winner is None else 1.0 - 2.0 * worth.winner
