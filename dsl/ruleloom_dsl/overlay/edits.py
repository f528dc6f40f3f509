"""The smallest changes that variants are made of: each touches one canonical path and can be put on any document."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from ruleloom_dsl.nodes import Mapping, Node
from ruleloom_dsl.overlay.changes import NOWHERE, Anchors, Operation
from ruleloom_dsl.overlay.paths import Path, update, with_child, with_renamed, without
from ruleloom_dsl.spans import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that a variant touches: `old` and `new` are what stood there and what stands there now.

    `span` is where the variant says so; `renamed` is the new id that a replacement may have.
    """

    variant: str
    operation: Operation
    path: Path
    span: Span
    old: Node | None = None
    new: Node | None = None
    renamed: str | None = None
    anchors: Anchors = NOWHERE

    @property
    def container(self) -> Path:
        """The path of the mapping or list that the touched thing stands in."""
        return self.path[:-1]

    @property
    def name(self) -> str:
        """The key or id of the touched thing."""
        return self.path[-1]


def apply(document: Mapping, edit: Edit) -> Mapping:
    """The document with one edit made; additions go to the end of what they are added to."""
    return cast(Mapping, update(document, edit.container, lambda node: _edited(node, edit), edit.span))


def apply_all(document: Mapping, edits: Iterable[Edit]) -> Mapping:
    """The document with several edits made, one after the other."""
    for edit in edits:
        document = apply(document, edit)
    return document


def _edited(container: Node, edit: Edit) -> Node:
    if edit.new is None:
        return without(container, edit.name)
    if edit.renamed:
        return with_renamed(container, edit.name, edit.renamed, edit.new, edit.span)
    return with_child(container, edit.name, edit.new, edit.span)
