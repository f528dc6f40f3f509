"""What can stand in the blanks of a statement, in the reader's language; what is typed is the same in all of them."""

from collections.abc import Iterator, Sequence

from ruleloom.talk import MOST_LISTED
from ruleloom_dsl.ir.game import Saying
from ruleloom_dsl.texts.language import Language


def fillings(language: Language, saying: Saying) -> Iterator[str]:
    """What may stand in each blank, in a few words."""
    for blank in saying.blanks:
        yield language.labelled(blank.name, values_of(language, blank.values))


def values_of(language: Language, values: Sequence[str]) -> str:
    """The values of a blank: a range of numbers, or words."""
    if len(values) > 2 and all(each.removeprefix("-").isdecimal() for each in values):
        return language.between(values[0], values[-1])
    return ", ".join(values[:MOST_LISTED]) + (", ..." if len(values) > MOST_LISTED else "")
