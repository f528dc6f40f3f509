"""Numbers in sentences come from the rules: none is written out, and one in braces occurs in the rule."""

import re
from collections.abc import Iterator

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build, Resolved
from ruleloom_dsl.resolve.sentences import placeholders
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import OptionModel, ProseModel, RulingModel
from ruleloom_dsl.schema.walking import members
from ruleloom_dsl.texts.messages import literals_of
from ruleloom_dsl.texts.numbers import NumberWords

SENTENCES = frozenset(
    ("text", "why", "readings", "about", "title", "summary", "prose", "credits", "sources", "source", "symbol")
)
"""Keys that hold what is printed: a number there is no number of the rule."""

_NUMBER = re.compile(r"(?<!\w)\d+")
_NAME = re.compile(r"[^\W\d]")
_WORD = re.compile(r"\w+")


def check_numbers(resolved: Resolved, report: Report) -> None:
    """Warn of numbers that are written out in the sentence of a rule, and of numbers in braces that it does not have.

    Prose that is about nothing, and why a ruling is as it is where it names no rule, may say what they like.
    """
    build = resolved.build
    numbers = build.wording.language.numbers
    for key, pending in build.pending.items():
        model = pending.model
        about = model.about if isinstance(model, ProseModel | RulingModel) else ()
        if isinstance(model, ProseModel) and not about:
            continue
        rules = (model, *(other for name in about for other in _below(build, name.text)))
        for text in (pending.text, *_more(model, bool(about))):
            if text is not None:
                _check_naked(key, text, numbers, report)
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


def _check_naked(key: str, text: Scalar, numbers: NumberWords, report: Report) -> None:
    for start, end, number in numbers.naked(literals_of(text.text)):
        message = f'"{text.text[start:end]}" in the sentence of {key} is bound to no rule'
        help = f"write {{{number}}}: a number in braces must occur in the rule; better a value of the model"
        report.warning(Code.NAKED_NUMBER, message, text.locate(start, end), help=help)


def _check_bound(key: str, text: Scalar, rules: tuple[LocatedModel, ...], build: Build, report: Report) -> None:
    for asked in placeholders(text):
        inside = asked.expression
        literal = [] if _NAME.search(inside) else [int(number) for number in _NUMBER.findall(inside)]
        known = {number for rule in rules for number in _numbers(rule)} if literal else set()
        for number in literal:
            if number not in known and number not in _numbers(tuple(_named(rules, build))):
                message = f"{number} stands in the sentence of {key}, and not in the rule"
                span = text.locate(asked.start, asked.start + len(inside))
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
        case _:
            for key, value in members(rule):
                if key not in SENTENCES:
                    yield from _texts(key)
                    yield from _texts(value)
