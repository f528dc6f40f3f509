"""Games of OpenSpiel: `pyspiel.load_game("ruleloom_some_game(players=2)")` after this module was imported.

Every shipped game is registered as `ruleloom_` and its id; `register` adds games of one's own folders. Chance is always
explicit: a shuffled pile is drawn card by card. Parameters:

    variants     ids joined by `+`                     players       how many people play (0: as the game says)
    options      `name:value`, joined by `+`           engine        what runs the rules
    max_actions  a game that is not over after so many actions is cut, and everybody gets 0
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

from ruleloom.adapters.extras import missing
from ruleloom.adapters.sight import SPECTATOR, Sight, described
from ruleloom.adapters.spiel_types import DEFAULTS, Settings, before_loading, info_of, type_of
from ruleloom.adapters.table import MOST_ACTIONS, Position, Table
from ruleloom.adapters.utilities import Utility, utility_of
from ruleloom.arguments import refuse
from ruleloom.engines import REFERENCE
from ruleloom.errors import WrongInput, nearest
from ruleloom.library import Setting as OptionValue
from ruleloom.library import games, load, several, written_options
from ruleloom.view import observation

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing("open_spiel", error) from error

PREFIX = "ruleloom_"
MOST_KEPT = 64
"""So many loaded configurations are kept."""
MOST_CHANCE = (1 << 31) - 1
SEPARATOR, EQUALS = "+", ":"
_IN_NAMES = re.compile(r"[\w.:+-]*")

Parameters = Mapping[str, str | int]
Tensor = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


class RuleloomGame(pyspiel.Game):
    """One configuration of a game."""

    def __init__(self, name: str, setting: "Setting", parameters: Parameters) -> None:
        self.table, self.sight = setting.table, setting.sight
        said = type_of(name, self.table, setting.utility)
        super().__init__(said, info_of(self.table, setting.utility), dict(parameters))

    def new_initial_state(self) -> "RuleloomState":
        """The state at the first thing that is pending."""
        return RuleloomState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can come; the rules say no number."""
        return MOST_CHANCE if self.table.happenings.any else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> "Observer":
        """What observes states: what one player sees, or what everybody sees."""
        if params:
            raise WrongInput("an observer of these games takes no parameters")
        return Observer(self.sight, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Held:
    """A position that is kept by the game's name and what happened, so that it can be sent to another process."""

    def __init__(self, game: str, position: Position, history: tuple[int, ...] = ()) -> None:
        self.game = game
        self.position = position
        self.history = history

    def __deepcopy__(self, memo: object) -> "Held":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Held"], tuple[str, tuple[int, ...]]]:
        return held, (self.game, self.history)

    def after(self, action: int) -> "Held":
        """What is held after an action or a draw."""
        position = self.position
        then = position.draw(position.draws[action][0]) if position.is_chance else position.act(action)
        return Held(self.game, then, (*self.history, action))


def held(game: str, history: Sequence[int] = ()) -> Held:
    """The position of a game, named as in OpenSpiel, after actions and draws."""
    found = Held(game, pyspiel.load_game(game).table.start())
    for action in history:
        found = found.after(action)
    return found


class RuleloomState(pyspiel.State):
    """One moment of a game."""

    def __init__(self, game: RuleloomGame) -> None:
        super().__init__(game)
        self.held = Held(str(game), game.table.start())

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.held.position

    def current_player(self) -> int:
        """Who chooses, from 0, or what else is so."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        agent = self.position.agent
        return int(pyspiel.PlayerId.CHANCE) if agent is None else agent

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """What every player has got."""
        return list(self.position.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, with its probability."""
        return [(number, share) for number, (_, share) in self.position.draws.items()]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal) if player == self.position.agent else []

    def _apply_action(self, action: int) -> None:
        self.held = self.held.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            draws = self.position.draws
            return draws[action][0] if action in draws else self.position.table.happenings.texts[action]
        return self.position.table.actions.texts[action]

    def __str__(self) -> str:
        seen = observation(self.position.state, SPECTATOR)
        said = [self.position.table.actions.texts[action] for action in self.position.path]
        return "\n".join((*described(seen), *said, *self.position.drawn))


class Observer:
    """Observes states for a player as the interface of OpenSpiel wants it; there is no tensor of a whole memory."""

    def __init__(self, sight: Sight, kind: pyspiel.IIGObservationType) -> None:
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info not in (alone, pyspiel.PrivateInfoType.NONE):
            raise WrongInput("what is observed is what one player sees, or what everybody sees")
        self._sight = sight
        self._is_private = kind.private_info == alone
        self._remembers = bool(kind.perfect_recall)
        size = len(sight.cells)
        self.tensor: Tensor | None = None if self._remembers else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: RuleloomState, player: int) -> None:
        """Fill the tensor with what is seen of a state."""
        if self.tensor is not None:
            self.tensor[:] = self._sight.numbers(state.position, player if self._is_private else SPECTATOR)

    def string_from(self, state: RuleloomState, player: int) -> str:
        """What is seen of a state, or remembered, as text."""
        who = player if self._is_private else SPECTATOR
        tell = self._sight.remembered if self._remembers else self._sight.text
        return tell(state.position, who)


def name_of(
    game: str,
    variants: str | Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    engine: str = REFERENCE,
    max_actions: int = MOST_ACTIONS,
) -> str:
    """What to give to `pyspiel.load_game`. Raises WrongInput for what cannot stand in such a name.

    >>> name_of("some_game", ["some_variant"], options={"first_player": 2})
    'ruleloom_some_game(options=first_player:2,variants=some_variant)'
    """
    asked: Settings = {
        "variants": SEPARATOR.join(map(str, several(variants))),
        "players": players or 0,
        "options": SEPARATOR.join(f"{name}{EQUALS}{value}" for name, value in written_options(options).items()),
        "engine": engine,
        "max_actions": max_actions,
    }
    given = ",".join(f"{key}={value}" for key, value in sorted(asked.items()) if value != dict(DEFAULTS)[key])
    for each in (game, *asked.values()):
        if not _IN_NAMES.fullmatch(str(each)):
            refuse("what stands in a name", "ids, numbers and words", each)
    return PREFIX + game + (f"({given})" if given else "")


def register(game: str, folders: str | Path | Iterable[str | Path] = ()) -> str:
    """Make a game known to OpenSpiel; the name that it has there. Games that are shipped are known already.

    Raises WrongInput where there is no such game.
    """
    name = PREFIX + game
    if name not in pyspiel.registered_names():
        if game not in (there := games(folders)):
            raise WrongInput(f'no game is called "{game}"', nearest(game, there))
        _register(name, game, several(folders))
    return name


def _register(name: str, game: str, folders: tuple[str | Path, ...] = ()) -> None:
    pyspiel.register_game(before_loading(name), _registered(name, game, folders))


@dataclass(frozen=True, slots=True)
class Setting:
    """A configuration that was loaded, with all that is worked out of it once."""

    table: Table
    sight: Sight
    utility: Utility


@lru_cache(MOST_KEPT)
def _setting(
    game: str, variants: tuple[str, ...], players: int, options: str, folders: tuple[str | Path, ...], engine: str,
    most: int,
) -> Setting:  # fmt: skip
    loaded = load(game, variants, players or None, _options(options), folders, engine=engine)
    table = Table(loaded.game, most)
    return Setting(table, Sight(table), utility_of(table))


def _registered(name: str, game: str, folders: tuple[str | Path, ...]) -> type[RuleloomGame]:
    """What makes a game; a class, since OpenSpiel breaks at the exit of Python over a function that is registered."""

    class Registered(RuleloomGame):
        def __init__(self, parameters: Parameters | None = None) -> None:
            asked = cast(Settings, {**DEFAULTS, **(parameters or {})})
            variants = tuple(each for each in asked["variants"].split(SEPARATOR) if each)
            most = asked["max_actions"]
            setting = _setting(game, variants, asked["players"], asked["options"], folders, asked["engine"], most)
            super().__init__(name, setting, parameters or {})

    return Registered


def _options(text: str) -> dict[str, str]:
    found = {}
    for each in filter(None, text.split(SEPARATOR)):
        name, equals, value = each.partition(EQUALS)
        if not equals:
            raise WrongInput(f'"{each}" is no option: write name{EQUALS}value, several joined by {SEPARATOR}')
        found[name] = value
    return found


for each in games():
    _register(PREFIX + each, each)
