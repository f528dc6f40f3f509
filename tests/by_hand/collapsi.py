"""Collapsi in plain Python: a second opinion, written from the prose of its rules alone and without Ruleloom.

It is meant to be read beside the prose: every state is immutable, and nothing is tuned for speed. Places are numbered
in reading order of the deal; each keeps its card and its number when the board shifts.

>>> state = start(Rules(), "JA23A234234A3A2J")
>>> state.player, state.choice, len(state.options)
(0, 'walk', 14)
>>> state.after(1).player
1
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import isqrt
from typing import Literal

Board = Literal["3x3", "4x4", "5x5", "6x6", "5x5-one-deck"]
Edges = Literal["line", "frame"]
Choice = Literal["pick_start", "walk", "adjacent", "restore", "sacrifice", "shift", "over"]
Ability = Literal["joker_revival", "adjacent_revival", "reconstruction"]
Cell = tuple[int, int]
Option = int | str
"""A place, "decline", or the line and the way of a shift."""

DECLINE = "decline"
DECKS: dict[Board, str] = {
    "3x3": "JJ" + "AAA" + "222" + "3",
    "4x4": "JJ" + "AAAA" + "2222" + "3333" + "44",
    "5x5": "JJJ" + "AAAAAA" + "222222" + "333333" + "4444",
    "6x6": 4 * "J" + 8 * "A234",
    "5x5-one-deck": 4 * "JA2345" + "6",
}
SEATS: dict[Board, tuple[int, ...]] = {
    "3x3": (1,),
    "4x4": (2,),
    "5x5": (2, 3),
    "6x6": (2, 3, 4),
    "5x5-one-deck": (3, 4),
}
SHIFTS: dict[str, tuple[int, int]] = {  # which coordinate changes, and by how much
    "row back": (1, -1),
    "row forth": (1, 1),
    "column back": (0, -1),
    "column forth": (0, 1),
}
IN_A_TURN: tuple[Choice, ...] = ("walk", "adjacent", "restore", "sacrifice", "shift")


@dataclass(frozen=True)
class Rules:
    """What the table agrees on before the game. The board of 3x3 is the solo game."""

    board: Board = "4x4"
    players: int = 2
    jokers: bool = True  # else the starts are jacks
    shifts: bool = False
    free_start: bool = False
    abilities: frozenset[Ability] = frozenset()
    last_standing: bool = False
    edges: Edges = "line"
    adjacent_over_edge: bool = True
    start_is_visited: bool = True
    first_player: int = 0

    @property
    def solo(self) -> bool:
        return self.board == "3x3"


def every_rules() -> Iterator[Rules]:
    """All that may be agreed on together, with the first player in turn to begin."""
    for visited in (True, False):
        yield Rules("3x3", 1, jokers=False, start_is_visited=visited)
        for board, jokers in product(DECKS, (True, False)):
            if board == "3x3" or (board == "5x5-one-deck" and jokers):
                continue
            for players in SEATS[board]:
                yield from _on(Rules(board, players, jokers, start_is_visited=visited))


def _on(rules: Rules) -> Iterator[Rules]:
    last = (False, True) if rules.players > 2 else (False,)
    revivals: tuple[Ability, ...] = ("joker_revival", "adjacent_revival", "reconstruction")
    for used in product((False, True), repeat=3):
        abilities = frozenset(name for name, taken in zip(revivals, used, strict=True) if taken)
        over_edge = (True, False) if "adjacent_revival" in abilities else (True,)
        for shift, free, standing, over in product(("", "line", "frame"), (False, True), last, over_edge):
            yield replace(
                rules,
                shifts=bool(shift),
                edges="frame" if shift == "frame" else "line",
                free_start=free,
                last_standing=standing,
                abilities=abilities,
                adjacent_over_edge=over,
            )


@dataclass(frozen=True)
class State:
    """A moment at which a player chooses, or the end."""

    rules: Rules
    deal: str
    cells: tuple[Cell, ...]  # of each place: row and column, as the board lies now
    open: frozenset[int]
    pawns: tuple[int | None, ...]  # of each player: the place; None before a start is picked and for who is out
    player: int
    choice: Choice
    used: frozenset[tuple[int, Ability]] = frozenset()
    left: int | None = None  # the card that collapsed with this turn's walk
    restored: int | None = None
    turns: int = 0
    winner: int | None = None

    @property
    def taken(self) -> frozenset[int]:
        return frozenset(place for place in self.pawns if place is not None)

    @property
    def collapsed(self) -> frozenset[int]:
        return frozenset(range(len(self.deal))) - self.open

    @property
    def here(self) -> int:
        place = self.pawns[self.player]
        assert place is not None
        return place

    def can(self, ability: Ability) -> bool:
        return ability in self.rules.abilities and (self.player, ability) not in self.used

    # --- what may be chosen ---

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All that the player may choose: places in rising order, then to decline. Empty only at the end."""
        match self.choice:
            case "pick_start":
                return tuple(sorted(self.open - self.taken))
            case "walk":
                return tuple(sorted(self._ends()))
            case "adjacent":
                return _may(self._near() & self.collapsed - {self.left}) if self.can("adjacent_revival") else ()
            case "restore":
                return _may(self.collapsed) if self.can("reconstruction") and self.open - self.taken else ()
            case "sacrifice":  # once a card is restored
                return () if self.restored is None else tuple(sorted(self.open - self.taken - {self.restored}))
            case "shift":
                return tuple(SHIFTS) if self.rules.shifts else ()
            case "over":
                return ()

    def _ends(self) -> set[int]:
        around = neighbours(self.cells, self.rules.edges)
        exits = {self.deal.rindex("J")} if self.rules.solo else set[int]()
        revivable = self.collapsed & _starts(self.deal) if self.can("joker_revival") else frozenset()
        ends: set[int] = set()

        def go(place: int, steps: int, entered: frozenset[int]) -> None:
            for following in around[place] - entered:
                if steps == 1 and following in self.open | revivable:
                    ends.add(following)
                elif steps > 1 and following in self.open:
                    go(following, steps - 1, entered | {following})

        for reach in self._reaches():
            go(self.here, reach, frozenset([self.here] if self.rules.start_is_visited else []))
        return ends - self.taken - exits

    def _reaches(self) -> tuple[int, ...]:
        symbol = self.deal[self.here]
        if symbol == "J":
            return (1, 2, 3, 4) if self.rules.jokers else (1,)
        return (1,) if symbol == "A" else (int(symbol),)

    def _near(self) -> frozenset[int]:
        if self.rules.adjacent_over_edge:
            return neighbours(self.cells, self.rules.edges)[self.here]
        row, column = self.cells[self.here]
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        return frozenset(place for place, cell in enumerate(self.cells) if cell in beside)

    # --- what comes of it ---

    def after(self, option: Option) -> "State":
        """The next moment at which something is to be chosen, or the end."""
        if option not in self.options:
            raise ValueError(f"{option} is none of {self.options}")
        if isinstance(option, str):
            return (self if option == DECLINE else self._shifted(option))._go_on()
        match self.choice:
            case "pick_start":
                return self._with_pawn(option)._pick_on()
            case "walk":
                return self._walked(option)
            case "adjacent":
                return self._spend("adjacent_revival", option)._go_on()
            case "restore":
                return replace(self._spend("reconstruction", option), restored=option)._go_on()
            case "sacrifice":
                return replace(self, open=self.open - {option})._go_on()
            case _:
                raise AssertionError(f"no place is chosen in {self.choice}")

    def _walked(self, end: int) -> "State":
        landed = self if end in self.open else self._spend("joker_revival", end)
        state = replace(landed._with_pawn(end), open=landed.open - {self.here}, left=self.here)
        return state._go_on()

    def _spend(self, ability: Ability, place: int) -> "State":
        return replace(self, open=self.open | {place}, used=self.used | {(self.player, ability)})

    def _shifted(self, text: str) -> "State":
        along, by = SHIFTS[text]
        line = self.cells[self.here][1 - along]

        def moved(cell: Cell) -> Cell:
            row, column = cell
            if cell[1 - along] != line:
                return cell
            return (row + by, column) if along == 0 else (row, column + by)

        return replace(self, cells=tuple(map(moved, self.cells)))

    def _with_pawn(self, place: int | None) -> "State":
        pawns = list(self.pawns)
        pawns[self.player] = place
        return replace(self, pawns=tuple(pawns))

    def _pick_on(self) -> "State":
        following = (self.player + 1) % self.rules.players
        if None in self.pawns:
            return replace(self, player=following, turns=self.turns + 1)
        return replace(self, turns=self.turns + 1)._begin(following)

    def _go_on(self) -> "State":
        """The next choice of this turn that has an option, else the next turn."""
        for choice in IN_A_TURN[IN_A_TURN.index(self.choice) + 1 :]:
            state = replace(self, choice=choice)
            if state.options:
                return state
        return replace(self, turns=self.turns + 1)._begin(self._next())

    def _next(self) -> int:
        others = ((self.player + step) % self.rules.players for step in range(1, self.rules.players + 1))
        return next(other for other in others if self.pawns[other] is not None)

    def _begin(self, player: int) -> "State":
        state = replace(self, player=player, choice="walk", left=None, restored=None)
        if state.options:
            return state
        if self.rules.solo:
            return replace(state, choice="over", winner=player if state._can_escape() else None)
        if not self.rules.last_standing:
            return replace(state, choice="over", winner=(player - 1) % self.rules.players)
        removed = replace(state._with_pawn(None), open=state.open - {state.here})
        following = removed._next()
        if len(removed.taken) == 1:
            return replace(removed, choice="over", winner=following)
        return removed._begin(following)

    def _can_escape(self) -> bool:
        """Whether the solo game is won: from the last card, whatever it is worth, the first step enters the exit."""
        goal = self.deal.rindex("J")
        return self.open == {self.here, goal} and goal in neighbours(self.cells, self.rules.edges)[self.here]


def start(rules: Rules, deal: str) -> State:
    """The first choice after a deal, which is written in reading order."""
    assert sorted(deal) == sorted(DECKS[rules.board]) and rules.players in SEATS[rules.board]
    starts = sorted(_starts(deal))
    side = isqrt(len(deal))
    cells = tuple(divmod(place, side) for place in range(len(deal)))
    pawns: list[int | None] = [None] * rules.players
    if not rules.free_start:  # the first card is the start of who begins
        for turn in range(rules.players):
            pawns[(rules.first_player + turn) % rules.players] = starts[turn]
    kept = starts if rules.solo else [place for place in starts if place in pawns]
    shown = frozenset(range(len(deal))) - set(starts) | set(kept)
    state = State(rules, deal, cells, shown, tuple(pawns), rules.first_player, "pick_start")
    return state if rules.free_start else state._begin(rules.first_player)


def _starts(deal: str) -> frozenset[int]:
    return frozenset(place for place, symbol in enumerate(deal) if symbol == "J")


def _may(places: frozenset[int]) -> tuple[Option, ...]:
    return (*sorted(places), DECLINE) if places else ()


@lru_cache(maxsize=1024)
def neighbours(cells: tuple[Cell, ...], edges: Edges) -> tuple[frozenset[int], ...]:
    """Of each place, the places one step away. A gap is no place, and no card is its own neighbour.

    Over the edge a step goes to the other end of the line of cards ("line") or of the whole outline ("frame").
    """
    at = {cell: place for place, cell in enumerate(cells)}

    def beside(cell: Cell, along: int, by: int) -> int | None:
        line = [other[along] for other in cells if edges == "frame" or other[1 - along] == cell[1 - along]]
        target = cell[along] + by
        if target < min(line):
            target = max(line)
        elif target > max(line):
            target = min(line)
        return at.get((target, cell[1]) if along == 0 else (cell[0], target))

    return tuple(
        frozenset(
            found for along, by in SHIFTS.values() if (found := beside(cell, along, by)) is not None and found != place
        )
        for place, cell in enumerate(cells)
    )


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly so many choices begin here."""
    if depth <= 1:
        return len(state.options) if depth else 1
    return sum(perft(state.after(option), depth - 1) for option in state.options)


def perft_by_turn(state: State, turns: int) -> int:
    """How many sequences of choices complete exactly so many turns from here; to pick a start is a turn."""
    return sum(1 for _ in after_turns(state, turns))


def after_turns(state: State, turns: int) -> Iterator[State]:
    """Where each such sequence leads."""
    if turns == 0:
        yield state
        return
    for option in state.options:
        following = state.after(option)
        yield from after_turns(following, turns - following.turns + state.turns)
