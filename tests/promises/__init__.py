"""What every game promises. A promise is a function from a configuration to the faults that were found in it."""

from collections.abc import Callable, Iterator
from itertools import islice

from tests.games import Configuration
from tests.promises.courses import Effort
from tests.promises.notation import disordered_moves, harmful_refusals, unreadable_moves
from tests.promises.sight import leaks
from tests.promises.states import (
    broken_copies,
    broken_records,
    broken_rules,
    disturbed_games,
    lost_cards,
    unended_games,
)

MOST_FAULTS = 3  # of one promise in one configuration

PROMISES: tuple[Callable[[Configuration, Effort], Iterator[str]], ...] = (
    lost_cards,
    unended_games,
    broken_copies,
    broken_rules,
    broken_records,
    disturbed_games,
    unreadable_moves,
    disordered_moves,
    harmful_refusals,
    leaks,
)


def broken_promises(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Everything that is wrong with a configuration, each fault with the promise it breaks."""
    for promise in PROMISES:
        try:
            for fault in islice(promise(asked, effort), MOST_FAULTS):
                yield f"{asked}: {promise.__name__}: {fault}"
        except (ValueError, LookupError, TypeError, AssertionError) as error:
            yield f"{asked}: {promise.__name__}: {type(error).__name__}: {error}"
