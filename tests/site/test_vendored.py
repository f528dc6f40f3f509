"""Python for browsers: only the pinned archive is taken, from the cache before npm, and what is missing is said."""

import base64
import hashlib
import io
import sys
import tarfile
from pathlib import Path

import pytest

from ruleloom_site import BookError
from ruleloom_site.stage import vendored
from ruleloom_site.stage.vendored import FILES, PACKAGE, fetched_runtime, runtime_in

needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="the made-up npm is a script of a shell")


def archive() -> bytes:
    """What npm packs, made up: every file holds its own name."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name in FILES:
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(name)
            tar.addfile(info, io.BytesIO(name.encode()))
    return made.getvalue()


EXPECTED = {name: name.encode() for name in FILES}


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The made-up archive, which is the pinned one; an empty cache; and no npm."""
    content = archive()
    monkeypatch.setattr(vendored, "SHA512", base64.b64encode(hashlib.sha512(content).digest()).decode())
    monkeypatch.setenv("RULELOOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(vendored, "_npm", lambda: None)
    return content


def npm(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    command = folder / "npm"
    command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setattr(vendored, "_npm", lambda: str(command))


@needs_shell
def test_npm_is_asked_once(packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").write_bytes(packed)
    npm(monkeypatch, tmp_path, f'test "$*" = "pack --silent {PACKAGE}" && cp {tmp_path}/there {vendored._ARCHIVE}')
    assert fetched_runtime() == EXPECTED
    npm(monkeypatch, tmp_path, "exit 1")
    assert fetched_runtime() == EXPECTED


@needs_shell
def test_what_is_broken_in_the_cache_is_fetched_again(
    packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").write_bytes(packed)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / vendored._ARCHIVE).write_bytes(packed[:-1])
    npm(monkeypatch, tmp_path, f"cp {tmp_path}/there {vendored._ARCHIVE}")
    assert fetched_runtime() == EXPECTED
    assert (tmp_path / "cache" / vendored._ARCHIVE).read_bytes() == packed


@needs_shell
def test_another_archive_is_refused(packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm(monkeypatch, tmp_path, f"echo other > {vendored._ARCHIVE}")
    with pytest.raises(BookError, match=r"another pyodide@.* than it should: its SHA-512 is"):
        fetched_runtime()
    assert not list(tmp_path.glob("cache/*"))


@needs_shell
def test_what_npm_says_is_passed_on(packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm(monkeypatch, tmp_path, "echo 'npm error no such package' >&2; exit 1")
    with pytest.raises(BookError, match=r"npm cannot fetch .*no such package; `--play never`"):
        fetched_runtime()


def test_without_npm_the_extra_is_named(packed: bytes) -> None:
    with pytest.raises(BookError, match=r'pip install "ruleloom\[play\]"'):
        fetched_runtime()


def test_a_folder_must_hold_all_files(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text(name, encoding="utf-8")
    assert runtime_in(tmp_path) == EXPECTED
    (tmp_path / FILES[2]).unlink()
    with pytest.raises(BookError, match=rf"{FILES[2]} cannot be read"):
        runtime_in(tmp_path)
