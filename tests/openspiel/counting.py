"""How games with heaps, pits and dice are written."""

from ruleloom.chance import ChanceEvent
from ruleloom.game import State
from ruleloom.moves import Move
from tests.openspiel.boards import place
from tests.openspiel.ours import zero_sum
from tests.openspiel.walk import Bridge


class Nim(Bridge):
    """pile:2, take:3;"""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        heap, taken = move.values
        return (f"pile:{heap}, take:{taken};",)


class Mancala(Bridge):
    """1 to 6 are the first player's pits from the left of our lower row, 8 to 13 go on from the right of the upper."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        row, column = place(move.values[0])
        return (str(column + 1 if row else 14 - column),)


class Pig(Bridge):
    """roll or stop; a throw is Roll 6."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return ("roll" if move.alternative == "throw" else "stop",)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"Roll {each}" for each in happened)

    def returns(self, state: State) -> tuple[float, ...]:
        return zero_sum(state)
