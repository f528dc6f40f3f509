"""What the portable engine prints means what the plan means, node by node, and plays its random games bit for bit."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleloom.chance import CHOICES, Stream, start_value
from ruleloom.engines.portable import runtime
from ruleloom.engines.portable.engine import printed
from ruleloom.engines.portable.printing import to_python
from ruleloom.lower import plan as flat
from ruleloom.lower.plan import Binary, Choice, Expr, Function, Has, Int, Mask, Name, Plan, Return, Unary
from tests.engines.meaning import Failed, Meaning
from tests.engines.plans import MASK, NUMBER, WIDE, counters, made_of, pieces
from tests.engines.small_plans import blank

PIECES = made_of(pieces())


def compiled(plan: Plan) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(to_python(plan), names)
    return names


def meaning_of(plan: Plan) -> Meaning:
    return Meaning(plan, blank(plan), blank(plan, "o"), [Stream(7, each) for each in plan.streams])


@pytest.mark.parametrize("name", [function.name for function in pieces() if function.result])
@pytest.mark.parametrize("x", [0, 1, 2, 3, 4, 7])
@pytest.mark.parametrize("m", [0, 1, 0b1011, 0xFFFF, WIDE | 9, (1 << 128) - 1])
def test_every_node_means_what_the_plan_says(name: str, x: int, m: int) -> None:
    names, meaning = compiled(PIECES), meaning_of(PIECES)
    s, o = names["State"](), names["Options"]()
    s.streams = runtime.Streams(PIECES.streams, 7)
    try:
        expected = meaning.call(name, x, m)
    except Failed:
        with pytest.raises(runtime.Failed):
            names[name](s, o, x, m)
        return
    assert int(names[name](s, o, x, m)) == expected
    assert {key: getattr(s, key) for key in meaning.s} == meaning.s


masks = st.recursive(
    st.one_of(st.builds(Mask, st.sampled_from([0, 1, 6, WIDE, (1 << 128) - 1])), st.just(Name("m"))),
    lambda inner: st.builds(Binary, st.sampled_from(["&", "|", "without"]), inner, inner),
    max_leaves=4,
)
filled = st.builds(Binary, st.just("|"), masks, st.builds(Mask, st.sampled_from([2, WIDE])))


def _wider(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    """Numbers made of numbers and masks."""
    signs = st.sampled_from(["+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "and", "or"])
    return st.one_of(
        st.builds(Unary, st.sampled_from(["-", "not"]), inner),
        st.builds(Binary, signs, inner, inner),
        st.builds(Binary, st.sampled_from(["div", "mod"]), inner, st.builds(Int, st.sampled_from([-3, -1, 2, 5]))),
        st.builds(Choice, inner, inner, inner),
        st.builds(Has, masks, st.builds(Int, st.integers(0, 127))),
        st.builds(Unary, st.just("count"), masks),
        st.builds(Unary, st.sampled_from(["lowest", "highest"]), filled),
        st.builds(Binary, st.sampled_from(["==", "!="]), masks, masks),
    )


numbers = st.recursive(st.one_of(st.builds(Int, st.integers(-9, 9)), st.just(Name("x"))), _wider, max_leaves=15)


@settings(deadline=None, max_examples=150)
@given(number=numbers, mask=masks, x=st.integers(-5, 5), m=st.integers(0, (1 << 128) - 1))
def test_any_expression_is_printed_with_its_meaning(number: Expr, mask: Expr, x: int, m: int) -> None:
    functions = [Function(name, (NUMBER, MASK), "int", (Return(e),)) for name, e in (("a", number), ("b", mask))]
    plan = made_of(tuple(functions))
    names, meaning = compiled(plan), meaning_of(plan)
    for name in ("a", "b"):
        assert int(names[name](None, None, x, m)) == meaning.call(name, x, m)


def by_hand(seed: int) -> tuple[int, int]:
    """Who wins a random game of counters, and after how many decisions."""
    left, choices, made = Stream(seed, "left").below(20) + 10, Stream(seed, CHOICES), 0
    while left:
        left -= choices.below(min(3, left)) + 1
        made += 1
    return (made - 1) % 2, made


def test_random_games_are_those_of_the_documented_numbers() -> None:
    game, found = printed(counters()), []
    for seed in range(300):
        s, o = game.state(), game.options()
        s.streams = runtime.Streams(counters().streams, seed)
        runtime.run(game, s, o)
        made = runtime.random_game(game, s, o, start_value(seed, CHOICES), 100)
        game.result(s, o)
        found.append((o.returns.index(1), made))
    assert found == [by_hand(seed) for seed in range(300)]
    assert runtime.random_game(game, started(game, 20), game.options(), 0, 3) == -1


def started(game: runtime.Printed, left: int) -> runtime.State:
    """A game of counters in which so many are left."""
    s = game.state()
    for name, value in (("pc", 3), ("left", left)):
        setattr(s, name, value)
    return s


@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_counts_sequences(depth: int) -> None:
    game = printed(counters())
    assert runtime.perft(game, started(game, 5), depth) == ways(5, depth)


def ways(left: int, depth: int) -> int:
    """How many sequences of so many decisions there are."""
    return sum(ways(left - number, depth - 1) for number in range(1, min(3, left) + 1)) if depth else 1


def test_perft_stops_at_chance() -> None:
    game = printed(counters())
    s = game.state()
    runtime.run(game, s, game.options())
    with pytest.raises(runtime.Met):
        runtime.perft(game, s, 1)


def test_a_run_without_end_fails() -> None:
    plan = made_of(blocks={0: (flat.Goto(1),), 1: (flat.Goto(0),)})
    game = printed(plan)
    with pytest.raises(runtime.Failed):
        runtime.run(game, game.state(), game.options())
