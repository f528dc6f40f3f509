"""All pages of one game in one language: the base game and its variants, what is printed of them, and a card."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ruleloom.library import LoadedGame, load_from, open_source
from ruleloom.simulate.batches import Series, batch_size
from ruleloom.simulate.report import Report
from ruleloom.simulate.tally import Tally
from ruleloom_dsl.combinations import company_of, player_counts
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.load import GameSource
from ruleloom_site.chooser.page import NAME as CHOOSER
from ruleloom_site.chooser.page import chooser_head, chooser_page
from ruleloom_site.chooser.tables import Json
from ruleloom_site.pages.card import card_of
from ruleloom_site.pages.changes import changes_page
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.play import rules_path
from ruleloom_site.pages.played import played_page, report_of
from ruleloom_site.pages.rulebook import rulebook_page, summary_page
from ruleloom_site.print import book_pdf, card_pdf
from ruleloom_site.related import relatives
from ruleloom_site.stage.table_asset import table_asset
from ruleloom_site.table.packing import pack_rules
from ruleloom_site.telling import told
from ruleloom_site.volumes import Asset, Card, Page

NO_TALLIES: Mapping[str, Tally] = {}
VARIANTS_SEED = 1


@dataclass(frozen=True, slots=True)
class GamePages:
    """What a game adds to a volume."""

    title: str
    pages: tuple[Page, ...]
    card: Card
    assets: tuple[Asset, ...] = ()
    choices: Mapping[str, Json] = field(default_factory=dict)
    """What the chooser's script is told of the game beside its tables; empty where the game has no chooser."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """What a game in play runs, by its path beside the scripts; empty where it is not asked for."""

    @property
    def listed(self) -> tuple[str, ...]:
        """The paths of the pages that the navigation names."""
        return tuple(page.path for page in self.pages if page.searched or page.scripts)


def make_pages(
    game: str,
    language: str,
    own: tuple[Path, ...] = (),
    printed: bool = True,
    chosen: bool = True,
    related: Sequence[str] = (),
    tallies: Mapping[str, Tally] = NO_TALLIES,
    play: bool = False,
    rules: bool = False,
) -> GamePages:
    """The pages of a game; `printed` are also on paper, `chosen` also put together; `related` are games beside it.

    `tallies` are what games at random have come to, by the names of the configurations; `play` says that all of them
    can be played on their pages, and `rules` that what is the same for that in every language is made, too.

    Raises RulesetError, PrintError.
    """
    source = open_source(game, folders=own)[0]
    base, variants = editions(source, language)
    beside = relatives(related, language, own)
    played = {each.name: _report(each, tallies[each.name]) for each in (base, *variants) if each.name in tallies}
    chooser = CHOOSER if chosen else ""
    pages = [rulebook_page(base, variants, printed, chooser, beside, played.get(base.name), play), summary_page(base)]
    if chosen:
        pages.append(chooser_page(base))
    for edition in variants:
        pages.append(rulebook_page(edition, (), printed, played=played.get(edition.name), play=play))
        pages += [summary_page(edition), changes_page(base, edition)]
    pages += _played_pages((base, *variants), played)
    assets = (*(_assets((base, *variants)) if printed else ()), *(map(table_asset, (base, *variants)) if play else ()))
    choices = chooser_head(source, base, variants) if chosen else {}
    packed = {rules_path(each): pack_rules(each.loaded, each.stories) for each in (base, *variants)} if rules else {}
    return GamePages(base.title, tuple(pages), card_of(base), assets, choices, packed)


def series_of(edition: Edition, games: int) -> Series:
    """Which games a configuration is reported on by; variants have others than the base game, for the comparison."""
    return Series(VARIANTS_SEED if edition.ruleset.variants else 0, games, batch_size(games))


def _report(edition: Edition, tally: Tally) -> Report:
    return report_of(edition, series_of(edition, tally.games), tally)


def _played_pages(editions: Sequence[Edition], played: Mapping[str, Report]) -> Iterator[Page]:
    for edition in editions:
        if report := played.get(edition.name):
            base = played.get(editions[0].name) if edition is not editions[0] else None
            yield played_page(edition, report, base)


def editions(source: GameSource, language: str) -> tuple[Edition, tuple[Edition, ...]]:
    """The base game, and each variant, with another one where it needs that. Raises RulesetError."""
    base = Edition(load_from(source, language=language))
    chosen = {name: company_of(source, name) for name in sorted(source.variants)}
    return base, tuple(Edition(_load(source, each, language), name) for name, each in chosen.items() if each)


def _load(source: GameSource, chosen: tuple[str, ...], language: str) -> LoadedGame:
    """A configuration with as many players as it has by default, or with the fewest that it allows."""
    try:
        return load_from(source, chosen, language=language)
    except RulesetError:
        return load_from(source, chosen, player_counts(source, chosen)[0], language=language)


def _assets(editions: tuple[Edition, ...]) -> Iterator[Asset]:
    for edition in editions:
        example = tuple(told(edition.stories, "printed"))
        yield Asset(f"{edition.path}.pdf", book_pdf(edition.loaded, example, edition.questions))
        yield Asset(f"{edition.path}-card.pdf", card_pdf(edition.loaded))
