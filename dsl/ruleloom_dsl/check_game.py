"""A whole game: every variant alone, every pair, every reading, and what only shows over several configurations."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ruleloom_dsl.checks.implied import check_implied
from ruleloom_dsl.checks.numbers import check_numbers
from ruleloom_dsl.checks.references import check_prose, check_references, check_sources
from ruleloom_dsl.checks.same_variants import check_same_variants
from ruleloom_dsl.checks.use import check_use
from ruleloom_dsl.combinations import player_counts
from ruleloom_dsl.diagnostics import Code, Diagnostic, Report, RulesetError
from ruleloom_dsl.load import Composed, GameSource, compose_configuration
from ruleloom_dsl.resolve.build import Resolved, Setting
from ruleloom_dsl.resolve.settings import FIRST_PLAYER
from ruleloom_dsl.spans import Span
from ruleloom_dsl.tracing import name_variants

# What makes a configuration impossible is no fault of the game.
IMPOSSIBLE = {Code.NOT_ALLOWED, Code.PLAYER_COUNT, Code.VARIANT_EXCLUDED, Code.VARIANT_ALONE}

MOST_VALUES = 20


def check_game(source: GameSource) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a game and its variants, in order of files and lines."""
    report = Report()
    found = list(_configurations(source, report))
    if not report.has_errors:
        _check_numbers(source, found, report)
        check_use(found, report)
        check_implied(found, report)
        check_references(found, report)
        check_sources(found, report)
        check_prose(source.document, source.variants, source.models, report)
        check_same_variants(source.variants, source.models, report)
    return tuple(each for each in report.diagnostics if each.code != Code.VARIANT_DISCOURAGED)


def _check_numbers(source: GameSource, found: Iterable[Resolved], report: Report) -> None:
    """The numbers of all sentences, each fault once; what only variants make wrong names them."""
    known: set[tuple[Code, str, Span | None]] = set()
    for resolved in found:
        trial = Report()
        check_numbers(resolved, trial)
        variants = [source.variants[name] for name in resolved.game.configuration.variants]
        for each in trial.diagnostics:
            same = each.code, each.message, each.span
            if same not in known:
                report.extend([name_variants(each, variants)])
            known.add(same)


def _configurations(source: GameSource, report: Report) -> Iterator[Resolved]:
    """The base, each variant (with another where it needs one), each pair, and every other value of each setting."""
    base = _attempt(source, (), report)
    if base is None or report.has_errors:
        return
    yield from _with_settings(source, base, report)
    for name in source.variants:
        company = _company(source, name, report)
        if company is not None:
            yield from _with_settings(source, company, report)
    yield from _pairs(source, report)


def _pairs(source: GameSource, report: Report) -> Iterator[Resolved]:
    for pair in () if report.has_errors else combinations(source.variants, 2):
        composed = _attempt(source, pair, report)
        if composed is not None:
            yield composed.resolved


def _company(source: GameSource, name: str, report: Report) -> Composed | None:
    """A variant alone, or with the first other one that makes it possible; None where it is faulty or impossible."""
    for company in ((name,), *((name, other) for other in source.variants if other != name)):
        trial = Report()
        composed = _attempt(source, company, trial)
        report.extend(trial.diagnostics)
        if composed is not None or trial.has_errors:
            return composed
    message = f'no configuration with the variant "{name}" is possible'
    report.error(Code.NOT_ALLOWED, message, source.models[name].variant.span)
    return None


def _with_settings(source: GameSource, composed: Composed, report: Report) -> Iterator[Resolved]:
    """A configuration, and every other number of players and value of a setting.

    A setting that there is only beside some value of another one is varied beside that.
    """
    yield composed.resolved
    waiting = list(_others(composed.resolved))
    known = {setting.name for setting in composed.resolved.settings}
    while waiting:
        players, options = waiting.pop(0)
        other = _attempt(source, tuple(composed.variants), report, players, options)
        if other is not None:
            yield other.resolved
            fresh = [setting for setting in other.resolved.settings if setting.name not in known]
            known.update(setting.name for setting in fresh)
            waiting += [(players, {**options, **more}) for more in _values(fresh)]


def _others(resolved: Resolved) -> Iterator[tuple[int, dict[str, str]]]:
    """The other numbers of players, and the other values of each setting."""
    people = resolved.game.configuration.players
    for players in resolved.players:
        if players != people:
            yield players, {}
    for each in _values(resolved.settings):
        yield people, each


def _values(settings: Iterable[Setting]) -> Iterator[dict[str, str]]:
    """Each setting with each of its values but the default."""
    for setting in settings:
        for value in _some(setting.values):
            if value != setting.default and setting.name != FIRST_PLAYER:
                yield {setting.name: value}


def _some(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of a setting that are tried: all, or the ends of a long range."""
    return values if len(values) <= MOST_VALUES else values[: MOST_VALUES // 2] + values[-MOST_VALUES // 2 :]


def _attempt(
    source: GameSource,
    variants: Sequence[str],
    report: Report,
    players: int | None = None,
    options: dict[str, str] | None = None,
) -> Composed | None:
    """A configuration with any number of players that makes it possible; its faults go to the report."""
    trial = Report()
    try:
        composed = compose_configuration(source, variants, players, options or {}, trial)
    except RulesetError as error:
        codes = {each.code for each in error.diagnostics if each.severity == "error"}
        if codes == {Code.NOT_ALLOWED} and players is None:
            counts = player_counts(source, variants)
            return _attempt(source, variants, report, counts[0]) if counts else None
        if not codes & IMPOSSIBLE:
            report.extend(error.diagnostics)
        return None
    report.extend(trial.diagnostics)
    return composed
