"""A sentence with values in braces to a tree, by the grammar in messages.lark; `phrasing` writes a tree out.

The syntax is a strict subset of ICU MessageFormat 1: translators know it and their tools check it. Unlike there, what
names a value is an expression of the rules, and `{term, form, many}` asks for a form of a word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from ruleloom_dsl.grammars import make_parser
from ruleloom_dsl.texts.phrasing import Asked, Form, Message, Piece, Plural, Select

LONGEST = 20_000  # as for every value of a file
DEEPEST = 4


class MessageError(ValueError):
    """A text that is no message; `start` and `end` are offsets into it."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.help = start, end, help


def parse_message(text: str) -> Message:
    """The pieces of a text.

    >>> parse_message("{n, plural, one {# card} other {# cards}} left")[1]
    ' left'

    Raises MessageError with the offsets of the part that does not fit.
    """
    if "{" not in text and "}" not in text and "'" not in text:
        return (text,) if text else ()
    return _parsed(text)


def literals(text: str) -> Iterator[tuple[int, str]]:
    """What is printed as it stands, in all branches, and where each piece begins. Raises MessageError."""
    if parse_message(text) == (text,):
        yield 0, text
        return
    for token in _tree(text).scan_values(lambda token: isinstance(token, Token) and token.type == "TEXT"):
        yield token.start_pos or 0, str(token)


def literals_of(text: str) -> tuple[tuple[int, str], ...]:
    """The same, and nothing for a text that is no message: it is reported where the sentence is filled in."""
    try:
        return tuple(literals(text))
    except MessageError:
        return ()


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
