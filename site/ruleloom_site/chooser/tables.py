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
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from ruleloom_dsl.combinations import combinations, player_counts
from ruleloom_dsl.load import GameSource, open_game
from ruleloom_site.chooser.learning import Fact, Learned, Slot, Switch, learn
from ruleloom_site.chooser.observing import Content, Control, Table

Variants = tuple[str, ...]
Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
_TOGETHER = 8  # sets of variants that one worker learns at a time


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a game; texts are by language."""

    source: GameSource = field(repr=False)
    languages: tuple[str, ...]
    entries: tuple[Content, ...]
    controls: tuple[Control, ...]
    axes: tuple[tuple[str, tuple[str | None, ...]], ...]
    slots: tuple[tuple[Json, ...], ...]
    chapters: tuple[tuple[Json, ...], ...]
    seats: tuple[tuple[Json, ...], ...]
    sets: tuple[tuple[Variants, tuple[int, ...]], ...]

    def as_json(self, language: str) -> dict[str, Json]:
        """The tables with the texts of one language."""
        at = self.languages.index(language)
        known = sorted(self.source.variants)
        return {
            "entries": [_entry(content, at) for content in self.entries],
            "controls": [_control(control, at) for control in self.controls],
            "axes": self.axes,
            "slots": self.slots,
            "chapters": self.chapters,
            "seats": self.seats,
            "sets": [[[known.index(name) for name in variants], seats] for variants, seats in self.sets],
        }


def make_tables(
    sources: Sequence[GameSource], languages: Sequence[str], processes: int = 1
) -> dict[str, Tables]:
    """The tables of each game by its id. Raises BookError, RulesetError."""
    asked = [
        (source.folder, source.own, sets, tuple(languages))
        for source in sources
        for sets in _portions([each for each in combinations(source) if player_counts(source, each)])
    ]
    # Those with the most to do come first, so that no worker is left with one of them in the end.
    learned: dict[Path, list[tuple[Variants, int, Learned]]] = {source.folder: [] for source in sources}
    if processes == 1 or len(asked) == 1:
        answers: Iterable[list[tuple[Variants, int, Learned]]] = map(_learned, asked)
        _collect(learned, asked, answers)
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            _collect(learned, asked, pool.map(_learned, asked))
    return {source.id: _joined(source, tuple(languages), learned[source.folder]) for source in sources}


_Asked = tuple[Path, tuple[Path, ...], tuple[Variants, ...], tuple[str, ...]]


def _portions(sets: Sequence[Variants]) -> list[tuple[Variants, ...]]:
    return [tuple(sets[start : start + _TOGETHER]) for start in range(0, len(sets), _TOGETHER)]


def _collect(
    learned: dict[Path, list[tuple[Variants, int, Learned]]],
    asked: Sequence[_Asked],
    answers: Iterable[list[tuple[Variants, int, Learned]]],
) -> None:
    for (folder, *_), answer in zip(asked, answers, strict=True):
        learned[folder] += answer


def _learned(asked: _Asked) -> list[tuple[Variants, int, Learned]]:
    """What one worker is asked for; it reads the game itself."""
    folder, own, sets, languages = asked
    source = _source(folder, own)
    found = []
    for variants in sets:
        table = Table.of(source, variants, languages)
        found += [(variants, players, learn(table, players)) for players in player_counts(source, variants)]
    return found


@cache
def _source(folder: Path, own: tuple[Path, ...]) -> GameSource:
    return open_game(folder.name, own, at=folder)


class _Shelf:
    """Things that are put away once, each with a number."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}

    def number(self, thing: object) -> int:
        """The number of a thing."""
        return self.numbers.setdefault(thing, len(self.numbers))


class _Writing:
    """The tables of a game while they are filled."""

    def __init__(self) -> None:
        self.entries, self.controls, self.axes = _Shelf(), _Shelf(), _Shelf()
        self.slots, self.chapters, self.seats = _Shelf(), _Shelf(), _Shelf()

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


def _joined(source: GameSource, languages: tuple[str, ...], learned: list[tuple[Variants, int, Learned]]) -> Tables:
    writing = _Writing()
    sets: dict[Variants, tuple[int, ...]] = {}
    for variants, players, each in learned:
        sets[variants] = (*sets.get(variants, ()), writing.seat(players, each))
    return Tables(
        source, languages, *(tuple(shelf.numbers) for shelf in (
            writing.entries, writing.controls, writing.axes, writing.slots, writing.chapters, writing.seats
        )), tuple(sets.items()),
    )  # type: ignore[arg-type]  # fmt: skip


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
