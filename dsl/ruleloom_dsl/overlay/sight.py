"""What a variant sees of a document, and the words for what it looks for and does not find."""

from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import NoReturn

from ruleloom_dsl.diagnostics import Code, Note, Report, quote, suggest
from ruleloom_dsl.nodes import Mapping, Node, Scalar
from ruleloom_dsl.overlay.changes import Change
from ruleloom_dsl.overlay.edits import Edit, apply
from ruleloom_dsl.overlay.paths import DeadEnd, Path, Place, at, child, find, names_in
from ruleloom_dsl.spans import Span

MOST_EDITS = 1_000
MOST_LISTED = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """A variant that adds something, and where it says so."""

    variant: str
    span: Span


@dataclass(frozen=True, slots=True)
class View:
    """What a variant sees: the document, its edits on the base, and, by path as written, what others would add.

    `required` are the variants without which it is not played.
    """

    base: Mapping
    document: Mapping
    history: tuple[Edit, ...]
    offers: Table[Path, Offer]
    required: frozenset[str] = frozenset()


class Refused(Exception):
    """A change cannot be made, and the report says why."""


class Sight:
    """The document as one variant changes it; whatever it looks for in vain is reported, and raises `Refused`."""

    def __init__(self, variant: str, view: View, report: Report) -> None:
        """Begin with what the variants that it builds on have made."""
        self.variant = variant
        self.document = view.document
        self.edits: list[Edit] = []
        self._view = view
        self._report = report

    def take(self, edit: Edit) -> None:
        """Make an edit."""
        if len(self.edits) == MOST_EDITS:
            self.refuse(Code.BAD_SHAPE, f"the variant touches more than {MOST_EDITS:,} things", edit.span)
        self.document = apply(self.document, edit)
        self.edits.append(edit)

    def at(self, path: Path) -> Node | None:
        """The node at a canonical path."""
        return at(self.document, path)

    def find(self, segments: tuple[Scalar, ...]) -> Place:
        """Where a path leads; a mapping may lack its last segment."""
        place = find(self.document, segments)
        return place if isinstance(place, Place) else self.refuse_dead_end(place, segments)

    def find_present(self, change: Change) -> Place:
        """Where the path of a change leads, all of it."""
        place = self.find(change.path)
        if place.node is None:
            container = self.at(place.path[:-1]) or self.document
            self.refuse_dead_end(DeadEnd(place.path[:-1], container, change.path[-1]), change.path)
        return place

    def check_free(self, container: Node, path: Path, name: Scalar) -> None:
        """Refuse an id that the list or mapping has already."""
        taken = child(path, container, name.text)
        if taken:
            note = Note("it stands", taken.span)
            help = 'write "replace:" to exchange it, or choose another id'
            message = f"{shown(path)} already has {quote(name.text)}"
            self.refuse(Code.ID_TAKEN, message, name.span, note, help=help)

    def check_anchors(self, change: Change, path: Path, container: Node | None) -> None:
        """Refuse to place an addition by what is not there."""
        for anchor in change.anchors.after + change.anchors.before:
            if container is None or child(path, container, anchor.text) is None:
                message = f"there is no {quote(anchor.text)} in {shown(path)} to be placed by"
                self._refuse_missing(Code.UNKNOWN_ANCHOR, message, path, anchor, container, change.path[:-1])

    def refuse_dead_end(self, end: DeadEnd, segments: tuple[Scalar, ...]) -> NoReturn:
        """Say where a path, of these segments, stops leading anywhere."""
        if isinstance(end.node, Scalar):
            message = f"{shown(end.path)} is the single value {quote(end.node.text)}: there is nothing below it"
            note = Note("it stands", end.node.span)
            help = f'change {shown(end.path)} itself: "to:" may be a mapping'
            self.refuse(Code.UNKNOWN_PATH, message, end.segment.span, note, help=help)
        before = segments[: next((i for i, name in enumerate(segments) if name is end.segment), 0)]
        message = f"there is no {quote(end.segment.text)} in {shown(end.path)}"
        self._refuse_missing(Code.UNKNOWN_PATH, message, end.path, end.segment, end.node, before)

    def _refuse_missing(
        self,
        code: Code,
        message: str,
        path: Path,
        name: Scalar,
        container: Node | None,
        before: tuple[Scalar, ...],
    ) -> NoReturn:
        names = names_in(container) if container else ()
        help = suggest(name.text, names)
        if not help and 0 < len(names) <= MOST_LISTED:
            help = f"there is: {', '.join(names)}"
        notes = []
        for inner in (path, (*path, "do"), (*path, "then")):
            notes += self._removals((*inner, name.text))
        if changed := self._changed_by_others((*before, name)):
            whole = self._left_of((*before, name))
            help = f"change {shown(whole)} as a whole" if whole else "leave this change out"
            if changed.variant not in self._view.required:
                help = f'{help}, or say "excludes: {changed.variant}" if the two are not to be played together'
            together = f"{quote(changed.variant)} + {quote(self.variant)}"
            notes = notes or [Note(f"{quote(changed.variant)} has changed {shown(changed.path)}", changed.span)]
            notes.insert(0, Note(f"this concerns the combination {together}"))
        offer = self._view.offers.get((*words_of(before), name.text))
        if offer and offer.variant != self.variant:
            notes.append(Note(f"{quote(offer.variant)} adds it", offer.span))
            help = f'say "requires: {offer.variant}" or "after: {offer.variant}" if this variant builds on it'
        self.refuse(code, message, name.span, *notes, help=help)

    def _changed_by_others(self, segments: tuple[Scalar, ...]) -> Edit | None:
        """The edit of another variant after which a path no longer leads to what it does in the base."""
        document = self._view.base
        if not self._view.history or _node_at(document, segments) is None:
            return None
        for edit in self._view.history:
            document = apply(document, edit)
            if _node_at(document, segments) is None:
                return edit
        return None

    def _left_of(self, segments: tuple[Scalar, ...]) -> Path:
        """The longest part of a path of the base that there still is."""
        place = find(self._view.base, segments)
        path = place.path if isinstance(place, Place) else ()
        return next((path[:end] for end in range(len(path), 0, -1) if self.at(path[:end]) is not None), ())

    def _removals(self, path: Path) -> list[Note]:
        gone = [
            edit
            for edit in (*self._view.history, *self.edits)
            if edit.path == path and (edit.operation == "remove" or edit.renamed)
        ]
        return [Note(f"{quote(edit.variant)} takes it away", edit.span) for edit in gone[-1:]]

    def refuse(self, code: Code, message: str, span: Span, *notes: Note, help: str | None = None) -> NoReturn:
        """Report an error and give the change up."""
        self._report.error(code, message, span, notes=notes, help=help)
        raise Refused


def _node_at(document: Mapping, segments: tuple[Scalar, ...]) -> Node | None:
    place = find(document, segments)
    return place.node if isinstance(place, Place) else None


def words_of(path: tuple[Scalar, ...]) -> Path:
    """A path as it is written, without its places."""
    return tuple(segment.text for segment in path)


def shown(path: Path) -> str:
    """A path in messages."""
    return quote(".".join(path)) if path else "the game"
