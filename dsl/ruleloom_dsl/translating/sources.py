"""Every text of a game by its place: its own file, each variant's and part's, and the questions of its scenarios."""

from collections.abc import Iterator
from dataclasses import dataclass

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.overlay import compose, select
from ruleloom_dsl.positions import SCENARIOS, scenario_files
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.scenario import ScenarioFileModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.ids import Text, texts_of_game, texts_of_scenario, texts_of_variant
from ruleloom_dsl.texts.wording import Place


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text of a game as its author wrote it, and the element it belongs to."""

    place: Place
    scalar: Scalar
    owner: LocatedModel


def source_texts(source: GameSource) -> tuple[SourceText, ...]:
    """All texts of a game, each once, in order of files and lines: the game's, its variants', its scenarios'.

    The sentences of parts are left out: they are translated beside the parts. Raises RulesetError.
    """
    owners = source.owners()
    found: dict[Span, SourceText] = {}
    for text in _composed(source):
        span = text.scalar.span
        owner = owners.get(span.file, "")
        if not owner.startswith("parts/"):
            found.setdefault(span, SourceText(Place(owner, text.id), text.scalar, text.owner))
    return (*found.values(), *_scenarios(source))


def _composed(source: GameSource) -> Iterator[Text]:
    """The texts of the base game, and of the game with each of its variants."""
    for chosen in ((), *((name,) for name in source.variants)):
        report = Report()
        document = compose(source.document, select(source.variants, chosen, report).variants, report)
        report.raise_errors()
        model = validate(GameModel, document, report)
        report.raise_errors()
        assert model is not None
        yield from texts_of_game(model)
        for name in chosen:
            yield from texts_of_variant(source.models[name])


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
