"""What is declared and nothing reads: found out over several configurations, since a variant may be its only reader.

Names that are read are known from resolving. Lists of words, components and the board are also used without their name,
by values of their types.
"""

from collections.abc import Iterable, Iterator, Sequence

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import PawnOf
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, Pawn, Place, Word, Zone
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.resolve.settings import FIRST_PLAYER
from ruleloom_dsl.spans import Span

BOARD = "board"


def check_use(configurations: Sequence[Resolved], report: Report) -> None:
    """Report what is declared and no configuration reads or, of components and the board, uses."""
    declared: dict[tuple[str, str], Span] = {}
    read: set[str] = set()
    for resolved in configurations:
        read |= resolved.build.expressions.read
        shared = resolved.build.shared
        declared.update((key, span) for key, span in _declared(resolved) if span.file not in shared)
    left = {name for table, name in declared if table in ("components", BOARD)} - read
    read |= _used(configurations, left)
    for (table, name), span in declared.items():
        if name not in read:
            what = "uses the board" if table == BOARD else f"reads {table}.{name}"
            report.error(Code.UNUSED, f"nothing {what}", span, help="use it or remove it")


def _used(configurations: Iterable[Resolved], names: set[str]) -> set[str]:
    """Which of the names have values in some configuration."""
    found: set[str] = set()
    for resolved in configurations:
        if not names <= found:
            found |= names.intersection(_valued(resolved))
    return found


def _valued(resolved: Resolved) -> Iterator[str]:
    game = resolved.game
    if game.board is not None and game.board.holds is not None:
        yield game.board.holds
    yield from (zone.component for zone in game.zones if zone.role == "declared")
    for node in inside((game, tuple(constant.type for constant in resolved.build.names.constants.values()))):
        match node:
            case Word(name) | Card(name) | Pawn(name) | Zone(name) | PawnOf(name):
                yield name
            case Place():
                yield BOARD


def _declared(resolved: Resolved) -> Iterator[tuple[tuple[str, str], Span]]:
    build, model = resolved.build, resolved.build.model
    for setting in resolved.settings:
        if setting.name != FIRST_PLAYER:
            table = "options" if setting.name in model.options else "rulings"
            yield (table, setting.name), build.key_span(table, setting.name)
    if model.board is not None:
        yield (BOARD, BOARD), build.key_span(BOARD)
    for name in model.components:
        if name in build.names.components or name in build.names.words:
            yield ("components", name), build.key_span("components", name)
    for name in build.names.orders:
        yield ("orders", name), build.key_span("orders", name)
    for name in build.names.terms:
        yield ("terms", name), build.key_span("terms", name)
    for name in build.names.variables:
        yield ("vars", name), build.key_span("vars", name)
    for name, zone in build.names.zones.items():
        if zone.role == "declared":
            yield ("zones", name), build.key_span("zones", name)
