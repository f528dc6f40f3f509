"""What is printed, as plain data: the outline in parts, its short form, credits, and the frame around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom.rulebook.credits import Credit, credits_of, licence_line, unofficial
from ruleloom.rulebook.entries import Chapter, Entry, all_entries
from ruleloom.rulebook.outline import PARTS, outline
from ruleloom.rulebook.settings import value_called
from ruleloom_dsl.load import Ruleset
from ruleloom_site.pictures import Picture

SHORT = ("setup", "turn", "moves", "ends")  # the chapters of a pocket card
OBJECTIVE = "prose.objective"
MOST_NAMED = 3  # values that are named one by one where they are numbers in a row
LEFT_OUT = ("blanks",)  # how programs write it
_BLANK = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True)
class Line:
    """One rule or remark with what hangs on it; `lang` is the language of a text that is borrowed."""

    text: str
    number: str = ""
    kind: str = ""
    label: str = ""
    lang: str = ""
    lines: "tuple[Line, ...]" = ()


@dataclass(frozen=True, slots=True)
class PrintedPicture:
    """A picture as a file of its own, and what it shows in words."""

    svg: str
    alt: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the worked example: what happens, and how the table looks then."""

    text: str
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """A step as it is printed."""

    text: str
    picture: PrintedPicture | None


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter."""

    id: str
    number: str
    title: str
    lines: tuple[Line, ...] = ()
    steps: tuple[PrintedStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Chapters under one of the few headings of a book; `label` says which of how many it is."""

    id: str
    title: str
    label: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """What a book and a card have in common. `rights` stand where a reader looks for them on every print."""

    lang: str
    colon: str
    title: str
    variants: tuple[str, ...]
    summary: Line
    rights: tuple[str, ...]
    credits: tuple[Credit, ...]
    short: tuple[Section, ...]


def printed_rules(ruleset: Ruleset) -> PrintedRules:
    """The title, the short form and the credits of a configuration."""
    words = ruleset.words
    rights = tuple(filter(None, (unofficial(ruleset), licence_line(ruleset))))
    return PrintedRules(
        words.language.tag, words.language.colon, words.title, ruleset.variant_titles, _summary(ruleset), rights,
        credits_of(ruleset), tuple(_short(ruleset)),
    )  # fmt: skip


def parts_of(ruleset: Ruleset, example: Sequence[PrintedStep]) -> tuple[Part, ...]:
    """The outline in its parts, then the worked example and the summary where there are such."""
    say = ruleset.words.say
    sections: dict[str, tuple[Section, ...]] = {name: () for name, _ in PARTS}
    for chapter in outline(ruleset):
        sections[_part_of(chapter.id)] += (_section(ruleset, chapter),)
    sections["example"] = (Section("example", "", say("chapter.example"), steps=tuple(example)),) if example else ()
    sections["summary"] = tuple(_short(ruleset))
    there = [name for name, found in sections.items() if found]
    return tuple(
        Part(name, say(f"part.{name}"), say("part.of", n=number, all=len(there)), sections[name])
        for number, name in enumerate(there, 1)
    )


def borrowed_from(ruleset: Ruleset) -> tuple[str, ...]:
    """The languages of the texts that stand in for those which the rulebook's own language lacks."""
    entries = (entry for chapter in outline(ruleset) for entry in all_entries(chapter.entries))
    found = {_summary(ruleset).lang, *(entry.borrowed for entry in entries)}
    return tuple(sorted(filter(None, found)))


def _summary(ruleset: Ruleset) -> Line:
    sentence = ruleset.words.text(ruleset.model.summary)
    return Line(sentence.text, lang=sentence.borrowed or "")


def _part_of(chapter: str) -> str:
    return next((name for name, chapters in PARTS if chapter in chapters), "play")


def _section(ruleset: Ruleset, chapter: Chapter) -> Section:
    return Section(chapter.id, chapter.number, chapter.title, tuple(_lines(ruleset, chapter.entries)))


def _lines(ruleset: Ruleset, entries: Sequence[Entry]) -> Iterator[Line]:
    is_taken = True  # the reading taken is the first
    for entry in entries:
        if entry.kind == "reading":
            if entry.text:
                yield _line(ruleset, entry, "taken" if is_taken else "reading")
            is_taken = False
        elif entry.kind not in LEFT_OUT:
            yield _line(ruleset, entry, entry.kind)


def _line(ruleset: Ruleset, entry: Entry, kind: str) -> Line:
    text = entry.text
    if kind == "saying":
        text = _BLANK.sub("…", text)
    readings = [each.text for each in entry.entries if each.kind == "reading"]
    if readings and not any(readings):
        text = " ".join(filter(None, (text, _values(ruleset, entry.key.rpartition(".")[2]))))
    label = "" if kind in ("taken", "reading") else entry.label
    return Line(text, entry.number, kind, label, entry.borrowed or "", tuple(_lines(ruleset, entry.entries)))


def _values(ruleset: Ruleset, name: str) -> str:
    """The value taken, and in brackets what else it could be; nothing for what is no setting."""
    setting = next((each for each in ruleset.settings if each.name == name), None)
    if setting is None:
        return ""
    words = ruleset.words
    value, values = setting.value, setting.values
    others = [value_called(words, each) for each in values if each != value]
    is_run = values[0].isdecimal() and [*values] == [str(int(values[0]) + number) for number in range(len(values))]
    is_wide = is_run and len(others) > MOST_NAMED
    beside = words.language.between(values[0], values[-1]) if is_wide else words.language.either(others)
    return value_called(words, value) + (f" ({beside})" if others else "")


def _short(ruleset: Ruleset) -> Iterator[Section]:
    """What the game is about, and the rules that one looks up while playing."""
    chapters = {chapter.id: chapter for chapter in outline(ruleset)}
    overview = chapters.get("overview")
    about = [entry for entry in overview.entries if entry.key == OBJECTIVE] if overview else []
    if overview and about:
        yield Section(overview.id, "", overview.title, tuple(_lines(ruleset, about)))
    for id in SHORT:
        if id in chapters:
            yield _section(ruleset, chapters[id])
