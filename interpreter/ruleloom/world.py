"""The mutable working copy of a state while the rules run: lists of small numbers, and nothing a game object owns."""

from bisect import insort
from typing import NamedTuple

from ruleloom.errors import RuleError
from ruleloom.geometry import Geometry
from ruleloom.numbering import Numbering
from ruleloom_dsl.ir.types import Value

RUNNING = -1


class CardSpot(NamedTuple):
    """Where a card lies: in a zone, or on a place."""

    zone: int | None
    place: int | None


class World:
    """Everything that is so at one moment; the lists are indexed by the numbers of `Numbering`."""

    __slots__ = (
        "attributes", "cards", "ended_by", "ending", "frame", "geometry", "gone", "me", "numbering", "pawns", "pc",
        "tally", "used", "variables", "zones",
    )  # fmt: skip

    def __init__(self, numbering: Numbering, slots: int, nets: int) -> None:
        game = numbering.game
        self.numbering = numbering
        self.pc = 0
        self.me: int | None = None
        self.frame: list[Value] = [None] * slots
        self.variables: list[Value] = list(numbering.starts)
        self.attributes = [[0] * size for size in numbering.sizes]
        self.zones: list[list[int]] = [[] for _ in numbering.zones]
        self.cards: list[int | None] = [None] * (game.board.size if game.board else 0)
        self.geometry: Geometry | None = numbering.geometry
        self.pawns: list[list[int | None]] = [[None] * game.players for _ in numbering.pawns]
        self.gone = [False] * game.players
        self.used = [0] * (len(numbering.limits) * game.players)
        self.ending = RUNNING
        self.ended_by: int | None = None
        self.tally = [0] * (2 + nets)

    @property
    def map(self) -> Geometry:
        """The geometry of the board. Raises RuleError in a game without one."""
        if self.geometry is None:
            raise RuleError("the game has no board")
        return self.geometry

    def spot(self, component: str, card: int) -> CardSpot:
        """Where a card lies. Every card lies somewhere."""
        board = self.numbering.game.board
        if board is not None and board.holds == component and card in self.cards:
            return CardSpot(None, self.cards.index(card))
        for number in self.numbering.zones_holding(component):
            if card in self.zones[number]:
                return CardSpot(number, None)
        raise RuleError(f"card {card} of {component} lies nowhere")

    def take(self, component: str, card: int) -> CardSpot:
        """Lift a card from where it lies and say where that was."""
        spot = self.spot(component, card)
        if spot.zone is not None:
            self.zones[spot.zone].remove(card)
        elif spot.place is not None:
            self.cards[spot.place] = None
        return spot

    def put_in_zone(self, zone: int, card: int, bottom: bool = False) -> None:
        """Lay a lifted card on top of a zone, or below it; a set keeps its declared order."""
        capacity = self.numbering.zones[zone].family.capacity
        if capacity is not None and len(self.zones[zone]) >= capacity:
            raise RuleError(f"{self.numbering.zones[zone].name} has room for {capacity} card(s) only")
        if self.numbering.zones[zone].family.order == "set":
            insort(self.zones[zone], card)
        elif bottom:
            self.zones[zone].insert(0, card)
        else:
            self.zones[zone].append(card)

    def put_on_place(self, place: int, card: int) -> None:
        """Lay a lifted card on an empty place."""
        if self.cards[place] is not None:
            raise RuleError(f"a card cannot be laid on place {place}: another one lies there")
        self.cards[place] = card

    def refresh(self, component: str, card: int, words: tuple[int, ...]) -> None:
        """Give a card the word that each of its changing attributes takes where it enters."""
        for attribute, word in zip(self.numbering.attributes_of(component), words, strict=True):
            self.attributes[attribute][card] = word

    def pawns_of(self, component: str) -> list[int | None]:
        """The places of the pawns of a component, seat by seat."""
        return self.pawns[self.numbering.pawns.index(component)]
