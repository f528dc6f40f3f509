"""Compiles printed C with the compiler that is found, keeps what comes out by its content, and loads it.

A file of the cache is called after what it was made from and after its own content: one that was cut short or changed
is told from a sound one before it is loaded, and is made again. Where nothing can be kept, all works from a temporary
folder. What is compiled for this very processor is only found again on one like it.
"""

import contextlib
import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path

from ruleloom.caching import cache_folder, keep
from ruleloom.engines.engine import EngineMissing

FLAGS = ("-std=c11", "-O3", "-march=native")
"""Against -O1 the compiler takes twice as long, 0.25 to 0.7 s of a processor; games are up to 1.7 times as fast.

Members of a mask are counted by an instruction that not every processor has: games of cards take half as long again
without it. The variable RULELOOM_CFLAGS puts others in their place.
"""
_LIBRARY = ("-shared", "-fPIC", "-fvisibility=hidden")
_MOST_KEPT = 400
_LONGEST_TOLD = 600


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler: how it is called, and what changes whenever another version of it takes its place."""

    command: tuple[str, ...]
    version: str


class NoCompiler(EngineMissing):
    """No C compiler was found."""

    def __init__(self) -> None:
        super().__init__(
            "the native engine needs a C compiler, but there is no cc, gcc or clang: install one, or ziglang"
        )


class BuildFailed(EngineMissing):
    """The compiler could not make or the system not load what was printed."""


def find_compiler() -> Compiler:
    """The first C compiler there is. Raises NoCompiler."""
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            path = Path(found).resolve()
            stat = path.stat()
            return Compiler((found,), f"{path} {stat.st_size} {stat.st_mtime_ns}")
    if util.find_spec("ziglang"):
        from importlib import metadata  # slow to import

        return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {metadata.version('ziglang')}")
    raise NoCompiler


def load(source: str, flags: tuple[str, ...] = FLAGS) -> ctypes.CDLL:
    """The compiled source. Raises NoCompiler or BuildFailed."""
    compiler = find_compiler()
    if (asked := os.environ.get("RULELOOM_CFLAGS")) and flags is FLAGS:
        flags = tuple(asked.split())
    words = (source, *flags, *_LIBRARY, *compiler.command, compiler.version, _processor())
    key = hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]
    if library := _kept(key):
        return library
    with tempfile.TemporaryDirectory(prefix="ruleloom-", ignore_cleanup_errors=True) as folder:
        made = compile_library(compiler, source, flags, Path(folder))
        try:
            return ctypes.CDLL(str(_keep(made, key)))
        except OSError:  # a full disk, a folder that takes no files or whose files are not run
            return _loaded(made)


def compile_library(compiler: Compiler, source: str, flags: tuple[str, ...], folder: Path) -> Path:
    """Compile a source inside a folder; the library that comes out. Raises BuildFailed."""
    text, made, told = folder / "game.c", folder / "game.so", ""
    try:
        text.write_text(source, encoding="utf-8")
        for tried in dict.fromkeys((flags, tuple(flag for flag in flags if flag != "-march=native"))):
            command = [*compiler.command, *tried, *_LIBRARY, "-o", str(made), str(text)]
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
            if run.returncode == 0:
                return made
            told = run.stderr[:_LONGEST_TOLD]
    except OSError as error:
        raise BuildFailed(f"the native engine could not be compiled: {error}") from error
    raise BuildFailed(f"{compiler.command[0]} could not compile the native engine: {told}")


def _loaded(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise BuildFailed(f"the native engine cannot be loaded here: {error}") from error


def _kept(key: str) -> ctypes.CDLL | None:
    """What the cache has, if it is sound."""
    with contextlib.suppress(OSError):
        for path in cache_folder().glob(f"{key}-*.so"):
            if path.stem.partition("-")[2] == _digest(path):
                library = ctypes.CDLL(str(path))
                with contextlib.suppress(OSError):
                    os.utime(path)
                return library
            path.unlink()
    return None


def _keep(made: Path, key: str) -> Path:
    """Put a library into the cache in one step; where it is then. Raises OSError."""
    kept = cache_folder() / f"{key}-{_digest(made)}.so"
    keep(made.read_bytes(), kept)
    _make_room(kept.parent)
    return kept


def _make_room(folder: Path) -> None:
    """Remove what was not used for the longest time."""
    with contextlib.suppress(OSError):
        files = sorted(_used(folder), reverse=True)
        for _, path in files[_MOST_KEPT:]:
            path.unlink(missing_ok=True)


def _used(folder: Path) -> Iterator[tuple[float, Path]]:
    for path in folder.glob("*-*.so"):
        yield path.stat().st_mtime, path


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32]


@cache
def _processor() -> str:
    """The kind of processor, since what is compiled for one need not run on another."""
    told = [sys.platform, platform.machine()]
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith(("model name", "flags", "Features", "CPU part")):
                told.append(line)
            if not line.strip():
                break
    return "".join(told)
