"""Conditions that are decided when the game is loaded, and so decide nothing."""

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Comparison, Const, Expression, Logic, ReadVariable
from ruleloom_dsl.ir.game import Clause, Game
from ruleloom_dsl.ir.types import Number
from ruleloom_dsl.resolve.build import Resolved


def check_truth(resolved: Resolved, report: Report) -> None:
    """Report clauses, exceptions and endings that can never or will always apply in this configuration."""
    for move in resolved.game.moves:
        for clause in move.clauses:
            _check_clause(clause, resolved, report)
    for ending in resolved.game.ends:
        if ending.when is not None and _can_never_hold(ending.when, resolved.game):
            message = f"ends.{ending.id} can never come: its condition is always false"
            report.error(Code.UNREACHABLE, message, resolved.span_of(f"ends.{ending.id}"))


def _check_clause(clause: Clause, resolved: Resolved, report: Report) -> None:
    span = resolved.span_of(clause.key)
    if _is(clause.that, False):
        report.error(Code.NEVER_TRUE, f"{clause.key} can never hold", span)
    if _is(clause.that, True):
        report.error(Code.ALWAYS_TRUE, f"{clause.key} always holds and refuses nothing", span)
    if _is(clause.when, False):
        report.error(Code.UNREACHABLE, f"{clause.key} never applies: its when is always false", span)
    for exemption in clause.exceptions:
        if _is(exemption.when, False):
            message = f"{exemption.key} can never be used: its when is always false"
            report.error(Code.UNREACHABLE, message, resolved.span_of(exemption.key))


def _is(expression: Expression | None, truth: bool) -> bool:
    return isinstance(expression, Const) and expression.value is truth


def _can_never_hold(expression: Expression, game: Game) -> bool:
    """Whether it is false whatever the variables are; only the plain cases are found out."""
    match expression:
        case Const(value):
            return value is False
        case Logic("and", left, right):
            return _can_never_hold(left, game) or _can_never_hold(right, game)
        case Logic("or", left, right):
            return _can_never_hold(left, game) and _can_never_hold(right, game)
        case Comparison(sign, left, right):
            return _is_out_of_range(sign, _bounds(left, game), _bounds(right, game))
        case _:
            return False


def _is_out_of_range(sign: str, left: tuple[int, int] | None, right: tuple[int, int] | None) -> bool:
    if left is None or right is None:
        return False
    (low, high), (least, most) = left, right
    match sign:
        case "<":
            return low >= most
        case "<=":
            return low > most
        case ">":
            return high <= least
        case ">=":
            return high < least
        case "==":
            return high < least or low > most
        case _:
            return False


def _bounds(expression: Expression, game: Game) -> tuple[int, int] | None:
    """The least and the greatest number that it can be, where it is a number or a variable."""
    match expression:
        case Const(int() as number, Number()):
            return number, number
        case ReadVariable(name, type=Number()):
            allowed = next(variable.allowed for variable in game.variables if variable.id == name)
            numbers = [value for value in allowed if isinstance(value, int)]
            return min(numbers), max(numbers)
        case _:
            return None
