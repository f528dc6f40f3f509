"""How the terminal, data and pages cite one rule: its number in the outline, its anchor, and the page it stands on."""

from collections.abc import Mapping
from dataclasses import dataclass

from ruleloom.rulebook.entries import all_entries
from ruleloom.rulebook.outline import UNNUMBERED, number_of, numbers, outline
from ruleloom_dsl.load import GameSource, Ruleset


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule as it is cited; all three are empty for what stands in no rulebook.

    `anchor` is the key of the rule, or of the nearest one above it that is printed.
    """

    number: str = ""
    anchor: str = ""
    page: str = ""


class Citations:
    """The citations of one configuration."""

    def __init__(self, source: GameSource, ruleset: Ruleset) -> None:
        chapters = outline(ruleset)
        self._cited = numbers(chapters)
        printed = (entry for chapter in chapters for entry in all_entries(chapter.entries))
        self._printed = {entry.key for entry in printed if entry.kind not in UNNUMBERED}
        self._places = {element.key: element.span.file for element in ruleset.elements}
        self._owners: Mapping[str, str] = source.owners()
        self._game = source.id
        self._variants = ruleset.game.configuration.variants

    def of(self, key: str) -> Citation:
        """How an element is cited."""
        while key and key not in self._printed:
            key = key.rpartition(".")[0]
        return Citation(number_of(self._cited, key), key, self._page(key)) if key else Citation()

    def _page(self, key: str) -> str:
        """That of the only variant, else of the variant that brings the rule, else the game's."""
        if len(self._variants) == 1:
            page = self._variants[0]
        else:
            owner = self._owners.get(self._places.get(key, ""), "")
            page = owner if owner in self._variants else "index"
        return f"{self._game}/{page}.html#{key}"
