"""The optimisations on the way from the rules to a program, by name: each can be left out, and only time changes.

What stands in for a pass that is left out is the general way, which the lowering needs in any case where the pass does
not apply. `site/docs/decisions/0015-one-plan.md` says what cannot be left out, and why.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Passes:
    """Which optimisations are made; all of them, unless something is being looked into."""

    masks: bool = True
    """Tests of everything there is at once, as sets of bits; without it one by one, and without `facts` too."""
    facts: bool = True
    """Masks that are kept up to date as the state changes; without it they are not asked for."""
    tables: bool = True
    """What is known of each thing when the game is loaded, in tables; without it it is worked out in play."""
    early_clauses: bool = True
    """A clause is asked as soon as what it reads is bound; without it once everything is."""
    pruned_walks: bool = True
    """Clauses about the places of a walk decide where it may go; without it each walk is asked about at its end."""
    walk_tables: bool = True
    """Walks on a board that does not move, from a table; without it step by step."""
    walk_ends: bool = True
    """The ends of walks are gathered in a mask and asked about once; without it each walk is."""
    kept_masks: bool = True
    """Candidates that are kept for an `if_able` in a mask, where they are single values; without it in arrays."""
    sorted_rows: bool = True
    """Options that come in order are written one behind the other; without it each is moved down to its place."""
    small_terms: bool = True
    """Small terms are written where they are called; without it they are functions as large ones are."""
    folding: bool = True
    """Tests that limits of a local decide are left out; without it they are asked."""
    inlining: bool = True
    """In Python: small functions are written where they are called."""
    joined_blocks: bool = True
    """In Python: a block goes on with the one that follows it anyway; without it as a block of its own."""
    kept_fields: bool = True
    """In Python: fields that are often read are held in locals."""
    stretches: bool = True
    """In Python: a loop over a stretch of tables goes through the values; without it through their numbers."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of those that are not made."""
        return tuple(name for name in NAMES if not getattr(self, name))


NAMES = tuple(each.name for each in fields(Passes))
ALL = Passes()


def all_but(names: Iterable[str]) -> Passes:
    """All passes but some.

    >>> all_but(["facts", "folding"]).left_out
    ('facts', 'folding')
    """
    return Passes(**dict.fromkeys(names, False))
