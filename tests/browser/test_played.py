"""The page of games at random, in the browser: narrow and wide, on light and on dark paper."""

from pathlib import Path

import pytest

from ruleloom_site.book import Plan, build_book
from ruleloom_site.volumes import Settings
from tests.browser.chromium import Tab
from tests.browser.test_site import FAULTS


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
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    assert tab.run("[...document.querySelectorAll('.report svg text')].every((text) => text.getBBox().width > 0)")
    tab.run(axe + "; 0")
    found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
    assert isinstance(found, list)
    assert not [fault for fault in found if fault[0] in ("serious", "critical")]
