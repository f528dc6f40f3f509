"""One game as it is printed: a configuration in a language, its outline, its place in the book."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ruleloom.library import LoadedGame
from ruleloom.rulebook.entries import Chapter
from ruleloom.rulebook.outline import outline
from ruleloom.rulebook.questions import Faq, faqs_of
from ruleloom.rulebook.story import Story, stories_of
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.words import Words


@dataclass(frozen=True)
class Edition:
    """A configuration of a game, and the file name of its page in the game's folder."""

    loaded: LoadedGame = field(repr=False)
    name: str = "index"

    @property
    def ruleset(self) -> Ruleset:
        """Its rules and texts."""
        return self.loaded.ruleset

    @property
    def words(self) -> Words:
        """Its words, in the language of the page."""
        return self.ruleset.words

    @property
    def folder(self) -> str:
        """The folder of the game's pages."""
        return self.ruleset.game.configuration.game

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"{self.folder}/{self.name}"

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of its rules."""
        return outline(self.ruleset)

    @property
    def title(self) -> str:
        """The name of the game, and those of its variants."""
        return self.ruleset.title

    @cached_property
    def questions(self) -> tuple[Faq, ...]:
        """The questions that it answers. Raises RulesetError."""
        return faqs_of(self.loaded.source, self.ruleset)

    @cached_property
    def stories(self) -> tuple[Story, ...]:
        """Its worked examples. Raises RulesetError."""
        return stories_of(self.loaded.source, self.ruleset)

    def chapters_of(self, ids: Sequence[str]) -> tuple[Chapter, ...]:
        """Those chapters that are there."""
        return tuple(chapter for chapter in self.chapters if chapter.id in ids)
