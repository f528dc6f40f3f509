"""The rules of a configuration in words, from its files."""

from functools import cached_property

from ruleloom.rulebook.calling import RuleText
from ruleloom.rulebook.citing import Citations
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.words import Words


class LoadedRulebook:
    """The rulebook of a configuration that was loaded."""

    def __init__(self, source: GameSource, ruleset: Ruleset) -> None:
        self.source = source
        self.ruleset = ruleset
        self.rules: Game = ruleset.game
        self.words: Words = ruleset.words

    def rule(self, key: str) -> RuleText | None:
        """The element with this key, if there is one."""
        element = next((each for each in self.ruleset.elements if each.key == key), None)
        if element is None:
            return None
        cited = self._citations.of(key)
        place = format_place(element.span)
        return RuleText(element.text or "", cited.number, cited.anchor, cited.page, place)

    @cached_property
    def _citations(self) -> Citations:
        return Citations(self.source, self.ruleset)
