"""Players, options and rulings of a configuration: what was asked for, or the default, as constants."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ruleloom_dsl.diagnostics import Code, list_values, quote, suggest
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.types import Number, Truth, Value, Word
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build, Setting
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.values import as_setting, read_value, write_setting
from ruleloom_dsl.schema.game import OptionModel, RulingModel

FIRST_PLAYER = "first_player"  # the standard option for the seat that begins
_ONE_WORD = re.compile(r"-?\w+")


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
    if model.only is not None:
        check_order(build, key, model.only)
    if not build.exists(model, key):
        build.absent.add(name)
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
    formula = model.default.text if _is_formula(build, domain, model.default) else None
    return [_set(build, name, domain, _default(build, key, domain, model.default), asked, formula)]


def _check_readings(build: Build, table: str, name: str, domain: Domain, model: OptionModel | RulingModel) -> None:
    known = tuple(write_setting(build.names, domain, value) for value in domain.values)
    for value in model.readings:
        if as_setting(value) not in known:
            span = build.key_span(table, name, "readings", value)
            help = suggest(value, known) or _listed(known)
            build.report.error(Code.UNKNOWN_KEY, f'"{name}" has no value "{value}"', span, help=help)


def _default(build: Build, key: str, domain: Domain, written: Scalar) -> Value:
    """The default that is written out, or what an expression over the settings declared before comes to."""
    value = read_value(build.names, domain.type, written.text)
    if _is_formula(build, domain, written):
        check_order(build, key, written)
        value = build.expressions.constant(written, Scope(key), domain.type).value
    if value is None or value not in domain.values:
        help = _listed(write_setting(build.names, domain, each) for each in domain.values)
        build.expressions.fail(written, Code.WRONG_VALUE, f'"{written.text}" is not one of the values', help)
    return value


def _is_formula(build: Build, domain: Domain, written: Scalar) -> bool:
    """Whether a default is more than a value written out: a single word is a value unless it is a setting's name."""
    if read_value(build.names, domain.type, written.text) is not None:
        return False
    return not _ONE_WORD.fullmatch(written.text) or written.text in build.names.constants


def check_order(build: Build, key: str, written: Scalar) -> None:
    """Refuse to read a setting that is declared further down. Raises Unresolved."""
    for name in _ONE_WORD.findall(written.text):
        later = [table for table, each, _ in _models(build) if each == name and f"{table}.{each}" not in build.pending]
        if later and not build.names.is_declared(name) and name not in build.absent:
            message = f'"{name}" is not known here yet'
            help = "an option reads those declared before it; rulings come after options"
            build.expressions.fail(written, Code.UNKNOWN_NAME, message, help)


def _set(
    build: Build, name: str, domain: Domain, default: Value, asked: Mapping[str, str], formula: str | None = None
) -> Setting:
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
    return Setting(name, values, usual, chosen, formula)


def _listed(values: Iterable[str]) -> str:
    return f"its values are {list_values(values)}"


def _refuse_unknown(build: Build, known: list[str], asked: Mapping[str, str]) -> None:
    for name in asked:
        if name not in known:
            message = f"this configuration has no option {quote(name)}"
            help = suggest(name, known) or "its options are " + ", ".join(known)
            build.report.error(Code.UNKNOWN_OPTION, message, None, help=help)
