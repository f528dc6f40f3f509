"""One configuration as it is read in every language: its settings, and its outline without numbers.

It is loaded once, in the language of the source, and then said in the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ruleloom.rulebook.entries import Entry
from ruleloom.rulebook.outline import UNNUMBERED, outline
from ruleloom.rulebook.settings import value_called
from ruleloom_dsl.diagnostics import Report, RulesetError
from ruleloom_dsl.load import Combined, GameSource, Ruleset, combine, load_combined, reworded, wording_of
from ruleloom_dsl.resolve.build import Setting
from ruleloom_dsl.resolve.settings import FIRST_PLAYER
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.wording import Wording
from ruleloom_site.facts import facts_of
from ruleloom_site.pages.inline import as_text

Identity = tuple[str, ...]  # the chapter, the entries that one hangs on, and its own key and kind
Spoken = tuple[str, str, str]  # label, text, the language where it is not that of the page
FACTS = "facts"  # the box of figures, as a chapter before the first
_POINTS = tuple(kind for kind in UNNUMBERED if kind != "prose")  # what belongs to an entry rather than hangs on it


@dataclass(frozen=True, slots=True)
class Content:
    """What an entry says, by language, with the points that belong to it."""

    key: str
    kind: str
    said: tuple[tuple[Spoken, ...], ...]  # by language: its own words, then those of its points


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry in its place."""

    identity: Identity
    content: Content
    inner: "tuple[Shown, ...]" = ()


@dataclass(frozen=True, slots=True)
class Control:
    """A setting as the reader is asked for it, by language."""

    name: str
    kind: str  # option or ruling
    default: str
    values: tuple[str, ...]
    questions: tuple[Spoken, ...]
    readings: tuple[tuple[str, ...], ...]  # by language, a sentence for each value, or nothing
    called: tuple[tuple[str, ...], ...]  # by language, a word for each value


@dataclass(frozen=True, slots=True)
class Observation:
    """A configuration that can be played: the values of its settings, how they are asked for, what is shown."""

    values: Mapping[str, str]
    controls: tuple[Control, ...]
    chapters: tuple[tuple[str, tuple[Shown, ...]], ...]


@dataclass(frozen=True)
class Table:
    """A game with some of its variants, before anybody sits down to it: settings can be tried here quickly."""

    source: GameSource
    variants: tuple[str, ...]
    languages: tuple[str, ...]
    combined: Combined = field(repr=False)

    @classmethod
    def of(cls, source: GameSource, variants: Sequence[str], languages: Sequence[str]) -> "Table":
        """Raises RulesetError where the variants do not go together."""
        return cls(source, tuple(variants), tuple(languages), combine(source, variants, Report()))

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """The words of each language."""
        combined = self.combined
        return tuple(
            wording_of(self.source, combined.model, combined.variants, language, Report())
            for language in self.languages
        )

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Whose text stands in each file."""
        return self.source.owners()

    def rulesets(self, players: int, options: Mapping[str, str]) -> tuple[Ruleset, ...]:
        """A configuration in each language. Raises RulesetError."""
        loaded = load_combined(self.source, self.combined, players, options)
        return tuple(
            loaded if wording.language.tag == SOURCE else reworded(loaded, wording, self.owners)
            for wording in self.wordings
        )

    def observe(self, players: int, options: Mapping[str, str]) -> Observation | None:
        """What is shown of a configuration; nothing where it cannot be played."""
        try:
            rulesets = self.rulesets(players, options)
        except RulesetError:
            return None
        outlines = [outline(ruleset) for ruleset in rulesets]
        chapters = tuple(
            (same[0].id, _shown((same[0].id,), [chapter.entries for chapter in same]))
            for same in zip(*outlines, strict=True)
        )
        settings = [each for each in rulesets[0].settings if each.name != FIRST_PLAYER]
        controls = tuple(_control(rulesets, setting) for setting in settings)
        values = {setting.name: setting.value for setting in settings}
        return Observation(values, controls, ((FACTS, _facts(rulesets)), *chapters))


def _shown(above: Identity, entries: Sequence[Sequence[Entry]]) -> tuple[Shown, ...]:
    """Entries in their places; `entries` are the same ones in every language."""
    same_ones = zip(*entries, strict=True)
    return tuple(_entry(above, same) for same in same_ones if len(above) == 1 or _is_entry(same[0]))


def _entry(above: Identity, same: Sequence[Entry]) -> Shown:
    first = same[0]
    identity = (*above, f"{first.key} {first.kind}")
    said = tuple((_spoken(each), *(_spoken(point) for point in each.entries if not _is_entry(point))) for each in same)
    inner = _shown(identity, [each.entries for each in same])
    return Shown(identity, Content(first.key, first.kind, said), inner)


def _is_entry(entry: Entry) -> bool:
    return entry.kind not in _POINTS or bool(entry.entries)


def _spoken(entry: Entry) -> Spoken:
    return as_text(entry.label), as_text(entry.text), entry.borrowed or ""


def _facts(rulesets: Sequence[Ruleset]) -> tuple[Shown, ...]:
    facts = zip(*(facts_of(ruleset) for ruleset in rulesets), strict=True)
    said = [(same[0].icon, tuple(((as_text(each.label), as_text(each.value), ""),) for each in same)) for same in facts]
    return tuple(Shown((FACTS, icon), Content(icon, "fact", texts)) for icon, texts in said)


def _control(rulesets: Sequence[Ruleset], setting: Setting) -> Control:
    elements = [
        next(each for each in ruleset.elements if each.key in (f"options.{setting.name}", f"rulings.{setting.name}"))
        for ruleset in rulesets
    ]
    return Control(
        setting.name,
        elements[0].kind,
        setting.default,
        setting.values,
        tuple(("", as_text(each.text or setting.name), each.borrowed or "") for each in elements),
        tuple(tuple(as_text(dict(each.readings).get(value, "")) for value in setting.values) for each in elements),
        tuple(tuple(as_text(value_called(ruleset.words, value)) for value in setting.values) for ruleset in rulesets),
    )
