"""What people give to the public names: a sentence for what is not of the kind that is expected.

Nothing here is asked before a step of a game; where steps fail, they ask what it was that they were given.
"""

from collections.abc import Iterable
from typing import NoReturn

from ruleloom.errors import WrongInput

MOST_DIGITS = 18
"""Whole numbers that people type have so many digits at most."""
MOST_SEED = 10**MOST_DIGITS - 1
LONGEST_SHOWN = 60


def refuse(what: str, expected: str, given: object) -> NoReturn:
    """Raise WrongInput for something that is not what is expected."""
    raise WrongInput(f"{what} is {expected}, not {_shown(given)}")


def check_kind(what: str, given: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Raise WrongInput for what is of another kind."""
    if not isinstance(given, kind) or (isinstance(given, bool) and kind is int):
        refuse(what, expected, given)


def check_number(what: str, number: object, least: int, most: int) -> None:
    """Raise WrongInput for what is no whole number of a range."""
    if not is_whole(number) or not least <= int(number) <= most:  # type: ignore[call-overload]  # it has an index
        refuse(what, f"a whole number from {least:,} to {most:,}", number)


def check_seed(seed: object) -> None:
    """Raise WrongInput for what is no seed."""
    check_number("a seed", seed, 0, MOST_SEED)


def check_seeds(seeds: Iterable[object]) -> None:
    """Raise WrongInput where one of the seeds is none; of a range the ends are enough."""
    if not isinstance(seeds, range | tuple | list):
        refuse("what says the seeds", "a range such as range(100)", seeds)
    for seed in (seeds[:1], seeds[-1:]) if isinstance(seeds, range) else (seeds,):
        for each in seed:
            check_seed(each)


def check_chance(chance: object) -> None:
    """Raise WrongInput for what is no source of chance."""
    if isinstance(chance, type) or not callable(getattr(chance, "outcome", None)):
        refuse("a source of chance", "an object with the method outcome, such as Seeded(1)", chance)


def is_whole(number: object) -> bool:
    """Whether this is a whole number, of Python or of another library."""
    return hasattr(type(number), "__index__") and not isinstance(number, bool)


def _shown(given: object) -> str:
    text = repr(given)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:40]} ... {text[-15:]}"
