"""What is declared and nothing reads: found out over several configurations, since a variant may be its only reader."""

from collections.abc import Iterable, Iterator

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.resolve.settings import FIRST_PLAYER
from ruleloom_dsl.spans import Span


def check_use(configurations: Iterable[Resolved], report: Report) -> None:
    """Report options, rulings with readings, terms, variables and zones that no configuration reads."""
    declared: dict[tuple[str, str], Span] = {}
    read: set[str] = set()
    for resolved in configurations:
        read |= resolved.build.expressions.read
        shared = resolved.build.shared
        declared.update((key, span) for key, span in _declared(resolved) if span.file not in shared)
    for (table, name), span in declared.items():
        if name not in read:
            report.error(Code.UNUSED, f"nothing reads {table}.{name}", span, help="use it or remove it")


def _declared(resolved: Resolved) -> Iterator[tuple[tuple[str, str], Span]]:
    build, model = resolved.build, resolved.build.model
    for setting in resolved.settings:
        if setting.name != FIRST_PLAYER:
            table = "options" if setting.name in model.options else "rulings"
            yield (table, setting.name), build.key_span(table, setting.name)
    for name in build.names.orders:
        yield ("orders", name), build.key_span("orders", name)
    for name in build.names.terms:
        yield ("terms", name), build.key_span("terms", name)
    for name in build.names.variables:
        yield ("vars", name), build.key_span("vars", name)
    for name, zone in build.names.zones.items():
        if zone.role == "declared":
            yield ("zones", name), build.key_span("zones", name)
