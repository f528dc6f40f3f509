"""Every game is drawn at any moment, the same bytes each time."""

import pytest

from ruleloom_dsl import catalog
from ruleloom_site.pictures import Look, draw, figure
from tests.games import Configuration, is_possible
from tests.pictures.drawing import COLLAPSI, GAMES, PICTURED, SLID, English, after, check, ids, parsed, picture, states


@pytest.mark.parametrize("name", GAMES)
def test_every_game_draws_at_any_moment(name: str) -> None:
    asked = Configuration(name)
    for number, state in enumerate(states(asked, 24, seed=3)):
        if number % 6 == 0:
            for watchers in ((), tuple(range(1, state.game.rules.players + 1))):
                drawn = picture(state, Look(watchers=watchers))
                check(drawn)


VARIANTS = sorted((path.parents[1].name, path.stem) for path in catalog.shipped().glob("*/variants/*.yaml"))


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_variant_draws(name: str, variant: str) -> None:
    asked = Configuration(name, (variant,))
    if not is_possible(asked):
        pytest.skip("it needs another")
    check(picture(after(asked, 5)))


def test_all_phrases_are_used_and_all_used_are_there() -> None:
    said: set[str] = set()
    looks = [Look(), Look(watchers=(1,), zones=())]
    for asked in (*map(Configuration, GAMES), SLID, Configuration("collapsi", ("free_start",))):
        for state in (after(asked, 0), after(asked, 9), after(asked, 60)):
            boxes = tuple(family.id for family in state.game.rules.zones if family.role == "box")
            for look in (*looks, Look(zones=boxes)):
                words = English(state.game.rules)
                figure(draw(state, words, "p", look), words)
                said |= words.said
    state = after(COLLAPSI, 0)
    words = English(state.game.rules)
    draw(state, words, "p", Look(walk=("3", "0"), chosen=("0",)))
    assert (said | words.said) - PICTURED <= {"tell.player", "rule.yes", "rule.no"}
    rare = {
        "picture.team",
        "picture.title",
        "picture.out",
        "picture.is_out",
        "picture.box",
    }
    assert PICTURED - (said | words.said) <= rare


def test_a_picture_is_the_same_bytes_each_time() -> None:
    for name in GAMES:
        state = after(Configuration(name), 7)
        assert picture(state) == picture(state)


def test_prefixes_keep_the_ids_of_two_pictures_apart() -> None:
    state = after(Configuration("inselflucht"), 10)
    one, other = (ids(parsed(picture(state, prefix=prefix))) for prefix in ("one", "other"))
    assert one
    assert not set(one) & set(other)


@pytest.mark.parametrize("prefix", ["", "1a", 'a"', "a b", "a)", "é"])
def test_a_prefix_must_be_able_to_begin_an_id(prefix: str) -> None:
    with pytest.raises(ValueError, match="cannot begin an id"):
        picture(after(COLLAPSI, 0), prefix=prefix)
