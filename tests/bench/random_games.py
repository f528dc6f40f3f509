"""Random games of Collapsi a second: Ruleloom's reference interpreter against fast programs written by hand.

    python -m tests.bench.random_games

Both take turns several times in one run, because machines are shared and noisy; printed are the medians, in games per
second of processor time, and their ratio. Dealing is part of a game. That the fast programs play by the rules is tested
in `tests.test_second_opinion`.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import isqrt
from random import Random
from statistics import median

from ruleloom.playout import random_game
from tests.by_hand.against_ruleloom import load
from tests.by_hand.collapsi import DECKS, Rules

REACHES = {"J": (1, 2, 3, 4), "A": (1,), "2": (2,), "3": (3,), "4": (4,)}
SHIFTS = (-1, 1, -64, 64)  # a row back and forth, a column back and forth; a cell is 64 * row + column

Walks = tuple[dict[str, tuple[tuple[int, tuple[int, ...]], ...]], ...]
"""Of each place and symbol: where a walk can end, and the sets of places that it then enters, as bits."""


@cache
def walks(side: int) -> Walks:
    """All walks on a board whose edges are joined."""
    around = [
        [(place + step) % side**2 for step in (-side, side)]
        + [place - place % side + (place + step) % side for step in (-1, 1)]
        for place in range(side**2)
    ]

    def go(place: int, left: int, entered: int) -> Iterator[tuple[int, int]]:
        for following in around[place]:
            if not entered >> following & 1:
                if left == 1:
                    yield 1 << following, entered | 1 << following
                else:
                    yield from go(following, left - 1, entered | 1 << following)

    def by_end(place: int, reaches: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        found: dict[int, set[int]] = {}
        for end, entered in (each for reach in reaches for each in go(place, reach, 1 << place)):
            found.setdefault(end, set()).add(entered & ~(1 << place))
        return tuple((end, tuple(sorted(sets, key=int.bit_count))) for end, sets in sorted(found.items()))

    return tuple({symbol: by_end(place, reaches) for symbol, reaches in REACHES.items()} for place in range(side**2))


def nth_bit(bits: int, number: int) -> int:
    while number:
        bits &= bits - 1
        number -= 1
    return bits & -bits


def play_joined(players: int, deal: Sequence[str], random: Random) -> int:
    """A random game of jokers on a board that does not shift; returns the winner."""
    table = walks(isqrt(len(deal)))
    starts = [place for place, symbol in enumerate(deal) if symbol == "J"]
    pawns = starts[:players]
    collapsed = sum(1 << place for place in starts[players:])
    taken = sum(1 << place for place in pawns)
    seat = 0
    while True:
        here = pawns[seat]
        ends, blocked = 0, collapsed | taken
        for end, sets in table[here][deal[here]]:
            if not end & blocked:
                for entered in sets:
                    if not entered & collapsed:
                        ends |= end
                        break
        if not ends:
            return (seat - 1) % players
        end = nth_bit(ends, random.randrange(ends.bit_count()))
        collapsed |= 1 << here
        taken ^= end | 1 << here
        pawns[seat] = end.bit_length() - 1
        seat = (seat + 1) % players


def play_shifting(deal: Sequence[str], random: Random) -> int:
    """A random game of two jacks on a board that shifts, with edges read by the line; returns the winner."""
    side = isqrt(len(deal))
    cells = [64 * (24 + place // side) + 24 + place % side for place in range(len(deal))]
    pawns = [place for place, symbol in enumerate(deal) if symbol == "J"]
    collapsed = seat = 0
    while True:
        here = pawns[seat]
        reach = 1 if deal[here] == "J" else REACHES[deal[here]][0]
        ends = ends_on(cells, here, reach, collapsed) & ~(1 << pawns[1 - seat])
        if not ends:
            return 1 - seat
        end = nth_bit(ends, random.randrange(ends.bit_count())).bit_length() - 1
        collapsed |= 1 << here
        pawns[seat] = end
        by = SHIFTS[random.randrange(4)]
        if by in (-1, 1):
            row = cells[end] >> 6
            cells = [cell + by if cell >> 6 == row else cell for cell in cells]
        else:
            column = cells[end] & 63
            cells = [cell + by if cell & 63 == column else cell for cell in cells]
        seat = 1 - seat


def ends_on(cells: list[int], here: int, reach: int, collapsed: int) -> int:
    """Where a walk can end on a board that has shifted, as bits."""
    at = {cell: place for place, cell in enumerate(cells)}
    known: dict[int, list[int]] = {}
    ends = 0

    def around(place: int) -> list[int]:
        cell = cells[place]
        found = [at[cell + by] for by in SHIFTS if cell + by in at]
        if len(found) < 4:
            row = [other for other in cells if other >> 6 == cell >> 6]
            column = [other for other in cells if other & 63 == cell & 63]
            for line in (row, column):
                first, last = min(line), max(line)
                if first != last and cell in (first, last):
                    found.append(at[last if cell == first else first])
        known[place] = found
        return found

    def go(place: int, left: int, blocked: int) -> None:
        nonlocal ends
        for following in known.get(place) or around(place):
            bit = 1 << following
            if not bit & blocked:
                if left == 1:
                    ends |= bit
                else:
                    go(following, left - 1, blocked | bit)

    go(here, reach, collapsed | 1 << here)
    return ends


@dataclass(frozen=True)
class Race:
    """A game and the fast program for it, which takes a deal and returns the winner."""

    name: str
    rules: Rules
    play: Callable[[Sequence[str], Random], int]


RACES = (
    Race("4x4, jokers", Rules(), lambda deal, random: play_joined(2, deal, random)),
    Race("4x4, jacks, shifting board", Rules(jokers=False, shifts=True), play_shifting),
    Race("6x6, four players, jokers", Rules("6x6", 4), lambda deal, random: play_joined(4, deal, random)),
)


def by_hand(race: Race, seed: int) -> Callable[[], object]:
    random, deck = Random(seed), list(DECKS[race.rules.board])

    def play() -> int:
        random.shuffle(deck)
        return race.play(deck, random)

    return play


def by_ruleloom(race: Race, seed: int) -> Callable[[], object]:
    game, seeds = load(race.rules), count(seed)
    return lambda: random_game(game, next(seeds))


def games_a_second(play: Callable[[], object], seconds: float) -> float:
    begun, games = time.process_time(), 0
    while (passed := time.process_time() - begun) < seconds:
        play()
        games += 1
    return games / passed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.random_games")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1, help="of each program in each round")
    asked = parser.parse_args()
    print(f"{'random games a second, medians':32} {'by hand':>9} {'Ruleloom':>9} {'ratio':>7}")
    for race in RACES:
        programs = (by_hand(race, 1), by_ruleloom(race, 1))
        for play in programs:
            play()  # tables are built with the first game
        rounds = [[games_a_second(play, asked.seconds) for play in programs] for _ in range(asked.rounds)]
        hand, ruleloom = (median(speeds) for speeds in zip(*rounds, strict=True))
        print(f"{race.name:32} {hand:9.0f} {ruleloom:9.1f} {hand / ruleloom:7.0f}")


if __name__ == "__main__":
    main()
