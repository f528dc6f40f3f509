"""Components: lists of words, pawns, and cards, whose kinds may be products of attributes."""

import re
from collections.abc import Mapping
from typing import Literal, cast

from ruleloom_dsl.diagnostics import Code, Note, quote, suggest
from ruleloom_dsl.ir.game import Component, Kind, Sees, WordList, ZoneFamily
from ruleloom_dsl.ir.types import Player, Type, Value, Word, in_order
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain, read_words
from ruleloom_dsl.resolve.products import KINDS, Family, called_of, families_of, kinds_of
from ruleloom_dsl.schema.choices import ZONE_SEES
from ruleloom_dsl.schema.declarations import ComponentModel

MOST_CARDS = 2_000
_SYMBOL = re.compile(r"[^\s.+()\[\],{}]{1,6}")


def declare_component(build: Build, name: str, model: ComponentModel) -> None:
    """Declare a list of words, a pawn for everyone, or cards with their deck and box. Raises Unresolved."""
    build.check_name_free(name, "components")
    build.add(f"components.{name}", "component", model)
    if model.words:
        _declare_words(build, name, model)
    elif model.kinds or model.each:
        _declare_cards(build, name, model)
    else:
        _declare_pawn(build, name, model)


def _declare_words(build: Build, name: str, model: ComponentModel) -> None:
    symbols = model.words if isinstance(model.words, dict) else {}
    path = ("components", name, "words")
    written = (
        tuple(Scalar(word, build.key_span(*path, word)) for word in symbols)
        if isinstance(model.words, dict)
        else model.words
    )
    build.names.words[name] = WordList(name, read_words(build.names, build.report, written))
    seen: dict[str, Scalar] = {}
    for symbol in symbols.values():
        if symbol.text in seen:
            notes = [Note("the other one stands here", seen[symbol.text].span)]
            message = f'two words of "{name}" have the symbol "{symbol.text}"'
            build.report.error(Code.DUPLICATE_SYMBOL, message, symbol.span, notes=notes)
        seen[symbol.text] = symbol
    build.names.symbols[name] = tuple(symbol.text for symbol in symbols.values())


def _declare_pawn(build: Build, name: str, model: ComponentModel) -> None:
    if model.per is None or model.per.text != "player":
        message = f'"{name}" needs kinds or each (cards), words, or "per: player" (a pawn for everyone)'
        build.report.error(Code.MISSING_KEY, message, build.key_span("components", name))
        raise Unresolved
    build.names.components[name] = Component(name, (), (), (), called_of(build, name, model))


def _declare_cards(build: Build, name: str, model: ComponentModel) -> None:
    decks = _decks(build, name, model)
    changes = tuple((change, _changing(build, name, change, listed)) for change, listed in model.changes.items())
    families = families_of(build, name, model)
    domains = _domains(build, name, model, families)
    kinds = _kinds(build, families, domains, decks)
    present = tuple(kind for kind in kinds if kind.count)
    if all(_words_differ(build, domain) for domain in domains.values()):
        _check_symbols(build, families, present)
    _check_packs(build, families, model, present)
    if sum(kind.count for kind in present) > MOST_CARDS:
        message = f'"{name}" has more than {MOST_CARDS:,} cards'
        build.report.error(Code.WRONG_VALUE, message, build.key_span("components", name))
    attributes = [(attribute, domain.type) for attribute, domain in domains.items()]
    if model.kinds:
        words = WordList(f"{name}.{KINDS}", tuple(family.id for family in families))
        build.names.words[words.name] = words
        attributes.insert(0, (KINDS, Word(words.name)))
    build.names.components[name] = Component(
        name, kinds, tuple(attributes), changes, called_of(build, name, model), decks
    )
    _declare_homes(build, name, model, decks)


def _words_differ(build: Build, domain: Domain) -> bool:
    """Whether the symbols of words differ; where they do not, that is reported with the words."""
    symbols = build.names.symbols.get(domain.type.words, ()) if isinstance(domain.type, Word) else ()
    return len(set(symbols)) == len(symbols)


def _kinds(build: Build, families: tuple[Family, ...], domains: dict[str, Domain], decks: int) -> tuple[Kind, ...]:
    """The kinds of all families; what is wrong with each is told before any is given up. Raises Unresolved."""
    kinds: list[Kind] = []
    faulty = False
    for family in families:
        try:
            kinds += kinds_of(build, family, domains, decks)
        except Unresolved:
            faulty = True
    if faulty:
        raise Unresolved
    return tuple(kinds)


def _decks(build: Build, name: str, model: ComponentModel) -> int:
    """How many decks there are: one, or one for everyone. Raises Unresolved."""
    if model.per is None:
        return 1
    if model.per.text != "player":
        message = f'a deck is "per: player", or there is one for all; not one for each {model.per.text}'
        build.report.error(Code.WRONG_VALUE, message, model.per.span, help=suggest(model.per.text, ("player",)))
        raise Unresolved
    return build.names.players


def _declare_homes(build: Build, name: str, model: ComponentModel, decks: int) -> None:
    """The deck, which starts with all cards, and the box for those that are out of the game."""
    path = ("components", name, "sees")
    sees = cast(Sees, build.one_of(model.sees or "nobody", ZONE_SEES, *path))
    if sees == "owner" and model.per is None:
        build.report.error(Code.WRONG_VALUE, f'nobody owns "{name}"', locate(build.document, path))
        raise Unresolved
    per: Type | None = None if model.per is None else Player()
    keys: tuple[Value, ...] = (None,) if per is None else tuple(range(decks))
    order: Literal["stack", "set"] = "set" if per is not None and sees != "nobody" else "stack"
    build.names.zones[name] = ZoneFamily(name, name, per, keys, order, sees, True, "deck")
    box = f"{name}.box"
    build.names.zones[box] = ZoneFamily(box, name, None, (None,), "set", "everyone", False, "box")


def _changing(build: Build, component: str, change: str, listed: tuple[Scalar, ...]) -> str:
    name = f"{component}.{change}"
    build.names.words[name] = WordList(name, read_words(build.names, build.report, listed))
    return name


def _domains(build: Build, name: str, model: ComponentModel, families: tuple[Family, ...]) -> dict[str, Domain]:
    """The type and the values of each attribute: declared, or from what the products go through."""
    domains = {
        attribute: read_domain(build.names, build.report, written, f"{name}.{attribute}")
        for attribute, written in model.attributes.items()
    }
    for family in families:
        for attribute, each in family.each.items():
            known = domains.get(attribute)
            if attribute in model.attributes or known is None:
                domains.setdefault(attribute, each)
            if known is not None and known.type != each.type:
                message = f'"{attribute}" has another type elsewhere in "{name}"'
                build.report.error(Code.TYPE_MISMATCH, message, build.key_span(*family.path, "each", attribute))
                raise Unresolved
            if known is not None and attribute not in model.attributes:
                values = {*known.values, *each.values}
                domains[attribute] = Domain(known.type, in_order(values))
    return domains


def _check_symbols(build: Build, families: tuple[Family, ...], kinds: tuple[Kind, ...]) -> None:
    """Symbols are short and differ; of each family one fault is told."""
    spans = {family.id: locate(build.document, (*family.path, "symbol")) for family in families}
    seen: dict[str, Kind] = {}
    told: set[str] = set()
    for kind in kinds:
        span = spans[kind.family]
        if kind.family in told:
            continue
        if not _SYMBOL.fullmatch(kind.symbol) or not kind.symbol.isprintable():
            rule = "one to six printed characters, none of them a space, dot, plus, comma or bracket"
            message = f"the symbol {quote(kind.symbol)} should be {rule}"
            build.report.error(Code.WRONG_VALUE, message, span)
            told.add(kind.family)
        if (other := seen.get(kind.symbol)) is not None:
            message = f'{kind.id} and {other.id} are both written "{kind.symbol}"'
            notes = [Note("the other one stands here", spans[other.family])] if other.family != kind.family else []
            help = (
                None
                if notes
                else "let the symbol name all that each goes through, and give the words symbols that differ"
            )
            build.report.error(Code.DUPLICATE_SYMBOL, message, span, notes=notes, help=help)
            told.add(kind.family)
        seen[kind.symbol] = kind


def _check_packs(build: Build, families: tuple[Family, ...], model: ComponentModel, kinds: tuple[Kind, ...]) -> None:
    """The packs that the players have hold the cards."""
    paths: Mapping[str, tuple[str, ...]] = {family.id: family.path for family in families}
    for kind in kinds:
        if model.packs is not None and kind.per_pack is not None and kind.count > kind.per_pack * model.packs:
            message = f"{kind.count} of {kind.id} are needed; {model.packs} pack(s) hold {kind.per_pack * model.packs}"
            count = locate(build.document, (*paths[kind.family], "count"))
            build.report.error(Code.TOO_FEW_PACKS, message, count, help="raise packs, or lower the count")
