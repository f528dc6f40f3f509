from collections.abc import Callable

from ruleloom.chance import Seeded
from ruleloom.game import Game, State
from ruleloom.view import observation, permute_unseen

Written = Callable[[str], Game]

SECRETS = """
players: 2
components:
  card:
    changes: {face: [down, up]}
    kinds:
      ace: {count: 2, symbol: A}
      king: {count: 2, symbol: K}
      queen: {count: 2, symbol: Q}
zones:
  hand: {per: player, sees: owner}
  shown: {order: row, sees: face_up}
  pile: {order: stack, sees: top, forget: true}
  away: {sees: nobody, forget: true}
vars:
  bid: {is: 0..3, of: player, sees: owner}
  round: {is: 0..3}
setup:
  - {id: deal, do: [shuffle card, deal 1 from card to hand, deal 1 from card to shown face up], text: x}
  - {id: rest, do: [deal 1 from card to shown, deal 2 from card to pile], text: x}
play:
  - {id: turn, turns: players, do: [{choose: bid_it}], text: x}
moves:
  bid_it: {with: {n: {in: 1..3}}, then: [set me.bid to n], text: x}
ends:
  over: {after: [bid_it], when: me.seat == 2, draw: true, text: x}
"""


def dealt(written: Written) -> State:
    return written(SECRETS).initial().happen("A K Q A K Q").apply("2")


def test_a_seat_sees_what_the_zones_say(written: Written) -> None:
    seen = observation(dealt(written), 0)
    down, up = {"face": "down"}, {"face": "up"}
    assert seen["zones"] == {
        "card": {"count": 0},
        "card.box": {"count": 0},
        "hand.1": {"count": 1, "cards": [{"card": "A", **down}]},
        "hand.2": {"count": 1},
        "shown": {"count": 2, "cards": [{"card": "Q", **up}, {"card": "?", **down}]},
        "pile": {"count": 2, "cards": [{"card": "?"}, {"card": "Q", **down}]},
        "away": {"count": 0},
    }
    assert seen["variables"] == {"bid.1": "2", "round": "0"}
    assert observation(dealt(written), 1)["variables"] == {"bid.2": "0", "round": "0"}


def test_unseen_cards_can_be_exchanged_unnoticed(written: Written) -> None:
    state, stream = dealt(written), Seeded(1).stream("exchange")
    exchanged = {permute_unseen(state, 0, stream) for _ in range(40)}
    assert len(exchanged) == 3
    assert all(observation(other, 0) == observation(state, 0) for other in exchanged)
    assert all(other.pending == state.pending for other in exchanged)


def test_an_open_board_hides_nothing(walking: Callable[..., Game]) -> None:
    state = walking().start(seed=1)
    assert permute_unseen(state, 0, Seeded(1).stream("exchange")) == state
    board = observation(state, 1)["board"]
    assert len(board) == 16 and {"card", "face"} == set(board[0] or ())
