"""`ruleloom report`: what the games of a store come to, alone or beside those of another one."""

from argparse import Namespace
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from ruleloom.bots import RANDOM
from ruleloom.cli.files import PAGE, check_output, write_file
from ruleloom.cli.inputs import language_of
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.wording import worded
from ruleloom.simulate.comparison import Comparison, compare
from ruleloom.simulate.figures import PLAIN, difference_text, mean_text, share_text
from ruleloom.simulate.html import render_page
from ruleloom.simulate.report import Report, Seat, report_on
from ruleloom.simulate.sections import Telling
from ruleloom.simulate.statistics import Spread
from ruleloom.simulate.store import look_into


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
    _print(page, report)
    if comparison is not None:
        _print_comparison(page, comparison)
    page.gap()
    page.paragraph("In brackets: intervals of 95 %." + (" *: hardly chance." if comparison else ""), style="dim")
    return 0


def _report(path: str, language: str, arguments: Namespace) -> Report:
    """The report of a store; a page has its sentences in its language."""
    with closing(look_into(Path(path))) as store:
        if arguments.out is None:
            return report_on(store)
        return report_on(store, lambda facts: worded(facts, language, arguments))


def _print(page: Page, report: Report) -> None:
    wanted = "" if report.games == report.wanted else f" of {report.wanted:,}"
    page.title(f"{report.facts.configuration}: {report.games:,}{wanted} games")
    page.row("seed", str(report.facts.seed))
    page.heading("Who wins")
    for seat in report.seats:
        page.row(f"player {seat.seat}", _of_seat(seat))
    for seating in report.bots:
        page.row(seating.bot, f"{share_text(seating.won)} of its games; {PLAIN.percent(seating.fair)} would be fair")
    page.row("tied", share_text(report.ties))
    page.row("won by nobody", share_text(report.unwon))
    page.heading("How long it takes")
    page.row("decisions", _of_spread(report.decisions))
    page.row("turns", _of_spread(report.turns))
    page.row("moves at a decision", mean_text(report.branching))
    page.heading("How it ends")
    for ending in report.endings:
        page.row(ending.id, share_text(ending.decided))
    page.heading("What is chosen")
    for move in report.moves:
        page.row(move.id, f"{move.count:,} ({PLAIN.percent(move.part)})")
    for name, dead in (("endings", report.dead_endings), ("moves", report.dead_moves)):
        if dead:
            page.paragraph(f"These {name} never came: {', '.join(named.id for named in dead)}.", style="yellow")


def _of_seat(seat: Seat) -> str:
    shared = f", {seat.shared:,} of them shared" if seat.shared else ""
    bot = "" if seat.bot == RANDOM else f"; {seat.bot}"
    return f"won {share_text(seat.won)}{shared}; return {mean_text(seat.returns.mean)}{bot}"


def _of_spread(spread: Spread) -> str:
    five, _, half, _, most = spread.quantiles
    return (
        f"{mean_text(spread.mean)}, from {spread.least:,} to {spread.most:,}, half up to {half:,}, "
        f"nine in ten from {five:,} to {most:,}"
    )


def _print_comparison(page: Page, comparison: Comparison) -> None:
    page.heading(f"{comparison.first} against {comparison.second}")
    for compared in comparison.figures:
        one, other, by, clear = difference_text(compared.figures, is_share=compared.kind == "share")
        page.row(compared.name, f"{one} against {other}: {by} {clear}", column=26)
    for where, dead in ((comparison.first, comparison.dead_in_first), (comparison.second, comparison.dead_in_second)):
        if dead:
            page.paragraph(f"Never in {where} only: {', '.join(dead)}.", style="yellow")
