"""What the games of a store come to: who wins, how long games are, how they end, what never happens."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ruleloom.simulate.facts import Facts, Named
from ruleloom.simulate.statistics import Histogram, Mean, Share, Spread, Sums, ratio, share, spread
from ruleloom.simulate.store import Store, StoreError
from ruleloom.simulate.tally import Tally

FEWEST = 2
"""With fewer games there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What became of a seat. `won`: alone or with others; `shared`: how often with some that are not of its team."""

    seat: int
    bot: str
    won: Share
    shared: int
    returns: Spread


@dataclass(frozen=True, slots=True)
class Ending:
    """How often an ending decided, and how often each seat won by it."""

    id: str
    text: str
    decided: Share
    won: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """How often a move was chosen, and its part of all that was chosen."""

    id: str
    text: str
    count: int
    part: float


@dataclass(frozen=True, slots=True)
class Seating:
    """How often the seats of a bot won; `fair` is the share it would have if all seats won as often."""

    bot: str
    seats: tuple[int, ...]
    won: Share
    fair: float


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told of a store.

    `ties`: nobody was ahead of all others who are not of the same team. `unwon`: nobody won. `branching`: legal moves
    at a decision. `dead_endings` and `dead_moves` never happened.
    """

    facts: Facts
    games: int
    wanted: int
    engines: tuple[str, ...]
    seats: tuple[Seat, ...]
    bots: tuple[Seating, ...]
    ties: Share
    unwon: Share
    decisions: Spread
    turns: Spread
    branching: Mean
    endings: tuple[Ending, ...]
    moves: tuple[Chosen, ...]
    dead_endings: tuple[Named, ...]
    dead_moves: tuple[Named, ...]


def report_on(store: Store[Facts], worded: Callable[[Facts], Facts] = lambda facts: facts) -> Report:
    """The report of a store, its facts put into other words. Raises StoreError where there are too few games."""
    tally = store.total()
    if tally.games < FEWEST:
        raise StoreError(store.path, f"too few games to tell of: {tally.games}")
    return make_report(worded(store.facts), tally, store.games, store.engines())


def make_report(facts: Facts, tally: Tally, wanted: int, engines: tuple[str, ...]) -> Report:
    """The report of at least two games."""
    results = [_Result.parse(name, count) for name, count in tally.counts["result"].items()]
    seats = tuple(_seat(facts, tally, results, seat) for seat in range(1, facts.seats + 1))
    ties = sum(result.count for result in results if _is_tie(facts, result))
    unwon = sum(result.count for result in results if not result.won)
    chosen = tally.counts["chosen"]
    ended = Counter[str]()
    for result in results:
        ended[result.ending] += result.count
    return Report(
        facts, tally.games, wanted, engines, seats, _seatings(facts, seats), share(ties, tally.games),
        share(unwon, tally.games), spread(_histogram(tally, "decisions")), spread(_histogram(tally, "turns")),
        _branching(tally), tuple(_ending(tally, results, named, facts.seats) for named in facts.endings),
        _chosen(facts, chosen), tuple(named for named in facts.endings if not ended[named.id]),
        tuple(named for named in facts.moves if not chosen[named.id]),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Result:
    """What a value of the measure `result` says."""

    ending: str
    first: tuple[int, ...]
    won: bool
    count: int

    @classmethod
    def parse(cls, name: str, count: int) -> "_Result":
        ending, seats, won = name.split("/")
        return cls(ending, tuple(map(int, seats.split(","))), won == "won", count)

    def winners(self) -> tuple[int, ...]:
        return self.first if self.won else ()


def _is_tie(facts: Facts, result: _Result) -> bool:
    together = any(set(result.first) <= set(team) for team in facts.teams)
    return len(result.first) > 1 and not together and result.ending not in facts.shared


def _seat(facts: Facts, tally: Tally, results: list[_Result], seat: int) -> Seat:
    won = [result for result in results if seat in result.winners()]
    shared = sum(result.count for result in won if _is_tie(facts, result))
    count = sum(result.count for result in won)
    returns = spread(_histogram(tally, f"return.{seat}"))
    return Seat(seat, facts.bots[seat - 1], share(count, tally.games), shared, returns)


def _seatings(facts: Facts, seats: tuple[Seat, ...]) -> tuple[Seating, ...]:
    """One for each kind of bot, where there are several."""
    kinds = tuple(dict.fromkeys(facts.bots))
    total = sum(seat.won.count for seat in seats)
    found = []
    for kind in kinds if len(kinds) > 1 else ():
        own = [seat for seat in seats if seat.bot == kind]
        wins, of = sum(seat.won.count for seat in own), sum(seat.won.of for seat in own)
        fair = total / sum(seat.won.of for seat in seats)
        found.append(Seating(kind, tuple(seat.seat for seat in own), share(wins, of), fair))
    return tuple(found)


def _ending(tally: Tally, results: list[_Result], named: Named, seats: int) -> Ending:
    own = [result for result in results if result.ending == named.id]
    won = (sum(result.count for result in own if seat in result.winners()) for seat in range(1, seats + 1))
    return Ending(named.id, named.text, share(sum(result.count for result in own), tally.games), tuple(won))


def _chosen(facts: Facts, counts: Counter[str]) -> tuple[Chosen, ...]:
    """The moves in declared order, then what else was chosen."""
    texts = {named.id: named.text for named in facts.moves}
    others = (id for id in counts if id not in texts and counts[id])
    total = max(counts.total(), 1)
    return tuple(Chosen(id, texts.get(id, ""), counts[id], counts[id] / total) for id in (*texts, *others))


def _histogram(tally: Tally, measure: str) -> Histogram:
    return {int(value): count for value, count in tally.counts[measure].items()}


def _branching(tally: Tally) -> Mean:
    sums, decisions = tally.counts["branching"], _histogram(tally, "decisions")
    below = sum(value * count for value, count in decisions.items())
    squared = sum(value * value * count for value, count in decisions.items())
    return ratio(Sums(tally.games, sums["moves"], below, sums["moves*moves"], squared, sums["moves*decisions"]))
