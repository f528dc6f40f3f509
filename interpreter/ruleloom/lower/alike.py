"""Which values are the same for a player: copies of a card that lie in one place and show the same are alike."""

from ruleloom.lower import plan as p
from ruleloom.lower.code import TRUE, Code, binary, both, either
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.numbers import has_copies
from ruleloom_dsl.ir.types import Card, SetOf, Type, certain


def copied(lower: Expressions, type_: Type) -> str | None:
    """The component that values of a type, or their members, are copies of."""
    of = certain(type_)
    item = certain(of.item) if isinstance(of, SetOf) else of
    if isinstance(item, Card) and has_copies(lower.shape.machine, item.component):
        return item.component
    return None


def alike(lower: Expressions, code: Code, type_: Type, one: p.Expr, other: p.Expr) -> p.Expr:
    """Whether two single values are the same for a player."""
    component = copied(lower, type_)
    if component is None:
        return binary("==", one, other)
    one, other = code.hold(one), code.hold(other)
    kinds, number = lower.numbering.kinds[component], lower.component(component)
    fields = (f"where{number}", *(f"shown{each}" for each in lower.numbering.attributes_of(component)))
    found = binary("==", lower.tables.entry(kinds, one), lower.tables.entry(kinds, other))
    for field in fields:
        found = both(found, binary("==", p.At(field, one), p.At(field, other)))
    there = both(binary(">=", one, p.Int(0)), binary(">=", other, p.Int(0)))
    return TRUE if one == other else either(binary("==", one, other), both(there, found))
