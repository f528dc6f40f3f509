"""What tests of Collapsi share: the right answers and how they are written, what is allowed, what always holds."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypedDict

from ruleloom.chance import Scripted
from ruleloom.game import Decision, State
from ruleloom.moves import Move
from ruleloom.results import Outcome
from ruleloom.view import observation
from tests.games import Configuration, game, plays

VECTORS = Path(__file__).parent / "data" / "oracle" / "collapsi.json"
BOARDS = {"4x4": (), "5x5": ("three_players",), "6x6": ("big_board",), "5x5-one-deck": ("one_deck",)}
PLAYERS = {"4x4": (2,), "5x5": (2, 3), "6x6": (2, 3, 4), "5x5-one-deck": (3, 4)}
VARIANTS = {
    "shift": "shifting_board",
    "free": "free_start",
    "revive-joker": "joker_revival",
    "revive-adjacent": "adjacent_revival",
    "reconstruction": "reconstruction",
}
REVIVALS = ("joker_revival", "adjacent_revival", "reconstruction")
CHOICES = {
    "start": "pick_start",
    "move": "walk",
    "adjacent": "adjacent",
    "restore": "restore",
    "sacrifice": "sacrifice",
}
SHIFTS = {"row-": "row back", "row+": "row forth", "col-": "column back", "col+": "column forth"}


# --- the right answers ------------------------------------------------------------------------------------------------


SOLVED = (
    ("JA23A234234A3A2J", "P2-8", "P1-9"),
    ("334A2JA2AJ24233A", "P2-12", "P1-11"),
    ("3AA322A2J342A34J", "P2-12", "P2-12"),
    ("AA2J33AJ2A423432", "P1-11", "P1-11"),
    ("3A43A3243A2AJJ22", "P2-12", "P1-11"),
    ("A24J4A2J333A2A23", "P2-10", "P2-10"),
    ("A3J3A2A4A32342J2", "P2-10", "P2-10"),
    ("AA2343J2A2J342A3", "P2-12", "P1-13"),
    ("2A4JA343A2A2J233", "P2-12", "P2-12"),
    ("4AA2J3A22A42J333", "P1-13", "P1-13"),
    ("4A4JA22233A3AJ32", "P2-12", "P1-11"),
    ("J33A24J23A42A2A3", "P2-12", "P2-12"),
    ("3JA34J222A4A332A", "P2-14", "P1-11"),
    ("23J3AAA343J22A24", "P2-14", "P1-11"),
    ("J34AAJA2432A3232", "P1-7", "P2-8"),
)
"""Each deal with its winner and plies, with jokers and with jacks."""


class Step(TypedDict):
    """One decision of a game that another program played."""

    player: int
    choice: str
    legal: list[int | str]
    chosen: int | str


class Vector(TypedDict):
    """A deal with what two other programs found out about it."""

    id: str
    board: str
    players: int
    start: str
    variants: list[str]
    deal: str
    perft_decisions: list[int]
    perft_turns: list[int]
    trace: list[Step]
    winner: int


@cache
def vectors() -> tuple[Vector, ...]:
    return tuple(json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"])


def asked(vector: Vector) -> Configuration:
    jack = ("jack_edition",) if vector["start"] == "jack" else ()
    variants = (*BOARDS[vector["board"]], *jack, *(VARIANTS[name] for name in vector["variants"]))
    return Configuration("collapsi", variants, vector["players"])


def written(choice: str, chosen: int | str) -> str:
    """A choice of the other programs as our move with its id."""
    if chosen == "decline":
        return "decline"
    return f"shift {SHIFTS[str(chosen)]}" if choice == "shift" else f"{CHOICES[choice]} {chosen}"


def dealt(configuration: Configuration, deal: str) -> State:
    return game(configuration).start(chance=Scripted({"card": [deal]}))


# --- what may be combined, as the rulings say it in prose -------------------------------------------------------------


def allowed() -> Iterator[Configuration]:
    """Every configuration: board, players, start cards, shift in two readings, free start, revivals, elimination."""
    yield Configuration("collapsi", ("jack_edition", "solo"), 1)
    for board, counts in PLAYERS.items():
        for players, jack in product(counts, (True,) if board == "5x5-one-deck" else (False, True)):
            for shift, free, last in product(("", "line", "frame"), (False, True), (False, True)):
                for revivals in product((False, True), repeat=len(REVIVALS)):
                    chosen = {
                        "jack_edition": jack,
                        "shifting_board": bool(shift),
                        "free_start": free,
                        "last_standing": last,
                        **dict(zip(REVIVALS, revivals, strict=True)),
                    }
                    variants = (*BOARDS[board], *(name for name, used in chosen.items() if used))
                    options = (("edges", "frame"),) if shift == "frame" else ()
                    if players >= 3 or not last:
                        yield Configuration("collapsi", tuple(sorted(variants)), players, options)


# --- what always holds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """What lies on the table: cards as (symbol, face) by place, pawns by seat."""

    cards: tuple[tuple[str, str], ...]
    pawns: tuple[int | None, ...]
    coordinates: tuple[tuple[int, int], ...]

    @property
    def open(self) -> set[int]:
        return {place for place, (_, face) in enumerate(self.cards) if face == "up"}

    @property
    def standing(self) -> list[int]:
        return [place for place in self.pawns if place is not None]


def table(state: State) -> Table:
    seen = observation(state, 0)
    board, pawns, coordinates = seen["board"], seen["pawns"], seen.get("coordinates", ())
    return Table(
        tuple((each["card"], each["face"]) for each in board if each is not None),
        tuple(None if place is None else int(place) for place in pawns["pawn"]),
        tuple((row, column) for row, column in coordinates),
    )


def check_game(configuration: Configuration, seed: int) -> None:
    """Play a random game; raise AssertionError where something is not as it always must be."""
    watch = Watch(configuration)
    after: State | None = None
    for before, move, after in plays(game(configuration), seed):
        watch.see(before, move, after)
    assert after is not None
    watch.check_end(after)


class Watch:
    """Follows one game and compares each state with the one before."""

    def __init__(self, configuration: Configuration) -> None:
        self.variants = set(configuration.variants)
        self.players = game(configuration).rules.players
        self.deck: Counter[str] | None = None
        self.first_open = 0
        self.walks: list[int] = []
        self.origin = -1
        self.used: Counter[tuple[int, str]] = Counter()
        self.revived = 0

    def see(self, before: State, move: Move, after: State) -> None:
        decision, old, new = before.decision, table(before), table(after)
        seat, choice = decision.player, move.alternative
        self._check_cards(old, new)
        out = {place for place, now in zip(old.pawns, new.pawns, strict=True) if place is not None and now is None}
        assert not out or "last_standing" in self.variants
        up, down = new.open - old.open, old.open - new.open - out
        target = int(move.text.split()[-1]) if choice not in ("shift", "decline") else -1
        match choice:
            case "pick_start":
                assert (up, down) == (set(), set()) and target in old.open and target not in old.standing
                assert new.pawns[seat] == target
            case "walk":
                self._check_walk(seat, old, new, target, up, down)
            case "adjacent":
                self._spend(seat, choice)
                assert (up, down) == ({target}, set()) and target not in old.open and target != self.origin
            case "restore":
                self._spend(seat, choice)
                assert (up, down) == ({target}, set())
            case "sacrifice":
                assert (up, down) == (set(), {target}) and target not in old.standing
            case "shift":
                self._check_shift(old, new, move.text)
                assert (up, down) == (set(), set())
            case "decline":
                assert (up, down, out) == (set(), set(), set()) or "last_standing" in self.variants
        if choice not in ("walk", "pick_start"):
            assert all(now in (place, None) for place, now in zip(old.pawns, new.pawns, strict=True))
        self._check_next(seat, choice, new, after)

    def _check_cards(self, old: Table, new: Table) -> None:
        if self.deck is None:
            self.deck = Counter(symbol for symbol, _ in old.cards)
        assert [symbol for symbol, _ in new.cards] == [symbol for symbol, _ in old.cards]
        assert len(set(new.standing)) == len(new.standing)
        assert set(new.standing) <= new.open
        assert len(set(new.coordinates)) == len(new.coordinates)

    def _check_walk(self, seat: int, old: Table, new: Table, target: int, up: set[int], down: set[int]) -> None:
        origin = old.pawns[seat]
        assert origin is not None and down == {origin} and target not in old.standing and new.pawns[seat] == target
        if target not in old.open:
            assert old.cards[target][0] == "J"
            self._spend(seat, "joker_revival")
            assert up == {target}
        else:
            assert up == set()
        self.first_open = self.first_open or len(old.open)
        self.origin = origin
        self.walks.append(seat)

    def _spend(self, seat: int, ability: str) -> None:
        variant = "reconstruction" if ability == "restore" else f"{ability.removesuffix('_revival')}_revival"
        assert variant in self.variants
        self.used[seat, ability] += 1
        self.revived += ability != "restore"
        assert self.used[seat, ability] == 1

    def _check_shift(self, old: Table, new: Table, text: str) -> None:
        moved = {place for place, at in enumerate(old.coordinates) if new.coordinates[place] != at}
        axis, way = text.split()[-2:]
        along, across = (1, 0) if axis == "row" else (0, 1)
        assert len({old.coordinates[place][across] for place in moved}) == 1
        steps = {new.coordinates[place][along] - old.coordinates[place][along] for place in moved}
        assert steps == {1 if way == "forth" else -1}

    def _check_next(self, seat: int, choice: str, new: Table, after: State) -> None:
        """Turns go round, and nobody is asked twice."""
        if (
            isinstance(after.pending, Decision)
            and after.pending.id in ("walk", "pick_start")
            and choice != "pick_start"
        ):
            others = [(seat + step) % self.players for step in range(1, self.players + 1)]
            assert after.pending.player == next(other for other in others if new.pawns[other] is not None)

    def check_end(self, last: State) -> None:
        outcome, left = last.pending, table(last)
        assert isinstance(outcome, Outcome)
        winners = [seat for seat, points in enumerate(outcome.returns) if points > 0]
        if "solo" in self.variants:
            assert outcome.ending == ("escaped" if winners else "stuck")
        elif "last_standing" in self.variants:
            assert winners == [seat for seat, place in enumerate(left.pawns) if place is not None]
        else:
            assert winners == (self.walks[-1:] or [self.players - 1])
            assert len(self.walks) <= self.first_open - self.players + self.revived
        assert self.revived <= self.players * len(self.variants & {"joker_revival", "adjacent_revival"})
