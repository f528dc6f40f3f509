"""An environment of PettingZoo (AEC, with action masks) over any game: `env(game="some_game")`.

Chance is drawn while a step runs. Every agent stays until the game is over, also who is out; rewards come at the end.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypedDict, cast

from ruleloom.adapters.actions import WATCH
from ruleloom.adapters.extras import missing
from ruleloom.adapters.sight import SPECTATOR, Sight, described
from ruleloom.adapters.table import MOST_ACTIONS, Position, Table
from ruleloom.arguments import MOST_SEED, check_number, check_seed, refuse
from ruleloom.chance import Seeded
from ruleloom.engines import REFERENCE
from ruleloom.errors import WrongInput
from ruleloom.game import Game, State
from ruleloom.library import LoadedGame, Setting, load
from ruleloom.talk import Conversation
from ruleloom.view import observation

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", error) from error

TEXT = "ansi"
RENDER_MODES = (TEXT, "human")
ILLEGAL_REWARD = -1.0
SEEDS = MOST_SEED + 1

P = ParamSpec("P")
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Mask = np.ndarray[tuple[int, ...], np.dtype[np.int8]]


class Seen(TypedDict):
    """What an agent observes."""

    observation: Numbers
    action_mask: Mask


class GameEnv(AECEnv):
    """A game as an environment; `env` puts the usual wrappers around it.

    `max_cycles` is how many actions a game may have; one that is not over then is truncated.
    """

    def __init__(self, game: Game, max_cycles: int = MOST_ACTIONS, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise WrongInput(f'there is no render mode "{render_mode}"; it is "{TEXT}" or "human"')
        self.table = Table(game, max_cycles)
        self.sight = Sight(self.table)
        self.render_mode = render_mode
        self.metadata = _metadata(self.table)
        self.possible_agents = [f"player_{agent}" for agent in range(self.table.agents)]
        self.agents: list[str] = []
        self._spaces = {name: self._new_space() for name in self.possible_agents}
        self._actions = {name: spaces.Discrete(len(self.table.actions.texts)) for name in self.possible_agents}
        cells = self.sight.cells * self.table.agents
        self.state_space = _box([cell.low for cell in cells], [cell.high for cell in cells])
        self._dealt = np.random.default_rng()
        self._chance = Seeded(0)
        self.position: Position = self.table.start()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes: whole numbers, each with its bounds, and the mask of its legal actions."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """All actions of the game, the same for every agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game; a seed decides all chance in it, and in the games after it. Raises WrongInput for none."""
        if seed is not None:
            check_seed(seed)
            self._dealt = np.random.default_rng(seed)
        self._chance = Seeded(int(self._dealt.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self._arrive(self.table.start().happen(self._chance), watched=not self._is_only_watched)
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Make an action of the agent that is asked. Raises WrongInput for one that is not legal."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        if action is None:
            raise WrongInput(f"{name} has to choose an action")
        check_number("an action", action, 0, len(self.table.actions.texts) - 1)
        watched = self._is_only_watched and self.table.actions.texts[int(action)] == WATCH
        self._arrive(self.position if watched else self.position.act(int(action)).happen(self._chance), watched=True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent observes now; only who is asked has legal actions. Raises WrongInput where there is no such."""
        if agent not in self.possible_agents:
            refuse("an agent", f"one of {', '.join(self.possible_agents)}", agent)
        at = self.possible_agents.index(agent)
        mask: Mask = np.zeros(len(self.table.actions.texts), np.int8)
        if agent == self.agent_selection and not self._has_ended(agent):
            mask[[0] if self._is_only_watched else list(self.position.legal)] = 1
        return {"observation": np.array(self.sight.numbers(self.position, at), np.int64), "action_mask": mask}

    def state(self) -> Numbers:
        """What all agents see together, one after the other."""
        numbers = (self.sight.numbers(self.position, agent) for agent in range(self.table.agents))
        seen: Numbers = np.array([each for one in numbers for each in one], np.int64)
        return seen

    def render(self) -> str | None:
        """What everybody sees, as text: given back, or printed where the mode is "human"."""
        if self.render_mode is None:
            return None
        text = "\n".join(described(observation(self.position.state, SPECTATOR)))
        if self.render_mode == TEXT:
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is kept open."""

    def action(self, text: str) -> int:
        """The number of an action by how it is written. Raises WrongInput."""
        return self.table.actions.find(text)

    def action_text(self, action: int) -> str:
        """How an action is written. Raises WrongInput."""
        check_number("an action", action, 0, len(self.table.actions.texts) - 1)
        return self.table.actions.texts[action]

    @property
    def _is_only_watched(self) -> bool:
        return self.table.actions.texts == (WATCH,)

    def _has_ended(self, agent: str) -> bool:
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    def _arrive(self, position: Position, watched: bool) -> None:
        """Stand at a position: say who is asked, or that it is over."""
        self.position = position
        asked = position.agent
        self.agent_selection = self.possible_agents[asked or 0]
        if position.is_over and watched:
            ended = self.truncations if position.is_cut else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.possible_agents, position.returns, strict=True))

    def _new_space(self) -> spaces.Dict:
        cells, actions = self.sight.cells, len(self.table.actions.texts)
        seen = _box([cell.low for cell in cells], [cell.high for cell in cells])
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def __getstate__(self) -> dict[str, object]:
        kept = {name: value for name, value in self.__dict__.items() if name not in ("table", "sight", "position")}
        position = self.position
        kept["at"] = (self.table.most, position.state, position.path, position.said, position.made)
        return kept

    def __setstate__(self, kept: dict[str, object]) -> None:
        most, state, path, said, made = cast(tuple[int, State, tuple[int, ...], tuple[int, ...], int], kept.pop("at"))
        self.__dict__.update(kept)
        self.table = Table(state.game, most)
        self.sight = Sight(self.table)
        self.position = Position(self.table, state, path, said, made=made)


def raw_env(
    game: str | Path | LoadedGame | Game,
    variants: str | Path | Sequence[str | Path] = (),
    players: int | None = None,
    options: Mapping[str, Setting] | None = None,
    *,
    folders: str | Path | Iterable[str | Path] = (),
    engine: str = REFERENCE,
    max_cycles: int = MOST_ACTIONS,
    render_mode: str | None = None,
) -> GameEnv:
    """The environment of a game, by name or loaded already, without wrappers.

    Raises RulesetError and EngineMissing, and WrongInput where a loaded game is to have other variants or options.
    """
    if isinstance(game, LoadedGame):
        game = game.game
    if isinstance(game, Game):
        if variants or players or options or folders or engine != REFERENCE:
            raise WrongInput("a game that is loaded has its variants, players, options and engine already")
    else:
        game = load(game, variants, players, options, folders, engine=engine).game
    return GameEnv(game, max_cycles, render_mode)


def _checked(make: Callable[P, GameEnv]) -> Callable[P, AECEnv]:
    @wraps(make, assigned=())
    def env(*asked: P.args, **named: P.kwargs) -> AECEnv:
        """The environment of a game; whoever makes an illegal action ends the game and loses 1."""
        raw = wrappers.TerminateIllegalWrapper(make(*asked, **named), ILLEGAL_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))

    return env


env = _checked(raw_env)


def _box(low: list[int], high: list[int]) -> spaces.Box:
    return spaces.Box(np.array(low, np.int64), np.array(high, np.int64), dtype=np.int64)


def _metadata(table: Table) -> dict[str, object]:
    """What is to be known of a game: its actions, its agents, and what cannot be expressed."""
    game = table.game
    return {
        "name": game.rules.configuration.id,
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "actions": table.actions.texts,
        "spelled": table.actions.spelled,
        "seats": {f"player_{agent}": seats for agent, seats in enumerate(table.seats)},
        "teams": tuple(tuple(f"player_{agent}" for agent in team) for team in table.teams),
        "not_expressed": Conversation(game).patterns,
    }
