"""All that was learned of a game, written down once: tables of numbers, the same in every language, and their texts.

    entries    what can stand in a place: [key, kind, label, text, language, points]
    axes       the values of a setting; null where it is not there
    slots      a place: [axes, what stands there for each combination of their values (-1: nothing), slots below it]
    chapters   [id, slots]
    controls   a setting that is asked for: [name, question, language, values, default, words, readings]
    seats      so many players: [players, axes, slots of controls, chapters, slot of what cannot be played]
    sets       variants that go together: [numbers of variants, seats]

Numbers of rules are not among it: whoever reads the tables counts, as an outline does.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from ruleloom_dsl.combinations import combinations, player_counts
from ruleloom_dsl.load import GameSource, load_ruleset, open_game
from ruleloom_site.chooser.learning import Fact, Learned, Slot, Switch, learn
from ruleloom_site.chooser.observing import Content, Control, Table

Thing = TypeVar("Thing")
Numbers = tuple[int, ...]
Variants = tuple[str, ...]
Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
_TOGETHER = 8  # sets of variants that one worker learns at a time


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a game; texts are by language."""

    variants: tuple[str, ...]
    languages: tuple[str, ...]
    sets: tuple[tuple[Variants, tuple[int, ...]], ...]
    written: "_Writing" = field(repr=False)

    def as_json(self, language: str) -> dict[str, Json]:
        """The tables with the texts of one language."""
        at, written = self.languages.index(language), self.written
        return {
            "entries": [_entry(content, at) for content in written.entries.numbers],
            "controls": [_control(control, at) for control in written.controls.numbers],
            "axes": list(written.axes.numbers),
            "slots": list(written.slots.numbers),
            "chapters": list(written.chapters.numbers),
            "seats": list(written.seats.numbers),
            "sets": [[[self.variants.index(name) for name in each], seats] for each, seats in self.sets],
        }


Portion = tuple[Path, tuple[Path, ...], tuple[Variants, ...], tuple[str, ...]]
Learnt = list[tuple[Variants, int, Learned]]


def make_tables(source: GameSource, languages: Sequence[str]) -> Tables:
    """The tables of a game. Raises BookError, RulesetError."""
    return join_portions(source, languages, map(learn_portion, portions_of(source, languages)))


def portions_of(source: GameSource, languages: Sequence[str]) -> list[Portion]:
    """A game in pieces, for workers that read it themselves: its folder, and which sets of variants to learn.

    Raises RulesetError where the game itself is faulty.
    """
    load_ruleset(source)  # says what is wrong with it
    sets = [each for each in combinations(source) if player_counts(source, each)]
    pieces = [tuple(sets[start : start + _TOGETHER]) for start in range(0, len(sets), _TOGETHER)]
    return [(source.folder, source.own, piece, tuple(languages)) for piece in pieces]


def learn_portion(portion: Portion) -> Learnt:
    """What is in one piece. Raises BookError, RulesetError."""
    folder, own, sets, languages = portion
    source = _source(folder, own)
    found = []
    for variants in sets:
        table = Table.of(source, variants, languages)
        found += [(variants, players, learn(table, players)) for players in player_counts(source, variants)]
    return found


def join_portions(source: GameSource, languages: Sequence[str], portions: Iterable[Learnt]) -> Tables:
    """All pieces of a game, in their order, as tables."""
    writing = _Writing()
    sets: dict[Variants, tuple[int, ...]] = {}
    for variants, players, learned in (each for portion in portions for each in portion):
        sets[variants] = (*sets.get(variants, ()), writing.seat(players, learned))
    return Tables(tuple(sorted(source.variants)), tuple(languages), tuple(sets.items()), writing)


@cache
def _source(folder: Path, own: tuple[Path, ...]) -> GameSource:
    return open_game(folder.name, own, at=folder)


class _Shelf(Generic[Thing]):
    """Things that are put away once, each with a number."""

    def __init__(self) -> None:
        self.numbers: dict[Thing, int] = {}

    def number(self, thing: Thing) -> int:
        """The number of a thing."""
        return self.numbers.setdefault(thing, len(self.numbers))


class _Writing:
    """The tables of a game while they are filled."""

    def __init__(self) -> None:
        self.entries = _Shelf[Content]()
        self.controls = _Shelf[Control]()
        self.axes = _Shelf[tuple[str, tuple[str | None, ...]]]()
        self.slots = _Shelf[tuple[Numbers, Numbers, Numbers]]()
        self.chapters = _Shelf[tuple[str, Numbers]]()
        self.seats = _Shelf[tuple[int, Numbers, Numbers, Numbers, int]]()

    def seat(self, players: int, learned: Learned) -> int:
        """A number of players, with all that was learned."""
        axes = {name: self.axes.number((name, values)) for name, values in learned.axes.items()}
        chapters = tuple(
            self.chapters.number((id, tuple(self.slot(slot, axes) for slot in slots))) for id, slots in learned.chapters
        )
        controls = tuple(self.slot(Slot(switch), axes) for switch in learned.controls)
        return self.seats.number(
            (players, tuple(axes.values()), controls, chapters, self.slot(Slot(learned.faults), axes))
        )

    def slot(self, slot: Slot, axes: Mapping[str, int]) -> int:
        """A place, with those below it."""
        inner = tuple(self.slot(each, axes) for each in slot.inner)
        return self.slots.number((_axes(slot.switch, axes), tuple(map(self.fact, slot.switch.facts)), inner))

    def fact(self, fact: Fact) -> int:
        """What stands in a place."""
        match fact:
            case Content():
                return self.entries.number(fact)
            case Control():
                return self.controls.number(fact)
            case bool():
                return int(fact)
            case None:
                return -1


def _axes(switch: Switch, axes: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(axes[name] for name in switch.settings)


def _entry(content: Content, at: int) -> list[Json]:
    (label, text, borrowed), *points = content.said[at]
    written: list[Json] = [content.key, content.kind, label, text, borrowed, list(points)]
    while len(written) > 4 and not written[-1]:
        written.pop()
    return written


def _control(control: Control, at: int) -> list[Json]:
    _, question, borrowed = control.questions[at]
    return [
        control.name, question, borrowed, control.values, control.default, control.called[at],
        control.readings[at] if any(control.readings[at]) else [],
    ]  # fmt: skip


def as_script(name: str, data: Json) -> bytes:
    """Data as a script that sets a variable of the window: no text in it can end the script or be read as one."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f"window.{name}={text};\n".encode()
