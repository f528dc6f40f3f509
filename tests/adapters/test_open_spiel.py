"""Games in OpenSpiel: its own tests, its algorithms on our games, and our games beside its own."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import cast

import pytest

from ruleloom.errors import WrongInput
from ruleloom_dsl import catalog
from tests.adapters.suites import Spiel, SpielGame, check_open_spiel, load_spiel
from tests.games import DATA, Configuration
from tests.openspiel.theirs import their_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel (the package open_spiel) is not there for this Python")

from ruleloom.adapters import open_spiel  # noqa: E402

SOME = (
    Configuration("collapsi", ("shifting_board",)),
    Configuration("clock_patience"),
    Configuration("goofspiel", (), 3),
    Configuration("hearts"),
    Configuration("hex", ("swap",)),
    Configuration("inselflucht", (), 1),
    Configuration("kuhn_poker", (), 3),
    Configuration("nim", ("misere",)),
    Configuration("pig"),
    Configuration("tic_tac_toe"),
)
ACTIONS = 40
KUHN = Configuration("kuhn_poker")


@pytest.mark.parametrize("asked", SOME, ids=str)
def test_the_tests_of_openspiel(asked: Configuration) -> None:
    check_open_spiel(asked, 1, ACTIONS)


def test_every_shipped_game_is_registered() -> None:
    names = {f"ruleloom_{name}" for name in catalog.games()}
    assert names <= set(pyspiel.registered_names())
    game = pyspiel.load_game("ruleloom_nim(options=heaps:2+first_heap:5,variants=misere,engine=portable)")
    assert str(game) == str(pyspiel.load_game(str(game)))
    assert game.get_type().long_name == "Ruleloom nim+misere(players=2,heaps=2,first_heap=5)"


def test_a_name_is_asked_for_as_a_game_is_loaded() -> None:
    written = "ruleloom_nim(options=heaps:2,variants=misere)"
    assert open_spiel.name_of("nim", "misere", options={"heaps": 2}) == written
    assert open_spiel.name_of("nim", ["misere"], options={"heaps": "2"}) == written


def test_an_option_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Exception, match='"heaps" is no option: write name:value, several joined'):
        pyspiel.load_game("ruleloom_nim", {"options": "heaps"})


def test_types() -> None:
    kinds = pyspiel.GameType
    tick, kuhn, island = (load_spiel(Configuration(name)).get_type() for name in  # type: ignore[attr-defined]
                          ("tic_tac_toe", "kuhn_poker", "inselflucht"))  # fmt: skip
    assert tick.chance_mode == kinds.ChanceMode.DETERMINISTIC and tick.utility == kinds.Utility.ZERO_SUM
    assert tick.information == kinds.Information.PERFECT_INFORMATION
    assert kuhn.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC and kuhn.utility == kinds.Utility.ZERO_SUM
    assert kuhn.information == kinds.Information.IMPERFECT_INFORMATION
    assert island.utility == kinds.Utility.IDENTICAL


@pytest.mark.parametrize("name", ["hearts", "crazy_eights"])
def test_who_has_fewest_points_gets_most_where_less_is_better(name: str) -> None:
    options = (("target", "1"),) if name == "hearts" else ()
    spiel = load_spiel(Configuration(name, (), None, options))
    state = spiel.new_initial_state()
    while not state.is_terminal():
        actions = state.chance_outcomes() if state.is_chance_node() else [(each, 1) for each in state.legal_actions()]
        state.apply_action(actions[0][0])
    outcome, returns = cast(open_spiel.RuleloomState, state).position.state.outcome, state.returns()
    assert outcome is not None and returns == [-points for points in outcome.returns] != [0.0] * len(returns)
    assert returns[outcome.winners[0]] == max(returns) > min(returns) >= spiel.min_utility()


# --- states -----------------------------------------------------------------------------------------------------------


def test_a_state_can_be_copied_and_sent_away() -> None:
    state = load_spiel(Configuration("hearts")).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    state.apply_action(state.legal_actions()[2])  # in the middle of a pass
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.history() == state.history() and other.legal_actions() == state.legal_actions()
        for player in range(4):
            assert other.information_state_string(player) == state.information_state_string(player)


def test_a_game_that_takes_too_long_is_cut() -> None:
    game = load_spiel(Configuration("pig"), most=3)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.chance_outcomes()[3][0] if state.is_chance_node() else state.legal_actions()[-1])
    assert game.max_game_length() == 3 and state.returns() == [0.0, 0.0]


def test_only_what_one_or_all_see_can_be_observed() -> None:
    kinds, game = pyspiel.PrivateInfoType, load_spiel(KUHN)
    state = game.new_initial_state()
    for card in (1, 2):
        state.apply_action(card)
    for private, seen in ((kinds.SINGLE_PLAYER, True), (kinds.NONE, False)):
        kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=private)
        observer = game.make_py_observer(kind)  # type: ignore[attr-defined]
        assert ('"card":"2"' in observer.string_from(state, 0)) == seen
    with pytest.raises(ValueError, match="what one player sees, or what everybody sees"):
        game.make_py_observer(pyspiel.IIGObservationType(False, False, kinds.ALL_PLAYERS))  # type: ignore[attr-defined]


def nodes(
    state: Spiel, own: tuple[tuple[Spiel, int], ...] = ()
) -> Iterator[tuple[Spiel, tuple[tuple[Spiel, int], ...]]]:
    """Every state below one, with the states before it and what was chosen there."""
    yield state, own
    if state.is_terminal():
        return
    if state.is_chance_node():
        for action, _ in state.chance_outcomes():
            yield from nodes(state.child(action), own)
    else:
        for action in state.legal_actions():
            yield from nodes(state.child(action), (*own, (state, action)))


@pytest.mark.parametrize(
    ("asked", "sets"),
    [
        (KUHN, 12),  # as in the game of OpenSpiel
        (Configuration("kuhn_poker", (), 3), 48),
        (Configuration("goofspiel", (), None, (("highest", "3"), ("order", "descending"))), None),
        (Configuration("nim", (), None, (("heaps", "2"), ("first_heap", "1"))), None),
    ],
    ids=str,
)
def test_players_recall_all_they_did_and_saw(asked: Configuration, sets: int | None) -> None:
    known: dict[str, list[tuple[str, int]]] = {}
    for state, course in nodes(load_spiel(asked).new_initial_state()):
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        own = [(before.information_state_string(player), action) for before, action in course
               if before.current_player() == player]  # fmt: skip
        assert known.setdefault(state.information_state_string(player), own) == own
    assert sets is None or len(known) == sets


# --- algorithms -------------------------------------------------------------------------------------------------------


def test_regret_minimisation_solves_kuhn_poker() -> None:
    cfr = import_module("open_spiel.python.algorithms.cfr")
    exploitability = import_module("open_spiel.python.algorithms.exploitability")
    expected = import_module("open_spiel.python.algorithms.expected_game_score")
    game = load_spiel(KUHN)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    values = expected.policy_value(game.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=0.005) and values[1] == -values[0]


@pytest.mark.parametrize(
    ("asked", "simulations"),
    [
        (Configuration("tic_tac_toe"), 40),
        (Configuration("connect_four", (), None, (("columns", "4"), ("rows", "4"), ("in_a_row", "3"))), 20),
    ],
    ids=str,
)
def test_tree_search_beats_chance(asked: Configuration, simulations: int) -> None:
    mcts, numpy = import_module("open_spiel.python.algorithms.mcts"), import_module("numpy")
    game, random, won = load_spiel(asked), numpy.random.RandomState(1), 0.0
    bot = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    for number in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            own = state.current_player() == number % 2
            state.apply_action(bot.step(state) if own else random.choice(state.legal_actions()))
        won += state.returns()[number % 2]
    assert won >= 2


# --- beside the games of OpenSpiel ------------------------------------------------------------------------------------


def count(state: Spiel, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(
    ("asked", "theirs", "depth"),
    [
        (Configuration("tic_tac_toe"), "tic_tac_toe", 3),
        (Configuration("connect_four"), "connect_four", 3),
        (Configuration("breakthrough"), "breakthrough", 2),
        (Configuration("clobber"), "clobber(rows=5,columns=6)", 2),
        (Configuration("hex", (), None, (("size", "4"),)), "hex(board_size=4)", 2),
        (Configuration("othello"), "othello", 3),
        (Configuration("nim"), "nim(is_misere=False)", 2),
    ],
    ids=str,
)
def test_as_many_courses_as_in_the_game_of_openspiel(asked: Configuration, theirs: str, depth: int) -> None:
    own, other = load_spiel(asked).new_initial_state(), cast(SpielGame, their_game(theirs)).new_initial_state()
    assert count(own, depth) == count(other, depth)


@pytest.mark.parametrize("players", [2, 3])
def test_kuhn_poker_returns_what_that_of_openspiel_does(players: int) -> None:
    own = load_spiel(Configuration("kuhn_poker", (), players))
    other = cast(SpielGame, their_game(f"kuhn_poker(players={players})"))
    returns = [Counter(tuple(state.returns()) for state, _ in nodes(each.new_initial_state()) if state.is_terminal())
               for each in (own, other)]  # fmt: skip
    assert returns[0] == returns[1]


def test_one_s_own_game_can_be_registered(tmp_path: object) -> None:
    name = open_spiel.register("ousted", DATA / "rulesets")
    assert name == open_spiel.register("ousted") == "ruleloom_ousted"
    assert pyspiel.load_game(name).num_players() == 3


def test_what_cannot_be_asked_for_is_told_in_a_sentence() -> None:
    with pytest.raises(WrongInput, match='no game is called "ouste"'):
        open_spiel.register("ouste", DATA / "rulesets")
    with pytest.raises(WrongInput, match="what stands in a name is ids, numbers and words, not 'heaps:2,3'"):
        open_spiel.name_of("nim", options={"heaps": "2,3"})
    with pytest.raises(Exception, match="the number of actions that a game may have is a whole number from 1 to"):
        pyspiel.load_game("ruleloom_nim(max_actions=-1)")
