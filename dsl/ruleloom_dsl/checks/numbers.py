"""Numbers in sentences come from the rules: none is written out, and one in braces occurs in the rule."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import yaml
from pydantic import BaseModel

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.nodes import Mapping, Scalar, Sequence
from ruleloom_dsl.resolve.build import Build, Resolved
from ruleloom_dsl.resolve.sentences import placeholders
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import OptionModel, ProseModel, RulingModel

SENTENCES = frozenset(
    ("text", "why", "readings", "about", "title", "summary", "prose", "credits", "sources", "source", "symbol")
)
"""Keys that hold what is printed: a number there is no number of the rule."""

_BRACES = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"(?<!\w)\d+")
_NAME = re.compile(r"[^\W\d]")


@dataclass(frozen=True, slots=True)
class NumberWords:
    """The words of a language that stand for numbers from two upwards, and phrases in which they count nothing."""

    words: dict[str, int]
    allowed: tuple[str, ...]
    pattern: re.Pattern[str] = field(repr=False)

    def naked(self, text: str) -> Iterator[tuple[int, int, int]]:
        """The numbers that stand outside braces: where each begins and ends, and what it comes to."""
        bare = _BRACES.sub(lambda match: " " * len(match[0]), text).casefold()
        spans = [match.span() for phrase in self.allowed for match in re.finditer(rf"\b{phrase}\b", bare)]
        for match in self.pattern.finditer(bare):
            if not any(start <= match.start() and match.end() <= end for start, end in spans):
                number = int(match[0]) if match[0].isdecimal() else self.words[match[0]]
                yield match.start(), match.end(), number


@cache
def number_words(language: str = "en") -> NumberWords:
    """The number words of a language, from its catalogue; a language without a catalogue has digits only."""
    path = files("ruleloom_dsl").joinpath("locales", f"{language}.yaml")
    catalogue = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader) if path.is_file() else {}
    numbers = catalogue.get("numbers", {})
    words = {word.casefold(): int(number) for word, number in numbers.get("words", {}).items()}
    allowed = tuple(r"\s+".join(map(re.escape, phrase.casefold().split())) for phrase in numbers.get("allowed", ()))
    written = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return NumberWords(words, allowed, re.compile(rf"\d+|\b(?:{written})\b" if written else r"\d+"))


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
                _check_bound(key, text, rules, report)


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


def _check_naked(key: str, text: Scalar, report: Report) -> None:
    for start, end, number in number_words().naked(text.text):
        message = f'"{text.text[start:end]}" in the sentence of {key} is bound to no rule'
        help = f"write {{{number}}}: a number in braces must occur in the rule; better a value of the model"
        report.warning(Code.NAKED_NUMBER, message, text.locate(start, end), help=help)


def _check_bound(key: str, text: Scalar, rules: Iterable[object], report: Report) -> None:
    for inside in placeholders(text):
        literal = [] if _NAME.search(inside) else [int(number) for number in _NUMBER.findall(inside)]
        known = {number for rule in rules for number in _numbers(rule)} if literal else set()
        for number in literal:
            if number not in known:
                message = f"{number} stands in the sentence of {key}, and not in the rule"
                at = text.text.find(f"{{{inside}}}")
                span = text.locate(at, at + len(inside) + 2)
                report.warning(Code.NUMBER_NOT_IN_RULE, message, span, help="write what the rule says")


def _numbers(rule: object) -> Iterator[int]:
    """The numbers that stand in a rule, without those in sentences."""
    match rule:
        case bool() | None:
            pass
        case int():
            yield rule
        case str():
            yield from map(int, _NUMBER.findall(rule))
        case Scalar():
            yield from _numbers(rule.text)
        case BaseModel():
            yield from _entries((name, getattr(rule, name)) for name in type(rule).model_fields)
        case dict():
            yield from _entries(rule.items())
        case Mapping():
            yield from _entries((entry.key, entry.value) for entry in rule.entries)
        case Sequence():
            yield from _numbers(rule.items)
        case tuple() | list():
            for item in rule:
                yield from _numbers(item)


def _entries(entries: Iterable[tuple[object, object]]) -> Iterator[int]:
    for key, value in entries:
        if key not in SENTENCES:
            yield from _numbers(key)
            yield from _numbers(value)
