"""What the rulebook of some variants and players says at every choice of settings, from as few trials as needed.

Every entry has a table over the settings that it depends on. What it depends on is guessed from the words of the rules
(`influences`), and corrected: two trials that agree in those settings and differ in the entry show that there are
more. Trials go on until every cell of every table was seen.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod

from ruleloom_site.chooser.influences import Influences
from ruleloom_site.chooser.observing import Content, Control, Identity, Observation, Shown, Table
from ruleloom_site.volumes import BookError

MOST_VALUES = (5, 3, 2, 1)  # that are offered of a wide range, the first that makes no table too large
MOST_CELLS = 150
_MOST_ROUNDS = 100
_MOST_GUESSED = 24
FAULT: Identity = ("", "fault")

Fact = Content | Control | bool | None
Values = Mapping[str, str | None]  # None is a setting that is not there


@dataclass(frozen=True, slots=True)
class Switch:
    """What stands in one place: by the values of some settings, one fact for each combination in their order."""

    settings: tuple[str, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a chapter, and the places below it."""

    switch: Switch
    inner: "tuple[Slot, ...]" = ()


@dataclass(frozen=True, slots=True)
class Learned:
    """The rulebook of some variants and players at every choice."""

    axes: Mapping[str, tuple[str | None, ...]]
    controls: tuple[Switch, ...]
    chapters: tuple[tuple[str, tuple[Slot, ...]], ...]
    faults: Switch


class _TooLarge(Exception):
    """A table has too many cells."""


def learn(table: Table, players: int) -> Learned:
    """Try settings until everything is known. Raises BookError where not even the defaults can be played."""
    influences = Influences(table.combined.document)
    seen: dict[tuple[tuple[str, str], ...], Observation | None] = {}

    def try_out(options: Mapping[str, str]) -> Observation | None:
        key = tuple(sorted(options.items()))
        if key not in seen:
            seen[key] = table.observe(players, options)
        return seen[key]

    if try_out({}) is None:
        raise BookError(f"{'+'.join((table.source.id, *table.variants))} cannot be played by {players} at its defaults")
    for most in MOST_VALUES:
        study = _Study(try_out, influences.of, tuple(influences.conditions()), most)
        try:
            study.run()
        except _TooLarge:
            continue
        return study.learned()
    raise AssertionError("without choices there is one cell only")


@dataclass
class _Study:
    """Trials so far, and what they seem to depend on."""

    try_out: Callable[[Mapping[str, str]], Observation | None]
    guess: Callable[[str], frozenset[str]]
    conditions: tuple[frozenset[str], ...]
    most: int
    axes: dict[str, list[str]] = field(default_factory=dict)
    points: list[tuple[Values, Observation | None, Mapping[Identity, Fact]]] = field(default_factory=list)
    guessed: dict[Identity, frozenset[str]] = field(default_factory=dict)
    depends: dict[Identity, frozenset[str]] = field(default_factory=dict)  # as trials have shown
    order: dict[Identity, list[Identity]] = field(default_factory=dict)  # below each place, those in it
    given_up: set[tuple[tuple[str, str], ...]] = field(default_factory=set)
    done: set[tuple[tuple[str, str], ...]] = field(default_factory=set)

    def run(self) -> None:
        """Make trials until there is nothing to be asked."""
        self.look({})
        for round in range(_MOST_ROUNDS):
            cells = self.open_cells()
            if not cells and round:
                return
            for request in _merged(cells):
                self.look(request)
            for cell in cells:
                if not self.covers(cell):
                    self.look(cell)
                if not self.covers(cell):
                    self.given_up.add(tuple(sorted(cell.items())))
            self.look_at_random()
            self.correct()
        raise BookError("what a rulebook depends on cannot be found out")

    def look_at_random(self) -> None:
        """One more trial, of everything at once: it shows what nobody thought of."""
        chance = random.Random(len(self.points))
        self.look({name: chance.choice(values) for name, values in self.axes.items()})

    def look(self, request: Mapping[str, str]) -> None:
        """Try settings; those that are not there beside the others are left out."""
        request = self.likely(request)
        observation = self.try_out(request)
        if observation is None and request:
            request = self.possible(request)
            observation = self.try_out(request)
        key = tuple(sorted(request.items()))
        if key not in self.done:
            self.done.add(key)
            self.record(request, observation)

    def likely(self, request: Mapping[str, str]) -> Mapping[str, str]:
        """A request without the settings that were not there in a trial that agrees in what that depends on."""
        taken: dict[str, str | None] = {**(self.points[0][0] if self.points else {}), **request}
        for name in [each for each in self.axes if each in request]:
            identity = ("", name)
            names = self.guessed.get(identity, frozenset()) | self.depends.get(identity, frozenset())
            like = (
                facts.get(identity)
                for values, seen, facts in self.points
                if seen and all(values.get(each) == taken.get(each) for each in names)
            )
            if next(like, True) is None:
                taken[name] = None
        return {name: value for name in request if (value := taken[name]) is not None}

    def possible(self, request: Mapping[str, str]) -> Mapping[str, str]:
        """A request without the settings that are not there, found in their order."""
        taken: dict[str, str] = {}
        at = self.try_out({})
        for name in self.axes:
            control = next((each for each in at.controls if each.name == name), None) if at else None
            if name in request and control is not None and request[name] in control.values:
                taken[name] = request[name]
                at = self.try_out(taken) or at
        return taken

    def record(self, request: Mapping[str, str], observation: Observation | None) -> None:
        """Keep what was seen."""
        if observation is None:
            default = self.points[0][0]
            values: Values = {**default, **request}
            self.points.append((values, None, {FAULT: True}))
            self.depends.setdefault(FAULT, frozenset())
            return
        facts: dict[Identity, Fact] = {FAULT: False}
        self.depends.setdefault(FAULT, frozenset())
        for number, control in enumerate(observation.controls):
            identity = ("", control.name)
            facts[identity] = control
            self.guessed.setdefault(identity, self.guess(f"{control.kind}s.{control.name}") - {control.name})
            self.depends.setdefault(identity, frozenset())
            offered = offer(control, self.most)
            if control.name not in self.axes:
                before = [each.name for each in observation.controls[:number]]
                self.axes = _inserted(self.axes, before[-1] if before else None, control.name)
            axis = self.axes[control.name]
            axis += [value for value in offered if value not in axis]
        self.order[()] = _joined(self.order.get((), []), [(id,) for id, _ in observation.chapters])
        for id, shown in observation.chapters:
            self.record_places((id,), shown, facts)
        values = {name: observation.values.get(name) for name in self.axes}
        self.points.append((values, observation, facts))

    def record_places(self, above: Identity, shown: Sequence[Shown], facts: dict[Identity, Fact]) -> None:
        """Keep what was seen in a chapter or below an entry."""
        self.order[above] = _joined(self.order.get(above, []), [each.identity for each in shown])
        for each in shown:
            facts[each.identity] = each.content
            if each.identity not in self.depends:
                key = each.content.key
                named = {key} if key in self.axes else set()
                is_setting = key.partition(".")[0] in ("options", "rulings")
                own = {key.partition(".")[2]} & set(self.axes) if is_setting else set()
                self.guessed[each.identity] = self.guess(key) | named | own
                self.depends[each.identity] = frozenset()
            self.record_places(each.identity, each.inner, facts)

    def is_asked(self, identity: Identity, facts: Mapping[Identity, Fact], seen: Observation | None) -> bool:
        """Whether a trial says something of a place: not where what it hangs on is not there."""
        if seen is None:
            return identity == FAULT
        return identity[0] == "" or len(identity) <= 2 or identity[:-1] in facts

    def open_cells(self) -> list[dict[str, str]]:
        """The combinations of values that some table has and no trial had.

        Of settings that are only guessed, every two values are tried together where there are many combinations.
        """
        wanted = {self.in_order(names) for names in self.depends.values()}
        for names in wanted:
            if self.size(names) > MOST_CELLS and self.most > 1:
                raise _TooLarge
        for names in set(map(self.in_order, (*self.guessed.values(), *self.conditions))):
            if self.size(names) > _MOST_GUESSED:
                wanted |= set(combinations(names, 2))
            else:
                wanted.add(names)
        cells = (dict(zip(names, values, strict=True)) for names in sorted(wanted, key=len, reverse=True)
                 for values in product(*(self.axes[name] for name in names)))  # fmt: skip
        return [cell for cell in cells if not self.covers(cell) and tuple(sorted(cell.items())) not in self.given_up]

    def in_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Settings as they are declared."""
        return tuple(name for name in self.axes if name in names)

    def size(self, names: Sequence[str]) -> int:
        """How many combinations the values of some settings have."""
        return prod(len(self.axes[name]) for name in names)

    def covers(self, cell: Mapping[str, str]) -> bool:
        """Whether a trial that could be played had these values."""
        return any(
            seen is not None and all(values.get(name) == value for name, value in cell.items())
            for values, seen, _ in self.points
        )

    def correct(self) -> None:
        """Let every place depend on what shows that it does: on what was guessed, if that can be it."""
        for identity in list(self.depends):
            while pair := self.conflict(identity):
                differ = frozenset(name for name in self.axes if pair[0].get(name) != pair[1].get(name))
                guessed = self.guessed.get(identity, frozenset()) - self.depends[identity]
                self.depends[identity] |= (differ & guessed) or self.cause(identity, *pair, differ)

    def conflict(self, identity: Identity) -> tuple[Values, Values] | None:
        """Two trials that should show the same in a place and do not; they differ in as few settings as can be."""
        best: tuple[int, Values, Values] | None = None
        for same in self.grouped(identity, self.depends[identity]):
            if len({fact for _, fact in same}) > 1:
                for (one, fact), (other, another) in combinations(same, 2):
                    count = sum(one.get(name) != other.get(name) for name in self.axes)
                    if fact != another and (best is None or count < best[0]):
                        best = count, one, other
        return best[1:] if best else None

    def cause(self, identity: Identity, one: Values, other: Values, differ: frozenset[str]) -> frozenset[str]:
        """The setting that makes the difference, found by changing one after the other."""
        values = dict(one)
        for name in self.in_order(differ):
            before = self.fact_at(identity, values)
            values[name] = other.get(name)
            after = self.fact_at(identity, values)
            if before != after and None not in (before, after):
                return frozenset({name})
        return differ

    def fact_at(self, identity: Identity, values: Values) -> tuple[Fact] | None:
        """What a place shows at some values; nothing where they cannot be played just so."""
        request = {name: value for name, value in values.items() if value is not None}
        self.look(request)
        for seen_values, seen, facts in self.points:
            if seen_values == values and self.is_asked(identity, facts, seen):
                return (facts.get(identity),)
        return None

    def grouped(self, identity: Identity, names: Iterable[str]) -> Iterator[list[tuple[Values, Fact]]]:
        """What trials showed in a place, those together that agree in some settings."""
        found: dict[tuple[str | None, ...], list[tuple[Values, Fact]]] = {}
        for values, seen, facts in self.points:
            if self.is_asked(identity, facts, seen):
                found.setdefault(tuple(values.get(name) for name in names), []).append((values, facts.get(identity)))
        yield from found.values()

    def learned(self) -> Learned:
        """What is known now."""
        axes = {name: tuple(values) + (None,) * self.may_be_absent(name) for name, values in self.axes.items()}
        controls = tuple(self.switch(("", name), axes) for name in self.axes)
        chapters = tuple((above[0], self.slots(above, axes)) for above in self.order[()])
        return Learned(axes, controls, chapters, self.switch(FAULT, axes))

    def may_be_absent(self, name: str) -> bool:
        """Whether a trial did not have a setting."""
        return any(values.get(name) is None for values, _, _ in self.points)

    def slots(self, above: Identity, axes: Mapping[str, Sequence[str | None]]) -> tuple[Slot, ...]:
        """The places of a chapter or below an entry."""
        return tuple(
            Slot(self.switch(identity, axes), self.slots(identity, axes)) for identity in self.order.get(above, ())
        )

    def switch(self, identity: Identity, axes: Mapping[str, Sequence[str | None]]) -> Switch:
        """The table of a place, over no more settings than make a difference."""
        names = [name for name in axes if name in self.depends[identity]]
        for name in list(names):
            fewer = [each for each in names if each != name]
            if all(len({fact for _, fact in same}) == 1 for same in self.grouped(identity, fewer)):
                names = fewer
        found: dict[tuple[str | None, ...], Fact] = {}
        for values, seen, facts in self.points:
            if self.is_asked(identity, facts, seen):
                found[tuple(values.get(name) for name in names)] = facts.get(identity)
        return Switch(tuple(names), tuple(found.get(cell) for cell in product(*(axes[name] for name in names))))


def offer(control: Control, most: int) -> tuple[str, ...]:
    """The values that a reader can choose: of a wide range those with readings, the default, some between the ends."""
    values = control.values
    if len(values) <= max(most, 2) and most > 1:
        return values
    if most == 1:
        return (control.default,)
    kept = {value for value, reading in zip(values, control.readings[0], strict=True) if reading}
    usual, last = values.index(control.default), len(values) - 1
    ends = {values[0], values[-1]} if most > 2 else {values[-1]}
    halves = {_between(values, 0, usual), _between(values, usual, last)} if most > 4 else set[str]()
    chosen = kept | {control.default} | ends | halves
    return tuple(value for value in values if value in chosen)


def _between(values: Sequence[str], first: int, last: int) -> str:
    """A value about halfway, a round number if there is one near."""
    middle = (first + last) / 2
    near = range(round(middle - (last - first) / 8), round(middle + (last - first) / 8) + 1)
    return values[max(near, key=lambda index: (_roundness(values[index]), -abs(index - middle)))]


def _roundness(value: str) -> int:
    return sum(int(value) % step == 0 for step in (2, 5, 10, 50, 100)) if value.lstrip("-").isdecimal() else 0


def _merged(cells: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """Requests that hold all cells, as many in one as go together."""
    requests: list[dict[str, str]] = []
    for cell in cells:
        fitting = (each for each in requests if all(each.get(name, value) == value for name, value in cell.items()))
        request = next(fitting, None)
        if request is None:
            request = {}
            requests.append(request)
        request.update(cell)
    return requests


def _inserted(axes: dict[str, list[str]], after: str | None, name: str) -> dict[str, list[str]]:
    names = list(axes)
    names.insert(names.index(after) + 1 if after is not None else 0, name)
    return {each: axes.get(each, []) for each in names}


def _joined(known: list[Identity], new: Sequence[Identity]) -> list[Identity]:
    """Places in the order of both lists: what is new stands behind the place that it stood behind."""
    joined = list(known)
    at = 0
    for each in new:
        if each in joined:
            at = joined.index(each) + 1
        else:
            joined.insert(at, each)
            at += 1
    return joined
