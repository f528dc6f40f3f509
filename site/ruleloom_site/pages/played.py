"""What came out of many games at random, as a page of its own and as figures on the page of the rules."""

from dataclasses import replace

from ruleloom.simulate.batches import Series
from ruleloom.simulate.comparison import compare
from ruleloom.simulate.facts import facts_of
from ruleloom.simulate.report import Report, make_report
from ruleloom.simulate.sections import Section, Telling, sections
from ruleloom.simulate.tally import Tally
from ruleloom_dsl.texts.borrowed import lent
from ruleloom_dsl.texts.language import Language
from ruleloom_site.escape import as_html
from ruleloom_site.markup import heading
from ruleloom_site.pages.credits import small_print
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import link, spoken, titled
from ruleloom_site.volumes import Page

BOT = "random"
SHEET = "assets/report.css"  # of the theme


def report_of(edition: Edition, series: Series, tally: Tally) -> Report:
    """What games of a configuration come to, in the language of the edition, whatever has played them."""
    game = edition.loaded.game
    bots = (BOT,) * game.rules.players
    facts = facts_of(game, series.seed, series.size, bots, lambda key: _sentence(edition, key))
    return make_report(replace(facts, title=edition.title, rules=""), tally, series.games, ())


def _sentence(edition: Edition, key: str) -> str | None:
    element = edition.ruleset.element(key)
    return lent(element.text, element.borrowed) if element and element.text else None


def played_page(edition: Edition, report: Report, base: Report | None = None) -> Page:
    """The report of a configuration; with the one of the base game, it is compared with that."""
    words = edition.words
    of = words.say("report.played")
    comparison = None if base is None else compare(report, base)
    intro = words.say("report.played_intro", games=words.language.decimal(report.games))
    told = sections(Telling(words.language, as_html), report, base, comparison)
    shown = [
        heading(1, "top", titled(words.language, edition.title, of)),
        f"{spoken(intro)}\n",
        *map(_markdown, told),
        link(spoken(edition.title), f"{edition.name}.md") + "\n",
        small_print(edition),
    ]
    title = words.language.labelled(edition.title, of)
    return Page(played_path(edition), title, "\n".join(shown), searched=False, label=of, sheets=(SHEET,))


def played_path(edition: Edition) -> str:
    """The path of the page."""
    return f"{edition.path}-games"


def played_link(edition: Edition, report: Report) -> str:
    """The link from the rules to the page."""
    text = edition.words.say("report.played_link", games=edition.words.language.decimal(report.games))
    return link(spoken(text), f"{edition.name}-games.md") + "\n"


def played_facts(language: Language, report: Report) -> tuple[tuple[str, str], ...]:
    """Labels and values for the box of figures: who wins how often, and how long a game is."""
    length = language.say("report.fact_decisions", n=language.decimal(report.decisions.mean.mean, 1))
    return (
        (language.say("report.fact_won"), _won(language, report)),
        (language.say("report.fact_length"), length),
    )


def _won(language: Language, report: Report) -> str:
    """The share of each seat; one for all where they win and lose together."""
    facts = report.facts
    if facts.seats == 1 or all(ending.id in facts.shared for ending in facts.endings):
        return language.percent(report.seats[0].won.share, 0)
    shares = [(language.say("report.player", seat=str(seat.seat)), seat.won) for seat in report.seats]
    if report.ties.count:
        shares.append((language.say("report.tied"), report.ties))
    return " · ".join(language.labelled(name, language.percent(share.share, 0)) for name, share in shares)


def _markdown(section: Section) -> str:
    title = heading(2, section.anchor, spoken(section.title)) if section.title else ""
    return f'{title}\n<div class="report">\n{section.html}\n</div>\n'
