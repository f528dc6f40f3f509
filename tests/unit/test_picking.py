"""Sets of cards as moves and as picks, and why not."""

from collections.abc import Callable

import pytest

from ruleloom.chance import Seeded
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.moves import NotationError
from ruleloom.perft import perft

PICKING = """
players: 2
components:
  card:
    attributes: {worth: 1..9}
    kinds: {low: {count: 3, symbol: L, worth: 1}, high: {count: 3, symbol: H, worth: 5}}
zones: {hand: {per: player, sees: owner}, heap: {order: stack, forget: true}}
vars: {spent: {is: 0..99}}
setup: [deal 3 from card to hand]
play:
  - {turns: players, rounds: 1, do: [{choose: lay}]}
  - finish over
moves:
  lay:
    with: {chosen: {some: me.hand, size: SIZE, listed: HOW}}
    rules: RULES
    then: [add sum c in chosen of c.worth to spent, move chosen to heap]
    text: Lay cards.
ends: {over: {draw: true, text: Over.}}
"""


@pytest.fixture
def laying(written: Callable[[str], Game]) -> Callable[..., State]:
    def lay(size: str, rules: str = "[]", how: str = "one_by_one") -> State:
        return written(PICKING.replace("SIZE", size).replace("RULES", rules).replace("HOW", how)).start()

    return lay


def texts(state: State) -> list[str]:
    return [move.text for move in state.decision.moves]


def refusal(state: State, text: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The ids of the rules that refuse a move, with what was seen."""
    with pytest.raises(IllegalMove) as error:
        state.apply(text)
    return {failure.id: failure.seen for reason in error.value.refusal.reasons for failure in reason.failures}


def test_a_set_closes_at_its_largest_size(laying: Callable[..., State]) -> None:
    state = laying("1..2").apply("lay")
    assert texts(state) == ["L", "H"]
    state = state.apply("L")
    assert texts(state) == ["L", "H", "done"]
    assert state.apply("H").decision.player == 1
    assert state.apply("done").decision.player == 1
    assert state.apply("lay done") == state.apply("done")


def test_a_set_of_one_size_has_no_done(laying: Callable[..., State]) -> None:
    state = laying("2").apply("lay")
    assert texts(state) == ["L"]
    assert texts(state.apply("L")) == ["L", "H"]
    assert perft(laying("2"), 3) == 2
    assert refusal(state, "done") == {"size": (("members picked", "0"), ("members needed", "2"))}


def test_whole_sets_are_moves(laying: Callable[..., State]) -> None:
    state = laying("1..3", how="whole")
    assert texts(state) == ["L", "L+L", "L+L+H", "L+H", "H"]
    assert state.apply("H+L") == state.apply("L+H")
    assert refusal(state, "L+L+L") == {"chosen": (("chosen", "L+L+L"),)}
    with pytest.raises(NotationError):
        state.apply("L+X")


def test_a_pick_that_is_no_member_or_comes_too_late_is_refused(laying: Callable[..., State]) -> None:
    state = laying("1..3").apply("lay").apply("H")
    assert refusal(state, "L") == {"order": (("last pick", "H"),)}
    assert refusal(state, "H") == {"order": (("last pick", "H"),)}
    with pytest.raises(NotationError):
        state.apply("X")


def test_a_pick_that_leaves_too_few_is_refused(laying: Callable[..., State]) -> None:
    state = laying("3").apply("lay")
    assert refusal(state, "H")["size"] == (("members picked", "1"), ("members needed", "3"))


def test_a_clause_about_each_member_is_named(laying: Callable[..., State]) -> None:
    rules = "[{id: cheap, each: {c: chosen}, that: c.worth < 5, text: Cheap.}]"
    state = laying("1..2", rules)
    assert set(refusal(state.apply("lay"), "H")) == {"cheap"}
    assert set(refusal(state.apply("lay").apply("L"), "H")) == {"cheap"}


def test_a_move_whose_set_cannot_be_completed_is_refused_by_what_its_members_fail(
    written: Callable[[str], Game],
) -> None:
    rules = "[{id: cheap, each: {c: chosen}, that: c.worth < 5, text: Cheap.}]"
    text = PICKING.replace("SIZE", "3").replace("RULES", rules).replace("HOW", "one_by_one")
    text = text.replace("choose: lay", "choose: [lay, wait]").replace("moves:\n", "moves:\n  wait: {text: Wait.}\n")
    state = written(text).start()
    assert texts(state) == ["wait"]
    assert set(refusal(state, "lay")) == {"cheap"}
    state = written(text.replace("SIZE", "4").replace("size: 3", "size: 4")).start()
    assert refusal(state, "lay") == {"size": (("members picked", "0"), ("members needed", "4"))}


def test_a_clause_about_the_whole_set_narrows_what_can_be_completed(laying: Callable[..., State]) -> None:
    state = laying("1..3", "[{id: six, that: (sum c in chosen of c.worth) == 6, text: Six.}]").apply("lay")
    assert texts(state) == ["L"]
    assert texts(state.apply("L")) == ["H"]
    assert set(refusal(state.apply("L"), "done")) == {"six"}
    assert set(refusal(state, "H")) == {"six"}


def test_too_many_whole_sets_are_reported(written: Callable[[str], Game]) -> None:
    text = PICKING.replace("deal 3", "deal 20").replace("SIZE", "1..20")
    kinds = ", ".join(f"k{n}: {{count: 1, symbol: K{n}, worth: 1}}" for n in range(40))
    many = text.partition("kinds: {")[0] + f"kinds: {{{kinds}}}\n" + "zones" + text.partition("\nzones")[2]
    with pytest.raises(RuleError, match="more than 4,096"):
        written(many.replace("HOW", "whole").replace("RULES", "[]")).start()
    rule = "[{id: odd, that: (sum c in chosen of c.worth) mod 2 == 1, text: Odd.}]"
    with pytest.raises(RuleError, match="looks through at most 4,096") as error:
        written(many.replace("HOW", "one_by_one").replace("RULES", rule)).start()
    assert error.value.element == "moves.lay.rules.odd"
    picked = written(many.replace("HOW", "one_by_one").replace("RULES", "[]")).start(0, None)
    while isinstance(picked.pending, Decision) and picked.decision.player == 0:
        picked = picked.play(picked.decision.moves[0], Seeded(0))
    assert isinstance(picked.pending, Decision)


def test_a_full_zone_takes_no_more(written: Callable[[str], Game]) -> None:
    text = PICKING.replace("heap: {", "heap: {capacity: 2, ").replace("HOW", "whole").replace("RULES", "[]")
    state = written(text.replace("SIZE", "2")).start().apply("L+L")
    with pytest.raises(RuleError, match="room for 2"):
        state.apply(state.decision.moves[0])
