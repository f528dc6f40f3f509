"""Clauses that another clause of the same move implies: they refuse nothing that is not refused already.

Only what follows from a few rules is found: a clause that stands inside another one; `x not in S` implies `x != e`, and
`each p in S: P(p)` implies `P(e)`, for the end `e` of the walk whose entered places `S` are.
"""

from collections.abc import Iterable, Iterator

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import CallBuiltin, Comparison, Expression, Local, Logic
from ruleloom_dsl.ir.game import Clause, Given, Move
from ruleloom_dsl.ir.traverse import substitute
from ruleloom_dsl.ir.types import Place, Truth
from ruleloom_dsl.resolve.build import Resolved


def check_implied(configurations: Iterable[Resolved], report: Report) -> None:
    """Report each clause that is implied in every configuration it exists in, under every reading."""
    free: set[str] = set()
    implied: dict[str, tuple[str, Resolved]] = {}
    for resolved in configurations:
        for move in resolved.game.moves:
            for clause in move.clauses:
                by = implied_by(move, clause)
                if by is None:
                    free.add(clause.key)
                else:
                    implied[clause.key] = by, resolved
    for key, (by, resolved) in implied.items():
        if key not in free:
            message = f"{key} refuses nothing: {by} implies it under every reading"
            report.error(Code.ALWAYS_TRUE, message, resolved.span_of(key), help="remove it")


def implied_by(move: Move, clause: Clause) -> str | None:
    """The key of another clause of the move that implies this one, or None."""
    values = _definitions(move)
    parts = list(_conjuncts(substitute(clause.that, values)))
    for other in move.clauses:
        if other is clause or not _is_plain(other):
            continue
        facts = list(_facts(other, values))
        if clause.each is None and all(_normal(part) in facts for part in parts):
            return other.key
        if clause.each is not None and _is_same_each(clause, other, values):
            return other.key
    return None


def _is_plain(clause: Clause) -> bool:
    return clause.when is None and not clause.if_able and not clause.exceptions


def _definitions(move: Move) -> dict[int, Expression]:
    given = {parameter.slot: parameter.value for parameter in move.parameters if isinstance(parameter, Given)}
    decided = {each.slot: each.value for each in move.decides if not isinstance(each.value, Local)}
    return {**given, **decided}


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    match expression:
        case Logic("and", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield expression


def _normal(expression: Expression) -> Expression:
    """Equalities with their sides in one order."""
    match expression:
        case Comparison("==" | "!=" as sign, left, right, type) if repr(left) > repr(right):
            return Comparison(sign, right, left, type)
        case _:
            return expression


def _facts(clause: Clause, values: dict[int, Expression]) -> Iterator[Expression]:
    """What holds wherever a clause does."""
    that = substitute(clause.that, values)
    if clause.each is not None and clause.each_slot is not None:
        for member in _members(substitute(clause.each, values)):
            yield from map(_normal, _conjuncts(substitute(that, {clause.each_slot: member})))
        return
    for part in _conjuncts(that):
        yield _normal(part)
        match part:
            case Comparison("not in", element, several):
                for member in _members(several):
                    yield _normal(Comparison("!=", element, member, Truth()))


def _members(several: Expression) -> Iterator[Expression]:
    match several:
        case CallBuiltin("entered", (walk,)):
            yield CallBuiltin("end", (walk,), Place())


def _is_same_each(clause: Clause, other: Clause, values: dict[int, Expression]) -> bool:
    """Whether the other says the same of at least the same members."""
    if clause.each is None or other.each is None or clause.each_slot is None or other.each_slot is None:
        return False
    mine, theirs = substitute(clause.each, values), substitute(other.each, values)
    inner = isinstance(mine, CallBuiltin) and mine.name == "inner"
    outer = isinstance(theirs, CallBuiltin) and theirs.name == "entered"
    covered = mine == theirs or (
        inner and outer and isinstance(mine, CallBuiltin) and isinstance(theirs, CallBuiltin)
        and mine.arguments == theirs.arguments
    )  # fmt: skip
    alike = substitute(other.that, {other.each_slot: Local(clause.each_slot, Place())})
    return covered and alike == clause.that
