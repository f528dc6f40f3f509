"""Two stores side by side: in what their games differ, and whether that may be chance."""

from dataclasses import dataclass
from typing import Literal

from ruleloom.simulate.report import Ending, Report
from ruleloom.simulate.statistics import Difference, Share, means_differ, share, shares_differ


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of both; `kind` says whether it is a share of all games or a mean.

    `phrase` is the id of what languages call it, `of` the seat or the ending that it is about.
    """

    name: str
    kind: str
    figures: Difference
    phrase: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the first store differs from the second. What is dead in one of them only is named."""

    first: str
    second: str
    figures: tuple[Compared, ...]
    dead_in_first: tuple[str, ...]
    dead_in_second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dead:
    """Something that never came."""

    kind: Literal["ending", "move"]
    id: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


def compare(first: Report, second: Report) -> Comparison:
    """The comparison of two reports: wins of the seats both have, ties, endings, length, branching, returns."""
    return Comparison(
        first.facts.configuration,
        second.facts.configuration,
        (*_shares(first, second), *_means(first, second)),
        tuple(map(str, dead_in_one(first, second))),
        tuple(map(str, dead_in_one(second, first))),
    )


def dead_in_one(report: Report, other: Report) -> tuple[Dead, ...]:
    """What never came in the games of one report, and came in those of the other."""
    dead, there = set(_dead(other)), _all(other)
    return tuple(each for each in _dead(report) if each in there and each not in dead)


def _shares(first: Report, second: Report) -> list[Compared]:
    seats = zip(first.seats, second.seats, strict=False)
    found = [
        Compared(
            f"won by player {one.seat}", "share", shares_differ(one.won, other.won), "report.won_by", str(one.seat)
        )
        for one, other in seats
    ]
    found.append(Compared("tied", "share", shares_differ(first.ties, second.ties), "report.tied"))
    found.append(Compared("won by nobody", "share", shares_differ(first.unwon, second.unwon), "report.unwon"))
    for id in dict.fromkeys(ending.id for ending in (*first.endings, *second.endings)):
        figures = shares_differ(_decided(first, id), _decided(second, id))
        found.append(Compared(f"ended by {id}", "share", figures, "report.ended_by", id))
    return found


def _decided(report: Report, id: str) -> Share:
    own: list[Ending] = [ending for ending in report.endings if ending.id == id]
    return own[0].decided if own else share(0, report.games)


def _means(first: Report, second: Report) -> list[Compared]:
    decisions = means_differ(first.decisions.mean, second.decisions.mean)
    turns = means_differ(first.turns.mean, second.turns.mean)
    found = [
        Compared("decisions", "mean", decisions, "report.decisions"),
        Compared("turns", "mean", turns, "report.turns"),
        Compared("moves at a decision", "mean", means_differ(first.branching, second.branching), "report.branching"),
    ]
    for one, other in zip(first.seats, second.seats, strict=False):
        figures = means_differ(one.returns.mean, other.returns.mean)
        found.append(Compared(f"return of player {one.seat}", "mean", figures, "report.return_of", str(one.seat)))
    return found


def _dead(report: Report) -> list[Dead]:
    endings = [Dead("ending", named.id) for named in report.dead_endings]
    return endings + [Dead("move", named.id) for named in report.dead_moves]


def _all(report: Report) -> set[Dead]:
    endings = {Dead("ending", named.id) for named in report.facts.endings}
    return endings | {Dead("move", named.id) for named in report.facts.moves}
