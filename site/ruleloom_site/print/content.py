"""What is printed, as plain data: the outline in parts, its short form, credits, and the frame around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom.rulebook.entries import Chapter, Entry, all_entries
from ruleloom.rulebook.outline import outline
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.nodes import Scalar
from ruleloom_site.escape import plain_text
from ruleloom_site.pictures import Picture

# The parts of a book, and the chapters of each; a chapter that is not named here is played by.
PARTS = {
    "setup": ("overview", "need", "agree", "setup"),
    "play": ("turn", "moves", "talk", "ends", "words", "rulings", "variants", "faq", "tips", "glossary", "changes"),
    "example": ("example",),
}
SHORT = ("setup", "turn", "moves", "ends")  # the chapters of a pocket card
OBJECTIVE = "prose.objective"
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
class Credit:
    """Who is owed what."""

    name: str
    role: str
    link: str
    licence: str
    text: str


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
    variants = tuple(words.text(model.title).text for _, model in sorted(ruleset.variants.items()))
    return PrintedRules(
        words.language.tag, _colon(ruleset), words.title, variants, _summary(ruleset),
        tuple(_rights(ruleset)), tuple(_credits(ruleset)), tuple(_short(ruleset)),
    )  # fmt: skip


def usual_facts(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """The facts that every ruleset has: for how many it is, and its version."""
    words = ruleset.words
    counts = [str(count) for count in ruleset.players]
    is_wide = _are_in_a_row(counts)
    players = words.say("fact.to", low=counts[0], high=counts[-1]) if is_wide else words.language.either(counts)
    return (words.say("fact.players"), players), (words.say("fact.version"), ruleset.game.version)


def parts_of(ruleset: Ruleset, example: Sequence[PrintedStep]) -> tuple[Part, ...]:
    """The outline in its parts, then the worked example and the summary where there are such."""
    say = ruleset.words.say
    chapters = [_section(ruleset, chapter) for chapter in outline(ruleset)]
    if example:
        chapters.append(Section("example", "", say("chapter.example"), steps=tuple(example)))
    sections = {name: tuple(each for each in chapters if _part_of(each.id) == name) for name in PARTS}
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
    return Line(sentence.text, lang="" if sentence.language == ruleset.words.language.tag else sentence.language)


def _part_of(chapter: str) -> str:
    return next((name for name, chapters in PARTS.items() if chapter in chapters), "play")


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
    others = [_value(ruleset, each) for each in setting.values if each != setting.value]
    in_a_row = len(others) > 3 and _are_in_a_row(setting.values)
    many = words.say("fact.to", low=setting.values[0], high=setting.values[-1]) if in_a_row else ""
    beside = many or words.language.either(others)
    return _value(ruleset, setting.value) + (f" ({beside})" if others else "")


def _value(ruleset: Ruleset, value: str) -> str:
    if value in ("true", "false"):
        return ruleset.words.say("rule.yes" if value == "true" else "rule.no")
    return value if value.isdecimal() else ruleset.words.name(value)


def _are_in_a_row(values: Sequence[str]) -> bool:
    numbers = [int(each) for each in values if each.isdecimal()]
    return len(numbers) == len(values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))


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


def _colon(ruleset: Ruleset) -> str:
    """What stands between a name and what it is: French has a space before the colon."""
    return plain_text(ruleset.words.say("picture.fact", name="0", value="0")).strip("0")


def _rights(ruleset: Ruleset) -> Iterator[str]:
    words = ruleset.words
    name = "+".join((ruleset.game.configuration.game, *ruleset.game.configuration.variants))
    if ruleset.credits:
        yield words.say("rule.unofficial", name=name, version=ruleset.game.version)
    if ruleset.model.licence:
        yield words.say("rule.licence", licence=ruleset.model.licence.text)


def _credits(ruleset: Ruleset) -> Iterator[Credit]:
    def text(written: Scalar | None) -> str:
        return ruleset.words.text(written).text

    for credit in ruleset.credits.values():
        link = credit.link.text if credit.link else ""
        licence = credit.licence.text if credit.licence else ""
        yield Credit(text(credit.name), text(credit.role), link, licence, text(credit.text))
