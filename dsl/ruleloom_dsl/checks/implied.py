"""Clauses that another clause of the same move implies: they refuse nothing that is not refused already.

Only what follows from a few rules is found: a clause that stands inside another one; `x not in S` implies `x != e`, and
`each p in S: P(p)` implies `P(e)`, for the end `e` of the walk whose entered places `S` are.
"""

from collections.abc import Iterable, Iterator

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import CallBuiltin, Comparison, Expression, Local, Logic
from ruleloom_dsl.ir.game import Clause, Given, Move
from ruleloom_dsl.ir.traverse import inside, substitute
from ruleloom_dsl.ir.types import Place, Truth
from ruleloom_dsl.resolve.build import Resolved

Fact = Expression | tuple[Expression, Expression]  # what holds, or what holds for each member of a set

MOST_NODES = 100  # of a value that is read in place of its name
EACH = -1  # the slot of any name for a member


def check_implied(configurations: Iterable[Resolved], report: Report) -> None:
    """Report each clause that is implied in every configuration it exists in, under every reading."""
    free: set[str] = set()
    implied: dict[str, tuple[str, Resolved]] = {}
    for resolved in configurations:
        for move in resolved.game.moves:
            for key, by in _implied(move):
                if by is None:
                    free.add(key)
                else:
                    implied[key] = by, resolved
    for key, (by, resolved) in implied.items():
        if key not in free:
            message = f"{key} refuses nothing: {by} implies it under every reading"
            report.error(Code.ALWAYS_TRUE, message, resolved.span_of(key), help="remove it")


def _implied(move: Move) -> Iterator[tuple[str, str | None]]:
    """The key of each clause, and that of another one that implies it; of two that say the same, the first is free."""
    values = _definitions(move)
    plain = [clause for clause in move.clauses if _is_plain(clause)]
    facts = {clause.key: frozenset(_facts(clause, values)) for clause in plain}
    stating: dict[Fact, list[str]] = {}
    for key, stated in facts.items():
        for fact in stated:
            stating.setdefault(fact, []).append(key)
    seen: set[str] = set()
    for clause in move.clauses:
        claims = frozenset(_claims(clause, values))
        others = [key for key in stating.get(next(iter(claims)), ()) if key != clause.key and claims <= facts[key]]
        yield clause.key, next((key for key in others if key in seen or claims != facts[key]), None)
        seen.add(clause.key)


def _is_plain(clause: Clause) -> bool:
    return clause.when is None and not clause.if_able and not clause.exceptions


def _definitions(move: Move) -> dict[int, Expression]:
    """What the names of a move stand for, as far as that stays small: each may be made of the ones before."""
    given = {parameter.slot: parameter.value for parameter in move.parameters if isinstance(parameter, Given)}
    decided = {each.slot: each.value for each in move.decides if not isinstance(each.value, Local)}
    sizes: dict[int, int] = {}
    for slot, value in {**given, **decided}.items():
        size = sum(sizes.get(node.slot, 1) if isinstance(node, Local) else 1 for node in inside(value))
        if size <= MOST_NODES:
            sizes[slot] = size
    return {slot: value for slot, value in {**given, **decided}.items() if slot in sizes}


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


def _claims(clause: Clause, values: dict[int, Expression]) -> Iterator[Fact]:
    """What must follow from another clause for this one to be implied by it."""
    if clause.each is None:
        yield from map(_normal, _conjuncts(substitute(clause.that, values)))
    else:
        yield _of_each(clause, values)


def _facts(clause: Clause, values: dict[int, Expression]) -> Iterator[Fact]:
    """What holds wherever a clause does."""
    if clause.each is not None:
        yield from _facts_of_each(clause, values)
        return
    for part in _conjuncts(substitute(clause.that, values)):
        yield _normal(part)
        match part:
            case Comparison("not in", element, several):
                for member in _members(several):
                    yield _normal(Comparison("!=", element, member, Truth()))


def _facts_of_each(clause: Clause, values: dict[int, Expression]) -> Iterator[Fact]:
    domain, that = _of_each(clause, values)
    yield domain, that
    for member in _members(domain):
        yield from map(_normal, _conjuncts(substitute(that, {EACH: member})))
    match domain:
        case CallBuiltin("entered", walk, type):
            yield CallBuiltin("inner", walk, type), that


def _of_each(clause: Clause, values: dict[int, Expression]) -> tuple[Expression, Expression]:
    """A set and what holds for each of its members, whatever name they have."""
    assert clause.each is not None and clause.each_slot is not None
    that = substitute(clause.that, {**values, clause.each_slot: Local(EACH, Place())})
    return substitute(clause.each, values), that


def _members(several: Expression) -> Iterator[Expression]:
    match several:
        case CallBuiltin("entered", (walk,)):
            yield CallBuiltin("end", (walk,), Place())
