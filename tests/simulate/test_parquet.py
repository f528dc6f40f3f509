"""What a Parquet file of a store holds."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from ruleloom.errors import WrongInput
from ruleloom.simulate import parquet
from ruleloom.simulate.facts import Facts
from ruleloom.simulate.store import create
from tests.simulate.simulations import batch_of, facts


def test_every_count_of_every_batch_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(parquet, "GROUP", 7)
    with closing(create(tmp_path / "games.db", facts(), 60)) as store:
        for number in range(3):
            store.save(batch_of(number, store.series))
        total, path = store.total(), tmp_path / "games.parquet"
        written = parquet.write_parquet(store, path)
        with pytest.raises(WrongInput, match=r"none/games.parquet: this cannot be written: No such file"):
            parquet.write_parquet(store, tmp_path / "none" / "games.parquet")
    table = reader.read_table(path)
    found: dict[str, Counter[str]] = {}
    for row in table.to_pylist():
        found.setdefault(row["measure"], Counter())[row["value"]] += row["count"]
        assert (row["first_seed"], row["games"]) == (20 * row["batch"], 20)
    assert written == table.num_rows and found == total.counts
    assert Facts.parse(table.schema.metadata[b"ruleloom"].decode()) == facts()
    assert {each.name for each in tmp_path.iterdir()} == {"games.db", "games.parquet"}
