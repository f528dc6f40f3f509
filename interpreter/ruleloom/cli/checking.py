"""`ruleloom check`: games, their variants and their scenarios, with everything that is wrong in them."""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleloom.cli.inputs import InputError, engine_of, folders_of
from ruleloom.cli.page import print_json
from ruleloom.engines import REFERENCE
from ruleloom.game import Game
from ruleloom.library import games, is_path, open_source, playable
from ruleloom.rulebook.spoken import check_told
from ruleloom.scenarios import run as run_course
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError, render_all
from ruleloom_dsl.diagnostics import to_json as diagnostic_to_json
from ruleloom_dsl.ir.game import Configuration
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.positions import ScenarioSource, blame, check_about, load_configuration, read_all_scenarios
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.translating.checking import check_texts
from ruleloom_dsl.translating.corpus import corpus_of_game


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one game."""

    game: str
    variants: int
    scenarios: int
    diagnostics: tuple[Diagnostic, ...]
    failing: tuple[tuple[str, Span], ...] = ()
    """The ids of the scenarios that do not come out as they say, and where they stand."""

    @property
    def errors(self) -> int:
        """How many diagnostics are errors."""
        return sum(found.severity == "error" for found in self.diagnostics)


def run(arguments: Namespace) -> int:
    """Check the games that are named, or all there are."""
    if names := [name for name in arguments.variant if not is_path(name)]:
        raise InputError(f"{names[0]} is no file; the variants of a game are all checked", "--variant")
    if arguments.watch:
        from ruleloom.cli.rechecking import watch

        return watch(arguments)
    folders, engine = folders_of(arguments), engine_of(arguments)
    results = []
    for name in arguments.games or games(folders):
        checked = check_one(name, arguments.variant, folders, engine)
        results.append(checked)
        if not arguments.json:
            print_checked(checked)
    if arguments.json:
        print_json({"games": [to_json(checked) for checked in results]})
    return exit_code(results, strict=arguments.strict)


def exit_code(results: Iterable[Checked], *, strict: bool) -> int:
    """1 where something is wrong: an error, or with `strict` a warning."""
    return 1 if any(checked.diagnostics if strict else checked.errors for checked in results) else 0


def check_one(name: str, files: list[str], folders: tuple[Path, ...], engine: str) -> Checked:
    """Everything that is wrong in a game, its variants, its scenarios and its texts."""
    try:
        return _checked(open_source(name, files, folders)[0], engine)
    except RulesetError as error:
        return Checked(name, 0, 0, error.diagnostics)


def _checked(source: GameSource, engine: str) -> Checked:
    diagnostics = check_game(source)
    if any(found.severity == "error" for found in diagnostics):
        return Checked(source.id, len(source.variants), 0, diagnostics)
    report = Report()
    written = read_all_scenarios(source, report)
    playing = Playing(source, engine)
    texts = _check_texts(source)
    is_faulty = any(found.severity == "error" for found in texts)  # what is wrong with a text, is said once
    languages = (SOURCE,) if is_faulty else (SOURCE, *sorted(source.texts.keys() - {SOURCE}))
    found = [(each, run_scenario(source, each, playing, languages)) for each in written]
    report.extend(fault for _, faults in found for fault in faults)
    failing = tuple((each.scenario.id, each.place) for each, faults in found if faults)
    for note in playing.notes:
        print(f"note: {source.id}: {note}", file=sys.stderr)
    report.extend(texts)
    return Checked(source.id, len(source.variants), len(written), (*diagnostics, *report.diagnostics), failing)


def _check_texts(source: GameSource) -> tuple[Diagnostic, ...]:
    try:
        return check_texts(source, corpus_of_game(source))
    except RulesetError as error:
        return error.diagnostics


class Playing:
    """Makes the configurations of a game playable, each once; `notes` say why another engine runs them than asked."""

    def __init__(self, source: GameSource, engine: str = REFERENCE) -> None:
        self.source = source
        self.engine = engine
        self.notes: dict[str, None] = {}
        self._games: dict[Configuration, Game] = {}

    def game(self, ruleset: Ruleset) -> Game:
        """The game of a configuration. Raises EngineMissing."""
        configuration = ruleset.game.configuration
        if configuration not in self._games:
            game = self._games[configuration] = playable(ruleset, self.engine)
            self.notes.update({game.chosen.note: None} if game.chosen.note else {})
        return self._games[configuration]


def run_scenario(
    source: GameSource,
    written: ScenarioSource,
    playing: Playing | None = None,
    languages: Iterable[str] = (SOURCE,),
) -> tuple[Diagnostic, ...]:
    """Everything that is not as a scenario expects, or cannot be told of it in one of the languages."""
    report, playing = Report(), playing or Playing(source)
    try:
        ruleset = load_configuration(source, written.scenario.position, written.document)
    except RulesetError as error:
        return error.diagnostics
    check_about(written, ruleset, report)
    for failure in run_course(playing.game(ruleset), written.scenario):
        blame(failure.message, failure.path, failure.help, written, report)
    if not report.has_errors:
        report.extend(check_told(source, written, ruleset, languages))
    return report.diagnostics


def print_checked(checked: Checked) -> None:
    """Print what is wrong in a game, and a line that counts it."""
    if checked.diagnostics:
        print(render_all(checked.diagnostics))
    print("; ".join(_summary(checked)))


def _summary(checked: Checked) -> Iterator[str]:
    variants, scenarios = counted(checked.variants, "variant"), counted(checked.scenarios, "scenario")
    yield f"{checked.game}: {variants} and {scenarios} checked"
    warnings = len(checked.diagnostics) - checked.errors
    yield counted(checked.errors, "error") if checked.errors else "nothing is wrong"
    if warnings:
        yield counted(warnings, "warning")


def counted(number: int, what: str) -> str:
    """A number of things, one or several."""
    return f"{number} {what}{'s' if number != 1 else ''}"


def to_json(checked: Checked) -> dict[str, object]:
    """The same for programs."""
    return {
        "game": checked.game,
        "variants": checked.variants,
        "scenarios": checked.scenarios,
        "errors": checked.errors,
        "failing": [id for id, _ in checked.failing],
        "diagnostics": [diagnostic_to_json(found) for found in checked.diagnostics],
    }
