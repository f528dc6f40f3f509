from pathlib import Path

import pytest

from tests.cli.beginnings import POSITION


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return path
