"""What a move says about a set whose members are picked one by one: which values and clauses depend on it."""

from ruleloom_dsl.ir.expressions import Local, Quantified
from ruleloom_dsl.ir.game import Clause, Given, Move, Some
from ruleloom_dsl.ir.traverse import inside, slots_read

MOST_SUBSETS = 4_096
"""So many subsets can be listed as moves, or looked through for a clause about a whole set."""

DONE = "done"
"""How a set is closed before it has its largest size."""


def slots_inside(tree: object) -> frozenset[int]:
    """The slots that a whole tree reads."""
    return frozenset(node.slot for node in inside(tree) if isinstance(node, Local))


def picked_slots(move: Move, some: Some) -> frozenset[int]:
    """The slot of a set, and those of the parameters that are computed from it."""
    found = {some.slot}
    for parameter in move.parameters:
        if isinstance(parameter, Given) and slots_read(parameter.value) & found:
            found.add(parameter.slot)
    return frozenset(found)


def is_about(clause: Clause, about: frozenset[int]) -> bool:
    """Whether a clause reads a set or what is computed from it."""
    return bool(slots_inside(clause) & about)


def is_per_member(clause: Clause, slot: int, about: frozenset[int]) -> bool:
    """Whether a clause asks something of each member of a set, whatever the others are."""
    if clause.exceptions or clause.if_able or (clause.when is not None and slots_read(clause.when) & about):
        return False
    match clause:
        case Clause(each=Local(found)) if found == slot:
            return not slots_read(clause.that) & about
        case Clause(each=None, that=Quantified("all", domain=Local(found), where=where, body=body)) if found == slot:
            return not slots_inside((where, body)) & about
        case _:
            return False
