"""Signals that ask long work to stop: they are noted, and the work looks whether one has come."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TERMINATED = 143
INTERRUPTED = 130


class Heard:
    """Which signal asked us to stop, if any has."""

    status = 0

    def __call__(self, signal_number: int, _: FrameType | None) -> None:
        """Note a signal."""
        self.status = INTERRUPTED if signal_number == signal.SIGINT else TERMINATED


@contextmanager
def heeding(heard: Heard) -> Iterator[None]:
    """Note signals meanwhile."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, heard) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
