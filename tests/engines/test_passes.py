"""Every optimisation can be left out, alone and with all others, and the games stay what the reference says.

`python -m tests.full.agree --passes` leaves each one out in every configuration.
"""

from dataclasses import replace

import pytest

from ruleloom.engines import NATIVE, PORTABLE, lowered
from ruleloom.engines.native.printing import print_c
from ruleloom.engines.portable.printing import to_python
from ruleloom.lower.passes import NAMES, all_but
from tests.engines.agreement import differing, engines_here, on_plan
from tests.engines.small_plans import nim
from tests.games import Configuration, game

COLLAPSI, SHIFTING = Configuration("collapsi"), Configuration("collapsi", ("shifting_board",))
INSELFLUCHT, HEARTS, FOLLOW = Configuration("inselflucht"), Configuration("hearts"), Configuration("follow")
WILD, POKER, ERRAND = Configuration("tic_tac_toe", ("wild",)), Configuration("kuhn_poker"), Configuration("errand")

EXERCISING = {
    "masks": (COLLAPSI, HEARTS, WILD),
    "facts": (COLLAPSI, INSELFLUCHT, WILD, POKER),
    "tables": (INSELFLUCHT, HEARTS, ERRAND),
    "early_clauses": (COLLAPSI, SHIFTING, WILD, ERRAND),
    "pruned_walks": (COLLAPSI, SHIFTING),
    "walk_tables": (COLLAPSI,),
    "walk_ends": (COLLAPSI, SHIFTING),
    "kept_masks": (HEARTS, FOLLOW),
    "sorted_rows": (COLLAPSI, HEARTS, WILD, POKER),
    "small_terms": (INSELFLUCHT, HEARTS),
    "folding": (SHIFTING, HEARTS, POKER),
    "inlining": (COLLAPSI, POKER),
    "joined_blocks": (POKER, FOLLOW),
    "kept_fields": (COLLAPSI, FOLLOW),
    "stretches": (COLLAPSI,),
}
PLAYED = sorted({asked for games in EXERCISING.values() for asked in games}, key=str)
STEPS = 40


def test_every_pass_has_games_that_exercise_it() -> None:
    assert tuple(EXERCISING) == NAMES


@pytest.mark.parametrize("asked", PLAYED, ids=str)
def test_nothing_changes_where_a_pass_is_left_out(asked: Configuration) -> None:
    left_out = [name for name, games in EXERCISING.items() if asked in games]
    ways = {name: all_but([name]) for name in left_out} | {"none of them": all_but(NAMES)}
    made = {f"{PORTABLE} without {name}": on_plan(game(asked).rules, PORTABLE, passes) for name, passes in ways.items()}
    assert not list(differing(asked, made, 1, STEPS))


@pytest.mark.parametrize("asked", PLAYED, ids=str)
def test_each_pass_is_exercised(asked: Configuration) -> None:
    whole = to_python(lowered(game(asked).machine))
    for name in (name for name, games in EXERCISING.items() if asked in games):
        assert to_python(lowered(game(asked).machine, all_but([name]))) != whole


@pytest.mark.skipif(NATIVE not in engines_here(), reason="there is no C compiler")
@pytest.mark.parametrize("asked", [SHIFTING, HEARTS], ids=str)
def test_nothing_changes_in_c_without_all_passes(asked: Configuration) -> None:
    plain = on_plan(game(asked).rules, NATIVE, all_but(NAMES))
    assert not list(differing(asked, {"native without any pass": plain}, 2, STEPS))


def test_games_made_without_a_pass_are_kept_apart() -> None:
    assert print_c(replace(nim(), passes=all_but(["folding"]))) != print_c(nim())
