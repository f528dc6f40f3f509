"""Archives that Node compiles: kept, and as they were where there is no Node or it fails."""

import shutil
import sys
from pathlib import Path

import pytest

from ruleloom_site.stage.compiling import compiled

RUNTIME = {"pyodide.mjs": b"made up"}
ARCHIVES = {"one.zip": b"1", "two.zip": b"2"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELOOM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def node(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    command = folder / "node"
    command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.skipif(sys.platform == "win32", reason="the made-up node is a script of a shell")
def test_what_is_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node(monkeypatch, tmp_path, "shift; while [ $# -gt 0 ]; do (cat $1; echo compiled) >$2; shift 2; done")
    found = compiled(RUNTIME, ARCHIVES)
    assert found == {"one.zip": b"1compiled\n", "two.zip": b"2compiled\n"}
    node(monkeypatch, tmp_path, "exit 1")
    assert compiled(RUNTIME, ARCHIVES) == found
    assert compiled({"pyodide.mjs": b"another"}, ARCHIVES) == ARCHIVES


def test_without_node_nothing_is_changed(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert compiled(RUNTIME, ARCHIVES) == ARCHIVES
    assert not cache.exists()
