"""Batches played on a cluster by Dask; all its machines need Ruleloom."""

from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from ruleloom.errors import WrongInput
from ruleloom.simulate.batches import Series
from ruleloom.simulate.playing import Setup
from ruleloom.simulate.store import Batch
from ruleloom.simulate.workers import AHEAD, TICK, play_seeds

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10
"""So many seconds the scheduler has to answer."""

MOST_LOSSES = 5
_GONE = "the scheduler of Dask is gone; what was counted is kept"


def play_on_cluster(
    setup: Setup, series: Series, missing: Iterator[int], address: str
) -> Generator[Batch | None, None, None]:
    """The batches as they are done, in any order; None where nothing was done for a moment.

    The batches of a machine that is lost are played again. Raises WrongInput where there is no scheduler (any more).
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise WrongInput('--scheduler needs Dask: pip install "ruleloom[cluster]"') from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WrongInput(f"no scheduler of Dask answers at {address}") from error
    crew = _Crew(client, setup, series, missing)
    try:
        while crew.feed():
            yield from crew.done() or (None,)
    except OSError as error:
        raise WrongInput(_GONE) from error
    finally:
        crew.dismiss()


class _Crew:
    """What the cluster has been given, and what is still to be done."""

    def __init__(self, client: "Client", setup: Setup, series: Series, missing: Iterator[int]) -> None:
        self._client = client
        self._setup = setup
        self._series = series
        self._missing = missing
        self._given: dict[Future, int] = {}
        self._losses = 0

    def feed(self) -> bool:
        """Give the cluster as much as it has room for; False where there is nothing left to do."""
        room = max(1, sum(self._client.nthreads().values())) * AHEAD - len(self._given)
        for number in islice(self._missing, max(room, 0)):
            self._give(number)
        return bool(self._given)

    def done(self) -> list[Batch]:
        """What has been done a moment from now."""
        from distributed import wait

        if self._client.status != "running":
            raise WrongInput(_GONE)
        try:
            with self._client.as_current():
                wait(list(self._given), timeout=TICK, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        ended = [future for future in self._given if future.done()]
        return [batch for future in ended if (batch := self._taken(future)) is not None]

    def dismiss(self) -> None:
        """Take back what is not done yet, and leave the cluster alone."""
        with suppress(OSError):
            self._client.cancel(list(self._given))
            self._client.close(timeout=PATIENCE)

    def _give(self, number: int) -> None:
        future = self._client.submit(play_seeds, self._setup, self._series.seeds(number), pure=False)
        self._given[future] = number

    def _taken(self, future: "Future") -> Batch | None:
        """The batch of a future that has ended; None where it was lost and is given again."""
        from distributed import KilledWorker

        number = self._given.pop(future)
        if future.status == "finished":
            self._losses = 0
            return Batch(number, *future.result())
        error = future.exception() if future.status == "error" else None
        if isinstance(error, ImportError):
            raise WrongInput(f"a machine of the cluster lacks {error.name}, or has another version of it") from error
        if error is not None and not isinstance(error, KilledWorker):
            raise error
        self._losses += 1
        if self._losses > MOST_LOSSES:
            raise WrongInput("the machines of the cluster are lost again and again; what was counted is kept")
        self._give(number)
        return None
