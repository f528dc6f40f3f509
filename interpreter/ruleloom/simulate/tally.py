"""What is kept of many games: counts by measure and value. Tallies of parts add up to the tally of the whole.

The measures: `result` (ending/seats that came first/`won` where they have won), `decisions`, `turns`, `return.SEAT`,
`chosen` (by alternative), and `branching`: the sums of the legal moves of a game, of their squares, and of their
products with its decisions.
"""

import json
from array import array
from collections import Counter
from functools import lru_cache
from operator import mul

from ruleloom.simulate.rows import DECISIONS, ENDING, MOVES, RETURNS, TURNS, Player, Rows, Shape

CHUNK = 5_000
"""So many rows are held at a time."""


class Tally:
    """Counts by measure and value."""

    def __init__(self) -> None:
        self.games = 0
        self.counts: dict[str, Counter[str]] = {}

    def add(self, rows: "Rows[int]", shape: Shape) -> None:
        """Count games."""
        width, seats = shape.width, range(shape.seats)
        decisions, moves = rows[DECISIONS::width], rows[MOVES::width]
        self.games += len(decisions)
        self._histogram("decisions", decisions)
        self._histogram("turns", rows[TURNS::width])
        for seat in seats:
            self._histogram(f"return.{seat + 1}", rows[RETURNS + seat :: width])
        returns = [rows[RETURNS + seat :: width] for seat in seats]
        ranks = [rows[shape.ranks + seat :: width] for seat in seats if shape.has_ranks]
        results = Counter(zip(rows[ENDING::width], *returns, *ranks, strict=True))
        for (ending, *rest), count in results.items():
            name = _result(shape, ending, tuple(rest[: shape.seats]), tuple(rest[shape.seats :]))
            self._measure("result")[name] += count
        for number, alternative in enumerate(shape.alternatives):
            self._measure("chosen")[alternative] += sum(rows[shape.chosen + number :: width])
        self._measure("branching").update({
            "moves": sum(moves),
            "moves*moves": sum(map(mul, moves, moves)),
            "moves*decisions": sum(map(mul, moves, decisions)),
        })  # fmt: skip

    def merge(self, other: "Tally") -> None:
        """Add the games of another tally."""
        self.games += other.games
        for measure, counts in other.counts.items():
            self._measure(measure).update(counts)

    def text(self) -> str:
        """The tally as JSON; equal tallies have equal texts."""
        return json.dumps({"games": self.games, "counts": self.counts}, sort_keys=True, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> "Tally":
        """Read what `text` wrote. Raises ValueError, KeyError or TypeError for anything else."""
        document, tally = json.loads(text), cls()
        tally.games = int(document["games"])
        for measure, counts in document["counts"].items():
            tally.counts[measure] = Counter({str(key): int(count) for key, count in counts.items()})
        return tally

    def _measure(self, name: str) -> Counter[str]:
        return self.counts.setdefault(name, Counter())

    def _histogram(self, measure: str, values: "array[int]") -> None:
        self._measure(measure).update({str(value): count for value, count in Counter(values).items()})


@lru_cache(maxsize=100_000)
def _result(shape: Shape, ending: int, returns: tuple[int, ...], ranks: tuple[int, ...]) -> str:
    first = [seat for seat, rank in enumerate(ranks or shape.rank(ending, returns)) if rank == 1]
    won = [seat for seat in first if shape.scores[ending] or returns[seat] > 0]
    seats = ",".join(str(seat + 1) for seat in won or first)
    return f"{shape.endings[ending]}/{seats}/{'won' if won else ''}"


def play_batch(player: Player, shape: Shape, seeds: range) -> Tally:
    """Play the games of a batch, a few thousand at a time."""
    tally = Tally()
    for first in range(0, len(seeds), CHUNK):
        tally.add(player.games(seeds[first : first + CHUNK]), shape)
    return tally
