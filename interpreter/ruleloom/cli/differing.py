"""`ruleloom diff`: how one configuration differs from the base game or from another one."""

from argparse import Namespace
from dataclasses import asdict
from itertools import groupby

from ruleloom.cli.inputs import folders_of, language_of, options_of
from ruleloom.cli.page import Page, print_json
from ruleloom.library import load_from, open_source
from ruleloom.rulebook.differences import (
    Plain,
    SentenceChange,
    ValueChange,
    changed_sentences,
    changed_values,
    is_spoken_of,
    untold_values,
)
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.texts.language import Language

LONGEST_VALUE = 300


def run(arguments: Namespace) -> int:
    """Print the differences."""
    named, language = [*arguments.variant, *arguments.from_variant], language_of(arguments).tag
    source, ids = open_source(arguments.game, named, folders_of(arguments))
    chosen, others = ids[: len(arguments.variant)], ids[len(arguments.variant) :]
    new = load_from(source, chosen, arguments.players, options_of(arguments.option), language).ruleset
    old = load_from(source, others, arguments.from_players, options_of(arguments.from_option), language).ruleset
    values, sentences = changed_values(old, new), changed_sentences(old, new)
    if arguments.json:
        print_json({
            "from": old.game.configuration.id,
            "to": new.game.configuration.id,
            "values": [asdict(change) for change in values],
            "sentences": [asdict(change) for change in sentences],
        })  # fmt: skip
    else:
        _print(Page(), old, new, values, sentences)
    return 0


def _print(
    page: Page, old: Ruleset, new: Ruleset, values: tuple[ValueChange, ...], sentences: tuple[SentenceChange, ...]
) -> None:
    language = new.words.language
    page.title(_name(new))
    page.paragraph(
        language.say("rule.base", game=_name(old)) if values or sentences else language.say("rule.no_difference")
    )
    for section, changes in groupby(sentences, key=lambda change: change.chapter):
        page.heading(section)
        for change in changes:
            _print_sentence(page, language, change)
    untold = untold_values(values, sentences)
    spoken = tuple(value for value in untold if is_spoken_of(value, new))
    _print_values(page, language, "diff.spoken", spoken)
    _print_values(page, language, "diff.silent", tuple(value for value in untold if value not in spoken))


def _print_values(page: Page, language: Language, heading: str, values: tuple[ValueChange, ...]) -> None:
    if values:
        page.heading(language.say(heading))
    nothing = language.say("diff.nothing")
    for value in values:
        change = f"{_written(value.old, nothing)} → {_written(value.new, nothing)}"
        page.item(language.labelled(value.path, change))


def _print_sentence(page: Page, language: Language, change: SentenceChange) -> None:
    if change.new is None:
        page.item(language.labelled(language.say("rule.removed"), change.old or ""), mark="-", style="red")
        return
    page.item(change.new, mark="+" if change.old is None else "~", style="green" if change.old is None else "yellow")
    if change.old is not None:
        page.item(language.say("diff.instead", text=change.old), level=1, mark="")


def _name(ruleset: Ruleset) -> str:
    """A configuration in words: the titles of its variants, the players, what is set."""
    words, configuration = ruleset.words, ruleset.game.configuration
    titles = ruleset.variant_titles
    name = f"{words.title} {words.say('rule.with_variants', variants=titles)}" if titles else words.title
    settings = [words.say("list.count_players", n=configuration.players)]
    settings += [f"{name}={value}" for name, value in configuration.options]
    return f"{name} ({', '.join(settings)})"


def _written(value: Plain | None, nothing: str) -> str:
    """A value on one line."""
    if value is None:
        return nothing
    text = _flow(value)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + " ..."


def _flow(value: Plain) -> str:
    match value:
        case str():
            return value
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {_flow(inner)}' for key, inner in value.items())}}}"
