"""Batches played by processes of this machine.

Each process is started anew ("spawn"), gets what it needs once, and then the seeds of one batch after the other. One
that dies is replaced, and its batches are played again.
"""

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Protocol

from ruleloom.errors import WrongInput
from ruleloom.simulate.batches import Series
from ruleloom.simulate.store import Batch

TICK = 0.2
"""So many seconds may pass until somebody who wants to stop is heard."""

AHEAD = 2
"""So many batches are with a worker, that it need not wait for the next one."""

MOST_DEATHS = 3


class Work(Protocol):
    """What there is to do; it can be sent to another process or machine."""

    def done(self, seeds: range) -> tuple[int, str, str]:
        """Do a batch: how many games it has, what has played them, and what is kept of them."""
        ...


def cores() -> int:
    """How many processes this machine runs at once for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_here(setup: Work, series: Series, missing: Iterator[int], workers: int) -> Generator[Batch | None, None, None]:
    """The batches as they are done, in any order; None where nothing was done for a moment.

    Raises what playing raises, and WrongInput where a batch kills every process that plays it.
    """
    crew = _Crew(setup, series, missing)
    try:
        crew.hire(workers)
        while crew.is_busy:
            yield from crew.done() or (None,)
    finally:
        crew.dismiss()


class _Worker:
    """A process, the end of the pipe to it, and the batches it has."""

    def __init__(self, setup: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.batches: deque[int] = deque()
        self._process = context.Process(target=_work, args=(theirs, setup), daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self._process.terminate()
        self._process.join(1)
        if self._process.is_alive():
            self._process.kill()
        self.pipe.close()


class _Crew:
    """All workers, and what is still to be done."""

    def __init__(self, setup: Work, series: Series, missing: Iterator[int]) -> None:
        self._setup = setup
        self._series = series
        self._missing = missing
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._workers: list[_Worker] = []

    @property
    def is_busy(self) -> bool:
        """Whether something is still played."""
        return any(worker.batches for worker in self._workers)

    def hire(self, workers: int) -> None:
        """Start so many workers; no more than there are batches."""
        for number in islice(self._missing, workers):
            self._again.append(number)
        with _deaf_to_interrupts():
            self._workers += [_Worker(self._setup) for _ in range(len(self._again))]
        for worker in self._workers * AHEAD:
            self._feed(worker)

    def done(self) -> list[Batch]:
        """What has been done a moment from now."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        found = []
        for pipe in wait(list(by_pipe), TICK):
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(answer, BaseException):
                raise answer
            found.append(Batch(worker.batches.popleft(), *answer))
            self._feed(worker)
        return found

    def dismiss(self) -> None:
        """Stop all workers; what they were playing is lost."""
        for worker in self._workers:
            worker.end()

    def _feed(self, worker: _Worker) -> None:
        number = self._again.popleft() if self._again else next(self._missing, None)
        if number is not None:
            worker.batches.append(number)
            with suppress(OSError):  # it has died, which is found out when its answer is read
                worker.pipe.send(self._series.seeds(number))

    def _replace(self, worker: _Worker) -> None:
        worker.end()
        self._workers.remove(worker)
        lost = worker.batches
        self._deaths.update(islice(lost, 1))
        if lost and self._deaths[lost[0]] == MOST_DEATHS:
            seeds = self._series.seeds(lost[0])
            raise WrongInput(
                f"{MOST_DEATHS} processes have died at the games from seed {seeds[0]} to {seeds[-1]}; "
                "is there enough memory for so many workers?"
            )
        self._again.extend(lost)
        with _deaf_to_interrupts():
            self._workers.append(_Worker(self._setup))
        for _ in range(AHEAD):
            self._feed(self._workers[-1])


class _deaf_to_interrupts:
    """Processes started here let Ctrl-C be a matter of the one that started them."""

    def __enter__(self) -> None:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            self._before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._before)


def _work(pipe: "Connection[object, range]", setup: Work) -> None:
    """What a process does: it ends when nobody holds the other end of the pipe."""
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(setup, pipe.recv()))


def _answer(setup: Work, seeds: range) -> tuple[int, str, str] | Exception:
    try:
        return play_seeds(setup, seeds)
    except Exception as error:  # it is raised where the answer is read
        return error


def play_seeds(setup: Work, seeds: range) -> tuple[int, str, str]:
    """Do a batch."""
    return setup.done(seeds)
