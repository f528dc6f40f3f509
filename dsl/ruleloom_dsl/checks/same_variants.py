"""Variants that say the same as another one, or nothing."""

from collections.abc import Mapping
from itertools import combinations

from ruleloom_dsl.diagnostics import Code, Note, Report
from ruleloom_dsl.overlay import Variant
from ruleloom_dsl.schema.variant import VariantModel


def check_same_variants(variants: Mapping[str, Variant], models: Mapping[str, VariantModel], report: Report) -> None:
    """Report two variants that change the same things in the same way, and warn of one that changes nothing."""
    for name, model in models.items():
        if not model.changes and not model.requires:
            message = f'"{name}" changes nothing: with it the game is as without it'
            help = 'write "changes:", or "requires:" with other variants'
            report.warning(Code.SAME_VARIANT, message, model.variant.span, help=help)
    for first, second in combinations(variants.values(), 2):
        one, other = first.document.get("changes"), second.document.get("changes")
        if one is not None and one == other:
            message = f'"{second.id}" changes just what "{first.id}" changes'
            notes = [Note(f"{first.id} stands here", one.span)]
            report.error(Code.SAME_VARIANT, message, other.span, notes=notes, help="keep one of them")
