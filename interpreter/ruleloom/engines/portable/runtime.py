"""What printed games have in common: random numbers, the run from block to block, random games, counting.

Random numbers are those of `chance`, written out where every call counts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from ruleloom.chance import start_value
from ruleloom.lower.plan import LONGEST_RUN

DECIDE, PICK, CHANCE, OVER = "decide", "pick", "chance", "over"
MOST_EMPTY_CHOICES = 1_000  # in a row; a net, not a rule
_MASK = (1 << 64) - 1
_SAFE = (1 << 64) - (1 << 32)  # below it a number is kept, whatever the bound


class Failed(Exception):
    """The rules do not cover this."""


class Streams(list[int]):
    """The states of the streams of one seed; -1 where nothing has been drawn yet."""

    def __init__(self, names: tuple[str, ...], seed: int) -> None:
        super().__init__([-1] * len(names))
        self.names = names
        self.seed = seed


class StateLike(Protocol):
    """A state of a printed game, as far as every game's has the same."""

    pc: int
    ending: int
    turns: int
    streams: list[int]

    def copy(self) -> Self:
        """Another state in which the same is so."""
        ...


class OptionsLike(Protocol):
    """What a choice offers, as far as it is the same in every game."""

    count: int
    returns: list[int]
    ranks: list[int]
    """Only where the plan has them."""
    alternative: list[int]


State = StateLike
Options = OptionsLike
Block = Callable[[State, Options], int]


@dataclass(frozen=True, slots=True)
class Printed:
    """What a printed game defines; `kinds` says for each stop why a run ends there."""

    state: Callable[[], State]
    options: Callable[[], Options]
    blocks: Sequence[Block]
    kinds: dict[int, str]
    legal: Callable[[State, Options], int]
    take: Callable[[State, Options, int], None]
    absent: Callable[[State, Options], None]
    prepare: Callable[[State, Options], None]
    chance: Callable[[State, Options], None]
    result: Callable[[State, Options], None]

    def holding(self, record: Mapping[str, int | Sequence[int]]) -> State:
        """A state that holds a record, with what is kept beside it worked out."""
        s = self.state()
        for name, cell in record.items():
            setattr(s, name, cell if isinstance(cell, int) else list(cell))
        self.prepare(s, self.options())
        return s


def blocks_of(printed: Sequence[Block | None], kinds: dict[int, str]) -> tuple[Block, ...]:
    """What is run at each program point: a run that is at a stop ends there."""
    points = range(max(len(printed), *(at + 1 for at in kinds)))
    found = [printed[at] if at < len(printed) else None for at in points]
    return tuple(block or (_stay if at in kinds else _nowhere) for at, block in zip(points, found, strict=True))


def _stay(s: State, o: Options) -> int:
    return -1


def _nowhere(s: State, o: Options) -> int:
    raise LookupError(f"no block begins at {s.pc} or where it leads")


def lowest(mask: int) -> int:
    """The lowest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def draw(s: State, number: int, bound: int) -> int:
    """A number below a bound from a stream."""
    streams = s.streams
    state = streams[number]
    if state < 0:
        assert isinstance(streams, Streams)
        state = start_value(streams.seed, streams.names[number])
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        mixed ^= mixed >> 31
        if mixed < _SAFE or mixed < (1 << 64) - (1 << 64) % bound:
            streams[number] = state
            return mixed % bound


def run(game: Printed, s: State, o: Options) -> None:
    """Go on to the next stop."""
    blocks, at, left = game.blocks, s.pc, LONGEST_RUN
    while True:
        to = blocks[at](s, o)
        if to <= at:
            if to < 0:
                return
            left -= 1
            if left < 0:
                raise Failed
        at = to


def offered(game: Printed, s: State, o: Options) -> int:
    """Go on through choices without candidate, and fill in the options of the first that has some; 0 elsewhere."""
    for _ in range(MOST_EMPTY_CHOICES):
        if game.kinds[s.pc] not in (DECIDE, PICK):
            return 0
        count = game.legal(s, o)
        if count:
            return count
        if game.kinds[s.pc] == PICK:
            raise Failed
        game.absent(s, o)
        run(game, s, o)
    raise Failed


Taken = list[tuple[int, int, int]]
"""Of each decision of a game: the program point, the number of options, the alternative that was taken."""


def random_game(game: Printed, s: State, o: Options, choices: int, most: int, taken: Taken | None = None) -> int:
    """Play on at random to the end, and say how many decisions were made; -1 where they are more than `most`.

    `choices` is the state of the stream that choices are drawn from. `taken` is filled.
    """
    kinds, legal, take, made, empty = game.kinds, game.legal, game.take, 0, 0
    while True:
        kind = kinds[s.pc]
        if kind is DECIDE or kind is PICK:
            count = legal(s, o)
            if count:
                if made == most:
                    return -1
                while True:
                    choices = (choices + 0x9E3779B97F4A7C15) & _MASK
                    mixed = (choices ^ (choices >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
                    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
                    mixed ^= mixed >> 31
                    if mixed < _SAFE or mixed < (1 << 64) - (1 << 64) % count:
                        break
                if taken is not None:
                    taken.append((s.pc, count, o.alternative[mixed % count]))
                take(s, o, mixed % count)
                made += 1
                empty = 0
            elif kind is PICK or empty == MOST_EMPTY_CHOICES - 1:
                raise Failed
            else:
                game.absent(s, o)
                empty += 1
        elif kind is CHANCE:
            game.chance(s, o)
            empty = 0
        else:
            return made
        run(game, s, o)


def perft(game: Printed, s: State, depth: int) -> int:
    """How many sequences of so many decisions, at least one, begin in a state. Raises Met where chance comes first."""
    return _counted(game, s, [game.options() for _ in range(depth + 1)], depth)


def _counted(game: Printed, s: State, options: list[Options], depth: int) -> int:
    """The count, with options for each depth; those of depth 0 are nobody's."""
    o = options[depth]
    count = offered(game, s, o)
    if not count and game.kinds[s.pc] == CHANCE:
        raise Met(s)
    if depth == 1:
        return count
    total = 0
    for number in range(count):
        after = s.copy()
        game.take(after, o, number)
        run(game, after, options[0])
        total += _counted(game, after, options, depth - 1)
    return total


class Met(Exception):
    """A chance event comes first."""

    def __init__(self, state: State) -> None:
        super().__init__("a chance event comes first")
        self.state = state
