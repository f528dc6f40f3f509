"""The languages: what the product itself says in each, and how each counts and lists (by Unicode's data, from Babel).

A language is one file, `locales/<tag>.yaml`: shipped, or in a folder of one's own rulesets.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from ruleloom_dsl.diagnostics import Code, Report, quote, suggest
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.language import LanguageModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file
from ruleloom_dsl.texts.borrowed import lent, together
from ruleloom_dsl.texts.messages import Asked, Message, MessageError, Writing, asked, format_message, parse_message
from ruleloom_dsl.texts.modals import NO_MODALS, Modals
from ruleloom_dsl.texts.numbers import NumberWords

SOURCE = "en"  # the language that the rulesets are written in
FOLDER = "locales"

Filling = str | int | bool | Sequence[str]


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its tag and own name, its phrases by id, and the language that fills its gaps."""

    tag: str
    name: str
    phrases: Mapping[str, Message] = field(repr=False)
    numbers: NumberWords = field(repr=False)
    modals: Modals = field(default=NO_MODALS, repr=False)
    fallback: "Language | None" = field(default=None, repr=False)

    def say(self, id: str, **values: Filling) -> str:
        """A phrase with its values filled in; where it has none, that of the fallback, borrowed. Raises KeyError."""
        speaker = self
        while id not in speaker.phrases:
            if speaker.fallback is None:
                raise KeyError(id)
            speaker = speaker.fallback
        said = format_message(speaker.phrases[id], speaker.writing(lambda asked: values[asked.expression]))
        return together(said, _texts(values.values())) if speaker is self else lent(said, speaker.tag)

    def writing(self, value_of: Callable[[Asked], Filling]) -> Writing:
        """How messages are written whose values are looked up by `value_of`."""

        def form(asked: Asked, _form: str) -> str:
            return self.written(value_of(asked))

        def number(asked: Asked) -> int:
            value = value_of(asked)
            assert isinstance(value, int)
            return value

        return Writing(
            value=lambda asked: self.written(value_of(asked)),
            number=number,
            word=lambda asked: _word(value_of(asked)),
            form=form,
            category=self.category,
        )

    def written(self, value: Filling) -> str:
        """A value as it is printed."""
        return str(value) if isinstance(value, str | int) else self.listed(value)

    def listed(self, items: Sequence[str]) -> str:
        """Several words joined as the language does, such as "a, b and c"."""
        return together(format_list(list(items), locale=self._babel), items) if items else ""

    def either(self, items: Sequence[str]) -> str:
        """Several words of which one is meant, such as "a, b or c"."""
        return together(format_list(list(items), style="or", locale=self._babel), items) if items else ""

    def counts(self, numbers: Sequence[int]) -> str:
        """Numbers of which one is meant: "2 to 4", "3 or 5", "2"."""
        if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
            return self.between(numbers[0], numbers[-1])
        return self.either([str(number) for number in numbers])

    def between(self, low: str | int, high: str | int) -> str:
        """All from one value to another: "2 to 4"."""
        return self.say("fact.to", low=low, high=high)

    def decimal(self, value: float, places: int = 0, *, signed: bool = False) -> str:
        """A number with so many places, and with its sign if that is wanted: "1,234.50"."""
        pattern = "#,##0" + "." * (places > 0) + "0" * places
        return format_decimal(value, f"+{pattern};-{pattern}" if signed else pattern, self._babel)

    def percent(self, part: float, places: int = 1, *, signed: bool = False) -> str:
        """A part of all in per cent, as the language writes it: "12.5%", "12,5 %"."""
        before, zero, after = self._babel.percent_formats[None].pattern.rpartition("0")
        pattern = before + zero + "." * (places > 0) + "0" * places + after
        return format_percent(part, f"+{pattern};-{pattern}" if signed else pattern, self._babel)

    def labelled(self, label: str, text: str) -> str:
        """A text with what it is in front of it; either may be missing."""
        return self.say("list.labelled", label=label, text=text) if label and text else label or text

    @property
    def colon(self) -> str:
        """What stands between a label and its text: French has a space before it, too."""
        return self.say("list.labelled", label="0", text="0").strip("0")

    def borrowed(self, tag: str) -> str | None:
        """The language of a text, where it is another one that stands in."""
        return None if tag == self.tag else tag

    def truth(self, is_so: bool) -> str:
        """The word for a truth."""
        return self.say("rule.yes" if is_so else "rule.no")

    def category(self, number: int, ordinal: bool = False) -> str:
        """The plural category of a number."""
        rule = self._babel.ordinal_form if ordinal else self._babel.plural_form
        return str(rule(number))

    def categories(self, ordinal: bool = False) -> frozenset[str]:
        """The plural categories that the language has."""
        rule = self._babel.ordinal_form if ordinal else self._babel.plural_form
        return frozenset({*rule.tags, "other"})

    @property
    def right_to_left(self) -> bool:
        """Whether it is written from right to left."""
        return str(self._babel.text_direction) == "rtl"

    @property
    def _babel(self) -> Locale:
        return babel_locale(self.tag)


@cache
def babel_locale(tag: str) -> Locale:
    """Unicode's data of a language. Raises ValueError where there is none."""
    try:
        return Locale.parse(tag, sep="-")
    except UnknownLocaleError as error:
        raise ValueError(tag) from error


def language_files(own: Sequence[Path] = ()) -> dict[str, Path]:
    """The files of all languages by their tags; a file of one's own comes before a shipped one."""
    shipped = Path(str(files("ruleloom_dsl"))) / FOLDER
    folders = (shipped, *(folder / FOLDER for folder in own))
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}


def load_language(tag: str, own: Sequence[Path] = ()) -> Language:
    """A language by its tag, such as `de`. Raises RulesetError."""
    known = language_files(own)
    if tag not in known:
        report = Report()
        help = suggest(tag, known) or "the languages are " + ", ".join(sorted(known))
        report.error(Code.UNKNOWN_LANGUAGE, f"no language is called {quote(tag)}", None, help=help)
        report.raise_errors()
    return _load_known(tag, known)


def _load_known(tag: str, known: Mapping[str, Path]) -> Language:
    return _load(tag, tuple(sorted(known.items())), tuple(map(_stamp, known.values())))


def _stamp(path: Path) -> tuple[int, int]:
    """What changes with a file."""
    try:
        status = path.stat()
    except OSError:  # gone since it was listed
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _load(tag: str, known: tuple[tuple[str, Path], ...], _stamps: tuple[tuple[int, int], ...]) -> Language:
    report = Report()
    path = dict(known)[tag]
    document = read_file(path, report)
    model = None if document is None else validate(LanguageModel, document, report)
    report.raise_errors()
    assert model is not None
    language = _language(tag, model, dict(known), report)
    report.raise_errors()
    return language


def _language(tag: str, model: LanguageModel, known: Mapping[str, Path], report: Report) -> Language:
    if model.language.text != tag:
        message = f'the language "{model.language.text}" is not the name of its file, "{tag}"'
        report.error(Code.WRONG_GAME, message, model.language.span)
    try:
        babel_locale(tag)
    except ValueError:
        message = f"{quote(tag)} is no language that Unicode's data knows"
        report.error(Code.UNKNOWN_LANGUAGE, message, model.language.span, help="write a tag such as de or pt-BR")
    fallback = None
    if tag != SOURCE:
        wanted = model.fallback.text if model.fallback else SOURCE
        if wanted == tag or wanted not in known:
            message = f"{quote(wanted)} cannot stand in for {quote(tag)}"
            report.error(Code.UNKNOWN_LANGUAGE, message, (model.fallback or model.language).span)
        else:
            fallback = load_language(wanted) if wanted == SOURCE else _load_known(wanted, known)
    words = model.numbers
    numbers = NumberWords(words.words, words.allowed) if words else NumberWords({}, ())
    said = model.modals
    modals = Modals(said.must, said.may, said.must_not) if said else NO_MODALS
    phrases = {id: _phrase(text, report) for id, text in model.phrases.items()}
    if fallback is not None:
        _check_phrases(model, phrases, load_language(SOURCE), report)
    return Language(tag, model.name.text, phrases, numbers, modals, fallback)


def _check_phrases(model: LanguageModel, phrases: Mapping[str, Message], source: Language, report: Report) -> None:
    """Report phrases that the product never says, and values that it does not give."""
    for id, message in phrases.items():
        if id not in source.phrases:
            text = f"no phrase has the id {quote(id)}"
            report.error(Code.UNKNOWN_TEXT, text, model.phrases[id].span, help=suggest(id, source.phrases))
            continue
        given = {each.expression for each in asked(source.phrases[id])}
        for each in asked(message):
            if each.expression not in given:
                help = "the values are " + ", ".join(f"{{{value}}}" for value in sorted(given)) if given else None
                found = model.phrases[id].locate(each.start, each.start + len(each.expression))
                text = f"{{{each.expression}}} is no value of the phrase {id}"
                report.error(Code.TEXT_VALUES, text, found, help=help)


def _phrase(text: Scalar, report: Report) -> Message:
    try:
        return parse_message(text.text)
    except MessageError as error:
        report.error(Code.BAD_PLACEHOLDER, str(error), text.locate(error.start, error.end), help=error.help)
        return ()


def _texts(values: Iterable[Filling]) -> Iterator[str]:
    for value in values:
        match value:
            case str():
                yield value
            case bool() | int():
                pass
            case _:
                yield from value


def _word(value: Filling) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
