"""Where additions go in a list: one order for all variants together, from what they say and not from who comes first.

An addition lies behind the last of what it comes after, or else before the first of what it comes before, or else at
the end. Additions that meet in one gap are ordered by their relations; in lists whose order matters, two that nothing
orders are a clash.
"""

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from ruleloom_dsl.diagnostics import Code, Note, Report, format_place, quote
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay.changes import NOWHERE
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.paths import Path, is_block, item_id
from ruleloom_dsl.overlay.select import Precedence

MOST_ADDITIONS = 300


def arranged(container: Node, path: Path, additions: list[Edit], precedence: Precedence, report: Report) -> Node:
    """The mapping or list with its additions, which stand at its end so far, where they belong."""
    names = _names(container)
    added = {names.index(edit.name): edit for edit in additions if edit.name in names}
    if len(added) > MOST_ADDITIONS:
        message = f"more than {MOST_ADDITIONS} additions to {quote('.'.join(path))}"
        report.error(Code.BAD_SHAPE, message, additions[0].span)
        return container
    table = _Table(names, added, precedence)
    order = table.order(report, is_ordered=_is_ordered(container, path))
    if isinstance(container, Mapping):
        return Mapping(tuple(container.entries[index] for index in order), container.span)
    assert isinstance(container, Sequence)
    return Sequence(tuple(container.items[index] for index in order), container.span)


def _names(container: Node) -> list[str | None]:
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
    """The items of one list by index, and which must come before which."""

    def __init__(self, names: list[str | None], added: dict[int, Edit], precedence: Precedence) -> None:
        self._names = names
        self._added = added
        self._precedence = precedence
        self._base = [index for index in range(len(names)) if index not in added]
        self._rank = {index: rank for rank, index in enumerate(self._base)}
        self._seat = {variant.id: seat for seat, variant in enumerate(precedence.variants)}
        self._before: dict[int, set[int]] = {index: set() for index in range(len(names))}
        for first, second in zip(self._base, self._base[1:], strict=False):
            self._before[second].add(first)
        for index in added:
            self._before[index].update(self._after(index))
            for later in self._ahead(index):
                self._before[later].add(index)

    def order(self, report: Report, *, is_ordered: bool) -> list[int]:
        sequence = self._sorted(self._before)
        if sequence is None:
            self._refuse_circle(report)
            return list(self._before)
        spots = self._spots(sequence)
        before = self._with_preferences(spots)
        if is_ordered:
            self._check_clashes(spots, before, report)
        result = self._laid_out(spots, before)
        position = {index: place for place, index in enumerate(result)}
        if any(position[first] > position[second] for second in self._before for first in self._before[second]):
            self._refuse_circle(report)
        return result

    def _after(self, index: int) -> list[int]:
        anchors = self._added[index].anchors
        return self._found(index, (*anchors.after, *anchors.if_present_after))

    def _ahead(self, index: int) -> list[int]:
        anchors = self._added[index].anchors
        return self._found(index, (*anchors.before, *anchors.if_present_before))

    def _found(self, index: int, anchors: tuple[Scalar, ...]) -> list[int]:
        names = {anchor.text for anchor in anchors} - {self._names[index]}
        return [self._names.index(name) for name in sorted(names) if name in self._names]

    def _key(self, index: int) -> tuple[int, int]:
        return (self._seat[self._added[index].variant], index) if index in self._added else (0, index)

    def _sorted(self, before: dict[int, set[int]]) -> list[int] | None:
        """The indexes with everything behind what comes before it; None if that goes in a circle."""
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

    def _spots(self, sequence: list[int]) -> dict[int, _Spot]:
        """Where each addition wants to be, and no earlier than what must come before it."""
        wanted: dict[int, _Spot | None] = {}
        spots: dict[int, _Spot] = {}
        for index in sequence:
            if index in self._added:
                spot = self._wanted(index, wanted)
                earlier = [
                    self._rank[other] + 1 if other in self._rank else spots[other].gap for other in self._before[index]
                ]
                spots[index] = _Spot(max(spot.gap, *earlier, 0), spot.side)
        return spots

    def _wanted(self, index: int, wanted: dict[int, _Spot | None]) -> _Spot:
        at_end = _Spot(len(self._base), 2)
        if index in wanted:
            return wanted[index] or at_end  # two that are placed by each other: at the end
        wanted[index] = None
        after, ahead = self._after(index), self._ahead(index)
        if after:
            spot = _Spot(max(self._gap(other, 1, wanted) for other in after), 0)
        elif ahead:
            spot = _Spot(min(self._gap(other, 0, wanted) for other in ahead), 1)
        else:
            spot = at_end
        wanted[index] = spot
        return spot

    def _gap(self, index: int, offset: int, wanted: dict[int, _Spot | None]) -> int:
        return self._rank[index] + offset if index in self._rank else self._wanted(index, wanted).gap

    def _with_preferences(self, spots: dict[int, _Spot]) -> dict[int, set[int]]:
        """The relations, and within a gap: the sides, a variant's own order, and variants that build on others."""
        preferred = {index: set(earlier) for index, earlier in self._before.items()}
        for first, second in self._meetings(spots):
            sides = spots[first].side - spots[second].side
            if sides or self._precedence.ordered(self._added[first].variant, self._added[second].variant):
                swapped = sides > 0 or (not sides and self._key(first) > self._key(second))
                earlier, later = (second, first) if swapped else (first, second)
                preferred[later].add(earlier)
        return self._before if self._sorted(preferred) is None else preferred

    def _meetings(self, spots: dict[int, _Spot]) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, b in itertools.combinations(sorted(spots), 2) if spots[a].gap == spots[b].gap)

    def _check_clashes(self, spots: dict[int, _Spot], before: dict[int, set[int]], report: Report) -> None:
        known = self._all_before(before)
        for first, second in self._meetings(spots):
            one, other = sorted((self._added[first], self._added[second]), key=lambda edit: self._seat[edit.variant])
            if (
                spots[first].side == spots[second].side
                and not self._precedence.ordered(one.variant, other.variant)
                and first not in known[second]
                and second not in known[first]
            ):
                _refuse_unordered(other, one, report)

    def _all_before(self, before: dict[int, set[int]]) -> dict[int, set[int]]:
        """For each addition, all additions that come before it."""
        known: dict[int, set[int]] = {}
        for index in self._sorted(before) or ():
            if index in self._added:
                earlier = before[index] & self._added.keys()
                known[index] = earlier.union(*(known[other] for other in earlier))
        return known

    def _laid_out(self, spots: dict[int, _Spot], before: dict[int, set[int]]) -> list[int]:
        result = []
        gaps: dict[int, set[int]] = {}
        for index, spot in spots.items():
            gaps.setdefault(spot.gap, set()).add(index)
        for gap in range(len(self._base) + 1):
            members = gaps.get(gap, set())
            result += self._sorted({index: before[index] & members for index in members}) or sorted(members)
            result += self._base[gap : gap + 1]
        return result

    def _refuse_circle(self, report: Report) -> None:
        edits = [self._added[index] for index in self._added if self._added[index].anchors != NOWHERE]
        names = ", ".join(quote(edit.name) for edit in edits)
        message = f"there is no place for {names}: what they come after and before goes in a circle"
        notes = [Note(f"{quote(edit.name)} is added", edit.span) for edit in edits[1:]]
        report.error(Code.OVERLAY_CLASH, message, edits[0].span, notes=notes)


def _refuse_unordered(edit: Edit, other: Edit, report: Report) -> None:
    report.error(
        Code.OVERLAY_CLASH,
        f"nothing says what comes first: {quote(edit.name)} here or {quote(other.name)} in {format_place(other.span)}",
        edit.span,
        notes=(Note(f"{quote(other.name)} is added by {quote(other.variant)}", other.span),),
        help=f'say "if_present_after: {other.name}" or "if_present_before: {other.name}"',
    )
