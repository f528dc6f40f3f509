"""Every example of the manual is run, page by page from the top, in a folder of its own; see `tests.manual`.

`--update` writes into the pages what is printed now.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from ruleloom_dsl.schema.fields import LocatedModel
from tests.manual import DOCS, PAGES, Example
from tests.manual.printed import Different
from tests.manual.running import WRITTEN, run_page
from tests.manual.shelf import Shelf


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in TERMINAL.items():
        monkeypatch.setenv(name, value)


TERMINAL = {
    "COLUMNS": "100", "NO_COLOR": "1", "RULELOOM_PATH": "", "PATH": str(Path(sys.executable).parent),
    "RULELOOM_ENGINE": "reference",  # which engine runs here is no matter of the page
}  # fmt: skip


Ran = tuple[list[tuple[Example, Exception]], Shelf]


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Ran]:
    """A page that was run, once for all tests."""
    return cache(lambda page: run_page(page, tmp_path_factory.mktemp("page")))


NEEDED = {"how-to/adapters.md": ("pettingzoo", "pyspiel")}
"""Extras that the examples of a page use, which are not there for every Python."""


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page: str, ran: Callable[[str], Ran], request: pytest.FixtureRequest) -> None:
    for needed in NEEDED.get(page, ()):
        pytest.importorskip(needed, reason=f"{needed} is not there for this Python")
    failed, _ = ran(page)
    if request.config.getoption("--update"):
        failed = _update(page, failed)
    assert not failed, "\n\n".join(f"{example.place}: {error}" for example, error in failed)


def _update(page: str, failed: list[tuple[Example, Exception]]) -> list[tuple[Example, Exception]]:
    """Write what the examples print into the page; what fails all the same."""
    content = (DOCS / page).read_text(encoding="utf-8")
    for example, error in reversed(failed):
        if isinstance(error, Different):
            end = example.start + len(example.text)
            content = content[: example.start] + error.printed + content[end:]
    (DOCS / page).write_text(content, encoding="utf-8", newline="\n")
    return [(example, error) for example, error in failed if not isinstance(error, Different)]


def _models_below(model: type[LocatedModel]) -> Iterator[type[LocatedModel]]:
    for below in model.__subclasses__():
        yield below
        yield from _models_below(below)


def test_every_key_has_an_example(tmp_path: Path) -> None:
    used = {pair for page in PAGES for pair in run_page(page, tmp_path, WRITTEN)[1].models}
    everywhere = {key for _, key in used}
    missing = []
    for model in set(_models_below(LocatedModel)):
        own = [info.alias or name for name, info in model.model_fields.items() if name in model.__annotations__]
        below = {each.__name__ for each in (model, *_models_below(model))}
        missing += [f"{model.__name__}.{key}" for key in own if not any((name, key) in used for name in below)]
    assert not sorted(missing), "these keys stand in no example that is run"
    assert {"text", "only", "source"} <= everywhere
