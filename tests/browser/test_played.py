"""The page of games at random, in the browser: narrow and wide, on light and on dark paper."""

from pathlib import Path

import pytest

from ruleloom.cli import main
from ruleloom_site.book import Plan, build_book
from ruleloom_site.volumes import Settings
from tests.browser.chromium import Tab
from tests.browser.test_site import FAULTS

BROKEN = """[...document.querySelectorAll(".wide :is(th, td):not(.chain), p, h1, h2")].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word[0]);
    }
  }
  return found;
})"""
INSIDE = """[...document.querySelectorAll(".wide")].every((box) => box.getBoundingClientRect().right <= innerWidth)
  && document.documentElement.scrollWidth <= innerWidth"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("played") / "out"
    build_book(Plan(("nim",), settings=Settings(languages=("de",), games=40), printed=False, chosen=False), out)
    return out / "de" / "nim"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_fits_and_is_accessible(tab: Tab, played: Path, axe: str, width: int, dark: bool) -> None:
    tab.open((played / "misere.html").as_uri(), width=width, dark=dark)
    tab.run("document.querySelector('a[href=\"misere-games.html\"]').click()")
    tab.until("location.pathname.endsWith('/misere-games.html') && document.readyState === 'complete'")
    assert tab.run(BROKEN) == []
    assert tab.run(INSIDE)
    assert tab.run("[...document.querySelectorAll('.report svg text')].every((text) => text.getBBox().width > 0)")
    tab.run(axe + "; 0")
    found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
    assert isinstance(found, list)
    assert not [fault for fault in found if fault[0] in ("serious", "critical")]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page that needs no book, with long sentences and long names of rules."""
    folder = tmp_path_factory.mktemp("report")
    stores = [str(folder / "one.db"), str(folder / "other.db")]
    for store, variants in zip(stores, ((), ("-v", "joker_revival")), strict=True):
        assert main(["simulate", "collapsi", *variants, "--games", "30", "--store", store]) == 0
    page = folder / "page.html"
    assert main(["report", stores[1], "--against", stores[0], "--lang", "de", "--out", str(page)]) == 0
    return page


@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_of_its_own_breaks_no_word(tab: Tab, report: Path, width: int) -> None:
    tab.open(report.as_uri(), width=width)
    assert tab.run("document.querySelectorAll('.text').length")
    assert tab.run(BROKEN) == []
    assert tab.run(INSIDE)
