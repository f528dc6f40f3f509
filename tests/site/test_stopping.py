"""A build that is interrupted ends at once and leaves nothing, whether its processes hear of that or not."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleloom_site.stopping import Commands, crew
from tests.commands import Run

BUILD = (sys.executable, "-m", "ruleloom", "book", "build", "--no-pdf", "--play", "never", "--lang", "en", "--out")
SOON = 2.0
AT_WORK = {"ruleloom": 1.0, "mkdocs": 0.3}  # seconds: after which it is not others, which look at the texts before


def heeds_interrupts() -> None:
    """What runs in the background of a script would ignore them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def children(process: int) -> list[tuple[int, str]]:
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process)], capture_output=True, text=True)
    return [(int(pid), command) for pid, command in (line.split(maxsplit=1) for line in listed.stdout.splitlines())]


def busy(process: int, builder: str) -> list[int]:
    """Its processes that build, once they have been at work for a while."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        there = children(process)
        time.sleep(AT_WORK[builder])
        lasting = [pid for pid, command in there if builder in command and (pid, command) in children(process)]
        if lasting:
            return lasting
    raise AssertionError("nothing was built")


@pytest.mark.parametrize(("stop", "signalled", "status"), [
    (os.killpg, signal.SIGINT, 130), (os.kill, signal.SIGINT, 130), (os.kill, signal.SIGTERM, 143),
], ids=["group", "alone", "terminated"])  # fmt: skip
@pytest.mark.parametrize("phase", ["games", "pages"])
def test_an_interrupted_build_ends_at_once(
    tmp_path: Path, phase: str, stop: Callable[[int, int], None], signalled: int, status: int
) -> None:
    games = ("hearts", "--games", "1000000") if phase == "games" else ("nim",)
    process = subprocess.Popen([*BUILD, "book", *games], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=heeds_interrupts, start_new_session=True)  # fmt: skip
    builder = "mkdocs" if phase == "pages" else "ruleloom"
    of_it = busy(process.pid, builder)
    begun = time.monotonic()
    stop(process.pid, signalled)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - begun < SOON
    assert (process.returncode, out, err) == (status, b"", b"")
    assert list(tmp_path.iterdir()) == []
    assert not any(Path(f"/proc/{pid}").exists() for pid in of_it)


def test_processes_end_where_one_of_them_finds_a_fault() -> None:
    def fail() -> None:
        with crew() as pool:
            pool.submit(time.sleep, 60)
            pool.submit(int, "one").result()

    begun = time.monotonic()
    with pytest.raises(ValueError, match="one"):
        fail()
    assert time.monotonic() - begun < SOON


def test_commands_end_when_they_are_stopped() -> None:
    commands, ended = Commands(), list[int]()
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    threads = [threading.Thread(target=lambda: ended.append(commands.run(sleep, os.environ)[0])) for _ in range(2)]
    for thread in threads:
        thread.start()
    commands.stop()
    for thread in threads:
        thread.join(SOON)
    assert ended == [-signal.SIGKILL] * 2


def test_a_book_does_not_play_for_days(run: Run, tmp_path: Path) -> None:
    ran = run("book", "build", "nim", "--play", "never", "--games", "99999999999999999", "--out", tmp_path / "book")
    assert ran.status == 1 and "1,000,000 games of everything at most; `ruleloom simulate` plays more" in ran.err
