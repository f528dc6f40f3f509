"""All pages of a book in one language: the editions of every game, and the cards of the start page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ruleloom.library import load_from, open_source
from ruleloom_dsl.combinations import company_of, player_counts
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.texts.locales import load_language
from ruleloom_site.chooser.page import NAME as CHOOSER
from ruleloom_site.chooser.page import chooser_data, chooser_page
from ruleloom_site.chooser.tables import Tables
from ruleloom_site.pages.changes import changes_page
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.facts import facts_of
from ruleloom_site.pages.rulebook import opening_picture, rulebook_page, summary_page
from ruleloom_site.volumes import Asset, Card, Page, Section, Volume, Words

OFFERED = ("players", "minutes", "difficulty")  # the facts that a card shows


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games of a book as they were read, and the folders of one's own that they may come from."""

    sources: tuple[GameSource, ...]
    own: tuple[Path, ...] = field(default=())

    @classmethod
    def of(cls, games: Sequence[str], own: Sequence[Path] = ()) -> "Shelf":
        """The named games. Raises RulesetError."""
        return cls(tuple(open_source(game, folders=own)[0] for game in games), tuple(own))


def make_volume(shelf: Shelf, language: str, choices: Mapping[str, Tables] = MappingProxyType({})) -> Volume:
    """The book in one language; a game with `choices` gets the page where they are made. Raises RulesetError."""
    spoken = load_language(language, shelf.own)
    pages: list[Page] = []
    cards: list[Card] = []
    assets: list[Asset] = []
    nav: list[str | Section] = []
    for source in shelf.sources:
        base, variants = editions(source, language)
        own = _pages(base, variants, base.folder in choices)
        if base.folder in choices:
            assets.append(chooser_data(base, variants, choices[base.folder]))
        pages += own
        cards.append(_card(base))
        nav.append(Section(base.title, tuple(page.path for page in own if page.searched or page.scripts)))
    return Volume(
        language, spoken.name, tuple(pages), tuple(nav), cards=tuple(cards), assets=tuple(assets),
        words=Words.from_phrases(lambda id: spoken.say(id)),
    )  # fmt: skip


def editions(source: GameSource, language: str) -> tuple[Edition, tuple[Edition, ...]]:
    """The base game, and each variant, with another one where it needs that. Raises RulesetError."""
    base = Edition(load_from(source, language=language))
    usual = base.ruleset.game.configuration.players
    variants = []
    for name in sorted(source.variants):
        chosen = company_of(source, name)
        counts = player_counts(source, chosen)
        if counts:
            players = usual if usual in counts else counts[0]
            variants.append(Edition(load_from(source, chosen, players, language=language), name))
    return base, tuple(variants)


def _pages(base: Edition, variants: tuple[Edition, ...], is_chosen: bool) -> list[Page]:
    pages = [rulebook_page(base, variants, CHOOSER if is_chosen else ""), summary_page(base)]
    if is_chosen:
        pages.append(chooser_page(base))
    for edition in variants:
        pages += [rulebook_page(edition, ()), summary_page(edition), changes_page(base, edition)]
    return pages


def _card(base: Edition) -> Card:
    facts = tuple(fact for fact in facts_of(base.ruleset) if fact.icon in OFFERED)
    picture = opening_picture(base, f"card-{base.folder.replace('_', '-')}")
    return Card(base.path, base.title, base.words.text(base.ruleset.model.summary).text, facts, picture.svg)
