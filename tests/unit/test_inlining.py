"""Small functions that are written where they are called do there what a call does."""

import pytest

from ruleloom.engines.portable.inlining import inlined
from ruleloom.lower.plan import (
    At,
    Binary,
    Bits,
    Block,
    Break,
    Call,
    Continue,
    Do,
    Draw,
    Expr,
    Fail,
    Field,
    For,
    Function,
    If,
    Int,
    Let,
    Mask,
    Name,
    Parameter,
    Plan,
    Return,
    Store,
    While,
)
from ruleloom_dsl.ir.traverse import inside
from tests.engines.meaning import check_same
from tests.engines.plans import made_of

X, A, B = Name("x"), Name("a"), Name("b")
LEFT = Field("left")
PARAMETERS = (Parameter("a", "int"), Parameter("b", "int"))


def put(at: Expr, value: Expr) -> Store:
    return Store(At("taken", at), value)


def limited(value: Expr) -> Expr:
    return Binary("mod", value, Int(41))


def call(*arguments: Expr) -> Do:
    return Do(Call("g", arguments))


def plan_of(small: Block, *body: Do | Store | Let | If | For | While | Bits) -> Plan:
    """A function `f` of a number x, which calls `g` of two numbers."""
    caller = Function("f", (Parameter("x", "int"),), None, body)
    return made_of((caller, Function("g", PARAMETERS, None, small)))


def written(plan: Plan) -> Block:
    """The body of `f`, once it is shown to do the same in many states."""
    after = inlined(plan)
    check_same(plan, after, (0, 1, 2, 5, 13), (0, 1, 7), 0b10110)
    return next(each.body for each in after.functions if each.name == "f")


def is_called(body: Block) -> bool:
    return any(isinstance(node, Call) and node.function == "g" for node in inside(body))


SMALL = (put(Int(0), limited(Binary("+", A, B))), put(Int(1), A))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (X, Int(1)),
        (Int(3), X),
        (Binary("+", X, Int(1)), LEFT),
        (At("taken", Int(0)), At("taken", Int(1))),  # are read before anything is stored
        (Draw(Int(0), Int(9)), Draw(Int(1), Int(9))),  # are drawn once, in their order
    ],
)
def test_arguments_are_read_once_and_first(first: Expr, second: Expr) -> None:
    assert not is_called(written(plan_of(SMALL, call(first, second))))


def test_names_of_the_caller_may_be_those_of_parameters() -> None:
    swapped = (Let("a", "int", X), Let("b", "int", Int(7)), call(B, A))
    assert not is_called(written(plan_of(SMALL, *swapped)))
    shifted = (Let("b", "int", X), call(Binary("+", B, Int(1)), B))
    assert not is_called(written(plan_of(SMALL, *shifted)))


def test_calls_one_after_the_other_and_in_loops_and_branches() -> None:
    small = (put(Binary("mod", A, Int(2)), limited(Binary("+", At("taken", Int(0)), B))),)
    rounds: Block = (
        If(Binary("==", Name("i"), X), (Continue(),)),
        call(Binary("*", Name("i"), X), Name("i")),
        If(Binary(">", LEFT, Int(30)), (Break(),), (call(Name("i"), LEFT), Store(LEFT, limited(Binary("+", LEFT, X))))),
    )
    again = While(Binary("<", LEFT, Int(20)), (Store(LEFT, Binary("+", LEFT, Int(6))), call(LEFT, Int(1))))
    members = Bits("m", Field("seen"), (call(Name("m"), Binary("-", Name("m"), Int(1))),))
    body = written(plan_of(small, call(X, Int(1)), For("i", Int(0), Int(6), rounds), again, members, call(Int(0), X)))
    assert not is_called(body)


def test_loops_and_branches_of_the_small_function_keep_to_themselves() -> None:
    loop = For("n", Int(0), A, (
        If(Binary("==", Name("n"), B), (Break(),)),
        If(Binary("==", Name("n"), Int(1)), (Continue(),)),
        put(Int(0), limited(Binary("+", At("taken", Int(0)), Name("n")))),
    ))  # fmt: skip
    rounds = (call(Name("i"), Int(2)), put(Int(1), Name("i")))  # what the small one leaves is its own loop
    assert not is_called(written(plan_of((loop,), For("i", Int(0), Int(5), rounds))))


def test_a_failure_ends_the_caller_too() -> None:
    small = (If(Binary("==", A, B), (Fail(),)), put(Int(0), A))
    assert not is_called(written(plan_of(small, call(X, Int(2)), put(Int(1), Int(1)))))


@pytest.mark.parametrize(
    "small",
    [
        (If(Binary("<", A, B), (Return(),)), put(Int(0), A)),  # would end the caller
        (Store(A, Int(3)), put(Int(0), A)),  # would change a local of the caller
        (Do(Call("h")), put(Int(0), A)),
        tuple(put(Int(n % 2), limited(Binary("+", A, Int(n)))) for n in range(12)),  # is not small
    ],
)
def test_what_cannot_be_written_out_is_called(small: Block) -> None:
    plan = plan_of(small, call(X, Int(2)), put(Int(1), X))
    other = Function("h", (), None, (Store(Field("seen"), Mask(1)),))
    plan = made_of((*(each for each in plan.functions if each.name in "fg"), other))
    assert is_called(written(plan))


def test_calls_in_blocks_are_written_out() -> None:
    plan = made_of((Function("g", PARAMETERS, None, SMALL),), {0: (call(Int(1), LEFT),)})
    assert not is_called(inlined(plan).blocks[0])
