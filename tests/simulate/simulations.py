"""Simulations as the tests make them."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from ruleloom.bots import RANDOM
from ruleloom.game import Game
from ruleloom.simulate.batches import Series
from ruleloom.simulate.facts import Facts, facts_of
from ruleloom.simulate.playing import ReferenceGames, Setup
from ruleloom.simulate.rows import shape_of
from ruleloom.simulate.store import Batch
from ruleloom.simulate.tally import Tally, play_batch
from tests.games import Configuration, game

COMMAND = [sys.executable, "-m", "ruleloom"]
QUICK = Configuration("tic_tac_toe")
"""A game that takes no time and can be drawn."""


def setup_of(asked: Configuration = QUICK) -> Setup:
    rules = game(asked).rules
    return Setup.of(rules, "reference", (RANDOM,) * rules.players)


def facts(asked: Configuration = QUICK, size: int = 20) -> Facts:
    found: Game = game(asked)
    return facts_of(found, 0, size, (RANDOM,) * found.rules.players)


def tally_of(asked: Configuration, seeds: range) -> Tally:
    return play_batch(ReferenceGames(game(asked)), shape_of(game(asked).rules), seeds)


def batch_of(number: int, series: Series, asked: Configuration = QUICK) -> Batch:
    tally = tally_of(asked, series.seeds(number))
    return Batch(number, tally.games, "reference", tally.text())


def kept(path: Path) -> list[tuple[int, int, str]]:
    """What a store holds, byte for byte, but for what has played it."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT number, games, tally FROM batch ORDER BY number").fetchall()
