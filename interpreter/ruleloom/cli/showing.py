"""`ruleloom show`: the rules of one configuration, composed, for reading or for programs."""

from argparse import Namespace
from dataclasses import asdict

from ruleloom.cli.inputs import load_chosen
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.sheet import print_chapters
from ruleloom.cli.yaml_text import format_yaml
from ruleloom.library import LoadedGame
from ruleloom.rulebook.credits import Credit, credits_of, licence_line, licence_of
from ruleloom.rulebook.outline import outline
from ruleloom.rulebook.settings import notes_of
from ruleloom_dsl.diagnostics import to_json
from ruleloom_dsl.ir.codec import to_json as ir_to_json
from ruleloom_dsl.load import Ruleset
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
    rights = [*(_credit(words, credit) for credit in credits_of(ruleset)), *filter(None, (licence_line(ruleset),))]
    if rights:
        page.heading(words.say("chapter.credits"))
    for right in rights:
        page.item(right)


def print_head(page: Page, ruleset: Ruleset) -> None:
    """Print what is played: title, variants, players."""
    words = ruleset.words
    page.title(f"{words.title} {ruleset.game.version}".strip())
    if ruleset.model.summary:
        page.paragraph(words.text(ruleset.model.summary).text)
    for name, model in sorted(ruleset.variants.items()):
        element = ruleset.element(f"variants.{name}")
        variant = words.say("rule.with_variants", variants=f"{name} ({words.text(model.title).text})")
        page.item(words.language.labelled(variant, (element and element.text) or ""))
    for note in notes_of(ruleset):
        page.item(note)
    players = ruleset.players
    page.item(words.say("list.for_counts", n=players[-1], counts=words.language.counts(players)))
    for warning in ruleset.warnings:
        page.item(f"warning: {warning.message}", style="yellow")


def _credit(words: Words, credit: Credit) -> str:
    who = words.language.labelled(credit.role.text, credit.name)
    parts = filter(None, (who, credit.link, credit.licence, credit.text.text))
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
        "credits": [_credit_to_json(credit) for credit in credits_of(ruleset)],
        "licence": licence_of(ruleset),
    }


def _credit_to_json(credit: Credit) -> dict[str, str]:
    said = {
        "name": credit.name,
        "role": credit.role.text,
        "link": credit.link,
        "licence": credit.licence,
        "text": credit.text.text,
    }
    return {"credit": credit.id} | {key: text for key, text in said.items() if text}
