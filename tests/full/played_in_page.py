"""Games played in a browser: `python -m tests.full.played_in_page`. Ends with 1 where something is not as promised.

Each game in each language, by mouse and by keyboard: how long it takes until something can be done and until a move is
answered, whether the page is accessible, and whether its record is played again by the interpreter of this machine.
"""

import json
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import median

from ruleloom.cli import main as ruleloom
from ruleloom_site.book import Plan, build_book
from ruleloom_site.stage.vendored import fetched_runtime
from ruleloom_site.volumes import Settings
from tests.browser.chromium import Tab, browsing, find_chromium
from tests.browser.conftest import axe_script
from tests.browser.player import Player, served
from tests.browser.test_site import FAULTS

GAMES = ("collapsi", "inselflucht", "collusion", "hearts", "othello", "crazy_eights")
LANGUAGES = ("en", "de")
START, ANSWER = 6.0, 150.0  # seconds until something can be done, milliseconds until a move is answered
ANSWERED = ("move", "undo", "taken", "refuse")


def faults(tab: Tab, axe: str) -> list[str]:
    """What the accessibility checker calls serious."""
    tab.run(axe + "; 0")
    found = tab.run(f"axe.run(document, {{preload: false}}).then({FAULTS})")
    assert isinstance(found, list)
    return [f"{fault[1]}: {fault[2][0]}" for fault in found if fault[0] in ("serious", "critical")]


def complaints(player: Player, page: str, hand: str, axe: str, options: Namespace) -> Iterator[str]:
    """What is wrong with one game on one page; figures are printed."""
    start = player.sit_down(page, seed=options.seed)
    (player.play_by_mouse if hand == "mouse" else player.play_by_keyboard)(options.turns)
    taken = [each for what, each in player.answers() if what in ANSWERED]
    print(f"{page.split('/', 3)[3]} by {hand}: {start:.1f} s to sit down, {len(taken)} answers, "
          f"median {median(taken):.0f} ms, longest {max(taken):.0f} ms", flush=True)  # fmt: skip
    if not player.is_over():
        yield f"not over after {options.turns} turns"
    if start > START:
        yield f"{start:.1f} s until something can be done"
    if (slow := sum(each > ANSWER for each in taken)) > len(taken) / 20:
        yield f"{slow} of {len(taken)} answers took longer than {ANSWER:.0f} ms"
    yield from faults(player.tab, axe)
    yield from player.tab.complaints
    if message := replayed(player.record()):
        yield message


def replayed(record: dict[str, object]) -> str:
    """Why a record cannot be played again; nothing where it can."""
    said = StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(said):
        file = Path(folder) / "record.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        status = ruleloom(["replay", str(file), "--json"])
    return said.getvalue() if status else ""


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.full.played_in_page", description="Games played in a browser.")
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--turns", type=int, default=400, help="of one person, at most (default: 400)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    settings, found = Settings(languages=LANGUAGES), []
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "book"
        build_book(Plan(tuple(options.games), (), settings, False, False, fetched_runtime()), book)
        with served(book) as address, browsing(str(find_chromium())) as tab:
            for page in (f"{address}/{language}/{game}/index.html" for game in options.games for language in LANGUAGES):
                for hand in ("mouse", "keyboard"):
                    tab.complaints.clear()
                    found += [
                        f"{page} by {hand}: {each}"
                        for each in complaints(Player(tab), page, hand, axe_script(), options)
                    ]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
