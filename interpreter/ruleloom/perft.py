"""Counts the ways a game can go on: the usual check that two programs play by the same rules."""

from typing import Literal

from ruleloom.chance import ChanceEvent
from ruleloom.engines.engine import ChanceComes, Engine
from ruleloom.game import Decision, State

By = Literal["decision", "turn"]


class ChancePending(ValueError):  # it is what happened, not a fault of the program
    """A chance event comes where only decisions are counted."""


def perft(state: State, depth: int, by: By = "decision") -> int:
    """How many sequences of exactly so many decisions, or complete turns, begin in a state.

    Raises ChancePending where a chance event is met: deal first.
    """
    if by == "turn":
        return _turns(state, state.turns + depth)
    engine = state.game.chosen.engine
    if engine is not None:
        return _counted(state, engine, depth)
    if depth == 0:
        return 1
    moves = _moves(state)
    return moves if depth == 1 else sum(perft(after, depth - 1) for after in state.successors())


def divide(state: State, depth: int, by: By = "decision") -> dict[str, int]:
    """The count of `perft` for each first decision."""
    target = state.turns + depth
    return {
        move.text: _turns(after, target) if by == "turn" else perft(after, depth - 1)
        for move, after in zip(state.decision.moves, state.successors(), strict=True)
    }


def _counted(state: State, engine: Engine, depth: int) -> int:
    try:
        return engine.perft(engine.shape.record(state.world()), depth)
    except ChanceComes as comes:
        _moves(state.game.settled(engine.shape.world(comes.record)))
        raise


def _turns(state: State, target: int) -> int:
    if state.turns >= target:
        return 1
    _moves(state)
    return sum(_turns(after, target) for after in state.successors())


def _moves(state: State) -> int:
    if isinstance(state.pending, ChanceEvent):
        event = f"{state.pending.kind} of {state.pending.stream}"
        raise ChancePending(f"perft counts decisions, but the {event} comes first")
    return len(state.pending.moves) if isinstance(state.pending, Decision) else 0
