"""Where the tallies of batches are kept: one SQLite file, one transaction a batch.

While games are played the file has a write-ahead log beside it, so that a killed process loses its running batches and
nothing else, and reports can be made meanwhile. What is read is checked against a digest, so that a damaged file gives
a message and never wrong figures.
"""

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote

from ruleloom.errors import WrongInput
from ruleloom.simulate.batches import Series
from ruleloom.simulate.facts import Facts
from ruleloom.simulate.tally import Tally

SCHEMA = 1
_PAGE = 10_000
PATIENCE = 30.0
"""So many seconds another process may hold the file."""

_T = TypeVar("_T")
_TABLES = (
    "CREATE TABLE simulation(key TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE batch(number INTEGER PRIMARY KEY, games INTEGER NOT NULL, engine TEXT NOT NULL, "
    "tally TEXT NOT NULL, digest TEXT NOT NULL)",
)


class Described(Protocol):
    """What a store says of its batches: `size` seeds each, from a base seed on."""

    @property
    def seed(self) -> int:
        """The base seed."""
        ...

    @property
    def size(self) -> int:
        """How many seeds a batch has."""
        ...

    def text(self) -> str:
        """All of it as text."""
        ...


F = TypeVar("F", bound=Described)


@dataclass(frozen=True, slots=True)
class Kind(Generic[F]):
    """What is kept in a store: the number that says so in the file's header, its name, and how its facts are read."""

    application: int
    name: str
    parse: Callable[[str], F]


SIMULATION = Kind(0x524C5331, "a simulation", Facts.parse)  # "RLS1"


class StoreError(WrongInput):
    """A store that cannot be used; the message names the file."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(f"{path}: {message}")


@dataclass(frozen=True, slots=True)
class Batch:
    """What is kept of a batch."""

    number: int
    games: int
    engine: str
    tally: str


class Store(Generic[F]):
    """An open store. Everything in it raises StoreError where the file cannot be used."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, facts: F, games: int, *, is_new: bool = False
    ) -> None:
        self.path = path
        self.facts = facts
        self.games = games
        self._connection = connection
        self._is_logged = False
        self._is_new = is_new

    @property
    def series(self) -> Series:
        """The games that are wanted."""
        return Series(self.facts.seed, self.games, self.facts.size)

    def save(self, batch: Batch) -> None:
        """Keep a batch, for good once this returns."""
        row = (batch.number, batch.games, batch.engine, batch.tally, _digest(batch))
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO batch VALUES (?, ?, ?, ?, ?)", row)

    def missing(self) -> Iterator[int]:
        """The batches that are not there, or were cut short when fewer games were wanted.

        What is saved meanwhile may be passed over or not.
        """
        series = self.series
        for first in range(0, series.batches, _PAGE):
            page = range(first, min(first + _PAGE, series.batches))
            query = f"SELECT number, games FROM batch WHERE number BETWEEN {page[0]} AND {page[-1]}"
            there = dict(self._rows(query))
            yield from (number for number in page if there.get(number) != len(series.seeds(number)))

    def batches(self) -> Iterator[Batch]:
        """What is there, in order."""
        for *values, digest in self._rows("SELECT * FROM batch ORDER BY number"):
            batch = Batch(*values)
            if _digest(batch) != digest:
                raise _damaged(self.path)
            yield batch

    def played(self) -> int:
        """How many games are there."""
        return int(next(self._rows("SELECT total(games) FROM batch"))[0])

    def engines(self) -> tuple[str, ...]:
        """What has played them."""
        return tuple(engine for (engine,) in self._rows("SELECT DISTINCT engine FROM batch ORDER BY engine"))

    def total(self) -> Tally:
        """All that is there together."""
        total = Tally()
        for batch in self.batches():
            total.merge(_tally(self.path, batch.tally))
        return total

    def tally(self, batch: Batch) -> Tally:
        """The tally of a batch."""
        return _tally(self.path, batch.tally)

    def want(self, games: int) -> None:
        """Say how many games are wanted. Raises StoreError for fewer than before."""
        if games < self.games:
            raise StoreError(self.path, f"this store is for {self.games:,} games; ask for as many or more")
        if games == self.games:
            return
        with self._writing():
            _write(self._connection, "games", str(games))
        self.games = games

    def close(self) -> None:
        """Leave one file without a log beside it, if nobody else has it open, and none where nothing was ever kept."""
        is_useless = False
        with contextlib.suppress(sqlite3.Error, StoreError):
            if self._is_logged:
                self._connection.execute("PRAGMA journal_mode=DELETE")
            is_useless = self._is_new and not self.played()
        self._connection.close()
        if is_useless:
            self.path.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _speaking_of(self.path):
            if not self._is_logged:
                self._connection.execute("PRAGMA journal_mode=WAL")
                self._connection.execute("PRAGMA synchronous=NORMAL")
                self._is_logged = True
            yield

    def _rows(self, query: str) -> "Iterator[tuple[Any, ...]]":
        with _speaking_of(self.path), closing(self._connection.cursor()) as cursor:
            yield from cursor.execute(query)


def create_of(kind: Kind[F], path: Path, facts: F, games: int) -> Store[F]:
    """A new store; a file that is there is left as it is."""
    with _speaking_of(path, kind.name), _connected(path, "rwc") as connection:
        connection.execute("BEGIN IMMEDIATE")
        if next(connection.execute("SELECT count(*) FROM sqlite_master"))[0]:
            raise StoreError(path, "this is there already")
        for statement in (f"PRAGMA application_id={kind.application}", f"PRAGMA user_version={SCHEMA}", *_TABLES):
            connection.execute(statement)
        _write(connection, "facts", facts.text())
        _write(connection, "games", str(games))
        connection.execute("COMMIT")
        return Store(path, connection, facts, games, is_new=True)


def resume_of(kind: Kind[F], path: Path) -> Store[F]:
    """A store that is there, for more games. It is looked through for damage first."""
    with _speaking_of(path, kind.name), _connected(path, "rw") as connection:
        store = _opened(path, connection, kind)
        if next(connection.execute("PRAGMA quick_check"))[0] != "ok":
            raise _damaged(path)
        for _ in store.batches():
            pass
        return store


def create(path: Path, facts: Facts, games: int) -> Store[Facts]:
    """A new store of a simulation."""
    return create_of(SIMULATION, path, facts, games)


def resume(path: Path) -> Store[Facts]:
    """A store of a simulation that is there."""
    return resume_of(SIMULATION, path)


def look_into(path: Path) -> Store[Facts]:
    """A store of a simulation that is only read, on a medium that cannot be written too."""
    with _speaking_of(path):
        path.stat()  # SQLite does not say why it opens nothing
        try:
            with _connected(path, "ro") as connection:
                return _opened(path, connection, SIMULATION)
        except sqlite3.OperationalError:
            with _connected(path, "ro", "&immutable=1") as connection:
                return _opened(path, connection, SIMULATION)


def is_there(path: Path) -> bool:
    """Whether something has this name that is not empty; an empty file becomes a store."""
    with _speaking_of(path):
        return path.exists() and (not path.is_file() or path.stat().st_size > 0)


@contextmanager
def _connected(path: Path, mode: str, more: str = "") -> Iterator[sqlite3.Connection]:
    """A connection, which is closed again where something goes wrong."""
    if path.is_dir():
        raise StoreError(path, "this is a folder; name a file")
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}{more}"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _opened(path: Path, connection: sqlite3.Connection, kind: Kind[F]) -> Store[F]:
    header = [next(connection.execute(f"PRAGMA {name}"))[0] for name in ("application_id", "user_version")]
    if header[0] != kind.application:
        raise StoreError(path, f"this is no store of {kind.name}, and is left as it is")
    if header[1] != SCHEMA:
        raise StoreError(path, f"this store is of format {header[1]}, and this Ruleloom reads format {SCHEMA}")
    facts = _parsed(path, kind.parse, _read(path, connection, "facts"))
    return Store(path, connection, facts, _parsed(path, int, _read(path, connection, "games")))


def _read(path: Path, connection: sqlite3.Connection, key: str) -> str:
    found = connection.execute("SELECT value, digest FROM simulation WHERE key = ?", (key,)).fetchone()
    if found is None or hashlib.sha256(found[0].encode()).hexdigest() != found[1]:
        raise _damaged(path)
    return str(found[0])


def _write(connection: sqlite3.Connection, key: str, value: str) -> None:
    digest = hashlib.sha256(value.encode()).hexdigest()
    connection.execute("INSERT OR REPLACE INTO simulation VALUES (?, ?, ?)", (key, value, digest))


def _tally(path: Path, text: str) -> Tally:
    return _parsed(path, Tally.parse, text)


def _parsed(path: Path, parse: Callable[[str], _T], text: str) -> _T:
    try:
        return parse(text)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path) from error


def _digest(batch: Batch) -> str:
    return hashlib.sha256(f"{batch.number}/{batch.games}/{batch.engine}/{batch.tally}".encode()).hexdigest()


def _damaged(path: Path) -> StoreError:
    help = "take a copy you may have, or name a new file"
    return StoreError(path, f"this store is damaged, and is left as it is; {help}")


_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; everything that was counted is kept, make room and go on",
    sqlite3.SQLITE_READONLY: "this cannot be written",
    sqlite3.SQLITE_CANTOPEN: "this cannot be opened; is the folder there, and may it be written?",
    sqlite3.SQLITE_BUSY: "another process holds this store; try again when it has ended",
    sqlite3.SQLITE_NOTADB: "this is no store of {kind}, and is left as it is",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written; everything that was counted is kept",
}


@contextmanager
def _speaking_of(path: Path, kind: str = SIMULATION.name) -> Iterator[None]:
    """Turn what SQLite and the system say into a message about the file."""
    try:
        yield
    except sqlite3.Error as error:
        reason = _REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        raise (StoreError(path, reason.format(kind=kind)) if reason else _damaged(path)) from error
    except FileNotFoundError as error:
        raise StoreError(path, "there is no such file") from error
    except (OSError, UnicodeError) as error:
        raise StoreError(path, f"this cannot be used: {getattr(error, 'strerror', None) or error}") from error
