"""Everything that can happen in a small game: the states at which somebody decides, and where each option leads.

States are those of the portable engine; two that differ in nothing that is read again are one.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from ruleloom.engines.portable import runtime
from ruleloom.engines.portable.engine import printed
from ruleloom.engines.portable.runtime import CHANCE, OVER, Options, Printed, State
from ruleloom.engines.proving import SolvingWatch, Unsolvable
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Record, Shape
from ruleloom.machine import Machine
from ruleloom.numbering import Numbering
from ruleloom.program import Convene
from ruleloom.search.liveness import Liveness
from ruleloom.search.problem import AT_ONCE, check_opposed
from ruleloom.search.told import Told

MOST_OUTCOMES = 100_000
"""So many outcomes one chance event may have; a shuffle of eight cards has 40,320."""
OVER_OWNER = 255
Key = tuple[object, ...]


@dataclass(slots=True)
class Graph:
    """States by number, in the order in which they were found; the first is where the search began.

    `owners` says who decides, or that the game is over, which is worth `payoffs` to the first seat. The options of a
    state begin at `options[state]`, the outcomes of an option at `outcomes[option]`: a state in `targets`, with its
    chance in `chances`.
    """

    owners: bytearray = field(default_factory=bytearray)
    payoffs: "array[float]" = field(default_factory=lambda: array("d"))
    options: "array[int]" = field(default_factory=lambda: array("l", [0]))
    outcomes: "array[int]" = field(default_factory=lambda: array("l", [0]))
    targets: "array[int]" = field(default_factory=lambda: array("l"))
    chances: "array[float]" = field(default_factory=lambda: array("d"))


class Enumerated:
    """Draws numbers one way after the other, so that each way something can come out is seen once."""

    def __init__(self) -> None:
        self._digits: list[int] = []
        self._bounds: list[int] = []
        self._at = 0

    def draw(self, s: State, stream: int, bound: int) -> int:
        """The next number of the way that is gone now."""
        if self._at == len(self._digits):
            self._digits.append(0)
            self._bounds.append(bound)
        self._at += 1
        return self._digits[self._at - 1]

    def ways(self, happen: Callable[[], State]) -> Iterator[tuple[float, State]]:
        """What happens in each way, with its chance. Raises Unsolvable where there are too many."""
        self._digits, self._bounds = [], []
        for _ in range(MOST_OUTCOMES):
            self._at = 0
            after, chance = happen(), 1.0
            for bound in self._bounds:
                chance /= bound
            yield chance, after
            while self._digits and self._digits[-1] == self._bounds[-1] - 1:
                self._digits.pop()
                self._bounds.pop()
            if not self._digits:
                return
            self._digits[-1] += 1
        raise Unsolvable(f"what happens by chance can come out in more than {MOST_OUTCOMES:,} ways")


class Explorer:
    """Finds all states that a state can lead to."""

    def __init__(self, plan: Plan, shape: Shape, told: Told) -> None:
        self.told = told
        self.ways = Enumerated()
        self.game: Printed = printed(plan, self.ways.draw)
        nets = frozenset(f"f{net}" for net in shape.machine.program.nets)
        liveness = Liveness(plan, nets | {"turns", "decided", "fuel"})
        self.live = {stop.at: liveness.at(stop.at) for stop in plan.stops}
        self.hidden = _hidden_zones(shape)
        self.graph = Graph()
        self.numbers: dict[Key, int] = {}
        self._waiting: deque[State] = deque()
        self._options: Options = self.game.options()

    def explore(self, root: Record, most: int, watch: SolvingWatch) -> Graph:
        """All states from one on, at most so many. Raises Unsolvable, and Failed where the rules do not go on."""
        graph, begun = self.graph, self.game.holding(root)
        if runtime.offered(self.game, begun, self._options) == 0:
            raise Unsolvable("nobody decides anything here")
        self._number(begun)
        while self._waiting:
            s = self._waiting.popleft()
            if self.game.kinds[s.pc] != OVER:
                self._expand(s)
            graph.options.append(len(graph.outcomes) - 1)
            watch.count(1)
            if len(graph.owners) > most:
                raise Unsolvable(f"more than {most:,} states can come up, which is too many to solve exactly")
        return graph

    def key(self, s: State) -> Key:
        """What tells a state from others."""
        cells = (getattr(s, name) for name in self.live[s.pc])
        return tuple(tuple(cell) if isinstance(cell, list) else cell for cell in cells)

    def _expand(self, s: State) -> None:
        graph, scratch = self.graph, self.game.options()
        count = self.game.legal(s, self._options)
        for option in range(count):
            after = s.copy()
            self.game.take(after, self._options, option)
            runtime.run(self.game, after, scratch)
            for chance, settled in self._settled(after, scratch):
                graph.targets.append(self._number(settled))
                graph.chances.append(chance)
            graph.outcomes.append(len(graph.targets))

    def _settled(self, s: State, o: Options) -> Iterator[tuple[float, State]]:
        """The next decisions or ends, each with its chance."""
        waiting = [(1.0, s)]
        while waiting:
            chance, s = waiting.pop()
            if runtime.offered(self.game, s, o) or self.game.kinds[s.pc] != CHANCE:
                yield chance, s
                continue
            waiting += [(chance * part, after) for part, after in self.ways.ways(partial(self._happened, s, o))]

    def _happened(self, s: State, o: Options) -> State:
        after = s.copy()
        self.game.chance(after, o)
        runtime.run(self.game, after, o)
        return after

    def _number(self, s: State) -> int:
        key = self.key(s)
        number = self.numbers.setdefault(key, len(self.numbers))
        if number == len(self.graph.owners):
            self._add(s)
        return number

    def _add(self, s: State) -> None:
        graph = self.graph
        self._waiting.append(s)
        if self.game.kinds[s.pc] == OVER:
            self.game.result(s, self._options)
            first, second = (self.told.signs[s.ending] * int(gain) for gain in self._options.returns)
            if first + second:
                raise Unsolvable("what one player wins is not what the other loses")
            graph.owners.append(OVER_OWNER)
            graph.payoffs.append(first)
            return
        for name, zone in self.hidden:
            if getattr(s, name)[zone]:
                raise Unsolvable("there are hidden cards, so that the game is not solved exactly")
        graph.owners.append(int(getattr(s, self.told.stops[s.pc].seat)))
        graph.payoffs.append(0.0)


def check_solvable(machine: Machine) -> None:
    """Raise Unsolvable for a game that is not for two against each other, or whose rules hide something."""
    game = machine.game
    check_opposed(game)
    if any(isinstance(instruction, Convene) for instruction in machine.program.code):
        raise Unsolvable(AT_ONCE)
    looks = [game.board.sees] if game.board and game.board.holds else []
    looks += [zone.sees for zone in game.zones if _tells_apart(machine.numbering, zone.component)]
    if any(variable.sees != "everyone" for variable in game.variables) or {"face_up", "top"} & set(looks):
        raise Unsolvable("something is hidden from the players, so that the game is not solved exactly")


def _tells_apart(numbering: Numbering, component: str) -> bool:
    return len(numbering.components[component].kinds) > 1


def _hidden_zones(shape: Shape) -> tuple[tuple[str, int], ...]:
    """The zones whose cards somebody may not see: the field that says whether there are any, and their numbers."""
    return tuple(
        ("sets" if shape.is_set(number) else "heights", number)
        for number, zone in enumerate(shape.numbering.zones)
        if zone.family.sees not in ("everyone", "face_up", "top")
        and _tells_apart(shape.numbering, zone.family.component)
    )
