"""The numbers of actions, of draws and of what is seen, and games as agents play them; no extra is needed."""

from collections.abc import Mapping
from random import Random

import pytest

from ruleloom.adapters.bounds import Bounds
from ruleloom.adapters.sight import Sight
from ruleloom.adapters.table import Position, Table
from ruleloom.adapters.utilities import Utility, utility_of
from ruleloom.chance import Seeded
from ruleloom.errors import WrongInput
from ruleloom.game import Decision
from ruleloom_dsl import catalog
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Number, Player, SetOf, Truth
from tests.adapters.suites import check_numbers, course
from tests.games import SMALL, Configuration, game

ACTIONS = 25
TICK = Table(game(Configuration("tic_tac_toe")))


def table(name: str, players: int | None = None, most: int = 1_000, options: Mapping[str, str] | None = None) -> Table:
    return Table(game(Configuration(name, (), players, tuple((options or {}).items()))), most)


@pytest.mark.parametrize("name", [*catalog.games(), *SMALL])
def test_actions_are_the_legal_moves_and_nothing_hidden_is_told(name: str) -> None:
    check_numbers(game(Configuration(name)), 5, ACTIONS)


# --- actions ----------------------------------------------------------------------------------------------------------


def test_a_number_is_a_move_wherever_it_is_made() -> None:
    assert TICK.actions.texts[:4] == ("put a1", "put b1", "put c1", "put a2")
    position = TICK.start().act(TICK.actions.find("put b1"))
    assert position.legal == (0, 2, 3, 4, 5, 6, 7, 8)


def test_numbers_that_players_name_are_bounded_by_the_rules() -> None:
    assert table("oh_hell").actions.number["bid 17"] == 17
    assert [text for text in table("nim").actions.texts if text.startswith("take 1 ")] == [
        f"take 1 {number}" for number in range(1, 10)
    ]


def test_an_action_that_is_not_there_is_refused() -> None:
    with pytest.raises(WrongInput, match='there is no action "put a9"'):
        TICK.actions.find("put a9")
    with pytest.raises(WrongInput, match=r"action 1 \(put b1\) is not possible here"):
        TICK.start().act(1).act(1)
    with pytest.raises(WrongInput, match="action 99 is not possible here"):
        TICK.start().act(99)


def test_a_set_is_spelled_card_by_card_in_natural_order() -> None:
    hearts = table("hearts")
    position = hearts.start().happen(Seeded(1))
    state, chosen = position.state, position.state.decision.moves[-1]
    assert hearts.actions.spelled == ("pass",) and len(hearts.actions.texts) == 52 + 1 + 52
    for card in chosen.values[0].split("+"):
        assert position.state is state
        position = position.act(hearts.actions.find(f"pass chosen: {card}"))
    assert position.state == state.apply(chosen), "a set that can have no more members needs no end"
    assert position.path == ()


def test_a_card_that_comes_earlier_is_not_picked_later() -> None:
    hearts = table("hearts")
    position = hearts.start().happen(Seeded(1))
    first = position.legal[3]
    assert all(action > first for action in position.act(first).legal)


def test_a_number_without_bounds_is_spelled_in_digits() -> None:
    salvage = table("salvage")
    assert "light" in salvage.actions.spelled
    for position in course(salvage, 2, 300):
        if isinstance(position.state.pending, Decision) and not position.path:
            for move in position.state.pending.moves:
                if move.alternative == "light":
                    texts = [salvage.actions.texts[each] for each in salvage.actions.of(position.state, move)]
                    digits = "".join(text[-1] for text in texts if text[:-1] == "light lamps: ")
                    assert digits in (move.values[0], "") and "light lamps: (end)" in texts
                    return
    raise AssertionError("nobody could light a lamp")


def test_a_big_board_is_spelled_square_by_square() -> None:
    small, big = table("breakthrough"), table("breakthrough", options={"rows": "20"})
    assert small.actions.spelled == () and len(small.actions.texts) == 64 * 64
    assert big.actions.spelled == ("step",) and len(big.actions.texts) == 2 * 160
    move = big.start().state.decision.moves[0]
    first, second = big.actions.of(big.start().state, move)
    assert big.start().act(first).act(second).state == big.start().state.apply(move)


def test_what_is_picked_one_by_one_is_seen_by_who_picks() -> None:
    island, random = table("inselflucht"), Random(1)
    sight = Sight(island)
    for seed in range(20):
        for position in course(island, seed, 200):
            if position.said and position.agent is not None:
                own = sight.numbers(position, position.agent)
                other = sight.numbers(position, 1 - position.agent)
                letters = slice(3, 3 + len(island.actions.letters))
                assert any(own[letters]) or own[2]
                assert not any(other[letters]) and not other[2]
                assert random.choice(position.legal) in island.actions.letters
                return
    raise AssertionError("nobody picked anything")


# --- chance -----------------------------------------------------------------------------------------------------------


def test_a_pile_is_drawn_card_by_card() -> None:
    kuhn = table("kuhn_poker")
    position = kuhn.start()
    assert [(text, round(share, 6)) for text, share in position.draws.values()] == [
        ("1", 0.333333), ("2", 0.333333), ("3", 0.333333),
    ]  # fmt: skip
    position = position.draw("2")
    assert [text for text, _ in position.draws.values()] == ["1", "3"]
    position = position.draw("3")
    assert position.agent == 0, "the last card needs no draw"
    assert kuhn.happenings.texts == ("1", "2", "3")


def test_cards_that_are_alike_are_one_draw() -> None:
    draws = table("collapsi").start().draws
    assert len(draws) < 16 and abs(sum(share for _, share in draws.values()) - 1) < 1e-9
    assert max(share for _, share in draws.values()) > 1 / 16


def test_a_die_is_one_draw() -> None:
    position = table("pig").start()
    position = position.act(position.table.actions.find("throw"))
    assert {number: text for number, (text, _) in position.draws.items()} == {face: str(face + 1) for face in range(6)}


# --- agents -----------------------------------------------------------------------------------------------------------


def test_a_person_with_two_seats_is_one_agent() -> None:
    alone, both = table("crossing"), table("crossing", players=2)
    assert alone.seats == ((0, 1),) and both.seats == ((0,), (1,))
    head = 3 + len(alone.actions.letters)
    assert len(Sight(alone).cells) - head == 2 * (len(Sight(both).cells) - head)
    last = list(course(alone, 1, 200))[-1]
    assert last.is_over and last.returns in ((1.0,), (-1.0,)), "a team of two seats returns as much as one"


def test_people_of_a_team_are_named_and_return_the_same() -> None:
    four = table("partners")
    assert four.teams == ((0, 2), (1, 3))
    *_, last = course(four, 1, 500)
    assert last.returns[0] == last.returns[2] and last.returns[1] == last.returns[3]


def test_a_cooperative_game_returns_the_same_to_all() -> None:
    island = table("inselflucht")
    assert utility_of(island) == Utility("identical", -1.0, 1.0)
    *_, last = course(island, 1, 500)
    assert last.is_over and len(set(last.returns)) == 1 and last.returns[0] in (1.0, -1.0)


def test_who_is_out_is_never_asked_again() -> None:
    ousted, out = table("ousted"), 0
    for seed in range(10):
        for position in course(ousted, seed, 200):
            gone = position.state.world().gone
            out += any(gone)
            assert position.agent is None or not gone[position.agent]
        assert position.is_over and len(position.returns) == 3
    assert out


def test_a_joint_choice_is_hidden_until_all_have_chosen() -> None:
    goofspiel = table("goofspiel")
    sight, begin = Sight(goofspiel), goofspiel.start().happen(Seeded(1))
    one, other = (begin.act(action) for action in begin.legal[:2])
    assert one.agent == other.agent == 1
    assert sight.numbers(one, 1) == sight.numbers(other, 1)
    assert sight.numbers(one, 0) != sight.numbers(other, 0), "who has chosen knows what"
    assert sight.remembered(one, 1) == sight.remembered(other, 1)
    assert goofspiel.actions.texts[begin.legal[0]] in sight.remembered(one, 0)


def test_a_game_that_takes_too_long_is_cut() -> None:
    *_, last = course(table("pig", most=4), 1, 100)
    assert last.is_over and last.is_cut and last.made == 4 and last.returns == (0.0, 0.0) and last.legal == ()


def test_a_game_in_which_nobody_decides_is_only_watched() -> None:
    clock = table("clock_patience")
    assert clock.actions.texts == ("watch",)
    assert clock.start().happen(Seeded(1)).is_over


# --- what can be got --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "utility"),
    [
        ("tic_tac_toe", None, Utility("zero_sum", -1.0, 1.0, 0.0)),
        ("othello", None, Utility("zero_sum", -1.0, 1.0, 0.0)),
        ("kuhn_poker", 2, Utility("zero_sum", -2.0, 2.0, 0.0)),
        ("kuhn_poker", 3, Utility("zero_sum", -2.0, 4.0, 0.0)),
        ("klondike", None, Utility("general_sum", -1.0, 1.0)),
        ("goofspiel", None, Utility("general_sum", -1.0, 169.0)),
        ("hearts", None, Utility("general_sum", -300.0, 3000.0)),
    ],
)
def test_utilities(name: str, players: int | None, utility: Utility) -> None:
    assert utility_of(table(name, players)) == utility


@pytest.mark.parametrize("name", [*catalog.games(), *SMALL])
def test_returns_are_as_was_said(name: str) -> None:
    own = table(name)
    said = utility_of(own)
    for seed in range(2):
        last: Position | None = None
        for last in course(own, seed, 100):  # noqa: B007
            pass
        assert last is not None and all(said.low <= each <= said.high for each in last.returns)
        if last.is_over and said.total is not None:
            assert sum(last.returns) == said.total


def test_bounds_of_expressions() -> None:
    for name, move, bound in (("nim", "take", (1, 9)), ("oh_hell", "bid", (0, 17)), ("connect_four", "drop", (1, 7))):
        machine = game(Configuration(name)).machine
        bounds = Bounds(machine)
        decided = machine.decisions.plans[move].move.announced[-1]
        assert bounds.number(decided.value) == bound


def test_sets_that_are_joined_may_have_a_member_twice() -> None:
    """Each player twice, and a set of which nobody knows whether its members repeat."""
    machine = game(Configuration("tic_tac_toe")).machine
    bounds, players = Bounds(machine), SetOf(Player())
    every = ir.Quantified("those", 0, ir.Const((0, 1), players), None, None, players)
    joined = ir.Arithmetic("+", every, every, players)
    either = ir.Conditional(ir.Const(True, Truth()), every, joined, players)
    for several, bound in ((every, (0, 2)), (joined, (0, 4)), (either, None)):
        assert bounds.number(ir.CallBuiltin("count", (several,), Number())) == bound
        assert bounds.number(ir.Quantified("count", 0, several, None, None, Number())) == bound
