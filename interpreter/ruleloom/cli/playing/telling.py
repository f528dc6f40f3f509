"""What others are told of a move: all of it, or only which choice was made where they cannot see what was chosen."""

from functools import lru_cache

from ruleloom.cli.playing.session import Played
from ruleloom.game import State
from ruleloom.moves import Move
from ruleloom.view import observation
from ruleloom_dsl.ir.game import Game as Rules


def told(played: Played, watcher: int) -> str:
    """The move as a seat (from 1) may know it."""
    if played.seat == watcher or not hides_something(played.before.game.rules):
        return _whole(played.move)
    return _told(played, watcher)


def hides_something(rules: Rules) -> bool:
    """Whether somebody may see what others do not, undealt cards aside."""
    zones = [family.sees for family in rules.zones if family.role != "deck"]
    board = [rules.board.sees] if rules.board is not None else []
    return any(sees != "everyone" for sees in (*zones, *board, *(variable.sees for variable in rules.variables)))


@lru_cache(maxsize=256)
def _told(played: Played, watcher: int) -> str:
    """The move is known if after any other one the table would look different."""
    states = zip(played.before.decision.moves, played.before.successors(), strict=True)
    looks = {move.text: _looks(state, watcher) for move, state in states}
    mine = looks.pop(played.move.text)
    return played.before.decision.id.replace("_", " ") if mine in looks.values() else _whole(played.move)


def _whole(move: Move) -> str:
    """A move with its id, which may be left out where it is typed."""
    words = move.text.split()
    return " ".join(words if words[:1] == [move.alternative] else [move.alternative, *words]).replace("_", " ")


def _looks(state: State, watcher: int) -> object:
    return observation(state, watcher - 1)
