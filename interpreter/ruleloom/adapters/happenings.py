"""Chance as single draws: a die is one of them, and a shuffled pile is drawn card by card from the top.

A draw has a number that always means the same: the card or the value as it is written, among all that can be drawn.
Where the numbers that can be rolled have no bounds, an outcome's number is its place among those of the event.
"""

from collections import Counter

from ruleloom.adapters.bounds import Bounds
from ruleloom.adapters.written import Written
from ruleloom.chance import ChanceEvent
from ruleloom.machine import Machine
from ruleloom.program import Happen
from ruleloom_dsl.ir.statements import Roll, Shuffle
from ruleloom_dsl.ir.types import Type, Zone, member_type

MOST_ROLLED = 4_096
"""So many outcomes a roll without known bounds is said to have."""

Draws = dict[int, tuple[str, float]]


class Happenings:
    """What can be drawn in one game."""

    def __init__(self, machine: Machine) -> None:
        written, bounds = Written(machine), Bounds(machine)
        texts: dict[str, None] = {}
        self.is_bounded = True
        effects = [each.effect for each in machine.program.code if isinstance(each, Happen)]
        for effect in effects:
            found = _drawn(effect, written, bounds)
            self.is_bounded = self.is_bounded and found is not None
            texts |= dict.fromkeys(found or ())
        self.any = bool(effects)
        self.texts = tuple(texts)
        self.number = {text: number for number, text in enumerate(self.texts)}
        self.most = len(self.texts) if self.is_bounded else max(MOST_ROLLED, len(self.texts))
        """How many draws there are at most."""

    def draws(self, event: ChanceEvent, before: tuple[str, ...]) -> Draws:
        """What can be drawn next, with its probability; `before` was drawn in this event already."""
        left = Counter(event.outcomes)
        left.subtract(before)
        found = [(text, count) for text, count in left.items() if count > 0]
        total = sum(count for _, count in found)
        known = all(text in self.number for text, _ in found)
        numbered = {
            self.number[text] if known else place: (text, count / total) for place, (text, count) in enumerate(found)
        }
        return dict(sorted(numbered.items()))


def _drawn(effect: Shuffle | Roll, written: Written, bounds: Bounds) -> tuple[str, ...] | None:
    if isinstance(effect, Shuffle):
        type_: Type = effect.zone.type
        assert isinstance(type_, Zone)
        return written.cards(type_.component)
    return written.values(member_type(effect.outcomes.type), bounds.members(effect.outcomes))
