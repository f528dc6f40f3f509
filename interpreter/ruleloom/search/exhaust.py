"""All deals of a game in numbered batches, what they come to, and what a store says of them."""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice

from ruleloom.game import Game
from ruleloom.search.arrangements import Layout
from ruleloom.search.deals import Deals
from ruleloom.search.solver import Worth, worth_of
from ruleloom_dsl.ir.codec import from_json, to_json
from ruleloom_dsl.ir.game import Game as Rules

BEGUN_EACH = 20
"""So many beginnings of layouts are a batch."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many positions come to the same: up to symmetries, in all, and one of them."""

    layouts: int
    weight: int
    example: Layout


Counts = Mapping[Worth, Count]


def added(parts: Iterable[Counts]) -> dict[Worth, Count]:
    """The counts of several parts together; the example is that of the first part that has one."""
    total: dict[Worth, Count] = {}
    for counts in parts:
        for worth, count in counts.items():
            before = total.get(worth, Count(0, 0, count.example))
            total[worth] = Count(before.layouts + count.layouts, before.weight + count.weight, before.example)
    return total


def batches(deals: Deals) -> int:
    """How many batches there are."""
    return -(-len(deals.begun) // BEGUN_EACH)


def batch(deals: Deals, number: int, step: int) -> list[tuple[Layout, int]]:
    """The layouts of a batch with their weights: of each beginning every `step`-th one, so that all are met alike."""
    first = number * BEGUN_EACH
    found: list[tuple[Layout, int]] = []
    for at, begun in enumerate(deals.begun[first : first + BEGUN_EACH], start=first):
        if -at % step < deals.arrangements.most_finished:
            found += islice(deals.arrangements.finished(begun), -at % step, None, step)
    return found


def solve_batch(deals: Deals, number: int, step: int = 1) -> dict[Worth, Count]:
    """What the deals of a batch come to."""
    found = batch(deals, number, step)
    values = deals.values([layout for layout, _ in found])
    leaves = deals.solver.prover.leaves
    return added(
        {worth_of(leaves, value): Count(1, weight, layout)}
        for value, (layout, weight) in zip(values, found, strict=True)
    )


def counts_text(counts: Counts) -> str:
    """Counts as JSON; equal counts have equal texts."""
    rows = [
        [worth.winner, worth.plies, worth.difference, count.layouts, count.weight, list(count.example)]
        for worth, count in counts.items()
    ]
    return json.dumps(sorted(rows, key=str), separators=(",", ":"))


def parse_counts(text: str) -> dict[Worth, Count]:
    """Read what `counts_text` wrote. Raises ValueError or TypeError for anything else."""
    return {
        Worth(winner, plies, difference): Count(int(layouts), int(weight), tuple(example))
        for winner, plies, difference, layouts, weight, example in json.loads(text)
    }


@dataclass(frozen=True, slots=True)
class AllDeals:
    """All deals of a game, or every `step`-th of them; it can be sent to another process."""

    rules: bytes
    engine: str
    step: int

    @classmethod
    def of(cls, rules: Rules, engine: str, step: int) -> "AllDeals":
        """The deals of a game on an engine that solves."""
        return cls(zlib.compress(to_json(rules).encode()), engine, step)

    def done(self, seeds: range) -> tuple[int, str, str]:
        """Solve the batches of these numbers: how many, what has solved them, and their counts."""
        deals = opened(self)
        counts = added(solve_batch(deals, number, self.step) for number in seeds)
        return len(seeds), deals.solver.engine, counts_text(counts)


@lru_cache(maxsize=1)
def opened(all_deals: AllDeals) -> Deals:
    """The deals, ready to be solved; they are made once and kept."""
    return Deals(Game(from_json(zlib.decompress(all_deals.rules).decode())), all_deals.engine)


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What a store of solved deals says of them: which rules, by their hash, and how many symmetries were used."""

    game: str
    title: str
    version: str
    configuration: str
    rules: str
    step: int
    symmetries: int
    pinned: int
    seed: int = 0
    size: int = 1

    def text(self) -> str:
        """The facts as JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "DealFacts":
        """Read what `text` wrote. Raises ValueError or TypeError for anything else."""
        return cls(**json.loads(text))


def facts_of(deals: Deals, step: int) -> DealFacts:
    """The facts of all deals of a game."""
    rules = deals.game.rules
    configuration = rules.configuration
    return DealFacts(
        configuration.game, rules.title, rules.version, configuration.id, deals.game.hash, step,
        len(deals.symmetries), deals.pinned,
    )  # fmt: skip
