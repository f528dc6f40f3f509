"""`--update` writes golden files anew instead of comparing with them; what changed is then to be looked at."""

import gc
import os

import pytest

from ruleloom.cli import main
from tests.commands import Ran, Run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files anew")


def pytest_configure() -> None:
    """Looks for rubbish less often: nearly all that is made is gone when its last name is.

    Hundreds of games are compiled to be played once, so the compiler is not asked to make them fast.
    """
    gc.set_threshold(100_000, 20, 100)
    os.environ.setdefault("RULELOOM_CFLAGS", "-std=c11 -O0")


def pytest_collection_finish() -> None:
    """What was loaded stays to the end, and is not looked through again and again."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """At the end everything goes with the process: pytest would look through all of it five times more."""
    gc.freeze()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line, whatever the environment of the tests says."""
    for name in ("RULELOOM_PATH", "RULELOOM_DEBUG", "RULELOOM_LANG", "RULELOOM_ENGINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def one(*arguments: object) -> Ran:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return Ran(status, *capsys.readouterr())

    return one
