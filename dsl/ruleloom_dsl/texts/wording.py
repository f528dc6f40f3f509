"""What a game says in one language: its sentences there, and where there is none those of the next language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.language import TextsModel
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.language import SOURCE, Language

ONE = "one"  # the form of a word that stands alone
SYMBOL = "symbol"  # what is printed on cards

# Owners of texts that are neither the game nor a variant.
SCENARIOS = "scenarios"
TERMS = "terms"

Texts = Mapping[str, tuple[TextsModel, ...]]
"""The files of texts by language; the last one that says something counts."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text is written, and its id there.

    The owner is "" (the game), a variant, `parts/` and a part, `scenarios`, or `terms` (a word that stands alone).
    """

    owner: str
    id: str

    def __str__(self) -> str:
        """As it is named in lists: `glue/moves.walk`."""
        return f"{self.owner}/{self.id}" if self.owner else self.id


@dataclass(frozen=True, slots=True)
class Said:
    """A text in some language."""

    text: Scalar
    language: str


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one game in one language."""

    language: Language
    texts: Texts = field(default_factory=dict, repr=False)
    places: Mapping[Span, Place] = field(default_factory=dict, repr=False)  # of the sentences of a configuration

    def sentence(self, written: Scalar) -> Said:
        """What is said for a sentence of the source; it is the source's own where no language has another."""
        return self.said_at(self.places.get(written.span), written)

    def said_at(self, place: Place | None, written: Scalar) -> Said:
        """What is said for a sentence of the source whose place is known."""
        if place is not None:
            for tag in self.chain():
                found = translated(self.texts.get(tag, ()), place)
                if found is not None:
                    return Said(found, tag)
        return Said(written, SOURCE)

    def form(self, word: str, form: str = ONE, called: Scalar | None = None) -> tuple[str, str] | None:
        """A form of a word and its language; None where the language that has the word lacks the form.

        What is `called` otherwise than its id has the forms of that word, where there are any.
        """
        for tag in (*self.chain(), SOURCE):
            forms = self.forms(word, tag, called)
            if forms:
                return (forms[form].text, tag) if form in forms else None
        return None

    def forms(self, word: str, tag: str, called: Scalar | None = None) -> dict[str, Scalar]:
        """All forms of a word in a language: those of how it is called, else its own."""
        named = self._terms(called.text, tag) if called else {}
        if named:
            return named
        place = self.places.get(called.span) if called else None
        said = translated(self.texts.get(tag, ()), place) if place else None
        return self._terms(word, tag) | ({ONE: said} if said else {})

    def _terms(self, word: str, tag: str) -> dict[str, Scalar]:
        found: dict[str, Scalar] = {}
        for file in self.texts.get(tag, ()):
            found |= file.terms.get(word, {})
        return found

    def chain(self) -> Iterator[str]:
        """The language and those that stand in for it, without the source's."""
        language: Language | None = self.language
        while language is not None and language.tag != SOURCE:
            yield language.tag
            language = language.fallback


def translated(files: Sequence[TextsModel], place: Place) -> Scalar | None:
    """The sentence of one language for a place; None where it has none."""
    found = None
    for file in files:
        found = sentences_of(file, place.owner).get(place.id, found)
    return found


def sentences_of(file: TextsModel, owner: str) -> Mapping[str, Scalar]:
    """The sentences that a file has for the game, a variant, a part, or its scenarios."""
    head, _, name = owner.partition("/")
    match head:
        case "":
            return file.texts
        case "parts":
            return file.parts.get(name, {})
        case "scenarios":
            return file.scenarios
        case "terms":
            return {id: forms[ONE] for id, forms in file.terms.items() if ONE in forms}
        case _:
            return file.variants.get(head, {})
