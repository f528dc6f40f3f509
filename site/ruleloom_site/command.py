"""`ruleloom book`: build the rulebook as a folder of pages, or show it while it is written."""

import os
import sys
from argparse import Namespace
from dataclasses import replace
from functools import cache
from pathlib import Path

from ruleloom.library import own_folders
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Report
from ruleloom_site.book import Plan, build_book, check_texts, games_of
from ruleloom_site.chooser.memory import Memory
from ruleloom_site.output import check_output
from ruleloom_site.serve import serve
from ruleloom_site.settings import MOST_PLAYED, SETTINGS_FILE, load_settings
from ruleloom_site.stage.vendored import Runtime, fetched_runtime, runtime_in
from ruleloom_site.stopping import ending_orderly
from ruleloom_site.volumes import BookError, Settings


def build(arguments: Namespace) -> int:
    """Build the book into a folder."""
    out = Path(arguments.out)
    check_output(out)
    plan = _plan(arguments, arguments.strict)
    if arguments.strict:
        check_texts(plan)
    with ending_orderly():
        build_book(plan, out)
    games = "1 game" if len(plan.games) == 1 else f"{len(plan.games)} games"
    print(f"written: {out}/index.html, {games} in {', '.join(plan.languages)}")
    return 0


def show(arguments: Namespace) -> int:
    """Build the book, show it, and build it again whenever something changes."""
    out = Path(arguments.out)
    check_output(out)
    plan = _shown_plan(arguments)
    watched = [*plan.own, catalog.shipped()]
    memory = Memory()
    with ending_orderly():
        serve(out, watched, lambda: build_book(_shown_plan(arguments), out, memory), arguments.port)
    return 0


def _plan(arguments: Namespace, strict: bool = False) -> Plan:
    listed = [part for part in os.environ.get("RULELOOM_PATH", "").split(os.pathsep) if part]
    own = own_folders((*arguments.rulesets, *listed))
    settings = _settings(arguments, own)
    if arguments.lang:
        settings = replace(settings, languages=tuple(dict.fromkeys(arguments.lang)))
    if arguments.played is not None:
        if arguments.played > MOST_PLAYED:
            help = "`ruleloom simulate` plays more of one game, and `ruleloom report` tells of them"
            raise BookError(f"--games: a book reports on {MOST_PLAYED:,} games of everything at most; {help}")
        settings = replace(settings, games=arguments.played)
    games = tuple(arguments.games) or games_of(own)
    return Plan(games, own, settings, arguments.pdf, arguments.chooser, _runtime(arguments.play, strict))


@cache
def _runtime(asked: str, strict: bool) -> Runtime | None:
    """What the games are played with on their pages; where it cannot be had, a note says so. Raises BookError."""
    match asked:
        case "never":
            return None
        case "auto":
            try:
                return fetched_runtime()
            except BookError as error:
                if strict:
                    raise
                print(f"note: the games cannot be played in this book: {error}", file=sys.stderr)
                return None
        case folder:
            return runtime_in(Path(folder))


def _shown_plan(arguments: Namespace) -> Plan:
    """The same without games that only the settings ask for: they would be played at every change."""
    plan = _plan(arguments)
    return plan if arguments.played is not None else replace(plan, settings=replace(plan.settings, games=0))


def _settings(arguments: Namespace, own: tuple[Path, ...]) -> Settings:
    """The settings of the file that is named, or of the first one in a folder of one's own. Raises RulesetError."""
    found = [folder / SETTINGS_FILE for folder in own if (folder / SETTINGS_FILE).is_file()]
    paths = [Path(arguments.settings)] if arguments.settings else found[:1]
    report = Report()
    loaded = [load_settings(path, report) for path in paths]
    report.raise_errors()
    return next(iter(filter(None, loaded)), Settings())
