"""What exact solving asks of an engine: whether the value of a state is at least some number.

The value of a state is what the first seat gets there. Without scores it is FAR - n where that seat can win in n
decisions and cannot be kept longer, n - FAR where it loses so, 0 in a draw; with scores it is the difference.
"""

from dataclasses import dataclass
from typing import Protocol

from ruleloom.engines.engine import Fields
from ruleloom.errors import WrongInput

FAR = 30_000
DEEPEST = 2_000
"""So many decisions a game may take to be solved; a net against games that go round in circles."""


class Unsolvable(WrongInput):
    """A game, or a position, that cannot be solved exactly; the message says why."""


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
TOO_DEEP = f"a game can take more than {DEEPEST:,} decisions; does it go round in circles?"
NO_MEMORY = "there is not enough memory"
