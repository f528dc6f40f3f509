"""All deals of Collapsi, each once up to the 384 symmetries; a sample of them comes near to the exact figures."""

import json
from math import sqrt
from pathlib import Path

import pytest

from ruleloom.search.deals import Deals
from ruleloom.search.exhaust import AllDeals, added, batch, batches, counts_text, parse_counts, solve_batch
from tests.commands import Run
from tests.engines.agreement import engines_here
from tests.games import Configuration, game

LENGTHS = {
    7: 24, 8: 142_686, 9: 87_936, 10: 3_238_032, 11: 5_505_996, 12: 23_147_802, 13: 12_127_044, 14: 3_047_730
}  # fmt: skip
ALL = sum(LENGTHS.values())
STEP = 4_000


@pytest.fixture(scope="module")
def deals() -> Deals:
    if "native" not in engines_here():
        pytest.skip("there is no C compiler")
    return Deals(game(Configuration("collapsi")), "native")


def test_each_deal_comes_once_up_to_symmetries(deals: Deals) -> None:
    assert len(deals.symmetries) == 384
    assert deals.pinned == 16
    layouts = weight = 0
    for begun in deals.begun[:: len(deals.begun) // 300]:
        found = list(deals.arrangements.finished(begun))
        assert sum(each for _, each in found) == begun.weight * deals.arrangements.most_finished
        layouts += len(found)
    for begun in deals.begun:
        weight += begun.weight * deals.arrangements.most_finished
    assert weight == ALL * 16
    assert layouts > 300 * 60


def test_a_sample_comes_near_to_the_exact_figures(deals: Deals) -> None:
    found = added(solve_batch(deals, number, STEP) for number in range(batches(deals)))
    total = sum(count.weight for count in found.values())
    solved = sum(count.layouts for count in found.values())
    assert 430 < solved < 570
    for length, exact in LENGTHS.items():
        share = sum(count.weight for worth, count in found.items() if worth.plies == length) / total
        assert abs(share - exact / ALL) < 4 * sqrt(exact / ALL / solved) + 0.002
    assert all(worth.winner == (worth.plies or 0) % 2 ^ 1 for worth in found)


def test_a_symmetry_does_not_change_what_a_deal_is_worth(deals: Deals) -> None:
    layout, _ = batch(deals, 7, 40)[0]
    images = []
    for symmetry in deals.symmetries[::48]:
        image = [0] * len(layout)
        for place, colour in enumerate(layout):
            image[symmetry[place]] = colour
        images.append(tuple(image))
    assert len(set(deals.values(images))) == 1


def test_a_layout_is_worth_what_its_deal_is(deals: Deals) -> None:
    for layout, _ in batch(deals, 900, 400):
        state = deals.game.initial().happen(deals.deal(layout))
        deals.solver.prover.forget()
        assert [deals.solver.value(state)] == deals.values([layout])


def test_the_portable_engine_counts_the_same(deals: Deals) -> None:
    portable = Deals(game(Configuration("collapsi")), "portable")
    layouts = [layout for layout, _ in batch(deals, 1_000, 400)][:3]
    assert layouts
    assert portable.values(layouts) == deals.values(layouts)


def test_counts_are_written_and_read(deals: Deals) -> None:
    counts = solve_batch(deals, 3, 300)
    assert parse_counts(counts_text(counts)) == counts
    size, engine, text = AllDeals.of(deals.game.rules, "native", 300).done(range(3, 4))
    assert (size, engine, text) == (1, "native", counts_text(counts))


def test_the_command_goes_on_from_its_store(run: Run, tmp_path: Path, deals: Deals) -> None:
    store, page = str(tmp_path / "deals.sqlite"), tmp_path / "deals.html"
    asked = ("solve", "collapsi", "--all-deals", "--sample", "0.005%", "--store", store, "--workers", "1")
    first = run(*asked, "--json", "--out", str(page))
    assert first.status == 0, first.err
    told = json.loads(first.out)
    assert told["symmetries"] == 384
    assert sum(each["deals"] for each in told["results"]) == told["deals"] == sum(told["won"])
    assert "up to the 384 symmetries" in page.read_text(encoding="utf-8")
    assert json.loads(run(*asked, "--json").out) == told
    other = run("solve", "collapsi", "-v", "jack_edition", "--all-deals", "--sample", "0.005%", "--store", store)
    assert other.status == 1
    assert "the store is left as it is" in other.err
