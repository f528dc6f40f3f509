"""The made-up book, built once, and one browser for all tests; both are skipped where there is no Chromium.

RULELOOM_REQUIRE_BROWSER=1 makes a missing browser, or a missing accessibility checker, a failure.
"""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from ruleloom_site import write_site
from tests.browser.chromium import Tab, browsing, find_chromium
from tests.browser.made_up_book import SETTINGS, book

AXE = "axe-core@4.14.1"  # MPL-2.0, used in tests only and never part of the book


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the book."""
    out = tmp_path_factory.mktemp("book") / "out"
    write_site(book(), SETTINGS, out)
    return out


@pytest.fixture(scope="session")
def browser() -> Iterator[Tab]:
    """One tab of one browser."""
    command = find_chromium()
    if command is None:
        go_without("no Chromium is installed (Debian: apt-get install chromium), and $CHROMIUM names none")
    with browsing(str(command)) as tab:
        yield tab


@pytest.fixture
def tab(browser: Tab) -> Iterator[Tab]:
    """The tab, with nothing recorded; whatever a test does, no page may complain or look elsewhere."""
    browser.open("about:blank")
    browser.requests.clear()
    browser.complaints.clear()
    yield browser
    assert not browser.complaints
    own = ("file:", "data:", "about:", "blob:", "http://127.0.0.1:")
    assert not [url for url in browser.requests if not url.startswith(own)]


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of the accessibility checker."""
    return axe_script()


def axe_script() -> str:
    """The script of the accessibility checker, fetched once into a folder of caches."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ruleloom-tests"
    script = cache / AXE / "axe.min.js"
    if not script.is_file():
        _fetch(script)
    return script.read_text(encoding="utf-8")


def _fetch(script: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        go_without(f"{AXE} is not in {script.parent}, and npm is not there to fetch it")
    script.parent.mkdir(parents=True, exist_ok=True)
    command = [str(npm), "pack", "--silent", AXE]
    done = subprocess.run(command, cwd=script.parent, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        go_without(f"npm cannot fetch {AXE}: {done.stderr.strip()[-200:]}")
    with tarfile.open(script.parent / done.stdout.split()[-1]) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        script.write_bytes(member.read())


def go_without(reason: str) -> NoReturn:
    """Skip what needs something that is not there, or fail."""
    if os.environ.get("RULELOOM_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)
