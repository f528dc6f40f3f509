"""What is told of scenarios, looked at in every language: that it can be told, before pages are made of it."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from ruleloom.game import Game
from ruleloom.rulebook.questions import ANSWER, FAQ, answered
from ruleloom.rulebook.story import tell
from ruleloom.rulebook.teller import EXAMPLE, TOLD
from ruleloom.scenarios import run
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError
from ruleloom_dsl.load import GameSource, Ruleset, reworded, wording_of
from ruleloom_dsl.positions import ScenarioSource, load_configuration, read_all_scenarios
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.translating.checking import check_filling_in


def check_told(
    source: GameSource, written: ScenarioSource, ruleset: Ruleset, languages: Iterable[str]
) -> Iterator[Diagnostic]:
    """What is wrong with the texts of a scenario that comes out as it expects, in any of the languages."""
    if not is_told(written):
        return
    game = Game(ruleset.game)
    for language in languages:
        report = Report()
        try:
            spoken = _in_language(source, ruleset, language, report)
            if EXAMPLE in written.texts or any(id.startswith(TOLD) for id in written.texts):
                tell(spoken, game, written)
            if FAQ in written.texts and ANSWER in written.texts:
                answered(spoken, written, report)
        except RulesetError as error:
            report.extend(error.diagnostics)
        yield from report.diagnostics


def is_told(written: ScenarioSource) -> bool:
    """Whether the rulebook prints something of a scenario."""
    return any(id in (EXAMPLE, FAQ, ANSWER) or id.startswith(TOLD) for id in written.texts)


def check_languages(source: GameSource, languages: Iterable[str]) -> tuple[Diagnostic, ...]:
    """What is wrong with the texts of a game in any of the languages, as a rulebook would tell them.

    Scenarios that cannot be played, or do not come out as they expect, are left to who plays them.
    """
    report, spoken = Report(), tuple(languages)
    for language in spoken:
        check_filling_in(source, language, report)
    for written in () if report.has_errors else read_all_scenarios(source, report):
        if is_told(written):
            with suppress(RulesetError):
                ruleset = load_configuration(source, written.scenario.position, written.document)
                if not run(Game(ruleset.game), written.scenario):
                    report.extend(check_told(source, written, ruleset, spoken))
    return report.diagnostics


def _in_language(source: GameSource, ruleset: Ruleset, language: str, report: Report) -> Ruleset:
    if language == SOURCE:
        return ruleset
    wording = wording_of(source, ruleset.model, ruleset.variants, language, report)
    return reworded(ruleset, wording, source.owners())
