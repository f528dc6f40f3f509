"""A sentence with values in braces to a tree, by the grammar in messages.lark, and a tree to a sentence.

The syntax is a strict subset of ICU MessageFormat 1: translators know it and their tools check it. Unlike there, what
names a value is an expression of the rules, and `{term, form, many}` asks for a form of a word.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import assert_never

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from ruleloom_dsl.grammars import make_parser

LONGEST = 20_000  # as for every value of a file
DEEPEST = 4
_WHITE = re.compile(r"[ \t\r\n]+")
NUMBER = "#"  # in a plural, the number it is about


class MessageError(ValueError):
    """A text that is no message; `start` and `end` are offsets into it."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.help = start, end, help


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


def parse_message(text: str) -> Message:
    """The pieces of a text.

    >>> parse_message("{n, plural, one {# card} other {# cards}} left")[1]
    ' left'

    Raises MessageError with the offsets of the part that does not fit.
    """
    if "{" not in text and "}" not in text and "'" not in text:
        return (text,) if text else ()
    return _parsed(text)


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


def literals(text: str) -> Iterator[tuple[int, str]]:
    """What is printed as it stands, in all branches, and where each piece begins. Raises MessageError."""
    if parse_message(text) == (text,):
        yield 0, text
        return
    for token in _tree(text).scan_values(lambda token: isinstance(token, Token) and token.type == "TEXT"):
        yield token.start_pos or 0, str(token)


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


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> Message:
    if len(text) > LONGEST:
        raise MessageError(f"a sentence has at most {LONGEST:,} characters", 0, len(text))
    return _Reading(text).message(_tree(text), 0)


def _tree(text: str) -> Tree[Token]:
    try:
        return _parser().parse(text)
    except UnexpectedInput as error:
        at = getattr(error, "pos_in_stream", None)  # none at the end of the text
        raise _misread(text, len(text) - 1 if at is None else min(at, len(text) - 1)) from None


def _misread(text: str, at: int) -> MessageError:
    if text.count("{") != text.count("}"):
        brace = "{" if text.count("{") > text.count("}") else "}"
        place = text.rfind("{") if brace == "{" else text.find("}")
        return MessageError(f'the brace "{brace}" has no partner', place, place + 1, "a brace itself is written '{'")
    help = "braces hold a value, or one of: {n, plural, one {...} other {...}}, {w, select, a {...} other {...}}, "
    return MessageError("this is no sentence with values in braces", at, at + 1, help + "{w, form, many}")


@dataclass(frozen=True, slots=True)
class _Reading:
    """The tree of one text to its pieces."""

    text: str

    def message(self, tree: Tree[Token], depth: int) -> Message:
        if depth > DEEPEST:
            raise MessageError(f"choices stand at most {DEEPEST} deep in each other", *_place(tree))
        return tuple(self.piece(child, depth) for child in tree.children)

    def piece(self, child: Token | Tree[Token], depth: int) -> Piece:
        match child:
            case Token("QUOTED"):
                return child[1:].removesuffix("'")
            case Token():
                return str(child)
            case Tree("expression"):
                return self.asked(child)
            case Tree("plural" | "ordinal" as kind, [Tree() as of, Tree() as branches]):
                return Plural(self.asked(of), kind == "ordinal", self.branches(branches, depth))
            case Tree("select", [Tree() as of, Tree() as branches]):
                return Select(self.asked(of), self.branches(branches, depth))
            case Tree("form", [Tree() as of, Token() as form]):
                return Form(self.asked(of), form.strip())
            case _:
                raise AssertionError(child)

    def asked(self, tree: Tree[Token]) -> Asked:
        start, end = _place(tree)
        written = self.text[start:end]
        return Asked(written.strip(), start + len(written) - len(written.lstrip()))

    def branches(self, tree: Tree[Token], depth: int) -> tuple[tuple[str, Message], ...]:
        found: dict[str, Message] = {}
        for branch in tree.children:
            assert isinstance(branch, Tree)
            selector, message = branch.children
            assert isinstance(selector, Token)
            assert isinstance(message, Tree)
            if selector in found:
                raise MessageError(f'"{selector}" stands twice here', *_place(branch))
            found[str(selector)] = self.message(message, depth + 1)
        if "other" not in found:
            raise MessageError('the branch "other" is missing', *_place(tree), "every choice ends with other {...}")
        return tuple(found.items())


def _place(tree: Tree[Token]) -> tuple[int, int]:
    return tree.meta.start_pos, tree.meta.end_pos


@cache
def _parser() -> Lark:
    grammar = (files("ruleloom_dsl.texts") / "messages.lark").read_text("utf-8")
    return make_parser(grammar, ("message",))
