"""Monte-Carlo tree search: it plays well, on both engines alike, and uses only what a player may know."""

import math
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

import pytest

from ruleloom.bots import Bot, BotError, RandomBot, Seated, ask, begin_all, bots_for, play_out
from ruleloom.chance import CHOICES, Seeded, Stream
from ruleloom.errors import RuleError, WrongInput
from ruleloom.game import Decision, Game, State
from ruleloom.programs import ProgramBot
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from ruleloom.search.bots import MctsBot
from ruleloom.search.montecarlo import Searcher
from ruleloom.search.worlds import convened, possible_states
from ruleloom.view import hidden_cells, permute_unseen, sees_all_cards
from ruleloom_dsl import catalog, load_ruleset, open_game
from tests.engines.agreement import engines_here
from tests.games import Configuration, ruleset

FAST = engines_here()[-1]
CARDS = ("kuhn_poker", "crazy_eights", "oh_hell", "hearts", "goofspiel", "sealed")
SECRETS = ("follow", "whispers", "market", "partners")
HIDING = (*CARDS, *SECRETS, "collusion", "klondike", "inselflucht")
ALIKE = (*CARDS, *SECRETS, "tic_tac_toe", "connect_four", "pig", "klondike", "inselflucht", "collapsi")
PENNIES = """\
ruleloom: 1
game: pennies
title: Pennies
summary: Both say a number at once, and the second player wants them to be equal.
players: 2
vars: {n: {is: 0..2, of: player}}
play: [{id: saying, together: players, choose: name, text: Say a number.}, finish over]
moves: {name: {with: {x: {in: 0..2}}, then: set me.n to x, text: Name a number.}}
ends:
  over: {score: {each: q, is: if q.n == after(q).n then q.seat - 1 else 2 - q.seat}, text: Over.}
"""
LOCKED = """\
ruleloom: 1
game: locked
title: Locked
summary: What the second player may do tells the number that it should not know.
players: 2
vars: {n: {is: 0..4095, of: player, sees: owner}}
play: [{choose: hide, by: first q in players}, {choose: [rest, name], by: last q in players}, finish over]
moves:
  hide: {with: {x: {in: "[2047, 5]"}}, then: set me.n to x, text: Hide a number.}
  rest: {text: Rest.}
  name:
    with: {y: {in: "[0, 1]"}}
    rules: [{id: right, that: after(me).n == 2047, text: Only then.}]
    text: Name a number.
ends: {over: {draw: true, text: Over.}}
"""
GIFTS = """\
ruleloom: 1
game: gifts
title: Gifts
summary: What one takes is less than what the mate could get.
players: {people: "[4]", teams: {4: [[1, 3], [2, 4]]}}
vars: {n: {is: 0..9, of: player}}
play: [{choose: [take, give], by: first q in players}, finish over]
moves:
  take: {then: add 1 to me.n, text: Take one.}
  give: {then: add 3 to after(after(me)).n, text: Give three.}
ends: {over: {score: {each: q, is: q.n}, text: Over.}}
"""
ENDLESS = """\
ruleloom: 1
game: endless
title: Endless
summary: A move that looks fine leads to where the rules have no word.
players: 2
vars: {n: {is: 0..9}}
play: [{id: turn, turns: players, do: [{choose: [go, leap]}], text: Go on.}]
moves:
  go: {then: add 1 to n, text: Go.}
  leap: {then: add 5 to n, text: Leap.}
ends: {over: {when: n == 9, after: turn, draw: true, text: Over.}}
"""


def on(engine: str, name: str) -> Game:
    return Game(ruleset(Configuration(name)).game, engine)


def written(text: str, folder: Path, engine: str = "portable") -> Game:
    name = text.split("game: ")[1].split()[0]
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "game.yaml").write_text(text, encoding="utf-8")
    return Game(load_ruleset(open_game(name, [folder])).game, engine)


def decisions(of: Game, seed: int, most: int, every: int = 1) -> Iterator[State]:
    """Some states of a random game at which there is something to choose."""
    chance = Seeded(seed)
    choices, state, number = chance.stream(CHOICES), of.start(chance=chance), 0
    while isinstance(state.pending, Decision) and number < most * every:
        if number % every == 0:
            yield state
        state = state.play(state.pending.moves[choices.below(len(state.pending.moves))], chance)
        number += 1


def moved(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def best(state: State, games: int = 400, seed: int = 1) -> str:
    tries = Searcher(state.game).search(state, games, seed)
    return tries.moves[tries.best]


@pytest.mark.skipif(FAST == "portable", reason="there is no C compiler")
@pytest.mark.parametrize("name", ALIKE)
def test_both_engines_try_the_same_games(name: str) -> None:
    native, portable = on("native", name), on("portable", name)
    for state in decisions(portable, 2, 3, every=4):
        found = [Searcher(each).search(each.state(state.vector, state.tally), 60, 5) for each in (native, portable)]
        assert found[0] == found[1]
        assert found[0].games == 60


@pytest.mark.parametrize(
    ("moves", "right"),
    [("a1 b1 a2 b2", "a3"), ("a1 b1 a2 b2 c3", "b3"), ("a1 b2 b1", "c1"), ("b2 a1 c1", "a3")],
    ids=["win", "win before a block", "block", "block a slant"],
)
def test_a_win_at_once_is_found_and_a_loss_at_once_is_prevented(moves: str, right: str) -> None:
    assert best(moved(on(FAST, "tic_tac_toe").start(), *moves.split())) == right


def test_a_threat_is_seen_two_moves_ahead_in_connect_four() -> None:
    state = moved(on(FAST, "connect_four").start(), "4", "1", "5", "1")
    assert best(state, 2000) in ("3", "6")


def outcomes(asked: Configuration, games: int, searching: int, seat: int) -> Iterator[Outcome]:
    """How games end in which a seat searches, while the others play at random."""
    played = Game(ruleset(asked).game, FAST)
    for seed in range(games):
        seats = range(1, played.rules.players + 1)
        bots: dict[int, Bot] = {each: MctsBot(searching) if each == seat else RandomBot() for each in seats}
        yield play_out(Recorder.seeded(played, seed), bots, seed)[0]


@pytest.mark.parametrize(
    ("asked", "games", "searching", "seat", "by_luck"),
    [
        (Configuration("tic_tac_toe"), 20, 100, 1, 0.6),
        (Configuration("connect_four"), 16, 100, 2, 0.5),
        (Configuration("pig", options=(("goal", "30"),)), 16, 100, 2, 0.5),
    ],
    ids=str,
)
def test_searching_beats_random_play(
    asked: Configuration, games: int, searching: int, seat: int, by_luck: float
) -> None:
    wins = sum(outcome.winners == (seat - 1,) for outcome in outcomes(asked, games, searching, seat))
    luck = sum(math.comb(games, k) * by_luck**k * (1 - by_luck) ** (games - k) for k in range(wins, games + 1))
    assert luck < 0.005, f"{wins} of {games} games were won"


def test_searching_scores_more_than_random_play_with_hidden_cards() -> None:
    asked = Configuration("oh_hell", options=(("deals", "one"), ("hand_limit", "6")))
    leads = []
    for outcome in outcomes(asked, 24, 240, 2):
        others = [gained for seat, gained in enumerate(outcome.returns) if seat != 1]
        leads.append(outcome.returns[1] - fmean(others))
    assert fmean(leads) > 3 * stdev(leads) / math.sqrt(len(leads))


def test_the_same_seed_gives_the_same_search_and_another_one_another() -> None:
    state = on(FAST, "crazy_eights").start(seed=3)
    search = Searcher(state.game).search
    assert search(state, 200, 7) == search(state, 200, 7) == Searcher(state.game).search(state, 200, 7)
    assert search(state, 200, 7) != search(state, 200, 8)


def disguised(state: State, seat: int, shuffling: Stream) -> State:
    """A state that looks the same to a seat, with other cards and other values where it does not see them."""
    other = permute_unseen(state, seat, shuffling)
    world, cells = other.world(), state.game.machine.numbering.cells
    for cell in hidden_cells(state, seat):
        world.variables[cell] = cells[cell][0].allowed[shuffling.below(len(cells[cell][0].allowed))]
    return state.game.settled(world)


@pytest.mark.parametrize("engine", sorted({"reference", "portable", FAST}))
@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_makes_no_difference(name: str, engine: str) -> None:
    played, shuffling, differing = on(engine, name), Stream(1, "test"), 0
    searcher, games = Searcher(played), 8 if engine == "portable" else 60
    for state in islice(decisions(played, 5, 40, every=4), 3):
        found = searcher.search(state, games, 11)
        for _ in range(2):
            other = disguised(state, state.decision.player, shuffling)
            differing += other != state
            assert searcher.search(other, games, 11) == found
    assert differing > 0


@pytest.mark.parametrize("name", sorted({*catalog.games()} - {*HIDING}))
def test_nothing_is_hidden_from_who_decides_in_any_other_game(name: str) -> None:
    for state in islice(decisions(on(FAST, name), 5, 9, every=2), 8):
        assert sees_all_cards(state, state.decision.player) and not hidden_cells(state, state.decision.player)


def test_worlds_are_possible_and_all_that_is_possible_comes_up() -> None:
    state = on(FAST, "kuhn_poker").start(seed=1)
    worlds = possible_states(state, 0, Stream(1, "worlds"), 40)
    assert len(set(worlds)) == 2 and state in worlds
    assert len(possible_states(on(FAST, "tic_tac_toe").start(), 0, Stream(1, "worlds"), 40)) == 1


def test_moves_that_tell_what_is_hidden_are_no_basis_for_a_search(tmp_path: Path) -> None:
    state = written(LOCKED, tmp_path).start().apply("2047")
    with pytest.raises(WrongInput, match=r"fits hardly any of the values that vars\.n can have"):
        Searcher(state.game).search(state, 10, 1)


def test_a_variable_that_is_hidden_has_any_value_that_is_declared(tmp_path: Path) -> None:
    state = written(PENNIES.replace("of: player}", "of: player, sees: owner}"), tmp_path).start()
    worlds = possible_states(state, 0, Stream(1, "worlds"), 60)
    assert {tuple(world.world().variables) for world in worlds} == {(0, 0), (0, 1), (0, 2)}
    assert Searcher(state.game).search(state, 40, 1).games == 40


def test_in_a_joint_choice_nobody_sees_what_is_committed(tmp_path: Path) -> None:
    """Who saw the number of the first player would always name the same."""
    state = written(PENNIES, tmp_path, FAST).start()
    found = [Searcher(state.game).search(state.apply(move), 600, 3).tried for move in ("0", "1", "2")]
    assert found[0] == found[1] == found[2]
    assert all(60 < tried.games < 400 and tried.total < tried.games * 0.8 for tried in found[0])
    assert convened(state.apply("1")) == state


@pytest.mark.parametrize("engine", sorted({"portable", FAST}))
def test_where_the_rules_end_the_search_says_what_they_do_not_cover(tmp_path: Path, engine: str) -> None:
    state = written(ENDLESS, tmp_path, engine).start()
    with pytest.raises(RuleError, match="n cannot become") as raised:
        Searcher(state.game).search(state, 50, 1)
    assert raised.value.element


def test_a_game_that_does_not_end_comes_to_nothing(tmp_path: Path) -> None:
    text = ENDLESS.replace("add 1 to n", "set n to 0").replace("add 5 to n", "set n to 1")
    state = written(text, tmp_path, FAST).start()
    assert [tried.total for tried in Searcher(state.game).search(state, 3, 1).tried] == [0, 0]


def test_a_player_gains_what_the_team_gains(tmp_path: Path) -> None:
    state = written(GIFTS, tmp_path, FAST).start()
    tries = Searcher(state.game).search(state, 200, 1)
    assert tries.moves[tries.best] == "give"
    assert tries.value(tries.best) == pytest.approx(1.5)


def test_a_search_needs_no_engine_of_the_game() -> None:
    state = on("reference", "tic_tac_toe").start()
    assert Searcher(state.game).search(state, 100, 1).games == 100


@pytest.mark.parametrize("kind", ["mcts", "mcts:", "mcts:0", "mcts:x", "mcts:1000001", "mcts:-1"])
def test_a_bot_that_does_not_say_how_much_it_tries_is_refused(kind: str) -> None:
    with pytest.raises(BotError, match="mcts:N"):
        bots_for((1,), [Seated.parse(kind)], 2, ProgramBot)


def test_a_bot_is_named_like_the_others() -> None:
    played = on(FAST, "kuhn_poker")
    bots = bots_for((1, 2), [Seated.parse("mcts:40")], 2, ProgramBot)
    begin_all(bots, played, 5)
    state = played.start(seed=5)
    move = ask(bots[1], state)
    assert move in state.decision.moves
