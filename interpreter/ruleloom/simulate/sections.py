"""A report as titled pieces of HTML in the words of some language, for a page of its own or one of a book."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ruleloom.simulate.comparison import Comparison, Dead, dead_in_one
from ruleloom.simulate.facts import Named
from ruleloom.simulate.figures import difference_text, mean_text, share_text
from ruleloom.simulate.plots import difference_dots, histogram_bars, share_bars
from ruleloom.simulate.report import Report
from ruleloom.simulate.statistics import Share, Spread
from ruleloom.simulate.wording import (
    Words,
    bot_text,
    bots_text,
    dead_in_one_text,
    dead_text,
    figure_name,
    games_text,
    names_of,
)

_SHORT = 40
"""A cell of so many characters at most stays on one line."""


@dataclass(frozen=True, slots=True)
class Telling:
    """In which words something is told, and how text becomes HTML."""

    words: Words
    html: Callable[[str], str] = escape


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a report: its anchor, its title as text, and HTML without an empty line."""

    anchor: str
    title: str
    html: str


def sections(
    telling: Telling, report: Report, other: Report | None = None, comparison: Comparison | None = None
) -> tuple[Section, ...]:
    """The pieces of a report, or of two with their comparison; the first one has no title."""
    say, found = telling.words.say, [Section("about", "", _about(telling, report))]
    if other is not None and comparison is not None:
        first, second = names_of(report, other)
        title = say("report.against", first=first, second=second)
        found.append(Section("against", title, _compared(telling, report, other, comparison)))
    return (
        *found,
        Section("winners", say("report.winners"), _winners(telling, report)),
        Section("lengths", say("report.lengths"), _lengths(telling, report)),
        Section("endings", say("report.endings"), _endings(telling, report)),
        Section("moves", say("report.moves"), _moves(telling, report)),
        Section("method", say("report.method"), f"<p>{telling.html(say('report.method_text'))}</p>"),
    )


def _about(telling: Telling, report: Report) -> str:
    facts, words, say = report.facts, telling.words, telling.words.say
    rows = [
        (say("report.configuration"), facts.configuration), (say("report.games"), games_text(words, report)),
        (say("report.seed"), str(facts.seed)), (say("report.bots"), bots_text(words, facts.bots)),
        (say("report.played_by"), ", ".join(report.engines)), (say("fact.version"), facts.version),
        (say("report.hash"), facts.rules),
    ]  # fmt: skip
    return _table(telling, (), [row for row in rows if row[1]])


def _winners(telling: Telling, report: Report) -> str:
    words, say = telling.words, telling.words.say
    others = [(say("report.tied"), report.ties), (say("report.unwon"), report.unwon)]
    shares = [*((say("report.player", seat=str(seat.seat)), seat.won) for seat in report.seats), *others]
    rows = [
        (say("report.player", seat=str(seat.seat)), bot_text(words, seat.bot), share_text(seat.won, words),
         words.decimal(seat.shared), mean_text(seat.returns.mean, words))
        for seat in report.seats
    ]  # fmt: skip
    rows += [(name, "", share_text(share, words), "", "") for name, share in others]
    heads = ("", say("report.bot"), say("report.won"), say("report.shared"), say("report.mean_return"))
    parts = [share_bars(say("report.winners_plot"), shares, words), _table(telling, heads, rows)]
    if report.bots:
        bots = [(bot_text(words, each.bot), ", ".join(map(str, each.seats)), share_text(each.won, words),
                 words.percent(each.fair)) for each in report.bots]  # fmt: skip
        heads_of_bots = (say("report.bot"), say("report.seats"), say("report.won_by_seat"), say("report.fair"))
        bars = [(bot_text(words, each.bot), each.won) for each in report.bots]
        parts += [share_bars(say("report.won_by_seat"), bars, words), _table(telling, heads_of_bots, bots)]
    return "\n".join(parts)


def _lengths(telling: Telling, report: Report) -> str:
    words, say = telling.words, telling.words.say
    rows = [
        _spread(words, say("report.decisions"), report.decisions),
        _spread(words, say("report.turns"), report.turns),
    ]
    five, ninety_five = words.percent(0.05, 0), words.percent(0.95, 0)
    heads = ("", say("report.mean"), say("report.deviation"), say("report.least"), five, say("report.half"),
             ninety_five, say("report.most"))  # fmt: skip
    branching = say("report.branching_text", moves=mean_text(report.branching, words))
    return "\n".join((
        histogram_bars(say("report.lengths_plot"), [report.decisions.histogram], words),
        _table(telling, heads, rows),
        f"<p>{telling.html(branching)}</p>",
    ))  # fmt: skip


def _spread(words: Words, name: str, spread: Spread) -> tuple[str, ...]:
    five, _, half, _, most = spread.quantiles
    values = (spread.least, five, half, most, spread.most)
    return (name, mean_text(spread.mean, words), words.decimal(spread.deviation, 2), *map(words.decimal, values))


def _endings(telling: Telling, report: Report) -> str:
    words, say = telling.words, telling.words.say
    seats = [say("report.won_by", of=str(seat.seat)) for seat in report.seats]
    rows = [(each.id, each.text, share_text(each.decided, words), *map(words.decimal, each.won))
            for each in report.endings]  # fmt: skip
    decided: list[tuple[str, Share]] = [(each.id, each.decided) for each in report.endings]
    return "\n".join((
        share_bars(say("report.endings_plot"), decided, words),
        _table(telling, (say("report.ending"), say("report.rule"), say("report.games"), *seats), rows),
        *_dead(telling, "report.dead_endings", report.dead_endings),
    ))  # fmt: skip


def _moves(telling: Telling, report: Report) -> str:
    words, say = telling.words, telling.words.say
    rows = [(each.id, each.text, words.decimal(each.count), words.percent(each.part)) for each in report.moves]
    heads = (say("report.move"), say("report.rule"), say("report.count"), say("report.part"))
    return "\n".join((_table(telling, heads, rows), *_dead(telling, "report.dead_moves", report.dead_moves)))


def _dead(telling: Telling, phrase: str, dead: Sequence[Named]) -> list[str]:
    return [f"<p>{telling.html(dead_text(telling.words, phrase, dead))}</p>"] if dead else []


def _compared(telling: Telling, report: Report, other: Report, comparison: Comparison) -> str:
    words, say = telling.words, telling.words.say
    first, second = names_of(report, other)
    shares = [(figure_name(words, each), each.figures) for each in comparison.figures if each.kind == "share"]
    rows = [
        (figure_name(words, each), *difference_text(each.figures, words, is_share=each.kind == "share"))
        for each in comparison.figures
    ]
    games = say("report.games_against", first=words.decimal(report.games), second=words.decimal(other.games))
    lengths = [report.decisions.histogram, other.decisions.histogram]
    return "\n".join((
        f"<p>{telling.html(games)}</p>",
        difference_dots(say("report.against_plot"), shares, words),
        _table(telling, ("", first, second, say("report.difference"), ""), rows),
        histogram_bars(say("report.both_lengths"), lengths, words),
        f"<p>{telling.html(say('report.both_lengths'))}</p>",
        *_dead_in_one(telling, first, dead_in_one(report, other)),
        *_dead_in_one(telling, second, dead_in_one(other, report)),
    ))  # fmt: skip


def _dead_in_one(telling: Telling, where: str, dead: Sequence[Dead]) -> list[str]:
    return [f"<p>{telling.html(dead_in_one_text(telling.words, where, dead))}</p>"] if dead else []


def _table(telling: Telling, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{telling.html(text)}</th>" if text else "<td></td>" for text in heads)
    lines = [f"<tr>{head}</tr>"] if heads else []
    for first, *rest in rows:
        cells = "".join(f"<td{_look(text)}>{telling.html(text)}</td>" for text in rest)
        lines.append(f'<tr><th scope="row">{telling.html(first)}</th>{cells}</tr>')
    return f'<div class="wide" tabindex="0"><table class="figures">\n{chr(10).join(lines)}\n</table></div>'


def _look(text: str) -> str:
    """What is short is not broken into lines, a sentence only between words, and what has no words anywhere."""
    return f' class="{"short" if len(text) <= _SHORT else "text" if " " in text else "chain"}"'
