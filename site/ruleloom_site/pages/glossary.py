"""The words of a game in the order of the alphabet, each with the rule that says what it is.

A term that no sentence calls by its name, and that has no word of its own in the language, only helps the rules.
"""

from collections.abc import Iterator

from ruleloom.rulebook.outline import number_of, numbers
from ruleloom_dsl.translating.terms import terms_of
from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken

NAMED = ("component", "zone", "variable", "term")


def glossary_markdown(edition: Edition) -> str:
    """The chapter of words; nothing where no word has a rule."""
    found = glossary_words(edition)
    if not found:
        return ""
    title = heading(3, "glossary", spoken(edition.words.say("chapter.glossary")))
    lines = (f"- {spoken(word)} {link(number, f'#{anchor}')}\n" for word, anchor, number in found)
    return f"{title}\n{''.join(lines)}"


def glossary_words(edition: Edition) -> list[tuple[str, str, str]]:
    """Each word in its order, the anchor of its rule and how that is cited."""
    return sorted(set(_words(edition)), key=lambda word: (word[0].casefold(), word[1]))


def _words(edition: Edition) -> Iterator[tuple[str, str, str]]:
    cited = numbers(edition.chapters)
    needed = {term.id for term in terms_of(edition.ruleset.model) if not term.spare}
    for element in edition.ruleset.elements:
        id = element.key.rpartition(".")[2]
        is_read = element.kind != "term" or id in needed or edition.words.forms(id)
        if element.kind in NAMED and element.key in cited and is_read:
            yield edition.words.name(id), element.key, number_of(cited, element.key)
