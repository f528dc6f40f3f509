from collections.abc import Callable

import pytest

from ruleloom.chance import Seeded
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.results import Outcome

Written = Callable[[str], Game]

PAYING = """
players: 2
vars:
  coins: {is: 0..9, of: player, starts: 3}
  drawn: {is: 0..9, per: turn}
play:
  - id: turn
    turns: players
    rounds: 2
    text: x
    do:
      - {id: act, repeat: {while: me.coins > 0}, do: [{choose: [pay, stop]}], text: x}
  - finish done
moves:
  pay:
    with: {n: {in: 1..2}}
    cost: {coins: n}
    limit: {times: 2, per: turn}
    then: [add n to drawn]
    text: x
  stop: {then: [end act], text: x}
ends:
  thirsty: {after: [pay], when: drawn == 4, win: me, text: x}
  done: {score: {each: q, is: q.coins}, text: x}
"""


def texts(state: State) -> list[str]:
    return [move.text for move in state.decision.moves]


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def failed(state: State, move: str) -> list[str]:
    with pytest.raises(IllegalMove) as refused:
        state.apply(move)
    return [failure.key for failure in refused.value.refusal.reasons[0].failures]


def test_cost_and_limit_are_clauses_and_payments(written: Written) -> None:
    state = written(PAYING).initial()
    assert texts(state) == ["pay 1", "pay 2", "stop"]
    state = play(state, "pay 1", "pay 1")
    assert texts(state) == ["stop"]
    assert failed(state, "pay 2") == ["pay.limit", "pay.cost"]
    assert failed(play(state, "stop", "stop"), "pay 2") == ["pay.cost"]


def test_limits_and_variables_start_anew_with_the_turn(written: Written) -> None:
    state = play(written(PAYING).initial(), "pay 1", "pay 1", "stop", "stop")
    assert texts(state) == ["pay 1", "stop"]
    assert state.turns == 2


def test_a_game_that_ends_inside_a_turn_completes_it(written: Written) -> None:
    game = written(PAYING.replace("starts: 3", "starts: 4"))
    state = play(game.initial(), "pay 2", "pay 2")
    assert isinstance(state.pending, Outcome)
    assert (state.pending.ending, state.pending.returns, state.turns) == ("thirsty", (1.0, -1.0), 1)


def test_every_player_has_as_many_turns_as_there_are_rounds(written: Written) -> None:
    state = written(PAYING).initial()
    players = []
    while isinstance(state.pending, Decision):
        players.append(state.pending.player)
        state = state.apply("stop")
    assert players == [0, 1, 0, 1]
    assert state.pending == Outcome("done", (3.0, 3.0), (3, 3), (1, 1))


def test_a_value_out_of_range_is_reported_with_its_element(written: Written) -> None:
    small = PAYING.replace("drawn: {is: 0..9", "drawn: {is: 0..3").replace("drawn == 4", "drawn == 3")
    game = written(small.replace("starts: 3", "starts: 9"))
    with pytest.raises(RuleError, match=r"moves.pay: drawn cannot become 4: it goes from 0 to 3; widen that"):
        play(game.initial(), "pay 2", "pay 2")


def test_a_compulsory_choice_without_candidate_is_reported(written: Written) -> None:
    game = written(PAYING.replace("[pay, stop]", "pay").replace("  stop: {then: [end act], text: x}\n", ""))
    with pytest.raises(RuleError, match="no move is possible"):
        play(game.initial(), "1", "1")


def test_a_bound_that_is_a_net_is_reported_and_not_remembered(written: Written) -> None:
    endless = PAYING.replace("    rounds: 2\n", "    at_most: 3\n")
    state = written(endless).initial()
    later = play(state, "stop", "stop")
    assert later == state and later.turns == 2
    with pytest.raises(RuleError, match=r"play.turn: the loop turn has no end in sight"):
        play(later, "stop", "stop")


def test_a_bound_with_an_ending_is_a_rule(written: Written) -> None:
    bounded = PAYING.replace("    rounds: 2\n", "    at_most: {rounds: 3, then: done}\n")
    state = written(bounded).initial()
    assert play(state, "stop", "stop") != state
    assert isinstance(play(state, "stop", "stop", "stop").pending, Outcome)


CARDS = """
players: 3
components:
  suit: {words: [red, blue]}
  card:
    attributes: {suit: suit, rank: 1..3}
    kinds:
      red_low: {count: 2, symbol: R1, suit: red, rank: 1}
      red_high: {count: 2, symbol: R3, suit: red, rank: 3}
      blue_low: {count: 2, symbol: B1, suit: blue, rank: 1}
zones:
  hand: {per: player, sees: owner}
  pile: {order: stack}
vars:
  led: {is: suit or none}
setup:
  - {id: deal, do: [shuffle card, deal 2 from card to hand], text: x}
play:
  - id: turn
    turns: players
    text: x
    do:
      - {choose: play, if_none: [finish out]}
      - {may: swap, then: [set led to none]}
moves:
  play:
    with: {c: {in: me.hand}}
    rules:
      - {id: follow, when: led != none, that: c.suit == led, if_able: true, text: x}
    then:
      - {if: led == none, do: set led to c.suit}
      - move c to pile
    text: x
  swap:
    with: {c: {in: me.hand}, q: {in: "players without [me]"}}
    limit: {times: 1}
    rules:
      - {id: same, that: c.kind == top(pile).kind, text: x}
      - {id: other, that: play.c == none or c != play.c, text: x}
    then: [move c to q.hand]
    text: x
ends:
  out: {win: before(me), text: x}
"""


def dealt(game: Game, cards: str) -> State:
    return game.initial().happen(cards)


def hands(state: State) -> list[list[str]]:
    numbering, zones = state.game.machine.numbering, state.world().zones
    return [[numbering.kind("card", card).symbol for card in zones[zone]] for zone in numbering.zones_of("hand")]


def test_cards_are_dealt_round_by_round_from_the_top(written: Written) -> None:
    assert hands(dealt(written(CARDS), "R1 B1 R3 R1 R3 B1")) == [["R1", "R1"], ["R3", "B1"], ["R3", "B1"]]


def test_copies_in_one_hand_are_one_move(written: Written) -> None:
    assert texts(dealt(written(CARDS), "R1 B1 R3 R1 B1 R3")) == ["R1"]


def test_a_clause_if_able_refuses_only_while_another_card_would_do(written: Written) -> None:
    state = dealt(written(CARDS), "R1 B1 R3 R3 R1 B1")
    assert texts(state) == ["R1", "R3"]
    state = state.apply("R3")
    assert (state.decision.player, texts(state)) == (1, ["R1"])
    assert failed(state, "B1") == ["moves.play.rules.follow"]
    refusal = state.explain("B1")
    assert refusal is not None and refusal.reasons[0].failures[0].would_do == "R1"
    assert failed(state, "R3") == ["play.c"]


def test_a_card_that_cannot_follow_may_be_played(written: Written) -> None:
    state = dealt(written(CARDS), "R1 B1 R3 R3 B1 R1").apply("R1")
    assert texts(state) == ["B1"]


def test_an_optional_choice_is_offered_only_with_a_candidate(written: Written) -> None:
    state = dealt(written(CARDS), "R1 B1 R3 R1 B1 R3").apply("R1")
    assert texts(state) == ["swap R1 2", "swap R1 3", "decline"]
    after = state.apply("swap R1 3")
    assert after.decision.player == 1
    assert state.apply("decline").decision.player == 1


def test_a_set_has_no_order(written: Written) -> None:
    game = written(CARDS)
    one, other = dealt(game, "R1 B1 R3 R3 B1 R1"), dealt(game, "R3 B1 R1 R1 B1 R3")
    assert one == other and hash(one) == hash(other)


def test_what_is_remembered_in_a_turn_is_no_part_of_the_next(written: Written) -> None:
    game = written(CARDS)
    in_turn = dealt(game, "R1 B1 R3 R1 B1 R3").apply("R1")
    remembered = [slot.name for slot in game.rules.slots if slot.memory]
    live = {
        at: [game.machine.program.slots[slot].name for slot, _ in slots]
        for at, slots in game.machine.layout.live.items()
    }
    assert remembered == ["play.c"]
    assert "play.c" in live[in_turn.vector[0]]
    assert "play.c" not in live[in_turn.apply("decline").vector[0]]


def test_random_card_games_come_to_an_end(written: Written) -> None:
    game = written(CARDS)
    for seed in range(20):
        chance = Seeded(seed)
        state = game.start(chance=chance)
        for _ in range(30):
            if isinstance(state.pending, Outcome):
                break
            state = state.apply(state.decision.moves[seed % len(state.decision.moves)])
        assert isinstance(state.pending, Outcome) and sum(state.pending.returns) == -1


NIGHT = """
players: 3
components: {pawn: {per: player}}
board: {grid: {rows: 1, columns: 3}}
vars: {count_of: {is: 0..9, of: player}}
setup:
  - {id: enter, each: {q: players}, do: "move q.pawn to place(1, q.seat)", text: x}
play:
  - id: turn
    turns: players
    text: x
    do:
      - {choose: [out, more, leave]}
      - {id: round, each: {q: players}, from: me, do: [do counted(q)], text: x}
steps:
  counted: {of: {q: player}, do: [add 1 to q.count_of], text: x}
moves:
  out: {then: [eliminate me, move me.pawn to box, end turn], text: x}
  more: {limit: {times: 1}, then: [again], text: x}
  leave: {then: [end turn], text: x}
ends:
  alone: {after: [out], when: count(playing) == 1, win: playing, text: x}
"""


def test_who_is_eliminated_has_no_more_turns(written: Written) -> None:
    game = written(NIGHT)
    state = play(game.initial(), "out", "leave", "leave")
    assert state.decision.player == 1
    ended = play(state, "out")
    assert ended.pending == Outcome("alone", (-1.0, -1.0, 1.0), None, (2, 2, 1))
    assert ended.world().pawns == [[None, None, 2]]


def test_again_gives_the_same_player_another_turn(written: Written) -> None:
    game = written(NIGHT)
    state = play(game.initial(), "more")
    assert (state.decision.player, state.turns, texts(state)) == (0, 1, ["out", "leave"])
    assert play(state, "leave").decision.player == 1


def test_each_begins_where_it_is_told_and_an_ending_stops_at_once(written: Written) -> None:
    ending = 'counted_out: {after: [counted], when: "nth(1, players).count_of == 2", lose: me, text: x}'
    state = play(written(f"{NIGHT}  {ending}").initial(), "more", "leave", "more")
    assert state.pending == Outcome("counted_out", (1.0, -1.0, 1.0), None, (1, 3, 1))
    assert state.world().variables == [2, 2, 2]
