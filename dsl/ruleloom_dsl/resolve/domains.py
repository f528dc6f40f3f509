"""What a declaration says behind `is:` or behind the name of a parameter: a type and the values that are allowed."""

import re
from dataclasses import dataclass, replace
from typing import NoReturn

from ruleloom_dsl.builtins import BUILTINS
from ruleloom_dsl.diagnostics import Code, Report, list_values, suggest
from ruleloom_dsl.ir.game import WordList
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Number,
    Path,
    Pawn,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    Type,
    Value,
    Word,
    Zone,
)
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.names import BUILT_IN, Names, key_values
from ruleloom_dsl.schema.types import SetTypeModel

LARGEST_RANGE = 10_000
FOREIGN_TYPES = dict.fromkeys(("bool", "boolean"), "truth") | dict.fromkeys(
    ("int", "integer"), "the range of its values, such as 0..9"
)
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_SIMPLE: dict[str, Type] = {"number": Number(), "walk": Path(), "place": Place()}


class Unresolved(Exception):  # control flow inside resolve, never seen outside
    """What is wrong has been reported; whatever contains it cannot be resolved either."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A type and, where it is not open, its allowed values in natural order."""

    type: Type
    values: tuple[Value, ...] = ()


def read_domain(names: Names, report: Report, written: Scalar | tuple[Scalar, ...] | SetTypeModel, name: str) -> Domain:
    """The domain that is written: `truth`, `player`, `1..6`, `suit or none`, `[a, b]`, `{set_of: 1..6}`, a component.

    A list of words that is new is registered under `name`. Raises Unresolved.
    """
    match written:
        case SetTypeModel():
            inside = read_domain(names, report, written.set_of, name)
            return Domain(SetOf(inside.type), inside.values)
        case tuple():
            return _words(names, report, written, name)
        case Scalar() if written.text.endswith(" or none"):
            inside = _named(names, report, written, written.text.removesuffix(" or none"))
            return Domain(Maybe(inside.type), (None, *inside.values) if inside.values else ())
        case Scalar():
            return _named(names, report, written, written.text)


def _words(names: Names, report: Report, written: tuple[Scalar, ...], name: str) -> Domain:
    """An inline list is the known list that has all its words, or a new one."""
    words = tuple(scalar.text for scalar in written) if _is_built_in(written) else read_words(names, report, written)
    near = [names.words[name] for name in names.word_lists_with(words[0])]
    known = [known for known in near if set(words) <= set(known.words)]
    if len(known) != 1:
        names.words[name] = WordList(name, words)
        return Domain(Word(name), tuple(range(len(words))))
    return Domain(Word(known[0].name), tuple(known[0].words.index(word) for word in words))


def _is_built_in(written: tuple[Scalar, ...]) -> bool:
    """Whether this is a list of the language's own, whose words may have another meaning too."""
    return tuple(scalar.text for scalar in written) in BUILT_IN.values()


def read_words(names: Names, report: Report, written: tuple[Scalar, ...]) -> tuple[str, ...]:
    """The words of a list, which differ and have no other meaning. Raises Unresolved."""
    seen: dict[str, Scalar] = {}
    for word in written:
        if word.text in seen:
            _fail(report, word, Code.NAME_TAKEN, f'"{word.text}" stands twice in this list')
        if word.text in names.fixed or word.text in BUILTINS:
            _fail(report, word, Code.NAME_TAKEN, f'"{word.text}" has a meaning of its own', "choose another word")
        seen[word.text] = word
    return tuple(seen)


def _named(names: Names, report: Report, written: Scalar, text: str) -> Domain:
    if bounds := _RANGE.fullmatch(text):
        return _range(report, written, int(bounds[1]), int(bounds[2]))
    if text == "truth":
        return Domain(Truth(), (False, True))
    if text == "player":
        return Domain(Player(), key_values(names, Player()))
    if text == "team" and names.teams:
        return Domain(Team(), key_values(names, Team()))
    if text in _SIMPLE:
        return Domain(_SIMPLE[text])
    if ".." in text:
        return _constant_range(names, report, written, text)
    if text in names.words:
        return Domain(Word(text), key_values(names, Word(text)))
    if text in names.components:
        return Domain(Card(text) if names.components[text].kinds else Pawn(text))
    if text in names.zones and names.zones[text].per is not None:
        return Domain(Zone(names.zones[text].component))
    return _fail(report, written, Code.UNKNOWN_NAME, f'no type is called "{text}"', _which_type(names, text))


def _which_type(names: Names, text: str) -> str:
    """The type that was meant, or all there are."""
    types = ("truth", "player", *(("team",) if names.teams else ()), "place", "number", "walk")
    own = (*names.named_lists(), *names.components)
    if text in FOREIGN_TYPES:
        return f"write {FOREIGN_TYPES[text]}"
    listed = list_values((*types, "a range such as 0..9", "a list of words", *own))
    return suggest(text, (*types, *own)) or f"the types are {listed}"


def _range(report: Report, written: Scalar, low: int, high: int) -> Domain:
    if high < low:
        message = "a range goes from a smaller to a larger number"
        return _fail(report, written, Code.WRONG_VALUE, message, f"write {high}..{low}")
    if high - low >= LARGEST_RANGE:
        message = f"a range has at most {LARGEST_RANGE:,} members"
        return _fail(report, written, Code.WRONG_VALUE, message, "lower its end")
    return Domain(Number(), tuple(range(low, high + 1)))


def _constant_range(names: Names, report: Report, written: Scalar, text: str) -> Domain:
    """A range between expressions that are known when the game is loaded, such as 1..count(players) + 1."""
    values = names.constant_range(written if text == written.text else replace(written, text=text))
    if not values:
        return _fail(report, written, Code.WRONG_VALUE, f'the range "{text}" is empty')
    return Domain(Number(), values)


def _fail(report: Report, written: Scalar, code: Code, message: str, help: str | None = None) -> NoReturn:
    report.error(code, message, written.span, help=help)
    raise Unresolved
