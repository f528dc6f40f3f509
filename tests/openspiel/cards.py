"""How card games are written: cards by rank and suit or the other way round, bids, and in which order cards come."""

from collections.abc import Mapping

from ruleloom.chance import ChanceEvent
from ruleloom.game import State
from ruleloom.moves import Move
from tests.openspiel.ours import outcome, zero_sum, zone
from tests.openspiel.theirs import Theirs
from tests.openspiel.walk import Bridge

DIRECTIONS = ("No Pass", "Left", "Across", "Right")  # by how many seats
MOST_POINTS = 26
RANKS = "23456789TJQKA"
SUITS = "CDHS"


def rank_suit(card: str) -> str:
    """TC for our 10C."""
    return card.replace("10", "T")


def suit_rank(card: str) -> str:
    """CT for our 10C."""
    return card[-1] + rank_suit(card)[:-1]


class Hearts(Bridge):
    """QS, and a pass of three cards is three actions; the direction of passing is drawn first."""

    unordered = True

    def __init__(self, passing: bool = True) -> None:
        self.passing = passing

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return tuple(map(rank_suit, move.values[-1].split("+")))

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        if event.kind == "roll":
            return (DIRECTIONS[int(happened[0])], *waiting)
        return (() if self.passing else DIRECTIONS[:1]) + tuple(map(rank_suit, happened))

    def returns(self, state: State) -> tuple[float, ...]:
        return tuple(MOST_POINTS - points for points in outcome(state).returns)


class OhHell(Bridge):
    """CT, or a number bid. They deal from player 1 whoever deals, we from the dealer's left."""

    def __init__(self, players: int, tricks: int | None = None) -> None:
        self.players = players
        self.tricks = tricks

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        (word,) = move.values
        return (word if word.isdigit() else suit_rank(word),)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        if event.kind == "shuffle":
            return waiting + self.dealt(tuple(map(suit_rank, happened)), *map(int, waiting))
        if self.tricks is not None:
            return (str(self.tricks), seat(happened))
        return (*waiting, seat(happened)) if event.stream == "dealer" else happened + waiting

    def dealt(self, cards: tuple[str, ...], tricks: int, dealer: int) -> tuple[str, ...]:
        """The cards in the order in which they deal them, for the same hands."""
        rounds = [cards[at : at + self.players] for at in range(0, tricks * self.players, self.players)]
        turned = [each[-(dealer + 1) % self.players :] + each[: -(dealer + 1) % self.players] for each in rounds]
        return (*(card for each in turned for card in each), cards[tricks * self.players])


def seat(happened: tuple[str, ...]) -> str:
    """A player from 0."""
    return str(int(happened[0]) - 1)


class CrazyEights(Bridge):
    """Play D8, Draw, Pass, Nominate suit H. Cards are drawn one by one from the order in which ours were shuffled."""

    words: Mapping[str, str] = {"draw": "Draw", "pass": "Pass"}

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        if not move.values:
            return (self.words[move.alternative],)
        (word,) = move.values
        if word in ("clubs", "diamonds", "hearts", "spades"):
            return (f"Nominate suit {word[0].upper()}",)
        return (f"Play {suit_rank(word)}",)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        if event.kind == "roll":
            return (f"Decide Player {seat(happened)} to be the dealer",)
        before = max(1, len(waiting) - len(happened) + 1)  # what was dealt, and the eight that was shuffled back
        return waiting[:before] + tuple(f"Deal {suit_rank(card)}" for card in happened)

    def returns(self, state: State) -> tuple[float, ...]:
        """Not our points: theirs take a card's number in the pack for its rank. But the hands must be the same."""
        hands = [zone(state, f"left_over.{seat + 1}") for seat in range(state.game.rules.players)]
        return tuple(-float(sum(map(odd_worth, map(suit_rank, hand)))) for hand in hands)


def odd_worth(card: str) -> int:
    """What OpenSpiel's crazy eights counts for a card."""
    rank = RANKS.index(card[1])
    return 50 if card[1] == "8" else 10 if rank > RANKS.index("T") else rank * len(SUITS) + SUITS.index(card[0]) + 2


class Kuhn(Bridge):
    """Pass and Bet, whatever they mean at the moment."""

    words: Mapping[str, str] = {"check": "Pass", "fold": "Pass", "pass": "Pass", "bet": "Bet", "call": "Bet"}

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return (self.words[move.alternative],)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"Deal:{number(card) - 1}" for card in happened)


class Goofspiel(Bridge):
    """Bids of all players at once; the prizes come in the order in which ours were shuffled.

    OpenSpiel plays the last round by itself, since nobody has a choice in it.
    """

    def __init__(self, points: bool = False) -> None:
        self.points = points

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return (f"[P{state.decision.player}]Bid: {number(move.values[-1])}",)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"Deal {number(card)}" for card in happened)

    def is_alone(self, state: State, theirs: Theirs) -> bool:
        return theirs.is_terminal()

    def returns(self, state: State) -> tuple[float, ...]:
        return outcome(state).returns if self.points else zero_sum(state)


def number(card: str) -> int:
    """The value of a card that shows a number or a letter."""
    return int(card) if card.isdigit() else {"A": 1, "J": 11, "Q": 12, "K": 13}[card[0]]
