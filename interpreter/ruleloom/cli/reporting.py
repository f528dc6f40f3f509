"""`ruleloom report`: what the games of a store come to, alone or beside those of another one."""

from argparse import Namespace
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from ruleloom.cli.files import PAGE, check_output, write_file
from ruleloom.cli.inputs import language_of
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.wording import worded
from ruleloom.simulate.comparison import Comparison, compare, dead_in_one
from ruleloom.simulate.figures import difference_text, mean_text, share_text
from ruleloom.simulate.html import render_page
from ruleloom.simulate.report import Report, Seat, Seating, report_on
from ruleloom.simulate.sections import Telling
from ruleloom.simulate.statistics import Spread
from ruleloom.simulate.store import look_into
from ruleloom.simulate.wording import Words, bot_text, bots_text, dead_in_one_text, dead_text, figure_name, games_text

WIDEST_NAME = 36


def run(arguments: Namespace) -> int:
    """Print the report, and write its page if one is wanted."""
    language = language_of(arguments)
    if arguments.out is not None:
        check_output(Path(arguments.out), PAGE, Path(arguments.store), *map(Path, filter(None, (arguments.against,))))
    report = _report(arguments.store, language.tag, arguments)
    other = None if arguments.against is None else _report(arguments.against, language.tag, arguments)
    comparison = None if other is None else compare(report, other)
    if arguments.out is not None:
        write_file(Path(arguments.out), render_page(Telling(language), report, other, comparison), PAGE)
    if arguments.json:
        document = {"report": asdict(report), "against": None, "comparison": None}
        if other is not None and comparison is not None:
            document |= {"against": asdict(other), "comparison": asdict(comparison)}
        print_json(document)
        return 0
    page = Page()
    _print(page, language, report)
    if other is not None and comparison is not None:
        _print_comparison(page, language, report, other, comparison)
    page.gap()
    page.paragraph(language.say("report.brackets" if comparison is None else "report.brackets_starred"), style="dim")
    return 0


def _report(path: str, language: str, arguments: Namespace) -> Report:
    """The report of a store; a page has its sentences in its language."""
    with closing(look_into(Path(path))) as store:
        if arguments.out is None:
            return report_on(store)
        return report_on(store, lambda facts: worded(facts, language, arguments))


def _print(page: Page, words: Words, report: Report) -> None:
    say, parts = words.say, _parts(words, report)
    page.title(say("report.page_title", configuration=report.facts.configuration, games=games_text(words, report)))
    column = _column(name for rows in parts.values() for name, _ in rows)
    for heading, rows in parts.items():
        if heading:
            page.heading(say(heading))
        for name, text in rows:
            page.row(name, text, column=column)
    for phrase, dead in (("report.dead_endings", report.dead_endings), ("report.dead_moves", report.dead_moves)):
        if dead:
            page.paragraph(dead_text(words, phrase, dead), style="yellow")


def _parts(words: Words, report: Report) -> dict[str, list[tuple[str, str]]]:
    """The names and figures below each heading; the first ones have none."""
    say, facts = words.say, report.facts
    return {
        "": [(say("report.seed"), str(facts.seed)), (say("report.bots"), bots_text(words, facts.bots))],
        "report.winners": [
            *((say("report.player", seat=str(seat.seat)), _of_seat(words, seat)) for seat in report.seats),
            *((bot_text(words, each.bot), _of_bot(words, each)) for each in report.bots),
            (say("report.tied"), share_text(report.ties, words)),
            (say("report.unwon"), share_text(report.unwon, words)),
        ],
        "report.lengths": [
            (say("report.decisions"), _of_spread(words, report.decisions)),
            (say("report.turns"), _of_spread(words, report.turns)),
            (say("report.branching"), mean_text(report.branching, words)),
        ],
        "report.endings": [(ending.id, share_text(ending.decided, words)) for ending in report.endings],
        "report.moves": [
            (move.id, f"{words.decimal(move.count)} ({words.percent(move.part)})") for move in report.moves
        ],
    }


def _column(names: Iterable[str]) -> int:
    """Where the figures begin beside these names; a very long name pushes its own to the right."""
    return min(max(map(len, names)) + 3, WIDEST_NAME)


def _of_seat(words: Words, seat: Seat) -> str:
    won, shared, mean = share_text(seat.won, words), words.decimal(seat.shared), mean_text(seat.returns.mean, words)
    phrase = "report.row_shared" if seat.shared else "report.row_won"
    return words.say(phrase, won=won, shared=shared, mean=mean)


def _of_bot(words: Words, seating: Seating) -> str:
    return words.say("report.row_fair", won=share_text(seating.won, words), fair=words.percent(seating.fair))


def _of_spread(words: Words, spread: Spread) -> str:
    least, *quantiles, most = map(words.decimal, (spread.least, *spread.quantiles, spread.most))
    low, _, half, _, high = quantiles
    mean = mean_text(spread.mean, words)
    return words.say("report.row_spread", mean=mean, least=least, most=most, half=half, low=low, high=high)


def _print_comparison(page: Page, words: Words, report: Report, other: Report, comparison: Comparison) -> None:
    first, second = comparison.first, comparison.second
    page.heading(words.say("report.against", first=first, second=second))
    column = _column(figure_name(words, each) for each in comparison.figures)
    for compared in comparison.figures:
        one, another, by, clear = difference_text(compared.figures, words, is_share=compared.kind == "share")
        text = words.say("report.row_against", first=one, second=another, by=by)
        page.row(figure_name(words, compared), f"{text} {clear}", column=column)
    for where, dead in ((first, dead_in_one(report, other)), (second, dead_in_one(other, report))):
        if dead:
            page.paragraph(dead_in_one_text(words, where, dead), style="yellow")
