"""Exact values of small games of two players with chance, by value iteration between two bounds.

What a state is worth to the first player is kept from below and from above, and both bounds are brought together: so
the value is known to a tolerance, and a game that could go on for ever is noticed. States that can come up again lie in
one strongly connected part of the graph (Tarjan 1972); the parts are solved from the end of the game to its beginning.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul

from ruleloom.engines.proving import Unsolvable
from ruleloom.search.graph import OVER_OWNER, Graph

TOLERANCE = 1e-7
_MOST_ROUNDS = 10_000
_STILL = 1e-11
"""A round that moves no bound by more changes nothing any more."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of each state of a graph to the first player, from below and from above."""

    low: "array[float]"
    high: "array[float]"

    def value(self, state: int) -> float:
        """The value of a state."""
        return (self.low[state] + self.high[state]) / 2


def solve(graph: Graph, tolerance: float = TOLERANCE) -> Values:
    """The values of all states. Raises Unsolvable where that of the first one is not known to the tolerance."""
    over = [payoff for owner, payoff in zip(graph.owners, graph.payoffs, strict=True) if owner == OVER_OWNER]
    if not over:
        raise Unsolvable("the game never ends")
    low, high = (array("d", [bound]) * len(graph.owners) for bound in (min(over), max(over)))
    for part in parts(graph):
        if graph.owners[part[0]] == OVER_OWNER:
            low[part[0]] = high[part[0]] = graph.payoffs[part[0]]
            continue
        choices = [_choice(graph, state) for state in part]
        is_alone = len(part) == 1 and part[0] not in _successors(graph, part[0])
        for bound in (low, high):
            _settle(choices, bound, 1 if is_alone else _MOST_ROUNDS)
    if high[0] - low[0] > tolerance:
        raise Unsolvable(f"the value lies between {low[0]:g} and {high[0]:g}: the players can go on for ever")
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


def _settle(choices: list[_Choice], values: "array[float]", rounds: int) -> None:
    """Go over the states of a part until nothing changes."""
    for _ in range(rounds):
        moved = 0.0
        for choice in choices:
            found = [_mean(option, values) for option in choice.options]
            best = min(found) if choice.is_second else max(found)
            moved = max(moved, abs(best - values[choice.state]))
            values[choice.state] = best
        if moved <= _STILL:
            return


def _successors(graph: Graph, state: int) -> "array[int]":
    first, last = graph.options[state], graph.options[state + 1]
    return graph.targets[graph.outcomes[first] : graph.outcomes[last]]


def parts(graph: Graph) -> Iterator[list[int]]:
    """The strongly connected parts of a graph, each behind all that it leads to; the last found states come first."""
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
                    yield part[::-1]


def _last(states: list[int], state: int) -> int:
    """Where a state stands, looked for from the end."""
    at = len(states) - 1
    while states[at] != state:
        at -= 1
    return at
