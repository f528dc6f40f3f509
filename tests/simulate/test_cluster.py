"""Batches on a cluster of this machine, of which a worker is lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from ruleloom.errors import WrongInput
from ruleloom.simulate.batches import Series
from ruleloom.simulate.cluster import play_on_cluster
from ruleloom.simulate.store import Batch
from tests.games import Configuration
from tests.simulate.simulations import batch_of, setup_of

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

GAME = Configuration("collapsi")
SERIES = Series(seed=0, games=60, size=5)
SCHEDULER, WORKER = "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"


class Cluster:
    """A scheduler and two workers, as processes."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        file = folder / "scheduler.json"
        self._stack = stack
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
        self.scheduler = self._start(SCHEDULER, *options)
        begun = monotonic()
        while not file.exists() or not file.read_text():
            assert self.scheduler.poll() is None and monotonic() - begun < 60
            sleep(0.1)
        import json

        self.address = json.loads(file.read_text())["address"]
        quiet = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
        self.workers = [self._start(WORKER, self.address, *quiet) for _ in range(2)]

    def _start(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)  # fmt: skip
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_the_batches_of_a_lost_worker_are_played_again(cluster: Cluster) -> None:
    found: list[Batch] = []
    with closing(play_on_cluster(setup_of(GAME), SERIES, iter(range(SERIES.batches)), cluster.address)) as batches:
        for batch in filter(None, batches):
            found.append(batch)
            if len(found) == 2:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert sorted(found, key=lambda batch: batch.number) == [
        batch_of(number, SERIES, GAME) for number in range(SERIES.batches)
    ]


def test_a_scheduler_that_goes_is_told(cluster: Cluster) -> None:
    batches = play_on_cluster(setup_of(GAME), SERIES, iter(range(SERIES.batches)), cluster.address)
    assert next(filter(None, batches)).games == 5
    cluster.scheduler.kill()
    with pytest.raises(WrongInput, match="scheduler of Dask is gone; what was counted is kept"):
        list(batches)


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleloom.simulate.cluster.PATIENCE", 1)
    with pytest.raises(WrongInput, match="no scheduler of Dask answers"):
        next(play_on_cluster(setup_of(GAME), SERIES, iter(range(2)), "tcp://127.0.0.1:9"))
