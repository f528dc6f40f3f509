"""What a store says of its games, so that a report needs no rules."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass

from ruleloom.game import Game


@dataclass(frozen=True, slots=True)
class Named:
    """An ending or a move: its id, and its sentence if it has one."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Which configuration is played, by which rules, from which base seed, and by whom.

    `rules` is the hash of the rules in their checked form. `size` is how many games a batch holds. `bots` are those of
    the seats. `teams` are seats from 1. `shared` are the endings that all players win or lose together.
    """

    game: str
    title: str
    version: str
    configuration: str
    rules: str
    seed: int
    size: int
    bots: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    endings: tuple[Named, ...]
    shared: tuple[str, ...]
    moves: tuple[Named, ...]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.bots)

    def text(self) -> str:
        """The facts as JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "Facts":
        """Read what `text` wrote. Raises ValueError, KeyError or TypeError for anything else."""
        document = json.loads(text)
        for key in ("endings", "moves"):
            document[key] = tuple(Named(**each) for each in document[key])
        for key in ("bots", "shared"):
            document[key] = tuple(document[key])
        document["teams"] = tuple(tuple(team) for team in document["teams"])
        return cls(**document)


def facts_of(
    game: Game, seed: int, size: int, bots: tuple[str, ...], sentence: Callable[[str], str | None] = lambda _: None
) -> Facts:
    """The facts of a game; `sentence` knows the sentences of elements by their keys."""
    rules = game.rules
    return Facts(
        rules.configuration.game,
        rules.title,
        rules.version,
        rules.configuration.id,
        game.hash,
        seed,
        size,
        bots,
        tuple(tuple(seat + 1 for seat in team) for team in rules.teams),
        tuple(Named(ending.id, sentence(f"ends.{ending.id}") or "") for ending in rules.ends),
        tuple(ending.id for ending in rules.ends if ending.team is not None),
        tuple(Named(move.id, sentence(f"moves.{move.id}") or "") for move in rules.moves),
    )
