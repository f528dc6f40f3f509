"""Waits until files change, by looking at their times and sizes: a few hundred are looked at in milliseconds."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

LOOK_EVERY = 0.5  # seconds
SETTLED_AFTER = 0.1
"""So long nothing more may change: an editor that saves may write a file in several steps."""

_Seen = dict[Path, tuple[int, int]]


class FileWatch:
    """What changes below some files and folders, from when it is made on. What is hidden is not looked at."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = roots
        self._seen = self._look()

    def wait(self) -> frozenset[Path]:
        """The files that have changed, come or gone, as soon as there are some."""
        while (now := self._look()) == self._seen:
            time.sleep(LOOK_EVERY)
        while True:
            time.sleep(SETTLED_AFTER)
            later = self._look()
            if later == now:
                break
            now = later
        before, self._seen = self._seen, now
        return frozenset(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))

    def _look(self) -> _Seen:
        seen: _Seen = {}
        for path in (path for root in self.roots for path in _files(root)):
            try:
                status = path.stat()
            except OSError:  # gone between the listing and the look
                continue
            seen[path] = (status.st_mtime_ns, status.st_size)
        return seen


def _files(root: Path) -> Iterator[Path]:
    if not root.is_dir():
        yield root
        return
    for folder, inside, files in os.walk(root):
        inside[:] = [name for name in inside if not name.startswith(".")]
        yield from (Path(folder, name) for name in files if not name.startswith("."))
