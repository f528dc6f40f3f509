"""The page where rules are chosen, from the file system: what its script shows is what the outline says."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from ruleloom_dsl.load import load_ruleset, open_game
from ruleloom_site.book import Plan, build_book
from ruleloom_site.chooser.compose import Data
from ruleloom_site.chooser.verifying import Chapters, outline_lines, random_choice
from ruleloom_site.volumes import Settings
from tests.browser.chromium import Tab
from tests.browser.test_site import FAULTS

GAMES = ("hearts", "inselflucht", "tic_tac_toe")
LANGUAGES = ("en", "de")
COUNT = 7  # configurations of each game
SHOWN = """(() => {
  const own = (li) => {
    const copy = li.cloneNode(true);
    for (const each of copy.querySelectorAll("ul, .book-link")) each.remove();
    return copy.textContent;
  };
  const lines = (ul, depth) => [...ul.children].flatMap((li) =>
    [[depth, own(li)], ...[...li.querySelectorAll(":scope > ul")].flatMap((inner) => lines(inner, depth + 1))]);
  return [...document.querySelectorAll(".chosen > h3")].map((h3) =>
    [h3.id, h3.querySelector(".no").textContent, lines(h3.nextElementSibling, 0)]);
})()"""
STATUS = "document.querySelector('.chooser-status').textContent"
STATE = "[...document.querySelectorAll('.chooser input:checked')].map((input) => `${input.name}=${input.value}`)"


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("chosen") / "out"
    build_book(Plan(GAMES, settings=Settings(languages=LANGUAGES), printed=False), out)
    return out


@pytest.fixture
def page(chosen: Path, tab: Tab) -> Iterator[str]:
    yield (chosen / "en" / "hearts" / "choose.html").as_uri()
    tab.open("about:blank")


def as_shown(chapters: Chapters) -> list[object]:
    def line(number: str, label: str, text: str) -> str:
        parts = (number, f"{label}:" if label and text else label, text)
        return " ".join(part for part in parts if part)

    return [
        [id, number, [[depth, line(no, label, text)] for depth, no, label, text, _ in lines]]
        for id, number, lines in chapters
    ]


def data_of(chosen: Path, language: str, game: str) -> Data:
    script = (chosen / language / game / "choices.js").read_text(encoding="utf-8")
    found: Data = json.loads(script.partition("=")[2].rstrip(";\n"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_shows_what_the_outline_says(tab: Tab, chosen: Path, game: str, language: str) -> None:
    source, data = open_game(game), data_of(chosen, language, game)
    chance = random.Random(game)
    known = sorted(source.variants)
    for _ in range(COUNT):
        choice = random_choice(data, chance)
        variants = [known[number] for number in choice.data["sets"][choice.set][0]]
        options = {name: value for name, value in choice.settings().items() if value is not None}
        asked = "&".join(f"option.{name}={quote(value)}" for name, value in options.items())
        address = (chosen / language / game / "choose.html").as_uri()
        tab.open("about:blank")
        tab.open(f"{address}#v={','.join(variants)}&players={choice.players}&{asked}")
        if choice.can_be_played():
            ruleset = load_ruleset(source, variants, choice.players, options, language)
            assert tab.run(SHOWN) == as_shown(outline_lines(ruleset))
        else:
            assert tab.run(SHOWN) == []
            assert tab.run(STATUS)


def test_choosing_changes_address_and_rules(tab: Tab, page: str) -> None:
    tab.open(page)
    tab.run("document.getElementById('chooser-variant-omnibus').click()")
    tab.run("document.getElementById('chooser-hearts_locked-false').click()")
    assert tab.run("location.hash") == "#v=omnibus&players=4&option.hearts_locked=false"
    assert "Omnibus" in str(tab.run("document.getElementById('rules').textContent"))
    assert tab.run("document.getElementById('chooser-queen_breaks-true')") is None
    assert tab.run("document.querySelector('a[data-book-language=de]').hash") == tab.run("location.hash")
    tab.run("document.querySelector('.chooser-again').click()")
    assert tab.run("location.hash") == "#players=4"


def test_the_switch_of_language_keeps_the_choice(tab: Tab, page: str) -> None:
    tab.open(page + "#v=any_club,omnibus&players=4&option.target=1")
    state = tab.run(STATE)
    assert isinstance(state, list)
    tab.run("document.querySelector('a[data-book-language=de]').click()")
    tab.until("document.documentElement.lang === 'de' && document.readyState === 'complete'")
    assert tab.run(STATE) == state
    assert {"variant=any_club", "variant=omnibus", "option.target=1"} <= set(state)


def test_what_is_impossible_says_why(tab: Tab, page: str) -> None:
    tab.open(page + "#v=spare_the_queen")
    assert tab.run("document.getElementById('chooser-hearts_locked-false').disabled")
    assert tab.run("document.getElementById('chooser-hearts_locked-false-note').textContent")
    tab.open("about:blank")
    tab.open(page + "#v=three_players")
    assert "players=3" in str(tab.run(STATE))
    assert tab.run("document.getElementById('chooser-players-4').disabled")


@pytest.mark.parametrize(
    "hash", ["#v=nothing,<b>&players=99&option.target=x", "#%E0%A4%A", "#players=", "#&&=", "#top"]
)
def test_any_address_shows_rules(tab: Tab, page: str, hash: str) -> None:
    tab.open(page + hash)
    assert tab.run("document.querySelectorAll('.chosen li.rule').length > 20")


def test_a_rule_of_a_choice_can_be_linked(tab: Tab, page: str) -> None:
    tab.open(page + "#v=omnibus")
    link = tab.run("document.querySelector('.chosen li.rule[id^=\"moves.\"] > .book-link').href")
    tab.open("about:blank")
    tab.open(str(link))
    assert "v=omnibus" in str(link)
    assert tab.run("document.querySelector('.chosen-here').id.startsWith('moves.')")


def test_focus_stays_where_it_was(tab: Tab, page: str) -> None:
    tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
    tab.open(page)
    tab.run("document.getElementById('chooser-hearts_locked-false').focus()")
    tab.run("document.activeElement.click()")
    assert tab.run("document.activeElement.id") == "chooser-hearts_locked-false"


@pytest.mark.parametrize("width", [360, 1280])
def test_fits_and_is_accessible(tab: Tab, page: str, axe: str, width: int) -> None:
    for dark in (False, True):
        tab.open(page + "#v=omnibus", width=width, dark=dark)
        assert tab.run("document.documentElement.scrollWidth <= innerWidth")
        tab.run(axe + "; 0")
        found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
        assert isinstance(found, list)
        assert not [fault for fault in found if fault[0] in ("serious", "critical")]
        tab.open("about:blank")


def test_prints_the_rules_without_the_form(tab: Tab, page: str) -> None:
    tab.open(page)
    tab.command("Emulation.setEmulatedMedia", media="print")
    assert not tab.run("document.querySelector('form.chooser').checkVisibility()")
    assert tab.run("document.querySelector('.chosen li.rule').checkVisibility()")
    tab.command("Emulation.setEmulatedMedia", media="")


def test_credits_are_those_of_the_choice(tab: Tab, page: str) -> None:
    """Those of the base game stand on the page without a script; what a chosen variant owes is added."""
    credits = "document.getElementById('credits').nextElementSibling.textContent"
    tab.open(page)
    owed = ["somebody", ["Variant by", ""], "Somebody Else", "https://example.org", "MIT", ["", ""]]
    tab.run(f"ruleloomChoices.variants[0][8].push({json.dumps(owed)})")
    base = str(tab.run(credits))
    tab.run("document.getElementById('chooser-variant-any_club').click()")
    assert "Variant by: Somebody Else" in str(tab.run(credits))
    tab.run("document.querySelector('.chooser-again').click()")
    assert tab.run(credits) == base
