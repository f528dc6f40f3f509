"""How long rulesets may be, how long checking them may take, and that no game has left a trace in the program.

`python -m tests.test_budgets` prints the figures.
"""

import ast
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
from tests.games import configurations_of, game, source

ROOT = Path(__file__).parents[1]
LONGEST = {"collapsi": 70, "collusion": 60, "hearts": 60, "inselflucht": 180, "tic_tac_toe": 20}
LONGEST_VARIANT = 25
LOADING, GENEROUS = 1.0, 3.0  # seconds, and the factor by which a busy machine may miss them

READ = (".py", ".lark", ".md", ".yaml", ".json")

SENTENCES = {
    "text", "why", "readings", "about", "title", "summary", "prose", "credits", "sources", "source", "version",
    "licence", "facts", "history",
}  # fmt: skip
"""Keys that hold what is printed and not what is executed. Of what has no other keys, such as the note of a ruling,
nothing is counted."""

EVERYDAY = {"two", "three", "four", "five", "six", "card", "pawn", "rows", "columns", "land", "hearts", "solo"}
"""Ids of games, variants, kinds and components that are also plain English, or the program's own words: a grid has rows
and columns, a card lands in a zone, and hearts are a suit in examples."""


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
    return isinstance(node, Mapping) and set(node.keys()) <= SENTENCES | {"only"}


def length(path: Path) -> int:
    report = Report()
    document = read_file(path, report)
    report.raise_errors()
    assert document is not None
    return len(set(executed_lines(document)))


def budgets() -> dict[Path, int]:
    """How long the files of the shipped games may be; a part that several games share is counted for none."""
    folders = {name: ROOT / "rulesets" / name for name in catalog.games()}
    games = {folders[name] / "game.yaml": most for name, most in LONGEST.items() if name in folders}
    variants = (path for folder in folders.values() for path in sorted((folder / "variants").glob("*.yaml")))
    return games | dict.fromkeys(variants, LONGEST_VARIANT)


@pytest.mark.parametrize(
    ("path", "most"), list(budgets().items()), ids=lambda value: "/".join(getattr(value, "parts", ())[-3:])
)
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
    """Ids and titles of games and variants."""
    read = [source(name) for name in catalog.games()]
    titles = {str(text(each.document, "title")) for each in read}
    titles |= {model.title.text for each in read for model in each.models.values()}
    return _plain({each.id for each in read} | {variant for each in read for variant in each.variants} | titles)


def names_of_cards() -> set[str]:
    """Ids and names of components and kinds of cards, in every variant."""
    plain = (each for name in catalog.games() for each in configurations_of(name) if not each.options)
    components = [component for each in plain for component in game(each).rules.components]
    kinds = {name for component in components for kind in component.kinds for name in (kind.id, kind.called)}
    return _plain(kinds | {name for component in components for name in (component.id, component.called)})


def _plain(names: set[str]) -> set[str]:
    return {name.lower().replace("_", " ") for name in names if len(name) > 1} - EVERYDAY


def text(node: Node, key: str) -> str | None:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else None


def program() -> Iterator[Path]:
    for folder in ("dsl", "interpreter"):
        yield from sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in READ)


def test_no_game_is_named_in_the_program() -> None:
    names = names_of_games()
    assert {"collapsi", "big board", "last standing"} <= names
    words = "|".join(re.escape(name).replace(r"\ ", "[ _-]") for name in sorted(names))
    pattern = re.compile(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}:{number}: {found[0]}"
        for path in program()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in pattern.finditer(line)
    ]
    assert not named


def words_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names of all sorts and texts, whole, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.Constant(value=str() as word):
                yield word, node.lineno
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word) | ast.keyword(arg=str() as word):
                yield word, node.lineno


def test_no_card_is_named_in_the_program() -> None:
    names = names_of_cards()
    assert {"joker", "jack", "starter"} <= names
    named = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in program()
        if path.suffix == ".py"
        for word, line in words_in(ast.parse(path.read_text(encoding="utf-8")))
        if {word.lower().replace("_", " "), word.lower().removesuffix("s")} & names
    ]
    assert not named


if __name__ == "__main__":
    for each, allowed in budgets().items():
        print(f"{length(each):4} lines of fewer than {allowed}  {each.relative_to(ROOT)}")
    print(f"{seconds_to_check():.2f} s of at most {LOADING} to read and check Collapsi with all variants")
