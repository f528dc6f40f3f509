"""How long exact solving may take, and what is told of it: while it works, when it is stopped, and when it gives up."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from ruleloom.cli.inputs import InputError
from ruleloom.cli.progress import Looking
from ruleloom.engines.proving import FAR, MEMORY, GaveUp, Limits, SolvingWatch

_MEGABYTE = 1 << 20


def limits_of(arguments: Namespace, seconds: float | None = None) -> Limits:
    """The limits named on the command line; `seconds` are those of the command where none are named."""
    memory = MEMORY if arguments.memory is None else arguments.memory * _MEGABYTE
    return Limits(seconds if arguments.seconds is None else arguments.seconds, arguments.states, memory)


@contextmanager
def patience(name: str, limits: Limits) -> Iterator[SolvingWatch]:
    """Watch over something that is solved. Raises InputError where a limit is reached."""
    looking = Looking(name)
    watch = SolvingWatch(limits, looking.seen)
    try:
        with looking:
            yield watch
    except GaveUp as error:
        raise InputError(f"{error}: {_known(watch)}", f"--{error.limit}", _HELP[error.limit]) from None
    except KeyboardInterrupt:
        print(f"stopped after {watch.states:,} positions and {watch.seconds:,.1f} seconds: {_known(watch)}",
              file=sys.stderr)  # fmt: skip
        raise


_OTHERWISE = "solve a later position (--after), or let `ruleloom hint --bot mcts:10000` try games instead"
_HELP = {
    "seconds": f"give it more --seconds, {_OTHERWISE}",
    "states": f"give it more --states, {_OTHERWISE}",
    "memory": f"give it more --memory, take the native engine, whose table may run full, {_OTHERWISE}",
}


def _known(watch: SolvingWatch) -> str:
    """What is certain of the position that is solved."""
    low, high = watch.known
    if watch.scored:
        return "nothing is certain yet" if (low, high) == (-FAR, FAR) else f"player 1 is ahead by {low:+,} to {high:+,}"
    for player, least in ((1, low), (2, -high)):
        if least > 0:
            return f"player {player} wins, but nobody knows yet in how many decisions"
        if least == 0:
            return f"player {player} does not lose, but nobody knows yet whether the other one does"
    return "nothing is certain yet"
