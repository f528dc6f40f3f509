"""What agents can get: between which numbers, and whether the sum is fixed or all get the same.

A game whose endings name winners is read; a game with scores is gone through, if it is so small that all of its
positions are few, and otherwise the score is bounded by what its expression can be.
"""

from collections import Counter
from dataclasses import dataclass
from math import factorial, prod
from typing import Literal

from ruleloom.adapters.bounds import Bounds
from ruleloom.adapters.table import Position, Table
from ruleloom.chance import ChanceEvent
from ruleloom.errors import RuleError
from ruleloom.results import sign_of
from ruleloom_dsl.ir.expressions import Const, Quantified, Several
from ruleloom_dsl.ir.game import Ending
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import Player

MOST_POSITIONS = 2_000
"""A game with so many positions, ways to come to them counted apart, is gone through."""

Kind = Literal["zero_sum", "constant_sum", "identical", "general_sum"]


@dataclass(frozen=True, slots=True)
class Utility:
    """What agents can get. `total` is the sum where it is fixed."""

    kind: Kind
    low: float
    high: float
    total: float | None = None


def utility_of(table: Table) -> Utility:
    """What the agents of a game can get; a game that is cut gives 0 to everybody."""
    rules = table.game.rules
    if any(ending.score is not None for ending in rules.ends):
        try:
            found = _all_returns(table)
        except RuleError:  # in a course that the rules do not cover
            found = None
        return _bounded(table) if found is None else _told(table, found)
    if table.agents > 1 and all(ending.draw or ending.team for ending in rules.ends):
        return Utility("identical", -1.0, 1.0)
    duel = table.agents == rules.players == 2
    if duel and all(ending.draw or _has_one_winner(ending) for ending in rules.ends):
        return Utility("zero_sum", -1.0, 1.0, 0.0)
    return Utility("general_sum", -1.0, 1.0)


def _has_one_winner(ending: Ending) -> bool:
    """Whether an ending names one player who wins, or one who loses, and so the other one as well."""
    named = [each for each in (ending.win, ending.lose) if each is not None]
    match named:
        case [Several((Quantified("largest" | "smallest", _, Const((_, *_)), None),))]:
            return True  # of several that are not none there is always a largest
        case [Several((one,))]:
            return isinstance(one.type, Player)
        case _:
            return False


def _bounded(table: Table) -> Utility:
    bounds, low, high = Bounds(table.game.machine), -1.0, 1.0
    for ending in table.game.rules.ends:
        if ending.score is not None:
            least, most = bounds.number(ending.score.value) or (-LARGEST, LARGEST)
            ends = [sign_of(ending) * each for each in (least, most)]
            low, high = min(low, *ends), max(high, *ends)
    return Utility("general_sum", low, high)


def _told(table: Table, found: set[tuple[float, ...]]) -> Utility:
    """The utility of a game all of whose returns are known."""
    low, high = min(map(min, found)), max(map(max, found))
    totals = {round(sum(each), 9) for each in found}
    if table.agents > 1 and totals == {0.0}:
        return Utility("zero_sum", low, high, 0.0)
    if table.agents > 1 and all(len(set(each)) == 1 for each in found):
        return Utility("identical", low, high)
    if table.agents > 1 and len(totals) == 1:
        return Utility("constant_sum", low, high, totals.pop())
    return Utility("general_sum", low, high)


def _all_returns(table: Table) -> set[tuple[float, ...]] | None:
    """The returns of all courses that a game can take; None where there are too many."""
    waiting: list[Position] = [table.start()]
    found: set[tuple[float, ...]] = set()
    for _ in range(MOST_POSITIONS):
        if not waiting:
            return found
        position = waiting.pop()
        if position.is_chance and _orders(position) > MOST_POSITIONS:
            return None
        if position.is_over:
            found.add(position.returns)
        elif position.is_chance:
            waiting += [position.draw(text) for text, _ in position.draws.values()]
        else:
            waiting += [position.act(action) for action in position.legal]
    return None if waiting else found


def _orders(position: Position) -> float:
    """In how many ways a pile that is shuffled can come to lie."""
    event = position.state.pending
    if not isinstance(event, ChanceEvent) or event.kind != "shuffle" or position.drawn:
        return 1
    return factorial(len(event.outcomes)) / prod(factorial(count) for count in Counter(event.outcomes).values())
