"""Remarks in worked examples: `{c.suit}` stands for what is so in the position that has been reached.

A remark is resolved like a rule, by the names of the whole configuration, and what its placeholders come to is asked of
whoever runs the game. Two more things may stand in braces: the name of a place and the symbol of a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn, Protocol

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.types import Number, Truth, Type, Value, Word, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.compatibility import describe
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.sentences import form_of, named, read_message
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.messages import literals_of
from ruleloom_dsl.texts.phrasing import Asked, Writing, format_message
from ruleloom_dsl.texts.wording import ONE


class Position(Protocol):
    """A position that remarks speak of."""

    def value(self, expression: Expression) -> Value:
        """What an expression is there. Raises ValueError where it is nothing."""
        ...

    def written(self, value: Value, type: Type) -> str:
        """A value in the language of the remark."""
        ...

    def card(self, kind: str) -> str:
        """A card in the language of the remark."""
        ...


def fill_remark(text: Scalar, build: Build, position: Position, report: Report, what: str = "a remark") -> str:
    """The remark with its values filled in. What cannot be, and each number that stands there bare, is reported.

    `what` is what it is called where it is no remark.
    """
    for start, end, _ in build.wording.language.numbers.naked(literals_of(text.text)):
        fault = f'"{text.text[start:end]}" in {what} is bound to nothing in the game'
        help = f"a number in {what} comes from the position, in braces: {{count(me.hand)}}"
        report.error(Code.NAKED_NUMBER, fault, text.locate(start, end), help=help)
    message = read_message(text, report)
    try:
        return format_message(message, _Filling(text, build, position, report).writing())
    except Unresolved:
        return text.text


@dataclass(frozen=True, slots=True)
class _Filling:
    text: Scalar
    build: Build
    position: Position
    report: Report

    def writing(self) -> Writing:
        return Writing(self.value, self.number, self.word, self.form, self.build.wording.language.category)

    def value(self, asked: Asked) -> str:
        board = self.build.names.board
        if board is not None and asked.expression in board.names:
            return asked.expression
        if (known := self._symbols().get(asked.expression)) is not None:
            return self.position.card(known)
        if asked.expression in named(self.build.names):
            return self.form(asked, ONE)
        return self.position.written(*self._evaluated(asked))

    def number(self, asked: Asked) -> int:
        value, type_ = self._evaluated(asked)
        if not isinstance(type_, Number) or not isinstance(value, int):
            self._refuse(asked, f"{{{asked.expression}}} is {describe(type_)}; plural needs a number")
        return value

    def word(self, asked: Asked) -> str:
        value, type_ = self._evaluated(asked)
        match type_, value:
            case Truth(), bool():
                return "yes" if value else "no"
            case Word(words), int():
                return self.build.names.words[words].words[value]
            case Number(), int():
                return str(value)
            case _, None:
                return "none"
            case _:
                self._refuse(asked, f"{{{asked.expression}}} is {describe(type_)}; a choice needs a word")

    def form(self, asked: Asked, form: str) -> str:
        word = asked.expression if asked.expression in named(self.build.names) else self.word(asked)
        found = form_of(self.build.wording, self.build.names, word, form)
        if found is None:
            language = self.build.wording.language.name
            message, help = f'"{word}" has no form "{form}" in {language}', f"add {form} to its forms under terms"
            self.report.error(Code.MISSING_FORM, message, self._span(asked), help=help)
            raise Unresolved
        return found

    def _evaluated(self, asked: Asked) -> tuple[Value, Type]:
        expression = self._expression(asked)
        try:
            value = self.position.value(expression)
        except ValueError as error:
            self._refuse(asked, f"{{{asked.expression}}} has no value here: {error}")
        type_ = expression.type
        return value, certain(type_)

    def _expression(self, asked: Asked) -> Expression:
        if not any(letter.isalpha() for letter in asked.expression):
            self._refuse(asked, f"{{{asked.expression}}} is a number that comes from no position")
        at = self._span(asked)
        origin = (at.line, at.column) if self.text.exact else None
        found = Report()
        expressions: Expressions = replace(self.build.expressions, report=found)
        try:
            return expressions.resolve(Scalar(asked.expression, at, "plain", origin), Scope("", me=True, turn=""))
        except Unresolved:
            for each in found.diagnostics:
                message = f"{{{asked.expression}}} is not known: {each.message}"
                self.report.error(Code.BAD_PLACEHOLDER, message, each.span, help=each.help)
            raise

    def _symbols(self) -> Mapping[str, str]:
        components = self.build.names.components.values()
        return {kind.symbol: kind.id for component in components for kind in component.kinds}

    def _refuse(self, asked: Asked, message: str) -> NoReturn:
        self.report.error(Code.BAD_PLACEHOLDER, message, self._span(asked))
        raise Unresolved

    def _span(self, asked: Asked) -> Span:
        return self.text.locate(asked.start, asked.start + len(asked.expression))
