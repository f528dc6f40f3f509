"""Signs between two values: comparisons, membership, arithmetic."""

from typing import TYPE_CHECKING

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast
from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import Nothing, Number, SetOf, Truth, Type, certain
from ruleloom_dsl.resolve.compatibility import describe, fits, is_ordered, item_of, join
from ruleloom_dsl.resolve.domains import LARGEST_RANGE
from ruleloom_dsl.resolve.folding import fold
from ruleloom_dsl.resolve.names import Scope

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.resolving import Resolving

NUMBER, TRUTH = Number(), Truth()


def comparison(at: "Resolving", node: ast.Operation, scope: Scope) -> Expression:
    """Two values compared."""
    left, right = _pair(at, node.left, node.right, scope)
    ordered = node.sign not in ("==", "!=")
    if join(left.type, right.type) is None or (ordered and not is_ordered(left.type)):
        message = f'"{node.sign}" compares {describe(left.type)} with {describe(right.type)}'
        at.fail(node, Code.TYPE_MISMATCH, message)
    return fold(ir.Comparison(node.sign, left, right, TRUTH))  # type: ignore[arg-type]  # a sign of comparison


def _pair(at: "Resolving", left: Ast, right: Ast, scope: Scope) -> tuple[Expression, Expression]:
    """Two operands; a bare word on one side means a word of the other side's list."""
    if _is_bare_word(at, left, scope) and not _is_bare_word(at, right, scope):
        second = at.typed(right, scope)
        return at.typed(left, scope, second.type), second
    first = at.typed(left, scope)
    return first, at.typed(right, scope, first.type)


def _is_bare_word(at: "Resolving", node: Ast, scope: Scope) -> bool:
    return (
        isinstance(node, ast.Name)
        and node.text not in scope.locals
        and bool(at.expressions.names.word_lists_with(node.text))
    )


def membership(at: "Resolving", node: ast.Operation, scope: Scope) -> Expression:
    """Whether something is in a set."""
    if _is_bare_word(at, node.left, scope):
        domain, item = at.set_of_anything(node.right, scope)
        member = at.wanted(node.left, scope, item)
    else:
        member = at.typed(node.left, scope)
        domain, item = at.set_of_anything(node.right, scope, SetOf(certain(member.type)))
    if not fits(member.type, item):
        message = f'"{node.sign}" asks for {describe(member.type)} in {describe(SetOf(item))}'
        at.fail(node, Code.TYPE_MISMATCH, message)
    return fold(ir.Comparison(node.sign, member, domain, TRUTH))  # type: ignore[arg-type]  # in, not in


def arithmetic(at: "Resolving", node: ast.Operation, scope: Scope, want: Type | None) -> Expression:
    """Numbers calculated with, or sets joined."""
    left = at.typed(node.left, scope, want)
    if node.sign in ("+", "without") and item_of(left.type):
        first, item = at.as_cards(left), item_of(at.as_cards(left).type)
        second, other = at.set_of_anything(node.right, scope, left.type)
        if item is None or not fits(other, item):
            at.fail(node, Code.TYPE_MISMATCH, f'"{node.sign}" joins two sets of the same kind')
        if node.sign == "+":
            item = other if isinstance(item, Nothing) else join(item, other) or item
        return _bounded(at, node, fold(ir.Arithmetic(node.sign, first, second, SetOf(item))))
    if node.sign == "without" or not fits(left.type, NUMBER):
        at.fail(node, Code.TYPE_MISMATCH, f'"{node.sign}" does not work on {describe(left.type)}')
    right = at.wanted(node.right, scope, NUMBER)
    if node.sign in ("div", "mod") and isinstance(right, Const) and right.value == 0:
        at.fail(node.right, Code.WRONG_VALUE, "nothing can be divided by 0")
    return _bounded(at, node, fold(ir.Arithmetic(node.sign, left, right, NUMBER)))  # type: ignore[arg-type]  # a sign of arithmetic


def _bounded(at: "Resolving", node: ast.Operation, expression: Expression) -> Expression:
    """Constants stay small, whatever terms are made of terms."""
    match expression:
        case ir.Arithmetic("*", Const(), Const()):  # what folding leaves as it is
            at.fail(node, Code.WRONG_VALUE, f"this number is larger than {LARGEST:,}")
        case Const((*members,)) if len(members) > LARGEST_RANGE:
            at.fail(node, Code.WRONG_VALUE, f"a set has at most {LARGEST_RANGE:,} members")
    return expression
