"""Conditions that are decided when the game is loaded, and so decide nothing."""

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.game import Clause
from ruleloom_dsl.resolve.build import Resolved


def check_truth(resolved: Resolved, report: Report) -> None:
    """Report clauses, exceptions and endings that can never or will always apply in this configuration."""
    for move in resolved.game.moves:
        for clause in move.clauses:
            _check_clause(clause, resolved, report)
    for ending in resolved.game.ends:
        if _is(ending.when, False):
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
