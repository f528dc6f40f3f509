"""Constant folding: options, counts and sizes are known when the game is loaded, and what follows from them is too."""

from ruleloom_dsl.ir.expressions import (
    Arithmetic,
    CallBuiltin,
    Comparison,
    Conditional,
    Const,
    Expression,
    Logic,
    Not,
    Range,
    Several,
)
from ruleloom_dsl.ir.operations import arithmetic, compare
from ruleloom_dsl.ir.types import Truth, Value

TRUE, FALSE = Const(True, Truth()), Const(False, Truth())


def fold(expression: Expression) -> Expression:
    """The constant that an expression over constants is, else the expression itself. Its parts are folded already."""
    match expression:
        case Not(Const(value)):
            return FALSE if value else TRUE
        case Logic(sign, left, right):
            return _fold_logic(expression, sign == "or", left, right)
        case Conditional(Const(test), then, other):
            return then if test else other
        case Arithmetic(sign, Const(left), Const(right), type):
            value = arithmetic(sign, left, right)
            return expression if value is None else Const(value, type)
        case Comparison(sign, Const(left), Const(right), type):
            truth = compare(sign, left, right)
            return expression if truth is None else Const(truth, type)
        case Range(Const(int(low)), Const(int(high)), type):
            return Const(tuple(range(low, high + 1)), type)
        case Several(items, type):
            values = [item.value for item in items if isinstance(item, Const)]
            return Const(tuple(values), type) if len(values) == len(items) else expression
        case CallBuiltin(name, (*arguments,), type):
            constants = [argument.value for argument in arguments if isinstance(argument, Const)]
            return _fold_call(expression, name, constants) if len(constants) == len(arguments) else expression
        case _:
            return expression


def _fold_logic(whole: Logic, deciding: bool, left: Expression, right: Expression) -> Expression:
    if isinstance(left, Const):
        return left if left.value is deciding else right
    if isinstance(right, Const) and right.value is not deciding:
        return left
    return whole


def _fold_call(call: CallBuiltin, name: str, arguments: list[Value]) -> Expression:
    match name, arguments:
        case "count", [tuple(members)]:
            return Const(len(members), call.type)
        case "empty", [tuple(members)]:
            return Const(not members, call.type)
        case "distinct", [tuple(members)]:
            return Const(len(set(members)) == len(members), call.type)
        case "nth", [int(position), tuple(members)]:
            return Const(members[position - 1] if 0 < position <= len(members) else None, call.type)
        case _:
            return call
