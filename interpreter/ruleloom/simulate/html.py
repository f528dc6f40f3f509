"""A report as one page of HTML that needs nothing else: no script, no other file, no other host."""

from collections.abc import Iterable, Sequence
from html import escape

from ruleloom.simulate.comparison import Comparison
from ruleloom.simulate.facts import Named
from ruleloom.simulate.figures import difference_text, mean_text, percent, share_text
from ruleloom.simulate.plots import difference_dots, histogram_bars, share_bars
from ruleloom.simulate.report import Report
from ruleloom.simulate.statistics import Spread

_STYLE = """
:root { color-scheme: light dark; --ink: #23292b; --paper: #fbfaf6; --line: #c9c5b8; --bar: #4f8f86; --other: #b4531f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e2da; --paper: #15191b; --line: #454c4e; --bar: #3f7d75; --other: #e8915e; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.wide { overflow-x: auto; } svg { width: 100%; height: auto; margin: 1rem 0; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } .bar { fill: var(--bar); }
.interval, .zero { stroke: var(--ink); stroke-width: 1.5; fill: none; } .zero { stroke: var(--line); }
.other { fill: none; stroke: var(--other); stroke-width: 2; } .dot { fill: var(--ink); } .clear { fill: var(--other); }
"""


def render_page(report: Report, other: Report | None = None, comparison: Comparison | None = None) -> str:
    """The page of a report, or of two with their comparison."""
    parts = [f"<h1>{escape(report.facts.title)}</h1>", *_about(report)]
    if other is not None and comparison is not None:
        parts += _compared(report, other, comparison)
    parts += [*_winners(report), *_lengths(report), *_endings(report), *_moves(report), _method()]
    title = escape(f"{report.facts.configuration}: {report.games:,} games")
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n{chr(10).join(parts)}\n</html>\n"
    )


def _about(report: Report) -> list[str]:
    facts = report.facts
    games = f"{report.games:,}" if report.games == report.wanted else f"{report.games:,} of {report.wanted:,}"
    return [_table((), [
        ("configuration", facts.configuration), ("games", games), ("seed", str(facts.seed)),
        ("bots", ", ".join(facts.bots)), ("played by", ", ".join(report.engines)),
        ("version of the rules", facts.version), ("hash of the rules", facts.rules),
    ])]  # fmt: skip


def _winners(report: Report) -> list[str]:
    shares = [(f"player {seat.seat}", seat.won) for seat in report.seats]
    shares += [("tied", report.ties), ("won by nobody", report.unwon)]
    rows = [
        (f"player {seat.seat}", seat.bot, share_text(seat.won), f"{seat.shared:,}", mean_text(seat.returns.mean))
        for seat in report.seats
    ]
    rows += [("tied", "", share_text(report.ties), "", ""), ("won by nobody", "", share_text(report.unwon), "", "")]
    parts = ["<h2>Who wins</h2>", share_bars("Games won by each player", shares)]
    parts.append(_table(("", "bot", "games won", "of them shared", "mean return"), rows))
    if report.bots:
        bots = [(each.bot, ", ".join(map(str, each.seats)), share_text(each.won), percent(each.fair))
                for each in report.bots]  # fmt: skip
        parts.append(_table(("bot", "seats", "games won, seat by seat", "if all seats won as often"), bots))
    return parts


def _lengths(report: Report) -> list[str]:
    rows = [_spread("decisions", report.decisions), _spread("turns", report.turns)]
    return [
        "<h2>How long it takes</h2>",
        histogram_bars("How many games have so many decisions", [report.decisions.histogram]),
        _table(("", "mean", "deviation", "least", "5 %", "half", "95 %", "most"), rows),
        f"<p>At a decision there are {mean_text(report.branching)} legal moves.</p>",
    ]


def _spread(name: str, spread: Spread) -> tuple[str, ...]:
    five, _, half, _, most = spread.quantiles
    return (name, mean_text(spread.mean), f"{spread.deviation:,.2f}",
            *(f"{value:,}" for value in (spread.least, five, half, most, spread.most)))  # fmt: skip


def _endings(report: Report) -> list[str]:
    seats = [f"won by {seat.seat}" for seat in report.seats]
    rows = [(each.id, each.text, share_text(each.decided), *(f"{count:,}" for count in each.won))
            for each in report.endings]  # fmt: skip
    return [
        "<h2>How it ends</h2>",
        share_bars("How often each ending decided", [(each.id, each.decided) for each in report.endings]),
        _table(("ending", "rule", "games", *seats), rows),
        *_dead("endings", report.dead_endings),
    ]


def _moves(report: Report) -> list[str]:
    rows = [(each.id, each.text, f"{each.count:,}", percent(each.part)) for each in report.moves]
    heads = ("move", "rule", "how often", "of all that was chosen")
    return ["<h2>What is chosen</h2>", _table(heads, rows), *_dead("moves", report.dead_moves)]


def _dead(what: str, dead: Sequence[Named]) -> list[str]:
    names = ", ".join(f"<b>{escape(named.id)}</b>" for named in dead)
    return [f"<p>These {what} never came: {names}.</p>"] if dead else []


def _compared(report: Report, other: Report, comparison: Comparison) -> list[str]:
    shares = [(each.name, each.figures) for each in comparison.figures if each.kind == "share"]
    rows = [
        (each.name, *difference_text(each.figures, is_share=each.kind == "share"))
        for each in comparison.figures
    ]  # fmt: skip
    first, second = comparison.first, comparison.second
    lengths = [report.decisions.histogram, other.decisions.histogram]
    return [
        f"<h2>{escape(first)} against {escape(second)}</h2>",
        f"<p>{report.games:,} games against {other.games:,}.</p>",
        difference_dots("How far the shares of games differ", shares),
        _table(("", first, second, "difference", ""), rows),
        histogram_bars("Decisions: bars for the first, a line for the second", lengths),
        "<p>Decisions: bars for the first configuration, a line for the second.</p>",
        *(f"<p>Never in {escape(where)} only: {escape(', '.join(dead))}.</p>"
          for where, dead in ((first, comparison.dead_in_first), (second, comparison.dead_in_second)) if dead),
    ]  # fmt: skip


def _method() -> str:
    return (
        "<h2>What the figures mean</h2>\n<p>In brackets stand intervals of 95 %. Those of shares are Wilson’s, those "
        "of differences of shares Newcombe’s, all others come from the normal distribution. An asterisk stands where "
        "a difference is hardly chance: its interval lies on one side of nothing. In twenty such comparisons about "
        "one comes out so by chance.</p>"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = [f"<tr>{head}</tr>"] if heads else []
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    return f'<div class="wide"><table>\n{chr(10).join(lines)}\n</table></div>'
