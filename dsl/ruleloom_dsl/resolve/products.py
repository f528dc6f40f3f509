"""Kinds of cards: each as it is written out, or one for every combination of some attributes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.game import Kind
from ruleloom_dsl.ir.types import Number, Truth, Value, Word
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.values import read_attribute, read_value
from ruleloom_dsl.schema.declarations import ComponentModel, KindModel

KINDS = "kind"  # the attribute that says which family a card belongs to
MOST_OF_A_KIND = 2_000
_FIELD = re.compile(r"\{([^{}]*)\}|[{}]")
_PIECE = re.compile(r"([^{}]+)|\{([^{}]*)\}")

Combination = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Family:
    """What one kind of the file becomes: a kind, or one for every combination of `each`."""

    id: str
    path: tuple[str, ...]
    model: KindModel | ComponentModel
    number: int | None  # among the kinds of the component; None where the component has none of its own
    each: Mapping[str, Domain]
    called: str


def families_of(build: Build, component: str, model: ComponentModel) -> tuple[Family, ...]:
    """The kinds of a component as they are written. Raises Unresolved."""
    path: tuple[str, ...] = ("components", component)
    if not model.kinds:
        called = called_of(build, component, model)
        return (Family(component, path, model, None, _each(build, path, component, model), called),)
    if model.each or model.count or model.symbol or model.without:
        key = next(key for key in ("each", "count", "symbol", "without") if getattr(model, key))
        message = f'"{component}" has kinds: "{key}" belongs to one of them'
        build.report.error(Code.BAD_SHAPE, message, build.key_span(*path, key))
        raise Unresolved
    return tuple(
        _family(build, component, name, number, kind) for number, (name, kind) in enumerate(model.kinds.items())
    )


def _family(build: Build, component: str, name: str, number: int, model: KindModel) -> Family:
    path = ("components", component, "kinds", name)
    build.check_name_free(name, *path[:-1])
    return Family(name, path, model, number, _each(build, path, component, model), called_of(build, name, model))


def called_of(build: Build, id: str, model: KindModel | ComponentModel) -> str:
    """What the rules call a kind or component: its id, unless the file says otherwise."""
    if model.called is None:
        return id
    build.names.called[id] = model.called
    return model.called.text


def _each(
    build: Build, path: tuple[str, ...], component: str, model: KindModel | ComponentModel
) -> Mapping[str, Domain]:
    found = {}
    for attribute, written in model.each.items():
        domain = read_domain(build.names, build.report, written, f"{component}.{attribute}")
        if not isinstance(domain.type, Number | Word | Truth) or not domain.values:
            message = "each goes through numbers or words, such as 1..6 or a list of words"
            build.report.error(Code.WRONG_VALUE, message, locate(build.document, (*path, "each", attribute)))
            raise Unresolved
        found[attribute] = domain
    if prod(len(domain.values) for domain in found.values()) > MOST_OF_A_KIND:
        message = f"these are more than {MOST_OF_A_KIND:,} combinations"
        build.report.error(Code.WRONG_VALUE, message, locate(build.document, (*path, "each")))
        raise Unresolved
    return found


def kinds_of(build: Build, family: Family, domains: Mapping[str, Domain], decks: int) -> Iterator[Kind]:
    """The kinds of a family, in the order of the deck. Raises Unresolved."""
    model, count = family.model, _count(build, family)
    constants = _constants(build, family, domains)
    left_out = _left_out(build, family)
    pattern = _pattern(build, family)
    for values in product(*(domain.values for domain in family.each.values())):
        combination = dict(zip(family.each, values, strict=True))
        if any(all(combination[name] == value for name, value in each.items()) for each in left_out):
            continue
        written = {name: _written(build, family.each[name], value) for name, value in combination.items()}
        spelled = tuple(_spelled(build, family, pattern, combination))
        yield Kind(
            id=".".join((family.id, *written.values())) if written else family.id,
            called=family.called,
            symbol="".join(symbol for _, symbol in spelled),
            count=count * decks,
            attributes=(*constants.items(), *combination.items()),
            per_pack=model.per_pack if isinstance(model, KindModel) else None,
            family=family.id,
            spelled=spelled,
        )


def _constants(build: Build, family: Family, domains: Mapping[str, Domain]) -> Combination:
    """The attributes that all cards of a family have alike."""
    found: Combination = {} if family.number is None else {KINDS: family.number}
    if isinstance(family.model, ComponentModel):
        return found
    for attribute, node in family.model.attributes.items():
        span = locate(build.document, (*family.path, attribute), key=True)
        if attribute in family.each:
            message = f'"{attribute}" is stated twice: here and in each'
            build.report.error(Code.NAME_TAKEN, message, span)
            raise Unresolved
        if attribute not in domains:
            known = (*KindModel.keys(), *domains)
            message = f'a kind of {family.path[1]} has no "{attribute}"'
            build.report.error(Code.UNKNOWN_KEY, message, span, help=suggest(attribute, known))
            raise Unresolved
        found[attribute] = read_attribute(build.names, build.report, domains[attribute], node)
    return found


def _count(build: Build, family: Family) -> int:
    written = family.model.count
    if written is None and family.each:
        return 1
    if written is None:
        build.report.error(
            Code.MISSING_KEY, 'the key "count" is missing here', build.key_span(*family.path), help='add "count:"'
        )
        raise Unresolved
    if written.text.isdecimal() and len(written.text) < 10:
        count: Value = int(written.text)
    else:
        count = build.expressions.constant(written, Scope(".".join(family.path)), Number()).value
    if not isinstance(count, int) or not 0 <= count <= MOST_OF_A_KIND:
        message = f"a kind has from 0 to {MOST_OF_A_KIND:,} cards"
        build.report.error(Code.WRONG_VALUE, message, written.span)
        raise Unresolved
    return count


def _left_out(build: Build, family: Family) -> list[Combination]:
    found = []
    for number, written in enumerate(family.model.without):
        at = locate(build.document, (*family.path, "without", number))
        combination = {}
        for name, text in written.items():
            if name not in family.each:
                message = f'"{name}" is not one of the names of each'
                build.report.error(Code.UNKNOWN_NAME, message, text.span, help=suggest(name, family.each))
                raise Unresolved
            combination[name] = _value(build, family.each[name], text)
        if not combination:
            build.report.error(Code.BAD_SHAPE, "this leaves out everything", at)
            raise Unresolved
        found.append(combination)
    return found


def _value(build: Build, domain: Domain, text: Scalar) -> Value:
    value = read_value(build.names, domain.type, text.text)
    if value is None or value not in domain.values:
        known = [_written(build, domain, each) for each in domain.values]
        help = suggest(text.text, known)
        build.report.error(Code.WRONG_VALUE, f'"{text.text}" is not one of the values of each', text.span, help=help)
        raise Unresolved
    return value


def _written(build: Build, domain: Domain, value: Value) -> str:
    match domain.type:
        case Word(words) if isinstance(value, int):
            return build.names.words[words].words[value]
        case Truth():
            return "yes" if value else "no"
        case _:
            return str(value)


def _pattern(build: Build, family: Family) -> str:
    """How the cards are written: the symbol, or the symbols of what the product goes through. Raises Unresolved."""
    symbol = family.model.symbol
    if symbol is None and not family.each:
        build.report.error(
            Code.MISSING_KEY, 'the key "symbol" is missing here', build.key_span(*family.path), help='add "symbol:"'
        )
        raise Unresolved
    if symbol is None:
        return "".join(f"{{{name}}}" for name in family.each)
    for field in _FIELD.finditer(symbol.text):
        if field[1] not in family.each:
            known = "the names are " + (", ".join(family.each) or "those of each, and there is no each here")
            message = f'"{field[0]}" in this pattern is not one of the names of each'
            help = suggest(field[1] or "", family.each) or known
            build.report.error(Code.BAD_PLACEHOLDER, message, symbol.locate(*field.span()), help=help)
            raise Unresolved
    return symbol.text


def _spelled(build: Build, family: Family, pattern: str, combination: Combination) -> Iterator[tuple[str, str]]:
    """The pieces of a symbol: each with the word it stands for, or with none."""
    for literal, name in _PIECE.findall(pattern):
        if literal:
            yield ("" if family.each else family.id), literal
        else:
            yield _written(build, family.each[name], combination[name]), _symbol(build, family, name, combination)


def _symbol(build: Build, family: Family, name: str, combination: Combination) -> str:
    domain, value = family.each[name], combination[name]
    match domain.type:
        case Word(words) if isinstance(value, int) and build.names.symbols.get(words):
            return build.names.symbols[words][value]
        case _:
            return _written(build, domain, value)
