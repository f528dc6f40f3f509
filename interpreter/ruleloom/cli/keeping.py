"""Keeps batch after batch in a store, until all are there or a signal asks to stop."""

from collections.abc import Generator
from contextlib import closing

from ruleloom.cli.progress import Progress
from ruleloom.cli.signals import Heard, heeding
from ruleloom.simulate.store import Batch, F, Store


def keep_all(store: Store[F], batches: Generator[Batch | None, None, None], progress: Progress, heard: Heard) -> bool:
    """Save what comes; None is a look around. False where a signal came first."""
    with heeding(heard), closing(batches), progress:
        for batch in batches:
            if batch is not None:
                store.save(batch)
                progress.advance(batch.games)
            if heard.status:
                return False
    return True
