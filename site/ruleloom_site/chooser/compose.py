"""The rulebook of a configuration from the tables, as the script of the page puts it together: the two must agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleloom.rulebook.outline import UNNUMBERED

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
Line = tuple[int, str, str, str, str]  # depth, number, label, text, the language where it is not that of the page


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen, all of it: the number of a set of variants, and of seats among those of the set."""

    data: Mapping[str, Any]
    set: int
    seats: int
    options: Mapping[str, str]

    @property
    def seat(self) -> Sequence[Any]:
        """The seats with their tables."""
        found: Sequence[Any] = self.data["seats"][self.data["sets"][self.set][1][self.seats]]
        return found

    @property
    def players(self) -> int:
        """How many play."""
        count: int = self.seat[0]
        return count

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
        found: int = table[index]
        return found

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
            _, kind, label, text, borrowed, points = _whole(self.data["entries"][entry])
            number = ""
            if above and depth < 2 and kind not in UNNUMBERED:
                number = above + _LETTERS[min(count, 25)] if depth else f"{above}.{count + 1}"
                count += 1
            lines.append((depth, number, label, text, borrowed))
            lines += [(depth + 1, "", *point) for point in points]
            lines += self.lines(self.data["slots"][slot][2], values, depth + 1, number)
        return lines


def _whole(entry: Sequence[Any]) -> tuple[str, str, str, str, str, list[tuple[str, str, str]]]:
    """An entry with what it leaves out at its end."""
    key, kind, label, text = entry[:4]
    return key, kind, label, text, entry[4] if len(entry) > 4 else "", entry[5] if len(entry) > 5 else []
