"""What is asked of every game in the adapters, whatever its rules; `python -m tests.full.adapters` asks it of all."""

import contextlib
import io
import pickle
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Protocol, cast

from ruleloom.adapters.sight import SPECTATOR, Sight
from ruleloom.adapters.table import Position, Table
from ruleloom.chance import Seeded, Stream
from ruleloom.engines import REFERENCE
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game
from ruleloom.view import permute_unseen
from tests.games import Configuration

USUAL = ("Observation is not a NumPy array", "Observation space for each agent probably should be", ".*Illegal move")
"""Warnings of PettingZoo about every environment with an action mask that it does not know by name."""


class Env(Protocol):
    """The part of an environment that is used here."""

    metadata: dict[str, object]
    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]

    @property
    def unwrapped(self) -> "Env": ...
    def reset(self, seed: int | None = None) -> None: ...
    def step(self, action: int | None) -> None: ...
    def last(self) -> tuple[dict[str, list[int]], float, bool, bool, dict[str, object]]: ...
    def observe(self, agent: str) -> dict[str, list[int]]: ...
    def state(self) -> list[int]: ...
    def render(self) -> str | None: ...


def new_env(game: Game, **settings: object) -> Env:
    return cast(Env, import_module("ruleloom.adapters.pettingzoo").env(game, **settings))


def course(table: Table, seed: int, most: int) -> Iterator[Position]:
    """The positions of a random game at which somebody chooses, and its end."""
    chance, random = Seeded(seed), Random(seed)
    position = table.start().happen(chance)
    for _ in range(most):
        yield position
        if position.is_over:
            return
        position = position.act(random.choice(position.legal)).happen(chance)


def check_numbers(game: Game, seed: int, most: int) -> None:
    """Actions are the legal moves, one for one; what is seen is within its bounds and lets nothing slip."""
    table = Table(game)
    sight, generator = Sight(table), Stream(seed, "unseen")
    for position in course(table, seed, most):
        if isinstance(position.state.pending, Decision) and not position.path:
            ways = [table.actions.of(position.state, move) for move in position.state.pending.moves]
            assert len(set(ways)) == len(ways), "two moves are the same actions"
            assert {way[0] for way in ways} == set(position.legal)
        for agent, seats in enumerate(table.seats):
            seen = sight.numbers(position, agent)
            assert len(seen) == len(sight.cells)
            wrong = [cell for cell, value in zip(sight.cells, seen, strict=True) if not cell.low <= value <= cell.high]
            assert not wrong, f"out of bounds: {wrong}"
            if len(seats) == 1:
                try:
                    state = permute_unseen(position.state, seats[0], generator)
                except RuleError:  # with other hands nobody would have come here
                    continue
                other = Position(table, state, position.path, position.said)
                assert sight.numbers(other, agent) == seen, "what is hidden can be told from the numbers"
                assert sight.text(other, agent) == sight.text(position, agent)
        assert len(sight.numbers(position, SPECTATOR)) == len(sight.cells)


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Nothing is printed, and every warning but the usual ones is an error."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for message in USUAL:
            warnings.filterwarnings("ignore", message)
        yield


def check_pettingzoo(game: Game, cycles: int) -> None:
    """The tests of PettingZoo that fit games with an action mask."""
    suite = import_module("pettingzoo.test")
    with quietly():
        suite.api_test(new_env(game), num_cycles=cycles)
        suite.seed_test(lambda: new_env(game), num_cycles=cycles)
        suite.render_test(lambda **settings: new_env(game, **settings), {"ansi": lambda text: isinstance(text, str)})
        state = import_module("pettingzoo.test.state_test")
        state.test_state_space(new_env(game))
        state.test_state(new_env(game), 10)
        check_pickled(game, cycles)


def check_pickled(game: Game, cycles: int) -> None:
    """A pickled environment goes on in the same way."""
    one = new_env(game)
    one.reset(seed=3)
    play(one, cycles, 3)
    other = cast(Env, pickle.loads(pickle.dumps(one)))
    assert play(one, cycles, 4) == play(other, cycles, 4)


def play(env: Env, most: int, seed: int) -> list[object]:
    """Choose at random for so many steps: everything that is seen."""
    found: list[object] = []
    random = Random(seed)
    for _ in range(most):
        if not env.agents:
            break
        seen, reward, terminated, truncated, _ = env.last()
        found.append((env.agent_selection, list(seen["observation"]), list(env.state()), reward, terminated, truncated))
        legal = [action for action, can in enumerate(seen["action_mask"]) if can]
        env.step(None if terminated or truncated else random.choice(legal))
    return found


def load_spiel(asked: Configuration, engine: str = REFERENCE, most: int | None = None) -> "SpielGame":
    adapter = import_module("ruleloom.adapters.open_spiel")
    settings = {} if most is None else {"max_actions": most}
    name = adapter.name_of(asked.game, asked.variants, asked.players, dict(asked.options), engine, **settings)
    return cast(SpielGame, import_module("pyspiel").load_game(name))


def check_open_spiel(asked: Configuration, games: int, most: int) -> None:
    """The tests of OpenSpiel: random games, each state written down and read, copied and observed."""
    game = load_spiel(asked, most=most)
    import_module("pyspiel").random_sim_test(game, games, True, False)
    check_promises(game, most)


def check_promises(game: "SpielGame", most: int) -> None:
    """What the integration tests of OpenSpiel ask of states, which they do for registered games with defaults only."""
    random, state = Random(1), game.new_initial_state()
    players = range(game.num_players())
    check_refused(state, players)
    for _ in range(4 * most):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(share for _, share in outcomes) - 1) < 1e-9
            state.apply_action(random.choice([action for action, _ in outcomes]))
            continue
        check_observed(state, players)
        if state.is_terminal():
            assert not state.legal_actions() and not any(state.legal_actions(player) for player in players)
            return
        assert not any(state.legal_actions(player) for player in players if player != state.current_player())
        state.apply_action(random.choice(state.legal_actions()))


def check_observed(state: "Spiel", players: range) -> None:
    for player in players:
        assert state.information_state_string(player) and state.observation_string(player)
        assert len(state.observation_tensor(player)) == state.get_game().observation_tensor_size()


def check_refused(state: "Spiel", players: range) -> None:
    for wrong in (-1, len(players)):
        for observe in (state.information_state_string, state.observation_string, state.observation_tensor):
            raises(lambda observe=observe, wrong=wrong: observe(wrong))  # type: ignore[misc]


def raises(what: Callable[[], object]) -> None:
    try:
        what()
    except RuntimeError:
        return
    raise AssertionError("this should be refused")


class Spiel(Protocol):
    """A state of OpenSpiel."""

    position: Position

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def apply_action(self, action: int) -> None: ...
    def child(self, action: int) -> "Spiel": ...
    def returns(self) -> list[float]: ...
    def information_state_string(self, player: int = ...) -> str: ...
    def observation_string(self, player: int = ...) -> str: ...
    def observation_tensor(self, player: int = ...) -> list[float]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def history(self) -> list[int]: ...
    def get_game(self) -> "SpielGame": ...


class SpielGame(Protocol):
    """A game of OpenSpiel."""

    def new_initial_state(self) -> Spiel: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def observation_tensor_size(self) -> int: ...
    def min_utility(self) -> float: ...
    def max_utility(self) -> float: ...
    def max_game_length(self) -> int: ...
