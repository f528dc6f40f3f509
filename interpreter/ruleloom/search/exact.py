"""Playing as well as can be, with chance or without it, in games of two where nothing is hidden."""

from collections.abc import Callable
from typing import TypeVar

from ruleloom.engines import AUTO
from ruleloom.engines.proving import GoesRound, SolvingWatch, Unsolvable
from ruleloom.game import State
from ruleloom.results import Outcome, sign_of
from ruleloom.search.chancy import ChancySolver, Valued
from ruleloom.search.solver import Solver

T = TypeVar("T")


class Exact:
    """Solves one game and what follows; the first position decides in which way.

    A game that can go round in circles is solved as one with chance is, which values all positions at once.
    """

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

    def best(self, state: State, watch: SolvingWatch | None = None) -> str:
        """The first of the best moves; where nothing is left to chance, of those that win soonest or lose latest.

        Raises Unsolvable.
        """
        return self._asked(state, watch, lambda solver: solver.best(state).text, _best)

    def solve(self, state: State, watch: SolvingWatch | None = None) -> Valued:
        """What each move is worth to who decides. Raises Unsolvable."""
        return self._asked(state, watch, lambda solver: _valued(solver, state), lambda valued: valued)

    def _asked(
        self, state: State, watch: SolvingWatch | None, certain: Callable[[Solver], T], chancy: Callable[[Valued], T]
    ) -> T:
        watch = watch or SolvingWatch()
        try:
            solver = self._solver_of(state, watch)
            if isinstance(solver, Solver):
                return certain(solver)
        except GoesRound as error:
            solver = self._solver = _with_chance(state, error, watch)
        return chancy(solver.solve(state))

    def _solver_of(self, state: State, watch: SolvingWatch) -> Solver | ChancySolver:
        match self._solver:
            case None:
                try:
                    self._solver = Solver(state, self._engine, watch)
                except Unsolvable as error:
                    self._solver = _with_chance(state, error, watch)
            case ChancySolver() as chancy:
                chancy.watch = watch
            case solver:
                solver.prover.watch = watch
        return self._solver


def _with_chance(state: State, error: Unsolvable, watch: SolvingWatch) -> ChancySolver:
    """What solves a position that is not solved without chance, for a reason that is told if it cannot be helped."""
    try:
        return ChancySolver(state.game, watch=watch)
    except Unsolvable:
        raise error from None


def _best(valued: Valued) -> str:
    return valued.moves[valued.best]


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
        return first if ending.score is None else sign_of(ending) * (first - second)
    worth = solver.worth(state)
    if worth.difference is not None:
        return worth.difference
    return 0.0 if worth.winner is None else 1.0 - 2.0 * worth.winner
