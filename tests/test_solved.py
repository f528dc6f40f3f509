"""The page of solved games says what its files say, and what the solver finds today of one deal of each kind."""

import json
from pathlib import Path

import pytest

from ruleloom.search.solver import Solver
from tests.engines.agreement import engines_here
from tests.games import Configuration, game

PAGE = Path(__file__).parents[1] / "site" / "docs" / "reference" / "solved.md"
SOLVED = {
    "collapsi-joker": Configuration("collapsi"),
    "collapsi-jack": Configuration("collapsi", ("jack_edition",)),
}


def read(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((PAGE.with_suffix("") / f"{name}.json").read_text(encoding="utf-8"))
    return found


def test_every_file_is_told() -> None:
    assert sorted(path.stem for path in PAGE.with_suffix("").iterdir()) == sorted(SOLVED)


@pytest.mark.parametrize("name", SOLVED)
def test_the_page_says_what_the_file_says(name: str) -> None:
    found, page = read(name), PAGE.read_text(encoding="utf-8")
    rows = found["results"]
    assert isinstance(rows, list)
    assert sum(row["deals"] for row in rows) == found["deals"] == 47_297_250
    assert sum(row["solved"] for row in rows) == found["solved"] == 1_982_769
    for row in rows:
        told = f"| {row['deals']:,} | {row['deals'] / 47_297_250:.4%} |".replace("%", " %")
        assert told in page
        assert f"`{row['example']}`" in page


@pytest.mark.parametrize("name", SOLVED)
def test_one_deal_of_each_kind_comes_out_so(name: str) -> None:
    played, rows = game(SOLVED[name]), read(name)["results"]
    assert isinstance(rows, list)
    solver = Solver(played.initial().happen(rows[0]["example"]), engines_here()[-1])
    for row in rows:
        solver.prover.forget()
        worth = solver.worth(played.initial().happen(row["example"]))
        assert worth.winner is not None
        assert (worth.winner + 1, worth.plies) == (row["winner"], row["decisions"]), row["example"]
