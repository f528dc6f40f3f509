from collections.abc import Callable

import pytest

from ruleloom.errors import RuleError
from ruleloom.game import Game
from ruleloom.world import World
from ruleloom_dsl.builtins import BUILTINS as SIGNATURES
from ruleloom_dsl.builtins import DOTTED
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.printing import format_expression, format_value
from ruleloom_dsl.ir.types import Card, Maybe, Number, Path, Place, Player, SetOf, Truth, TupleOf, Type, Value, Word

N, T, P, Q = Number(), Truth(), Place(), Player()
NUMBERS, PLACES = SetOf(N), SetOf(P)
X = ir.Local(10, P)
DEAL = "JA23A234234A3A2J"


def const(value: Value, type_: Type = N) -> ir.Const:
    return ir.Const(value, type_)


def several(*values: int) -> ir.Const:
    return const(values, NUMBERS)


def compare(sign: ir.ComparisonSign, left: ir.Expression, right: ir.Expression) -> ir.Comparison:
    return ir.Comparison(sign, left, right, T)


def quantified(
    word: ir.Quantifier, where: ir.Expression | None = None, body: ir.Expression | None = None
) -> ir.Quantified:
    return ir.Quantified(word, 10, several(3, 1, 2, 1), where, body, N)


def call(name: str, *arguments: ir.Expression, type_: Type = N) -> ir.CallBuiltin:
    return ir.CallBuiltin(name, arguments, type_)


class Table:
    """A dealt walking game to read expressions in."""

    def __init__(self, game: Game, deal: str = DEAL) -> None:
        self.game = game
        self.world: World = game.initial().happen(deal).world()

    def read(self, expression: ir.Expression) -> Value:
        return self.game.machine.evaluator.reader(expression)(self.world)

    def text(self, expression: ir.Expression) -> str:
        return format_expression(self.game.rules, expression)


@pytest.fixture
def table(walking: Callable[..., Game]) -> Table:
    return Table(walking())


NONE = const(None, Maybe(P))
BIG = compare(">", X, const(1))
CASES: list[tuple[ir.Expression, str, Value]] = [
    (ir.Arithmetic("+", const(2), ir.Arithmetic("*", const(3), const(4), N), N), "2 + 3 * 4", 14),
    (ir.Arithmetic("*", ir.Arithmetic("-", const(2), const(5), N), const(4), N), "(2 - 5) * 4", -12),
    (ir.Arithmetic("div", const(-7), const(2), N), "-7 div 2", -4),
    (ir.Arithmetic("mod", const(-7), const(2), N), "-7 mod 2", 1),
    (ir.Arithmetic("-", const(5), ir.Arithmetic("-", const(2), const(1), N), N), "5 - (2 - 1)", 4),
    (ir.Arithmetic("without", several(1, 2, 3), several(2), NUMBERS), "[1, 2, 3] without [2]", (1, 3)),
    (compare("==", NONE, NONE), "none == none", True),
    (compare("!=", const(0, P), NONE), "nth(1, places) != none", True),
    (compare("in", NONE, const((0, 1), PLACES)), "none in [nth(1, places), nth(2, places)]", False),
    (
        compare("not in", const(3, P), const((0, 1), PLACES)),
        "nth(4, places) not in [nth(1, places), nth(2, places)]",
        True,
    ),
    (
        compare(
            "<", ir.Several((const(1), const(2)), TupleOf((N, N))), ir.Several((const(1), const(3)), TupleOf((N, N)))
        ),
        "(1, 2) < (1, 3)",
        True,
    ),
    (ir.Not(ir.Logic("or", const(False, T), const(False, T), T), T), "not (false or false)", True),
    (
        ir.Logic("and", ir.Logic("or", const(True, T), const(False, T), T), const(True, T), T),
        "(true or false) and true",
        True,
    ),
    (ir.Conditional(const(False, T), const(1), const(2), N), "if false then 1 else 2", 2),
    (ir.Range(const(2), const(4), NUMBERS), "2..4", (2, 3, 4)),
    (ir.Several((const(2), const(2)), NUMBERS), "[2, 2]", (2, 2)),
    (quantified("any", BIG), "any p in [3, 1, 2, 1] where p > 1", True),
    (quantified("all", None, BIG), "all p in [3, 1, 2, 1] satisfy p > 1", False),
    (quantified("those", BIG), "those p in [3, 1, 2, 1] where p > 1", (3, 2)),
    (quantified("count", BIG), "count p in [3, 1, 2, 1] where p > 1", 2),
    (quantified("sum", BIG, X), "sum p in [3, 1, 2, 1] where p > 1 of p", 5),
    (quantified("first", compare(">", X, const(5))), "first p in [3, 1, 2, 1] where p > 5", None),
    (quantified("last"), "last p in [3, 1, 2, 1]", 1),
    (quantified("largest", None, ir.Arithmetic("mod", X, const(2), N)), "largest p in [3, 1, 2, 1] by p mod 2", 3),
    (quantified("smallest"), "smallest p in [3, 1, 2, 1]", 1),
    (call("nth", const(2), several(7, 8)), "nth(2, [7, 8])", 8),
    (call("nth", const(0), several(7, 8)), "nth(0, [7, 8])", None),
    (call("neighbours", NONE), "neighbours(none)", ()),
    (call("line", const(5, P), const(0, Word("axis"))), "line(nth(6, places), row)", (4, 5, 6, 7)),
    (call("place", const(2), const(1)), "place(2, 1)", 4),
    (call("place", const(5), const(1)), "place(5, 1)", None),
    (call("inner", const((0, 1, 2, 3), Path())), "inner(1 2 3 4)", (1, 2)),
    (call("seat", const(1, Q)), "nth(2, players).seat", 2),
    (ir.CardAt(NONE, Maybe(Card("card"))), "none.card", None),
    (ir.CallTerm("starts", (), PLACES), "starts", (0, 15)),
    (ir.Attribute(ir.CardAt(const(6, P), Card("card")), "reach", NUMBERS), "nth(7, places).card.reach", (3,)),
    (const((0, 1), SetOf(Q)), "players", (0, 1)),
]


@pytest.mark.parametrize(("expression", "text", "value"), CASES, ids=[text for _, text, _ in CASES])
def test_an_expression_is_printed_and_read(expression: ir.Expression, text: str, value: Value, table: Table) -> None:
    assert table.text(expression) == text
    assert table.read(expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        compare("<", NONE, const(1)),
        ir.Arithmetic("+", const(1), NONE, N),
        ir.Arithmetic("mod", const(1), const(0), N),
        quantified("largest", None, ir.Conditional(BIG, X, NONE, Maybe(N))),
    ],
)
def test_what_has_no_meaning_is_reported(expression: ir.Expression, table: Table) -> None:
    with pytest.raises(RuleError, match=r"cannot (com|be divided by 0)"):
        table.read(expression)


def test_the_right_side_is_read_only_if_it_matters(table: Table) -> None:
    wrong = compare("<", NONE, const(1))
    assert table.read(ir.Logic("or", const(True, T), wrong, T)) is True
    assert table.read(ir.Logic("and", const(False, T), wrong, T)) is False


def test_the_next_player_is_one_who_plays(walking: Callable[..., Game]) -> None:
    table = Table(walking(players=3, counts={"J": 3, "A": 4, "2": 4, "3": 4, "4": 1}), "JJJAAAA222233334")
    table.world.gone[1] = True
    names = ("after", "before", "left", "right")
    assert [table.read(call(name, const(0, Q))) for name in names] == [2, 2, 1, 2]


def test_every_built_in_is_there(table: Table) -> None:
    from ruleloom.builtins import BUILTINS

    assert set(BUILTINS) == {*SIGNATURES, *DOTTED}


@pytest.mark.parametrize(
    ("value", "type_", "text"),
    [
        (True, T, "yes"),
        (1, Q, "2"),
        (4, P, "5"),
        (0, Card("card"), "J"),
        (1, Word("face"), "up"),
        (None, Maybe(P), "none"),
        ((0, 2), SetOf(Q), "[1, 3]"),
        ((1, 1), TupleOf((N, T)), "(1, yes)"),
    ],
)
def test_a_value_is_written_by_its_type(value: Value, type_: Type, text: str, table: Table) -> None:
    assert format_value(table.game.rules, value, type_) == text
