"""The difference page of a variant: what the base game says otherwise, sentence by sentence."""

from collections.abc import Mapping
from itertools import groupby

from ruleloom.rulebook.differences import SentenceChange, changed_sentences
from ruleloom.rulebook.outline import cited_key, numbers
from ruleloom_dsl.words import Words
from ruleloom_site.markup import heading
from ruleloom_site.pages.credits import small_print
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken, titled
from ruleloom_site.volumes import Page

_CHANGES = {"added": "rule.added", "changed": "rule.changed", "removed": "rule.removed"}


def changes_page(base: Edition, edition: Edition) -> Page:
    """What a variant changes of the base game."""
    words = edition.words
    changes = changed_sentences(base.ruleset, edition.ruleset)
    title = words.language.labelled(edition.title, words.say("chapter.difference"))
    opening = words.say("rule.base", game=base.title) if changes else words.say("rule.no_difference")
    shown = [
        heading(1, "top", titled(words.language, edition.title, words.say("chapter.difference"))),
        f"{spoken(opening)}\n",
    ]
    cited = numbers(edition.chapters)
    for chapter, members in groupby(changes, key=lambda change: change.chapter):
        shown.append(f"\n**{spoken(chapter)}**\n")  # no heading: a sentence may differ in one language only
        shown += [_change(words, edition, change, cited) for change in members]
    shown.append(f"\n{link(spoken(edition.title), f'{edition.name}.md')}\n")
    shown.append(small_print(edition))
    return Page(
        f"{edition.path}-changes", title, "\n".join(shown), searched=False, label=words.say("chapter.difference")
    )


def _change(words: Words, edition: Edition, change: SentenceChange, cited: Mapping[str, str]) -> str:
    mark = f'<span class="change {change.change}">{spoken(words.say(_CHANGES[change.change]))}</span>'
    new = spoken(change.new) if change.new else ""
    old = f" <del>{spoken(change.old)}</del>" if change.old else ""
    at = "" if change.change == "removed" else cited_key(cited, change.key)
    place = f" {link(cited[at], f'{edition.name}.md#{at}')}" if at else ""
    return f"- {mark} {new}{old}{place}"
