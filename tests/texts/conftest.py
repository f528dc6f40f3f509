from pathlib import Path

import pytest

from tests.texts.nuts import FILES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets with the game, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELOOM_PATH", "")
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return tmp_path
