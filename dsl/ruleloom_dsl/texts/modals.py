"""What a sentence says one must, may or must not do, by the words of a language."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ruleloom_dsl.texts.numbers import Literals

Mood = Literal["must", "may", "must_not"]


@dataclass(frozen=True)
class Modals:
    """The words of a language for what one must, may and must not do."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()

    def moods(self, literals: Literals) -> dict[Mood, tuple[int, int]]:
        """What a sentence says, each with the first place where it does; the longest phrase counts at each place."""
        found: dict[Mood, tuple[int, int]] = {}
        for offset, literal in literals:
            for match in self._pattern.finditer(literal.casefold()) if self._moods else ():
                mood = self._moods[" ".join(match[0].split())]
                found.setdefault(mood, (offset + match.start(), offset + match.end()))
        return found

    @cached_property
    def _moods(self) -> dict[str, Mood]:
        lists: tuple[tuple[Mood, tuple[str, ...]], ...] = (
            ("may", self.may), ("must", self.must), ("must_not", self.must_not)
        )  # fmt: skip
        return {" ".join(phrase.casefold().split()): mood for mood, phrases in lists for phrase in phrases}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest = sorted(self._moods, key=len, reverse=True)
        return re.compile(r"\b(?:" + "|".join(r"\s+".join(map(re.escape, each.split())) for each in longest) + r")\b")


NO_MODALS = Modals()
