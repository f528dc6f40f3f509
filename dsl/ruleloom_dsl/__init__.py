"""The ruleset language: YAML in, checked form out. Runs nothing.

Names are imported when they are asked for, so that the checked form can be read with the standard library alone.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleloom_dsl.diagnostics import Code, Diagnostic, RulesetError
    from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset, open_game

__all__ = ["Code", "Diagnostic", "GameSource", "Ruleset", "RulesetError", "load_ruleset", "open_game"]

_HOMES = {
    "Code": "diagnostics",
    "Diagnostic": "diagnostics",
    "RulesetError": "diagnostics",
    "GameSource": "load",
    "Ruleset": "load",
    "load_ruleset": "load",
    "open_game": "load",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"ruleloom_dsl.{_HOMES[name]}"), name)
