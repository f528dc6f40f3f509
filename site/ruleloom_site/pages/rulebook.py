"""The rulebook of one configuration as a page: fact box, picture, and everything that is to be read, in four parts."""

from collections.abc import Sequence

from ruleloom.rulebook.credits import unofficial
from ruleloom.rulebook.outline import PARTS
from ruleloom.rulebook.settings import notes_of
from ruleloom.simulate.report import Report
from ruleloom_site import markup
from ruleloom_site.escape import as_html
from ruleloom_site.facts import facts_of
from ruleloom_site.markup import heading
from ruleloom_site.pages.chapters import chapter_markdown, entries_markdown, part_heading
from ruleloom_site.pages.credits import credits_markdown, history_markdown, small_print
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.examples import questions_markdown, stories_markdown
from ruleloom_site.pages.glossary import glossary_markdown
from ruleloom_site.pages.inline import labelled, link, said, spoken, titled
from ruleloom_site.pages.play import SCRIPT, SHEET, play_markdown
from ruleloom_site.pages.played import played_facts, played_link
from ruleloom_site.pictures import Picture, draw, figure
from ruleloom_site.related import Relative
from ruleloom_site.volumes import Page

COUNT = 4  # of parts, where there is an example, a question or a tip
FIRST_SEED = 1


def rulebook_page(
    edition: Edition,
    variants: Sequence[Edition],
    printed: bool = False,
    chooser: str = "",
    related: Sequence[Relative] = (),
    played: Report | None = None,
    play: bool = False,
) -> Page:
    """The page of a configuration; `variants` are those of the game that have pages of their own.

    `printed` says that the rules are there on paper too; `chooser` is the name of the page beside it where others are
    chosen; `related` are games of the same book that are like it; `played` is what games at random have come to;
    `play` says that the game can be played on the page.
    """
    words = edition.words
    parts = [
        heading(1, "top", spoken(edition.title)),
        _introduction(edition, played),
        played_link(edition, played) if played else "",
        link(spoken(words.say("rule.choose")), f"{chooser}.md") + "\n" if chooser else "",
        figure(opening_picture(edition, "opening"), words),
        play_markdown(edition) if play else "",
        *_numbered(edition, variants),
        _other_forms(edition, printed),
        _variants(edition, variants),
        _related(edition, related),
        glossary_markdown(edition),
        credits_markdown(edition),
        history_markdown(edition),
    ]
    summary = words.text(edition.ruleset.model.summary)
    return Page(
        edition.path, edition.title, "\n".join(part for part in parts if part), description=summary.text,
        label=_label(edition), scripts=(SCRIPT,) if play else (), sheets=(SHEET,) if play else (),
    )  # fmt: skip


def _label(edition: Edition) -> str:
    variant = edition.ruleset.variants.get(edition.name)
    return edition.words.text(variant.title).text if variant else edition.words.title


def _other_forms(edition: Edition, printed: bool) -> str:
    """The same rules in other forms: on one page, on paper, as a card for the pocket."""
    words, name = edition.words, edition.name
    forms = [("chapter.summary", f"{name}-summary.md")]
    if printed:
        forms += [("rule.print", f"{name}.pdf"), ("rule.card", f"{name}-card.pdf")]
    return " · ".join(link(spoken(words.say(id)), target) for id, target in forms) + "\n"


def summary_page(edition: Edition) -> Page:
    """The rules on one page: what to do, without the reasons, the rulings and the words."""
    words = edition.words
    title = words.language.labelled(edition.title, words.say("chapter.summary"))
    chapters = edition.chapters_of(("overview", "setup", "turn", "moves", "ends"))
    shown = [heading(1, "top", titled(words.language, edition.title, words.say("chapter.summary"))), _back(edition)]
    for each in chapters:
        title_of = heading(2, each.id, spoken(each.title), each.number)
        shown.append(f"{title_of}\n{entries_markdown(words.language, each.entries)}")
    shown.append(small_print(edition))
    return Page(f"{edition.path}-summary", title, "\n".join(shown), searched=False, label=words.say("chapter.summary"))


def opening_picture(edition: Edition, prefix: str) -> Picture:
    """The table when the first decision is to be made, as a spectator sees it."""
    return draw(edition.loaded.game.start(FIRST_SEED), edition.words, prefix)


def _introduction(edition: Edition, played: Report | None) -> str:
    words, ruleset = edition.words, edition.ruleset
    summary = words.text(ruleset.model.summary)
    lines = [f"{said(summary)}\n{{: .lead }}\n"] if summary.text else []
    for name, model in sorted(ruleset.variants.items()):
        element = ruleset.element(f"variants.{name}")
        text = spoken(element.text, element.borrowed) if element and element.text else ""
        changed = link(spoken(words.say("chapter.difference")), f"{name}-changes.md")
        lines.append(f"**{said(words.text(model.title))}.** {text} {changed}\n")
    lines += [f"{spoken(note)}\n" for note in notes_of(ruleset)]
    box = [(fact.label, fact.value) for fact in facts_of(ruleset)]
    box += played_facts(words.language, played) if played else ()
    lines.append(markup.facts(tuple((as_html(label), as_html(value)) for label, value in box)))
    if line := unofficial(ruleset):
        lines.append(f"<small>{spoken(line)}</small>\n")
    return "\n".join(lines)


def _numbered(edition: Edition, variants: Sequence[Edition]) -> list[str]:
    """The rules, the examples if there are any, and the heading of what stands behind them."""
    words = edition.words
    examples = [part for part in (stories_markdown(edition), questions_markdown(edition), _tips(edition)) if part]
    count = COUNT if examples else COUNT - 1
    return [
        *_rules(edition, count, variants),
        part_heading(words, "example", 3, count) if examples else "",
        *examples,
        part_heading(words, "summary", count, count),
    ]


def _rules(edition: Edition, count: int, variants: Sequence[Edition]) -> list[str]:
    shown = []
    for number, (part, ids) in enumerate(PARTS, start=1):
        shown.append(part_heading(edition.words, part, number, count))
        for chapter in edition.chapters_of(ids):
            more = _to_choose(edition, variants) if chapter.id == "agree" else ""
            shown.append(chapter_markdown(edition.words.language, chapter) + more)
    return shown


def _to_choose(edition: Edition, variants: Sequence[Edition]) -> str:
    """Links to the variants, below what is to be agreed on."""
    if not variants:
        return ""
    language = edition.words.language
    links = [link(spoken(_label(each)), f"{each.name}.md") for each in variants]
    return f"\n{labelled(language, spoken(edition.words.say('chapter.variants')), language.listed(links))}\n"


def _tips(edition: Edition) -> str:
    return "\n".join(chapter_markdown(edition.words.language, chapter) for chapter in edition.chapters_of(("tips",)))


def _variants(edition: Edition, variants: Sequence[Edition]) -> str:
    if not variants:
        return ""
    words = edition.words
    lines = [heading(3, "variants", spoken(words.say("chapter.variants")))]
    for each in variants:
        name = each.name
        element = each.ruleset.element(f"variants.{name}")
        title = said(each.words.text(each.ruleset.variants[name].title))
        text = spoken(element.text, element.borrowed) if element and element.text else ""
        colon = words.language.colon if text else ""
        lines.append(f"- {link(title, f'{name}.md')}{colon}{text}")
    return "\n".join(lines)


def _related(edition: Edition, related: Sequence[Relative]) -> str:
    if not related:
        return ""
    words = edition.words
    links = (link(spoken(each.title), f"../{each.id}/index.md") for each in related)
    lines = (
        f"- {each}{words.language.colon}{spoken(game.summary)}\n" for each, game in zip(links, related, strict=True)
    )
    return "\n".join((heading(3, "related", spoken(words.say("chapter.related"))), "".join(lines)))


def _back(edition: Edition) -> str:
    return link(spoken(edition.title), f"{edition.name}.md") + "\n"
