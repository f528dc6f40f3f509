"""What a bridge looks up in a state of ours."""

from ruleloom.game import State
from ruleloom.results import Outcome


def outcome(state: State) -> Outcome:
    """How a finished game has ended."""
    assert isinstance(state.pending, Outcome), state.pending
    return state.pending


def zone(state: State, name: str) -> list[str]:
    """The symbols of the cards of a zone, from the bottom."""
    numbering = state.game.machine.numbering
    number, component = next(
        (at, each.family.component) for at, each in enumerate(numbering.zones) if each.name == name
    )
    return [numbering.kind(component, card).symbol for card in state.world().zones[number]]


def zero_sum(state: State) -> tuple[float, ...]:
    """Won and lost as OpenSpiel counts it among several: the winners share 1, the losers -1; 0 if all are equal."""
    winners, seats = outcome(state).winners, range(len(outcome(state).ranks))
    if len(winners) in (0, len(seats)):
        return tuple(0.0 for _ in seats)
    return tuple(1 / len(winners) if seat in winners else -1 / (len(seats) - len(winners)) for seat in seats)
