"""The part of OpenSpiel that is used here, with types; it has none of its own."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast


class Theirs(Protocol):
    """A state of OpenSpiel; it changes in place."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def apply_action(self, action: int) -> None: ...
    def apply_actions(self, actions: Sequence[int]) -> None: ...
    def child(self, action: int) -> "Theirs": ...
    def returns(self) -> list[float]: ...


class TheirGame(Protocol):
    """A game of OpenSpiel."""

    def new_initial_state(self) -> Theirs: ...


@cache
def their_game(text: str) -> TheirGame:
    """A game by its name and parameters, as OpenSpiel writes them: nim(is_misere=False)."""
    return cast(TheirGame, import_module("pyspiel").load_game(text))


def said(state: Theirs, player: int, actions: Sequence[int]) -> dict[str, int]:
    """Actions by what they are called."""
    named = {state.action_to_string(player, action): action for action in actions}
    assert len(named) == len(actions), f"two of {sorted(named)} have one name"
    return named


def possible(state: Theirs) -> dict[str, int]:
    """What can happen at a chance node, by what it is called."""
    return said(state, -1, [action for action, share in state.chance_outcomes() if share > 0])
