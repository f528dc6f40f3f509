"""Broken files: each says on its lines what must be blamed there, and nothing else may be.

A file is a variant of the game in tests/data/bad/base, a position or scenarios of it, its texts in a language, a whole
game, or the part of that game that is broken; a folder is several files of one game. `# asked:` chooses a configuration
(otherwise the whole game is checked), `# grow: n` stands for a last line that is repeated n times.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleloom.errors import PositionError
from ruleloom.game import Game
from ruleloom.position import build
from ruleloom.scenarios import run
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Code, Diagnostic, Report, RulesetError, render_all
from ruleloom_dsl.load import GameSource, load_ruleset, open_game
from ruleloom_dsl.positions import blame, check_about, load_configuration, read_all_scenarios, read_position
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.translating.checking import check_texts
from ruleloom_dsl.translating.corpus import corpus_of_game

DATA = Path(__file__).parent / "data" / "bad"
BASE = (DATA / "base" / "game.yaml").read_text(encoding="utf-8")
GAME = "tiny"
POSITION = Path("position.yaml")

_BLAMED = re.compile(r"# (error|warning)(?:\((nowhere|[+]\d+)\))?: ([a-z-]+)")
_ASKED = re.compile(r"^# asked: (.*)", re.MULTILINE)
_GROWN = re.compile(r"^# grow: (\d+)", re.MULTILINE)
_SECTION = re.compile(r"^(?=[a-z]+:)", re.MULTILINE)
_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)
_LANGUAGE = re.compile(r"^language: (\w+)", re.MULTILINE)

Blame = tuple[str, str | None, int | None, str]  # severity, file, line, code


@dataclass(frozen=True)
class Case:
    """A broken game: its files by their paths in a folder, and the configuration that is asked for."""

    files: dict[str, bytes]
    asked: dict[str, Any] | None

    @property
    def expected(self) -> set[Blame]:
        """What its annotations say."""
        return {blame for file, data in self.files.items() for blame in annotations(file, text_of(data))}


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def annotations(file: str, text: str) -> Iterator[Blame]:
    for number, line in enumerate(text.split("\n"), 1):
        for severity, offset, code in _BLAMED.findall(line):
            nowhere = offset == "nowhere"
            yield severity, None if nowhere else file, None if nowhere else number + int(offset or 0), code


def read_case(path: Path) -> Case:
    paths = sorted(path.rglob("*.*")) if path.is_dir() else [path]
    texts = {str(file.relative_to(path.parent)): file.read_bytes() for file in paths if file.is_file()}
    files = {f"{GAME}/game.yaml": BASE.encode()}
    for name, data in texts.items():
        files[home(Path(name), data)] = completed(Path(name), grown(data))
    asked = next(filter(None, map(_ASKED.search, map(text_of, texts.values()))), None)
    return Case(files, None if asked is None else yaml.load(asked[1], yaml.BaseLoader))


def grown(data: bytes) -> bytes:
    times = _GROWN.search(text_of(data))
    return data if times is None else data + data.splitlines(keepends=True)[-1] * int(times[1])


def home(name: Path, data: bytes) -> str:
    """Where a file belongs."""
    keys = set(_KEY.findall(text_of(data)))
    if "part" in keys:
        return f"parts/{name.name}"
    if language := _LANGUAGE.search(text_of(data)):
        folder = "locales" if "name" in keys else "parts/text" if "parts" in keys else f"{GAME}/text"
        return f"{folder}/{language[1]}.yaml"
    if "variant" in keys or len(name.parts) > 2:
        return str(Path(GAME, "variants", *name.parts[1:] or name.parts))
    if "scenarios" in keys:
        return f"{GAME}/scenarios/{name.name}"
    return str(POSITION) if keys & {"given", "chance"} else f"{GAME}/game.yaml"


def completed(name: Path, data: bytes) -> bytes:
    """The part of a game, and below it what it lacks of the base."""
    keys = set(_KEY.findall(text_of(data)))
    if keys & {"variant", "part", "scenarios", "given", "chance", "game", "language"} or not keys:
        return data
    missing = (part for part in _SECTION.split(BASE)[1:] if part.split(":")[0] not in keys)
    return data + "".join(missing).encode()


def diagnose(case: Case) -> tuple[Diagnostic, ...]:
    """Everything that is said of a case that lies in the current folder."""
    try:
        source = open_game((case.asked or {}).get("game", GAME), [Path()])
        return (*check_source(source, case.asked), *check_position(source), *check_scenarios(source))
    except RulesetError as error:
        return error.diagnostics


def check_source(source: GameSource, asked: dict[str, Any] | None) -> tuple[Diagnostic, ...]:
    if asked is None:
        found = check_game(source)
        is_broken = any(each.severity == "error" for each in found)
        return found if is_broken else (*found, *check_texts(source, corpus_of_game(source)))
    players = int(asked["players"]) if "players" in asked else None
    language = asked.get("language", SOURCE)
    return load_ruleset(source, asked.get("variants", ()), players, asked.get("options"), language).warnings


def check_position(source: GameSource) -> tuple[Diagnostic, ...]:
    report = Report()
    written = read_position(POSITION, report) if POSITION.exists() else None
    if written is not None:
        try:
            build(Game(load_configuration(source, written.position, written.document).game), written.position)
        except PositionError as error:
            blame(error.message, error.path, error.help, written, report)
    return report.diagnostics


def check_scenarios(source: GameSource) -> tuple[Diagnostic, ...]:
    report = Report()
    for written in read_all_scenarios(source, report):
        ruleset = load_configuration(source, written.scenario.position, written.document)
        check_about(written, ruleset, report)
        for failure in run(Game(ruleset.game), written.scenario):
            blame(failure.message, failure.path, failure.help, written, report)
    return report.diagnostics


def shown(found: Diagnostic) -> Blame:
    place = (None, None) if found.span is None else (found.span.file, found.span.line)
    return found.severity, *place, str(found.code)


CASES = {
    str(path.relative_to(DATA)): read_case(path)
    for path in sorted(DATA.glob("*/*"))
    if path.parent.name != "base" and path.suffix != ".txt"
}
GOLDEN = sorted(name for name in CASES if (DATA / name).with_suffix(".txt").exists())


@pytest.fixture
def diagnostics(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Diagnostic, ...]:
    """What is said of the case that a test is for."""
    monkeypatch.chdir(tmp_path)
    case = CASES[request.param]
    for name, data in case.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
    return diagnose(case)


@pytest.mark.parametrize(("diagnostics", "name"), [(name, name) for name in CASES], ids=CASES, indirect=["diagnostics"])
def test_blame(diagnostics: tuple[Diagnostic, ...], name: str) -> None:
    assert {shown(found) for found in diagnostics} == CASES[name].expected, render_all(diagnostics)
    for found in diagnostics:
        check_words(found)


@cache
def _unwanted() -> re.Pattern[str]:
    return re.compile(r"\b(please|sorry|oops|invalid|illegal)\b", re.IGNORECASE)


def check_words(found: Diagnostic) -> None:
    """A message is about a fault, not about whoever made it; a sentence without a full stop."""
    for text in (found.message, found.help, *(note.text for note in found.notes)):
        if text is not None:
            own = re.sub(r'"[^"]*"', "", text)  # without what is quoted
            assert text.strip()
            assert not text.endswith(".")
            assert not _unwanted().search(own), text
            assert "!" not in own.replace("!=", ""), text


def test_every_code_has_a_case() -> None:
    assert {code for case in CASES.values() for _, _, _, code in case.expected} == set(map(str, Code))


@pytest.mark.parametrize(
    ("diagnostics", "name"), [(name, name) for name in GOLDEN], ids=GOLDEN, indirect=["diagnostics"]
)
def test_rendering(diagnostics: tuple[Diagnostic, ...], name: str, pytestconfig: pytest.Config) -> None:
    path, text = (DATA / name).with_suffix(".txt"), render_all(diagnostics) + "\n"
    if pytestconfig.getoption("--update"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


# What is misspelt in a case, and what must be offered instead, in order.
SUGGESTED = {
    "names/unknown_name.yaml": ["target", "face", "neighbours", "up", "down", "pawn"],
    "names/unknown_move.yaml": ["walk"],
    "names/unknown_ending.yaml": ["stuck"],
    "names/unknown_step.yaml": ["lay_out"],
    "names/unknown_type.yaml": ["place"],
    "names/unknown_component.yaml": ["card", "card"],
    "schema/unknown_key_at_the_top.yaml": ["ends"],
    "schema/unknown_key_in_a_move.yaml": ["rules"],
    "schema/unknown_key_in_a_statement.yaml": ["if_none"],
    "schema/unknown_key_of_a_kind.yaml": ["value"],
    "schema/wrong_words.yaml": ["rows", "owner"],
    "variants/unknown_path.yaml": ["walk", "open"],
    "variants/unknown_anchor.yaml": ["deal"],
    "variants/no_operation.yaml": ["replace"],
    "asked/unknown_game.yaml": ["tiny"],
    "asked/unknown_variant.yaml": ["unknown_variant"],
    "asked/unknown_option.yaml": ["speed"],
    "positions/misspelt_expectation.yaml": ["legal"],
    "positions/about_nothing.yaml": ["moves.walk.rules.near"],
}


@pytest.mark.parametrize(("diagnostics", "expected"), SUGGESTED.items(), ids=SUGGESTED, indirect=["diagnostics"])
def test_suggestions(diagnostics: tuple[Diagnostic, ...], expected: list[str]) -> None:
    offered = [re.fullmatch(r'did you mean "(.*)"\?', found.help or "") for found in diagnostics]
    assert [offer[1] for offer in offered if offer] == expected
