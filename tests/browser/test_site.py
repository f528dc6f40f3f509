"""The book from the file system, as readers have it who unpack it: no server, no network."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Tab, browsing, find_chromium
from tests.browser.made_up_book import HOSTILE, LANGUAGES, TEXTS, WORDS

PAGES = ("index.html", "meadow/index.html", "meadow/long.html")
WIDTHS = (360, 768, 1280)
RESULTS = "[...document.querySelectorAll('.md-search-result__link')].map((link) => link.getAttribute('href'))"
FAULTS = "(found) => found.violations.map((v) => [v.impact, v.id, v.nodes.map((node) => node.html)])"
ANSWERED = """(() => {
  const said = document.querySelector(".md-search-result__meta").textContent.trim();
  const words = JSON.parse(document.getElementById("__config").textContent).translations;
  const answers = ["none", "one", "other"].map((number) => words[`search.result.${number}`]);
  return answers.includes(said.replace(/^\\d\\d+|[02-9]/, "#"));
})()"""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def address(site: Path, language: str, page: str = "meadow/index.html", rest: str = "") -> str:
    return (site / language / page).as_uri() + rest


def search(tab: Tab, page: str, words: str) -> list[str]:
    tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
    tab.open(page)
    tab.run("document.querySelector('.md-search__input').focus()")
    tab.command("Input.insertText", text=words)
    tab.command("Input.dispatchKeyEvent", type="keyUp", key="Shift")  # the page reads the field when a key comes up
    tab.until(ANSWERED)
    found = tab.run(RESULTS)
    assert isinstance(found, list)
    return [str(link) for link in found]


def test_search_finds_the_words_of_its_language_only(tab: Tab, site: Path, language: str) -> None:
    start = address(site, language, "index.html")
    found = search(tab, start, TEXTS[language]["term"])
    assert any("meadow/index.html" in link for link in found)
    assert not [link for link in found if "long.html" in link], "this page is not searched"
    assert not search(tab, start, TEXTS[language]["foreign"])


def test_search_result_leads_to_the_page(tab: Tab, site: Path) -> None:
    (first, *_) = search(tab, address(site, "fr", "meadow/long.html"), "prairies")
    tab.open(first if first.startswith("file:") else str(tab.run(f"new URL({json.dumps(first)}, location).href")))
    assert str(tab.run("location.pathname")).endswith("/fr/meadow/index.html")


def test_page_is_in_its_language(tab: Tab, site: Path, language: str) -> None:
    for page in PAGES:
        tab.open(address(site, language, page))
        assert tab.run("document.documentElement.lang") == language
        hreflang = (
            "Object.fromEntries([...document.querySelectorAll('link[hreflang]')].map((l) => [l.hreflang, l.href]))"
        )
        assert tab.run(hreflang) == {other: address(site, other, page) for other in LANGUAGES}
        title = tab.run("document.querySelector('[data-md-component=palette] input').getAttribute('aria-label')")
        assert title == WORDS[language].theme_system


def test_switch_keeps_page_and_anchor(tab: Tab, site: Path, language: str) -> None:
    tab.open(address(site, language, rest="#setup.place"))
    tab.run("location.hash = 'moves.walk.rules.step3'")
    for other in LANGUAGES:
        link = f"document.querySelector('a[data-book-language={other}]')"
        tab.until(f"{link}.href === {json.dumps(address(site, other, rest='#moves.walk.rules.step3'))}")
    other = next(tag for tag in LANGUAGES if tag != language)
    tab.run(f"document.querySelector('a[data-book-language={other}]').click()")
    tab.until(f"document.documentElement.lang === {json.dumps(other)} && document.readyState === 'complete'")
    assert tab.run("document.querySelector(':target').id") == "moves.walk.rules.step3"


def test_every_rule_has_a_link_that_can_be_copied(tab: Tab, site: Path) -> None:
    tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
    tab.open(address(site, "de", rest="?h=wiese"))
    ids = "[...document.querySelectorAll('article :is(h1, h2, h3, li)[id]')].map((element) => element.id)"
    links = "[...document.querySelectorAll('.book-link')].map((link) => decodeURIComponent(link.hash.slice(1)))"
    rules = tab.run(ids)
    assert isinstance(rules, list)
    assert {"setup", "setup.place", "moves.walk.detail"} <= set(rules)
    assert tab.run(links) == rules
    tab.run("globalThis.copied = ''; navigator.clipboard.writeText = async (text) => { globalThis.copied = text }")
    tab.run("document.getElementById('setup.place').querySelector('.book-link').click()")
    assert tab.until("globalThis.copied") == address(site, "de", rest="#setup.place")
    assert tab.until("document.querySelector('.book-status').textContent") == WORDS["de"].copied


def test_a_hostile_heading_is_text_everywhere(tab: Tab, site: Path) -> None:
    found = search(tab, address(site, "en"), "four")
    assert any("#hostile" in link for link in found)
    for selector in ("#hostile", ".md-nav__link[href='#hostile']", ".md-search-result__link[href*='#hostile'] h2"):
        element = f"document.querySelector({json.dumps(selector)})"
        assert str(tab.run(f"{element}.textContent")).strip() == HOSTILE, selector
        assert not tab.run(f"{element}.querySelector('b, em') !== null"), selector


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(tab: Tab, site: Path, width: int, language: str) -> None:
    for page in PAGES:
        tab.open(address(site, language, page), width=width)
        assert tab.run("document.documentElement.scrollWidth <= innerWidth"), page
        parts = "[...document.querySelectorAll('article *')].filter((e) => !e.closest('.md-typeset__scrollwrap'))"
        assert not tab.run(f"{parts}.filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length"), page


def test_dark_and_light_hold_in_every_language(tab: Tab, site: Path) -> None:
    scheme = "document.body.dataset.mdColorScheme"
    tab.open(address(site, "de"), dark=True)
    assert tab.until(f"{scheme} === 'slate'")
    tab.run("document.getElementById('__palette_1').click()")
    assert tab.until(f"{scheme} === 'default'")
    tab.open(address(site, "es", "index.html"), dark=True)
    assert tab.run(scheme) == "default"
    tab.run("document.getElementById('__palette_0').click()")


def test_page_loads_its_own_scripts(tab: Tab, site: Path) -> None:
    tab.open(address(site, "en"))
    assert tab.run("globalThis.meadowWasLoaded === true")
    tab.open(address(site, "en", "meadow/long.html"))
    assert tab.run("globalThis.meadowWasLoaded === undefined")


def test_outside_links_are_marked(tab: Tab, site: Path, language: str) -> None:
    tab.open(address(site, language))
    link = "document.querySelector('a[href^=http]')"
    assert tab.run(f"{link}.title") == WORDS[language].outside
    assert "noreferrer" in str(tab.run(f"{link}.rel"))


def test_print_shows_the_text_alone(tab: Tab, site: Path) -> None:
    tab.open(address(site, "de"), dark=True)
    tab.command("Emulation.setEmulatedMedia", media="print")
    hidden = "['.md-header', '.md-sidebar', '.book-link'].every((s) => !document.querySelector(s).checkVisibility())"
    assert tab.run(hidden)
    assert tab.run("getComputedStyle(document.querySelector('article p')).color") == "rgb(0, 0, 0)"
    tab.command("Emulation.setEmulatedMedia", media="")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_serious_fault_of_accessibility(tab: Tab, site: Path, axe: str, width: int, dark: bool) -> None:
    pages = [site / "index.html", site / "404.html", *(site / "de" / page for page in PAGES)]
    for page in pages:
        tab.open(page.as_uri() + ("?choose" if page.name == "index.html" else ""), width=width, dark=dark)
        tab.run(axe + "; 0")
        found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
        assert isinstance(found, list)
        assert not [fault for fault in found if fault[0] in ("serious", "critical")], page


@pytest.fixture
def french() -> Iterator[Tab]:
    command = find_chromium()
    if command is None:
        pytest.skip("no Chromium is installed")
    with browsing(command, "fr-CA,fr,de") as tab:
        yield tab


def test_start_page_takes_the_language_of_the_browser_then_the_last_one(french: Tab, site: Path) -> None:
    french.open((site / "index.html").as_uri())
    french.until("location.pathname.endsWith('/fr/index.html') && document.readyState === 'complete'")
    for patience in range(8):  # Chromium lets the next page see what a page of the file system stores a little later
        french.run("document.querySelector('a[data-book-language=es]').click()")
        french.until("location.pathname.endsWith('/es/index.html') && document.readyState === 'complete'")
        time.sleep(patience / 2)
        french.open((site / "index.html").as_uri())
        french.until("/[/][a-z]{2}[/]index.html$/.test(location.pathname) && document.readyState === 'complete'")
        if french.run("location.pathname.endsWith('/es/index.html')"):
            return
    pytest.fail("the start page does not remember the language")
