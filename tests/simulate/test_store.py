"""Stores keep what they were given, and say what is wrong with them."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from ruleloom.simulate.batches import Series
from ruleloom.simulate.facts import Facts
from ruleloom.simulate.report import report_on
from ruleloom.simulate.store import Store, StoreError, create, look_into, resume
from tests.simulate.simulations import batch_of, facts, kept

GAMES = 110
FLIPS = 150


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with three batches of six, the last of which is short."""
    path = tmp_path / "games.db"
    with closing(create(path, facts(), GAMES)) as store:
        for number in (0, 3, 5):
            store.save(batch_of(number, store.series))
    return path


def test_what_is_missing(path: Path) -> None:
    with closing(resume(path)) as store:
        assert list(store.missing()) == [1, 2, 4]
        assert store.played() == 50 and store.total().games == 50
        store.want(125)
        assert list(store.missing()) == [1, 2, 4, 5, 6]  # the short one is played again
        store.save(batch_of(5, store.series))
    with closing(resume(path)) as store:
        assert list(store.missing()) == [1, 2, 4, 6] and store.games == 125


def test_fewer_games_than_before_are_refused(path: Path) -> None:
    with closing(resume(path)) as store, pytest.raises(StoreError, match="for 110 games; ask for as many or more"):
        store.want(20)


def test_a_store_is_one_file_once_it_is_closed(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == ["games.db"]


def test_a_report_can_be_made_while_games_are_played(path: Path) -> None:
    with closing(resume(path)) as store:
        store.save(batch_of(1, store.series))
        with closing(look_into(path)) as other:
            assert report_on(other).games == 70


@pytest.mark.parametrize("content", [b"", b"ruleloom: 1\n", b"SQLite format 3\x00" + b"x" * 200])
def test_what_is_no_store_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"other: this (store is damaged|is no store)"):
        resume(path)
    assert path.read_bytes() == content


def test_another_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE song(title)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="no store of a simulation, and is left as it is"):
        resume(path)
    with pytest.raises(StoreError, match="there already"):
        create(path, facts(), GAMES)
    assert path.read_bytes() == before


def test_a_newer_format_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=7")
    with pytest.raises(StoreError, match="format 7, and this Ruleloom reads format 1"):
        resume(path)


@pytest.mark.parametrize("where", ["folder", "missing/games.db"])
def test_what_cannot_be_opened_is_said(tmp_path: Path, where: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match=r"this (is a folder|cannot be opened)"):
        create(tmp_path / where, facts(), GAMES)


def test_damage_gives_a_message_and_never_other_figures(path: Path) -> None:
    sound, right, random = path.read_bytes(), kept(path), Random(5)
    found = 0
    for _ in range(FLIPS):
        at = random.randrange(len(sound))
        path.write_bytes(sound[:at] + bytes([sound[at] ^ (1 << random.randrange(8))]) + sound[at + 1 :])
        try:
            with closing(look_into(path)) as store:
                assert store.facts == facts() and store.games == GAMES
                read = [(batch.number, batch.games, batch.tally) for batch in store.batches()]
            assert read == right
        except StoreError:
            found += 1
    assert found > FLIPS // 20


def test_a_store_cut_short_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])
    with pytest.raises(StoreError, match="damaged"):
        resume(path)


def fill(store: Store[Facts]) -> int:
    """Save batches until there is no more room; how many were saved."""
    batch = batch_of(0, store.series)
    for number in range(10_000):
        try:
            store.save(type(batch)(number, batch.games, batch.engine, batch.tally))
        except StoreError as error:
            assert "disk is full" in str(error)
            return number
    raise AssertionError("there was always room")


def check_sound(path: Path, batches: int) -> None:
    with closing(resume(path)) as store:
        assert [batch.number for batch in store.batches()] == list(range(batches))


def test_nothing_is_lost_where_there_is_no_more_room(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(create(path, facts(), 10**6)) as store:
        store._connection.execute("PRAGMA max_page_count=30")
        saved = fill(store)
    assert saved > 10
    check_sound(path, saved)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("disks cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # even if a test has left something open


def test_nothing_is_lost_on_a_full_disk(disk: Path, tmp_path: Path) -> None:
    path = disk / "games.db"
    with closing(create(path, facts(), 10**6)) as store:
        saved = fill(store)
    assert saved > 10
    moved = tmp_path / "moved.db"  # where there is room for the log
    for each in disk.iterdir():
        shutil.copy(each, moved.with_name(each.name.replace("games", "moved")))
    check_sound(moved, saved)


def test_a_store_on_a_medium_that_is_only_read(disk: Path, path: Path) -> None:
    shutil.copy(path, disk / "games.db")
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with closing(look_into(disk / "games.db")) as store:
        assert report_on(store).games == 50
    with closing(resume(disk / "games.db")) as store, pytest.raises(StoreError, match=r"cannot be (written|opened)"):
        store.save(batch_of(1, Series(0, GAMES, 20)))
    with pytest.raises(StoreError, match=r"cannot be (written|opened)"):
        create(disk / "new.db", facts(), GAMES)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_is_only_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be opened"):
        create(tmp_path / "games.db", facts(), GAMES)
    tmp_path.chmod(0o700)
