"""What a tree search is told, whichever engine it runs on, and what it tells."""

import math
from array import array
from dataclasses import dataclass
from functools import cached_property

from ruleloom.lower.shape import Record, Shape
from ruleloom.playout import MOST_DECISIONS
from ruleloom.program import Decide, Pick
from ruleloom.results import sign_of

MOST_TRIES = 1_000_000
MOST_CELLS = 1 << 22
EXPLORING = 0.7
"""How much an option gains by being tried seldom, where the worth of games goes from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An option: how many games began with it, and what they came to for the seat that is asked, added up."""

    games: int = 0
    total: int = 0

    @property
    def mean(self) -> float:
        """What a game that begins with it comes to."""
        return self.total / self.games if self.games else 0.0

    def __add__(self, other: "Tried") -> "Tried":
        return Tried(self.games + other.games, self.total + other.total)


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields that say, at a stop, who is asked, and how many have committed in a joint choice."""

    seat: str
    commits: str | None


@dataclass(frozen=True)
class Told:
    """One search: where it begins, whose move is asked for, how many games are tried, and the first one's seed.

    `signs` says of each ending whether much is good (1) or little (-1); `teams` which team each seat is in.
    """

    root: Record
    seat: int
    games: int
    seed: int
    stops: dict[int, Asked]
    signs: tuple[int, ...]
    teams: tuple[int, ...]
    capacity: int
    most: int = MOST_DECISIONS

    @cached_property
    def nodes(self) -> int:
        """How many nodes a tree may have."""
        return 2 * self.games + 64

    @cached_property
    def cells(self) -> int:
        """How many options all nodes together may have."""
        return min((self.games + 1) * self.capacity, MOST_CELLS)

    @cached_property
    def spread(self) -> "array[float]":
        """By how often a node was visited: a factor of what an option gains by being tried seldom."""
        visits = range(1, self.games + 1)
        return array("d", [0.0, *(EXPLORING * math.sqrt(math.log(number)) for number in visits)])

    @cached_property
    def inverse(self) -> "array[float]":
        """By how often an option was tried: the other factor."""
        return array("d", [0.0, *(1 / math.sqrt(number) for number in range(1, self.games + 1))])


def told(shape: Shape, capacity: int, root: Record, seat: int, games: int, seed: int) -> Told:
    """What a search of a game is told."""
    game, code = shape.game, shape.machine.program.code
    stops = {
        at: Asked(f"f{each.me}", f"f{each.joint.commits}n" if isinstance(each, Decide) and each.joint else None)
        for at, each in enumerate(code)
        if isinstance(each, Decide | Pick)
    }
    signs = tuple(map(sign_of, game.ends))
    team_of = shape.numbering.team_of
    teams = tuple(team_of.get(seat, len(game.teams) + seat) for seat in range(game.players))
    return Told(root, seat, games, seed, stops, signs, teams, capacity)
