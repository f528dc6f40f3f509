"""Questions that players ask, each with an answer that the rules confirm: the scenario behind it is run."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruleloom.game import Game
from ruleloom.rulebook.story import raise_in
from ruleloom.scenarios import run
from ruleloom_dsl.diagnostics import Report, RulesetError
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.positions import ScenarioSource, blame, load_configuration, read_all_scenarios
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.sentences import fill_in
from ruleloom_dsl.texts.borrowed import lent
from ruleloom_dsl.texts.wording import SCENARIOS, Place

FAQ, ANSWER = "faq", "answer"


@dataclass(frozen=True, slots=True)
class Faq:
    """A question and its answer. `variants` are those it is about, none for the base game; `about` are element keys."""

    id: str
    question: str
    answer: str
    variants: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


def faqs_of(source: GameSource, ruleset: Ruleset) -> tuple[Faq, ...]:
    """The questions that a configuration answers, in its language, those about its variants last.

    A question of the base game, or of some of the variants, is asked wherever its scenario comes out the same. Raises
    RulesetError where one does not do so in the configuration that it was written for.
    """
    report = Report()
    written = read_all_scenarios(source, report)
    report.raise_errors()
    asked = [each for each in written if FAQ in each.texts and ANSWER in each.texts and _fits(each, ruleset)]
    game, found = Game(ruleset.game), []
    for each in asked:
        if _is_confirmed(source, ruleset, game, each):
            found.append(_faq(ruleset, each, report))
    report.raise_errors()
    return tuple(sorted(found, key=lambda faq: len(faq.variants)))


def _fits(written: ScenarioSource, ruleset: Ruleset) -> bool:
    """Whether a configuration has all the variants of a scenario, and reads the rules as it does."""
    position = written.scenario.position
    settings = {setting.name: setting.value for setting in ruleset.settings}
    readings = [(name, value) for name, value in position.options if name in ruleset.model.rulings]
    return set(position.variants) <= set(ruleset.variants) and all(
        settings.get(name) == value for name, value in readings
    )


def _is_confirmed(source: GameSource, ruleset: Ruleset, game: Game, written: ScenarioSource) -> bool:
    """Whether the scenario comes out the same with all variants that are played here."""
    position, here = written.scenario.position, ruleset.game.configuration
    options = tuple((dict(here.options) | dict(position.options)).items())
    asked = replace(position, variants=here.variants, players=position.players or here.players, options=options)
    if (asked.players, set(options)) != (here.players, set(here.options)):
        try:
            game = Game(load_configuration(source, asked, written.document).game)
        except RulesetError:
            return False
    failures = run(game, written.scenario)
    is_own = set(position.variants) == set(here.variants) and set(position.options) == set(options)
    if failures and is_own:
        report = Report()
        for failure in failures:
            blame(failure.message, failure.path, failure.help, written, report)
        raise_in(report, written)
    return not failures


def _faq(ruleset: Ruleset, written: ScenarioSource, report: Report) -> Faq:
    texts = answered(ruleset, written, report)
    known = {element.key for element in ruleset.elements}
    return Faq(
        written.scenario.id,
        texts[FAQ],
        texts[ANSWER],
        written.scenario.position.variants,
        tuple(key for key in written.scenario.about if key in known),
    )


def answered(ruleset: Ruleset, written: ScenarioSource, report: Report) -> dict[str, str]:
    """The question and the answer of a scenario in the language of a configuration; faults go into the report."""
    return dict(_texts(ruleset, written, report))


def _texts(ruleset: Ruleset, written: ScenarioSource, report: Report) -> Iterator[tuple[str, str]]:
    build = ruleset.words.build
    expressions = replace(build.expressions, report=report)
    for id in (FAQ, ANSWER):
        said = build.wording.said_at(Place(SCENARIOS, f"{written.scenario.id}.{id}"), written.texts[id])
        filled = fill_in(said.text, Scope(id), expressions, build.wording)
        yield id, lent(filled.text, ruleset.words.language.borrowed(said.language))
