"""Monte-Carlo tree search in Python: UCT, as Kocsis and Szepesvári describe it (2006), for any number of players.

Going down, each player takes what looks best to it (max^n), untried options first; behind the tree a game is played at
random. What happens by chance is drawn, and each outcome has a node of its own. Who chooses in a joint choice has one
account of its options, whatever the others have chosen, so that nobody sees what has been committed. What games come to
is brought between 0 and 1 by the least and the most that came to a seat so far. `engines/native/tree.c` does the same,
step by step, and draws the same numbers.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NoReturn

from ruleloom.chance import CHOICES, Stream
from ruleloom.engines.failing import raise_failure
from ruleloom.engines.portable import runtime
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.engines.portable.runtime import CHANCE, Failed, Options, Printed, State
from ruleloom.lower.shape import Cell
from ruleloom.search.told import Told, Tried


class _Block:
    """What is known of the options of one choice; all nodes of a joint choice share the one of their seat."""

    __slots__ = ("seat", "totals", "tries", "visits")

    def __init__(self, seat: int, options: int) -> None:
        self.seat = seat
        self.visits = 0
        self.tries = [0] * options
        self.totals = [0] * options


class _Node:
    """A place in the tree; the block and the children come when it is visited."""

    __slots__ = ("block", "children", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.block: _Block | None = None
        self.children: list[_Node | None] = []


class Tree:
    """One search on a printed game."""

    def __init__(self, game: Printed, told: Told, streams: tuple[str, ...], fields: tuple[str, ...]) -> None:
        self.game = game
        self.told = told
        self.streams = streams
        self.fields = fields
        self.options: Options = game.options()
        self.choices = Stream(told.seed, CHOICES)
        self.nodes = 0
        self.edges = 0
        self.children = 0
        self.behind_chance: dict[Hashable, _Node] = {}
        self.joint: dict[tuple[int, int], _Block] = {}
        self.low: list[int] = []
        self.high: list[int] = []
        first = self._new_node()
        assert first is not None
        self.root = first

    def search(self) -> tuple[Tried, ...]:
        """What was tried of each option of the seat that is asked. Raises Failed."""
        begun = self.game.holding(self.told.root)
        for number in range(self.told.games):
            s = begun.copy()
            s.streams = runtime.Streams(self.streams, self.told.seed + number)
            self.choices = Stream(self.told.seed + number, CHOICES)
            path = self._descend(s)
            self._count(path, self._played(s))
        block = self.root.block
        if block is not None and block.seat != self.told.seat:
            block = self.joint.get((0, self.told.seat))
        return () if block is None else tuple(map(Tried, block.tries, block.totals))

    def _descend(self, s: State) -> list[tuple[_Block, int]]:
        """Go down as far as the tree reaches; the state is then where a random game begins."""
        game, o, path, base = self.game, self.options, [], -1
        node: _Node | None = self.root
        while node is not None:
            count = runtime.offered(game, s, o)
            if not count:
                if game.kinds[s.pc] != CHANCE:
                    break
                game.chance(s, o)
                node = self._node_behind_chance(node, s)
                runtime.run(game, s, o)
                continue
            if self._commits(s) == 0:
                base = node.number
            fresh = node.block is None and self._open(node, s, count, base)
            if node.block is None or len(node.block.tries) != count or (fresh and node is not self.root):
                break
            option = self._selected(node.block)
            path.append((node.block, option))
            game.take(s, o, option)
            runtime.run(game, s, o)
            node = self._node_behind(node, option)
        return path

    def _commits(self, s: State) -> int:
        """How many have committed in the joint choice that is open; -1 where there is none."""
        commits = self.told.stops[s.pc].commits
        return -1 if commits is None else int(getattr(s, commits))

    # --- the tree -----------------------------------------------------------------------------------------------------

    def _new_node(self) -> _Node | None:
        if self.nodes == self.told.nodes:
            return None
        self.nodes += 1
        return _Node(self.nodes - 1)

    def _node_behind_chance(self, node: _Node, s: State) -> _Node | None:
        key = node.number, tuple(_hashable(getattr(s, field)) for field in self.fields)
        if key not in self.behind_chance:
            if (made := self._new_node()) is None:
                return None
            self.behind_chance[key] = made
        return self.behind_chance[key]

    def _node_behind(self, node: _Node, option: int) -> _Node | None:
        if node.children[option] is None:
            node.children[option] = self._new_node()
        return node.children[option]

    def _open(self, node: _Node, s: State, options: int, base: int) -> bool:
        """Give a node its block and room for its children; whether the block is new.

        Whoever chooses together with the root begins at once, as if it were not.
        """
        seat, cells = int(getattr(s, self.told.stops[s.pc].seat)), self.told.cells
        if self.children + options > cells:
            return False
        key = base, seat
        is_joint = self._commits(s) >= 0
        block = self.joint.get(key) if is_joint else None
        fresh = block is None
        if block is None:
            if self.edges + options > cells:
                return False
            self.edges += options
            block = _Block(seat, options)
            if is_joint:
                self.joint[key] = block
                fresh = base != 0
        elif len(block.tries) != options:
            return False
        node.block, node.children = block, [None] * options
        self.children += options
        return fresh

    def _selected(self, block: _Block) -> int:
        """The option that looks best to who chooses."""
        if untried := [option for option, tries in enumerate(block.tries) if not tries]:
            return untried[self.choices.below(len(untried))]
        low, span = float(self.low[block.seat]), float(self.high[block.seat]) - self.low[block.seat]
        spread, inverse, best, most = self.told.spread[block.visits], self.told.inverse, 0, -1.0
        for option, (tries, total) in enumerate(zip(block.tries, block.totals, strict=True)):
            worth = ((total / tries - low) / span if span > 0 else 0.0) + spread * inverse[tries]
            if worth > most:
                best, most = option, worth
        return best

    # --- the games ----------------------------------------------------------------------------------------------------

    def _played(self, s: State) -> list[int]:
        """What a game that is played on at random comes to for each seat: what it returns to its team.

        Nothing where it does not end.
        """
        teams = self.told.teams
        if runtime.random_game(self.game, s, self.options, self.choices.state, self.told.most) < 0:
            return [0] * len(teams)
        self.game.result(s, self.options)
        sign, returns = self.told.signs[s.ending], self.options.returns
        pairs = [(team, sign * int(gain)) for team, gain in zip(teams, returns, strict=True)]
        return [sum(gain for other, gain in pairs if other == team) for team in teams]

    def _count(self, path: list[tuple[_Block, int]], worth: list[int]) -> None:
        self.low = [min(pair) for pair in zip(self.low or worth, worth, strict=True)]
        self.high = [max(pair) for pair in zip(self.high or worth, worth, strict=True)]
        for block, option in path:
            block.visits += 1
            block.tries[option] += 1
            block.totals[option] += worth[block.seat]


def search(engine: PortableEngine, told: Told) -> tuple[Tried, ...]:
    """What was tried of each option of the seat that is asked. Raises RuleError."""
    names = tuple(field.name for field in engine.plan.fields if field.record == "s")
    try:
        return Tree(engine.game, told, engine.plan.streams, names).search()
    except Failed:
        blame(engine, told, names)


def blame(engine: PortableEngine, told: Told, names: tuple[str, ...]) -> NoReturn:
    """Search again, remembering each state, to raise the RuleError that the search came to."""
    remembered: list[State] = []
    game = _remembering(engine.game, remembered)
    try:
        Tree(game, told, engine.plan.streams, names).search()
    except Failed:
        record = {name: _plain(getattr(remembered[-1], name)) for name in names}
        raise_failure(engine.shape.machine, engine.shape.world(record))
    raise AssertionError("the search breaks off only when nobody looks")


def _remembering(game: Printed, remembered: list[State]) -> Printed:
    """A printed game that keeps a copy of the last state from which all went well."""

    def keep(s: State) -> None:
        remembered[:] = [s.copy()]

    def legal(s: State, o: Options) -> int:
        keep(s)
        return game.legal(s, o)

    def take(s: State, o: Options, option: int) -> None:
        game.take(s, o, option)
        keep(s)

    def kept(step: Callable[[State, Options], None]) -> Callable[[State, Options], None]:
        def both(s: State, o: Options) -> None:
            keep(s)
            step(s, o)
            keep(s)

        return both

    return replace(game, legal=legal, take=take, absent=kept(game.absent), chance=kept(game.chance),
                   result=kept(game.result))  # fmt: skip


def _hashable(cell: Cell) -> int | tuple[int, ...]:
    return cell if isinstance(cell, int) else tuple(cell)


def _plain(cell: Cell) -> Cell:
    return int(cell) if isinstance(cell, int) else list(map(int, cell))
