"""Klondike beside OpenSpiel's solitaire, which has another stock and other limits.

What is compared at every decision, and what is not:
- The piles and the foundations: the same moves between them on both sides, but for two that OpenSpiel takes out: a king
  may not go back from a foundation to an empty pile, and no move may lead back to a position that was there since the
  last card left the stock.
- The stock: theirs lies open and every third card of it can be taken, ours is turned up card by card, again and again.
  So each of their open cards must fit in the same places when it is on top of our waste. Which are open is their rule.
- The end: theirs is over when they see no move or after so many actions, and goes on when all is sorted out. What has
  been reached on the foundations must be the same then. Their points are not compared.
"""

from functools import cache

from ruleloom.game import State
from ruleloom.moves import Move
from tests.openspiel import ours
from tests.openspiel.theirs import said, their_game
from tests.openspiel.walk import Bridge, Walk

SUITS = dict(zip("SHCD", "♠♥♣♦", strict=True))
RANKS = "A23456789TJQK"
PILES = 7
EMPTY = "🂿"
END = "kEnd"
ACTIONS = range(53, 205)
FOUNDATIONS = ("spades", "hearts", "clubs", "diamonds")
STOCK_MOVES = ("turn_over", "redeal")
STOCK_SHARE = 0.1  # of the decisions at which the whole stock is gone through


def their_card(card: str) -> str:
    """T♠ for our 10S."""
    return card[:-1].replace("10", "T") + SUITS[card[-1]]


def cards(state: State, zone: str) -> list[str]:
    """The cards of one of our zones, from the bottom, as they write them."""
    return list(map(their_card, ours.zone(state, zone)))


class Klondike(Bridge):
    """9♣ ← 8♥, ♠ ← A♠, and 🂿 ← K♦ for the first empty pile; the cards of theirs are revealed when ours are."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        card = their_card(move.values[0])
        if move.alternative == "to_foundation":
            rank, suit = card[0], card[1]
            below = RANKS[RANKS.index(rank) - 1] if rank != "A" else ""
            return (f"{below}{suit} ← {card}",)
        pile = cards(state, move.values[1])
        return (f"{pile[-1] if pile else EMPTY} ← {card}",)

    def next_chance(self, walk: Walk) -> str:
        open_cards = [card for number in range(PILES) for card in cards(walk.state, f"pile.{number + 1}")[-1:]]
        order = open_cards + cards(walk.state, "card")[::-1]
        happens = next(f"Reveal{card}" for card in order if f"Reveal{card}" not in walk.memory)
        walk.memory.add(happens)
        return happens

    def is_over(self, walk: Walk) -> bool:
        return walk.theirs.is_terminal()

    def compare(self, walk: Walk) -> None:
        walk.compare_player(walk.theirs.current_player())
        legal = said(walk.theirs, 0, walk.theirs.legal_actions())
        stock, sources = line(walk, "WASTE"), line(walk, "SOURCES")
        theirs = {action for action in legal if source(action) not in {*stock, END}}
        offered = self.offered(walk.state, set(stock))
        comparable = {action for action in offered if action in theirs or not self.is_barred(walk, action)}
        walk.compare_choices(comparable, theirs)
        if walk.random.random() < STOCK_SHARE:
            fitting = self.from_stock(walk.state)
            can = {action for action in legal if source(action) in stock}
            walk.compare_choices({action for action in fitting if source(action) in sources}, can)
        self.choose(walk, legal, offered)

    def choose(self, walk: Walk, legal: dict[str, int], offered: dict[str, Move]) -> None:
        """Make one of the moves that both have; none is left where theirs is at the end."""
        action = walk.random.choice(sorted(legal))
        before = str(walk.theirs)
        walk.theirs.apply_action(legal[action])
        if action == END:
            return
        walk.decisions += 1
        if action in offered:
            walk.memory.add(before)
            walk.take(offered[action])
            return
        walk.memory = {each for each in walk.memory if each.startswith("Reveal")}
        while action not in (fitting := self.on_top(walk.state)):
            self.turn(walk)
        walk.take(fitting[action])

    def turn(self, walk: Walk) -> None:
        """Turn up the next card of the stock, or the waste over."""
        walk.take(next(move for move in walk.state.decision.moves if move.alternative in STOCK_MOVES))
        walk.alone += 1

    def offered(self, state: State, stock: set[str]) -> dict[str, Move]:
        """Our moves between the piles and the foundations; for equal ones the first."""
        moves = [move for move in state.decision.moves if move.values]
        named = {self.actions(state, move)[0]: move for move in reversed(moves)}
        return {action: move for action, move in named.items() if source(action) not in stock}

    def on_top(self, state: State) -> dict[str, Move]:
        """Our moves with the card on top of the waste."""
        top = set(cards(state, "waste")[-1:])
        moves = [move for move in state.decision.moves if move.values and their_card(move.values[0]) in top]
        return {self.actions(state, move)[0]: move for move in reversed(moves)}

    def from_stock(self, state: State) -> set[str]:
        """Where the cards of the stock fit, each when it is on top of the waste."""
        found = set[str]()
        for _ in range(len(cards(state, "card") + cards(state, "waste")) + 1):
            found.update(self.on_top(state))
            turning = [move for move in state.decision.moves if move.alternative in STOCK_MOVES]
            state = state.apply(turning[0]) if turning else state
        return found

    def is_barred(self, walk: Walk, action: str) -> bool:
        """Whether a move is one that OpenSpiel takes out."""
        if action.startswith(EMPTY) and source(action) in line(walk, "FOUNDATIONS"):
            return True
        return str(walk.theirs.child(every_action(walk.pair.theirs)[action])) in walk.memory

    def finish(self, walk: Walk) -> None:
        tops = [(cards(walk.state, f"foundation.{name}") or [SUITS[name[0].upper()]])[-1] for name in FOUNDATIONS]
        if tops != line(walk, "FOUNDATIONS"):
            walk.differ(f"Ruleloom has {tops} on the foundations")


@cache
def every_action(name: str) -> dict[str, int]:
    """All moves of a card, legal or not."""
    return said(their_game(name).new_initial_state(), 0, ACTIONS)


def source(action: str) -> str:
    """The card that an action moves."""
    return action.rpartition(" ")[2]


def line(walk: Walk, name: str) -> list[str]:
    """A line of their picture."""
    found = next(each for each in str(walk.theirs).splitlines() if each.startswith(name))
    return found.partition(":")[2].split()
