"""All deals of a game at once: the positions that its first shuffle leads to, each once up to the board's symmetries.

A shuffle that fills the board tells positions apart by what lies and stands on each place, the colour of the place.
Every way to lay out the same colours is a position; that the deals differ in nothing else is looked at in a few.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ruleloom.chance import ChanceEvent
from ruleloom.engines import AUTO
from ruleloom.engines.native.solving import NativeProver
from ruleloom.engines.proving import Unsolvable
from ruleloom.game import Decision, Game, State
from ruleloom.lower.plan import NONE
from ruleloom.lower.shape import Cell
from ruleloom.search.arrangements import Arrangements, Begun, Layout
from ruleloom.search.solver import Solver, exact
from ruleloom.search.symmetry import Permutation, has_places, symmetries_of
from ruleloom.world import World
from ruleloom_dsl.ir.game import Board
from ruleloom_dsl.ir.types import Place, Value

LOOKED_AT = 8
"""So many deals are compared before all are taken to be alike."""


@dataclass(frozen=True, slots=True, order=True)
class Colour:
    """What is on a place: who stands there (component and seat), the kind of the card, what the card shows."""

    pawns: tuple[tuple[int, int], ...]
    kind: int
    shown: tuple[int, ...]


class Deals:
    """The positions that the first shuffle of a game leads to."""

    def __init__(self, game: Game, engine: str = AUTO) -> None:
        """Raises Unsolvable where deals cannot be treated alike, or not be solved."""
        self.game = game
        states = [game.start(seed) for seed in range(LOOKED_AT)]
        self._board = _dealt_board(game, states)
        self.solver = Solver(states[0], engine)
        colours = [_colours(state.world(), self._board) for state in states]
        self._check_alike(states, colours)
        counted = Counter(colours[0])
        self.colours = tuple(sorted(counted, key=lambda each: (counted[each], not each.pawns, each)))
        counts = [counted[colour] for colour in self.colours]
        if len(counts) < 2:
            raise Unsolvable("all deals are the same position")
        self.symmetries = symmetries_of(game.machine, states[0].vector[0])
        if not _is_even(states[0]):
            self.symmetries = self.symmetries[:1]
        self.arrangements = Arrangements(counts, self.symmetries)
        self._first = self.solver.problem.shape.record(states[0].world())

    @cached_property
    def begun(self) -> tuple[Begun, ...]:
        """The beginnings of all layouts."""
        return tuple(self.arrangements.begun())

    @cached_property
    def pinned(self) -> int:
        """So many positions differ by nothing but where the first colour lies, which may be any of so many places."""
        one = self.arrangements.counts[0] == 1
        images = {symmetry[0] for symmetry in self.symmetries}
        return len(images) if one and len(images) == self.arrangements.size else 1

    def record(self, layout: Layout) -> dict[str, Cell]:
        """The fields in which a position differs from the others."""
        shape, holds = self.solver.problem.shape, self._board.holds
        numbering = shape.numbering
        assert holds is not None
        fresh = list(numbering.first_cards[holds])
        component = next(number for number, each in enumerate(shape.game.components) if each.id == holds)
        board, where = [0] * len(layout), [0] * numbering.components[holds].size
        shown: dict[int, list[int]] = {number: [0] * len(where) for number in numbering.attributes_of(holds)}
        pawns = [[NONE] * shape.players for _ in numbering.pawns]
        for place, at in enumerate(layout):
            colour = self.colours[at]
            card = board[place] = fresh[colour.kind]
            fresh[colour.kind] += 1
            where[card] = len(numbering.zones) + place
            for cells, word in zip(shown.values(), colour.shown, strict=True):
                cells[card] = word
            for make, seat in colour.pawns:
                pawns[make][seat] = place
        found: dict[str, Cell] = {"board": board, f"where{component}": where}
        found |= {f"shown{number}": cells for number, cells in shown.items()}
        return found | {f"pawns{number}": cells for number, cells in enumerate(pawns)}

    def values(self, layouts: Sequence[Layout]) -> list[int]:
        """The exact values of positions, as `engines.proving` counts them."""
        prover = self.solver.prover
        if not isinstance(prover, NativeProver):
            return [self._value(layout) for layout in layouts]
        states = prover.states([self._first] * len(layouts))
        for at, layout in enumerate(layouts):
            for field, cells in self.record(layout).items():
                states.put(at, field, cells)
        return prover.values(states)

    def _value(self, layout: Layout) -> int:
        prover, record = self.solver.prover, self._first | self.record(layout)
        prover.forget()
        return exact(prover, lambda least: prover.bound(record, least))

    def deal(self, layout: Layout) -> str:
        """A deal, as it is written, that leads to this position or to one that a symmetry takes it to."""
        holds = self._board.holds
        assert holds is not None
        symbols = [kind.symbol for kind in self.game.machine.numbering.components[holds].kinds]
        first = self.game.initial()
        for symmetry in self.symmetries:
            image = _image(layout, symmetry)
            text = " ".join(symbols[self.colours[at].kind] for at in image)
            state = first.happen(text.replace(" ", "") if max(map(len, symbols)) == 1 else text)
            if _colours(state.world(), self._board) == [self.colours[at] for at in image]:
                return text.replace(" ", "")
        raise Unsolvable("no deal leads to some way to lay out what is dealt, so that deals cannot be counted so")

    def _check_alike(self, states: Sequence[State], colours: Sequence[list[Colour]]) -> None:
        rests = {_aside(state, self._board) for state in states}
        if len(rests) > 1 or len({tuple(sorted(each)) for each in colours}) > 1:
            raise Unsolvable("deals differ in more than what lies and stands where, so that they cannot be counted")


def _dealt_board(game: Game, states: Sequence[State]) -> Board:
    """The board that the shuffle fills."""
    board, event = game.rules.board, game.initial().pending
    if not isinstance(event, ChanceEvent) or event.kind != "shuffle":
        raise Unsolvable("this game begins with no deal; ruleloom solve without --all-deals says what it is worth")
    if board is None or board.holds is None or board.movable:
        raise Unsolvable("only games whose deal fills a board that stays as it is can be solved for all deals")
    if not all(isinstance(state.pending, Decision) for state in states):
        raise Unsolvable("some deals end the game before anybody decides")
    if any(None in state.world().cards for state in states):
        raise Unsolvable("the deal does not fill the board")
    return board


def _colours(world: World, board: Board) -> list[Colour]:
    assert board.holds is not None
    kinds = world.numbering.kinds[board.holds]
    changing = [world.attributes[number] for number in world.numbering.attributes_of(board.holds)]
    found = []
    for place, card in enumerate(world.cards):
        assert card is not None
        standing = tuple(
            (make, seat) for make, pawns in enumerate(world.pawns) for seat, at in enumerate(pawns) if at == place
        )
        found.append(Colour(standing, kinds[card], tuple(words[card] for words in changing)))
    return found


def _aside(state: State, board: Board) -> tuple[object, ...]:
    """All of a state that its colours do not say."""
    world = state.world()
    in_boxes = tuple(tuple(at is None for at in pawns) for pawns in world.pawns)
    live = tuple(world.frame[slot] for slot, _ in state.game.machine.layout.live[world.pc])
    zones = tuple(
        tuple(sorted(world.numbering.kinds[member.family.component][card] for card in cards))
        for member, cards in zip(world.numbering.zones, world.zones, strict=True)
    )
    return world.pc, tuple(world.gone), tuple(world.used), tuple(world.variables), in_boxes, live, zones


def _is_even(state: State) -> bool:
    """Whether nothing that is remembered tells one place from another."""
    world = state.world()
    by_variable: dict[str, set[Value]] = {}
    for (variable, _), value in zip(world.numbering.cells, world.variables, strict=True):
        if isinstance(variable.of, Place):
            by_variable.setdefault(variable.id, set()).add(value)
        if has_places(variable.type) and value not in (None, ()):
            return False
    live = state.game.machine.layout.live[world.pc]
    return all(len(values) == 1 for values in by_variable.values()) and not any(
        has_places(type_) and world.frame[slot] not in (None, ()) for slot, type_ in live
    )


def _image(layout: Layout, symmetry: Permutation) -> Layout:
    found = [0] * len(layout)
    for place, colour in enumerate(layout):
        found[symmetry[place]] = colour
    return tuple(found)
