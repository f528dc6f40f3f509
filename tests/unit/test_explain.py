from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from ruleloom.decisions import Plan, Row
from ruleloom.explain import Refusal
from ruleloom.game import Game, State
from ruleloom.world import World

PUBLISHED = "1400220303121001"  # 0: collapsed
MOVER, OTHER = 7, 4
D1, C3, D3, A2 = "4", "11", "12", "5"


@pytest.fixture
def published(walking: Callable[..., Game]) -> State:
    """The position of a published example, in the joker game."""
    game = walking()
    left = Counter({"J": 2, "A": 4, "2": 4, "3": 4, "4": 2})
    seen = [{"1": "A"}.get(value, value) for value in PUBLISHED]
    left.subtract(value for value in seen if value != "0")
    unseen = left.elements()
    world = game.initial().happen([next(unseen) if value == "0" else value for value in seen]).world()
    for card, value in zip(world.cards, seen, strict=True):
        assert card is not None
        world.attributes[0][card] = int(value != "0")
    world.pawns[0] = [MOVER, OTHER]
    return game.settled(world)


def refused(state: State, text: str) -> Refusal:
    refusal = state.explain(text)
    assert refusal is not None
    return refusal


def failed(refusal: Refusal) -> list[list[str]]:
    return [[failure.id for failure in reason.failures] for reason in refusal.reasons]


def test_the_published_position_has_three_moves(published: State) -> None:
    assert [move.text for move in published.decision.moves] == ["2", "10", "13"]
    assert published.explain("10") is None


def test_a_refusal_names_the_smallest_set_of_clauses(published: State) -> None:
    assert failed(refused(published, D1)) == [["open_cards"]]
    assert failed(refused(published, C3)) == [["exact_distance"]]
    assert failed(refused(published, D3)) == [["exact_distance"], ["no_card_twice"], ["start_visited"], ["open_cards"]]


def test_several_clauses_may_have_to_fail_together(published: State) -> None:
    reasons = failed(refused(published, A2))
    assert all(len(reason) == 2 and reason[1] == "not_on_a_pawn" for reason in reasons)


def test_a_refusal_shows_a_witness_and_what_was_seen(published: State) -> None:
    (reason,) = refused(published, C3).reasons
    assert reason.witness == (("origin", "8"), ("path", "8 12 11"), ("target", "11"))
    assert reason.failures[0].seen == (
        ("length(path)", "2"),
        ("path", "8 12 11"),
        ("origin.card.reach", "[3]"),
        ("origin", "8"),
    )


def test_a_refusal_names_the_member_that_fails(published: State) -> None:
    (reason,) = refused(published, D1).reasons
    assert reason.failures[0].member == (("p", "4"),)


def test_what_no_witness_decides_fails_the_parameter(walking: Callable[..., Game]) -> None:
    game = walking(counts={"J": 2, "A": 20, "2": 3}, size=5, jack=True)
    state = game.initial().happen("J" + "A" * 20 + "J222")
    assert failed(refused(state, "13")) == [["path"]]
    assert refused(state, "13").reasons[0].failures[0].key == "walk.path"


def test_with_too_many_witnesses_only_decided_values_are_looked_at(
    published: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ruleloom.explain.MOST_WITNESSES", 10)
    refusal = refused(published, A2)
    assert not refusal.whole and failed(refusal) == [["not_on_a_pawn"]]
    assert refused(published, D1).reasons == ()


def test_no_more_witnesses_are_worked_out_than_are_looked_at(published: State, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[Row] = []
    rows = Plan.rows

    def counted(plan: Plan, world: World) -> Iterator[Row]:
        for row in rows(plan, world):
            worked_out.append(row)
            yield row

    monkeypatch.setattr(Plan, "rows", counted)
    monkeypatch.setattr("ruleloom.explain.MOST_WITNESSES", 10)
    assert refused(published, A2).whole is False
    assert len(worked_out) == 11
    assert len(list(rows(published.game.machine.decisions.plans["walk"], published.world()))) > 11
