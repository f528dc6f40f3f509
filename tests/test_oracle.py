"""The right answers: games and counts of other programs, the published position, a solved deal.

`tests.full.oracle` goes to all depths.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from ruleloom.game import Decision, State
from ruleloom.perft import By, perft
from ruleloom.results import Outcome
from tests.collapsi import Vector, asked, dealt, vectors, written
from tests.games import Configuration, game, listed

MOST = 1_000
MOST_AGAIN = 200  # where a turn is one decision, so that its count says nothing new
JACK = ("jack_edition",)


@dataclass(frozen=True)
class Count:
    """How many sequences of 1, 2, 3, ... decisions or turns a deal has."""

    configuration: Configuration
    deal: str
    by: By
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.configuration} {self.deal} by {self.by}"

    def up_to(self, most: int) -> list[tuple[int, int]]:
        """The depths with counts up to a number."""
        return [(depth, count) for depth, count in enumerate(self.counts, start=1) if count <= most]


def from_vectors(vectors: Iterable[Vector]) -> Iterator[Count]:
    for each in vectors:
        yield Count(asked(each), each["deal"], "decision", tuple(each["perft_decisions"]))
        yield Count(asked(each), each["deal"], "turn", tuple(each["perft_turns"]))


COUNTS = list(from_vectors(vectors()))


def check_trace(vector: Vector) -> None:
    """Play the game of a vector move by move."""
    state = dealt(asked(vector), vector["deal"])
    for step in vector["trace"]:
        decision = state.decision
        assert decision.player + 1 == step["player"]
        assert sorted(listed(decision)) == sorted(written(step["choice"], move) for move in step["legal"])
        state = state.apply(written(step["choice"], step["chosen"]))
    assert isinstance(state.pending, Outcome)
    assert [seat for seat, points in enumerate(state.pending.returns, start=1) if points > 0] == [vector["winner"]]


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['id']} {asked(vector)}")
def test_trace(vector: Vector) -> None:
    check_trace(vector)


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_perft(count: Count) -> None:
    again = count.by == "turn" and not {"shifting_board", "adjacent_revival", "reconstruction"} & set(
        count.configuration.variants
    )
    known = count.up_to(MOST_AGAIN if again else MOST)
    assert [(depth, perft(dealt(count.configuration, count.deal), depth, count.by)) for depth, _ in known] == known


def test_vectors_are_all_there() -> None:
    assert len(vectors()) == 28
    assert all(count.up_to(MOST) for count in COUNTS)


@pytest.mark.parametrize("edition", [(), JACK], ids="+".join)
def test_published_position(edition: tuple[str, ...]) -> None:
    rows = ("14..", "22.3", ".312", "1..1")  # a dot is a collapsed card; what it was does not matter
    state = dealt(Configuration("collapsi", edition), "A4JJ" + "2223" + "33A2" + "A34A")
    world = state.world()
    [faces] = world.attributes
    for place, shown in enumerate("".join(rows)):
        card = world.cards[place]
        assert card is not None
        faces[card] = int(shown != ".")
    world.pawns[0] = [7, 4]  # the mover on D2, the other on A2
    moves = {move.text for move in state.game.settled(world).decision.moves}
    assert moves == {"12", "1", "9"}  # A4, B1, B3


# --- a solved deal ----------------------------------------------------------------------------------------------------


class Solver:
    """Plain search with memory: who wins, and in how many plies if the winner hurries and the loser does not."""

    def __init__(self) -> None:
        self.known: dict[State, tuple[int, int]] = {}

    def solve(self, state: State) -> tuple[int, int]:
        if state not in self.known:
            self.known[state] = self._solve(state)
        return self.known[state]

    def _solve(self, state: State) -> tuple[int, int]:
        if not isinstance(state.pending, Decision):
            assert isinstance(state.pending, Outcome)
            return state.pending.returns.index(1.0), 0
        seat = state.pending.player
        found = [self.solve(after) for after in state.successors()]
        won = [plies for winner, plies in found if winner == seat]
        return (seat, 1 + min(won)) if won else (1 - seat, 1 + max(plies for _, plies in found))


def test_solved_deal() -> None:
    solver = Solver()
    assert solver.solve(dealt(Configuration("collapsi", JACK), "J34AAJA2432A3232")) == (1, 8)
    assert len(solver.known) == 4_246


def same_moves(one: State, other: State, depth: int) -> bool:
    """Whether two states go on alike, destination by destination."""
    if depth == 0 or not isinstance(one.pending, Decision):
        return type(one.pending) is type(other.pending)
    ours, theirs = one.decision.moves, other.decision.moves
    successors = zip(one.successors(), other.successors(), strict=True)
    return [each.text for each in ours] == [each.text for each in theirs] and all(
        same_moves(*pair, depth - 1) for pair in successors
    )


@pytest.mark.parametrize("deal", ["JA23A234234A3A2J", "334A2JA2AJ24233A"])
def test_choice_of_start_is_the_joker_game(deal: str) -> None:
    assert same_moves(
        dealt(Configuration("collapsi"), deal), dealt(Configuration("collapsi", ("free_start",)), deal), 3
    )


def test_every_configuration_of_the_answers_is_its_own() -> None:
    assert len({game(asked(vector)).hash for vector in vectors()}) == 14
