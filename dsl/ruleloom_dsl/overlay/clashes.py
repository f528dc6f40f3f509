"""Edits of variants that do not build on each other and touch the same thing: errors that name both places."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path as FilePath

from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import Code, Note, Report, quote
from ruleloom_dsl.excerpts import format_path, format_place
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.paths import Path
from ruleloom_dsl.overlay.select import Precedence

_DONE = {"set": "set", "add": "added", "replace": "replaced", "remove": "removed", "except": "added"}

_LAST = ("replace", "remove")


class Clashes:
    """Finds pairs of edits of which neither may build on the other, variant by variant in their order."""

    def __init__(self, precedence: Precedence, report: Report) -> None:
        """Nothing is touched yet."""
        self._precedence = precedence
        self._report = report
        self._seen = _Seen()

    def check(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the edits of one more variant touch nothing that earlier ones touch; each clash is reported."""
        clashes = [clash for edit in edits for clash in self._clashes(edit)]
        for edit in edits:
            self._seen.add(edit)
        for edit, other, anchor in clashes:
            _refuse(*_own_first(edit, other), anchor, self._report)
        return not clashes

    def _clashes(self, edit: Edit) -> Iterator[tuple[Edit, Edit, Path | None]]:
        for other in self._seen.touching(edit):
            if not self._precedence.ordered(edit.variant, other.variant):
                yield edit, other, None
        for other, anchor in self._seen.unanchored(edit):
            if not self._precedence.ordered(edit.variant, other.variant):
                yield edit, other, anchor


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


def _both_touch(edit: Edit, other: Edit) -> str:
    here, there, place = _DONE[edit.operation], _DONE[other.operation], format_place(other.span)
    if edit.path != other.path:
        return f"{_shown(edit.path)} is {here} here, and {_shown(other.path)} is {there} in {place}; keep one"
    again = "" if here == there else f" {there}"
    return f"{_shown(edit.path)} is {here} here and{again} in {place}; keep one"


def _anchor_goes(edit: Edit, other: Edit, anchor: Path) -> str:
    here, there, place = _DONE[edit.operation], _DONE[other.operation], format_place(other.span)
    if _takes_away(edit) and edit.path == anchor:
        return f"{_shown(anchor)} is {here} here, and {_shown(other.path)} is placed by it in {place}"
    return f"{_shown(edit.path)} is placed by {_shown(anchor)}, which is {there} in {place}"


def _refuse(edit: Edit, other: Edit, anchor: Path | None, report: Report) -> None:
    message = _both_touch(edit, other) if anchor is None else _anchor_goes(edit, other, anchor)
    is_fixed = _is_shipped(other.span.file) and not _is_shipped(edit.span.file)
    is_last = other.operation in _LAST and edit.operation not in _LAST
    builder, ground = (other, edit) if is_last and not is_fixed else (edit, other)
    help = (
        f'or say in {format_path(builder.span.file)} "after: {ground.variant}" if it builds on that, '
        f'"excludes: {ground.variant}" if the two are not to be played together'
    )
    note = Note(f"{quote(other.variant)} changes it", other.span)
    report.error(Code.OVERLAY_CLASH, message, edit.span, notes=(note,), help=help)


def _own_first(edit: Edit, other: Edit) -> tuple[Edit, Edit]:
    """The two, and the one first that somebody may change where the other one is shipped."""
    is_fixed = _is_shipped(edit.span.file) and not _is_shipped(other.span.file)
    return (other, edit) if is_fixed else (edit, other)


@cache
def _is_shipped(file: str) -> bool:
    return FilePath(file).is_relative_to(shipped())


def _shown(path: Path) -> str:
    return quote(".".join(path))
