"""Where additions go in a list: one order for all variants together, from what they say and not from who comes first.

An addition lies behind the last of what it comes after, or else ahead of the first of what it comes before, or else
at the end. Additions that meet in one gap are ordered by their relations; in lists whose order matters, two that
nothing orders are a clash. What is removed keeps its place here, so that what was placed by it stays where it was.
"""

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleloom_dsl.diagnostics import Code, Note, Report, quote
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay.changes import NOWHERE
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.paths import Path, is_block, item_id
from ruleloom_dsl.overlay.select import Precedence

MOST_ADDITIONS = 300


@dataclass(slots=True, eq=False)
class _Place:
    """One item of a list, of the base or added, there or gone, and what it is placed by."""

    name: str | None
    edit: Edit | None = None
    is_there: bool = True
    after: "list[_Place]" = field(default_factory=list)
    before: "list[_Place]" = field(default_factory=list)


class Places:
    """The lists and mappings that things are added to, while edits are put on a document one after the other."""

    def __init__(self) -> None:
        """Nothing is added yet."""
        self._lists: dict[Path, list[_Place]] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of the lists and mappings that have additions."""
        return tuple(self._lists)

    def note(self, container: Node | None, edit: Edit) -> None:
        """Take note of an edit before it is made; `container` is what its path stands in, if that exists."""
        self._catch_up(container, edit.container)
        if edit.operation in ("add", "except"):
            self._add(container, edit)
            return
        gone = [path for path in self._lists if path[: len(edit.path)] == edit.path]
        for path in gone:
            del self._lists[path]
        place = _named(self._lists.get(edit.container, []), edit.name)
        if place and edit.operation == "remove":
            place.is_there = False
        elif place and edit.renamed:
            place.name = edit.renamed

    def arranged(self, container: Node, path: Path, precedence: Precedence, report: Report) -> Node:
        """The list or mapping with its additions, which stand at its end so far, where they belong."""
        self._catch_up(container, path)
        places = self._lists[path]
        added = [place.edit for place in places if place.edit]
        if len(added) > MOST_ADDITIONS:
            message = f"more than {MOST_ADDITIONS} additions to {quote('.'.join(path))}"
            report.error(Code.BAD_SHAPE, message, added[-1].span)
            return container
        order = _Table(places, precedence).order(report, is_ordered=_is_ordered(container, path))
        if isinstance(container, Mapping):
            return Mapping(tuple(container.entries[index] for index in order), container.span)
        assert isinstance(container, Sequence)
        return Sequence(tuple(container.items[index] for index in order), container.span)

    def _catch_up(self, container: Node | None, path: Path) -> None:
        """Take in keys that were set and not added: they stand at the end of a mapping."""
        if path in self._lists:
            known = sum(place.is_there for place in self._lists[path])
            self._lists[path] += [_Place(name) for name in _names(container)[known:]]

    def _add(self, container: Node | None, edit: Edit) -> None:
        places = self._lists.setdefault(edit.container, [_Place(name) for name in _names(container)])
        after = [place for name in edit.anchors.after if (place := _named(places, name.text))]
        before = [place for name in edit.anchors.before if (place := _named(places, name.text))]
        places.append(_Place(edit.name, edit, True, after, before))


def _named(places: list[_Place], name: str) -> _Place | None:
    return next((place for place in places if place.name == name and place.is_there), None)


def _names(container: Node | None) -> list[str | None]:
    if isinstance(container, Mapping):
        return list(container.keys())
    return [item_id(item) for item in container.items] if isinstance(container, Sequence) else []


def _is_ordered(container: Node, path: Path) -> bool:
    """Statements follow each other; clauses only where one is tried among those that passed the ones before."""
    if not isinstance(container, Sequence):
        return False
    conditional = any(isinstance(item, Mapping) and item.get("if_able") for item in container.items)
    return is_block(path) or (path[-1] == "rules" and conditional)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A gap of the base (0 is before its first item) and a side: behind what is before, ahead of what comes, last."""

    gap: int
    side: int


class _Table:
    """The places of one list by index, and which come before which."""

    def __init__(self, places: list[_Place], precedence: Precedence) -> None:
        self._places = places
        self._precedence = precedence
        self._seat = {variant.id: seat for seat, variant in enumerate(precedence.variants)}
        self._added = {index: place.edit for index, place in enumerate(places) if place.edit}
        self._base = [index for index in range(len(places)) if index not in self._added]
        self._rank = {index: rank for rank, index in enumerate(self._base)}
        index_of = {place: index for index, place in enumerate(places)}
        self._after = {index: self._related(index, "after", index_of) for index in self._added}
        self._ahead = {index: self._related(index, "before", index_of) for index in self._added}

    def order(self, report: Report, *, is_ordered: bool) -> list[int]:
        """The items that are there, by their index among these, in their order."""
        before = self._declared()
        sequence = self._sorted(before)
        result = list(range(len(self._places)))
        if sequence is not None:
            spots = self._spots(sequence, before)
            known = self._preferred(spots, self._all_before(sequence, before))
            if is_ordered:
                self._check_clashes(spots, known, report)
            result = self._laid_out(spots, known)
        position = {index: place for place, index in enumerate(result)}
        if any(position[first] > position[second] for second in before for first in before[second]):
            self._refuse_circle(report)
        there = [index for index, place in enumerate(self._places) if place.is_there]
        number = {index: item for item, index in enumerate(there)}
        return [number[index] for index in result if index in number]

    def _related(self, index: int, side: str, index_of: dict[_Place, int]) -> set[int]:
        place, anchors = self._places[index], self._added[index].anchors
        optional: tuple[Scalar, ...] = anchors.if_present_after if side == "after" else anchors.if_present_before
        found = [_named(self._places, name.text) for name in optional]
        stated = place.after if side == "after" else place.before
        return {index_of[other] for other in (*stated, *found) if other and other is not place}

    def _declared(self) -> dict[int, set[int]]:
        """For each place, what comes directly before it."""
        before: dict[int, set[int]] = {index: set() for index in range(len(self._places))}
        for first, second in itertools.pairwise(self._base):
            before[second].add(first)
        for index in self._added:
            before[index] |= self._after[index]
            for later in self._ahead[index]:
                before[later].add(index)
        return before

    def _key(self, index: int) -> tuple[int, int]:
        return (self._seat[self._added[index].variant], index) if index in self._added else (0, index)

    def _sorted(self, before: dict[int, set[int]]) -> list[int] | None:
        """The places with everything behind what comes before it; None if that goes in a circle."""
        missing = {index: len(before[index]) for index in before}
        after: dict[int, list[int]] = {index: [] for index in before}
        for index, earlier in before.items():
            for other in earlier:
                after[other].append(index)
        ready = [(self._key(index), index) for index in before if not missing[index]]
        heapq.heapify(ready)
        result = []
        while ready:
            _, index = heapq.heappop(ready)
            result.append(index)
            for later in after[index]:
                missing[later] -= 1
                if not missing[later]:
                    heapq.heappush(ready, (self._key(later), later))
        return result if len(result) == len(before) else None

    def _spots(self, sequence: list[int], before: dict[int, set[int]]) -> dict[int, _Spot]:
        """Where each addition wants to be, and no earlier than what must come before it."""
        wanted: dict[int, _Spot | None] = {}
        spots: dict[int, _Spot] = {}
        for index in sequence:
            if index in self._added:
                spot = self._wanted(index, wanted)
                gaps = [self._rank[other] + 1 if other in self._rank else spots[other].gap for other in before[index]]
                spots[index] = _Spot(max(spot.gap, *gaps, 0), spot.side)
        return spots

    def _wanted(self, index: int, wanted: dict[int, _Spot | None]) -> _Spot:
        at_end = _Spot(len(self._base), 2)
        if index in wanted:
            return wanted[index] or at_end  # two that are placed by each other: at the end
        wanted[index] = None
        if self._after[index]:
            spot = _Spot(max(self._gap(other, 1, wanted) for other in self._after[index]), 0)
        elif self._ahead[index]:
            spot = _Spot(min(self._gap(other, 0, wanted) for other in self._ahead[index]), 1)
        else:
            spot = at_end
        wanted[index] = spot
        return spot

    def _gap(self, index: int, offset: int, wanted: dict[int, _Spot | None]) -> int:
        return self._rank[index] + offset if index in self._rank else self._wanted(index, wanted).gap

    def _all_before(self, sequence: list[int], before: dict[int, set[int]]) -> dict[int, set[int]]:
        """For each addition, all additions that come before it."""
        known: dict[int, set[int]] = {}
        for index in sequence:
            if index in self._added:
                earlier = before[index] & self._added.keys()
                known[index] = earlier.union(*(known[other] for other in earlier))
        return known

    def _preferred(self, spots: dict[int, _Spot], known: dict[int, set[int]]) -> dict[int, set[int]]:
        """What comes before what, with what is declared and, within a gap and where nothing is declared, three
        preferences: the sides, a variant's own order, and variants behind those that they build on.
        """
        for first, second in self._meetings(spots):
            sides = spots[first].side - spots[second].side
            if sides or self._precedence.ordered(self._added[first].variant, self._added[second].variant):
                swapped = sides > 0 or (not sides and self._key(first) > self._key(second))
                earlier, later = (second, first) if swapped else (first, second)
                if later not in known[earlier] and earlier not in known[later]:
                    _put_before(earlier, later, known)
        return known

    def _meetings(self, spots: dict[int, _Spot]) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, b in itertools.combinations(sorted(spots), 2) if spots[a].gap == spots[b].gap)

    def _check_clashes(self, spots: dict[int, _Spot], known: dict[int, set[int]], report: Report) -> None:
        told = set()
        for pair in self._meetings(spots):
            first, second = sorted(pair, key=self._key)
            if second not in told and self._is_open(first, second, spots, known):
                told.add(second)
                _refuse_unordered(self._added[second], self._added[first], report)

    def _is_open(self, first: int, second: int, spots: dict[int, _Spot], known: dict[int, set[int]]) -> bool:
        related = self._precedence.ordered(self._added[first].variant, self._added[second].variant)
        declared = first in known[second] or second in known[first]
        return spots[first].side == spots[second].side and not related and not declared

    def _laid_out(self, spots: dict[int, _Spot], known: dict[int, set[int]]) -> list[int]:
        gaps: dict[int, set[int]] = {}
        for index, spot in spots.items():
            gaps.setdefault(spot.gap, set()).add(index)
        result = []
        for gap in range(len(self._base) + 1):
            members = gaps.get(gap, set())
            result += self._sorted({index: known[index] & members for index in sorted(members)}) or []
            result += self._base[gap : gap + 1]
        return result

    def _refuse_circle(self, report: Report) -> None:
        edits = [edit for edit in self._added.values() if edit.anchors != NOWHERE]
        names = ", ".join(quote(edit.name) for edit in edits)
        message = f"there is no place for {names}: what they come after and before goes in a circle"
        notes = [Note(f"{quote(edit.name)} is added", edit.span) for edit in edits[1:]]
        report.error(Code.OVERLAY_CLASH, message, edits[0].span, notes=notes)


def _put_before(earlier: int, later: int, known: dict[int, set[int]]) -> None:
    new = known[earlier] | {earlier}
    for index, before in known.items():
        if index == later or later in before:
            before |= new


def _refuse_unordered(edit: Edit, other: Edit, report: Report) -> None:
    report.error(
        Code.OVERLAY_CLASH,
        f"nothing says what comes first: {quote(edit.name)} here or {quote(other.name)} in {format_place(other.span)}",
        edit.span,
        notes=(Note(f"{quote(other.name)} is added by {quote(other.variant)}", other.span),),
        help=f'say "if_present_after: {other.name}" or "if_present_before: {other.name}"',
    )
