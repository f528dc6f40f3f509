"""Work in other processes that ends as soon as the command does: when it is interrupted, or when something is wrong."""

import multiprocessing
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ending_orderly() -> Iterator[None]:
    """Meanwhile a signal to terminate leaves as little behind as Ctrl-C does."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def crew() -> Iterator[ProcessPoolExecutor]:
    """As many processes as there are cores; where the block is left by an exception, none of them goes on.

    They do not hear of Ctrl-C, which their terminal sends to each: what it ends is for this process to say.
    """
    others = multiprocessing.active_children()
    with ProcessPoolExecutor(max_workers=os.cpu_count(), initializer=_leave_signals) as pool:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            pool.submit(os.getpid)  # starts them all
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()
            raise


def _leave_signals() -> None:
    """Forget, in a new process, what signals mean here, also where it did not inherit that Ctrl-C is blocked."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Commands:
    """Commands that threads run and wait for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: list[subprocess.Popen[str]] = []
        self._is_stopped = False

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
        """Run a command to its end: its exit code, and all that it printed."""
        with self._lock:
            if self._is_stopped:
                return -signal.SIGKILL, ""
            process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
            )
            self._running.append(process)
        try:
            said, _ = process.communicate()
        except BaseException:
            process.kill()
            raise
        return process.returncode, said

    def stop(self) -> None:
        """End all that runs; nothing more is begun."""
        with self._lock:
            self._is_stopped = True
            for process in self._running:
                process.kill()
