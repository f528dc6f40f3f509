"""Whose eyes see what happens: those of all players together, or those of some seats."""

from dataclasses import dataclass

from ruleloom.game import State
from ruleloom.view import seen_cards, seen_together, sees_variable
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.types import Value

Cards = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Eyes:
    """The seats (from 0; -1 sees what everybody sees) that look on together; None are all players."""

    seats: tuple[int, ...] | None = None

    def cards(self, state: State) -> Cards:
        """The cards that they can tell, by component and number."""
        if self.seats is None:
            return seen_together(state)
        return frozenset().union(*(seen_cards(state, seat) for seat in self.seats))

    def see(self, state: State, variable: Variable, key: Value) -> bool:
        """Whether they see the value that a variable has."""
        if self.seats is None:
            return variable.sees != "nobody"
        return any(sees_variable(state, seat, variable, key) for seat in self.seats)


EVERYBODY = Eyes()
