"""Variants onto the base document, before anything is validated: typed patches, composed and checked for clashes."""

from ruleloom_dsl.overlay.compose import compose, compose_edits, describe_changes
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.select import Selection, Variant, select

__all__ = ["Edit", "Selection", "Variant", "compose", "compose_edits", "describe_changes", "select"]
