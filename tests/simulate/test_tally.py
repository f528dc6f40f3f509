"""Tallies are what one gets by looking at every game."""

import tracemalloc
from array import array
from collections import Counter
from dataclasses import replace

import pytest

from ruleloom.bots import RANDOM, RandomBot
from ruleloom.engines.native.building import NoCompiler
from ruleloom.game import Decision, Game
from ruleloom.playout import MOST_DECISIONS, random_game
from ruleloom.simulate.playing import BotGames, ReferenceGames, Setup, StuckGame, player_of
from ruleloom.simulate.rows import Rows, Shape, shape_of
from ruleloom.simulate.tally import CHUNK, Tally, play_batch
from ruleloom_dsl.ir.game import Game as Rules
from tests.games import SMALL, Configuration, game, plays
from tests.simulate.simulations import QUICK, tally_of

GAMES = 6
ASKED = [QUICK, Configuration("kuhn_poker"), Configuration("collapsi", ("three_players",)), *map(Configuration, SMALL)]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_counts_are_those_of_the_games_one_by_one(asked: Configuration) -> None:
    tally = tally_of(asked, range(GAMES))
    played = [random_game(game(asked), seed) for seed in range(GAMES)]
    assert tally.games == GAMES
    assert tally.counts["decisions"] == Counter(str(each.decisions) for each in played)
    assert tally.counts["turns"] == Counter(str(each.state.turns) for each in played)
    for seat in range(game(asked).rules.players):
        assert tally.counts[f"return.{seat + 1}"] == Counter(str(int(each.outcome.returns[seat])) for each in played)
    expected: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for each in played:
        expected[each.outcome.ending, each.outcome.winners] += 1
    found: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for name, count in tally.counts["result"].items():
        ending, seats, won = name.split("/")
        found[ending, tuple(int(seat) - 1 for seat in seats.split(",")) if won else ()] += count
    assert found == expected


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_moves_are_counted_at_every_decision(asked: Configuration) -> None:
    tally, chosen, sums = tally_of(asked, range(GAMES)), Counter[str](), Counter[str]()
    for seed in range(GAMES):
        decisions = moves = 0
        for before, move, _ in plays(game(asked), seed):
            assert isinstance(before.pending, Decision)
            chosen[move.alternative] += 1
            decisions, moves = decisions + 1, moves + len(before.pending.moves)
        sums.update({"moves": moves, "moves*moves": moves * moves, "moves*decisions": moves * decisions})
    assert +tally.counts["chosen"] == chosen
    assert tally.counts["branching"] == sums


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_random_bots_play_the_same_games(asked: Configuration) -> None:
    bots = {seat: RandomBot() for seat in range(1, game(asked).rules.players + 1)}
    assert BotGames(game(asked), bots).games(range(3)) == ReferenceGames(game(asked)).games(range(3))


@pytest.mark.parametrize("engine", ["portable", "native"])
@pytest.mark.parametrize("asked", [QUICK, Configuration("crazy_eights"), Configuration("pig")], ids=str)
def test_engines_fill_the_same_rows(asked: Configuration, engine: str) -> None:
    rules = game(asked).rules
    try:
        player, shape = player_of(Setup.of(rules, engine, (RANDOM,) * rules.players))
    except NoCompiler:
        pytest.skip("there is no compiler")
    assert player.engine == engine and not shape.has_ranks
    seeds = range(3 * 10**11, 3 * 10**11 + 8)
    assert player.games(seeds) == ReferenceGames(game(asked)).games(seeds)
    with pytest.raises(StuckGame, match="not over after 4 decisions") as caught:
        player.games(seeds, most=4)
    assert caught.value.seed == seeds[0]


@pytest.mark.parametrize("engine", ["portable", "native"])
@pytest.mark.parametrize("is_lower_better", [False, True])
@pytest.mark.parametrize("name", ["collusion", "dare", "partners"])
def test_where_scores_have_parts_engines_rank_as_the_reference_does(
    name: str, is_lower_better: bool, engine: str
) -> None:
    rules = _scored(game(Configuration(name)).rules, is_lower_better)
    try:
        player, shape = player_of(Setup.of(rules, engine, (RANDOM,) * rules.players))
    except NoCompiler:
        pytest.skip("there is no compiler")
    assert shape.has_ranks and player.engine == engine
    seeds = range(8)
    rows = player.games(seeds)
    assert rows == ReferenceGames(Game(rules)).games(seeds)
    ranks = {tuple(rows[start + shape.ranks : start + shape.width]) for start in range(0, len(rows), shape.width)}
    assert len(ranks) > 1  # so it is no matter of chance that they agree


def _scored(rules: Rules, is_lower_better: bool) -> Rules:
    scores = [each.score and replace(each.score, lower=is_lower_better) for each in rules.ends]
    ends = [replace(ending, score=score) for ending, score in zip(rules.ends, scores, strict=True)]
    return replace(rules, ends=tuple(ends))


def test_parts_add_up_to_the_whole() -> None:
    whole, parts = tally_of(QUICK, range(60)), Tally()
    for first in (20, 0, 40):
        parts.merge(tally_of(QUICK, range(first, first + 20)))
    assert parts.text() == whole.text() == Tally.parse(whole.text()).text()


class _Ready:
    """Plays no game: all rows are there at once, the lengths of games go round."""

    engine = "none"

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    def games(self, seeds: range, most: int = MOST_DECISIONS) -> "Rows[int]":
        rest = [1, -1, *[3] * len(self._shape.alternatives)]
        return array("q", [cell for seed in seeds for cell in (0, seed % 50, seed % 50, 7, *rest)])


def test_memory_does_not_grow_with_the_games() -> None:
    shape = shape_of(game(QUICK).rules)

    def peak(games: int) -> int:
        tracemalloc.start()
        assert play_batch(_Ready(shape), shape, range(games)).games == games
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(CHUNK)
    assert peak(10 * CHUNK) < 1.2 * peak(2 * CHUNK)


def test_a_game_that_does_not_end_is_named_by_its_seed() -> None:
    with pytest.raises(StuckGame, match="not over after 8 decisions") as caught:
        ReferenceGames(game(QUICK)).games(range(100), most=8)
    longer = [seed for seed in range(100) if random_game(game(QUICK), seed).decisions > 8]
    assert caught.value.seed == longer[0]
