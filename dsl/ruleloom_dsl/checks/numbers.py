"""Numbers in sentences come from the rules: none is written out, and one in braces occurs in the rule."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.nodes import Mapping, Scalar, Sequence
from ruleloom_dsl.resolve.build import Build, Resolved
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import OptionModel, ProseModel, RulingModel

SENTENCES = frozenset(
    ("text", "why", "readings", "about", "title", "summary", "prose", "credits", "sources", "source", "symbol")
)
"""Keys that hold what is printed: a number there is no number of the rule."""

_INNERMOST = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"(?<!\w)\d+")
_NAME = re.compile(r"[^\W\d]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NumberWords:
    """The words of a language that stand for numbers from two upwards, and phrases in which they count nothing."""

    words: dict[str, int]
    allowed: tuple[re.Pattern[str], ...] = field(repr=False)
    pattern: re.Pattern[str] = field(repr=False)

    def naked(self, text: str) -> Iterator[tuple[int, int, int]]:
        """The numbers that stand outside braces: where each begins and ends, and what it comes to.

        >>> list(number_words("en").naked("Lay {3} of five cards, one of the two apart."))
        [(11, 15, 5)]
        """
        bare = _outside_braces(text)
        spans = [match.span() for phrase in self.allowed for match in phrase.finditer(bare)]
        for match in self.pattern.finditer(bare):
            if not any(start <= match.start() and match.end() <= end for start, end in spans):
                number = int(match[0]) if match[0].isdecimal() else self.words[match[0].casefold()]
                yield match.start(), match.end(), number


def _outside_braces(text: str) -> str:
    """The text with blanks for all that stands in braces, and the same length."""
    while match := _INNERMOST.search(text):
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    return text


@cache
def number_words(language: str = "en") -> NumberWords:
    """The number words of a language, from its catalogue; a language without a catalogue has digits only."""
    path = files("ruleloom_dsl").joinpath("locales", f"{language}.yaml")
    catalogue = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader) if path.is_file() else {}
    numbers = catalogue.get("numbers", {})
    words = {word.casefold(): int(number) for word, number in numbers.get("words", {}).items()}
    allowed = (r"\s+".join(map(re.escape, phrase.split())) for phrase in numbers.get("allowed", ()))
    written = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return NumberWords(
        words,
        tuple(re.compile(rf"\b{phrase}\b", re.IGNORECASE) for phrase in allowed),
        re.compile(rf"\d+|\b(?:{written})\b" if written else r"\d+", re.IGNORECASE),
    )


def check_numbers(resolved: Resolved, report: Report) -> None:
    """Warn of numbers that are written out in the sentence of a rule, and of numbers in braces that it does not have.

    Prose that is about nothing, and why a ruling is as it is where it names no rule, may say what they like.
    """
    build = resolved.build
    for key, pending in build.pending.items():
        model = pending.model
        about = model.about if isinstance(model, ProseModel | RulingModel) else ()
        if isinstance(model, ProseModel) and not about:
            continue
        rules = (model, *(other for name in about for other in _below(build, name.text)))
        for text in (pending.text, *_more(model, bool(about))):
            if text is not None:
                _check_naked(key, text, report)
                _check_bound(key, text, rules, build, report)


def _more(model: LocatedModel, is_about: bool) -> Iterator[Scalar | None]:
    """What an option or ruling says beside its sentence."""
    if isinstance(model, OptionModel | RulingModel):
        yield from model.readings.values()
    if isinstance(model, RulingModel) and is_about:
        yield model.why


def _below(build: Build, key: str) -> Iterator[LocatedModel]:
    """The elements that a key names: one, or all of a table."""
    for other, pending in build.pending.items():
        if other == key or other.startswith(f"{key}."):
            yield pending.model


@lru_cache(maxsize=10_000)  # the same sentences stand in many configurations
def _naked(text: str) -> tuple[tuple[int, int, int], ...]:
    return tuple(number_words().naked(text))


def _check_naked(key: str, text: Scalar, report: Report) -> None:
    for start, end, number in _naked(text.text):
        message = f'"{text.text[start:end]}" in the sentence of {key} is bound to no rule'
        help = f"write {{{number}}}: a number in braces must occur in the rule; better a value of the model"
        report.warning(Code.NAKED_NUMBER, message, text.locate(start, end), help=help)


def _check_bound(key: str, text: Scalar, rules: tuple[LocatedModel, ...], build: Build, report: Report) -> None:
    for match in _INNERMOST.finditer(text.text):
        literal = [] if _NAME.search(match[1]) else [int(number) for number in _NUMBER.findall(match[1])]
        known = {number for rule in rules for number in _numbers(rule)} if literal else set()
        for number in literal:
            if number not in known and number not in _numbers(tuple(_named(rules, build))):
                message = f"{number} stands in the sentence of {key}, and not in the rule"
                span = text.locate(*match.span())
                report.warning(Code.NUMBER_NOT_IN_RULE, message, span, help="write what the rule says")


def _named(rules: tuple[LocatedModel, ...], build: Build) -> Iterator[LocatedModel]:
    """The variables and terms that rules name."""
    words = {word for rule in rules for text in _texts(rule) for word in _WORD.findall(text)}
    for key, pending in build.pending.items():
        table, _, name = key.partition(".")
        if table in ("vars", "terms") and name in words:
            yield pending.model


def _numbers(rule: object) -> Iterator[int]:
    """The numbers that stand in a rule, without those in sentences."""
    for text in _texts(rule):
        yield from map(int, _NUMBER.findall(text))


def _texts(rule: object) -> Iterator[str]:
    """All that stands in a rule, keys too, without its sentences."""
    match rule:
        case bool() | None:
            pass
        case int() | str():
            yield str(rule)
        case Scalar():
            yield rule.text
        case BaseModel():
            yield from _entries((name, getattr(rule, name)) for name in type(rule).model_fields)
        case dict():
            yield from _entries(rule.items())
        case Mapping():
            yield from _entries((entry.key, entry.value) for entry in rule.entries)
        case Sequence():
            yield from _texts(rule.items)
        case tuple() | list():
            for item in rule:
                yield from _texts(item)


def _entries(entries: Iterable[tuple[object, object]]) -> Iterator[str]:
    for key, value in entries:
        if key not in SENTENCES:
            yield from _texts(key)
            yield from _texts(value)
