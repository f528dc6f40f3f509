"""The expressions of one configuration: texts to typed expressions, and terms when they are first called.

A wrong part is reported where it stands and raises `Unresolved`; the statement or clause around it is then left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from ruleloom_dsl.ast import Ast
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.expressions import ExpressionError, parse_expression
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.game import Term
from ruleloom_dsl.ir.types import Number, SetOf, Type, Value
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.domains import Unresolved, read_domain
from ruleloom_dsl.resolve.names import Local, Names, Scope
from ruleloom_dsl.resolve.resolving import Resolving

MOST_CHARACTERS = 100_000


@dataclass(slots=True)
class Expressions:
    """Resolves the expressions of one configuration; terms when they are first called."""

    names: Names
    report: Report
    terms: dict[str, Term] = field(default_factory=dict)
    reads_me: set[str] = field(default_factory=set)
    memory: dict[tuple[str, str], Local] = field(default_factory=dict)
    values_of: Callable[[str], Mapping[str, Local]] = lambda _move: {}
    _open: list[str] = field(default_factory=list)
    _failed: set[str] = field(default_factory=set)
    _characters: int = 0

    @property
    def read(self) -> set[str]:
        """The declared names that something has read so far."""
        return self.names.read

    def resolve(self, text: Scalar, scope: Scope, want: Type | None = None) -> Expression:
        """The expression that a text stands for, of the wanted type. Raises Unresolved."""
        return Resolving(self, text).wanted(self.parse(text), scope, want)

    def set_of(self, text: Scalar, scope: Scope) -> tuple[Expression, Type]:
        """A set and the type of its members. Raises Unresolved."""
        return Resolving(self, text).set_of_anything(self.parse(text), scope)

    def constant(self, text: Scalar, scope: Scope, want: Type | None = None) -> Const:
        """An expression that must be known when the game is loaded. Raises Unresolved."""
        expression = self.resolve(text, scope, want)
        if not isinstance(expression, Const):
            help = "it may read options, players, and how many cards and places there are"
            self.fail(text, Code.NOT_CONSTANT, "this must be known when the game is loaded", help)
        return expression

    def constant_range(self, text: Scalar) -> tuple[Value, ...]:
        """The numbers of a range that is known when the game is loaded. Raises Unresolved."""
        values = self.constant(text, Scope("types"), SetOf(Number())).value
        return values if isinstance(values, tuple) else ()

    def parse(self, text: Scalar) -> Ast:
        """The syntax tree of a text. Raises Unresolved."""
        self.count(text)
        try:
            return parse_expression(text.text)
        except ExpressionError as error:
            span = text.locate(error.start, error.end)
            self.report.error(Code.EXPRESSION_SYNTAX, str(error), span, help=error.help)
            raise Unresolved from None

    def count(self, *texts: Scalar) -> None:
        """All texts of a game together stay short enough to be read in time. Raises RulesetError."""
        self._characters += sum(len(text.text) for text in texts)
        if self._characters > MOST_CHARACTERS:
            message = f"the expressions of this game are longer than {MOST_CHARACTERS:,} characters together"
            self.report.error(Code.TOO_MANY_NODES, message, texts[-1].span)
            self.report.raise_errors()

    def fail(self, text: Scalar, code: Code, message: str, help: str | None = None) -> NoReturn:
        """Report something about a whole text and give it up."""
        self.report.error(code, message, text.span, help=help)
        raise Unresolved

    def bind(self, name: str, type: Type, text: Scalar, scope: Scope, *, witness: bool = False) -> tuple[int, Scope]:
        """A new local name, which may hide nothing: its slot, and the scope that has it. Raises Unresolved."""
        taken = self.names.taken(name, scope)
        if taken is not None:
            self.fail(text, Code.NAME_TAKEN, taken, "choose another name")
        slot = self.names.new_slot(name, type)
        return slot, scope.bind(name, Local(slot, type, witness))

    def term(self, name: str) -> Term:
        """A declared term. Raises Unresolved."""
        if name in self._failed:
            raise Unresolved
        if name not in self.terms:
            try:
                self.terms[name] = self._resolve_term(name)
            except Unresolved:
                self._failed.add(name)
                raise
        return self.terms[name]

    def _resolve_term(self, name: str) -> Term:
        model = self.names.terms[name]
        scope = Scope(f"terms.{name}", me=True, turn="")
        slots = []
        for parameter, written in model.of.items():
            type = read_domain(self.names, self.report, written, f"{name}.{parameter}").type
            slot, scope = self.bind(parameter, type, written if isinstance(written, Scalar) else model.is_, scope)
            slots.append(slot)
        self._open.append(name)
        try:
            body = self.resolve(model.is_, scope)
        finally:
            self._open.pop()
        return Term(name, tuple(slots), body, body.type)

    def note_me(self) -> None:
        """Remember that the terms being resolved read `me`."""
        self.reads_me.update(self._open)
