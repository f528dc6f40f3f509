"""Seats and people, teams, and options whose defaults and existence depend on others."""

from collections.abc import Mapping
from typing import cast

import pytest

from ruleloom.bots import BotError, RandomBot, Seated, bots_for, play_out
from ruleloom.chance import Stream
from ruleloom.game import State
from ruleloom.record import Recorder, read_record, replay, write_record
from ruleloom.seating import person_of, seats_of
from ruleloom.view import observation, permute_unseen
from ruleloom_dsl import RulesetError
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.ir.codec import from_json, to_json
from ruleloom_dsl.ir.printing import format_expression, format_value
from ruleloom_dsl.ir.types import Player, SetOf, Team
from tests.games import Configuration, game, random_states, ruleset, source

FOUR, SIX = game(Configuration("partners")), game(Configuration("partners", players=6))
ALONE, BOTH = game(Configuration("crossing")), game(Configuration("crossing", players=2))


# --- seats ------------------------------------------------------------------------------------------------------------


def test_one_person_has_two_seats() -> None:
    rules = ALONE.rules
    assert (rules.configuration.players, rules.players) == (1, 2)
    assert rules.configuration.id == "crossing(players=1)"
    state = ALONE.start(seed=1)
    assert observation(state, 1)["pawns"] == {"boat": ["0", "1"]}
    assert seats_of(rules, 1) == (1, 2) and person_of(rules, 2) == 1


def test_two_people_have_a_seat_each() -> None:
    assert (BOTH.rules.configuration.players, BOTH.rules.players) == (2, 2)
    assert [seats_of(BOTH.rules, person) for person in (1, 2)] == [(1,), (2,)]


def test_people_is_a_constant_of_the_rules() -> None:
    for asked, alone, width in ((ALONE, "yes", "4"), (BOTH, "no", "5")):
        variables = cast(Mapping[str, str], observation(asked.start(seed=1), 0)["variables"])
        assert variables["alone"] == alone
        settings = {
            each.name: each.value
            for each in ruleset(Configuration("crossing", players=asked.rules.configuration.players)).settings
        }
        assert settings["width"] == width


def test_every_seat_may_begin() -> None:
    state = game(Configuration("crossing", options=(("first_player", "2"),))).start(seed=1)
    assert state.decision.player == 1


def test_a_record_of_one_person_keeps_how_many_people_play() -> None:
    recorder = Recorder.seeded(ALONE, 3)
    play_out(recorder, bots_for((1, 2), [], 2, lambda what, seat: RandomBot()), 3)
    record = read_record(write_record(recorder.record()))
    assert record.players == 1 and record.result is not None
    assert len(record.result.returns) == 2
    assert replay(ALONE, record) == recorder.state


def test_a_bot_may_play_all_seats_of_a_person() -> None:
    named = [Seated.parse("person 1:first"), Seated.parse("second")]
    asked: list[tuple[str, int]] = []

    def new_program(what: str, seat: int) -> RandomBot:
        asked.append((what, seat))
        return RandomBot()

    bots_for((1, 2, 3, 4), named, 4, new_program, people=2)
    assert asked == [("first", 1), ("second", 2), ("first", 3), ("second", 4)]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (["person 3:random"], "there is no person 3: this configuration is for 2"),
        (["person 1:random", "3:random"], "two bots are named for player 3"),
    ],
)
def test_bots_that_no_person_can_have(named: list[str], message: str) -> None:
    with pytest.raises(BotError, match=message):
        bots_for((1, 2, 3, 4), [Seated.parse(text) for text in named], 4, lambda what, seat: RandomBot(), people=2)


# --- teams ------------------------------------------------------------------------------------------------------------


def test_every_seat_has_a_team() -> None:
    assert FOUR.rules.teams == ((0, 2), (1, 3)) and SIX.rules.teams == ((0, 3), (1, 4), (2, 5))
    assert from_json(to_json(SIX.rules)) == SIX.rules


def hidden(state: State, seat: int) -> set[str]:
    """The zones of which a seat sees only how many cards they have."""
    zones = cast(Mapping[str, Mapping[str, object]], observation(state, seat)["zones"])
    return {name for name, zone in zones.items() if zone["count"] and "cards" not in zone}


def test_a_team_sees_the_cards_and_secrets_of_its_members() -> None:
    state = FOUR.start(seed=1).apply("3").apply("2")
    assert hidden(state, 0) == {"card", "hand.2", "hand.4"} == hidden(state, 2)
    assert hidden(state, 1) == {"card", "hand.1", "hand.3"}
    names = [set(cast(Mapping[str, str], observation(state, seat)["variables"])) for seat in range(4)]
    shared = {"in_front", "points.1", "points.2", "power.1", "power.2"}
    assert names[0] == names[2] == shared | {"plan.1", "plan.3", "secret.1"}
    assert names[1] == names[3] == shared | {"plan.2", "plan.4", "secret.2"}


@pytest.mark.parametrize("seed", range(3))
def test_what_a_team_sees_stays_when_the_rest_is_exchanged(seed: int) -> None:
    for state in random_states(SIX, seed):
        for seat in range(6):
            other = permute_unseen(state, seat, Stream(seed, "unseen"))
            assert observation(other, seat) == observation(state, seat)


def test_a_team_pays_from_what_it_has_together() -> None:
    state = FOUR.start(seed=1).apply("3").apply("2")
    card = next(move for move in state.decision.moves if move.alternative == "keep")
    after = state.apply(card)
    variables = cast(Mapping[str, str], observation(after, 1)["variables"])
    assert (variables["power.1"], variables["power.2"]) == ("1", "2")


def test_teams_are_written_by_their_numbers() -> None:
    assert format_value(FOUR.rules, 1, Team()) == "2"
    assert format_value(FOUR.rules, (0, 2), SetOf(Player())) == "[1, 3]"
    won = next(ending for ending in FOUR.rules.ends if ending.id == "reached").win
    assert won is not None and format_expression(FOUR.rules, won) == "me.team.members"


# --- options that depend on others ------------------------------------------------------------------------------------


def settings(*options: tuple[str, str], players: int | None = None) -> dict[str, str]:
    return {each.name: each.value for each in ruleset(Configuration("partners", (), players, options)).settings}


def test_a_default_follows_the_options_before() -> None:
    assert settings()["goal"] == "8"
    assert settings(("level", "wild"))["goal"] == "7"
    assert settings(("level", "wild"), players=6)["goal"] == "8"
    assert settings(("level", "wild"), ("goal", "2"))["goal"] == "2"


def test_an_option_exists_only_beside_the_value_of_another() -> None:
    assert "doubled" not in settings() and "bold" not in settings()
    assert settings(("level", "wild"))["doubled"] == "false"
    assert settings(("level", "wild"), ("goal", "9")) == {
        "first_player": "1", "level": "wild", "goal": "9", "doubled": "true", "bold": "twice",
    }  # fmt: skip
    with pytest.raises(RulesetError, match="no option"):
        settings(("doubled", "true"))


def test_the_name_of_a_configuration_has_what_differs_from_its_own_defaults() -> None:
    def name(*options: tuple[str, str]) -> str:
        return ruleset(Configuration("partners", (), None, options)).game.configuration.id

    assert name(("level", "wild"), ("goal", "7")) == "partners(players=4,level=wild)"
    assert name(("level", "wild"), ("goal", "8")) == "partners(players=4,level=wild,goal=8)"
    assert name(("goal", "7"), ("level", "calm")) == "partners(players=4,goal=7)"


def test_checking_a_game_tries_options_that_hang_on_others() -> None:
    assert check_game(source("partners")) == ()  # `bold` is read beside level=wild alone, and would be unused
