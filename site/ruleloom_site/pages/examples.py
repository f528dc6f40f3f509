"""The third part of a rulebook: questions with their answers, and games told move by move, all of which were run."""

from collections.abc import Iterator

from ruleloom.rulebook.outline import cited_key, numbers
from ruleloom.rulebook.questions import Faq, faqs_of
from ruleloom.rulebook.steps import Part, Step
from ruleloom.rulebook.story import Story, stories_of
from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken
from ruleloom_site.pictures import Look, draw, figure
from ruleloom_site.print.content import Step as PrintedStep


def questions_markdown(edition: Edition) -> str:
    """The chapter of questions; nothing where nobody asks."""
    found = faqs_of(edition.loaded.source, edition.ruleset)
    if not found:
        return ""
    title = heading(3, "faq", spoken(edition.words.say("chapter.faq")))
    return "\n".join((title, *(_question(edition, faq) for faq in found)))


def stories_markdown(edition: Edition) -> str:
    """The chapter of examples; nothing where none is told of this configuration."""
    found = stories_of(edition.loaded.source, edition.ruleset)
    if not found:
        return ""
    title = heading(3, "example", spoken(edition.words.say("chapter.example")))
    return "\n".join((title, *(_story(edition, story, number) for number, story in enumerate(found, start=1))))


def printed_stories(edition: Edition) -> Iterator[PrintedStep]:
    """The examples as they are told on paper."""
    for number, story in enumerate(stories_of(edition.loaded.source, edition.ruleset), start=1):
        yield PrintedStep(story.title)
        drawn, shown = 0, Look(watchers=tuple(range(1, story.ruleset.game.players + 1)))
        for part in story.parts:
            if part.title:
                yield PrintedStep(part.title)
            for step in part.steps:
                drawn += step.picture
                shown = _look(story, step) if step.kind == "move" else shown
                told = "" if step.text == part.title else step.text
                text = " · ".join(each for each in (told, *step.effects) if each)
                prefix = f"printed-{number}-{drawn}"
                picture = draw(step.state, story.ruleset.words, prefix, shown) if step.picture else None
                if text or picture:
                    yield PrintedStep(text, picture)


def _question(edition: Edition, faq: Faq) -> str:
    question, answer = (spoken(text, faq.borrowed) for text in (faq.question, faq.answer))
    cited = _cited(edition, faq.about)
    return f"**{question}**\n{{: #faq.{faq.id} .question }}\n\n{answer}{f' {cited}' if cited else ''}\n"


def _story(edition: Edition, story: Story, number: int) -> str:
    borrowed = edition.words.language.borrowed(story.language)
    parts = [f"**{spoken(story.title, borrowed)}**\n{{: #example.{story.id} .story }}\n"]
    drawn, shown = 0, Look(watchers=tuple(range(1, story.ruleset.game.players + 1)))
    for part in story.parts:
        if part.title:
            parts.append(f"**{spoken(part.title)}**\n{{: .round }}\n")
        for step in part.steps:
            drawn += step.picture
            shown = _look(story, step) if step.kind == "move" else shown  # a remark is about the last move
            parts.append(_step(edition, story, part, step, shown, f"example-{number}-{drawn}"))
    return "\n".join(part for part in parts if part)


def _step(edition: Edition, story: Story, part: Part, step: Step, look: Look, prefix: str) -> str:
    lines = []
    if step.kind == "remark":
        cited = _cited(edition, step.cites)
        borrowed = edition.words.language.borrowed(step.language)
        lines.append(f"{spoken(step.text, borrowed)}{f' {cited}' if cited else ''}\n{{: .remark }}\n")
    elif step.text != part.title:
        effects = "".join(f" · {spoken(effect)}" for effect in step.effects)
        lines.append(f'{spoken(step.text)}<span class="effects">{effects}</span>\n{{: .{step.kind} }}\n')
    elif step.effects:
        lines.append("".join(f"- {spoken(effect)}\n" for effect in step.effects))
    if step.picture:
        lines.append(figure(draw(step.state, story.ruleset.words, prefix, look), edition.words))
    return "\n".join(lines)


def _look(story: Story, step: Step) -> Look:
    """The position as all seats together see it, with the way of a move."""
    seats = tuple(range(1, story.ruleset.game.players + 1))
    return Look(watchers=seats, walk=step.way, chosen=() if step.way else step.places)


def _cited(edition: Edition, keys: tuple[str, ...]) -> str:
    """Links to the rules, by their numbers."""
    return " ".join(dict.fromkeys(_citations(edition, keys)))


def _citations(edition: Edition, keys: tuple[str, ...]) -> Iterator[str]:
    cited = numbers(edition.chapters)
    for key in keys:
        if at := cited_key(cited, key):
            yield link(cited[at], f"#{at}")
