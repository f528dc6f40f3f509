"""Players, options and rulings of a configuration: what was asked for, or the default, as constants."""

from collections.abc import Iterable, Iterator, Mapping

from ruleloom_dsl.diagnostics import Code, quote, suggest
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.types import Number, SetOf, Truth, Type, Value, Word
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build, Setting
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.values import as_setting, read_value, write_setting
from ruleloom_dsl.schema.game import OptionModel, PlayersModel, RulingModel

FIRST_PLAYER = "first_player"  # the standard option for the seat that begins
MOST_PLAYERS = 64
MOST_LISTED = 12


def player_counts(build: Build) -> tuple[tuple[int, ...], int]:
    """How many may play, and how many do where nobody says. Raises Unresolved."""
    written = build.model.players
    people = written.people if isinstance(written, PlayersModel) else written
    constant = build.expressions.constant(people, Scope("players"))
    counts = constant.value if isinstance(constant.value, tuple) else (constant.value,)
    allowed = tuple(sorted({count for count in counts if isinstance(count, int) and 0 < count <= MOST_PLAYERS}))
    if not allowed or not set(counts) <= set(allowed) or not _is_number(constant.type):
        message = f"the players are a number or a range such as 2..4, from 1 to {MOST_PLAYERS}"
        build.expressions.fail(people, Code.WRONG_VALUE, message)
    default = written.default if isinstance(written, PlayersModel) and written.default else allowed[0]
    if default not in allowed:
        message = f"the default, {default}, is not among the numbers of players, {people.text}"
        build.expressions.fail(people, Code.WRONG_VALUE, message)
    return allowed, default


def _is_number(type: Type) -> bool:
    return type in (Number(), SetOf(Number()))


def declare_settings(build: Build, asked: Mapping[str, str]) -> tuple[Setting, ...]:
    """Make every option, and every ruling with readings, a constant; refuse what was asked for and is not there."""
    settings = [_first_player(build, asked)]
    for table, name, model in _models(build):
        if model.is_ is not None:
            try:
                settings += _declare(build, table, name, model, asked)
            except Unresolved:
                continue
    _refuse_unknown(build, [setting.name for setting in settings], asked)
    return tuple(settings)


def declare_notes(build: Build) -> None:
    """Rulings without readings of their own are notes: they may speak of everything that is declared."""
    for table, name, model in _models(build):
        if model.is_ is None:
            try:
                if build.exists(model, f"{table}.{name}"):
                    build.add(f"{table}.{name}", "ruling", model)
            except Unresolved:
                continue
            if model.default is not None:
                message = f'"{name}" has a default and no values'
                build.report.error(Code.MISSING_KEY, message, build.key_span(table, name), help="add is")


def _models(build: Build) -> Iterator[tuple[str, str, OptionModel | RulingModel]]:
    for name, option in build.model.options.items():
        yield "options", name, option
    for name, ruling in build.model.rulings.items():
        yield "rulings", name, ruling


def _first_player(build: Build, asked: Mapping[str, str]) -> Setting:
    domain = Domain(Number(), tuple(range(1, build.names.players + 1)))
    return _set(build, FIRST_PLAYER, domain, 1, asked)


def _declare(
    build: Build, table: str, name: str, model: OptionModel | RulingModel, asked: Mapping[str, str]
) -> list[Setting]:
    key = f"{table}.{name}"
    if not build.exists(model, key):
        return []
    build.check_name_free(name, table)
    build.add(key, "option" if table == "options" else "ruling", model)
    if model.is_ is None or model.default is None:
        message = f'"{name}" has values and no default'
        build.report.error(Code.MISSING_KEY, message, build.key_span(table, name), help="add default")
        raise Unresolved
    domain = read_domain(build.names, build.report, model.is_, name)
    _check_readings(build, table, name, domain, model)
    if not isinstance(domain.type, Truth | Number | Word) or not domain.values:
        message = f'the values of "{name}" are truth, a range of numbers, or words'
        build.report.error(Code.WRONG_VALUE, message, build.key_span(table, name))
        raise Unresolved
    for reading in model.readings:
        if read_value(build.names, domain.type, reading) not in domain.values:
            values = [write_setting(build.names, domain, each) for each in domain.values]
            span = build.key_span(table, name, "readings", reading)
            build.report.error(Code.UNKNOWN_KEY, f'"{name}" has no value "{reading}"', span, help=_listed(values))
    return [_set(build, name, domain, _default(build, domain, model.default), asked)]


def _check_readings(build: Build, table: str, name: str, domain: Domain, model: OptionModel | RulingModel) -> None:
    known = tuple(write_setting(build.names, domain, value) for value in domain.values)
    for value in model.readings:
        if as_setting(value) not in known:
            span = build.key_span(table, name, "readings", value)
            build.report.error(
                Code.WRONG_VALUE, f'"{value}" is not one of the values', span, help=suggest(value, known)
            )


def _default(build: Build, domain: Domain, written: Scalar) -> Value:
    value = read_value(build.names, domain.type, written.text)
    if value is None or value not in domain.values:
        help = _listed(write_setting(build.names, domain, each) for each in domain.values)
        build.expressions.fail(written, Code.WRONG_VALUE, f'"{written.text}" is not one of the values', help)
    return value


def _set(build: Build, name: str, domain: Domain, default: Value, asked: Mapping[str, str]) -> Setting:
    value = default
    if name in asked:
        value = read_value(build.names, domain.type, asked[name])
    values = tuple(write_setting(build.names, domain, value) for value in domain.values)
    if value is None or value not in domain.values:
        message = f"{quote(name)} cannot be {quote(asked[name])}"
        build.report.error(Code.OPTION_VALUE, message, None, help=_listed(values))
        value = default
    build.names.constants[name] = Const(value, domain.type)
    chosen, usual = (write_setting(build.names, domain, each) for each in (value, default))
    return Setting(name, values, usual, chosen)


def _listed(values: Iterable[str]) -> str:
    shown = list(values)
    ends = shown if len(shown) <= MOST_LISTED else [*shown[: MOST_LISTED - 2], "...", shown[-1]]
    return "its values are " + ", ".join(ends)


def _refuse_unknown(build: Build, known: list[str], asked: Mapping[str, str]) -> None:
    for name in asked:
        if name not in known:
            message = f"this configuration has no option {quote(name)}"
            help = suggest(name, known) or "its options are " + ", ".join(known)
            build.report.error(Code.UNKNOWN_OPTION, message, None, help=help)
