"""The rules of a configuration as an outline for reading: sections of entries, each with what hangs on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ruleloom.cli.page import Page
from ruleloom.talk import fillings, pattern
from ruleloom_dsl.diagnostics import MOST_LISTED, format_place, list_values
from ruleloom_dsl.elements import Element
from ruleloom_dsl.ir.game import Component, Kind
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.load import Ruleset

# The first word of an element's key, and the section it is printed in.
SECTIONS = (
    ("In short", ("prose",)),
    ("What you need", ("components", "board", "zones", "vars")),
    ("Set-up", ("setup",)),
    ("The turn", ("play", "steps")),
    ("Moves", ("moves",)),
    ("What players may say", ("talk",)),
    ("The end", ("ends",)),
    ("Words", ("terms", "orders")),
    ("Options", ("options",)),
    ("Rulings", ("rulings",)),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule or remark; `key` is the element's, and `label` a few words in front of it."""

    text: str
    key: str = ""
    kind: str = ""
    label: str = ""
    source: str | None = None
    place: str | None = None
    entries: tuple["Entry", ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Entries that are read together."""

    title: str
    entries: tuple[Entry, ...] = field(default=())


def sections_of(ruleset: Ruleset) -> tuple[Section, ...]:
    """The sections that have something to say."""
    found = []
    for title, heads in SECTIONS:
        elements = [element for element in ruleset.elements if element.key.partition(".")[0] in heads]
        entries = tuple(_outline(ruleset, sorted(elements, key=lambda each: heads.index(each.key.partition(".")[0]))))
        if title == "What players may say" and ruleset.game.talk is not None:
            entries = (Entry(_how_often(ruleset.game.talk.at_most), "talk", "remark"), *entries)
        if title == "Options":
            entries = (*_settings(ruleset, entries), *entries)
        found.append(Section(title, entries))
    return tuple(section for section in found if any(map(_says_something, section.entries)))


def _says_something(entry: Entry) -> bool:
    return bool(entry.text or entry.label) or any(map(_says_something, entry.entries))


def print_sections(page: Page, sections: Sequence[Section]) -> None:
    """Print an outline: a bullet for each entry, sub-points indented."""
    for section in sections:
        page.heading(section.title)
        for entry in section.entries:
            print_entry(page, entry)


def print_entry(page: Page, entry: Entry, level: int = 0) -> None:
    """Print one entry and what hangs on it."""
    if entry.text or entry.label:
        label = f"{entry.label}: " if entry.label and entry.text else entry.label
        page.item(label + entry.text, level, mark="•" if level == 0 else "–")
        level += 1
    for inner in entry.entries:
        print_entry(page, inner, level)


def _outline(ruleset: Ruleset, elements: Sequence[Element]) -> Iterator[Entry]:
    """Elements as a tree: each hangs on the nearest one whose key its own begins with."""
    left = list(elements)
    while left:
        head = left.pop(0)
        inner = [each for each in left if each.key.startswith(f"{head.key}.")]
        left = [each for each in left if each not in inner]
        yield _entry(ruleset, head, tuple(_outline(ruleset, inner)))


def _entry(ruleset: Ruleset, element: Element, inner: tuple[Entry, ...]) -> Entry:
    extra: tuple[Entry, ...] = ()
    if element.kind == "component":
        extra = tuple(_kinds(ruleset, element.key.partition(".")[2]))
    elif element.kind == "saying":
        extra = tuple(_blanks(ruleset, element.key))
    elif element.kind in ("ruling", "option"):
        extra = tuple(_readings(ruleset, element))
    return Entry(
        element.text or "", element.key, element.kind, source=element.source, place=format_place(element.span),
        entries=(*extra, *inner),
    )  # fmt: skip


def _how_often(at_most: int) -> str:
    times = "one of these" if at_most == 1 else f"up to {at_most} of these"
    return f"Before each decision everyone may say {times}. It binds nobody."


def _blanks(ruleset: Ruleset, key: str) -> Iterator[Entry]:
    """How a statement is written, and what can stand in its blanks."""
    says = ruleset.game.talk.says if ruleset.game.talk is not None else ()
    for saying in says:
        if key == f"talk.says.{saying.id}":
            yield Entry("; ".join((pattern(saying), *fillings(saying))), key, "saying")


def _kinds(ruleset: Ruleset, name: str) -> Iterator[Entry]:
    component = next((each for each in ruleset.game.components if each.id == name), None)
    if component is None:  # a list of words
        return
    for family, kinds in groupby(component.kinds, lambda kind: kind.family):
        present = [kind for kind in kinds if kind.count]
        if present:
            key = f"components.{name}" if family == name else f"components.{name}.kinds.{family}"
            yield Entry(_family(ruleset, component, present), key, "kind")
    if component.packs is not None:
        packs = "one pack" if component.packs == 1 else f"{component.packs} packs"
        yield Entry(f"The cards of {packs} do.", "", "remark")


def _family(ruleset: Ruleset, component: Component, kinds: Sequence[Kind]) -> str:
    """One kind, or all the combinations of a product: how many cards, how they are written, what they have."""
    values = []
    for name, type_ in component.attributes:
        taken = dict.fromkeys(dict(kind.attributes).get(name) for kind in kinds)
        if name != "kind" and (len(kinds) == 1 or None not in taken):
            texts = [format_value(ruleset.game, value, type_).strip("[]") for value in taken]
            values.append(f"{name} {texts[0]} to {texts[-1]}" if len(texts) > 2 else f"{name} {' or '.join(texts)}")
    count = sum(kind.count for kind in kinds) // component.decks
    symbols = [kind.symbol for kind in kinds]
    shown = ", ".join(symbols) if len(symbols) < 4 else f"{symbols[0]}, {symbols[1]}, ..., {symbols[-1]}"
    whose = " for each player" if component.decks > 1 else ""
    return f"{count} × {kinds[0].called} ({shown}){whose}" + (f": {', '.join(values)}" if values else "")


def _readings(ruleset: Ruleset, element: Element) -> Iterator[Entry]:
    """The value taken, the others, and the reason."""
    name = element.key.partition(".")[2]
    setting = next((each for each in ruleset.settings if each.name == name), None)
    if setting is not None:
        readings = dict(element.readings)
        others = [each for each in setting.values if each != setting.value]
        is_wide = len(others) > MOST_LISTED
        for value in (setting.value, *(each for each in others if each in readings or not is_wide)):
            label = f"{name}={value}" + (", as played here" if value == setting.value else "")
            yield Entry(readings.get(value, ""), element.key, "reading", label=label)
        if is_wide:
            yield Entry("", element.key, "reading", label=f"{name} can be {list_values(setting.values)}")
        if setting.formula is not None:
            yield Entry(setting.formula, element.key, "default", label="By default")
    if element.why is not None:
        yield Entry(element.why, element.key, "reason", label="Why")


def _settings(ruleset: Ruleset, entries: Sequence[Entry]) -> Iterator[Entry]:
    """The number of players, and the settings that have no sentence of their own."""
    counts, people, seats = ruleset.players, ruleset.game.configuration.players, ruleset.game.players
    text = f"{people}" + _others(counts, people) + (f", on {seats} seats" if seats != people else "")
    yield Entry(text, "players", "option", label="players")
    told = {element.key.partition(".")[2] for element in ruleset.elements if element.kind in ("option", "ruling")}
    for setting in ruleset.settings:
        if setting.name not in told:
            yield Entry(
                setting.value + _others(setting.values, setting.value), setting.name, "option", label=setting.name
            )


def _others(values: Sequence[object], value: object) -> str:
    if len(values) > MOST_LISTED + 1:
        return f" (of {list_values(map(str, values))})"
    others = [str(each) for each in values if each != value]
    return f" (or {', '.join(others)})" if others else ""
