"""What OpenSpiel wants to know of a game beforehand: its type, its sizes and its parameters."""

from typing import TypedDict

from ruleloom.adapters.extras import missing
from ruleloom.adapters.table import MOST_ACTIONS, Table
from ruleloom.adapters.utilities import Kind, Utility
from ruleloom.engines import REFERENCE
from ruleloom.program import Decide

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel", error) from error

MOST_PLAYERS = 10

_UTILITIES: dict[Kind, object] = {
    "zero_sum": pyspiel.GameType.Utility.ZERO_SUM,
    "constant_sum": pyspiel.GameType.Utility.CONSTANT_SUM,
    "identical": pyspiel.GameType.Utility.IDENTICAL,
    "general_sum": pyspiel.GameType.Utility.GENERAL_SUM,
}


class Settings(TypedDict):
    """The parameters of a game, with their defaults filled in."""

    variants: str
    players: int
    options: str
    engine: str
    max_actions: int


DEFAULTS: Settings = {"variants": "", "players": 0, "options": "", "engine": REFERENCE, "max_actions": MOST_ACTIONS}


def before_loading(name: str) -> pyspiel.GameType:
    """What is said of a game before it is loaded."""
    return _game_type(name, name, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
                      pyspiel.GameType.Information.IMPERFECT_INFORMATION, _UTILITIES["general_sum"],
                      (1, MOST_PLAYERS))  # fmt: skip


def type_of(name: str, table: Table, utility: Utility) -> pyspiel.GameType:
    """What is said of a game that was loaded."""
    modes, kinds = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    chance = modes.EXPLICIT_STOCHASTIC if table.happenings.any else modes.DETERMINISTIC
    information = kinds.IMPERFECT_INFORMATION if _hides(table) else kinds.PERFECT_INFORMATION
    title = f"Ruleloom {table.game.rules.configuration.id}"
    return _game_type(name, title, chance, information, _UTILITIES[utility.kind], (table.agents, table.agents))


def _hides(table: Table) -> bool:
    """Whether a game has something that not everybody sees, or choices that are made at once."""
    rules = table.game.rules
    sees = {each.sees for each in rules.zones} | {each.sees for each in rules.variables}
    sees |= {rules.board.sees} if rules.board and rules.board.holds else set()
    code = table.game.machine.program.code
    joint = any(isinstance(each, Decide) and each.joint is not None for each in code)
    return joint or not sees <= {"everyone"}


def _game_type(
    name: str, title: str, chance: object, information: object, utility: object, players: tuple[int, int]
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(DEFAULTS),
        default_loadable=True,
    )


def info_of(table: Table, utility: Utility) -> pyspiel.GameInfo:
    """How many actions and draws there are, and what can be got."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(table.actions.texts),
        max_chance_outcomes=table.happenings.most,
        num_players=table.agents,
        min_utility=utility.low,
        max_utility=utility.high,
        utility_sum=utility.total,
        max_game_length=table.most,
    )
