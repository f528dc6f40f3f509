"""Runs what the language describes: the package to import and the `ruleloom` command.

>>> import ruleloom
>>> state = ruleloom.load("some_game", variants=["some_variant"]).game.start(seed=1)  # doctest: +SKIP
>>> state = state.apply(state.pending.moves[0])  # doctest: +SKIP

Names are imported when they are asked for: `load` needs the language and its libraries, the rest only Python's own.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleloom.chance import ChanceEvent
    from ruleloom.errors import RuleError
    from ruleloom.game import Decision, Game, IllegalMove, State
    from ruleloom.library import LoadedGame, load
    from ruleloom.moves import Move, NotationError
    from ruleloom.results import Outcome

__all__ = [
    "ChanceEvent",
    "Decision",
    "Game",
    "IllegalMove",
    "LoadedGame",
    "Move",
    "NotationError",
    "Outcome",
    "RuleError",
    "State",
    "load",
]

_HOMES = {
    "ChanceEvent": "chance",
    "Decision": "game",
    "Game": "game",
    "IllegalMove": "game",
    "LoadedGame": "library",
    "Move": "moves",
    "NotationError": "moves",
    "Outcome": "results",
    "RuleError": "errors",
    "State": "game",
    "load": "library",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ruleloom.{_HOMES[name]}"), name)
