"""Edits of variants that do not build on each other and touch the same thing: errors that name both places."""

from collections import defaultdict
from collections.abc import Iterator

from ruleloom_dsl.diagnostics import Code, Note, Report, format_place, quote
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.paths import Path
from ruleloom_dsl.overlay.select import Precedence

_DONE = {"set": "set", "add": "added", "replace": "replaced", "remove": "removed", "except": "added"}

_LAST = ("replace", "remove")


def report_clashes(edits: tuple[Edit, ...], precedence: Precedence, report: Report) -> None:
    """Report each pair of edits, in the order of the variants, of which neither may build on the other."""
    seen = _Seen()
    for edit in edits:
        for other in seen.touching(edit):
            if not precedence.ordered(edit.variant, other.variant):
                _refuse(edit, other, report)
        for other, anchor in seen.unanchored(edit):
            if not precedence.ordered(edit.variant, other.variant):
                _refuse_anchor(edit, other, anchor, report)
        seen.add(edit)


class _Seen:
    """Edits so far, to be found by what they touch; paths that contain each other touch."""

    def __init__(self) -> None:
        self._at: defaultdict[Path, list[Edit]] = defaultdict(list)
        self._below: defaultdict[Path, list[Edit]] = defaultdict(list)
        self._anchored: defaultdict[Path, list[Edit]] = defaultdict(list)

    def add(self, edit: Edit) -> None:
        self._at[edit.path].append(edit)
        for end in range(len(edit.path)):
            self._below[edit.path[:end]].append(edit)
        for anchor in _anchors(edit):
            self._anchored[anchor].append(edit)

    def touching(self, edit: Edit) -> Iterator[Edit]:
        for end in range(1, len(edit.path) + 1):
            yield from self._at.get(edit.path[:end], ())
        yield from self._below.get(edit.path, ())

    def unanchored(self, edit: Edit) -> Iterator[tuple[Edit, Path]]:
        """Pairs of which one takes away what the other is placed by."""
        if _takes_away(edit):
            yield from ((other, edit.path) for other in self._anchored.get(edit.path, ()))
        for anchor in _anchors(edit):
            yield from ((other, anchor) for other in self._at.get(anchor, ()) if _takes_away(other))


def _anchors(edit: Edit) -> set[Path]:
    return {(*edit.container, anchor.text) for anchor in edit.anchors.after + edit.anchors.before}


def _takes_away(edit: Edit) -> bool:
    return edit.operation == "remove" or edit.renamed is not None


def _refuse(edit: Edit, other: Edit, report: Report) -> None:
    here, there = _DONE[edit.operation], _DONE[other.operation]
    place = format_place(other.span)
    if edit.path != other.path:
        message = f"{_shown(edit.path)} is {here} here, and {_shown(other.path)} is {there} in {place}"
    elif here == there:
        message = f"{_shown(edit.path)} is {here} here and in {place}"
    else:
        message = f"{_shown(edit.path)} is {here} here and {there} in {place}"
    _report(f"{message}; keep one", edit, other, report)


def _refuse_anchor(edit: Edit, other: Edit, anchor: Path, report: Report) -> None:
    place = format_place(other.span)
    if _takes_away(edit) and edit.path == anchor:
        message = (
            f"{_shown(anchor)} is {_DONE[edit.operation]} here, and {_shown(other.path)} is placed by it in {place}"
        )
    else:
        message = f"{_shown(edit.path)} is placed by {_shown(anchor)}, which is {_DONE[other.operation]} in {place}"
    _report(message, edit, other, report)


def _report(message: str, edit: Edit, other: Edit, report: Report) -> None:
    builder, ground = (other, edit) if other.operation in _LAST and edit.operation not in _LAST else (edit, other)
    note = Note(f"{quote(other.variant)} changes it", other.span)
    help = f'or say "after: {ground.variant}" in {quote(builder.variant)} if it builds on that'
    report.error(Code.OVERLAY_CLASH, message, edit.span, notes=(note,), help=help)


def _shown(path: Path) -> str:
    return quote(".".join(path))
