"""Numbers in sentences: the words of a language that stand for them, and where they are written out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Literals = Iterable[tuple[int, str]]
"""What of a sentence is printed as it stands, each piece with where it begins."""


@dataclass(frozen=True)
class NumberWords:
    """The words of a language that stand for numbers from two upwards, and phrases in which they count nothing."""

    words: Mapping[str, int]
    allowed: tuple[str, ...]

    def naked(self, literals: Literals) -> Iterator[tuple[int, int, int]]:
        """The numbers that stand outside braces: where each begins and ends, and what it comes to."""
        for offset, literal in literals:
            bare = literal.casefold()
            spans = [match.span() for phrase in self._phrases for match in phrase.finditer(bare)]
            for match in self._pattern.finditer(bare):
                if not any(start <= match.start() and match.end() <= end for start, end in spans):
                    number = int(match[0]) if match[0].isdecimal() else self._known[match[0]]
                    yield offset + match.start(), offset + match.end(), number

    @cached_property
    def _known(self) -> dict[str, int]:
        return {word.casefold(): number for word, number in self.words.items()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        written = "|".join(map(re.escape, sorted(self._known, key=len, reverse=True)))
        return re.compile(rf"\d+|\b(?:{written})\b" if written else r"\d+")

    @cached_property
    def _phrases(self) -> tuple[re.Pattern[str], ...]:
        folded = (r"\s+".join(map(re.escape, phrase.casefold().split())) for phrase in self.allowed)
        return tuple(re.compile(rf"\b{phrase}\b") for phrase in folded)


NO_NUMBERS = NumberWords({}, ())
