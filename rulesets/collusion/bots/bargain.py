"""Two simple bots for Collusion, as programs of JSON lines: one bargains aloud, one plays the same way in silence.

    ruleloom run collusion --bot "python bargain.py"
    ruleloom run collusion --bot "python bargain.py --silent"

Both settle on a number of tricks that their hand is good for, take tricks until they have it, and then avoid them. The
one that talks says which number it goes for and, where another player has named a number near its own, makes it theirs
both. They know what a seat may see and what was said, and nothing else.
"""

import json
import sys
from collections.abc import Mapping, Sequence

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SURE = {"A": 0.95, "K": 0.65, "Q": 0.35, "J": 0.15}
NEAR = 2.5  # how far a number may be from what the hand is good for, to be shared with somebody

Card = tuple[int, str]
"""Rank from 0 and suit."""


def read_card(text: str) -> Card:
    """A card as it is written: `10H`."""
    return RANKS.index(text[:-1]), text[-1]


def worth(hand: Sequence[Card]) -> float:
    """How many tricks a hand is good for, as a rule of thumb."""
    high = sum(SURE.get(RANKS[rank], 0.0) for rank, _ in hand)
    long = sum(max(0, sum(suit == of for _, of in hand) - 4) for suit in "CDHS")
    return high + 0.4 * long


class Seen:
    """What a seat sees of the deal: its hand, the table, the tricks of everyone; seats count from 1."""

    def __init__(self, seat: int, observation: Mapping[str, Mapping[str, object]]) -> None:
        zones, variables = observation["zones"], observation["variables"]
        self.seat = seat
        self.hand = [read_card(card) for card in _cards(zones[f"hand.{seat}"])]
        leader = int(str(variables["leader"]))
        order = [(leader + step - 1) % 4 + 1 for step in range(4)]
        self.table = [read_card(card) for each in order for card in _cards(zones[f"table.{each}"])]
        self.tricks = {each: int(str(variables[f"tricks.{each}"])) for each in range(1, 5)}


def _cards(zone: object) -> list[str]:
    return [card["card"] for card in zone["cards"]] if isinstance(zone, dict) and "cards" in zone else []


class Bargainer:
    """Plays one seat. With `talks`, it speaks and listens."""

    def __init__(self, talks: bool) -> None:
        self.talks = talks
        self.heard: dict[int, int] = {}
        self.said: int | None = None

    def aim(self, seen: Seen) -> int:
        """The number of tricks that it goes for now."""
        mine = seen.tricks[seen.seat]
        good_for = mine + worth(seen.hand)
        possible = range(mine, mine + len(seen.hand) + 1)
        return min(possible, key=lambda number: abs(number - good_for) - self._company(number, seen))

    def _company(self, number: int, seen: Seen) -> float:
        """How much better a number is for having exactly one other player who goes for it and still can."""
        with_me = [each for each, said in self.heard.items() if said == number and seen.tricks[each] <= number]
        return NEAR if len(with_me) == 1 else 0.0

    def speak(self, seat: int, observation: Mapping[str, Mapping[str, object]]) -> list[str]:
        """What it says before a decision: the number it goes for, when that is new."""
        if not self.talks:
            return []
        seen = Seen(seat, observation)
        aim = self.aim(seen)
        if aim == self.said or not seen.hand:
            return []
        self.said = aim
        return ["no_more"] if aim == seen.tricks[seat] and len(seen.hand) < 13 else [f"aim {aim}"]

    def hear(self, speaker: int, said: str, tricks: Mapping[int, int] | None = None) -> None:
        """Remember what somebody goes for; `no_more` is what that player has."""
        word, *values = said.split()
        if word == "aim":
            self.heard[speaker] = int(values[0])
        elif word == "no_more" and tricks is not None:
            self.heard[speaker] = tricks[speaker]

    def choose(self, seat: int, moves: Sequence[str], observation: Mapping[str, Mapping[str, object]]) -> str:
        """The card it plays."""
        seen = Seen(seat, observation)
        cards = sorted(map(read_card, moves))
        wants = self.aim(seen) > seen.tricks[seat]
        rank, suit = (take if wants else duck)(cards, seen.table)
        if len(seen.hand) == 1:  # the deal is over
            self.heard, self.said = {}, None
        return f"{RANKS[rank]}{suit}"


def winning(cards: Sequence[Card], table: Sequence[Card]) -> list[Card]:
    """Those of the cards that would be the best on the table."""
    if not table:
        return list(cards)
    suit = table[0][1]
    best = max(rank for rank, of in table if of == suit)
    return [card for card in cards if card[1] == suit and card[0] > best]


def take(cards: Sequence[Card], table: Sequence[Card]) -> Card:
    """A card to win with: the highest, or as the last to play the lowest that will do; without one the lowest."""
    good = winning(cards, table)
    if not good:
        return cards[0]
    return good[0] if len(table) == 3 else good[-1]


def duck(cards: Sequence[Card], table: Sequence[Card]) -> Card:
    """A card to lose with: the highest that does not win; without one the lowest."""
    if not table:
        return cards[0]
    bad = [card for card in cards if card not in winning(cards, table)]
    return bad[-1] if bad else cards[0]


def main() -> None:
    """Read messages and answer them, a line each."""
    bot, tricks = Bargainer(talks="--silent" not in sys.argv[1:]), {}
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, object] | None = None
        match message["type"]:
            case "begin" if "talk" in message:
                answer = {"talk": bot.talks}
            case "hear" if bot.talks:
                bot.hear(message["speaker"], message["say"], tricks)
            case "speak":
                tricks = Seen(message["seat"], message["observation"]).tricks
                answer = {"say": bot.speak(message["seat"], message["observation"])}
            case "choose":
                tricks = Seen(message["seat"], message["observation"]).tricks
                answer = {"move": bot.choose(message["seat"], message["moves"], message["observation"])}
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
