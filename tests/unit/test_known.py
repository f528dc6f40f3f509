"""What is known of a local is not asked again, and a function without those tests means what it meant with them."""

from random import Random

import pytest

from ruleloom.lower.known import simplified
from ruleloom.lower.plan import (
    NONE,
    At,
    Binary,
    BinarySign,
    Bits,
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Do,
    Entry,
    Expr,
    Fail,
    Field,
    For,
    Function,
    Has,
    If,
    Int,
    Let,
    Mask,
    Name,
    Parameter,
    Plan,
    Return,
    Stmt,
    Store,
    Unary,
    While,
)
from ruleloom_dsl.ir.traverse import inside
from tests.engines.meaning import came_to, check_same
from tests.engines.plans import made_of
from tests.engines.random_plans import RANDOM_PLANS, random_plan
from tests.engines.small_plans import blank

X, A, FOUND = Name("x"), Name("a"), Name("found")
LEFT, SEEN = Field("left"), Field("seen")
START = Let("found", "int", Int(0))
_SIGNS: tuple[BinarySign, ...] = ("<", "<=", ">", ">=", "==", "!=")
NUMBERS = (-3, -1, 0, 1, 2, 3, 4, 7)


def let(name: str, value: Expr) -> Let:
    return Let(name, "int", value)


def add(value: Expr) -> Store:
    return Store(FOUND, Binary("+", FOUND, value))


def less(left: Expr, right: Expr) -> Binary:
    return Binary("<", left, right)


def less_than(left: Expr, number: int) -> Binary:
    return Binary("<", left, Int(number))


def plan_of(*body: Stmt) -> Plan:
    """A function `f` of a number x, and two that it may call."""
    bump: Block = (Store(LEFT, Binary("mod", Binary("+", LEFT, Int(1)), Int(41))), Return(LEFT))
    return made_of((
        Function("f", (Parameter("x", "int"),), "int", body),
        Function("bump", (), "int", bump),
        Function("refuse", (), "int", (Fail(),)),
    ))  # fmt: skip


def simple(plan: Plan) -> Block:
    """The body that is left, once it is shown to mean the same in many states."""
    after = simplified(plan)
    check_same(plan, after, NUMBERS, (0, 3, 40), 0b1011)
    return next(each.body for each in after.functions if each.name == "f")


def asked_in(body: Block) -> int:
    """How many comparisons and branches are left."""
    signs = {"<", "<=", ">", ">=", "==", "!="}
    return sum(isinstance(each, If) or (isinstance(each, Binary) and each.sign in signs) for each in inside(body))


# --- tests that are known ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "test",
    [
        less_than(A, 5),
        Binary(">=", A, Int(0)),
        Binary("!=", A, Int(NONE)),
        Binary("and", less_than(A, 9), Binary(">", Int(5), A)),
        Binary("or", less_than(A, 0), Unary("not", Binary("==", A, Int(7)))),
    ],
)
def test_limits_of_a_local_decide_tests(test: Expr) -> None:
    loop = For("a", Int(0), Int(5), (If(test, (add(A),), (add(Int(100)),)),))
    assert asked_in(simple(plan_of(START, loop, Return(FOUND)))) == 0


@pytest.mark.parametrize("test", [Binary("<=", A, Int(3)), Binary("==", A, X), Binary(">", A, Int(0)), less(X, A)])
def test_what_is_not_known_is_asked(test: Expr) -> None:
    loop = For("a", Int(0), Int(5), (If(test, (add(A),), (add(Int(100)),)),))
    assert asked_in(simple(plan_of(START, loop, Return(FOUND)))) == 2


def test_tables_and_fields_have_limits() -> None:
    steps = let("step", Entry("t_steps", Binary("mod", X, Int(5))))
    known = Choice(less_than(Name("step"), 6), Name("step"), Call("refuse"))
    field = Choice(Binary("<=", LEFT, Int(40)), known, Call("refuse"))
    assert asked_in(simple(plan_of(steps, Return(field)))) == 0
    unknown = Choice(less_than(Name("step"), 5), Name("step"), Int(99))
    assert asked_in(simple(plan_of(steps, Return(unknown)))) == 1


def test_a_sum_lies_between_the_sums_of_limits() -> None:
    steps = let("step", Binary("-", Entry("t_steps", Binary("mod", X, Int(5))), LEFT))
    assert asked_in(simple(plan_of(steps, Return(Choice(less_than(Name("step"), 6), Int(1), Int(2)))))) == 0
    assert asked_in(simple(plan_of(steps, Return(Choice(less_than(Name("step"), -40), Int(1), Int(2)))))) == 1


def test_a_test_around_tells_what_holds_inside() -> None:
    inner = (If(Binary(">", X, Int(-2)), (Return(Int(1)),), (Return(Int(2)),)),)
    body = simple(plan_of(If(Binary(">=", X, Int(0)), inner, (Return(Int(3)),))))
    assert asked_in(body) == 2  # the branch around, and what it asks


@pytest.mark.parametrize("around", _SIGNS)
@pytest.mark.parametrize("asked", _SIGNS)
def test_one_comparison_tells_of_another_up_to_its_limit(around: BinarySign, asked: BinarySign) -> None:
    for number in (1, 2, 3):
        for test in (Binary(asked, X, Int(number)), Binary(asked, Int(number), X)):
            one_of, other = Choice(test, Int(1), Int(2)), Choice(test, Int(3), Int(4))
            chosen = Let("chosen", "int", Choice(Binary(around, X, Int(2)), one_of, other))
            branches = If(Binary(around, Int(2), X), (Store(LEFT, one_of),), (Store(LEFT, other),))
            simple(plan_of(chosen, branches, Return(Name("chosen"))))


def test_a_test_that_is_left_tells_what_holds_behind_it() -> None:
    guard = If(Binary("or", less_than(X, 0), Binary(">", X, Int(3))), (Return(Int(NONE)),))
    asked = Return(Choice(Binary(">=", Int(3), X), Int(1), Int(2)))
    assert simple(plan_of(guard, asked))[-1] == Return(Int(1))
    kept = If(less_than(X, 0), (Store(LEFT, Int(1)),))  # goes on
    assert simple(plan_of(kept, Return(Choice(Binary(">=", X, Int(0)), Int(1), Int(2)))))[-1] != Return(Int(1))


def test_nothing_is_known_of_what_is_stored_to_again() -> None:
    loop = While(less_than(FOUND, 3), (add(Int(1)), If(less_than(FOUND, 2), (Continue(),)), Store(LEFT, FOUND)))
    after = Return(Choice(less_than(FOUND, 3), Int(100), FOUND))
    assert asked_in(simple(plan_of(START, loop, after))) == 4
    moved = For("a", Int(0), Int(3), (Store(A, Binary("+", A, Int(5))), If(less_than(A, 3), (add(Int(1)),), (add(A),))))
    assert asked_in(simple(plan_of(START, moved, Return(FOUND)))) == 2


def test_a_store_under_a_condition_counts_as_one() -> None:
    changed = (let("a", Int(2)), If(less_than(X, 0), (Store(A, Int(9)),)), Return(Choice(less_than(A, 5), A, Int(0))))
    assert asked_in(simple(plan_of(*changed))) == 3


# --- names that are used again ----------------------------------------------------------------------------------------


def test_what_a_branch_tells_ends_with_it() -> None:
    inside_ = If(less_than(X, 2), (Store(LEFT, Int(1)),))
    body = simple(plan_of(inside_, Return(Choice(less_than(X, 2), Int(1), Int(2)))))
    assert asked_in(body) == 3


def test_two_loops_may_have_one_name() -> None:
    ask = If(less_than(A, 3), (add(Int(1)),), (add(Int(10)),))
    body = simple(plan_of(START, For("a", Int(0), Int(3), (ask,)), For("a", Int(0), Int(6), (ask,)), Return(FOUND)))
    assert asked_in(body) == 2
    assert asked_in((body[1],)) == 0


def test_branches_may_have_locals_of_one_name() -> None:
    ask = Store(LEFT, Choice(less_than(A, 3), Int(1), Int(10)))
    body = simple(plan_of(If(less_than(X, 0), (let("a", Int(1)), ask), (let("a", Int(7)), ask)), Return(LEFT)))
    assert asked_in(body) == 2


# --- loops ------------------------------------------------------------------------------------------------------------


def test_what_is_the_same_in_each_round_stands_before_a_loop() -> None:
    same, other = let("b", Binary("*", X, X)), let("c", Binary("+", A, Name("b")))
    body = simple(plan_of(START, For("a", Int(0), Int(4), (same, other, add(Name("c")))), Return(FOUND)))
    assert body[1] == same and isinstance(body[2], For) and same not in body[2].body


@pytest.mark.parametrize(
    "first",
    [
        let("b", LEFT),  # the loop stores to it
        let("b", Binary("div", Int(7), X)),  # may fail, which is another matter in a loop that leaves before
        let("b", Call("bump")),
        let("b", A),
    ],
)
def test_what_may_change_stays_in_its_loop(first: Stmt) -> None:
    rounds = (first, add(Name("b")), Store(LEFT, Binary("mod", FOUND, Int(41))))
    body = simple(plan_of(START, For("a", Int(0), Int(4), rounds), Return(FOUND)))
    assert isinstance(body[1], For) and body[1].body[0] == first


def test_nothing_stands_before_a_loop_that_may_not_run() -> None:
    loop = For("a", Int(0), X, (let("b", At("taken", Binary("-", X, X))), add(Name("b"))))
    body = simple(plan_of(START, loop, Return(FOUND)))
    assert isinstance(body[1], For)


def test_a_loop_for_members_goes_through_the_members() -> None:
    leaving = (If(Unary("not", Has(SEEN, A)), (Continue(),)), If(Binary(">", A, X), (Break(),)), add(A))
    within = (If(Has(SEEN, A), (add(A),)),)
    for rounds in (leaving, within):
        body = simple(plan_of(START, For("a", Int(1), Int(5), rounds), Return(FOUND)))
        assert isinstance(body[1], Bits) and body[1].mask == Binary("&", SEEN, Mask(0b11110))


@pytest.mark.parametrize(
    "rounds",
    [
        (If(Has(SEEN, A), (add(A), Store(SEEN, Binary("without", SEEN, Mask(8))))),),
        (If(Has(SEEN, A), (Do(Call("bump")),)),),
        (If(Has(SEEN, A), (add(A),), (add(Int(1)),)),),
        (If(Has(SEEN, Binary("mod", A, Int(2))), (add(A),)),),
    ],
)
def test_a_loop_whose_set_may_change_or_that_does_more_stays(rounds: Block) -> None:
    assert isinstance(simple(plan_of(START, For("a", Int(0), Int(5), rounds), Return(FOUND)))[1], For)


# --- what must stay ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [Call("bump"), Call("refuse"), Binary("div", Int(1), X)])
def test_what_is_done_or_fails_on_the_way_stays(what: Expr) -> None:
    simple(plan_of(let("unread", what), Return(LEFT)))
    simple(plan_of(If(Binary("==", what, Int(1)), ()), Return(LEFT)))
    simple(plan_of(Return(Binary("and", what, Int(0)))))
    simple(plan_of(Return(Binary("or", Binary("or", what, Int(1)), less_than(X, 0)))))


def test_what_nothing_reads_and_what_stands_behind_an_end_is_gone() -> None:
    body = simple(plan_of(let("unread", LEFT), Return(X), Store(LEFT, Int(3)), Return(Int(0))))
    assert body == (Return(X),)


@pytest.mark.parametrize("seed", sorted({*RANDOM_PLANS, *range(100, 109)} - {5, 11}))  # the two run for long
def test_random_plans_mean_the_same(seed: int) -> None:
    plan = random_plan(Random(seed))
    after = simplified(plan)
    assert after != plan
    for entry in range(2):
        state = blank(plan) | {"v0": list(range(8)), "v1": entry}
        assert came_to(after, "chance", (), state, entry) == came_to(plan, "chance", (), state, entry)
