"""The value of small games by nothing but trying everything on the reference: what the solvers are compared with."""

from ruleloom.game import Decision, State
from ruleloom.layout import Vector
from ruleloom.results import Outcome
from ruleloom.search.solver import Worth


def plain_worth(state: State, seen: dict[Vector, Worth] | None = None) -> Worth:
    """Who wins, the winner as fast as can be and the loser as slowly."""
    seen = {} if seen is None else seen
    if isinstance(state.pending, Outcome):
        one, other = state.pending.returns
        return Worth(None if one == other else int(one < other), None if one == other else 0, None)
    if state.vector not in seen:
        assert isinstance(state.pending, Decision)
        seat = state.pending.player
        found = [_later(plain_worth(after, seen)) for after in state.successors()]
        seen[state.vector] = max(found, key=lambda worth: _liking(seat, worth))
    return seen[state.vector]


def _later(worth: Worth) -> Worth:
    return Worth(worth.winner, None if worth.plies is None else worth.plies + 1, None)


def _liking(seat: int, worth: Worth) -> tuple[int, int]:
    if worth.winner is None or worth.plies is None:
        return 0, 0
    return (1, -worth.plies) if worth.winner == seat else (-1, worth.plies)
