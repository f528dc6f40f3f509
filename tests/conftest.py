"""`--update` writes golden files anew instead of comparing with them; what changed is then to be looked at."""

import pytest

from ruleloom.cli import main
from tests.commands import Ran, Run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files anew")


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
