"""A configuration in one language as it was packed: its names, its phrases, its rules as the page has them."""

from collections.abc import Mapping
from functools import cached_property

from ruleloom.rulebook.calling import RuleText
from ruleloom_dsl.ir.game import Game, Saying
from ruleloom_dsl.texts.language import Filling, Language
from ruleloom_site.table.written import Json, read_language, read_text

ONE = "one"


class PackedWords:
    """What a configuration calls things, in the language of the page."""

    def __init__(self, written: Json) -> None:
        self._written = written
        self._names: Mapping[str, Mapping[str, Json]] = written["names"]

    @cached_property
    def language(self) -> Language:
        """The language itself."""
        return read_language(self._written["language"])

    @property
    def title(self) -> str:
        """The name of the configuration."""
        return read_text(self._written["title"])

    def say(self, id: str, **values: Filling) -> str:
        """A phrase with its values filled in."""
        return self.language.say(id, **values)

    def name(self, id: str, form: str = ONE) -> str:
        """The word for a component, kind, word, zone or variable; where a form is missing, the usual one."""
        forms = self._names.get(id)
        return id.replace("_", " ") if forms is None else read_text(forms.get(form, forms[ONE]))

    def forms(self, id: str) -> Mapping[str, str]:
        """All forms of a word in the language itself, if it has any."""
        return self._names[id] if id in self._written["own"] else {}

    def symbol(self, kind: str) -> str:
        """What is printed on a card of a kind."""
        return read_text(self._written["symbols"][kind])

    def statement(self, saying: Saying, values: Mapping[str, str]) -> str:
        """What somebody says, with its blanks filled in."""
        return read_text(self._written["statements"][saying.id][" ".join(values[each.name] for each in saying.blanks)])


class PackedRulebook:
    """The rules of a configuration in words, each with where the page has it."""

    def __init__(self, rules: Game, written: Json) -> None:
        self.rules = rules
        self.words = PackedWords(written)
        self._rules: Mapping[str, Json] = written["rules"]

    def rule(self, key: str) -> RuleText | None:
        """The element with this key, if there is one; its anchor is a link to it."""
        if key not in self._rules:
            return None
        text, number, link = self._rules[key]
        return RuleText(read_text(text), number, link)
