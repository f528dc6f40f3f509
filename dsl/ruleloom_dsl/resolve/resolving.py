"""One text's syntax tree to a typed expression: every name found, every type checked, every constant folded."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.types import Card, Maybe, Nothing, Number, SetOf, Truth, TupleOf, Type, Zone, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.calls import called
from ruleloom_dsl.resolve.compatibility import describe, fits, item_of, join, maybe
from ruleloom_dsl.resolve.domains import LARGEST_RANGE, Unresolved
from ruleloom_dsl.resolve.dots import behind_the_dot, dotted, named
from ruleloom_dsl.resolve.folding import fold
from ruleloom_dsl.resolve.names import Local, Scope
from ruleloom_dsl.resolve.operators import arithmetic, comparison, membership
from ruleloom_dsl.resolve.quantifiers import quantified

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.expressions import Expressions

NUMBER, TRUTH = Number(), Truth()


@dataclass(frozen=True, slots=True)
class Resolving:
    """The resolution of one text."""

    expressions: "Expressions"
    text: Scalar

    def fail(self, node: ast.Node, code: Code, message: str, help: str | None = None) -> NoReturn:
        """Report what is wrong with a part of the text and give it up."""
        self.expressions.report.error(code, message, self.text.locate(node.start, node.end), help=help)
        raise Unresolved

    def wanted(self, node: Ast, scope: Scope, want: Type | None) -> Expression:
        """The expression of a node, which must be of the wanted type; a zone stands for its cards where a set is."""
        expression = self.typed(node, scope, want)
        if want is None or fits(expression.type, want):
            return self.as_cards(expression) if isinstance(want, SetOf) else expression
        return self.fail(
            node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; {describe(want)} is needed here"
        )

    def as_cards(self, expression: Expression, *, of_all: bool = False) -> Expression:
        """A zone read as the set of its cards; with `of_all`, several zones as the cards of all."""
        match expression.type:
            case SetOf(Zone(component)) if of_all:
                pass
            case Zone(component) | Maybe(Zone(component)):
                pass
            case _:
                return expression
        if isinstance(expression, ir.ZoneAt):
            return ir.Cards(expression.zone, expression.key, SetOf(Card(component)))
        return ir.CallBuiltin("cards", (expression,), SetOf(Card(component)))

    def typed(self, node: Ast, scope: Scope, want: Type | None = None) -> Expression:
        """The expression of a node; `want` decides what an ambiguous word means."""
        match node:
            case ast.Whole(value):
                return Const(value, NUMBER)
            case ast.Name():
                return named(self, node, scope, want)
            case ast.Dot():
                return dotted(self, node, scope)
            case ast.Call():
                return called(self, node, scope)
            case ast.Operation("and" | "or" as sign, left, right):
                sides = self.wanted(left, scope, TRUTH), self.wanted(right, scope, TRUTH)
                return fold(ir.Logic(sign, *sides, TRUTH))
            case ast.Operation("in" | "not in"):
                return membership(self, node, scope)
            case ast.Operation("==" | "!=" | "<" | "<=" | ">" | ">="):
                return comparison(self, node, scope)
            case ast.Operation():
                return arithmetic(self, node, scope, want)
            case ast.Negation(of):
                return fold(ir.Not(self.wanted(of, scope, TRUTH), TRUTH))
            case ast.Minus(of):
                return fold(ir.Arithmetic("-", Const(0, NUMBER), self.wanted(of, scope, NUMBER), NUMBER))
            case ast.IfElse():
                return self._conditional(node, scope, want)
            case ast.Quantification():
                return quantified(self, node, scope, want)
            case ast.Interval():
                return self._interval(node, scope)
            case ast.Listing(items):
                return self._listing(items, scope, want)
            case ast.Tupling(items):
                parts = tuple(self.typed(item, scope) for item in items)
                return fold(ir.Several(parts, TupleOf(tuple(part.type for part in parts))))

    def _interval(self, node: ast.Interval, scope: Scope) -> Expression:
        low, high = self.wanted(node.low, scope, NUMBER), self.wanted(node.high, scope, NUMBER)
        match low, high:
            case Const(int(first)), Const(int(final)) if final - first >= LARGEST_RANGE:
                self.fail(node, Code.WRONG_VALUE, f"a range has at most {LARGEST_RANGE:,} members")
        return fold(ir.Range(low, high, SetOf(NUMBER)))

    def set_of_anything(self, node: Ast, scope: Scope, want: Type | None = None) -> tuple[Expression, Type]:
        """A set and the type of its members; a walk counts as the places it enters only where it says so."""
        expression = self.typed(node, scope, want)
        item = item_of(expression.type)
        if item is None:
            self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; a set is needed here")
        return self.as_cards(expression), item

    def zone(self, node: Ast, scope: Scope) -> Expression:
        """One zone."""
        expression = self.typed(node, scope)
        if not isinstance(certain(expression.type), Zone):
            self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; one zone is needed here")
        return expression

    def check_count(self, node: ast.Node, name: str, given: int, needed: int) -> None:
        """A call has as many arguments as there are parameters."""
        if given != needed:
            self.fail(node, Code.ARGUMENT_COUNT, f'"{name}" takes {_values(needed)} and is given {given}')

    def check_me(self, node: ast.Node, scope: Scope, reason: str) -> None:
        """`me` must be somebody here."""
        self.expressions.note_me()
        if not scope.me:
            self.fail(node, Code.NO_DECIDER, f"{reason}, and it is nobody's turn here", "use each, or turns")

    def constant(self, name: str) -> Const | None:
        """The value of an option."""
        self.expressions.read.add(name)
        return self.expressions.names.constants.get(name)

    def memory(self, node: ast.Dot, move: str, scope: Scope) -> Expression:
        """A value of a move made earlier in the same turn, or none."""
        values = self.expressions.values_of(move)
        if node.name not in values or values[node.name].witness:
            known = [name for name, local in values.items() if not local.witness]
            message = f'"{move}" decides no "{node.name}"'
            self.fail(behind_the_dot(node), Code.UNKNOWN_NAME, message, suggest(node.name, known))
        if scope.turn is None:
            self.fail(node, Code.MISPLACED, "only the rest of a turn remembers what was decided")
        key = move, node.name
        if key not in self.expressions.memory:
            type = maybe(values[node.name].type)
            slot = self.expressions.names.new_slot(f"{move}.{node.name}", type, memory=True)
            self.expressions.memory[key] = Local(slot, type)
        return ir.Local(self.expressions.memory[key].slot, self.expressions.memory[key].type)

    def _conditional(self, node: ast.IfElse, scope: Scope, want: Type | None) -> Expression:
        test = self.wanted(node.test, scope, TRUTH)
        then, other = self.typed(node.then, scope, want), self.typed(node.other, scope, want)
        type = join(then.type, other.type)
        if type is None:
            message = f"one branch is {describe(then.type)}, the other {describe(other.type)}"
            self.fail(node, Code.TYPE_MISMATCH, message)
        return fold(ir.Conditional(test, then, other, type))

    def _listing(self, items: tuple[Ast, ...], scope: Scope, want: Type | None) -> Expression:
        item = item_of(want) if want is not None else None
        members = [self.typed(node, scope, item) for node in items]
        type: Type = members[0].type if members else item or Nothing()
        for node, member in zip(items, members, strict=True):
            type = join(type, member.type) or self.fail(
                node,
                Code.TYPE_MISMATCH,
                f"this is {describe(member.type)}; the list holds {describe(type)} before",
            )
        return fold(ir.Several(tuple(members), SetOf(type)))


def _values(count: int) -> str:
    return "one value" if count == 1 else f"{count or 'no'} values"
