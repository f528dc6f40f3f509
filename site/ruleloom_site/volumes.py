"""What a book is made of, before anything is written: settings, and one volume of pages for each language.

Every volume has the same paths, and every page the same anchors, so a reader may change the language anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

from ruleloom.errors import WrongInput


class BookError(WrongInput):
    """The book cannot be built; the message says why, for the person who runs the command."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that stands beside the pages: a script with data, a picture."""

    path: str
    """Where it stands in the volume, with its suffix: "collapsi/combinations.js"."""
    content: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """One page of Markdown. Text of strangers has gone through `escape.markdown_text`."""

    path: str
    """Its place, without suffix, the same in every language: "collapsi/index"."""
    title: str
    """Plain text."""
    markdown: str
    searched: bool = True
    """Whether the search finds it."""
    label: str = ""
    """Its name in the navigation, where the title is too long for that."""
    description: str = ""
    """One plain sentence for search engines."""
    scripts: tuple[str, ...] = ()
    """Paths of assets, or of scripts of the theme, that this page loads, in order."""
    sheets: tuple[str, ...] = ()
    """The same for style sheets, beside those of every page."""
    contents: bool = True
    """Whether the list of its headings is shown beside it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A titled group of the navigation: paths of pages, and further sections."""

    title: str
    entries: tuple[str | Section, ...]


Nav = tuple[str | Section, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure on a card: "Players: 2 to 4"."""

    icon: str
    """Which picture stands before it: "players", "minutes", "difficulty", or any other word for none."""
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Card:
    """How a game is offered on the start page."""

    page: str
    """The path of the page that it leads to."""
    title: str
    summary: str
    facts: tuple[Fact, ...] = ()
    picture: str = ""
    """An SVG element, which takes its colours from `currentColor` or the page's variables."""


@dataclass(frozen=True, slots=True)
class Words:
    """The phrases that the shell itself prints, in one language."""

    language: str = "Language"
    copy_link: str = "Copy the link to this place"
    copied: str = "Link copied"
    theme_system: str = "Colours of the system; change to light"
    theme_light: str = "Light colours; change to dark"
    theme_dark: str = "Dark colours; change to those of the system"
    home: str = "Start page"
    not_found: str = "There is no such page"
    not_found_help: str = "The page may have another name now. Everything can be reached from the start page."
    outside: str = "leads to another site"
    games: str = "Games"

    @classmethod
    def from_phrases(cls, say: Callable[[str], str]) -> Words:
        """The words of a catalogue, whose ids are `site.` and the names of the fields."""
        return cls(**{field.name: say(f"site.{field.name}") for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class Volume:
    """The book in one language."""

    language: str
    """Its tag: "de", "pt-BR"."""
    name: str
    """What the language calls itself: "Deutsch"."""
    pages: tuple[Page, ...]
    nav: Nav = ()
    """In the order of reading; with none, all pages in their order."""
    title: str = ""
    """The name of the book in this language; else the one of the settings."""
    cards: tuple[Card, ...] = ()
    """Shown on the page "index", which is made if there is none."""
    assets: tuple[Asset, ...] = ()
    words: Words = Words()
    footer: str = ""
    """Plain text at the end of every page; else the one of the settings."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The accent of links, numbers and buttons, on light and on dark paper."""

    light: str = "#1c5f57"
    dark: str = "#8ccfc0"


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for the whole book, whatever the language."""

    site_name: str = "Ruleloom"
    colours: Colours = Colours()
    languages: tuple[str, ...] = ()
    """Which volumes are built, in this order; with none, all. The first one is shown where no other fits."""
    base_url: str | None = None
    """Where the book will stand, for hreflang and the sitemap: "https://example.org/rules/"."""
    footer: str = ""
    """Plain text at the end of every page."""
    games: int = 0
    """So many games of every configuration are played at random, to report on."""


def nav_paths(nav: Nav) -> Iterator[str]:
    """The paths that a navigation leads to, in order."""
    for entry in nav:
        if isinstance(entry, Section):
            yield from nav_paths(entry.entries)
        else:
            yield entry
