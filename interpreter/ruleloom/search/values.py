"""Exact values of small games of two players with chance, by value iteration between two bounds.

What a state is worth to the first player is kept from below and from above, so the value is known to a tolerance, and a
game that could go on for ever is noticed. States that can come up again lie in one strongly connected part of the graph
(Tarjan 1972); the parts are solved from the end of the game to its beginning.

In a part, values are iterated from the middle until they stand still. Then both bounds are put a little way off. Taking
all best moves is a map that moves no two values apart, so what it leaves in place is one connected set; if it draws
both bounds inwards everywhere, nothing that it leaves in place lies outside. Else the bounds start from the
worst and the best end of all, where nothing has to be shown.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul

from ruleloom.engines.proving import GoesRound, SolvingWatch, Unsolvable
from ruleloom.search.graph import OVER_OWNER, Graph

TOLERANCE = 1e-7
_MOST_ROUNDS = 10_000
_STILL = 1e-12
"""A round that moves no value by more changes nothing any more."""
_MARGIN = 1e-10
"""How far the bounds are put off, beside what is not known of the states that a part leads to."""
_DRAWN_IN = 1e-13
_EVENLY = 0.01
_ROUNDS_TO_DRAW_IN = 100


@dataclass(frozen=True, slots=True)
class Values:
    """The value of each state of a graph to the first player, from below and from above."""

    low: "array[float]"
    high: "array[float]"


def solve(graph: Graph, tolerance: float, watch: SolvingWatch) -> Values:
    """The values of all states. Raises Unsolvable where that of the first one is not known to the tolerance."""
    over = [payoff for owner, payoff in zip(graph.owners, graph.payoffs, strict=True) if owner == OVER_OWNER]
    if not over:
        raise Unsolvable("the game never ends")
    bounds = _Bounds(len(graph.owners), min(over), max(over), watch)
    for part in parts(graph):
        if graph.owners[part[0]] == OVER_OWNER:
            for values in (bounds.low, bounds.middle, bounds.high):
                values[part[0]] = graph.payoffs[part[0]]
        else:
            bounds.settle(graph, part)
    low, high = bounds.low, bounds.high
    if high[0] - low[0] > tolerance:
        raise GoesRound(f"the value lies between {low[0]:g} and {high[0]:g}: the players can go on for ever")
    return Values(low, high)


def worth(graph: Graph, option: int, values: "array[float]") -> float:
    """What an option is worth to the first player."""
    return _mean(_option(graph, option), values)


_Option = tuple[list[int], list[float]]
"""Where an option leads, and with which chances."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A state, who chooses there (True: the second player), and the options."""

    state: int
    is_second: bool
    options: list[_Option]


def _choice(graph: Graph, state: int) -> _Choice:
    options = range(graph.options[state], graph.options[state + 1])
    return _Choice(state, bool(graph.owners[state]), [_option(graph, option) for option in options])


def _option(graph: Graph, option: int) -> _Option:
    first, last = graph.outcomes[option], graph.outcomes[option + 1]
    return graph.targets[first:last].tolist(), graph.chances[first:last].tolist()


def _mean(option: _Option, values: "array[float]") -> float:
    targets, chances = option
    total: float = sum(map(mul, chances, map(values.__getitem__, targets)))
    return total


class _Bounds:
    """The values of all states, as far as they are known: between which bounds, and about where."""

    def __init__(self, states: int, worst: float, best: float, watch: SolvingWatch) -> None:
        self.watch = watch
        self.worst = worst
        self.best = best
        self.low = array("d", [worst]) * states
        self.middle = array("d", [(worst + best) / 2]) * states
        self.high = array("d", [best]) * states

    def settle(self, graph: Graph, part: list[int]) -> None:
        """Find the values of a part, all that it leads to being known."""
        choices, inside = [_choice(graph, state) for state in part], set(part)
        ahead = {target for choice in choices for targets, _ in choice.options for target in targets}
        if inside.isdisjoint(ahead):
            for values in (self.low, self.middle, self.high):
                _go_over(choices, values)
            return
        self._approach(choices, self.middle)
        behind = ahead - inside
        below = max((self.middle[state] - self.low[state] for state in behind), default=0.0) + _MARGIN
        above = max((self.high[state] - self.middle[state] for state in behind), default=0.0) + _MARGIN
        if self._closes_in(choices, self.low, -below) and self._closes_in(choices, self.high, above):
            return
        for values, bound in ((self.low, self.worst), (self.high, self.best)):
            for state in part:
                values[state] = bound
            self._iterate(choices, values)

    def _closes_in(self, choices: list[_Choice], values: "array[float]", margin: float) -> bool:
        """Whether values that begin so far from the middle all come nearer to it."""
        begun = [(choice.state, self.middle[choice.state] + margin) for choice in choices]
        for state, value in begun:
            values[state] = value
        for _ in range(_ROUNDS_TO_DRAW_IN):
            _go_over(choices, values)
            nearer = (value - values[state] if margin > 0 else values[state] - value for state, value in begun)
            if all(drawn > _DRAWN_IN for drawn in nearer):
                return True
        return False

    def _approach(self, choices: list[_Choice], values: "array[float]") -> None:
        """Go over the states of a part until nothing changes, now and then as far ahead as all to come would lead.

        What comes out is close to the values, not proven to be: rounds that shrink evenly add up as a geometric series.
        """
        states, last, shrunk = [choice.state for choice in choices], 1.0, 0.0
        for _ in range(_MOST_ROUNDS):
            self.watch.count(0)
            before = [values[state] for state in states]
            moved = _go_over(choices, values)
            if moved <= _STILL:
                return
            shrinks, last = moved / last, moved
            if abs(shrinks - shrunk) < _EVENLY * shrinks and shrinks < 1 - _EVENLY:
                ahead = shrinks / (1 - shrinks)
                for state, value in zip(states, before, strict=True):
                    values[state] += ahead * (values[state] - value)
                shrinks = 0.0
            shrunk = shrinks

    def _iterate(self, choices: list[_Choice], values: "array[float]") -> None:
        """Go over the states of a part until nothing changes."""
        for _ in range(_MOST_ROUNDS):
            self.watch.count(0)
            if _go_over(choices, values) <= _STILL:
                return


def _go_over(choices: list[_Choice], values: "array[float]") -> float:
    """Let everybody take the best option once; how much a value has moved at most."""
    moved = 0.0
    for choice in choices:
        found = [_mean(option, values) for option in choice.options]
        best = min(found) if choice.is_second else max(found)
        moved = max(moved, abs(best - values[choice.state]))
        values[choice.state] = best
    return moved


def _successors(graph: Graph, state: int) -> "array[int]":
    first, last = graph.options[state], graph.options[state + 1]
    return graph.targets[graph.outcomes[first] : graph.outcomes[last]]


def parts(graph: Graph) -> Iterator[list[int]]:
    """The strongly connected parts of a graph, each behind all that it leads to, what was found last in front."""
    count = len(graph.owners)
    index, lowest = array("l", [0]) * count, array("l", [0]) * count
    open_, is_open, clock = [], bytearray(count), 0
    for root in range(count):
        stack = [] if index[root] else [(root, iter(_successors(graph, root)))]
        while stack:
            state, rest = stack[-1]
            if not index[state]:
                clock += 1
                index[state] = lowest[state] = clock
                open_.append(state)
                is_open[state] = 1
            for target in rest:
                if not index[target]:
                    stack.append((target, iter(_successors(graph, target))))
                    break
                if is_open[target]:
                    lowest[state] = min(lowest[state], index[target])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[state])
                if lowest[state] == index[state]:
                    at = _last(open_, state)
                    part = open_[at:]
                    del open_[at:]
                    for each in part:
                        is_open[each] = 0
                    yield sorted(part, reverse=True)


def _last(states: list[int], state: int) -> int:
    """Where a state stands, looked for from the end."""
    at = len(states) - 1
    while states[at] != state:
        at -= 1
    return at
