"""What positions are worth when both play as well as can be, the best moves, and the line of play they come to."""

from collections.abc import Callable
from dataclasses import dataclass

from ruleloom.engines import AUTO, NATIVE, PORTABLE, check_name
from ruleloom.engines.engine import EngineMissing
from ruleloom.engines.proving import FAR, ROUND, GoesRound, Leaves, Prover, SolvingWatch, Unsolvable, below
from ruleloom.game import Decision, State
from ruleloom.lower.fields import NotLowered
from ruleloom.moves import Move
from ruleloom.search.problem import Problem, problem_of

_ROUND_AND_ROUND = 256
"""So many decisions ahead a win is looked for in a game that goes round in circles."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position comes to: who wins (a seat; None: a draw, or scores), in how many decisions, and the difference.

    The winner plays for the shortest game and the loser for the longest one; draws and scores have no `plies`.
    `difference` is how much more seat 0 has than seat 1, where there are scores.
    """

    winner: int | None
    plies: int | None
    difference: int | None


def worth_of(leaves: Leaves, value: int) -> Worth:
    """What a value says.

    >>> worth_of(Leaves(False, False, (1,)), FAR - 11)
    Worth(winner=0, plies=11, difference=None)
    """
    if leaves.scored:
        return Worth(None if value == 0 else int(value < 0), None, value)
    if value == 0:
        return Worth(None, None, None)
    return Worth(int(value < 0), FAR - abs(value), None)


class Solver:
    """Solves the positions that follow from one; what it has learnt it keeps."""

    def __init__(self, state: State, engine: str = AUTO, watch: SolvingWatch | None = None) -> None:
        """Raises Unsolvable where that cannot be done, EngineMissing where the engine cannot do it."""
        try:
            self.problem = problem_of(state)
            self.prover, self.engine, self.note = _prover(self.problem, engine, watch)
        except NotLowered as error:
            message = f"this game cannot be solved yet: {error}"
            raise EngineMissing(message, getattr(error, "element", "")) from error

    def value(self, state: State) -> int:
        """The exact value of a position, as `engines.proving` counts it."""
        return exact(self.prover, lambda least: self._bound(state, least))

    def worth(self, state: State) -> Worth:
        """What a position comes to."""
        return worth_of(self.prover.leaves, self.value(state))

    def best(self, state: State) -> Move:
        """The first of the best moves, in the documented order."""
        value = self.value(state)
        return next(move for move, after in _after(state) if self._keeps(state, after, value))

    def best_moves(self, state: State) -> tuple[Move, ...]:
        """All moves that keep what a position is worth, its length too, in the documented order."""
        value = self.value(state)
        return tuple(move for move, after in _after(state) if self._keeps(state, after, value))

    def line(self, state: State, most: int = 1_000) -> tuple[Move, ...]:
        """The moves to the end, where both play the first of their best moves."""
        moves: list[Move] = []
        while isinstance(state.pending, Decision) and len(moves) < most:
            moves.append(self.best(state))
            state = state.apply(moves[-1])
        return tuple(moves)

    def _keeps(self, state: State, after: State, value: int) -> bool:
        """Whether a move leads to a position that is worth as much to the one who makes it."""
        leaves = self.prover.leaves
        if state.decision.player == 0:
            least = below(leaves, value)
            return self._bound(after, least) >= least
        least = below(leaves, value) + 1
        return self._bound(after, least) < least

    def _bound(self, state: State, least: int) -> int:
        return self.prover.bound(self.problem.shape.record(state.world()), least)


def exact(prover: Prover, bound: Callable[[int], int]) -> int:
    """The value that bounds close in on: first who wins, then how fast. Raises Unsolvable.

    Where a game goes round, it is asked who wins within so many decisions, which always has an answer.
    """
    try:
        return _between(prover, bound, -FAR, FAR)
    except GoesRound:
        if prover.leaves.scored:
            raise
    plies = 1
    while plies <= _ROUND_AND_ROUND:
        if (low := bound(FAR - plies)) >= FAR - plies:
            return _between(prover, bound, low, FAR)
        if (high := bound(plies - FAR + 1)) <= plies - FAR:
            return _between(prover, bound, -FAR, high)
        plies *= 2
    raise GoesRound(f"{ROUND}; nobody can force a win within {_ROUND_AND_ROUND} decisions")


def _between(prover: Prover, bound: Callable[[int], int], low: int, high: int) -> int:
    watch = prover.watch
    while low < high:
        watch.known, watch.scored = (low, high), prover.leaves.scored
        least = _asked(prover.leaves, low, high)
        found = bound(least)
        low, high = (found, high) if found >= least else (low, found)
    return low


def _asked(leaves: Leaves, low: int, high: int) -> int:
    if leaves.scored:
        return low + (high - low + 1) // 2
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    return low + 1 if low > 0 else high


def _after(state: State) -> list[tuple[Move, State]]:
    return list(zip(state.decision.moves, state.successors(), strict=True))


def _prover(problem: Problem, engine: str, watch: SolvingWatch | None) -> tuple[Prover, str, str]:
    """What proves, its name, and why it is not the fastest."""
    check_name(engine)
    given = (problem.plan, problem.shape, problem.identity, problem.leaves)
    note = ""
    if engine in (AUTO, NATIVE):
        from ruleloom.engines.native.solving import NativeProver

        try:
            return NativeProver(*given, watch=watch), NATIVE, ""
        except (EngineMissing, NotLowered) as error:
            if engine == NATIVE:
                raise
            note = f"the {NATIVE} engine is not used: {error}"
    if engine in (AUTO, PORTABLE):
        from ruleloom.engines.portable.solving import PortableProver

        return PortableProver(*given, watch), PORTABLE, note
    raise Unsolvable(f"the {engine} engine does not solve games; take {NATIVE} or {PORTABLE}")
