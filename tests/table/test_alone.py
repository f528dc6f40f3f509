"""What runs in a page needs Python's own library only, without processes and without C."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables import packed

ALONE = """
import json, sys
from pathlib import Path

class Blocked:
    def find_spec(self, name, path=None, target=None):
        head = name.partition(".")[0]
        if head in {"subprocess", "ctypes"} or not (head in sys.stdlib_module_names or head.startswith("ruleloom")):
            raise ImportError(f"{name} is not there")

sys.meta_path.insert(0, Blocked())
from ruleloom_site.table.entry import open_table

rules, words = (Path(name).read_text("utf-8") for name in sys.argv[1:])
table = open_table(rules, words)
ask = lambda **request: json.loads(table.ask(json.dumps(request)))
view = ask(do="start", seed=1, bots={"2": "mcts:20"})
while not view["over"]:
    if view["bot"]:
        view = ask(do="bot")
    else:
        taken = ask(do="refuse", marks=["place:a1"])
        view = ask(do="move", text=view["choices"][0]["text"])
    assert "fault" not in view, view
ask(do="watch", record=ask(do="record")["record"])
print(view["over"]["text"])
"""


@pytest.mark.parametrize("name", ["tic_tac_toe/index", "goofspiel/index"])
def test_a_game_is_played_with_the_standard_library_alone(name: str, tmp_path: Path) -> None:
    files = [tmp_path / "rules.json", tmp_path / "words.json"]
    for file, text in zip(files, packed(name, "en"), strict=True):
        file.write_text(text, "utf-8")
    done = subprocess.run([sys.executable, "-c", ALONE, *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The game is over.")
