"""The rules of a configuration as an outline for reading: numbered chapters of entries, each with what hangs on it.

Every rule has a number in the order of reading: 5.2 is the second rule of the fifth chapter, 5.2b the second point
under it. Its anchor is its key, which is the same in every language and version.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ruleloom.rulebook.components import kinds_of
from ruleloom.rulebook.entries import Chapter, Entry, all_entries
from ruleloom.rulebook.sayings import fillings
from ruleloom.rulebook.settings import readings_of, settings_of
from ruleloom.talk import pattern
from ruleloom_dsl.elements import Element
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.texts.borrowed import language_of

OPENING = ("prose.objective", "prose.overview")  # the prose that a rulebook begins with; all other prose are tips

# A chapter, and the first words of the keys of what stands in it.
CHAPTERS = (
    ("overview", ("prose",)),
    ("need", ("components", "board", "zones", "vars")),
    ("agree", ("options",)),
    ("setup", ("setup",)),
    ("turn", ("play", "steps")),
    ("moves", ("moves",)),
    ("talk", ("talk",)),
    ("ends", ("ends",)),
    ("words", ("terms", "orders")),
    ("rulings", ("rulings",)),
    ("tips", ("prose",)),
)
# The parts of a rulebook that make up its rules, each with its chapters in the order of reading.
PARTS = (
    ("setup", ("overview", "need", "agree", "setup")),
    ("play", ("turn", "moves", "talk", "ends", "words", "rulings")),
)
UNNUMBERED = ("prose", "remark", "kind", "reading", "reason", "blanks")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def outline(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """The chapters that have something to say, numbered from 1."""
    found: list[Chapter] = []
    for id, heads in CHAPTERS:
        entries = tuple(_entries(ruleset, id, heads))
        if entries:
            number = str(len(found) + 1)
            found.append(Chapter(id, number, ruleset.words.say(f"chapter.{id}"), _numbered(entries, number)))
    return tuple(found)


def numbers(chapters: Sequence[Chapter]) -> Mapping[str, str]:
    """How each element is cited that has a number of its own."""
    entries = (entry for chapter in chapters for entry in all_entries(chapter.entries))
    return {entry.key: entry.number for entry in entries if entry.number}


def cited_key(cited: Mapping[str, str], key: str) -> str:
    """The element itself, or the nearest one above it, that has a number; nothing where none has one."""
    while key and key not in cited:
        key = key.rpartition(".")[0]
    return key


def number_of(cited: Mapping[str, str], key: str) -> str:
    """How an element is cited: by its number, or by that of the nearest element above it; else not at all."""
    return cited.get(cited_key(cited, key), "")


def _entries(ruleset: Ruleset, chapter: str, heads: Sequence[str]) -> Iterator[Entry]:
    elements = [element for element in ruleset.elements if element.key.partition(".")[0] in heads]
    if heads == ("prose",):
        elements = [element for element in elements if (element.key in OPENING) == (chapter == "overview")]
    if chapter == "talk" and ruleset.game.talk is not None:
        text = ruleset.words.say("rule.talk_often", n=ruleset.game.talk.at_most)
        yield Entry(text, "talk", "remark", borrowed=language_of(text))
    if chapter == "agree":
        yield from settings_of(ruleset)
    yield from _outline(ruleset, sorted(elements, key=lambda each: heads.index(each.key.partition(".")[0])))


def _outline(ruleset: Ruleset, elements: Sequence[Element]) -> Iterator[Entry]:
    """Elements as a tree: each hangs on the nearest one above it that has something to say."""
    left = list(elements)
    while left:
        head = left.pop(0)
        inner = [each for each in left if each.key.startswith(f"{head.key}.")]
        left = [each for each in left if each not in inner]
        entry = _entry(ruleset, head, tuple(_outline(ruleset, inner)))
        if entry.text:
            yield entry
        else:
            yield from entry.entries


def _entry(ruleset: Ruleset, element: Element, inner: tuple[Entry, ...]) -> Entry:
    extra: tuple[Entry, ...] = ()
    if element.kind == "component":
        extra = tuple(kinds_of(ruleset, element.key.partition(".")[2]))
    elif element.kind == "saying":
        extra = tuple(_blanks(ruleset, element.key))
    elif element.kind in ("ruling", "option"):
        extra = tuple(readings_of(ruleset, element))
    return Entry(
        element.text or "", element.key, element.kind, source=element.source, place=format_place(element.span),
        entries=(*extra, *inner), borrowed=element.borrowed,
    )  # fmt: skip


def _blanks(ruleset: Ruleset, key: str) -> Iterator[Entry]:
    """How a statement is written, and what can stand in its blanks."""
    says = ruleset.game.talk.says if ruleset.game.talk is not None else ()
    for saying in says:
        if key == f"talk.says.{saying.id}":
            yield Entry("; ".join((pattern(saying), *fillings(ruleset.words.language, saying))), key, "blanks")


def _numbered(entries: tuple[Entry, ...], chapter: str) -> tuple[Entry, ...]:
    """The rules of a chapter with their numbers, and the points under each with a letter behind it."""
    found = []
    count = 0
    for entry in entries:
        if entry.kind not in UNNUMBERED:
            count += 1
            number = f"{chapter}.{count}"
            entry = replace(entry, number=number, entries=_lettered(entry.entries, number))
        found.append(entry)
    return tuple(found)


def _lettered(entries: tuple[Entry, ...], number: str) -> tuple[Entry, ...]:
    letters = iter(_LETTERS)
    return tuple(
        entry if entry.kind in UNNUMBERED else replace(entry, number=number + next(letters, "z")) for entry in entries
    )
