"""The words of a game in the order of the alphabet, each with the rule that says what it is."""

from collections.abc import Iterator

from ruleloom.rulebook.outline import number_of, numbers
from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken

NAMED = ("component", "zone", "variable", "term")


def glossary_markdown(edition: Edition) -> str:
    """The chapter of words; nothing where no word has a rule."""
    found = sorted(set(_words(edition)), key=lambda word: (word[0].casefold(), word[1]))
    if not found:
        return ""
    title = heading(3, "glossary", spoken(edition.words.say("chapter.glossary")))
    lines = (f"- {spoken(word)} {link(number, f'#{anchor}')}\n" for word, anchor, number in found)
    return f"{title}\n{''.join(lines)}"


def _words(edition: Edition) -> Iterator[tuple[str, str, str]]:
    """Each word, the anchor of its rule and how that is cited."""
    cited = numbers(edition.chapters)
    for element in edition.ruleset.elements:
        if element.kind in NAMED and element.key in cited:
            name = edition.words.name(element.key.rpartition(".")[2])
            yield name, element.key, number_of(cited, element.key)
