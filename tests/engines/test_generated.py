"""Made-up expressions and rulesets mean the same on every engine; `python -m tests.full.generated` makes many more."""

import pytest

from ruleloom.engines.native.building import NoCompiler, find_compiler
from tests.engines.made_up import wrong_expressions, wrong_games

COUNT = 60
EXPRESSIONS = [("portable", 0), ("portable", 1), ("portable", 2), ("native", 3)]
RULESETS = [*(("portable", seed) for seed in range(100, 102)), ("native", 111)]


@pytest.fixture(autouse=True)
def _compiler(engine: str) -> None:
    if engine == "native":
        try:
            find_compiler()
        except NoCompiler as error:
            pytest.skip(str(error))


@pytest.mark.parametrize(("engine", "seed"), EXPRESSIONS)
def test_expressions_agree(engine: str, seed: int) -> None:
    assert not next(wrong_expressions(seed, COUNT, engine), "")


@pytest.mark.parametrize(("engine", "seed"), RULESETS)
def test_rulesets_agree(engine: str, seed: int) -> None:
    assert not next(wrong_games(seed, engine), "")
