"""From an error to the change of a variant that it comes from: the one without which it is not there.

What stands wrong in a variant's own file names itself. What a variant removes or sets may go wrong anywhere else, and
then nothing in the composed game says so; so the game is composed again without each change. Only errors cost this.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ruleloom_dsl import nodes
from ruleloom_dsl.diagnostics import Code, Diagnostic, Note, quote
from ruleloom_dsl.overlay import Edit, Variant, compose_edits, describe_changes
from ruleloom_dsl.spans import Span

Attempt = Callable[[nodes.Mapping], Iterable[Diagnostic]]
"""What is said of a document that is composed otherwise."""

MOST_CHANGES = 40
"""With more changes than this only the variants are named."""
_MOST_NAMED = 3
_CHOSEN = {Code.PLAYER_COUNT, Code.UNKNOWN_OPTION, Code.OPTION_VALUE, Code.NOT_ALLOWED, Code.UNKNOWN_LANGUAGE}
_DOES = {"set": "sets", "add": "adds", "replace": "replaces", "remove": "removes", "except": "excepts from"}


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of a variant: its edits, and those that nothing but it makes possible; what is wrong without it."""

    edits: tuple[Edit, ...]
    without: frozenset[Diagnostic]

    @property
    def variant(self) -> str:
        return self.edits[0].variant

    def note(self) -> Note:
        edit = self.edits[0]
        return Note(f"variant {quote(edit.variant)} {_DOES[edit.operation]} {quote('.'.join(edit.path))}", edit.span)


def trace(
    found: Sequence[Diagnostic], base: nodes.Mapping, variants: Sequence[Variant], attempt: Attempt
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a composed game; errors that variants cause elsewhere than in their files say which change."""
    strange = {each for each in found if _is_strange(each, variants)}
    strange -= set(attempt(base)) if strange else set()
    if not strange:
        return tuple(found)
    edits = describe_changes(base, variants)
    changes = tuple(_changes(base, edits, variants, attempt))
    without = {each.id: _without(base, edits, variants, each, attempt) for each in variants}

    def traced(fault: Diagnostic) -> Diagnostic:
        involved = [each for each in variants if fault not in without[each.id]]
        return _traced(fault, found, changes, involved or variants)

    return tuple(traced(each) if each in strange else each for each in found)


def name_variants(found: Diagnostic, involved: Sequence[Variant]) -> Diagnostic:
    """What is wrong only with some variants, with those in whose files it does not show."""
    untold = [each for each in involved if not _names(found, each)]
    notes = [
        Note(f"variant {quote(each.id)} changes the game", nodes.locate(each.document, ("variant",))) for each in untold
    ]
    return replace(found, notes=(*found.notes, *(_together(involved) if notes else ()), *notes))


def _together(involved: Sequence[Variant]) -> tuple[Note, ...]:
    if len(involved) < 2:
        return ()
    return (Note(f"this concerns the combination {' + '.join(quote(each.id) for each in involved)}"),)


def _is_strange(found: Diagnostic, variants: Sequence[Variant]) -> bool:
    """Whether an error may come from elsewhere than where it stands: from a variant in whose file it does not."""
    is_error = found.severity == "error" and found.span is not None and found.code not in _CHOSEN
    return is_error and any(not _names(found, each) for each in variants)


def _names(found: Diagnostic, variant: Variant) -> bool:
    spans = (found.span, *(note.span for note in found.notes))
    return any(span is not None and span.file == variant.document.span.file for span in spans)


def _without(
    base: nodes.Mapping, edits: tuple[Edit, ...], variants: Sequence[Variant], out: Variant, attempt: Attempt
) -> frozenset[Diagnostic]:
    """What is said where one of several variants is not there."""
    if len(variants) == 1:
        return frozenset()
    own = tuple(edit for edit in edits if edit.variant == out.id)
    left = tuple(edit for edit in edits if not _needs(edit, own))
    return frozenset(attempt(compose_edits(base, variants, left)))


def _changes(
    base: nodes.Mapping, edits: tuple[Edit, ...], variants: Sequence[Variant], attempt: Attempt
) -> Iterator[_Change]:
    items = [item.span for variant in variants for item in _items(variant)]
    if len(items) > MOST_CHANGES:
        return
    for item in items:
        own = tuple(edit for edit in edits if _is_within(edit.span, item))
        if own:
            left = tuple(edit for edit in edits if not _needs(edit, own))
            yield _Change(own, frozenset(attempt(compose_edits(base, variants, left))))


def _items(variant: Variant) -> tuple[nodes.Node, ...]:
    written = variant.document.get("changes")
    return written.items if isinstance(written, nodes.Sequence) else () if written is None else (written,)


def _is_within(span: Span, outer: Span) -> bool:
    begin, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return span.file == outer.file and begin <= (span.line, span.column) <= end


def _needs(edit: Edit, own: tuple[Edit, ...]) -> bool:
    """Whether an edit is one of these, or below what one of them brings in."""
    for other in own:
        paths = [other.path, *([(*other.container, other.renamed)] if other.renamed else [])]
        if edit is other or any(edit.path[: len(path)] == path for path in paths):
            return True
    return False


def _traced(
    fault: Diagnostic, found: Sequence[Diagnostic], changes: Sequence[_Change], involved: Sequence[Variant]
) -> Diagnostic:
    """An error with the changes that it comes from: without one of them it is not there.

    Other errors may hide it then: so a change counts where there are none, or where it removes what is looked for.
    """
    untold = {each.id for each in involved if not _names(fault, each)}
    gone = [each for each in changes if fault not in each.without and each.variant in untold]
    causes = [each for each in gone if _errors(each.without) <= _errors(found) or _takes_away(each, fault)]
    if not causes:
        return name_variants(fault, involved)
    notes = [each.note() for each in causes[:_MOST_NAMED]]
    return replace(fault, notes=(*fault.notes, *_together(involved), *notes))


def _errors(found: Iterable[Diagnostic]) -> frozenset[Diagnostic]:
    return frozenset(each for each in found if each.severity == "error")


def _takes_away(change: _Change, fault: Diagnostic) -> bool:
    gone = (edit.name for edit in change.edits if edit.operation == "remove" or edit.renamed)
    return any(quote(name) in fault.message for name in gone)
