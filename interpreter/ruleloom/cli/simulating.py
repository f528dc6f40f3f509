"""`ruleloom simulate`: many games in numbered batches, kept in a store, to go on with whenever it was stopped."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from ruleloom.bots import Seated, seat_bots
from ruleloom.cli.files import Made, check_output
from ruleloom.cli.inputs import InputError, check_workers, load_chosen, mention_choice
from ruleloom.cli.keeping import keep_all
from ruleloom.cli.page import print_json
from ruleloom.cli.progress import Progress
from ruleloom.cli.running import stopped
from ruleloom.cli.signals import Heard
from ruleloom.engines import AUTO
from ruleloom.library import LoadedGame
from ruleloom.simulate.batches import MOST_GAMES, MOST_SEEDS, batch_size
from ruleloom.simulate.cluster import play_on_cluster
from ruleloom.simulate.facts import Facts, facts_of
from ruleloom.simulate.parquet import is_parquet_of_store, require_parquet, write_parquet
from ruleloom.simulate.playing import Setup, StuckGame
from ruleloom.simulate.store import Batch, Store, create, is_there, resume
from ruleloom.simulate.workers import cores, play_here

GAMES = 1_000
PARQUET = Made("a Parquet file", is_parquet_of_store)


def run(arguments: Namespace) -> int:
    """Play what is missing."""
    _check(arguments)
    arguments.engine = arguments.engine or os.environ.get("RULELOOM_ENGINE") or AUTO
    loaded = load_chosen(arguments)
    mention_choice(loaded)
    bots = bots_named(arguments, loaded)
    setup = Setup.of(loaded.game.rules, arguments.engine, bots, arguments.timeout)
    with closing(_store(arguments, loaded, bots)) as store:
        begun, heard = time.perf_counter(), Heard()
        before = store.played()
        try:
            is_complete = _play(arguments, store, setup, heard)
        except StuckGame as error:
            raise stopped(loaded, error, error.seed) from error
        played, seconds = store.played() - before, time.perf_counter() - begun
        if is_complete and arguments.parquet is not None:
            write_parquet(store, Path(arguments.parquet))
        _print(arguments, store, played, seconds, is_complete=is_complete)
    return 0 if is_complete else heard.status


def bots_named(arguments: Namespace, loaded: LoadedGame) -> tuple[str, ...]:
    """The bot of each seat, from `--bot` and `--bots`."""
    listed = arguments.bots.split(",") if arguments.bots else []
    players, people = loaded.game.rules.players, loaded.game.rules.configuration.players
    if len(listed) > players:
        raise InputError(f"{len(listed)} bots are named for {players} players", "--bots")
    named = [Seated.parse(text) for text in arguments.bot]
    named += [Seated.parse(f"{seat}:{bot}") for seat, bot in enumerate(listed, start=1)]
    return tuple(seat_bots(range(1, players + 1), named, players, people).values())


def _check(arguments: Namespace) -> None:
    if arguments.games is not None and not 0 < arguments.games <= MOST_GAMES:
        raise InputError(f"there can be 1 to {MOST_GAMES:,} games", "--games")
    if arguments.seed is not None and arguments.seed >= MOST_SEEDS:
        raise InputError(f"a seed is a number below {MOST_SEEDS:,}", "--seed")
    check_workers(arguments)
    if arguments.parquet is not None:
        check_output(Path(arguments.parquet), PARQUET, Path(arguments.store))
        require_parquet()


def _store(arguments: Namespace, loaded: LoadedGame, bots: tuple[str, ...]) -> Store[Facts]:
    """The store that is named, new or as it is, if it is for these games."""
    path = Path(arguments.store)
    if not is_there(path):
        games = GAMES if arguments.games is None else arguments.games
        facts = facts_of(loaded.game, arguments.seed or 0, batch_size(games), bots, loaded.sentence)
        return create(path, facts, games)
    store = resume(path)
    try:
        _compare(path, store.facts, facts_of(loaded.game, arguments.seed or 0, 0, bots), arguments)
        if arguments.games is not None:
            store.want(arguments.games)
    except BaseException:
        store.close()
        raise
    return store


def _compare(path: Path, there: Facts, asked: Facts, arguments: Namespace) -> None:
    """Raise InputError where a store is for other games than those asked for."""
    if there.configuration != asked.configuration:
        other = f"it holds games of {there.configuration}, and these would be games of {asked.configuration}"
    elif there.rules != asked.rules:
        other = f"the rules of {asked.configuration} have changed since its games were played"
    elif there.bots != asked.bots:
        other = f"its games are played by {', '.join(there.bots)}, and these would be by {', '.join(asked.bots)}"
    elif arguments.seed not in (None, there.seed):
        other = f"its games come from the seed {there.seed}"
    else:
        return
    raise InputError(f"{other}; the store is left as it is", str(path), "name another file for --store")


def _play(arguments: Namespace, store: Store[Facts], setup: Setup, heard: Heard) -> bool:
    """Play and keep what is missing; False where a signal came first."""
    progress = Progress(store.facts.configuration, store.games, store.played())
    return keep_all(store, _batches(arguments, store, setup), progress, heard)


def _batches(arguments: Namespace, store: Store[Facts], setup: Setup) -> Generator[Batch | None, None, None]:
    if arguments.scheduler is not None:
        return play_on_cluster(setup, store.series, store.missing(), arguments.scheduler)
    workers = cores() if arguments.workers is None else arguments.workers
    return play_here(setup, store.series, store.missing(), workers)


def _print(arguments: Namespace, store: Store[Facts], played: int, seconds: float, *, is_complete: bool) -> None:
    there, path = store.played(), arguments.store
    if played:
        print(f"{played:,} games in {seconds:.2f} s, {played / seconds:,.0f} games/s", file=sys.stderr)
    elif is_complete:
        print("all games were there already", file=sys.stderr)
    if arguments.json:
        print_json({
            "configuration": store.facts.configuration, "store": path, "seed": store.facts.seed, "games": there,
            "wanted": store.games, "complete": is_complete,
        })  # fmt: skip
        return
    if is_complete:
        print(f"{path}: {there:,} games of {store.facts.configuration}; `ruleloom report {path}` tells of them")
    elif there:
        print(
            f"{path}: stopped, {there:,} of {store.games:,} games are kept; the same command again goes on from there"
        )
    else:
        print(f"{path}: stopped before the first of {store.games:,} games was kept")
