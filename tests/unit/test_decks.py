"""Decks that are products, orders of words, parts: what becomes of them in the checked form."""

from ruleloom_dsl import load_ruleset, open_game
from ruleloom_dsl.ir.game import Component, Game
from ruleloom_dsl.ir.types import Number
from tests.games import Configuration, ruleset, source


def component(game: Game, name: str) -> Component:
    return next(each for each in game.components if each.id == name)


def test_the_first_name_of_a_product_changes_slowest() -> None:
    card = component(load_ruleset(open_game("klondike")).game, "card")
    assert [kind.symbol for kind in card.kinds[:14]] == [*(f"{rank}C" for rank in (*range(2, 11), *"JQKA")), "2D"]
    assert card.size == 52 and {kind.count for kind in card.kinds} == {1}


def test_a_family_is_an_attribute_and_combinations_can_be_left_out() -> None:
    prize = component(ruleset(Configuration("bidding")).game, "prize")
    assert [kind.symbol for kind in prize.kinds] == ["1B", "2B", "1R", "C"]
    assert [dict(kind.attributes)["kind"] for kind in prize.kinds] == [0, 0, 0, 1]
    assert dict(prize.kinds[-1].attributes).get("colour") is None


def test_everyone_has_a_deck() -> None:
    game = ruleset(Configuration("bidding", players=3, options=(("ranks", "4"),))).game
    bid = component(game, "bid")
    assert bid.decks == 3 and bid.size == 12
    assert [zone.keys for zone in game.zones if zone.id == "bid"] == [(0, 1, 2)]


def test_an_order_gives_each_word_its_position() -> None:
    [taste] = ruleset(Configuration("bidding")).game.orders
    assert taste.positions == (2, 3, 1)


def test_zones_belong_to_numbers_and_places() -> None:
    game = ruleset(Configuration("ladders")).game
    zones = {zone.id: zone for zone in game.zones}
    assert zones["ladder"].per == Number() and zones["ladder"].keys == (2, 3, 4)
    assert zones["glass"].keys == (0, 1)


def test_what_comes_from_a_part_points_into_its_file() -> None:
    found = {element.key: element for element in ruleset(Configuration("bidding")).elements}
    assert found["steps.award"].span.file.endswith("parts/tallies.yaml")
    assert found["steps.award"].source == "sums" and found["play.round"].source is None
    assert list(source("bidding").parts) == ["tallies"]
