"""Counts of other programs, as data: `tests/data/perft/<game>.yaml`.

Each entry is a position (`with`, `chance`, `given`, `play`) with `counts`, how many sequences of 1, 2, 3, ... decisions
begin there, or of turns with `by: turn`, and the `source` of these figures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import yaml

from ruleloom.game import Game, State
from ruleloom.perft import By, divide, perft
from ruleloom.position import build
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.positions import PositionSource, load_configuration, read_position_text
from tests.games import DATA, source

FOLDER = DATA / "perft"
OWN = {"by", "counts", "source"}


@dataclass(frozen=True)
class Fact:
    """How many sequences of 1, 2, 3, ... decisions or turns begin in a position of a game."""

    game: str
    name: str
    position: PositionSource
    by: By
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.game}.{self.name}"

    def depth(self, most: int) -> int:
        """The last depth with at most so many sequences."""
        return max(depth for depth, count in enumerate((1, *self.counts)) if count <= most)

    def state(self) -> State:
        position, document = self.position.position, self.position.document
        return build(Game(load_configuration(source(self.game), position, document).game), position)

    def fault(self, most: int) -> str | None:
        """The first count that is another one, with what each first move contributes."""
        state = self.state()
        for depth in range(1, self.depth(most) + 1):
            found, right = perft(state, depth, self.by), self.counts[depth - 1]
            if found != right:
                return f"{self}: {found:,} instead of {right:,} at depth {depth}: {divide(state, depth, self.by)}"
        return None


def facts() -> Iterator[Fact]:
    """What is known about the games that are shipped."""
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.stem in catalog.games():
            for name, entry in yaml.safe_load(path.read_text(encoding="utf-8")).items():
                yield _fact(path, name, entry)


def _fact(path: Path, name: str, entry: dict[str, object]) -> Fact:
    report = Report()
    text = yaml.safe_dump({key: value for key, value in entry.items() if key not in OWN}, default_style=None)
    position = read_position_text(text, f"{path.name}, {name}", report)
    report.raise_errors()
    assert position is not None
    counts = cast(list[int], entry["counts"])
    return Fact(path.stem, name, position, cast(By, entry.get("by", "decision")), tuple(counts))
