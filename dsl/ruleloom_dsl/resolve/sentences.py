"""Values in sentences: `{card.count}` stands for what the configuration says, in the language that is asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NoReturn

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.types import Number, SetOf, Truth, Type, Value, Word, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.compatibility import describe
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.borrowed import lent, together
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.messages import MessageError, parse_message
from ruleloom_dsl.texts.phrasing import Asked, Message, Writing, asked, format_message
from ruleloom_dsl.texts.wording import ONE, Wording

Blanks = Mapping[str, str | None]
NO_BLANKS: Blanks = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its values filled in, and the language it is borrowed from, if it is."""

    text: str
    borrowed: str | None = None

    @property
    def spoken(self) -> str:
        """The text, which knows itself whether it is borrowed."""
        return lent(self.text, self.borrowed)


def fill_in(
    text: Scalar, scope: Scope, expressions: Expressions, wording: Wording, blanks: Blanks = NO_BLANKS
) -> Sentence:
    """The sentence of the language, with its placeholders replaced; what cannot be is reported.

    The `blanks` of a statement are filled with their words; those without one stay until it is made.

    A placeholder is an expression whose value is known when the game is loaded, or the id of a kind or component.
    """
    said = wording.sentence(text)
    message = read_message(said.text, expressions.report)
    filling = _Filling(said.text, scope, expressions, wording, blanks)
    borrowed = wording.language.borrowed(said.language)
    try:
        filled = format_message(message, filling.writing())
        return Sentence(filled if borrowed else together(filled, filling.words), borrowed)
    except Unresolved:
        return Sentence(said.text.text, borrowed)


def read_message(text: Scalar, report: Report) -> Message:
    """The pieces of a sentence; a text that is none is reported and stands for nothing."""
    try:
        return parse_message(text.text)
    except MessageError as error:
        report.error(Code.BAD_PLACEHOLDER, str(error), text.locate(error.start, error.end), help=error.help)
        return ()


def placeholders(text: Scalar) -> Iterator[Asked]:
    """What stands for values in a sentence; a text that is none is reported where it is filled in."""
    try:
        yield from asked(parse_message(text.text))
    except MessageError:
        return


@dataclass(frozen=True, slots=True)
class _Filling:
    """One sentence and what its placeholders are looked up in."""

    text: Scalar
    scope: Scope
    expressions: Expressions
    wording: Wording
    blanks: Blanks
    words: list[str] = field(default_factory=list)  # that were filled in

    def writing(self) -> Writing:
        return Writing(self.value, self.number, self.word, self.form, self.wording.language.category)

    def value(self, asked: Asked) -> str:
        if asked.expression in self.blanks or asked.expression in named(self.expressions.names):
            return self.form(asked, ONE)
        constant = self.constant(asked)
        written = self.written(asked, constant.value, certain(constant.type))
        if written is None:
            what = f"{{{asked.expression}}} is {describe(constant.type)}, which no sentence can print"
            self.refuse(asked, what)
        return written

    def written(self, asked: Asked, value: Value, type: Type) -> str | None:
        match type, value:
            case Number(), int():
                return str(value)
            case Word(words), int():
                return self.form_of(asked, self.expressions.names.words[words].words[value], ONE)
            case SetOf(item), tuple():
                members = [self.written(asked, each, item) for each in value]
                known = [each for each in members if each is not None]
                return self.wording.language.listed(known) if len(known) == len(members) else None
            case _:
                return None

    def number(self, asked: Asked) -> int:
        if asked.expression in self.blanks:
            blank = self.blanks[asked.expression] or "0"
            return int(blank) if blank.isdecimal() else 0
        constant = self.constant(asked)
        if not isinstance(certain(constant.type), Number) or not isinstance(constant.value, int):
            self.refuse(asked, f"{{{asked.expression}}} is {describe(constant.type)}; plural needs a number")
        return constant.value

    def word(self, asked: Asked) -> str:
        """A value as the branches of a choice name it."""
        if asked.expression in self.blanks:
            return self.blanks[asked.expression] or ""
        constant = self.constant(asked)
        match certain(constant.type), constant.value:
            case Truth(), bool() as truth:
                return "yes" if truth else "no"
            case Word(words), int() as value:
                return self.expressions.names.words[words].words[value]
            case Number(), int() as value:
                return str(value)
            case _:
                self.refuse(asked, f"{{{asked.expression}}} is {describe(constant.type)}; a choice needs a word")

    def form(self, asked: Asked, form: str) -> str:
        if asked.expression in self.blanks:
            blank = self.blanks[asked.expression]
            if blank in ("yes", "no") and self.wording.form(blank) is None:
                return self.wording.language.truth(blank == "yes")
            return f"{{{asked.expression}}}" if blank is None else self.form_of(asked, blank, form)
        if asked.expression in named(self.expressions.names):
            return self.form_of(asked, asked.expression, form)
        return self.form_of(asked, self.word(asked), form)

    def form_of(self, asked: Asked, word: str, form: str) -> str:
        found = form_of(self.wording, self.expressions.names, word, form)
        if found is None:
            message = f'"{word}" has no form "{form}" in {self.wording.language.name}'
            help = f"add {form} to its forms under terms"
            self.expressions.report.error(Code.MISSING_FORM, message, self.span(asked), help=help)
            raise Unresolved
        self.words.append(found)
        return found

    def constant(self, asked: Asked) -> Const:
        """What a placeholder stands for; its fault is reported in the words of sentences."""
        expressions, start = self.expressions, asked.start
        at = self.text.locate(start, start + len(asked.expression))
        origin = (at.line, at.column) if self.text.exact else None
        part = Scalar(asked.expression, at, "plain", origin)
        report, expressions.report = expressions.report, Report()
        try:
            return expressions.constant(part, self.scope)
        except Unresolved:
            for found in expressions.report.diagnostics:
                unknown = f"{{{asked.expression}}} is not known when the game is loaded"
                message = unknown if found.code == Code.NOT_CONSTANT else f"{unknown}: {found.message}"
                report.error(Code.BAD_PLACEHOLDER, message, found.span, help=found.help)
            raise
        finally:
            expressions.report = report

    def refuse(self, asked: Asked, message: str) -> NoReturn:
        self.expressions.report.error(Code.BAD_PLACEHOLDER, message, self.span(asked))
        raise Unresolved

    def span(self, asked: Asked) -> Span:
        return self.text.locate(asked.start, asked.start + len(asked.expression))


def named(names: Names) -> dict[str, str]:
    """The components and kinds that a sentence may name by their ids, as the rules call them."""
    found: dict[str, str] = {}
    for component in names.components.values():
        found |= {kind.family: kind.called for kind in component.kinds}
        found[component.id] = component.called
    return found


def form_of(wording: Wording, names: Names, word: str, form: str = ONE) -> str | None:
    """A form of a word; without any forms, how the rules call it, or its id. None where others but not this exist.

    What is in another language than the one asked for is borrowed.
    """
    called = names.called.get(word)
    found = wording.form(word, form, called)
    if found is None and (form != ONE or wording.form(word, ONE, called) is not None):
        return None
    text, language = found or (named(names).get(word, word.replace("_", " ")), SOURCE)
    return lent(text, wording.language.borrowed(language) if any(map(str.isalpha, text)) else None)
