"""What others are told of a move: all of it, or only which choice was made where they cannot see what was chosen."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from ruleloom.game import State
from ruleloom.playing.phrases import choice_name
from ruleloom.playing.session import MadeMove
from ruleloom.rulebook.calling import Calling
from ruleloom.view import observation
from ruleloom_dsl.ir.game import Game as Rules

MOST_COMPARED = 100
"""So many moves are made to compare what follows; where there are more, only which choice was made is told."""


def told(
    words: Calling,
    played: MadeMove,
    watcher: int,
    following: Sequence[MadeMove] = (),
    write: "Callable[[MadeMove], str] | None" = None,
) -> str:
    """The move as a seat (from 1; 0 is nobody's) may know it; `following` are the moves that were made after it.

    `write` writes a move that may be known, in place of its notation.
    """
    write = write or (lambda played: _whole(words, played))
    joint = played.before.joint
    if played.seat == watcher or not (joint or hides_something(played.before.game.rules)):
        return write(played)
    if joint is None:
        return write(played) if _is_seen(played, watcher, ()) else _hidden(words, played)
    others: list[MadeMove] = []
    for other in following:
        if (others[-1] if others else played).before.is_last_to_commit:
            break
        others.append(other)
    if not (others[-1] if others else played).before.is_last_to_commit:
        return words.say("play.has_chosen")
    seen = _is_seen(played, watcher, tuple(other.move.text for other in others))
    return write(played) if seen else _hidden(words, played)


def _hidden(words: Calling, played: MadeMove) -> str:
    """Which choice was made, where others cannot see what was chosen."""
    return choice_name(words, played.before.decision.id) or words.say("play.has_chosen")


def hides_something(rules: Rules) -> bool:
    """Whether somebody may see what others do not, undealt cards aside."""
    zones = [family.sees for family in rules.zones if family.role != "deck"]
    board = [rules.board.sees] if rules.board is not None else []
    return any(sees != "everyone" for sees in (*zones, *board, *(variable.sees for variable in rules.variables)))


@lru_cache(maxsize=256)
def _is_seen(played: MadeMove, watcher: int, others: tuple[str, ...]) -> bool:
    """Whether after any other one, and what others chose at the same time, the table would differ."""
    if len(played.before.decision.moves) * (1 + len(others)) > MOST_COMPARED:
        return False
    mine = _looks(_after(played.before.apply(played.move), others), watcher)
    other = (move for move in played.before.decision.moves if move.text != played.move.text)
    return all(_looks(_after(played.before.apply(move), others), watcher) != mine for move in other)


def _after(state: State, moves: tuple[str, ...]) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def _whole(words: Calling, played: MadeMove) -> str:
    """A move with what its choice is called, which may be left out where it is typed."""
    move, name = played.move, choice_name(words, played.move.alternative)
    written = move.text.split()
    values = written[written[:1] == [move.alternative] :]
    return " ".join([*name.split(), *values] if name else values or written).replace("_", " ")


def _looks(state: State, watcher: int) -> object:
    return observation(state, watcher - 1)
