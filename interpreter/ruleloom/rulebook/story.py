"""A worked example for reading: a scenario that is run, move by move, and told in a language.

Captions come from the run and remarks from the author, their values from the position that was reached. So an example
cannot contradict the rules: where it does there is no story, but the place that is wrong.
"""

from dataclasses import dataclass, field, replace

from ruleloom.errors import PositionError
from ruleloom.game import Game
from ruleloom.rulebook.steps import Part, Step
from ruleloom.rulebook.teller import EXAMPLE, Teller
from ruleloom.scenarios import run
from ruleloom_dsl.diagnostics import Code, Note, Report
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.positions import ScenarioSource, blame, check_about, load_configuration, read_all_scenarios
from ruleloom_dsl.texts.language import SOURCE


@dataclass(frozen=True, slots=True)
class Story:
    """An example as it is told. `about` are the keys of elements that it shows."""

    id: str
    title: str
    ruleset: Ruleset = field(repr=False)
    about: tuple[str, ...]
    names: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, one after the other."""
        return tuple(step for part in self.parts for step in part.steps)


def story_of(source: GameSource, written: ScenarioSource, language: str = SOURCE) -> Story:
    """An example as it is told in a language.

    Raises RulesetError where a move is refused, something is not as expected, or a remark cannot be filled in.
    """
    ruleset = load_configuration(source, written.scenario.position, written.document, language)
    return tell(ruleset, Game(ruleset.game), written)


def stories_of(source: GameSource, ruleset: Ruleset) -> tuple[Story, ...]:
    """The examples with just the variants of a configuration, in its language. Raises RulesetError."""
    report = Report()
    written = read_all_scenarios(source, report)
    report.raise_errors()
    variants, language = set(ruleset.variants), ruleset.words.language.tag
    examples = (each for each in written if EXAMPLE in each.texts)
    return tuple(
        story_of(source, each, language) for each in examples if set(each.scenario.position.variants) == variants
    )


def tell(ruleset: Ruleset, game: Game, written: ScenarioSource) -> Story:
    """An example of a configuration that was loaded in some language already. Raises RulesetError."""
    scenario, report = written.scenario, Report()
    check_about(written, ruleset, report)
    for failure in run(game, scenario):
        blame(failure.message, failure.path, failure.help, written, report)
    if len(scenario.names) > game.rules.players:
        message = f"{len(scenario.names)} names for {game.rules.players} players"
        report.error(Code.BAD_POSITION, message, written.span(("names",)))
    raise_in(report, written)
    try:
        teller = Teller(ruleset, game, written, report)
        parts = teller.parts()
    except PositionError as error:
        raise AssertionError(error) from error  # it ran just now
    raise_in(report, written)
    title = teller.text(EXAMPLE, teller.reached()) if EXAMPLE in written.texts else scenario.title or ""
    raise_in(report, written)
    return Story(scenario.id, title, ruleset, scenario.about, scenario.names, parts)


def raise_in(report: Report, written: ScenarioSource) -> None:
    """Raise what was found, each with a word on the scenario it is in."""
    if report.has_errors:
        note = Note(f'in the scenario "{written.scenario.id}"', written.place)
        named = Report()
        named.extend(replace(each, notes=(*each.notes, note)) for each in report.diagnostics)
        named.raise_errors()
