"""`ruleloom diff`: how one configuration differs from the base game or from another one."""

from argparse import Namespace
from dataclasses import asdict
from itertools import groupby

from ruleloom.cli.inputs import folders_of, options_of
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
from ruleloom_dsl.load import GameSource, Ruleset

LONGEST_VALUE = 300


def run(arguments: Namespace) -> int:
    """Print the differences."""
    named = [*arguments.variant, *arguments.from_variant]
    source, ids = open_source(arguments.game, named, folders_of(arguments))
    new = load_from(source, ids[: len(arguments.variant)], arguments.players, options_of(arguments.option)).ruleset
    old = _other(source, ids[len(arguments.variant) :], arguments)
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


def _other(source: GameSource, variants: tuple[str, ...], arguments: Namespace) -> Ruleset:
    return load_from(source, variants, arguments.from_players, options_of(arguments.from_option)).ruleset


def _print(
    page: Page, old: Ruleset, new: Ruleset, values: tuple[ValueChange, ...], sentences: tuple[SentenceChange, ...]
) -> None:
    page.title(f"{_name(new)}: as {_name(old)}" + (", except" if values or sentences else ""))
    for section, changes in groupby(sentences, key=lambda change: change.chapter):
        page.heading(section)
        for change in changes:
            _print_sentence(page, change)
    untold = untold_values(values, sentences)
    spoken = tuple(value for value in untold if is_spoken_of(value, new))
    _print_values(page, "Values whose sentence stays as it is", spoken)
    _print_values(page, "Values that no sentence speaks of", tuple(value for value in untold if value not in spoken))


def _print_values(page: Page, heading: str, values: tuple[ValueChange, ...]) -> None:
    if values:
        page.heading(heading)
    for value in values:
        page.item(f"{value.path}: {_written(value.old)} → {_written(value.new)}")


def _print_sentence(page: Page, change: SentenceChange) -> None:
    if change.new is None:
        page.item(f"gone: {change.old}", mark="-", style="red")
        return
    page.item(change.new, mark="+" if change.old is None else "~", style="green" if change.old is None else "yellow")
    if change.old is not None:
        page.item(f"instead of: {change.old}", level=1, mark="")


def _name(ruleset: Ruleset) -> str:
    """A configuration in words: the titles of its variants, the players, what is set."""
    base = "the base game" if not ruleset.variants else " with ".join(
        (ruleset.game.title, " and ".join(model.title.text for _, model in sorted(ruleset.variants.items())))
    )  # fmt: skip
    configuration = ruleset.game.configuration
    settings = [f"{configuration.players} players" if configuration.players > 1 else "1 player"]
    settings += [f"{name}={value}" for name, value in configuration.options]
    return f"{base} ({', '.join(settings)})"


def _written(value: Plain | None) -> str:
    """A value on one line."""
    if value is None:
        return "nothing"
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
