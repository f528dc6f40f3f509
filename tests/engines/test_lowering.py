"""What the lowering finds out about a game before it writes anything: order, none, repeats, copies."""

import pytest

from ruleloom.lower.ascending import ascending_slots
from ruleloom.lower.numbers import renumbered
from ruleloom.lower.perhaps import Perhaps
from ruleloom.machine import Machine
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Maybe, SetOf
from tests.engines.made_types import TILE, N, P, Q
from tests.engines.made_up import workshop
from tests.games import Configuration, game

SOMEWHERE = ir.CallBuiltin("place", (ir.Const(1, N), ir.Const(9, N)), Maybe(P))
NEAR = ir.CallBuiltin("neighbours", (SOMEWHERE,), SetOf(P))
ME = ir.Me(Q)


@pytest.fixture(scope="module")
def perhaps() -> Perhaps:
    return Perhaps(Machine(workshop()))


@pytest.mark.parametrize(
    ("expression", "is_none"),
    [
        (SOMEWHERE, True),
        (ir.CallBuiltin("row", (SOMEWHERE,), N), True),
        (ir.CallBuiltin("row", (ir.Const(3, P),), N), False),
        (ir.ReadVariable("money", ME, N), False),
        (ir.ReadVariable("flag", SOMEWHERE, N), True),
        (ir.Attribute(ir.Const(0, TILE), "worth", N), True),  # the void has none
        (ir.Quantified("count", 0, NEAR, None, None, N), False),
    ],
)
def test_what_may_be_none_whatever_its_type_says(perhaps: Perhaps, expression: ir.Expression, is_none: bool) -> None:
    assert perhaps.is_none(expression) == is_none


def test_none_may_be_among_what_is_written_out(perhaps: Perhaps) -> None:
    written = ir.Several((SOMEWHERE, ir.Const(3, P)), SetOf(P))
    assert perhaps.has_none(written)
    assert not perhaps.has_none(ir.Arithmetic("without", NEAR, written, SetOf(P)))


def test_a_member_put_back_stands_there_once(perhaps: Perhaps) -> None:
    own = ir.Several((ME,), SetOf(Q))
    others = ir.Arithmetic("without", ir.Playing(SetOf(Q)), own, SetOf(Q))
    assert not perhaps.repeats(ir.Arithmetic("+", others, own, SetOf(Q)))
    assert perhaps.repeats(ir.Arithmetic("+", ir.Playing(SetOf(Q)), own, SetOf(Q)))


@pytest.mark.parametrize(
    ("name", "components"), [("goofspiel", {"bid"}), ("errand", {"card"}), ("collapsi", set()), ("klondike", set())]
)
def test_cards_are_numbered_anew_where_somebody_could_tell(name: str, components: set[str]) -> None:
    assert renumbered(game(Configuration(name)).machine) == components


def test_sets_of_copies_that_are_kept_are_no_masks() -> None:
    machine = game(Configuration("sealed")).machine
    gift = next(move for move in machine.game.moves if move.id == "pass").parameters[0].slot
    assert gift not in ascending_slots(machine)
