"""The book from a server: the same search by other means, the page for what is missing, and pages that load anew."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ruleloom_site.serve import Build, make_server
from tests.browser.chromium import Tab


@dataclass
class Served:
    """A book on a server of this machine."""

    address: str
    build: Build


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    build = Build(lambda: None)
    build.run()
    with make_server(site, build) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield Served(f"http://127.0.0.1:{server.server_address[1]}", build)
        server.shutdown()
        thread.join()


def test_search_works_on_a_server(tab: Tab, served: Served) -> None:
    tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
    tab.open(f"{served.address}/fr/meadow/long.html")
    tab.run("document.querySelector('.md-search__input').focus()")
    tab.command("Input.insertText", text="prairies")
    tab.command("Input.dispatchKeyEvent", type="keyUp", key="Shift")
    link = "document.querySelector('.md-search-result__link').pathname"
    assert tab.until(f"document.querySelector('.md-search-result__link') && {link}") == "/fr/meadow/index.html"
    tab.open("about:blank")


def test_a_missing_page_answers_in_the_language_of_its_address(tab: Tab, served: Served) -> None:
    for language in ("de", "es"):
        tab.open(f"{served.address}/{language}/gone/page.html")
        tab.complaints.clear()  # the browser notes the answer 404
        shown = "[...document.querySelectorAll('section')].filter((s) => !s.hidden).map((s) => s.lang)"
        assert tab.run(shown) == [language]
        assert tab.run("document.documentElement.lang") == language
        link = tab.run("document.querySelector('section:not([hidden]) a').href")
        assert link == f"{served.address}/{language}/index.html"
    tab.open("about:blank")


def test_an_open_page_loads_itself_anew(tab: Tab, served: Served) -> None:
    tab.open(f"{served.address}/de/index.html")
    tab.run("globalThis.old = true")
    tab.until("globalThis.built === '1'")
    served.build.run()
    tab.until("globalThis.old === undefined")
    tab.open("about:blank")
