"""Processes that play: how many they are does not matter, nor that some of them die."""

import multiprocessing
import os
import pickle
import signal
import threading
import time
from contextlib import closing

import pytest

from ruleloom.errors import RuleError, WrongInput
from ruleloom.simulate.batches import Series
from ruleloom.simulate.playing import Setup, StuckGame
from ruleloom.simulate.store import Batch
from ruleloom.simulate.workers import play_here
from tests.games import Configuration
from tests.simulate.simulations import QUICK, batch_of, setup_of

SERIES = Series(seed=2, games=90, size=20)


def played(workers: int, setup: Setup | None = None, series: Series = SERIES) -> list[Batch]:
    batches = play_here(setup or setup_of(QUICK), series, iter(range(series.batches)), workers)
    with closing(batches):
        return sorted(filter(None, batches), key=lambda batch: batch.number)


def test_any_number_of_workers_comes_to_the_same() -> None:
    assert played(1) == played(2) == [batch_of(number, SERIES) for number in range(SERIES.batches)]


def test_more_workers_than_batches() -> None:
    assert len(played(4, series=Series(0, 25, 20))) == 2


def test_nothing_to_do() -> None:
    assert list(play_here(setup_of(), SERIES, iter(()), 2)) == []


def test_a_worker_that_dies_is_replaced() -> None:
    series, killed = Series(seed=2, games=60, size=10), 0
    batches = play_here(setup_of(Configuration("collapsi")), series, iter(range(series.batches)), 2)
    found: dict[int, Batch] = {}
    with closing(batches):
        for batch in batches:
            if batch is not None:
                assert batch.number not in found
                found[batch.number] = batch
            if len(found) in (1, 3) and killed < len(found):
                killed = len(found)
                victim = multiprocessing.active_children()[0].pid
                assert victim is not None
                os.kill(victim, signal.SIGKILL)
    assert [found[number] for number in sorted(found)] == [
        batch_of(number, series, Configuration("collapsi")) for number in range(series.batches)
    ]
    assert not multiprocessing.active_children()


def test_a_batch_that_kills_all_who_play_it_is_named() -> None:
    stop = threading.Event()

    def kill_all() -> None:
        while not stop.wait(0.02):
            for child in multiprocessing.active_children():
                child.kill()

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(WrongInput, match=r"3 processes have died at the games from seed 200000000000 to \d+19"):
            played(1)
    finally:
        stop.set()
        killer.join()


def test_what_a_worker_raises_comes_back_whole() -> None:
    error = pickle.loads(pickle.dumps(StuckGame(RuleError("it goes in a circle", "play.turn"), 42)))
    assert isinstance(error, StuckGame)
    assert (str(error), error.element, error.seed) == ("play.turn: it goes in a circle", "play.turn", 42)


def test_leaving_early_leaves_no_process() -> None:
    batches = play_here(setup_of(Configuration("collapsi")), SERIES, iter(range(SERIES.batches)), 2)
    assert next(batch for batch in batches if batch is not None).games == 20
    batches.close()
    begun = time.monotonic()
    while multiprocessing.active_children() and time.monotonic() - begun < 5:
        time.sleep(0.05)
    assert not multiprocessing.active_children()
