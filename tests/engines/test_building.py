"""How the native engine is built: once, kept by content, and without harm where nothing can be kept."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata, util
from pathlib import Path

import pytest

from ruleloom.engines import make_engine
from ruleloom.engines.native import building
from ruleloom.engines.native.compiled import Compiled
from ruleloom.lower import plan as pl
from ruleloom.lower.shape import Record
from tests.engines.small_plans import blank, nim
from tests.games import Configuration, game

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler"
)  # fmt: skip


def start(plan: pl.Plan) -> Record:
    return blank(plan) | {"ending": pl.NONE}


def cached(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELOOM_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    real = building.compile_library

    def counted(compiler: building.Compiler, source: str, flags: tuple[str, ...], folder: Path) -> Path:
        found.append(source)
        return real(compiler, source, flags, folder)

    monkeypatch.setattr(building, "compile_library", counted)
    return found


def works(plan: pl.Plan) -> bool:
    return len(list(Compiled(plan, ("-std=c11", "-O0")).games(start(plan), range(5), 1000))) == 5


def test_a_game_is_compiled_once(cache: Path, builds: list[str]) -> None:
    assert works(nim()) and works(nim())
    assert len(builds) == 1 and len(cached(cache)) == 1
    assert works(nim(streams=("other",)))
    assert len(builds) == 2 and len(cached(cache)) == 2


@pytest.mark.parametrize("harm", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: data[:-1] + b"?"])
def test_a_harmed_file_is_made_again(cache: Path, builds: list[str], harm: Callable[[bytes], bytes]) -> None:
    assert works(nim())
    path = cached(cache)[0]
    other = path.with_name("elsewhere")
    other.write_bytes(harm(path.read_bytes()))  # what is loaded is not written over
    other.replace(path)
    assert works(nim())
    assert len(builds) == 2 and len(cached(cache)) == 1
    assert re.fullmatch(r"[0-9a-f]{32}-[0-9a-f]{32}\.so", cached(cache)[0].name)


def test_a_cache_that_takes_no_files_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("RULELOOM_CACHE", str(tmp_path / "file"))
    assert works(nim())
    monkeypatch.setenv("RULELOOM_CACHE", "/proc/ruleloom")
    assert works(nim())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_does_no_harm(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fdopen

    def full(handle: int, mode: str) -> object:
        os.close(handle)
        return Path("/dev/full").open(mode)

    monkeypatch.setattr(os, "fdopen", full)
    assert works(nim())
    monkeypatch.setattr(os, "fdopen", real)
    assert cached(cache) == []


def test_several_processes_may_build_the_same_game(cache: Path) -> None:
    script = (
        "from tests.engines.small_plans import nim, blank\n"
        "from ruleloom.engines.native.compiled import Compiled\n"
        "print(sum(row.decisions for row in Compiled(nim()).games(blank(nim()) | {'ending': -1}, range(50), 99)))"
    )
    paths = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    runs = [
        subprocess.Popen([sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    told = {run.communicate()[0] for run in runs}
    assert len(told) == 1 and told != {b""}
    assert all(path.suffix == ".so" for path in cached(cache))


def test_the_oldest_games_are_removed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_MOST_KEPT", 2)
    for number in range(4):
        assert works(nim(streams=(f"s{number}",)))
    assert len(cached(cache)) == 2


def test_without_a_compiler_it_says_what_to_install(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    with pytest.raises(building.NoCompiler, match="ziglang"):
        Compiled(nim())


def test_a_compiler_that_fails_is_told(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho 'licence expired' >&2\nexit 1\n", encoding="utf-8")
    compiler.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(building.BuildFailed, match="licence expired"):
        Compiled(nim())


def test_without_a_compiler_the_portable_engine_plays_and_says_why(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    chosen = make_engine("auto", game(Configuration("nim")).machine)
    assert chosen.name == "portable"
    assert "no cc, gcc or clang" in chosen.note


def test_a_package_can_be_the_compiler(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__main__.py").write_text(
        f"import subprocess, sys\nassert sys.argv[1] == 'cc'\n"
        f"sys.exit(subprocess.run([{shutil.which('cc')!r}, *sys.argv[2:]]).returncode)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(util, "find_spec", lambda name: object())
    monkeypatch.setattr(metadata, "version", lambda name: "0")
    assert works(nim(streams=("packaged",)))
