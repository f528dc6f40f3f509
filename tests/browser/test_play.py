"""A whole game on the page of its rules, with the interpreter in the browser: by mouse and by keyboard."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleloom.cli import main
from ruleloom_site.book import Plan, build_book
from ruleloom_site.stage.vendored import fetched_runtime
from ruleloom_site.volumes import BookError, Settings
from tests.browser.chromium import Tab
from tests.browser.conftest import go_without
from tests.browser.player import BOARD, Player, served
from tests.browser.test_site import FAULTS

GAME, WITH_EMPTY_PILES = "tic_tac_toe", "klondike"
LOADED = "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)"
SEED = 10**18 - 1
LOOKS = """(({backgroundColor, borderRadius, color, cursor, paddingLeft}) =>
  [backgroundColor, borderRadius, color, cursor, paddingLeft])(getComputedStyle(document.querySelector('%s')))"""
UNHEARD = f"""[...{BOARD}.querySelectorAll("[data-mark]")].filter((mark) => {{
  const {{x, y, width, height}} = mark.getBoundingClientRect();
  return !document.elementFromPoint(x + width / 2, y + height / 2).closest("[data-mark]");
}}).map((mark) => mark.dataset.mark)"""
WATCHED = """(() => {
  const files = new DataTransfer();
  files.items.add(new File([`%s`], "record.json"));
  const input = document.querySelector(".stage-file");
  input.files = files.files;
  input.dispatchEvent(new Event("change"));
})()"""
REFUSED = "document.querySelector('.stage-refusal').textContent"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of games that can be played."""
    try:
        runtime = fetched_runtime()
    except BookError as error:
        go_without(str(error))
    out = tmp_path_factory.mktemp("play") / "out"
    games, settings = (GAME, WITH_EMPTY_PILES), Settings(languages=("en", "de"))
    build_book(Plan(games, settings=settings, printed=False, chosen=False, runtime=runtime), out)
    return out


@pytest.fixture(scope="module")
def address(book: Path) -> Iterator[str]:
    with served(book) as address:
        yield address


def check(record: dict[str, object], folder: Path) -> None:
    """The record is played again by the interpreter of this machine."""
    file = folder / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(file)]) == 0


def test_a_game_by_mouse(tab: Tab, address: str, tmp_path: Path, axe: str) -> None:
    player = Player(tab)
    page = f"{address}/en/{GAME}/index.html"
    tab.open(page)
    loaded = tab.run(LOADED)
    assert isinstance(loaded, list)
    assert not [path for path in loaded if path.startswith("/play/")], "nothing is loaded before it is asked for"
    unset = tab.run(LOOKS % ".play-button")
    player.sit_down(page, width=360, seed=5)
    assert tab.run(LOOKS % ".stage-settings .stage-main") == unset
    player.click()
    player.wait()
    player.click(":is([data-mark='place:a1'], [data-mark='place:a1'] [data-mark]):not(:has([data-mark]))")  # not empty
    assert tab.until(f"{REFUSED} && document.querySelector('.stage-refusal a')?.hash.length > 1")
    tab.run("document.querySelector('.stage-undo').click()")
    tab.until(f"{BOARD}.querySelectorAll('.stage-can').length === 9")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(tab, axe)
    player.play_by_mouse()
    record = player.record()
    assert (record["game"], record["seed"]) == (GAME, 5)
    check(record, tmp_path)
    tab.open("about:blank")


def test_a_place_where_nothing_lies_can_be_clicked_too(tab: Tab, address: str, axe: str) -> None:
    Player(tab).sit_down(f"{address}/en/{WITH_EMPTY_PILES}/index.html")
    tab.run(f"{BOARD}.scrollIntoView({{block: 'center'}})")
    assert tab.run(UNHEARD) == []
    assert not faults(tab, axe)  # what is seen on cards and piles is part of their names
    tab.open("about:blank")


def test_the_page_takes_seeds_of_the_command_line(tab: Tab, address: str) -> None:
    player = Player(tab)
    player.sit_down(f"{address}/en/{GAME}/index.html", seed=SEED)
    assert player.record()["seed"] == SEED
    player.click()
    player.wait()
    wrong, log = (f"document.querySelector('.stage-{each}').textContent" for each in ("wrong", "log"))
    told = tab.run(log)
    assert told
    for refused in ("-1", "1.5", "9" * 19):
        tab.run("document.querySelector('.stage-settings').open = true")
        player.begin(refused)
        assert "18 digits" in str(tab.run(wrong))
        assert tab.run("document.activeElement.getAttribute('aria-invalid')") == "true"
        assert tab.run(log) == told
    player.begin("8")
    assert tab.run(log) != told
    assert not tab.run(wrong)
    tab.open("about:blank")


def test_a_file_that_is_no_record_leaves_the_game_as_it_was(tab: Tab, address: str) -> None:
    player = Player(tab)
    player.sit_down(f"{address}/en/{GAME}/index.html", seed=6)
    before = tab.run(f"{BOARD}.querySelectorAll('.stage-can').length")
    player.click()
    tab.until("document.querySelector('.stage-prompt').textContent.includes('thinking')")
    tab.run(WATCHED % "no record")
    assert tab.until(REFUSED)
    tab.until(f"{BOARD}.querySelectorAll('.stage-can').length === {before} - 2")  # the bot has answered all the same
    assert tab.run(REFUSED)
    player.play_by_mouse()
    tab.open("about:blank")


def test_what_is_gone_on_with_keeps_its_seed(tab: Tab, address: str) -> None:
    player = Player(tab)
    player.sit_down(f"{address}/en/{GAME}/index.html", seed=41)
    player.play_by_mouse()
    record = json.dumps(player.record())
    player.sit_down(f"{address}/en/{GAME}/index.html", seed=6)
    tab.run(WATCHED % record.replace("`", ""))
    tab.until("!document.querySelector('.stage-steps').hidden")
    tab.run("document.querySelector('.stage-steps > .stage-button').click()")
    tab.until("document.querySelector('.stage-steps').hidden")
    assert player.record()["seed"] == 41
    tab.run("[...document.querySelectorAll('.stage-undo ~ .stage-button')].at(0).click()")
    player.wait()
    assert player.record()["seed"] == 41
    tab.open("about:blank")


def test_a_game_by_keyboard(tab: Tab, address: str, tmp_path: Path, axe: str) -> None:
    player = Player(tab)
    player.sit_down(f"{address}/de/{GAME}/misere.html", dark=True, seed=6)
    assert not faults(tab, axe)
    player.play_by_keyboard()
    check(player.record(), tmp_path)
    assert "Regel" in str(tab.run("document.querySelector('.stage-prompt').textContent"))
    quiet = "[...document.querySelectorAll('.stage-log li')].map((each) => each.className)"
    marked = tab.run(quiet)
    assert isinstance(marked, list)
    assert 1 <= marked.count("") <= 2 < len(marked)  # the own last move, and what the bot has answered
    assert marked == sorted(marked, reverse=True)
    tab.open("about:blank")


def test_without_a_server_the_page_says_how(tab: Tab, book: Path) -> None:
    tab.open((book / "en" / GAME / "index.html").as_uri())
    tab.run("document.querySelector('.play-button').click()")
    assert "ruleloom book serve" in str(tab.run("document.querySelector('.play-status').textContent"))
    assert tab.run("document.querySelector('.stage')") is None


def faults(tab: Tab, axe: str) -> list[object]:
    """What the accessibility checker finds that is serious."""
    tab.run(axe + "; 0")
    found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
    assert isinstance(found, list)
    return [fault for fault in found if fault[0] in ("serious", "critical")]
