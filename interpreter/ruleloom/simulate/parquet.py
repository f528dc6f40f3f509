"""A store as a Parquet file: one row for each batch, measure and value, as `tally` explains them."""

import os
from collections.abc import Iterator
from pathlib import Path

from ruleloom.errors import WrongInput
from ruleloom.simulate.facts import Facts
from ruleloom.simulate.store import Store, StoreError

GROUP = 50_000
"""About so many rows are held at a time."""

_KEY = "ruleloom"
_MAGIC = b"PAR1"
_LONGEST_FOOTER = 1_000_000
_Row = tuple[int, int, int, str, str, int]


def require_parquet() -> None:
    """Raise WrongInput where the library is not there that writes such files."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise WrongInput('--parquet needs PyArrow: pip install "ruleloom[parquet]"') from error


def write_parquet(store: Store[Facts], path: Path) -> int:
    """Write the file, into something new beside it that then takes its name; how many rows it has."""
    require_parquet()
    import pyarrow
    from pyarrow import parquet

    integer, text = pyarrow.int64(), pyarrow.string()
    columns = {"batch": integer, "first_seed": integer, "games": integer, "measure": text, "value": text,
               "count": integer}  # fmt: skip
    schema = pyarrow.schema(list(columns.items()), metadata={_KEY: store.facts.text()})
    beside, written = path.with_name(f".{path.name}.part"), 0
    try:
        with parquet.ParquetWriter(beside, schema) as writer:
            for rows in _groups(store):
                arrays = [
                    pyarrow.array(values, kind)
                    for values, kind in zip(zip(*rows, strict=True), columns.values(), strict=True)
                ]
                writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
                written += len(rows)
        beside.replace(path)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error  # PyArrow's own text is a long one
        raise StoreError(path, f"this cannot be written: {reason}") from error
    finally:
        beside.unlink(missing_ok=True)
    return written


def is_parquet_of_store(path: Path) -> bool:
    """Whether a file is one that `write_parquet` wrote: its footer, which ends the file, says so."""
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - 8))
        length, magic = int.from_bytes(stream.read(4), "little"), stream.read()
        if magic != _MAGIC or length > min(size - 8, _LONGEST_FOOTER):
            return False
        stream.seek(size - 8 - length)
        return _KEY.encode() in stream.read(length)


def _groups(store: Store[Facts]) -> Iterator[list[_Row]]:
    rows: list[_Row] = []
    for row in _rows(store):
        rows.append(row)
        if len(rows) == GROUP:
            yield rows
            rows = []
    if rows:
        yield rows


def _rows(store: Store[Facts]) -> Iterator[_Row]:
    for batch in store.batches():
        first = store.series.seeds(batch.number).start
        for measure, counts in sorted(store.tally(batch).counts.items()):
            for value, count in counts.items():
                yield batch.number, first, batch.games, measure, value, count
