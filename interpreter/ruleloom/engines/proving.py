"""What exact solving asks of an engine: whether the value of a state is at least some number.

The value of a state is what the first seat gets there. Without scores it is FAR - n where that seat can win in n
decisions and cannot be kept longer, n - FAR where it loses so, 0 in a draw; with scores it is the difference.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, Protocol

from ruleloom.engines.engine import Fields
from ruleloom.errors import WrongInput

FAR = 30_000
DEEPEST = 2_000
"""So many decisions a game may take to be solved; a net against games that go round in circles."""


MEMORY = 1 << 30
"""So many bytes are kept of what is learnt, if nothing else is asked for."""


class Unsolvable(WrongInput):
    """A game, or a position, that cannot be solved exactly; the message says why."""


class GoesRound(Unsolvable):
    """A position came again on one line of play, and no rule says what going on so for ever comes to."""


class GaveUp(Unsolvable):
    """A limit was reached; `limit` is its name in Limits."""

    def __init__(self, limit: str, states: int, seconds: float) -> None:
        super().__init__(f"not solved after {states:,} positions" + f" and {seconds:,.1f} s" * (limit == "seconds"))
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Limits:
    """How far solving may go: for so many seconds, over so many states, in so many bytes for what is learnt."""

    seconds: float | None = None
    states: int | None = None
    memory: int = MEMORY


class SolvingWatch:
    """Counts the states that are looked at, tells what it has counted, and ends the work at a limit.

    `known` are the bounds between which the value lies that was asked for last, `scored` says how they are meant.
    """

    def __init__(self, limits: Limits | None = None, tell: Callable[[int], None] = lambda _: None) -> None:
        self.limits = limits or Limits()
        self.states = 0
        self.known, self.scored = (-FAR, FAR), False
        self._tell = tell
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has been working."""
        return time.monotonic() - self._begun

    def allowed(self, states: int) -> int:
        """How many of so many states may be looked at before it must count again."""
        if self.limits.states is not None:
            states = min(states, self.limits.states - self.states)
        if self.limits.seconds is not None and self.states:
            left = self.limits.seconds - self.seconds
            states = min(states, int(left * self.states / max(self.seconds, 1e-3)))
        return max(states, 1)

    def count(self, states: int) -> None:
        """So many more were looked at. Raises GaveUp."""
        self.states += states
        self._tell(self.states)
        if self.limits.states is not None and self.states >= self.limits.states:
            self.give_up("states")
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            self.give_up("seconds")

    def give_up(self, limit: str) -> NoReturn:
        """End the work at a limit."""
        raise GaveUp(limit, self.states, self.seconds)


@dataclass(frozen=True, slots=True)
class Leaves:
    """What the ends of a game are worth. `signs` say for each ending whether more (1) or less (-1) is better."""

    scored: bool
    drawn: bool
    signs: tuple[int, ...]


class Prover(Protocol):
    """Knows bounds of the values of states, and keeps what it learns."""

    @property
    def leaves(self) -> Leaves:
        """What the ends are worth."""
        ...

    @property
    def nodes(self) -> int:
        """How many states have been looked at."""
        ...

    watch: SolvingWatch

    def bound(self, record: Fields, least: int) -> int:
        """A lower bound of at least `least` of a state's value, or an upper bound below it. Raises Unsolvable."""
        ...

    def forget(self) -> None:
        """Begin anew, for a game in which the same state may have another value."""
        ...


def below(leaves: Leaves, value: int) -> int:
    """A bound of a state as a bound of those one decision later."""
    return value if leaves.scored or value in (0, 1) else value + 1 if value > 1 else value - 1


def above(leaves: Leaves, value: int) -> int:
    """A bound of a state as a bound of the one a decision earlier."""
    return value if leaves.scored or value in (-1, 0, 1) else value - 1 if value > 1 else value + 1


CHANCE_COMES = "chance comes into play again, so that no line of play is certain"
NOT_OPPOSED = "what one player wins is not what the other one loses, so that there is no single value"
TOO_MUCH = f"a score differs by {FAR:,} or more"
TOO_DEEP = f"a game can take more than {DEEPEST:,} decisions"
ROUND = (
    "positions can come again in this game, and no rule says what going round for ever comes to; `at_most` lets a loop "
    "say when it is broken off"
)
NO_MEMORY = "there is not enough memory"
