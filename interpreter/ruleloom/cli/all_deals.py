"""`ruleloom solve --all-deals`: all deals of a game, each once up to symmetries, in a store to go on with."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleloom.cli.files import PAGE, check_output, write_file
from ruleloom.cli.inputs import InputError, check_workers, load_chosen
from ruleloom.cli.keeping import keep_all
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.progress import Progress
from ruleloom.cli.signals import Heard
from ruleloom.engines import AUTO, REFERENCE
from ruleloom.library import located
from ruleloom.search.deals import Deals
from ruleloom.search.exhaust import (
    AllDeals,
    Count,
    DealFacts,
    added,
    batches,
    facts_of,
    opened,
    parse_counts,
)
from ruleloom.search.solver import Worth
from ruleloom.search.summary import Summary, render_page, summary_of
from ruleloom.simulate.store import Kind, Store, create_of, is_there, resume_of
from ruleloom.simulate.workers import cores, play_here

SOLVED_DEALS = Kind(0x524C4431, "solved deals", DealFacts.parse)  # "RLD1"


def solving_engine(arguments: Namespace) -> str:
    """The engine named, else that of RULELOOM_ENGINE if it solves, else the fastest that does."""
    preferred = os.environ.get("RULELOOM_ENGINE") or AUTO
    return str(arguments.engine or (AUTO if preferred == REFERENCE else preferred))


def all_deals(arguments: Namespace) -> int:
    """Solve what is missing, and print what all comes to."""
    if arguments.deal or arguments.after or arguments.position or arguments.seed is not None:
        raise InputError(
            "--all-deals solves every deal from its start", "--all-deals", "name no position, deal or move"
        )
    check_workers(arguments)
    if arguments.out is not None:
        check_output(Path(arguments.out), PAGE, *([Path(arguments.store)] if arguments.store else []))
    loaded = load_chosen(arguments)
    work = AllDeals.of(loaded.game.rules, solving_engine(arguments), arguments.sample or 1)
    with located(loaded.ruleset):
        deals = opened(work)
    begun, heard = time.perf_counter(), Heard()
    with TemporaryDirectory(prefix="ruleloom-") as folder:
        path = Path(arguments.store or Path(folder) / "deals.sqlite")
        with closing(_store(path, deals, work.step)) as store:
            is_complete = _solve(arguments, store, work, heard)
            seconds = time.perf_counter() - begun
            if not is_complete:
                kept = f"{path}: stopped, {store.played():,} of {store.games:,} batches are kept"
                print(f"{kept}; the same command again goes on from there" if arguments.store else "stopped")
                return heard.status
            counts = _total(store)
            summary = summary_of(deals, store.facts, counts, store.engines())
    print(f"{seconds:,.1f} s", file=sys.stderr)
    _tell(arguments, summary)
    return 0


def _store(path: Path, deals: Deals, step: int) -> Store[DealFacts]:
    facts = facts_of(deals, step)
    if not is_there(path):
        return create_of(SOLVED_DEALS, path, facts, batches(deals))
    store = resume_of(SOLVED_DEALS, path)
    if store.facts != facts:
        store.close()
        there, asked = (f"{each.configuration}, every {each.step}th deal" for each in (store.facts, facts))
        other = f"it holds {there}, and this is {asked}" if there != asked else "the rules have changed since then"
        raise InputError(f"{other}; the store is left as it is", str(path), "name another file for --store")
    return store


def _solve(arguments: Namespace, store: Store[DealFacts], work: AllDeals, heard: Heard) -> bool:
    """Solve and keep what is missing; False where a signal came first."""
    workers = cores() if arguments.workers is None else arguments.workers
    progress = Progress(store.facts.configuration, store.games, store.played(), "batches")
    return keep_all(store, play_here(work, store.series, store.missing(), workers), progress, heard)


def _total(store: Store[DealFacts]) -> dict[Worth, Count]:
    def parts() -> Iterator[dict[Worth, Count]]:
        for each in store.batches():
            yield parse_counts(each.tally)

    return added(parts())


def _tell(arguments: Namespace, summary: Summary) -> None:
    if arguments.out is not None:
        write_file(Path(arguments.out), render_page(summary), PAGE)
    if arguments.json:
        print_json(summary.to_json())
        return
    page = Page()
    page.title(summary.heading)
    for line in summary.lines():
        page.paragraph(line)
    for row in summary.rows:
        counted = f"{row.deals:>13,} {float(row.share):>9.4%} {row.layouts:>11,}"
        print(page.writable(f"  {row.what:<14} {counted}  {row.example}"))
