"""How games with heaps, pits and dice are written."""

from ruleloom.chance import ChanceEvent
from ruleloom.game import State
from ruleloom.moves import Move
from tests.openspiel.walk import Bridge


class Nim(Bridge):
    """pile:2, take:3;"""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        heap, taken = move.values
        return (f"pile:{heap}, take:{taken};",)


class Pig(Bridge):
    """roll or stop; a throw is Roll 6."""

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        return ("roll" if move.alternative == "roll" else "stop",)

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, outcome: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"Roll {each}" for each in outcome)
