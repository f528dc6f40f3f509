"""The third part of a rulebook: questions with their answers, and games told move by move, all of which were run."""

from collections.abc import Iterator

from ruleloom.rulebook.outline import cited_key, numbers
from ruleloom.rulebook.questions import Faq
from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken
from ruleloom_site.pictures import figure
from ruleloom_site.telling import Told, told


def questions_markdown(edition: Edition) -> str:
    """The chapter of questions; nothing where nobody asks."""
    if not edition.questions:
        return ""
    title = heading(3, "faq", spoken(edition.words.say("chapter.faq")))
    return "\n".join((title, *(_question(edition, faq) for faq in edition.questions)))


def stories_markdown(edition: Edition) -> str:
    """The chapter of examples; nothing where none is told of this configuration."""
    if not edition.stories:
        return ""
    title = heading(3, "example", spoken(edition.words.say("chapter.example")))
    return "\n".join((title, *(line for each in told(edition.stories, "example") for line in _lines(edition, each))))


def _question(edition: Edition, faq: Faq) -> str:
    question, answer, cited = spoken(faq.question), spoken(faq.answer), _cited(edition, faq.about)
    return f"**{question}**\n{{: #faq.{faq.id} .question }}\n\n{answer}{f' {cited}' if cited else ''}\n"


def _lines(edition: Edition, each: Told) -> Iterator[str]:
    text = spoken(each.text)
    match each.kind:
        case "story":
            yield f"**{text}**\n{{: #example.{each.id} .story }}\n"
        case "round":
            yield f"**{text}**\n{{: .round }}\n"
        case "remark":
            cited = _cited(edition, each.cites)
            yield f"{text}{f' {cited}' if cited else ''}\n{{: .remark }}\n"
        case _ if text:
            effects = "".join(f" · {spoken(effect)}" for effect in each.effects)
            yield f'{text}<span class="effects">{effects}</span>\n{{: .{each.kind} }}\n'
        case _ if each.effects:
            yield "".join(f"- {spoken(effect)}\n" for effect in each.effects)
    if each.picture:
        yield figure(each.picture, edition.words)


def _cited(edition: Edition, keys: tuple[str, ...]) -> str:
    """Links to the rules, by their numbers."""
    return " ".join(dict.fromkeys(_citations(edition, keys)))


def _citations(edition: Edition, keys: tuple[str, ...]) -> Iterator[str]:
    cited = numbers(edition.chapters)
    for key in keys:
        if at := cited_key(cited, key):
            yield link(cited[at], f"#{at}")
