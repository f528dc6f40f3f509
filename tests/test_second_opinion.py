"""Collapsi as a program by hand understands its prose: that program against known results, and Ruleloom against it.

A sample of configurations with one game each; `python -m tests.by_hand` compares all of them for longer.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bench.random_games import RACES, Race
from tests.by_hand.against_ruleloom import begin, compare, configuration, load, visits
from tests.by_hand.collapsi import DECKS, SHIFTS, Ability, Option, Rules, State, neighbours, perft, perft_by_turn, start

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "oracle" / "collapsi.json").read_text(encoding="utf-8")
)["vectors"]
ABILITIES: dict[str, Ability] = {
    "revive-joker": "joker_revival",
    "revive-adjacent": "adjacent_revival",
    "reconstruction": "reconstruction",
}
WORDS = {"pick_start": "start", "walk": "move"} | dict(zip(SHIFTS, ("row-", "row+", "col-", "col+"), strict=True))
MOST = 500
JACK_SHIFT = Rules(jokers=False, shifts=True)
SAMPLE = [Rules("3x3", 1, jokers=False), *islice(visits(7), 59)]


# --- the program by hand against what is known ------------------------------------------------------------------------


def rules_of(vector: dict[str, Any]) -> Rules:
    variants = set(vector["variants"])
    return Rules(
        vector["board"],
        vector["players"],
        jokers=vector["start"] == "joker",
        shifts="shift" in variants,
        free_start="free" in variants,
        abilities=frozenset(ability for name, ability in ABILITIES.items() if name in variants),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_by_hand_as_the_other_programs(vector: dict[str, Any]) -> None:
    first = state = start(rules_of(vector), vector["deal"])
    for step in vector["trace"]:
        options = {WORDS.get(str(option), option): option for option in state.options}
        assert (state.player + 1, WORDS.get(state.choice, state.choice)) == (step["player"], step["choice"])
        assert sorted(map(str, options)) == sorted(map(str, step["legal"]))
        state = state.after(options[step["chosen"]])
    assert (state.choice, state.winner) == ("over", vector["winner"] - 1)
    decisions = [count for count in vector["perft_decisions"] if count <= MOST]
    turns = [count for count in vector["perft_turns"] if count <= MOST]
    assert [perft(first, depth + 1) for depth in range(len(decisions))] == decisions
    assert [perft_by_turn(first, depth + 1) for depth in range(len(turns))] == turns


@pytest.mark.parametrize(
    "rules, deal, turns",
    [
        (JACK_SHIFT, "JA23A234234A3A2J", [16, 224]),
        (replace(JACK_SHIFT, edges="frame"), "JA23A234234A3A2J", [16, 160]),
        (JACK_SHIFT, "334A2JA2AJ24233A", [12, 144]),
        (replace(JACK_SHIFT, edges="frame"), "334A2JA2AJ24233A", [12, 144, 1_576]),
        (Rules("5x5", 3, jokers=False), "244A3AJ2AAJJ22233AA334432", [3, 8, 16, 148, 946]),
        (Rules("5x5", 2, jokers=False), "244A3AJ2AAJJ22233AA334432", [3, 8, 77, 531]),
        (Rules("6x6", 4, jokers=False), "34A224A2A3433J332A42423A2342A4AJJA4J", [4, 12, 36, 132, 1_118]),
        (Rules("6x6", 2, jokers=False), "34A224A2A3433J332A42423A2342A4AJJA4J", [4, 12, 106, 825]),
    ],
)
def test_by_hand_counts_as_published(rules: Rules, deal: str, turns: list[int]) -> None:
    assert [perft_by_turn(start(rules, deal), depth + 1) for depth in range(len(turns))] == turns


def test_by_hand_neighbours_after_a_shift() -> None:
    def near(row: int, cell: tuple[int, int]) -> list[tuple[int, int]]:
        cells = tuple((r, c + (r == row)) for r, c in (divmod(place, 4) for place in range(16)))
        return sorted(cells[place] for place in neighbours(cells, "line")[cells.index(cell)])

    assert near(1, (1, 4)) == [(1, 1), (1, 3)]
    assert near(1, (1, 1)) == [(0, 1), (1, 2), (1, 4), (2, 1)]
    assert near(1, (0, 0)) == [(0, 1), (0, 3), (3, 0)]
    assert (3, 0) in near(0, (1, 0))


def test_by_hand_published_position() -> None:
    dealt = start(Rules(), "A4JJ222333A2A34A")
    shown = frozenset(place for place, face in enumerate("14..22.3.3121..1") if face != ".")
    assert replace(dealt, open=shown, pawns=(7, 4)).options == (1, 9, 12)


def test_by_hand_solo_boards_can_be_cleared() -> None:
    def is_won(state: State) -> bool:
        return state.winner == 0 or any(is_won(state.after(option)) for option in state.options)

    deals = ["J" + rest for rest in distinct("JAAA2223")]
    assert len(deals) == 1_120
    assert all(is_won(start(Rules("3x3", 1, jokers=False), deal)) for deal in deals[::7])


def distinct(symbols: str) -> Iterator[str]:
    """Each order of the symbols once."""
    if not symbols:
        yield ""
    for symbol in sorted(set(symbols)):
        yield from (symbol + rest for rest in distinct(symbols.replace(symbol, "", 1)))


# --- the fast programs against the one that is easy to read -----------------------------------------------------------


class Recorder(Random):
    """Keeps how many options each choice had, and which one was taken."""

    picks: list[tuple[int, int]]

    def randrange(self, count: int) -> int:  # type: ignore[override]  # the fast programs call it in this way only
        picked = super().randrange(count)
        self.picks.append((count, picked))
        return picked


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
def test_fast_program_plays_by_the_rules(race: Race) -> None:
    random = Recorder(1)
    for _ in range(30):
        deal = random.sample(DECKS[race.rules.board], len(DECKS[race.rules.board]))
        random.picks = []
        winner = race.play(deal, random)
        state = start(race.rules, "".join(deal))
        for count, picked in random.picks:
            assert len(state.options) == count
            state = state.after(state.options[picked])
        assert (state.choice, state.winner) == ("over", winner)


# --- Ruleloom against the program by hand -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SAMPLE, ids=lambda rules: str(configuration(rules)))
def test_ruleloom_agrees(rules: Rules) -> None:
    compare(rules, load(rules), seed=1)


RINGED = "2J4A32JAJ42AAJ4424A22333A32A43344A32"  # the four starts lie around the ace of place 7
FREE = Rules("6x6", 2, free_start=True)
LAST = Rules("6x6", 3, free_start=True, last_standing=True)
JACKS_LAST = replace(LAST, jokers=False)
RARE: dict[str, tuple[Rules, str, list[Option], int, tuple[Option, ...]]] = {
    "stuck before anyone has moved": (FREE, RINGED, [7, 0], 1, ()),
    "nothing is left but to revive a joker": (
        replace(FREE, abilities=frozenset(["joker_revival"])),
        RINGED,
        [7, 0],
        0,
        (1, 6, 8, 13),
    ),
    "out before anyone has moved": (LAST, RINGED, [7, 0, 35], 1, (4, 11, 24, 31)),
    "two are out in one round": (
        replace(JACKS_LAST, board="5x5"),
        "4J22JJA4334A33423A2AA223A",
        [0, 19, 10, 18, 15, 23, 16, 24, 20, 21],
        0,
        (),
    ),
    "the last one standing could not move either": (
        replace(JACKS_LAST, board="5x5-one-deck"),
        "AA33324J452245J63JA2A45J5",
        [5, 4, 8, 20, 6, 10, 21, 22, 19, 24, 13],
        2,
        (),
    ),
}


@pytest.mark.parametrize("rules, deal, moves, player, options", RARE.values(), ids=RARE)
def test_ruleloom_agrees_in_a_rare_case(
    rules: Rules, deal: str, moves: list[Option], player: int, options: tuple[Option, ...]
) -> None:
    """The player is who chooses next, or who has won where nothing is left to choose."""
    match = begin(rules, load(rules), deal)
    for move in moves:
        match.check()
        match.play(move)
    match.check()
    assert match.mine.options == options
    assert player == (match.mine.player if options else match.mine.winner)


def test_ruleloom_gives_the_first_start_to_the_first_player() -> None:
    rules = Rules(jokers=False, first_player=1)
    begin(rules, load(rules), "J2A34A2323J4A23A").check()
