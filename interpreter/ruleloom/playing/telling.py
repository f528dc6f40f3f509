"""What others are told of a move: all of it, or only which choice was made where they cannot see what was chosen."""

from collections.abc import Sequence
from functools import lru_cache

from ruleloom.game import State
from ruleloom.moves import Move
from ruleloom.playing.calling import Calling
from ruleloom.playing.phrases import choice_name
from ruleloom.playing.session import Played
from ruleloom.view import observation
from ruleloom_dsl.ir.game import Game as Rules


def told(words: Calling, played: Played, watcher: int, following: Sequence[Played] = ()) -> str:
    """The move as a seat (from 1) may know it; `following` are the moves that were made after it."""
    joint = played.before.joint
    if played.seat == watcher or not (joint or hides_something(played.before.game.rules)):
        return _whole(played.move)
    if joint is None:
        return _told(played, watcher, ()) or _hidden(words, played)
    others: list[Played] = []
    for other in following:
        if (others[-1] if others else played).before.is_last_to_commit:
            break
        others.append(other)
    if not (others[-1] if others else played).before.is_last_to_commit:
        return words.say("play.has_chosen")
    return _told(played, watcher, tuple(other.move.text for other in others)) or _hidden(words, played)


def _hidden(words: Calling, played: Played) -> str:
    """Which choice was made, where others cannot see what was chosen."""
    return choice_name(words, played.before.decision.id) or words.say("play.has_chosen")


def hides_something(rules: Rules) -> bool:
    """Whether somebody may see what others do not, undealt cards aside."""
    zones = [family.sees for family in rules.zones if family.role != "deck"]
    board = [rules.board.sees] if rules.board is not None else []
    return any(sees != "everyone" for sees in (*zones, *board, *(variable.sees for variable in rules.variables)))


@lru_cache(maxsize=256)
def _told(played: Played, watcher: int, others: tuple[str, ...]) -> str:
    """The move, if after any other one, and what others chose at the same time, the table would differ."""
    states = zip(played.before.decision.moves, played.before.successors(), strict=True)
    looks = {move.text: _looks(_after(state, others), watcher) for move, state in states}
    mine = looks.pop(played.move.text)
    return "" if mine in looks.values() else _whole(played.move)


def _after(state: State, moves: tuple[str, ...]) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def _whole(move: Move) -> str:
    """A move with its id, which may be left out where it is typed."""
    words = move.text.split()
    return " ".join(words if words[:1] == [move.alternative] else [move.alternative, *words]).replace("_", " ")


def _looks(state: State, watcher: int) -> object:
    return observation(state, watcher - 1)
