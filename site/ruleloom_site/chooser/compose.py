"""The rulebook of a configuration from the tables, as the script of the page puts it together: the two must agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from ruleloom.rulebook.outline import UNNUMBERED

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
Seat = tuple[int, Sequence[int], Sequence[int], Sequence[int], int]
Line = tuple[int, str, str, str, str]  # depth, number, label, text, the language where it is not that of the page


class Data(TypedDict):
    """The tables as they were written; what stands in each row is said in `tables`."""

    entries: Sequence[Sequence[object]]
    axes: Sequence[tuple[str, Sequence[str | None]]]
    slots: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]
    chapters: Sequence[tuple[str, Sequence[int]]]
    controls: Sequence[tuple[str, str, str, Sequence[str], str, Sequence[str], Sequence[str]]]
    seats: Sequence[Seat]
    sets: Sequence[tuple[Sequence[int], Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen, all of it: the number of a set of variants, and of seats among those of the set."""

    data: Data
    set: int
    seats: int
    options: Mapping[str, str]

    @property
    def seat(self) -> Seat:
        """The seats with their tables."""
        return self.data["seats"][self.data["sets"][self.set][1][self.seats]]

    @property
    def players(self) -> int:
        """How many play."""
        return self.seat[0]

    @property
    def seat_count(self) -> int:
        """How many numbers of players there are to choose from."""
        return len(self.data["sets"][self.set][1])

    def offers(self) -> dict[str, list[str]]:
        """The values of every setting that can be chosen."""
        axes = [self.data["axes"][axis] for axis in self.seat[1]]
        return {name: [value for value in values if value is not None] for name, values in axes}

    def settings(self) -> dict[str, str | None]:
        """The value of every setting, those that are not there with nothing."""
        values: dict[str, str | None] = {}
        for axis, slot in zip(self.seat[1], self.seat[2], strict=True):
            name = self.data["axes"][axis][0]
            number = self.look_up(slot, values)
            control = self.data["controls"][number] if number >= 0 else None
            asked = self.options.get(name)
            is_offered = asked in self.data["axes"][axis][1]
            values[name] = None if control is None else asked if is_offered and asked in control[3] else control[4]
        return values

    def look_up(self, slot: int, values: Mapping[str, str | None]) -> int:
        """What stands in a place for some values."""
        axes, table, _ = self.data["slots"][slot]
        index = 0
        for axis in axes:
            name, known = self.data["axes"][axis]
            index = index * len(known) + known.index(values.get(name))
        return table[index]

    def can_be_played(self) -> bool:
        """Whether the settings go together."""
        return self.look_up(self.seat[4], self.settings()) != 1

    def chapters(self) -> list[tuple[str, str, list[Line]]]:
        """The chapters that have something to say: id, number, lines."""
        values = self.settings()
        found: list[tuple[str, str, list[Line]]] = []
        for chapter in self.seat[3]:
            id, slots = self.data["chapters"][chapter]
            number = str(len([each for each in found if each[1]]) + 1) if id != "facts" else ""
            lines = self.lines(slots, values, 0, number)
            if lines:
                found.append((id, number, lines))
        return found

    def lines(self, slots: Sequence[int], values: Mapping[str, str | None], depth: int, above: str) -> list[Line]:
        """The lines of some places, and of what hangs on them."""
        lines: list[Line] = []
        count = 0
        for slot in slots:
            entry = self.look_up(slot, values)
            if entry < 0:
                continue
            kind, label, text, borrowed, points = _entry(self.data["entries"][entry])
            number = ""
            if above and depth < 2 and kind not in UNNUMBERED:
                number = above + _LETTERS[min(count, 25)] if depth else f"{above}.{count + 1}"
                count += 1
            lines.append((depth, number, label, text, borrowed))
            lines += [(depth + 1, "", *point) for point in points]
            lines += self.lines(self.data["slots"][slot][2], values, depth + 1, number)
        return lines


def _entry(row: Sequence[object]) -> tuple[str, str, str, str, Sequence[tuple[str, str, str]]]:
    """The kind, label, text, language and points of an entry; the last two are not written where there are none."""
    kind, label, text = map(str, row[1:4])
    borrowed = str(row[4]) if len(row) > 4 else ""
    return kind, label, text, borrowed, cast(Sequence[tuple[str, str, str]], row[5]) if len(row) > 5 else ()
