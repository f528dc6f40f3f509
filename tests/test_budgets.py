"""How long rulesets may be, how long checking them may take, and that no game has left a trace in the program.

`python -m tests.test_budgets` prints the figures.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.source import read_file
from tests.games import source

ROOT = Path(__file__).parents[1]
COLLAPSI = ROOT / "rulesets" / "collapsi"
LONGEST_GAME, LONGEST_VARIANT = 70, 25
LOADING, GENEROUS = 1.0, 3.0  # seconds, and the factor by which a busy machine may miss them

SENTENCES = {"text", "why", "readings", "about", "title", "summary", "prose", "credits", "sources"}
"""Keys that hold what is printed and not what is executed. Of what has no other keys, such as the note of a ruling that
can only be read, nothing is counted."""

EVERYDAY = {"two", "three", "four", "five", "six", "card", "pawn"}
"""Ids of kinds and components that are also plain English: numbers, and the language's own words."""


# --- length -----------------------------------------------------------------------------------------------------------


def executed_lines(node: Node) -> Iterator[int]:
    """The lines of a file that hold something beside sentences."""
    match node:
        case Mapping():
            for entry in node.entries:
                if entry.key not in SENTENCES and not is_note(entry.value):
                    yield entry.key_span.line
                    yield from executed_lines(entry.value)
        case Sequence():
            for item in node.items:
                yield from executed_lines(item)
        case Scalar():
            yield from range(node.span.line, node.span.end_line + 1)


def is_note(node: Node) -> bool:
    return isinstance(node, Mapping) and set(node.keys()) <= SENTENCES | {"only", "source"}


def length(path: Path) -> int:
    report = Report()
    document = read_file(path, report)
    report.raise_errors()
    assert document is not None
    return len(set(executed_lines(document)))


def budgets() -> dict[Path, int]:
    files = {COLLAPSI / "game.yaml": LONGEST_GAME}
    return files | {path: LONGEST_VARIANT for path in sorted((COLLAPSI / "variants").glob("*.yaml"))}


@pytest.mark.parametrize(("path", "most"), list(budgets().items()), ids=lambda value: getattr(value, "stem", ""))
def test_length(path: Path, most: int) -> None:
    assert length(path) < most


# --- time -------------------------------------------------------------------------------------------------------------

CHECKING = """
import time
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.load import open_game
begun = time.process_time()
assert not check_game(open_game("collapsi"))
print(time.process_time() - begun)
"""


def seconds_to_check() -> float:
    """Processor time for reading and checking Collapsi with all variants, after the imports, in a fresh process."""
    return float(subprocess.run([sys.executable, "-c", CHECKING], capture_output=True, text=True, check=True).stdout)


def test_checking_everything_is_quick() -> None:
    assert seconds_to_check() < LOADING * GENEROUS


# --- names ------------------------------------------------------------------------------------------------------------


def names_of_games() -> set[str]:
    """Ids and names of games, variants and kinds of cards."""
    found: set[str] = set()
    for name in catalog.games():
        read = source(name)
        found |= {name, str(text(read.document, "title")), *read.variants}
        found |= {model.title.text for model in read.models.values()}
        components = read.document.get("components")
        for component in components.entries if isinstance(components, Mapping) else ():
            kinds = component.value.get("kinds") if isinstance(component.value, Mapping) else None
            for kind in kinds.entries if isinstance(kinds, Mapping) else ():
                found |= {kind.key, text(kind.value, "called") or kind.key}
        for variant in read.variants.values():
            found |= set(re.findall(r"called: (\w+)", Path(variant.document.span.file).read_text(encoding="utf-8")))
    return {name.lower().replace("_", " ") for name in found} - EVERYDAY


def text(node: Node, key: str) -> str | None:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else None


def test_no_game_is_named_in_the_program() -> None:
    names = names_of_games()
    assert {"collapsi", "joker", "jack", "starter", "big board", "last standing"} <= names
    words = "|".join(re.escape(name).replace(r"\ ", "[ _-]") for name in sorted(names))
    pattern = re.compile(rf"(?<![a-z])(?:{words})s?(?![a-z])", re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}:{number}: {found[0]}"
        for folder in ("dsl", "interpreter")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".lark", ".md", ".yaml", ".json")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in pattern.finditer(line)
    ]
    assert not named


if __name__ == "__main__":
    for each, allowed in budgets().items():
        print(f"{length(each):4} lines of fewer than {allowed}  {each.relative_to(ROOT)}")
    print(f"{seconds_to_check():.2f} s of at most {LOADING} to read and check Collapsi with all variants")
