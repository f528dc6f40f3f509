"""Every text of a game by its place: its own file, each variant's, the questions of its scenarios, and its words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleloom_dsl.catalog import PARTS, folders, part_files
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.overlay import compose, select
from ruleloom_dsl.positions import scenario_files
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel, ProseModel, RulingModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.scenario import ScenarioFileModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.ids import Text, elements_of, texts_of_game, texts_of_part, texts_of_scenario, texts_of_variant
from ruleloom_dsl.texts.wording import SCENARIOS, TERMS, Place
from ruleloom_dsl.translating.terms import Term, terms_of

Elements = dict[str, LocatedModel]


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text as its author wrote it, the element it belongs to (none of a word), and those it is about."""

    place: Place
    scalar: Scalar
    owner: LocatedModel | None
    about: tuple[LocatedModel, ...] = ()


def source_texts(source: GameSource) -> tuple[SourceText, ...]:
    """All sentences of a game, each once, in order of files and lines: the game's, its variants', its scenarios'.

    The sentences of parts are left out: they are translated beside the parts. Raises RulesetError.
    """
    owners = source.owners()
    found: dict[Span, SourceText] = {}
    for model, chosen in _composed(source):
        elements = dict(elements_of(model))
        for text in (*texts_of_game(model), *chosen):
            span = text.scalar.span
            owner = owners.get(span.file, "")
            if not owner.startswith(f"{PARTS}/"):
                found.setdefault(span, _text(owner, text, elements))
    return _each_once((*found.values(), *_scenarios(source)))


def source_terms(source: GameSource) -> tuple[SourceText, ...]:
    """All words of a game for which a language has words of its own, without those of its parts."""
    declared = {term.id for part in source.parts.values() for term in terms_of(part.model)}
    return _words(term for term in _terms(source) if term.id not in declared)


def spare_terms(source: GameSource) -> frozenset[str]:
    """Words for which a language may have words of its own beside those that a game needs."""
    parts = (term.id for part in source.parts.values() for term in terms_of(part.model))
    return frozenset((*parts, *(term.id for term in _terms(source) if term.spare)))


def _terms(source: GameSource) -> Iterator[Term]:
    yield from (term for model, _ in _composed(source) for term in terms_of(model))


def part_models(own: Sequence[Path] = ()) -> dict[str, PartModel]:
    """All parts by their ids. Raises RulesetError."""
    report = Report()
    models = {name: _part(path, report) for name, paths in part_files(folders(own)).items() for path in paths}
    report.raise_errors()
    return {name: model for name, model in models.items() if model is not None}


def part_texts(parts: Mapping[str, PartModel]) -> tuple[SourceText, ...]:
    """The sentences of parts, and then their words."""
    sentences = (text for name, model in parts.items() for text in texts_of_one_part(name, model))
    return (*_each_once(sentences), *_words(term for model in parts.values() for term in terms_of(model)))


def texts_of_one_part(name: str, model: PartModel) -> tuple[SourceText, ...]:
    """The sentences of a part; what it says of itself is not printed."""
    elements = dict(elements_of(model))
    texts = (text for text in texts_of_part(model) if text.owner is not model)
    return tuple(_text(f"{PARTS}/{name}", text, elements) for text in texts)


def _part(path: Path, report: Report) -> PartModel | None:
    document = read_file(path, report)
    return None if document is None else validate(PartModel, document, report)


def _text(owner: str, text: Text, elements: Elements) -> SourceText:
    named = text.owner.about if isinstance(text.owner, ProseModel | RulingModel) else ()
    about = (model for name in named for key, model in elements.items() if _is_in(key, name.text))
    return SourceText(Place(owner, text.id), text.scalar, text.owner, tuple(about))


def _is_in(key: str, name: str) -> bool:
    return key == name or key.startswith(f"{name}.")


def _words(terms: Iterable[Term]) -> tuple[SourceText, ...]:
    return _each_once(SourceText(Place(TERMS, term.id), term.called, None) for term in terms if not term.spare)


def _each_once(texts: Iterable[SourceText]) -> tuple[SourceText, ...]:
    found: dict[Place, SourceText] = {}
    for text in texts:
        found.setdefault(text.place, text)
    return tuple(found.values())


def _composed(source: GameSource) -> Iterator[tuple[GameModel, tuple[Text, ...]]]:
    """The base game, and the game with each of its variants beside what that says of itself."""
    for chosen in ((), *((name,) for name in source.variants)):
        report = Report()
        document = compose(source.document, select(source.variants, chosen, report).variants, report)
        report.raise_errors()
        model = validate(GameModel, document, report)
        report.raise_errors()
        assert model is not None
        yield model, tuple(text for name in chosen for text in texts_of_variant(source.models[name]))


def _scenarios(source: GameSource) -> Iterator[SourceText]:
    """What the rulebook prints of scenarios: questions with their answers, and examples."""
    for path in scenario_files(source):
        report = Report()
        document = read_file(path, report)
        model = None if document is None else validate(ScenarioFileModel, document, report)
        report.raise_errors()
        for name, scenario in model.scenarios.items() if model else ():
            for text in texts_of_scenario(scenario):
                yield SourceText(Place(SCENARIOS, f"{name}.{text.id}"), text.scalar, text.owner)
