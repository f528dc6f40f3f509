"""Data and a template to PDF."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ruleloom.chance import Seeded
from ruleloom.library import LoadedGame
from ruleloom_site.escape import plain_text
from ruleloom_site.pictures import Look, Picture, draw, standalone
from ruleloom_site.pictures.words import AS_TEXT
from ruleloom_site.print.content import (
    PrintedPicture,
    PrintedStep,
    Step,
    is_borrowed,
    parts_of,
    printed_rules,
    usual_facts,
)

if TYPE_CHECKING:
    import typst

STANDARD = "ua-1"  # accessible: tagged, with a title, a language and a text for each picture
START = 1  # the seed of the deal that the first page shows
FONT = "Libertinus Serif"
UNPRINTED = ("svg",)  # what is no text


class PrintError(ValueError):
    """A book or card that cannot be printed, and why."""


def book_pdf(
    loaded: LoadedGame, facts: Sequence[tuple[str, str]] | None = None, example: Sequence[Step] = ()
) -> bytes:
    """The rulebook of a configuration on A4 paper, in the language it was loaded in. Raises PrintError.

    `facts` fill the box on the first page: names and values, those that every ruleset has where nothing is said.
    `example` is the worked example.
    """
    ruleset = loaded.ruleset
    rules = printed_rules(ruleset)
    steps = [PrintedStep(step.text, _printed(step.picture) if step.picture else None) for step in example]
    say = ruleset.words.say
    return _typeset("book", asdict(rules) | {
        "facts": list(usual_facts(ruleset) if facts is None else facts),
        "picture": asdict(_start(loaded)),
        "parts": [asdict(part) for part in parts_of(ruleset, steps, rules.short)],
        "with": say("rule.with_variants", variants=ruleset.words.language.listed(rules.variants)) if rules.variants else "",
        "credits_title": say("chapter.credits"),
        "borrowed": say("rule.borrowed") if is_borrowed(ruleset) else "",
    })  # fmt: skip


def card_pdf(loaded: LoadedGame) -> bytes:
    """A pocket card, 63 x 88 mm, on as many sides as the rules need. Raises PrintError."""
    return _typeset("card", asdict(printed_rules(loaded.ruleset)))


def _start(loaded: LoadedGame) -> PrintedPicture:
    """How the table may look when the game begins, as the first player sees it."""
    state = loaded.game.initial().settle(Seeded(START))
    look = Look(watchers=(1,), title=loaded.ruleset.words.title)
    return _printed(draw(state, loaded.ruleset.words, "start", look))


def _printed(picture: Picture) -> PrintedPicture:
    return PrintedPicture(standalone(picture), picture.description)


def _typeset(template: str, data: Mapping[str, object]) -> bytes:
    import typst

    try:
        made, _ = _compiler().compile_with_warnings(
            _template(template), format="pdf", sys_inputs={"data": json.dumps(_plain(data))}, pdf_standards=STANDARD
        )
    except typst.TypstError as error:
        raise PrintError(f"{template}: {error.message}") from error
    assert isinstance(made, bytes)
    return made


@cache
def _compiler() -> "typst.Compiler":
    try:
        import typst
    except ImportError as error:
        raise PrintError('PDFs need Typst: pip install "ruleloom[pdf]"') from error
    return typst.Compiler(ignore_system_fonts=True, font_paths=typst.Fonts(include_system_fonts=False))


@cache
def _template(name: str) -> bytes:
    folder = files("ruleloom_site.print")
    return b"\n".join((folder / f"{part}.typ").read_bytes() for part in ("common", name))


def _plain(value: object) -> object:
    """The data with every text as it can be shown: on one line, without marks of direction and control characters."""
    match value:
        case str():
            return plain_text(value).replace(AS_TEXT, "")
        case list() | tuple():
            return [_plain(each) for each in value]
        case dict():
            return {key: each if key in UNPRINTED else _plain(each) for key, each in value.items()}
    return value
