"""What is printed, as plain data: the outline in parts, its short form, credits, and the frame around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom.rulebook.credits import Credit, credits_of, licence_line, unofficial
from ruleloom.rulebook.entries import Chapter, Entry
from ruleloom.rulebook.outline import PARTS, number_of, numbers, outline
from ruleloom.rulebook.questions import Faq
from ruleloom.rulebook.settings import value_called
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.texts.borrowed import language_of, together
from ruleloom_site.pictures import standalone
from ruleloom_site.telling import Told

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
class PrintedStep:
    """A step of the worked example: what happens, and how the table looks then."""

    line: Line
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
    summary: Line
    rights: tuple[str, ...]
    credits: tuple[Credit, ...]
    short: tuple[Section, ...]


def printed_rules(ruleset: Ruleset) -> PrintedRules:
    """The title, the short form and the credits of a configuration."""
    words = ruleset.words
    rights = tuple(filter(None, (unofficial(ruleset), licence_line(ruleset))))
    return PrintedRules(
        words.language.tag, words.language.colon, ruleset.title, _summary(ruleset), rights, credits_of(ruleset),
        tuple(_short(ruleset)),
    )  # fmt: skip


def printed_story(example: Sequence[Told]) -> Iterator[PrintedStep]:
    """The worked examples as they are told on paper."""
    for each in example:
        parts = [part for part in (each.text, *each.effects) if part]
        picture = PrintedPicture(standalone(each.picture), each.picture.description) if each.picture else None
        if parts or picture:
            yield PrintedStep(_spoken(together(" · ".join(parts), parts)), picture)


def parts_of(ruleset: Ruleset, example: Sequence[PrintedStep], questions: Sequence[Faq]) -> tuple[Part, ...]:
    """The outline in its parts, then the worked example, the questions and the summary where there are such."""
    say = ruleset.words.say
    sections: dict[str, tuple[Section, ...]] = {name: () for name, _ in PARTS}
    for chapter in outline(ruleset):
        sections[_part_of(chapter.id)] += (_section(ruleset, chapter),)
    told = Section("example", "", say("chapter.example"), steps=tuple(example))
    asked = Section("faq", "", say("chapter.faq"), tuple(_questions(ruleset, questions)))
    sections["example"] = tuple(section for section in (told, asked) if section.steps or section.lines)
    sections["summary"] = tuple(_short(ruleset))
    there = [name for name, found in sections.items() if found]
    return tuple(
        Part(name, say(f"part.{name}"), say("part.of", n=number, all=len(there)), sections[name])
        for number, name in enumerate(there, 1)
    )


def borrowed_from(rules: PrintedRules, parts: Sequence[Part]) -> tuple[str, ...]:
    """The languages of the texts that stand in for those which the rulebook's own language lacks."""
    sections = [section for part in parts for section in part.sections]
    lines = (
        *(line for each in sections for line in each.lines),
        *(step.line for each in sections for step in each.steps),
    )
    return tuple(sorted({line.lang for line in _all_lines((rules.summary, *lines)) if line.lang}))


def _all_lines(lines: Sequence[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from _all_lines(line.lines)


def _summary(ruleset: Ruleset) -> Line:
    return _spoken(ruleset.words.text(ruleset.model.summary).spoken)


def _spoken(text: str, kind: str = "", lines: tuple[Line, ...] = ()) -> Line:
    return Line(text, kind=kind, lang=language_of(text) or "", lines=lines)


def _questions(ruleset: Ruleset, questions: Sequence[Faq]) -> Iterator[Line]:
    """Questions, each with its answer and the numbers of the rules that it is about."""
    cited = numbers(outline(ruleset))
    for faq in questions:
        about = ", ".join(dict.fromkeys(filter(None, (number_of(cited, key) for key in faq.about))))
        answer = together(f"{faq.answer} ({about})" if about else faq.answer, (faq.answer,))
        yield _spoken(faq.question, "question", (_spoken(answer),))


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
