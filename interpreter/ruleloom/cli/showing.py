"""`ruleloom show`: the rules of one configuration, composed, for reading or for programs."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict

from ruleloom.cli.inputs import load_chosen
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.phrases import counts, labelled
from ruleloom.cli.sheet import print_chapters
from ruleloom.cli.yaml_text import format_yaml
from ruleloom.library import LoadedGame
from ruleloom.rulebook.outline import outline
from ruleloom.rulebook.settings import notes_of
from ruleloom_dsl.diagnostics import to_json
from ruleloom_dsl.ir.codec import to_json as ir_to_json
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.game import CreditModel
from ruleloom_dsl.words import Words


def run(arguments: Namespace) -> int:
    """Print the rules."""
    loaded = load_chosen(arguments)
    if arguments.yaml:
        print(format_yaml(loaded.ruleset.document), end="")
    elif arguments.ir:
        print(ir_to_json(loaded.ruleset.game))
    elif arguments.json:
        print_json(rules_to_json(loaded.ruleset))
    else:
        print_rules(Page(), loaded)
    return 0


def print_rules(page: Page, loaded: LoadedGame) -> None:
    """Print the whole sheet of rules."""
    ruleset = loaded.ruleset
    print_head(page, ruleset)
    words = ruleset.words
    print_chapters(page, outline(ruleset), words.language)
    if ruleset.credits or ruleset.model.licence:
        page.heading(words.say("chapter.credits"))
    for credit in ruleset.credits.values():
        page.item(_credit(words, credit))
    if ruleset.model.licence:
        page.item(words.say("rule.licence", licence=ruleset.model.licence.text))


def print_head(page: Page, ruleset: Ruleset) -> None:
    """Print what is played: title, variants, players."""
    words = ruleset.words
    page.title(f"{words.title} {ruleset.game.version}".strip())
    if ruleset.model.summary:
        page.paragraph(words.text(ruleset.model.summary).text)
    for name, model in sorted(ruleset.variants.items()):
        element = ruleset.element(f"variants.{name}")
        variant = words.say("rule.with_variants", variants=f"{name} ({words.text(model.title).text})")
        page.item(labelled(words.language, variant, (element and element.text) or ""))
    for note in notes_of(ruleset):
        page.item(note)
    players = ruleset.players
    page.item(words.say("list.for_counts", n=players[-1], counts=counts(words.language, players)))
    for warning in ruleset.warnings:
        page.item(f"warning: {warning.message}", style="yellow")


def _credit(words: Words, credit: CreditModel) -> str:
    parts = [labelled(words.language, words.text(credit.role).text, _folded(credit.name))]
    parts += [_folded(part) for part in (credit.link, credit.licence) if part is not None]
    parts += [words.text(credit.text).text] if credit.text else []
    return ". ".join(part.rstrip(".") for part in parts) + "."


def rules_to_json(ruleset: Ruleset) -> dict[str, object]:
    """The sheet of rules as data."""
    configuration = ruleset.game.configuration
    return {
        "configuration": configuration.id,
        "game": configuration.game,
        "language": ruleset.words.language.tag,
        "title": ruleset.words.title,
        "version": ruleset.game.version,
        "summary": ruleset.words.text(ruleset.model.summary).text,
        "variants": [
            {"variant": name, "title": ruleset.words.text(model.title).text}
            for name, model in sorted(ruleset.variants.items())
        ],
        "notes": [note.text for note in ruleset.notes],
        "warnings": [to_json(warning) for warning in ruleset.warnings],
        "players": {"value": configuration.players, "values": list(ruleset.players), "seats": ruleset.game.players},
        "options": [asdict(setting) for setting in ruleset.settings],
        "chapters": [asdict(chapter) for chapter in outline(ruleset)],
        "credits": _credits_to_json(ruleset.words, ruleset.credits),
        "licence": _folded(ruleset.model.licence),
    }


def _credits_to_json(words: Words, credits: Mapping[str, CreditModel]) -> list[dict[str, str]]:
    return [
        {"credit": name}
        | {
            key: words.text(value).text if key in ("role", "text") else _folded(value)
            for key in ("name", "role", "link", "licence", "text")
            if (value := getattr(credit, key)) is not None
        }
        for name, credit in credits.items()
    ]


def _folded(text: Scalar | None) -> str:
    return " ".join(text.text.split()) if text else ""
