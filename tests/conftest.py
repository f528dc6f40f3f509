"""`--update` writes golden files anew instead of comparing with them; what changed is then to be looked at."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files anew")
