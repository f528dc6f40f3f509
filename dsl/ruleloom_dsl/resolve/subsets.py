"""Parameters that range over the subsets of a set: which set, how many members, and how they are listed."""

from math import comb

from ruleloom_dsl import ast
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.expressions import Cards, Const, Expression
from ruleloom_dsl.ir.game import Some
from ruleloom_dsl.ir.picking import MOST_SUBSETS
from ruleloom_dsl.ir.types import Card, Number, Pawn, Place, Player, SetOf, Truth, Type, Word, certain
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.compatibility import describe
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.resolve.resolving import Resolving
from ruleloom_dsl.schema.choices import LISTED
from ruleloom_dsl.schema.moves import SubsetModel

MEMBERS = Truth | Number | Player | Place | Card | Pawn | Word


def subset(build: Build, move: str, name: str, written: SubsetModel, scope: Scope) -> tuple[Some, Type]:
    """The parameter and the type of its values. Raises Unresolved."""
    domain, item = build.expressions.set_of(written.some, scope)
    item = certain(item)
    if not isinstance(item, MEMBERS):
        message = f"this is {describe(SetOf(item))}; subsets are made of cards, places, players, words or numbers"
        build.expressions.fail(written.some, Code.TYPE_MISMATCH, message)
    least, most = _sizes(build, written.size, scope)
    at = Scalar(name, build.key_span("moves", move, "with", name))
    if written.listed not in LISTED:
        span = locate(build.document, ("moves", move, "with", name, "listed"))
        message = f'"{written.listed}" is not one of {", ".join(LISTED)}'
        build.report.error(Code.WRONG_VALUE, message, span, help=suggest(written.listed, LISTED))
    slot, _ = build.expressions.bind(name, SetOf(item), at, scope)
    found = Some(name, slot, domain, least, most, written.listed == "one_by_one")
    many = most_subsets(found, build.names)
    if not found.one_by_one and many is not None and many > MOST_SUBSETS:
        message = f"these are up to {many:,} subsets, and at most {MOST_SUBSETS:,} can be moves"
        build.expressions.fail(written.some, Code.WRONG_VALUE, message, "choose fewer, or add listed: one_by_one")
    return found, SetOf(item)


def _sizes(build: Build, written: Scalar | None, scope: Scope) -> tuple[Expression, Expression | None]:
    """The least and the largest number of members; the set itself sets a bound in any case."""
    if written is None:
        return Const(1, Number()), None
    tree, at = build.expressions.parse(written), Resolving(build.expressions, written)
    if not isinstance(tree, ast.Interval):
        exactly = at.wanted(tree, scope, Number())
        if isinstance(exactly, Const) and isinstance(exactly.value, int) and exactly.value < 1:
            build.expressions.fail(written, Code.WRONG_VALUE, "at least one member is chosen")
        return exactly, exactly
    least, most = at.wanted(tree.low, scope, Number()), at.wanted(tree.high, scope, Number())
    match least, most:
        case (Const(int(low)), _) if low < 0:
            build.expressions.fail(written, Code.WRONG_VALUE, "a set has no fewer than 0 members")
        case Const(int(low)), Const(int(high)) if high < max(1, low):
            build.expressions.fail(written, Code.WRONG_VALUE, "sizes go from a smaller to a larger number, 1 at least")
    return least, most


def most_subsets(some: Some, names: Names) -> int | None:
    """A bound on the number of subsets that is known when the game is loaded; None where there is none."""
    count = _most_members(some.domain, names)
    if count is None:
        return None
    least = _constant(some.least, 0)
    most = count if some.most is None else min(count, _constant(some.most, count))
    return sum(comb(count, size) for size in range(least, most + 1))


def _constant(expression: Expression, otherwise: int) -> int:
    return expression.value if isinstance(expression, Const) and isinstance(expression.value, int) else otherwise


def _most_members(domain: Expression, names: Names) -> int | None:
    match domain:
        case Const((*members,)):
            return len(members)
        case Cards(zone, key):
            family = names.zones[zone]
            zones = len(family.keys) if key is None else 1
            return None if family.capacity is None else family.capacity * zones
        case _:
            return None
