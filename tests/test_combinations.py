"""All that may be combined in Collapsi is what the rulings say, and loads; everything else is refused with its code.

`tests.full.combinations` also plays every combination, with every reading.
"""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from ruleloom_dsl import Code, RulesetError
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import Combined, combine, load_combined
from ruleloom_dsl.overlay import select
from tests.collapsi import BOARDS, REVIVALS, allowed, check_game
from tests.games import Configuration, source

SAMPLE = 110
COLLAPSI = source("collapsi")
ALLOWED = frozenset(allowed())


@cache
def combined(variants: tuple[str, ...]) -> Combined:
    return combine(COLLAPSI, variants, Report())


def refusal(asked: Configuration) -> set[Code]:
    try:
        load_combined(COLLAPSI, combined(asked.variants), asked.players, dict(asked.options))
    except RulesetError as error:
        return {each.code for each in error.diagnostics if each.severity == "error"}
    return set()


def sets_of_variants() -> set[tuple[str, ...]]:
    """Every set of variants that can be chosen together, with what they bring in."""
    found = set()
    for count in range(len(COLLAPSI.variants) + 1):
        for chosen in combinations(sorted(COLLAPSI.variants), count):
            report = Report()
            selected = select(COLLAPSI.variants, chosen, report).variants
            if not report.has_errors:
                found.add(tuple(sorted(variant.id for variant in selected)))
    return found


def test_there_are_as_many_as_the_rulings_say() -> None:
    # Boards with numbers of players and start cards, shift or not in two readings, free start, revivals; from three
    # players with and without elimination; and solo.
    two, more = 2 + 2 + 2, 2 + 2 * 2 + 2
    assert len(ALLOWED) == (two + 2 * more) * 3 * 2 * 2**3 + 1 == 1_057


def enlarged(variants: tuple[str, ...]) -> set[str]:
    """The variants among these that are a bigger board."""
    return {board for boards in BOARDS.values() for board in boards} & set(variants)


def test_sets_of_variants_are_as_the_rulings_say() -> None:
    found = {variants for variants in sets_of_variants() if "last_standing" not in variants or enlarged(variants)}
    assert found == {asked.variants for asked in ALLOWED}


@pytest.mark.parametrize("part", range(8))
def test_everything_allowed_loads(part: int) -> None:
    for asked in sorted(ALLOWED, key=str)[part::8]:
        assert not refusal(asked), asked


@pytest.mark.parametrize("part", range(4))
def test_other_numbers_of_players_are_refused(part: int) -> None:
    without_revivals = {asked.variants for asked in ALLOWED if not set(REVIVALS) & set(asked.variants)}
    for variants in sorted(without_revivals)[part::4]:
        for players in range(6):
            asked = Configuration("collapsi", variants, players)
            elimination = "last_standing" in variants and players == 2 and "one_deck" not in variants
            refused = Code.NOT_ALLOWED if elimination else Code.PLAYER_COUNT
            assert refusal(asked) == (set() if asked in ALLOWED else {refused}), asked


def refused_together(pair: tuple[str, ...]) -> set[Code]:
    """Why two variants cannot be played together, as the rulings say."""
    if "solo" in pair and "jack_edition" not in pair:
        return {Code.VARIANT_ALONE}
    if len(enlarged(pair)) > 1:
        return {Code.VARIANT_EXCLUDED}
    if "last_standing" in pair and not enlarged(pair):
        return {Code.NOT_ALLOWED}
    return set()


@pytest.mark.parametrize("pair", list(combinations(sorted(COLLAPSI.variants), 2)), ids="+".join)
def test_pairs(pair: tuple[str, ...]) -> None:
    assert refusal(Configuration("collapsi", pair)) == refused_together(pair)
    report = Report()
    select(COLLAPSI.variants, pair, report)
    assert (Code.VARIANT_DISCOURAGED in {each.code for each in report.diagnostics}) == (set(pair) <= set(REVIVALS))


REFUSED = [
    (("last_standing",), None, {}, Code.NOT_ALLOWED),
    (("last_standing", "one_deck", "three_players"), None, {}, Code.VARIANT_EXCLUDED),
    (("big_board", "last_standing"), 2, {}, Code.NOT_ALLOWED),
    (("solo", "big_board", "shifting_board"), None, {}, Code.VARIANT_ALONE),
    (("joker_edition",), None, {}, Code.UNKNOWN_VARIANT),
    ((), None, {"edges": "frame"}, Code.UNKNOWN_OPTION),
    (("shifting_board",), None, {"edges": "outline"}, Code.OPTION_VALUE),
    ((), None, {"adjacent_over_edge": "no"}, Code.UNKNOWN_OPTION),
    ((), None, {"first_player": "3"}, Code.OPTION_VALUE),
    ((), None, {"start_is_visited": "maybe"}, Code.OPTION_VALUE),
]


@pytest.mark.parametrize(("variants", "players", "options", "code"), REFUSED, ids=str)
def test_refusals(variants: tuple[str, ...], players: int | None, options: dict[str, str], code: Code) -> None:
    assert refusal(Configuration("collapsi", variants, players, tuple(options.items()))) == {code}


@pytest.mark.parametrize("part", range(10))
def test_a_sample_is_played(part: int) -> None:
    sample = Random(2024).sample(sorted(ALLOWED, key=str), SAMPLE)
    for seed, asked in enumerate(sample[part::10]):
        check_game(asked, seed)
