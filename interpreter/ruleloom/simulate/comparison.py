"""Two stores side by side: in what their games differ, and whether that may be chance."""

from dataclasses import dataclass

from ruleloom.simulate.report import Ending, Report
from ruleloom.simulate.statistics import Difference, Share, means_differ, share, shares_differ


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of both; `kind` says whether it is a share of all games or a mean."""

    name: str
    kind: str
    figures: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the first store differs from the second. What is dead in one of them only is named."""

    first: str
    second: str
    figures: tuple[Compared, ...]
    dead_in_first: tuple[str, ...]
    dead_in_second: tuple[str, ...]


def compare(first: Report, second: Report) -> Comparison:
    """The comparison of two reports: wins of the seats both have, ties, endings, length, branching, returns."""
    ones, others = _dead(first), _dead(second)
    return Comparison(
        first.facts.configuration,
        second.facts.configuration,
        (*_shares(first, second), *_means(first, second)),
        tuple(name for name in ones if name in _all(second) and name not in others),
        tuple(name for name in others if name in _all(first) and name not in ones),
    )


def _shares(first: Report, second: Report) -> list[Compared]:
    seats = zip(first.seats, second.seats, strict=False)
    found = [(f"won by player {one.seat}", one.won, other.won) for one, other in seats]
    found += [("tied", first.ties, second.ties), ("won by nobody", first.unwon, second.unwon)]
    ids = dict.fromkeys(ending.id for ending in (*first.endings, *second.endings))
    found += [(f"ended by {id}", _decided(first, id), _decided(second, id)) for id in ids]
    return [Compared(name, "share", shares_differ(one, other)) for name, one, other in found]


def _decided(report: Report, id: str) -> Share:
    own: list[Ending] = [ending for ending in report.endings if ending.id == id]
    return own[0].decided if own else share(0, report.games)


def _means(first: Report, second: Report) -> list[Compared]:
    found = [
        ("decisions", first.decisions.mean, second.decisions.mean),
        ("turns", first.turns.mean, second.turns.mean),
        ("moves at a decision", first.branching, second.branching),
    ]
    seats = zip(first.seats, second.seats, strict=False)
    found += [(f"return of player {one.seat}", one.returns.mean, other.returns.mean) for one, other in seats]
    return [Compared(name, "mean", means_differ(one, other)) for name, one, other in found]


def _dead(report: Report) -> list[str]:
    return [f"ending {named.id}" for named in report.dead_endings] + [f"move {named.id}" for named in report.dead_moves]


def _all(report: Report) -> set[str]:
    endings = {f"ending {named.id}" for named in report.facts.endings}
    return endings | {f"move {named.id}" for named in report.facts.moves}
