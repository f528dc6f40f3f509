"""Made-up expressions and rulesets mean the same on every engine; `python -m tests.full.generated` makes many more."""

import pytest

from ruleloom.engines.native.building import NoCompiler, find_compiler
from tests.engines.made_up import wrong_expressions, wrong_games

COUNT = 60


def skip_without_compiler(engine: str) -> None:
    if engine == "native":
        try:
            find_compiler()
        except NoCompiler as error:
            pytest.skip(str(error))


@pytest.mark.parametrize(("engine", "seed"), [("portable", 0), ("portable", 1), ("portable", 2), ("native", 3)])
def test_expressions_agree(engine: str, seed: int) -> None:
    skip_without_compiler(engine)
    assert not next(wrong_expressions(seed, COUNT, engine), "")


@pytest.mark.parametrize(("engine", "seed"), [*(("portable", seed) for seed in range(12)), ("native", 12)])
def test_rulesets_agree(engine: str, seed: int) -> None:
    skip_without_compiler(engine)
    assert not next(wrong_games(seed, engine), "")
