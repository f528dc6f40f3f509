"""What a configuration calls things, and says beside the sentences of its rules, in the language it was loaded in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ruleloom_dsl.ir.game import Saying
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.sentences import Sentence, form_of
from ruleloom_dsl.texts.language import Filling, Language
from ruleloom_dsl.texts.wording import ONE, SYMBOL


@dataclass(frozen=True)
class Words:
    """The words of one configuration."""

    build: Build = field(repr=False)
    owners: Mapping[str, str] = field(repr=False)

    @property
    def language(self) -> Language:
        """The language."""
        return self.build.wording.language

    def say(self, id: str, **values: Filling) -> str:
        """A phrase of the language itself."""
        return self.language.say(id, **values)

    def text(self, written: Scalar | None, key: str = "") -> Sentence:
        """A text of the files, such as a title, with its values filled in; nothing for None."""
        if written is None:
            return Sentence("")
        return self.build.fill_in(key, written)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.text(self.build.model.title).spoken

    def name(self, id: str, form: str = ONE) -> str:
        """The word for a component, kind, word of a list, zone or variable; where a form is missing, the usual one."""
        names, wording = self.build.names, self.build.wording
        return form_of(wording, names, id, form) or form_of(wording, names, id) or id.replace("_", " ")

    def forms(self, id: str) -> dict[str, str]:
        """All forms of a word in this language."""
        called = self.build.names.called.get(id)
        return {form: text.text for form, text in self.build.wording.forms(id, self.language.tag, called).items()}

    def symbol(self, kind: str) -> str:
        """What is printed on cards of a kind for readers of this language; moves and records write its own symbol."""
        return self._symbols[kind]

    @cached_property
    def _symbols(self) -> dict[str, str]:
        components = self.build.names.components.values()
        kinds = [kind for component in components for kind in component.kinds]
        return {kind.id: "".join(self._symbol(*piece) for piece in kind.spelled) for kind in kinds}

    def _symbol(self, id: str, written: str) -> str:
        found = self.build.wording.form(id, SYMBOL, self.build.names.called.get(id))
        return found[0] if found else written

    def statement(self, saying: Saying, values: Mapping[str, str]) -> str:
        """What somebody says, with its blanks filled in."""
        model = self.build.model.talk
        written = None if model is None else model.says[saying.id].text
        return "" if written is None else self.build.fill_in(f"talk.says.{saying.id}", written, values).text
