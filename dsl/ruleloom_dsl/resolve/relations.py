"""Terms as relations: with one place for a parameter and a set of places for a value, a term says where steps lead."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.expressions import Relation
from ruleloom_dsl.ir.types import Place, SetOf, certain
from ruleloom_dsl.resolve.compatibility import describe, fits

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.expressions import Expressions

HOW = "write a term such as {of: {p: place}, is: neighbours(p)} and name it here without brackets"


def find_relation(
    expressions: "Expressions",
    name: str,
    fail: Callable[[Code, str, str | None], NoReturn],
    known: tuple[str, ...] = (),
) -> Relation:
    """The relation that a name stands for; `known` are other names that would do here. Raises Unresolved."""
    if not name:
        fail(Code.TYPE_MISMATCH, "the name of a term is needed here", HOW)
    if name not in expressions.names.terms:
        terms = (*known, *expressions.names.terms)
        fail(Code.UNKNOWN_NAME, f'no term is called "{name}"', suggest(name, terms) or HOW)
    term = expressions.term(name)
    types = [expressions.names.slots[slot].type for slot in term.slots]
    if types != [Place()]:
        given = " and ".join(map(describe, types)) or "nothing"
        fail(Code.TYPE_MISMATCH, f'"{name}" takes {given}, and steps lead on from one place', HOW)
    if not fits(term.type, SetOf(Place())) or not isinstance(certain(term.type), SetOf):
        fail(Code.TYPE_MISMATCH, f'"{name}" is {describe(term.type)}, and steps lead to a set of places', HOW)
    expressions.read.add(name)
    return Relation(name, SetOf(Place()))
