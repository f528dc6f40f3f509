"""`ruleloom check --watch` as a process: what it prints after each change, what it survives, how it ends."""

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ruleloom.cli import main
from tests.cli.test_processes import heeds_interrupts

WAITING = "waiting for changes"


class Watching:
    """The command at work, read check by check."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ruleloom", "check", "--watch", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ, preexec_fn=heeds_interrupts,
        )  # fmt: skip
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def printed(self) -> str:
        """What the next check prints."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith((WAITING, "{")):
            lines.append(self._lines.get(timeout=30))
        return "".join(lines)

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout
        self.process.stdout.close()


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["new", "game", "tower", "--dir", str(tmp_path)]) == 0
    return tmp_path


@pytest.fixture
def watching(folder: Path) -> Iterator[Watching]:
    with closing(Watching("-R", str(folder), "tower")) as running:
        yield running


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_every_change_is_checked(watching: Watching, folder: Path) -> None:
    first = watching.printed()
    assert "tower: 0 variants and 1 scenario checked; nothing is wrong\n  scenarios: 1 passed, 0 failed\n" in first
    assert "changed ---" not in first
    scenarios = folder / "tower" / "scenarios" / "steps.yaml"
    changed(scenarios, "step e4", "step e1")
    second = watching.printed()
    assert "steps.yaml changed ---" in second and "error[bad-position]" in second
    assert "scenarios: 0 passed, 1 failed" in second and "steps.yaml:4:3: one_square_at_a_time" in second
    changed(scenarios, "step e1", "step e4")
    assert "1 passed, 0 failed" in watching.printed()
    assert watching.interrupt() == 0


def test_broken_files_and_missing_ones_are_survived(watching: Watching, folder: Path) -> None:
    watching.printed()
    game = folder / "tower" / "game.yaml"
    text = game.read_text()
    game.write_text(text + "moves: [}\n")
    broken = watching.printed()
    assert "game.yaml:9" in broken and "scenarios: not played" in broken
    game.unlink()
    assert 'no game is called "tower"' in watching.printed()
    shutil.rmtree(folder / "tower")
    assert 'no game is called "tower"' in watching.printed()
    (folder / "tower").mkdir()
    game.write_text(text)
    assert "0 scenarios checked; nothing is wrong" in watching.printed()
    game.write_text(text.replace("win: me", "wins: me"))
    assert "error[unknown-key]" in watching.printed()
    assert watching.interrupt() == 1


def test_new_variants_are_found(watching: Watching, folder: Path) -> None:
    watching.printed()
    assert main(["new", "variant", "high", "--of", "tower", "--dir", str(folder), "-R", str(folder)]) == 0
    assert "tower: 1 variant and 1 scenario checked" in watching.printed()


def test_programs_read_a_line_for_each_check(folder: Path) -> None:
    with closing(Watching("-R", str(folder), "tower", "--json")) as watching:
        assert '"failing": []' in watching.printed()
        changed(folder / "tower" / "scenarios" / "steps.yaml", "step e4", "step e1")
        assert '"failing": ["one_square_at_a_time"]' in watching.printed()
        assert watching.interrupt() == 1
