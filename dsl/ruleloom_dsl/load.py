"""Files to a ruleset: read, patch, validate, resolve, check; a stage with errors ends the run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ruleloom_dsl import nodes
from ruleloom_dsl.catalog import PARTS, GameFiles, find_game, folders, text_files
from ruleloom_dsl.checks import check_configuration
from ruleloom_dsl.diagnostics import Code, Diagnostic, Note, Report, RulesetError
from ruleloom_dsl.elements import Element
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.ir.types import Truth
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.overlay import Variant, compose, select
from ruleloom_dsl.parts import Part, merge_parts
from ruleloom_dsl.resolve import Asked, Resolved, resolve
from ruleloom_dsl.resolve.build import Setting
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.schema.game import CreditModel, GameModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.source import read_file
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.borrowed import together
from ruleloom_dsl.texts.ids import texts_of_game, texts_of_variant
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.texts.reading import read_texts
from ruleloom_dsl.texts.wording import Place, Wording
from ruleloom_dsl.tracing import trace
from ruleloom_dsl.words import Words


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game with its parts, and its variants, as they were read, before anything is chosen."""

    id: str
    folder: Path
    document: nodes.Mapping
    variants: dict[str, Variant]
    models: dict[str, VariantModel]
    parts: dict[str, Part] = field(default_factory=dict)
    own: tuple[Path, ...] = ()
    texts: dict[str, tuple[Path, ...]] = field(default_factory=dict)  # files by language, those of the parts first

    def owners(self) -> dict[str, str]:
        """Whose text stands in each file: "" for the game's own, the variant's id, `parts/` and the part's."""
        found = {self.document.span.file: ""}
        found |= {each.document.span.file: f"{PARTS}/{name}" for name, each in self.parts.items()}
        return found | {each.document.span.file: name for name, each in self.variants.items()}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One configuration, checked: what the interpreter runs and the rulebook prints."""

    game: Game
    elements: tuple[Element, ...]
    settings: tuple[Setting, ...]
    players: tuple[int, ...]
    variants: dict[str, VariantModel]
    credits: dict[str, CreditModel]
    document: nodes.Mapping
    model: GameModel
    words: Words
    warnings: tuple[Diagnostic, ...] = ()
    notes: tuple[Note, ...] = field(default=())

    @property
    def title(self) -> str:
        """What it is called: the name of the game, and those of its variants."""
        titles = (self.words.title, *self.variant_titles)
        return together(" · ".join(titles), titles)

    @property
    def variant_titles(self) -> tuple[str, ...]:
        """The titles of its variants, in the language it was loaded in."""
        return tuple(self.words.text(model.title).spoken for _, model in sorted(self.variants.items()))

    def element(self, key: str) -> Element | None:
        """The element of a key, or the nearest one above it."""
        found = {element.key: element for element in self.elements}
        while key and key not in found:
            key = key.rpartition(".")[0]
        return found.get(key)


def open_game(name: str, own: Sequence[Path] = (), extra: Iterable[Path] = (), at: Path | None = None) -> GameSource:
    """Read a game and all its variants; `extra` are variant files that stand in no folder of rulesets.

    `at` is the game's folder where it was named by its path.

    Raises RulesetError where a file cannot be read or is no game or variant.
    """
    report = Report()
    files = find_game(name, own, report, at)
    report.raise_errors()
    assert files is not None
    source = _read_game(files, own, tuple(extra), report)
    report.raise_errors()
    assert source is not None
    return source


def _read_game(files: GameFiles, own: Sequence[Path], extra: tuple[Path, ...], report: Report) -> GameSource | None:
    document = _read(files.game, report)
    paths = [*files.variants.values(), *extra]
    variants: dict[str, Variant] = {}
    models: dict[str, VariantModel] = {}
    for path in paths:
        read = _read_variant(path, files.id, report)
        if read is not None:
            variant, model = read
            _check_id(variant.id, model.variant, path.stem, report)
            variants[variant.id], models[variant.id] = variant, model
    if document is None:
        return None
    searched = (*folders(own), files.folder.parent)
    merged, parts = merge_parts(document, searched, _read, report)
    texts = text_files(list(dict.fromkeys(folder / PARTS for folder in searched))) if parts else {}
    for tag, own_files in files.texts.items():
        texts[tag] = (*texts.get(tag, ()), *own_files)
    return GameSource(files.id, files.folder, merged, variants, models, parts, tuple(own), texts)


def _read(path: Path, report: Report) -> nodes.Mapping | None:
    """Read a file once: the same content gives the same tree."""
    document, diagnostics = _read_cached(path, _stamp(path))
    report.extend(diagnostics)
    return document


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except (OSError, ValueError):  # a NUL in the name
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _read_cached(path: Path, _stamp: tuple[int, int]) -> tuple[nodes.Mapping | None, tuple[Diagnostic, ...]]:
    report = Report()
    return read_file(path, report), report.diagnostics


def _read_variant(path: Path, game: str, report: Report) -> tuple[Variant, VariantModel] | None:
    document = _read(path, report)
    model = None if document is None else validate(VariantModel, document, report)
    if document is None or model is None:
        return None
    if model.of.text != game:
        report.error(Code.WRONG_GAME, f'this variant is of "{model.of.text}", not of "{game}"', model.of.span)
        return None
    return Variant(model.variant.text, document), model


def _check_id(id: str, written: Scalar, expected: str, report: Report) -> None:
    if id != expected:
        report.error(
            Code.WRONG_GAME, f'the id "{id}" is not the name of its file or folder, "{expected}"', written.span
        )


@dataclass(frozen=True, slots=True)
class Combined:
    """A game patched by the chosen variants, before anybody sits down to it."""

    variants: dict[str, VariantModel]
    notes: tuple[Note, ...]
    document: nodes.Mapping
    model: GameModel


@dataclass(frozen=True, slots=True)
class Composed:
    """One configuration on its way: the chosen variants, the patched document, what was resolved."""

    variants: dict[str, VariantModel]
    notes: tuple[Note, ...]
    document: nodes.Mapping
    resolved: Resolved


def load_ruleset(
    source: GameSource,
    variants: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    language: str = SOURCE,
) -> Ruleset:
    """One configuration of a game, its sentences in a language.

    Raises RulesetError with everything that the first faulty stage can tell.
    """
    report = Report()
    combined = combine(source, variants, report)
    return load_combined(source, combined, players, options, language, report)


def load_combined(
    source: GameSource,
    combined: Combined,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    language: str = SOURCE,
    report: Report | None = None,
) -> Ruleset:
    """The same of variants that were combined before. Raises RulesetError."""
    report = report or Report()
    composed = _traced(source, combined, _asked(combined, players, options or {}), report, language)
    resolved, model = composed.resolved, composed.resolved.build.model
    credits = dict(model.credits)
    for variant in composed.variants.values():
        credits.update(variant.credits)
    return Ruleset(
        game=resolved.game,
        elements=resolved.elements,
        settings=resolved.settings,
        players=resolved.players,
        variants=composed.variants,
        credits=credits,
        document=composed.document,
        model=model,
        words=Words(resolved.build, source.owners()),
        warnings=report.diagnostics,
        notes=composed.notes,
    )


def reworded(ruleset: Ruleset, wording: Wording, owners: Mapping[str, str]) -> Ruleset:
    """The same configuration in another language; what it is made of is not looked at again. Raises RulesetError."""
    build = replace(ruleset.words.build, wording=wording)
    elements = build.elements()
    build.report.raise_errors()
    return replace(ruleset, elements=elements, words=Words(build, owners))


def compose_configuration(
    source: GameSource,
    variants: Sequence[str],
    players: int | None,
    options: Mapping[str, str],
    report: Report,
    language: str = SOURCE,
) -> Composed:
    """Every stage of one configuration. Raises RulesetError after the first stage with errors."""
    combined = combine(source, variants, report)
    return _traced(source, combined, _asked(combined, players, options), report, language)


def _asked(combined: Combined, players: int | None, options: Mapping[str, str]) -> Asked:
    return Asked(tuple(sorted(combined.variants)), players, options)


def combine(source: GameSource, variants: Sequence[str], report: Report) -> Combined:
    """The stages that ask for no players and no options. Raises RulesetError after the first one with errors."""
    selection = select(source.variants, variants, report)
    report.raise_errors()
    document = compose(source.document, selection.variants, report)
    report.raise_errors()
    model = validate(GameModel, document, report)
    if report.has_errors:
        raise RulesetError(trace(report.diagnostics, source.document, selection.variants, _validated))
    assert model is not None
    _check_id(model.game.text, model.game, source.folder.name, report)
    chosen = {variant.id: source.models[variant.id] for variant in selection.variants}
    return Combined(chosen, selection.notes, document, model)


def _validated(document: nodes.Mapping) -> tuple[Diagnostic, ...]:
    report = Report()
    validate(GameModel, document, report)
    return report.diagnostics


def _traced(source: GameSource, combined: Combined, asked: Asked, report: Report, language: str) -> Composed:
    """The rest of the stages; errors that come from a change of a variant name it."""

    def attempt(document: nodes.Mapping) -> tuple[Diagnostic, ...]:
        trial = Report()
        model = validate(GameModel, document, trial)
        if model is not None and not trial.has_errors:
            with suppress(RulesetError):
                other = replace(combined, document=document, model=model)
                _resolved(source, other, asked, trial, language)
        return trial.diagnostics

    try:
        return _resolved(source, combined, asked, report, language)
    except RulesetError as error:
        variants = tuple(source.variants[name] for name in combined.variants)
        raise RulesetError(trace(error.diagnostics, source.document, variants, attempt)) from None


def _resolved(source: GameSource, combined: Combined, asked: Asked, report: Report, language: str) -> Composed:
    chosen, document, model = combined.variants, combined.document, combined.model
    parts = {name: part.model for name, part in source.parts.items()}
    wording = wording_of(source, model, chosen, language, report)
    report.raise_errors()
    resolved = resolve(document, model, chosen, asked, report, parts, wording)
    for written in _loose_texts(model, chosen):
        resolved.build.fill_in("", written)  # what is wrong with it is reported
    _check_allowed(resolved, chosen, report)
    report.raise_errors()
    check_configuration(resolved, report)
    report.raise_errors()
    return Composed(chosen, combined.notes, document, resolved)


def _loose_texts(model: GameModel, variants: Mapping[str, VariantModel]) -> Iterator[Scalar]:
    """What is printed of a game and its variants beside the sentences of elements: titles, summary, credits."""
    yield from filter(None, (model.title, model.summary, *model.history.values()))
    yield from (variant.title for variant in variants.values())
    yield from (source.title for source in model.sources.values())
    credits = [
        *model.credits.values(),
        *(credit for variant in variants.values() for credit in variant.credits.values()),
    ]
    for credit in credits:
        yield from filter(None, (credit.role, credit.text))


def wording_of(
    source: GameSource, model: GameModel, variants: Mapping[str, VariantModel], language: str, report: Report
) -> Wording:
    """The words of a composed game in a language. Raises RulesetError where there is no such language."""
    spoken = load_language(language, source.own)
    tags = (*Wording(spoken).chain(), SOURCE)
    texts = {tag: read_texts(source.texts.get(tag, ()), tag, _read, report) for tag in tags}
    places = {} if language == SOURCE else _places(source, model, variants)
    return Wording(spoken, texts, places)


def _places(source: GameSource, model: GameModel, variants: Mapping[str, VariantModel]) -> dict[Span, Place]:
    owners = source.owners()
    texts = (*texts_of_game(model), *(text for each in variants.values() for text in texts_of_variant(each)))
    return {text.scalar.span: Place(owners.get(text.scalar.span.file, ""), text.id) for text in texts}


def _check_allowed(resolved: Resolved, chosen: Mapping[str, VariantModel], report: Report) -> None:
    for name, model in chosen.items():
        if model.allowed is None:
            continue
        try:
            allowed = resolved.build.expressions.constant(model.allowed, Scope(name), Truth())
        except Unresolved:
            continue
        if allowed.value is not True:
            message = f'"{name}" needs {model.allowed.text}'
            help = f"here are {resolved.game.configuration.players} player(s); choose other players or options"
            report.error(Code.NOT_ALLOWED, message, model.allowed.span, help=help)
