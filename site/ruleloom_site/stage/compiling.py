"""Archives of modules compiled ahead, by the Python that imports them, in Node: a table is then set in half the time.

Where there is no Node, or it fails, the archives stay as they are, and the browser compiles them each time.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from ruleloom.caching import cache_folder, keep
from ruleloom_site.stage.vendored import Runtime

_PATIENCE = 300  # seconds
Archives = Mapping[str, bytes]


def compiled(runtime: Runtime, archives: Archives) -> Archives:
    """The archives by their names, compiled where that can be done; from the cache, or kept there."""
    script = files("ruleloom_site.stage").joinpath("compile.mjs").read_bytes()
    places = {name: cache_folder() / f"{_key(runtime, script, content)}.modules" for name, content in archives.items()}
    with suppress(OSError):
        return {name: place.read_bytes() for name, place in places.items()}
    made = _made(runtime, script, archives)
    for name, content in made.items():
        with suppress(OSError):
            keep(content, places[name])
    return {**archives, **made}


def _key(runtime: Runtime, script: bytes, content: bytes) -> str:
    found = hashlib.sha256(script)
    for each in (*(runtime[name] for name in sorted(runtime)), content):
        found.update(hashlib.sha256(each).digest())
    return found.hexdigest()[:32]


def _made(runtime: Runtime, script: bytes, archives: Archives) -> Archives:
    """What Node makes of the archives; nothing where it does not."""
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="ruleloom-play-") as name:
        folder = Path(name)
        for place, content in {**runtime, "compile.mjs": script}.items():
            (folder / place).write_bytes(content)
        words = []
        for number, content in enumerate(archives.values()):
            (folder / f"{number}.in").write_bytes(content)
            words += [f"{number}.in", f"{number}.out"]
        with suppress(OSError, subprocess.SubprocessError):
            command = [node, "compile.mjs", *words]
            subprocess.run(
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=True
            )
            return {name: (folder / f"{number}.out").read_bytes() for number, name in enumerate(archives)}
    return {}
