"""The settings of a user's own book, from its `book.yaml`; every fault is reported at its place in the file."""

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator

from ruleloom.simulate.report import FEWEST
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.fields import Items, LocatedModel, Text, Whole, Word, problem
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file
from ruleloom_site.colours import LEAST_CONTRAST, PAPER, contrast, is_colour
from ruleloom_site.volumes import Colours, Settings

SETTINGS_FILE = "book.yaml"
MOST_PLAYED = 1_000_000
"""More than so many games of everything are no part of making a book: a simulation can be stopped and gone on with."""
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def load_settings(path: Path, report: Report) -> Settings | None:
    """The settings in a file; None, and diagnostics in the report, if it does not hold any."""
    document = read_file(path, report)
    model = validate(BookModel, document, report) if document is not None else None
    return None if model is None else _settings(model)


def _colour_on(paper: str) -> AfterValidator:
    def check(text: str) -> str:
        colour = text.lower()
        if not is_colour(colour):
            help = 'a colour is written in quotes, like "#1c5f57"'
            raise problem(Code.WRONG_VALUE, f'"{text[:40]}" is no colour', help)
        found = contrast(colour, PAPER[paper])
        if found < LEAST_CONTRAST:
            message = f'"{colour}" is hard to read on the {paper} paper: its contrast is {found:.1f}'
            way = "darker" if paper == "light" else "lighter"
            raise problem(Code.WRONG_VALUE, message, f"take a {way} one, with a contrast of at least {LEAST_CONTRAST}")
        return colour

    return AfterValidator(check)


def _language(text: str) -> str:
    if not _TAG.fullmatch(text):
        raise problem(Code.WRONG_VALUE, f'"{text[:40]}" is no tag of a language', "tags are like de or pt-BR")
    return text


def _address(scalar: Scalar) -> Scalar:
    parts = urlsplit(scalar.text) if scalar.text.isprintable() and " " not in scalar.text else urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        help = "it is where the book will stand, like https://example.org/rules/"
        raise problem(Code.WRONG_VALUE, f'"{scalar.text[:60]}" is no address of a site', help)
    return scalar


def _games(count: int) -> int:
    if not (count == 0 or FEWEST <= count <= MOST_PLAYED):
        help = "0, or leaving it out, plays none"
        raise problem(Code.WRONG_VALUE, f"games are reported on from {FEWEST} to {MOST_PLAYED:,}, not {count}", help)
    return count


class ColoursModel(LocatedModel):
    """The accent of links, numbers and buttons."""

    light: Annotated[Word, _colour_on("light")] = Colours().light
    """On light paper."""
    dark: Annotated[Word, _colour_on("dark")] = Colours().dark
    """On dark paper."""


class BookModel(LocatedModel):
    """What `book.yaml` may say; all of it may be left out."""

    site_name: Text | None = None
    """The name of the book."""
    languages: Items[Annotated[Word, AfterValidator(_language)]] = ()
    """Which languages are built, the main one first."""
    colours: ColoursModel | None = None
    """Its own colours."""
    base_url: Annotated[Text, AfterValidator(_address)] | None = None
    """Where it will stand."""
    footer: Text | None = None
    """What stands at the end of every page."""
    games: Annotated[Whole, AfterValidator(_games)] | None = None
    """How many games of everything are played at random when it is built, to report on."""


def _settings(model: BookModel) -> Settings:
    colours = Colours() if model.colours is None else Colours(model.colours.light, model.colours.dark)
    return Settings(
        site_name=Settings().site_name if model.site_name is None else model.site_name.text,
        colours=colours,
        languages=model.languages,
        base_url=None if model.base_url is None else model.base_url.text,
        footer="" if model.footer is None else model.footer.text,
        games=model.games or 0,
    )
