"""Where chance comes from: named streams of one documented generator, or outcomes that are written down.

A stream is a SplitMix64 generator. Its start value is the 64-bit FNV-1a hash of the UTF-8 bytes of the seed in decimal,
a slash and the stream's name. A number below n is drawn by taking outputs until one is below the largest multiple of n
that fits in 64 bits, and keeping its remainder. A shuffle goes from the last position down to the second, exchanging
each with a position from the first up to itself; the first position is the top.

>>> Stream(1, "card").below(6)
3
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ruleloom.arguments import check_seed, refuse
from ruleloom.moves import NotationError

_MASK = (1 << 64) - 1

CHOICES = "(choices)"
"""The stream that random choices are drawn from; no zone or variable can have this name."""

Outcome = tuple[str, ...]
"""What happened: the cards of a shuffle from the top, as they are written in moves, or the one value of a roll."""


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """A shuffle or a roll; `outcomes` are the cards in declared order, or the values that are equally likely.

    `places` are the empty places of a board that holds such cards, where they may come to lie one after the other.
    """

    stream: str
    kind: Literal["shuffle", "roll"]
    outcomes: Outcome
    places: tuple[str, ...] = ()

    def parse(self, text: str) -> Outcome:
        """An outcome as it is written: words with spaces between them, or cards run together, row by row for instance.

        >>> ChanceEvent("pile", "shuffle", ("A", "A", "B", "10")).parse("AB 10A")
        ('A', 'B', '10', 'A')
        """
        if not isinstance(text, str):
            refuse("an outcome", "a text or a list of words", text)
        words = tuple(text.split())
        if self.kind == "shuffle":
            symbols = sorted(set(self.outcomes), key=len, reverse=True)
            words = tuple(card for word in words for card in ((word,) if word in symbols else _cut(word, symbols)))
        self.check(words)
        return words

    def check(self, outcome: Outcome) -> None:
        """Raise NotationError for an outcome that this event cannot have."""
        try:
            possible = outcome in {(word,) for word in self.outcomes}
            if self.kind == "shuffle":
                possible = sorted(outcome) == sorted(self.outcomes)
        except TypeError:  # no words, or several kinds of things among them
            refuse("an outcome", "a text or a tuple of words", outcome)
        if not possible:
            outcome = tuple(map(str, outcome))
            raise NotationError(f"{' '.join(outcome)!r} cannot happen to {self.stream}: {' '.join(self.outcomes)}")


def _cut(text: str, symbols: Sequence[str]) -> Outcome:
    words: list[str] = []
    while text:
        symbol = next((symbol for symbol in symbols if text.startswith(symbol)), text)
        words.append(symbol)
        text = text[len(symbol) :]
    return tuple(words)


class Chance(Protocol):
    """A source of outcomes."""

    def outcome(self, event: ChanceEvent) -> Outcome:
        """What happens at this occurrence of the event."""
        ...


class Stream:
    """One stream of random numbers."""

    def __init__(self, seed: int, name: str) -> None:
        self._state = start_value(seed, name)

    @property
    def state(self) -> int:
        """Where the generator stands."""
        return self._state

    def next(self) -> int:
        """The next number of 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, all equally likely."""
        limit = (1 << 64) - (1 << 64) % bound
        drawn = self.next()
        while drawn >= limit:
            drawn = self.next()
        return drawn % bound

    def shuffled(self, words: Sequence[str]) -> Outcome:
        """The words in a random order."""
        order = list(words)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def start_value(seed: int, name: str) -> int:
    """The state in which a stream of a seed begins."""
    found = 0xCBF29CE484222325
    for byte in f"{seed}/{name}".encode():
        found = (found ^ byte) * 0x100000001B3 & _MASK
    return found


class Seeded:
    """Outcomes drawn from the streams of one seed; each occurrence goes on where the last one of its stream ended."""

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self.seed = seed
        self._streams: dict[str, Stream] = {}

    def stream(self, name: str) -> Stream:
        """The stream with this name."""
        return self._streams.setdefault(name, Stream(self.seed, name))

    def outcome(self, event: ChanceEvent) -> Outcome:
        """A random outcome."""
        try:
            stream = self.stream(event.stream)
        except AttributeError:
            refuse("what chance settles", "a ChanceEvent", event)
        if event.kind == "shuffle":
            return stream.shuffled(event.outcomes)
        return (event.outcomes[stream.below(len(event.outcomes))],)


class Scripted:
    """Outcomes that are written down, by stream and occurrence; what is not written down comes from `rest`."""

    def __init__(self, outcomes: Mapping[str, Sequence[str]], rest: Chance | None = None) -> None:
        self._left = {stream: list(texts) for stream, texts in outcomes.items()}
        self._rest = rest

    def outcome(self, event: ChanceEvent) -> Outcome:
        """The next outcome of the event's stream."""
        if left := self._left.get(event.stream):
            return event.parse(left.pop(0))
        if self._rest is None:
            raise NotationError(f"nothing says what happens to {event.stream}")
        return self._rest.outcome(event)
