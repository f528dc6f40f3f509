"""What a report says of games whose figures are known."""

import json
import re
from collections import Counter
from dataclasses import asdict, replace
from math import sqrt
from statistics import fmean, stdev

import pytest

from ruleloom.simulate.comparison import compare
from ruleloom.simulate.facts import Facts, Named
from ruleloom.simulate.figures import difference_text
from ruleloom.simulate.html import render_page
from ruleloom.simulate.report import Report, make_report
from ruleloom.simulate.sections import Telling
from ruleloom.simulate.statistics import Difference, Sums, means_differ, ratio, share, shares_differ, spread
from ruleloom.simulate.tally import Tally
from ruleloom_dsl.texts.locales import load_language
from tests.games import Configuration
from tests.simulate.simulations import QUICK, facts, tally_of

ENGLISH = Telling(load_language("en"))
FACTS = Facts(
    "g", "A <b>game</b>", "1", "g(players=3)", "0" * 64, 5, 20, ("random", "random", "mcts:9"), (),
    (Named("out", "Somebody is out."), Named("all", "All win."), Named("never", "")), ("all",),
    (Named("go", "Go."), Named("fly", "Fly.")),
)  # fmt: skip
RESULTS = {"out/1/won": 5, "out/2,3/won": 2, "out/1,2,3/": 1, "all/1,2,3/won": 3, "all/1,2,3/": 1}
LENGTHS = [2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7]
MOVES = [4, 6, 5, 7, 9, 8, 6, 10, 12, 15, 12, 21]


def known() -> Tally:
    tally = Tally()
    tally.games = len(LENGTHS)
    lengths = Counter(map(str, LENGTHS))
    returns = {f"return.{seat}": Counter({"1": 6, "-1": 6}) for seat in (1, 2, 3)}
    branching = {
        "moves": sum(MOVES), "moves*moves": sum(each * each for each in MOVES),
        "moves*decisions": sum(one * other for one, other in zip(MOVES, LENGTHS, strict=True)),
    }  # fmt: skip
    tally.counts = {
        "result": Counter(RESULTS), "decisions": lengths, "turns": lengths, "branching": Counter(branching),
        "chosen": Counter({"go": 40, "fly": 0, "decline": 4, "done": 0}), **returns,
    }  # fmt: skip
    return tally


@pytest.fixture
def report() -> Report:
    return make_report(FACTS, known(), 20, ("reference",))


def test_who_wins(report: Report) -> None:
    assert [seat.won.count for seat in report.seats] == [8, 5, 5]
    assert [seat.shared for seat in report.seats] == [0, 2, 2]
    assert (report.ties.count, report.unwon.count) == (3, 2)  # nobody wins where all lose together, which is no tie


def test_what_team_mates_share_is_no_tie() -> None:
    report = make_report(replace(FACTS, teams=((1,), (2, 3))), known(), 20, ("reference",))
    assert [seat.shared for seat in report.seats] == [0, 0, 0] and report.ties.count == 1


def test_how_games_end(report: Report) -> None:
    assert [(each.id, each.decided.count, each.won) for each in report.endings] == [
        ("out", 8, (5, 2, 2)), ("all", 4, (3, 3, 3)), ("never", 0, (0, 0, 0)),
    ]  # fmt: skip
    assert [named.id for named in report.dead_endings] == ["never"]


def test_what_is_chosen(report: Report) -> None:
    assert [(each.id, each.count) for each in report.moves] == [("go", 40), ("fly", 0), ("decline", 4)]
    assert [named.id for named in report.dead_moves] == ["fly"]


def test_bots_side_by_side(report: Report) -> None:
    assert [(each.bot, each.seats, each.won.count, each.won.of) for each in report.bots] == [
        ("random", (1, 2), 13, 24), ("mcts:9", (3,), 5, 12),
    ]  # fmt: skip
    assert all(each.fair == pytest.approx(18 / 36) for each in report.bots)


def test_how_long_games_are(report: Report) -> None:
    found, error = report.decisions, stdev(LENGTHS) / sqrt(len(LENGTHS))
    assert found.mean.mean == pytest.approx(fmean(LENGTHS)) and found.deviation == pytest.approx(stdev(LENGTHS))
    assert found.mean.high - found.mean.mean == pytest.approx(1.959964 * error)
    assert (found.least, found.quantiles, found.most) == (2, (2, 2, 3, 4, 7), 7)


def test_branching_is_a_ratio_of_sums(report: Report) -> None:
    right = sum(MOVES) / sum(LENGTHS)
    rests = [moves - right * length for moves, length in zip(MOVES, LENGTHS, strict=True)]
    games = len(LENGTHS)
    error = sqrt(sum(rest * rest for rest in rests) / (games - 1) / games) / fmean(LENGTHS)
    assert report.branching.mean == pytest.approx(right) and report.branching.error == pytest.approx(error)


def test_a_game_without_decisions_has_no_branching() -> None:
    assert ratio(Sums(5, 0, 0, 0, 0, 0)).mean == 0


@pytest.mark.parametrize(("count", "low", "high"), [
    (81, 0.2553, 0.3662), (0, 0.0, 0.0144), (263, 0.9856, 1.0),
])  # fmt: skip
def test_intervals_of_shares_are_those_of_the_literature(count: int, low: float, high: float) -> None:
    found = share(count, 263)  # 81 of 263: Newcombe 1998, table I
    assert found.low == pytest.approx(low, abs=5e-5) and found.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(("first", "second", "low", "high"), [
    ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 20), 0.6791, 1.0), ((5, 56), (0, 29), -0.0381, 0.1926),
])  # fmt: skip
def test_intervals_of_differences_are_those_of_the_literature(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    found = shares_differ(share(*first), share(*second))  # Newcombe 1998 (II), table II, method 10
    assert found.low == pytest.approx(low, abs=5e-5) and found.high == pytest.approx(high, abs=5e-5)


def test_means_that_differ() -> None:
    found = means_differ(spread({1: 50, 3: 50}).mean, spread({1: 30, 2: 70}).mean)
    assert found.difference == pytest.approx(0.3) and found.is_clear
    assert not means_differ(spread({1: 2, 3: 2}).mean, spread({1: 3, 2: 7}).mean).is_clear


def test_a_configuration_beside_itself_does_not_differ(report: Report) -> None:
    found = compare(report, report)
    assert all(each.figures.difference == 0 and not each.figures.is_clear for each in found.figures)
    assert (found.dead_in_first, found.dead_in_second) == ((), ())


def test_a_comparison_names_what_is_dead_in_one_only(report: Report) -> None:
    tally = known()
    tally.counts["chosen"]["fly"] = 9
    tally.counts["result"]["never/1/won"] = tally.counts["result"].pop("out/1/won")
    found = compare(report, make_report(FACTS, tally, 20, ("reference",)))
    assert found.dead_in_first == ("ending never", "move fly")
    figures = {each.name: each.figures for each in found.figures}
    assert figures["ended by out"].difference == pytest.approx(5 / 12)


def test_the_page_needs_nothing_else_and_escapes_what_is_not_ours(report: Report) -> None:
    page = render_page(ENGLISH, report, report, compare(report, report))
    assert "A &lt;b&gt;game&lt;/b&gt;" in page and "<b>game" not in page
    assert not re.search(r"https?:|src=|url\(|@import|<script|<link", page)
    assert page.count("<svg role") == 6 and page.count("<svg") == page.count("</svg>")
    assert "Somebody is out." in page and "Moves that never came: fly." in page


def test_a_report_is_json(report: Report) -> None:
    document = json.loads(json.dumps(asdict(report)))
    assert document["seats"][0]["won"]["count"] == 8 and document["decisions"]["histogram"][0] == [2, 3]


@pytest.mark.parametrize("value", [0.49785, 0.50215, -0.00001, -0.0, 0.0, 0.00005, -0.00005, 0.28999, 1.0, 0.125])
def test_every_language_shows_the_same_digits(value: float) -> None:
    differ = Difference(value, -value, value, -value, value / 2)
    for is_share in (True, False):
        plain = difference_text(differ, load_language("en"), is_share=is_share)
        assert not any(re.search(r"-0\.00\b", text) for text in plain)
        for tag in ("de", "fr", "es"):
            told = difference_text(differ, load_language(tag), is_share=is_share)
            assert [re.findall(r"[+-]|\d+", text) for text in told] == [re.findall(r"[+-]|\d+", text) for text in plain]


def test_a_half_is_rounded_alike_on_both_sides() -> None:
    assert [load_language("en").percent(part, 2) for part in (0.49785, 0.50215)] == ["49.78%", "50.22%"]
    assert [load_language("de").percent(part, 2) for part in (0.49785, 0.50215)] == ["49,78\xa0%", "50,22\xa0%"]


def test_facts_are_read_as_they_were_written() -> None:
    assert Facts.parse(FACTS.text()) == FACTS


def test_a_report_on_real_games() -> None:
    report = make_report(facts(), tally_of(QUICK, range(400)), 400, ("reference",))
    first, second = report.seats
    assert first.won.count + second.won.count + report.ties.count == 400 and report.ties.count == report.unwon.count
    # the known shares of random play: 0.585 for who begins, 0.288, and 0.127 ties
    assert first.won.low < 0.585 < first.won.high and second.won.low < 0.288 < second.won.high
    assert report.ties.low < 0.127 < report.ties.high
    other = make_report(facts(Configuration("nim")), tally_of(Configuration("nim"), range(50)), 50, ("reference",))
    assert "ended by line" in {each.name for each in compare(report, other).figures}


@pytest.mark.parametrize(("language", "luck", "search"), [
    ("en", "Random moves", "Tree search, 9 games for each move"),
    ("de", "Zufällige Züge", "Baumsuche, 9 Partien für jeden Zug"),
    ("fr", "Coups au hasard", "Recherche arborescente, 9 parties par coup"),
    ("es", "Jugadas al azar", "Búsqueda en árbol, 9 partidas por jugada"),
])  # fmt: skip
def test_bots_are_named_in_words(report: Report, language: str, luck: str, search: str) -> None:
    facts = replace(FACTS, bots=("random", "mcts:9", "python3 <bot>.py"))
    page = render_page(Telling(load_language(language)), make_report(facts, known(), 20, ("reference",)))
    assert f"{luck}, {search}, " in page and "python3 &lt;bot&gt;.py" in page
    assert "mcts" not in page and "<td class=short>random" not in page


@pytest.mark.parametrize(("language", "share", "mean", "never"), [
    ("de", "8 (66,7\xa0%, 39,1 bis 86,2\xa0%)", "3,67", "Diese Züge kamen nie vor: fly."),
    ("fr", "8 (66,7\xa0%", "3,67", "Coups qui n’ont jamais été joués : fly."),
    ("es", "8 (66,7\xa0%", "3,67", "Jugadas que nunca se hicieron: fly."),
])  # fmt: skip
def test_the_page_is_in_the_words_and_figures_of_a_language(
    report: Report, language: str, share: str, mean: str, never: str
) -> None:
    page = render_page(Telling(load_language(language)), report, report, compare(report, report))
    assert f'<html lang="{language}">' in page
    assert all(text in page for text in (share, mean, never))
    assert not re.search("[Dd]ecisions|Ended|Won by|Never", page)
