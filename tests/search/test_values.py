"""Exact play in small games of two: values, what is refused, and which states are taken for one."""

from pathlib import Path

import pytest

from ruleloom.bots import Seated, bots_for, play_out
from ruleloom.engines.proving import Unsolvable
from ruleloom.game import Decision, Game, State
from ruleloom.programs import ProgramBot
from ruleloom.record import Recorder
from ruleloom.search.chancy import ChancySolver, Valued
from ruleloom_dsl import load_ruleset, open_game
from tests.commands import Run
from tests.games import Configuration, game, ruleset

TO_20 = 0.615559  # the first player's chance to win pig to 20, played best


def configured(name: str, **options: str) -> Game:
    return Game(ruleset(Configuration(name, options=tuple(options.items()))).game)


def written(text: str, folder: Path) -> Game:
    (folder / "small").mkdir()
    (folder / "small" / "game.yaml").write_text(f"ruleloom: 1\ngame: small\ntitle: Small\n{text}", encoding="utf-8")
    return Game(load_ruleset(open_game("small", [folder])).game)


def test_pig_to_20_is_worth_what_it_is_known_to_be() -> None:
    state = configured("pig", goal="20").start()
    valued = ChancySolver(state.game).solve(state)
    chance = valued.chance_to_win(valued.best)
    assert chance is not None and abs(chance - TO_20) < 1e-6
    assert valued.moves[valued.best] == "throw"


def test_a_throw_is_worth_what_is_worked_out_by_hand() -> None:
    """Both have 0 of 10, and 8 are in the pot; of the two sides a two wins after holding, a one passes the turn."""
    game = configured("pig", goal="10", sides="2")
    first = game.start()
    state = first
    for _ in range(4):
        state = state.apply("throw").happen("2")
    solver = ChancySolver(game)
    valued, begun = solver.solve(state), solver.solve(first)
    passed = begun.chance_to_win(begun.best)
    assert passed is not None and valued.moves == ("throw", "hold")
    assert valued.chance_to_win(0) == pytest.approx(1 / 2 + (1 - passed) / 2)


def best_by_search(state: State) -> float:
    """The value of a state to the first player, by trying everything."""
    if not isinstance(state.pending, Decision):
        return state.pending.returns[0] if hasattr(state.pending, "returns") else 0.0
    values = [best_by_search(after) for after in state.successors()]
    return min(values) if state.pending.player else max(values)


def test_nim_and_tic_tac_toe_agree_with_trying_everything() -> None:
    for name, moves in (("tic_tac_toe", ("b2", "a1", "a3")), ("nim", ("1 1", "2 3", "3 4"))):
        state = game(Configuration(name)).start()
        for move in moves:
            state = state.apply(move)
        valued = ChancySolver(state.game).solve(state)
        sign = -1 if state.decision.player else 1
        for move, value in zip(valued.moves, valued.values, strict=True):
            assert value == sign * best_by_search(state.apply(move))


def test_what_is_left_from_earlier_does_not_tell_states_apart() -> None:
    """The die that was thrown before matters to nothing: 100 * 20 states would be more with it."""
    game = configured("pig", goal="10")
    thrown = [game.start().apply("throw").happen(side) for side in ("2", "3")]
    after = [thrown[0].apply("throw").happen("3"), thrown[1].apply("throw").happen("2")]
    assert after[0] != after[1]  # the die shows another number
    solver = ChancySolver(game)
    solver.solve(game.start())
    states = solver.states
    assert solver.solve(after[0]).values == solver.solve(after[1]).values
    assert solver.states == states


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hearts", "only games of two players can be solved exactly, and this one has 4"),
        ("kuhn_poker", "hidden cards"),
        ("sealed", "only games of two players can be solved exactly, and this one has"),
        ("goofspiel", "both players choose at the same time"),
        ("market", "hidden from the players"),
        ("inselflucht", "something is hidden"),
    ],
)
def test_what_is_not_solved_is_refused(name: str, said: str) -> None:
    state = game(Configuration(name)).start(seed=1)
    with pytest.raises(Unsolvable, match=said):
        ChancySolver(state.game).solve(state)


def test_too_many_states_are_refused_and_small_ones_are_not() -> None:
    state = game(Configuration("connect_four")).start()
    with pytest.raises(Unsolvable, match="more than 500 states"):
        ChancySolver(state.game, 500).solve(state)


def test_a_game_without_end_is_noticed(tmp_path: Path) -> None:
    state = written(
        "players: 2\n"
        "play: [{id: turn, turns: players, do: [{choose: [wait, lose]}], text: Go on.}]\n"
        "moves:\n"
        "  wait: {then: [], text: Wait.}\n"
        "  lose: {then: [finish over], text: Give up.}\n"
        'ends: {over: {lose: "[me]", text: Over.}}\n',
        tmp_path,
    ).start()
    with pytest.raises(Unsolvable, match="go on for ever"):
        ChancySolver(state.game).solve(state)


def test_a_shuffle_counts_as_often_as_it_comes_out(tmp_path: Path) -> None:
    """Of three cards the top one is turned: to guess the kind there are two of is right two times in three."""
    state = written(
        "players: 2\n"
        "components: {card: {attributes: {rank: 1..2}, kinds: {one: {count: 1, symbol: A, rank: 1}, "
        "two: {count: 2, symbol: B, rank: 2}}}}\n"
        "zones: {open: {order: stack, sees: everyone}}\n"
        "setup: [{id: lay, do: [deal 3 from card to open], text: Lay.}]\n"
        "play: [{turns: players, rounds: 1, do: [{choose: guess}]}, finish over]\n"
        "moves:\n"
        "  guess:\n"
        "    with: {x: {in: 1..2}}\n"
        "    then: [shuffle open, {if: top(open).rank == x, do: [finish right]}]\n"
        "    text: Guess.\n"
        'ends: {right: {win: "[me]", text: Right.}, over: {draw: true, text: Over.}}\n',
        tmp_path,
    ).start()
    valued = ChancySolver(state.game).solve(state)
    assert valued.values == pytest.approx((1 / 3 - 2 / 3 * 2 / 3, 2 / 3 - 1 / 3 * 2 / 3))


def test_the_best_play_of_games_with_and_without_chance_is_found() -> None:
    threatened = game(Configuration("tic_tac_toe")).start()
    for move in ("a1", "b2", "b1"):
        threatened = threatened.apply(move)
    exact = threatened.game.exact
    assert exact.best(threatened) == "c1"
    assert dict(zip(*_moves_and_values(exact.solve(threatened)), strict=True))["c1"] == 0.0
    thrown = configured("pig", goal="10").start().apply("throw").happen("5")
    assert thrown.game.exact.best(thrown) == "throw"


def _moves_and_values(valued: Valued) -> tuple[tuple[str, ...], tuple[float, ...]]:
    return valued.moves, valued.values


def test_the_bot_that_solves_wins_where_it_can() -> None:
    played = game(Configuration("nim"))
    recorder = Recorder.seeded(played, 1)
    bots = bots_for((1, 2), [Seated.parse("solver")], 2, ProgramBot)
    outcome, _ = play_out(recorder, bots, 1)
    assert outcome.winners == (1,)  # 1, 3, 5 and 7 are 0: the second player takes the last one, which loses or wins


def test_hint_prints_the_best_move_with_its_chance(run: Run) -> None:
    ran = run("hint", "pig", "-o", "goal=20")
    assert ran.status == 0 and "throw    61.5559%" in ran.out
    told = run("hint", "pig", "-o", "goal=20", "--json").json
    assert isinstance(told, dict) and told["exact"] and told["best"] == "throw"
    assert {each["move"]: round(each["chance_to_win"], 6) for each in told["moves"]}["throw"] == TO_20


def test_hint_tries_games_where_it_cannot_solve(run: Run) -> None:
    told = run("hint", "kuhn_poker", "--seed", 3, "--bot", "mcts:300", "--json").json
    assert isinstance(told, dict) and not told["exact"] and told["games"] == 300
    assert sum(each["share"] for each in told["moves"]) == pytest.approx(1)
    assert run("hint", "kuhn_poker", "--seed", 3, "--bot", "mcts:300", "--json").json == told


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--bot", "random"], "no bot that gives hints"), (["--bot", "mcts:many"], "mcts:N"),
     (["--bot", "solver"], "only games of two players")],
)  # fmt: skip
def test_hint_says_what_is_wrong(run: Run, words: list[str], said: str) -> None:
    ran = run("hint", "hearts", "--seed", 1, *words)
    assert ran.status == 1 and said in ran.err
