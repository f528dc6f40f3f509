"""A game as adapters are asked for it: by name with its settings, or loaded already."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ruleloom.engines import REFERENCE
from ruleloom.game import Game
from ruleloom.library import Setting as Setting
from ruleloom.library import load


def configured(
    game: str | Path | Game,
    variants: str | Path | Sequence[str | Path] = (),
    players: int | None = None,
    options: Mapping[str, Setting] | None = None,
    folders: str | Path | Iterable[str | Path] = (),
    engine: str = REFERENCE,
) -> Game:
    """The game that is asked for. Raises RulesetError and EngineMissing."""
    if isinstance(game, Game):
        return game
    return load(game, variants, players, options, folders, engine=engine).game
