"""What pointing at things comes to: which choices are left, what leads on, and when a choice is meant."""

import json
import shutil
from collections.abc import Iterator

import pytest

from ruleloom_site.theme import theme_folder
from tests.browser.chromium import Tab
from tests.browser.player import served

STEPS = {"a-b": ["a", "b"], "b-a": ["b", "a"], "a-c": ["a", "c"], "d-c": ["d", "c"], "wait": []}
PAIRS = {"ab": ["a", "b"], "ac": ["a", "c"], "bc": ["b", "c"], "only c": ["c"]}
TWICE = {"a a": ["a", "a"], "a b": ["a", "b"]}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page beside the scripts."""
    folder = tmp_path_factory.mktemp("scripts")
    shutil.copytree(theme_folder() / "play", folder, dirs_exist_ok=True)
    (folder / "page.html").write_text('<!doctype html><link rel="icon" href="data:,">', encoding="utf-8")
    with served(folder) as address:
        yield address


@pytest.mark.parametrize(
    "choices, picked, left, next, meant",
    [
        (STEPS, [], list(STEPS), {"a", "b", "c", "d"}, None),
        (STEPS, ["a"], ["a-b", "b-a", "a-c"], {"b", "c"}, None),
        (STEPS, ["a", "b"], ["a-b", "b-a"], set(), "a-b"),
        (STEPS, ["b", "a"], ["a-b", "b-a"], set(), "b-a"),
        (STEPS, ["d"], ["d-c"], {"c"}, "d-c"),
        (STEPS, ["d", "b"], [], set(), None),
        (PAIRS, ["c"], ["ac", "bc", "only c"], {"a", "b"}, None),
        (PAIRS, ["c", "a"], ["ac"], set(), "ac"),
        (TWICE, ["a"], ["a a", "a b"], {"a", "b"}, None),
        (TWICE, ["a", "a"], ["a a"], set(), "a a"),
    ],
)
def test_what_is_left(
    tab: Tab,
    address: str,
    choices: dict[str, list[str]],
    picked: list[str],
    left: list[str],
    next: set[str],
    meant: str | None,
) -> None:
    tab.open(f"{address}/page.html")
    asked = json.dumps([{"text": text, "marks": marks} for text, marks in choices.items()])
    found = tab.run(
        f"""import("/picking.mjs").then((picking) => {{
          const [choices, picked] = [{asked}, {json.dumps(picked)}];
          const left = picking.fitting(choices, picked).map((choice) => choice.text);
          return [left, [...picking.next(choices, picked)], picking.meant(choices, picked)?.text ?? null];
        }})"""
    )
    assert isinstance(found, list)
    assert (found[0], set(found[1]), found[2]) == (left, next, meant)
    tab.open("about:blank")
