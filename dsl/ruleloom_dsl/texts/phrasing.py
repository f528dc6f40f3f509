"""A sentence with values in braces as a tree, and the tree written out: needs the standard library only.

`messages` reads the text that such a tree is made from.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

_WHITE = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands for a value: an expression, and where it begins in the text."""

    expression: str
    start: int


@dataclass(frozen=True, slots=True)
class Plural:
    """One of several messages by a number: `=2` before the category that the language puts the number in."""

    of: Asked
    ordinal: bool
    branches: tuple[tuple[str, "Message"], ...]


@dataclass(frozen=True, slots=True)
class Select:
    """One of several messages by a word."""

    of: Asked
    branches: tuple[tuple[str, "Message"], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a word, such as its plural."""

    of: Asked
    form: str


Piece = str | Asked | Plural | Select | Form
Message = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Writing:
    """How what stands in braces is written in one language; every function may raise its own errors."""

    value: Callable[[Asked], str]
    """A value as it is printed."""
    number: Callable[[Asked], int]
    """A value that is a number."""
    word: Callable[[Asked], str]
    """A value as branches name it: a word, `yes` or `no`, a number."""
    form: Callable[[Asked, str], str]
    """A form of the word that a value is, or that stands there."""
    category: Callable[[int, bool], str]
    """The plural category of a number; True asks for that of ordinals."""


def format_message(message: Message, writing: Writing, number: int | None = None) -> str:
    """The sentence, with every value written out and white space folded; `number` is what `#` stands for."""
    if len(message) == 1 and isinstance(message[0], str) and number is None:
        return fold(message[0])
    return fold("".join(_formatted(message, writing, number)))


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    r"""The text on one line; a space that does not break stays what it is, as French has it before a colon.

    >>> fold(" a\n  b\u00a0: ")
    'a b\xa0:'
    """
    return _WHITE.sub(" ", text).strip(" ")


def asked(message: Message) -> Iterator[Asked]:
    """Everything in a message that stands for a value."""
    for piece in message:
        match piece:
            case str():
                pass
            case Asked():
                yield piece
            case Form(of):
                yield of
            case Plural(of, _, branches) | Select(of, branches):
                yield of
                for _, branch in branches:
                    yield from asked(branch)
            case _:
                assert_never(piece)


def plurals(message: Message) -> Iterator[Plural]:
    """Every choice by a number in a message, those inside of others too."""
    for piece in message:
        if isinstance(piece, Plural):
            yield piece
        if isinstance(piece, Plural | Select):
            for _, branch in piece.branches:
                yield from plurals(branch)


def _formatted(message: Message, writing: Writing, number: int | None) -> Iterator[str]:
    for piece in message:
        match piece:
            case "#" if number is not None:
                yield str(number)
            case str():
                yield piece
            case Asked():
                yield writing.value(piece)
            case Form(of, form):
                yield writing.form(of, form)
            case Plural(of, ordinal, branches):
                count = writing.number(of)
                chosen = _branch(dict(branches), f"={count}", writing.category(count, ordinal))
                yield from _formatted(chosen, writing, count)
            case Select(of, branches):
                yield from _formatted(_branch(dict(branches), writing.word(of)), writing, number)
            case _:
                assert_never(piece)


def _branch(branches: dict[str, Message], *selectors: str) -> Message:
    return next((branches[each] for each in selectors if each in branches), branches["other"])
