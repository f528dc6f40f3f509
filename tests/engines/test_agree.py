"""Every engine plays every game as the reference does; `python -m tests.full.agree` plays many more games."""

import pytest

from ruleloom.scenarios import run
from ruleloom_dsl.excerpts import format_place
from tests.engines.agreement import ENGINES, differences, engines_here, is_lowered, on_engine, uneven_games
from tests.games import Configuration, configurations
from tests.test_scenarios import GAMES, loaded, scenarios

STEPS = 60
ASKED = [asked for asked in configurations() if asked.players is None and not asked.options]
OTHER_SETTINGS = [
    Configuration("collapsi", ("big_board",), 3),
    Configuration("collapsi", ("joker_revival", "shifting_board"), options=(("edges", "frame"),)),
    Configuration("crazy_eights", players=4),
    Configuration("hearts", options=(("pass_cards", "false"),)),
    Configuration("inselflucht", ("diver",), 4),
    Configuration("klondike", options=(("take_back", "true"),)),
    Configuration("oh_hell", players=5, options=(("missed", "each_trick"),)),
    Configuration("pig", ("two_dice",), 3),
]
COMPARED = [*ASKED, *OTHER_SETTINGS]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_every_game_is_lowered(asked: Configuration) -> None:
    assert is_lowered(asked)


@pytest.mark.parametrize("asked", COMPARED, ids=str)
def test_states_agree(asked: Configuration) -> None:
    assert not list(differences(asked, engines_here(), 1, STEPS))


@pytest.mark.parametrize("asked", COMPARED, ids=str)
def test_random_games_agree(asked: Configuration) -> None:
    assert not list(uneven_games(asked, engines_here(), range(2)))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_scenarios_hold(name: str, engine: str) -> None:
    wrong = []
    for scenario in scenarios(name):
        rules = loaded(GAMES[name], scenario)[0].game
        asked = rules.configuration
        given = Configuration(name, asked.variants, asked.players, asked.options)
        failures = run(on_engine(given, engine), scenario.scenario)
        wrong += [f"{format_place(scenario.span(each.path))}: {each.message}" for each in failures]
    assert not wrong, "\n".join(wrong)
