"""Runs what the language describes: the package to import and the `ruleloom` command.

>>> import ruleloom
>>> state = ruleloom.load("some_game", variants=["some_variant"]).game.start(seed=1)  # doctest: +SKIP
>>> state = state.apply(state.pending.moves[0])  # doctest: +SKIP

Names are imported when they are asked for: `load` needs the language and its libraries, the rest only Python's own.
What is named here is kept as it is; everything below may change.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleloom.bots import Bot, BotError, Question, Sitting
    from ruleloom.chance import Chance, ChanceEvent, Seeded
    from ruleloom.engines.engine import EngineMissing
    from ruleloom.engines.proving import Unsolvable
    from ruleloom.errors import RuleError
    from ruleloom.explain import Failure, Reason, Refusal
    from ruleloom.game import Decision, Game, IllegalMove, State
    from ruleloom.library import LoadedGame, games, load, load_position
    from ruleloom.matches import play_game
    from ruleloom.moves import Move, NotationError
    from ruleloom.playout import RandomGame, random_games
    from ruleloom.record import (
        Event,
        Record,
        Recorder,
        RecordError,
        ReplayError,
        Result,
        read_record,
        replay,
        states,
        write_record,
    )
    from ruleloom.results import Outcome
    from ruleloom.search.hints import Hint, Rated
    from ruleloom.view import Observation
    from ruleloom_dsl.diagnostics import Diagnostic, RulesetError
    from ruleloom_dsl.ir.errors import RuleloomError

__all__ = [
    "Bot",
    "BotError",
    "Chance",
    "ChanceEvent",
    "Decision",
    "Diagnostic",
    "EngineMissing",
    "Event",
    "Failure",
    "Game",
    "Hint",
    "IllegalMove",
    "LoadedGame",
    "Move",
    "NotationError",
    "Observation",
    "Outcome",
    "Question",
    "RandomGame",
    "Rated",
    "Reason",
    "Record",
    "RecordError",
    "Recorder",
    "Refusal",
    "ReplayError",
    "Result",
    "RuleError",
    "RuleloomError",
    "RulesetError",
    "Seeded",
    "Sitting",
    "State",
    "Unsolvable",
    "games",
    "load",
    "load_position",
    "play_game",
    "random_games",
    "read_record",
    "replay",
    "states",
    "write_record",
]

_HOMES = {
    "ruleloom.bots": ("Bot", "BotError", "Question", "Sitting"),
    "ruleloom.chance": ("Chance", "ChanceEvent", "Seeded"),
    "ruleloom.engines.engine": ("EngineMissing",),
    "ruleloom.engines.proving": ("Unsolvable",),
    "ruleloom.errors": ("RuleError",),
    "ruleloom.explain": ("Failure", "Reason", "Refusal"),
    "ruleloom.game": ("Decision", "Game", "IllegalMove", "State"),
    "ruleloom.library": ("LoadedGame", "games", "load", "load_position"),
    "ruleloom.matches": ("play_game",),
    "ruleloom.moves": ("Move", "NotationError"),
    "ruleloom.playout": ("RandomGame", "random_games"),
    "ruleloom.record": (
        "Event", "Record", "RecordError", "Recorder", "ReplayError", "Result", "read_record", "replay", "states",
        "write_record",
    ),
    "ruleloom.results": ("Outcome",),
    "ruleloom.search.hints": ("Hint", "Rated"),
    "ruleloom.view": ("Observation",),
    "ruleloom_dsl.diagnostics": ("Diagnostic", "RulesetError"),
    "ruleloom_dsl.ir.errors": ("RuleloomError",),
}  # fmt: skip


def __getattr__(name: str) -> object:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
