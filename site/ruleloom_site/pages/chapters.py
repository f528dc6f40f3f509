"""The chapters of an outline as Markdown: a heading for each, a rule with its number for each entry."""

import re
from collections.abc import Iterator, Sequence

from ruleloom.rulebook.entries import Chapter, Entry
from ruleloom.rulebook.outline import UNNUMBERED
from ruleloom_dsl.texts.language import Language
from ruleloom_dsl.words import Words
from ruleloom_site.markup import heading, rule
from ruleloom_site.pages.inline import labelled, spoken

_BLANK = re.compile(r"\{\w+\}")  # of a statement


def part_heading(words: Words, part: str, number: int, count: int) -> str:
    """The heading of a part, "n of 4"."""
    of = words.say("part.of", n=number, all=count)
    return heading(2, f"part.{part}", f'{spoken(words.say(f"part.{part}"))} <small class="of">{spoken(of)}</small>')


def chapter_markdown(language: Language, chapter: Chapter) -> str:
    """A chapter under its heading."""
    title = heading(3, chapter.id, spoken(chapter.title), chapter.number)
    return f"{title}\n{entries_markdown(language, chapter.entries)}"


def entries_markdown(language: Language, entries: Sequence[Entry]) -> str:
    """Entries as a list, what hangs on one indented below it; remarks have no anchor."""
    return "".join(line for entry in entries for line in _lines(language, entry, 0))


def _lines(language: Language, entry: Entry, depth: int) -> Iterator[str]:
    text = spoken(_BLANK.sub("…", entry.text) if entry.kind == "saying" else entry.text, entry.borrowed)
    text = labelled(language, spoken(entry.label) if entry.label else "", text)
    if entry.kind not in UNNUMBERED:
        yield rule(entry.key, text, entry.number, depth)
    else:
        yield f"{'    ' * depth}- {text}\n"
    for inner in entry.entries:
        if inner.kind != "blanks":  # how programs write it
            yield from _lines(language, inner, depth + 1)
