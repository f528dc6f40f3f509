"""Data and a template to PDF."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ruleloom import LoadedGame
from ruleloom.chance import Seeded
from ruleloom.errors import WrongInput
from ruleloom.rulebook.questions import Faq
from ruleloom_site.escape import plain_text
from ruleloom_site.facts import facts_of
from ruleloom_site.pictures import Look, draw, standalone
from ruleloom_site.pictures.words import AS_TEXT
from ruleloom_site.print.content import (
    PrintedPicture,
    borrowed_from,
    parts_of,
    printed_rules,
    printed_story,
)
from ruleloom_site.telling import Told

if TYPE_CHECKING:
    import typst

STANDARD: Literal["ua-1"] = "ua-1"  # accessible: tagged, with a title, a language and a text for each picture
START = 1  # the seed of the deal that the first page shows
AS_IT_IS = ("svg", "colon")  # what is no text, and what is plain already


class PrintError(WrongInput):
    """A book or card that cannot be printed, and why."""


def book_pdf(
    loaded: LoadedGame,
    example: Sequence[Told] = (),
    questions: Sequence[Faq] = (),
    fonts: Sequence[Path] = (),
) -> bytes:
    """The rulebook of a configuration on A4 paper, in the language it was loaded in. Raises PrintError.

    `example` and `questions` follow the rules. `fonts` are folders of fonts for scripts that Typst's own fonts lack.
    """
    ruleset = loaded.ruleset
    rules = printed_rules(ruleset)
    say, parts = ruleset.words.say, parts_of(ruleset, tuple(printed_story(example)), questions)
    return _typeset("book", asdict(rules) | {
        "facts": [(fact.label, fact.value) for fact in facts_of(ruleset)],
        "picture": asdict(_start(loaded)),
        "parts": [asdict(part) for part in parts],
        "credits_title": say("chapter.credits"),
        "borrowed": borrowed_from(rules, parts),
        "borrowed_note": say("rule.borrowed"),
    }, tuple(fonts))  # fmt: skip


def card_pdf(loaded: LoadedGame, fonts: Sequence[Path] = ()) -> bytes:
    """A pocket card, 63 x 88 mm, on as many sides as the rules need. Raises PrintError."""
    return _typeset("card", asdict(printed_rules(loaded.ruleset)), tuple(fonts))


def _start(loaded: LoadedGame) -> PrintedPicture:
    """How the table may look when the game begins, as the first player sees it."""
    state = loaded.game.initial().settle(Seeded(START))
    beside = () if loaded.ruleset.game.board else None
    look = Look(watchers=(1,), zones=beside, facts=False, title=loaded.ruleset.title)
    picture = draw(state, loaded.ruleset.words, "start", look)
    return PrintedPicture(standalone(picture), picture.description)


def _typeset(template: str, data: Mapping[str, object], fonts: tuple[Path, ...]) -> bytes:
    compiler = _compiler(fonts)
    try:
        made = compiler.compile(
            _template(template), format="pdf", sys_inputs={"data": json.dumps(_plain(data))}, pdf_standards=STANDARD
        )
    except RuntimeError as error:  # what Typst's own errors are
        raise PrintError(f"the {template} cannot be set: {getattr(error, 'message', error)}") from error
    assert isinstance(made, bytes)
    return made


@cache
def _compiler(fonts: tuple[Path, ...]) -> "typst.Compiler":
    try:
        import typst
    except ImportError as error:
        raise PrintError('PDFs need Typst: pip install "ruleloom[pdf]", or leave them out with --no-pdf') from error
    found = typst.Fonts(include_system_fonts=False, font_paths=list(fonts))
    return typst.Compiler(ignore_system_fonts=True, font_paths=found)


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
            return {key: each if key in AS_IT_IS else _plain(each) for key, each in value.items()}
    return value
