"""`ruleloom list`: the games, or what one game offers to choose from."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

from ruleloom.cli.inputs import folders_of, language_of, open_chosen
from ruleloom.cli.page import Page, print_json
from ruleloom.library import games, open_source
from ruleloom_dsl.combinations import combinations, company_of, player_counts
from ruleloom_dsl.diagnostics import MOST_LISTED, RulesetError, list_values, render_all, to_json
from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset
from ruleloom_dsl.schema.game import OptionModel, RulingModel
from ruleloom_dsl.texts.language import Language

MOST_COMBINATIONS = 5_000
MOST_VALUES = 20  # of an option that are tried in search of others


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game in a few lines."""

    game: str
    title: str
    summary: str
    players: tuple[int, ...]
    players_with_variants: tuple[int, ...]
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VariantFacts:
    """A variant, for choosing. Where it is impossible by itself, `players` is for it and what `beside` names."""

    variant: str
    title: str
    text: str
    players: tuple[int, ...]
    beside: tuple[str, ...]
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    discouraged_with: tuple[str, ...]
    alone: bool
    allowed: str | None


@dataclass(frozen=True, slots=True)
class OptionFacts:
    """An option or ruling: its values as they are named, and the variant that brings it, if one does.

    `formula` is where the default comes from, if it depends on other options, and `only` when there is the option.
    """

    option: str
    text: str
    values: tuple[str, ...]
    default: str
    variant: str | None
    formula: str | None = None
    only: str | None = None


def run(arguments: Namespace) -> int:
    """List all games, or one game's variants and options."""
    if arguments.game is None:
        return _list_games(arguments)
    arguments.variant = []
    source, _ = open_chosen(arguments)
    language = language_of(arguments)
    tag = language.tag
    facts, variants, options = _game(source, tag), _variants(source, tag), _options(source, tag)
    if arguments.json:
        print_json(asdict(facts) | {
            "variants": [asdict(each) for each in variants],
            "options": [asdict(each) for each in options],
            "combinations": _counted(source),
        })  # fmt: skip
    else:
        _print_game(source, facts, variants, options, language)
    return 0


def _list_games(arguments: Namespace) -> int:
    """One's own game may be broken: the others are listed all the same."""
    folders, language = folders_of(arguments), language_of(arguments)
    listed: list[GameFacts] = []
    broken: list[RulesetError] = []
    for name in games(folders):
        try:
            listed.append(_game(open_source(name, folders=folders)[0], language.tag))
        except RulesetError as error:
            broken.append(error)
    if arguments.json:
        faults = [to_json(fault) for each in broken for fault in each.diagnostics]
        print_json({"games": [asdict(facts) for facts in listed], "broken": faults})
    else:
        _print_games(listed, language)
        for each in broken:
            print(render_all(each.diagnostics), file=sys.stderr)
    return 1 if broken else 0


def _game(source: GameSource, language: str) -> GameFacts:
    ruleset = load_ruleset(source, language=language)
    players = set(ruleset.players).union(*(player_counts(source, [name]) for name in source.variants))
    summary = ruleset.words.text(ruleset.model.summary).text
    return GameFacts(
        source.id, ruleset.words.title, summary, tuple(ruleset.players), tuple(sorted(players)),
        tuple(sorted(source.variants)),
    )  # fmt: skip


def _variants(source: GameSource, language: str) -> list[VariantFacts]:
    return [_variant(source, name, language) for name in sorted(source.variants)]


def _variant(source: GameSource, name: str, language: str) -> VariantFacts:
    model, company = source.models[name], company_of(source, name)
    players = player_counts(source, company) if company else ()
    ruleset = load_ruleset(source, company, players[0], language=language) if players else None
    element = ruleset.element(f"variants.{name}") if ruleset else None
    return VariantFacts(
        variant=name,
        title=ruleset.words.text(model.title).text if ruleset else model.title.text,
        text=(element and element.text) or "",
        players=players,
        beside=tuple(other for other in company if other != name),
        requires=tuple(other.text for other in model.requires),
        excludes=tuple(other.text for other in model.excludes),
        discouraged_with=tuple(other.text for other in model.discouraged_with),
        alone=model.alone,
        allowed=model.allowed.text if model.allowed else None,
    )


def _options(source: GameSource, language: str) -> list[OptionFacts]:
    """The options of the game, and those that only a variant brings."""
    found: dict[str, OptionFacts] = {}
    for ruleset in _with_dependents(source, load_ruleset(source, language=language)):
        found = {facts.option: facts for facts in _settings(ruleset, None)} | found
    for name in sorted(source.variants):
        if company := company_of(source, name):
            players = player_counts(source, company)[0]
            for ruleset in _with_dependents(source, load_ruleset(source, company, players, language=language)):
                found = {facts.option: facts for facts in _settings(ruleset, name)} | found
    return sorted(found.values(), key=lambda facts: facts.variant or "")


def _with_dependents(source: GameSource, ruleset: Ruleset) -> Iterator[Ruleset]:
    """A configuration, and others as far as they are needed to see every option that depends on another one."""
    yield ruleset
    known = {setting.name for setting in ruleset.settings}
    missing = {name for name, model in _declared(ruleset) if model.is_ is not None} - known
    configuration = ruleset.game.configuration
    tried = ({setting.name: value} for setting in ruleset.settings for value in setting.values[:MOST_VALUES])
    waiting: list[tuple[int, dict[str, str]]] = [(players, {}) for players in ruleset.players] + [
        (configuration.players, each) for each in tried
    ]
    while missing and waiting:
        players, options = waiting.pop(0)
        try:
            other = load_ruleset(source, configuration.variants, players, options, ruleset.words.language.tag)
        except RulesetError:
            continue
        fresh = [setting for setting in other.settings if setting.name in missing]
        if fresh:
            yield other
            missing -= {setting.name for setting in fresh}
            waiting += [(players, {**options, each.name: value}) for each in fresh for value in each.values]


def _declared(ruleset: Ruleset) -> Iterator[tuple[str, OptionModel | RulingModel]]:
    yield from ruleset.model.options.items()
    yield from ruleset.model.rulings.items()


def _settings(ruleset: Ruleset, variant: str | None) -> list[OptionFacts]:
    texts = {element.key.partition(".")[2]: element.text for element in ruleset.elements
             if element.kind in ("option", "ruling")}  # fmt: skip
    models = dict(_declared(ruleset))
    return [
        OptionFacts(
            setting.name, texts.get(setting.name) or "", setting.values, setting.default, variant, setting.formula,
            _only(models.get(setting.name)),
        )
        for setting in ruleset.settings
    ]  # fmt: skip


def _only(model: OptionModel | RulingModel | None) -> str | None:
    return model.only.text if model is not None and model.only is not None else None


def _counted(source: GameSource) -> int | None:
    """How many sets of variants are allowed; None if they are too many to count."""
    count = sum(1 for _ in islice(combinations(source), MOST_COMBINATIONS + 1))
    return count if count <= MOST_COMBINATIONS else None


def _print_games(listed: Sequence[GameFacts], language: Language) -> None:
    page, say = Page(), language.say
    for facts in listed:
        page.title(language.labelled(facts.game, facts.title))
        if facts.summary:
            page.item(facts.summary, mark="")
        base, every = language.counts(facts.players), language.counts(facts.players_with_variants)
        players = base if base == every else say("list.players_with_variants", base=base, all=every)
        page.row(say("list.players"), players, column=13)
        page.row(say("list.variants"), ", ".join(facts.variants) or say("list.none"), column=13)


def _print_game(
    source: GameSource,
    facts: GameFacts,
    variants: Sequence[VariantFacts],
    options: Sequence[OptionFacts],
    language: Language,
) -> None:
    page, say = Page(), language.say
    page.title(language.labelled(facts.game, facts.title))
    if facts.summary:
        page.paragraph(facts.summary)
    page.paragraph(say("list.players_are", counts=language.counts(facts.players)))
    if variants:
        page.heading(say("list.variant_heading"))
    for variant in variants:
        _print_variant(page, language, variant)
    page.heading(say("list.option_heading"))
    for option in options:
        _print_option(page, language, option)
    if variants:
        count = _counted(source)
        page.gap()
        page.paragraph(say("list.more_sets", n=MOST_COMBINATIONS) if count is None else say("list.sets", n=count))


def _print_variant(page: Page, language: Language, facts: VariantFacts) -> None:
    say = language.say
    page.item(language.labelled(facts.variant, facts.title), style="bold")
    if facts.text:
        page.item(facts.text, level=1, mark="")
    players = language.counts(facts.players) or say("list.none")
    if facts.beside:
        players = say("list.players_beside", counts=players, variants=", ".join(facts.beside))
    page.row(say("list.players"), players, indent=4)
    for word, names in (
        (say("list.requires"), facts.requires),
        (say("list.excludes"), facts.excludes),
        (say("list.discouraged"), facts.discouraged_with),
        (say("list.excludes"), (say("list.any_other"),) if facts.alone else ()),
        (say("list.allowed"), filter(None, (facts.allowed,))),
    ):
        if listed := ", ".join(names):
            page.row(word, listed, indent=4)


def _print_option(page: Page, language: Language, facts: OptionFacts) -> None:
    others = [value for value in facts.values if value != facts.default]
    values = ", ".join([facts.default, *others])
    if len(others) > MOST_LISTED:
        values = f"{facts.default}, {list_values(facts.values)}"
    where = f" ({language.say('rule.with_variants', variants=facts.variant)})" if facts.variant else ""
    page.item(language.labelled(facts.option, values + where), style="bold")
    if facts.text:
        page.item(facts.text, level=1, mark="")
    if facts.formula:
        page.item(language.say("list.default_is", formula=facts.formula), level=1, mark="")
    if facts.only:
        page.item(language.say("list.only_where", condition=facts.only), level=1, mark="")
