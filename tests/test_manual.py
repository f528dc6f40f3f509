"""Every example of the manual is run, page by page from the top, in a folder of its own; see `tests.manual`.

`--update` writes into the pages what is printed now.
"""

import builtins
import contextlib
import difflib
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from ruleloom.chance import Seeded
from ruleloom.cli import main
from ruleloom.cli.checking import run_scenario
from ruleloom.game import Game
from ruleloom.library import load_from
from ruleloom.playout import random_game
from ruleloom.position import PositionError, build
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError, render_all
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.load import GameSource, load_ruleset, open_game
from ruleloom_dsl.nodes import Mapping, Scalar
from ruleloom_dsl.parts import Part
from ruleloom_dsl.positions import blame, load_configuration, read_position, read_scenarios
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.language import LanguageModel, TextsModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.scenario import PositionModel, ScenarioFileModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.source import read_text
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.translating.checking import check_texts, check_translations
from ruleloom_dsl.translating.corpus import corpus_of_game, corpus_of_parts
from ruleloom_site.settings import BookModel, load_settings
from tests.manual import DOCS, PAGES, SHARED, Example, examples, keys_read, merged, read, without

GAMES_PLAYED = 3

_PROMPT = re.compile(r"(?:Player \d+, [^>]*|undo, save FILE, or Enter to leave)> (.*)")
_TIMES = re.compile(r"\d+\.\d\d(?= s\b)|[\d,]+(?= games/s)")


@dataclass
class Shelf:
    """What the examples of a page have made so far: documents by name, and a folder with files."""

    folder: Path
    documents: dict[str, Mapping] = field(default_factory=dict)
    parts: dict[str, dict[str, Part]] = field(default_factory=dict)
    printed: str = ""
    names: dict[str, object] = field(default_factory=dict)
    models: list[tuple[str, str]] = field(default_factory=list)

    def source(self, name: str) -> GameSource:
        """A game that an example made, else one of the folder or a shipped one."""
        if name not in self.documents:
            return replace(open_game(name, [Path()]), variants={}, models={})
        document = self.documents[name]
        id = document.get("game")
        assert isinstance(id, Scalar)
        return GameSource(id.text, Path(id.text), document, {}, {}, self.parts.get(name, {}))

    def with_variants(self, name: str) -> GameSource:
        """The same with the variants that stand in the folder."""
        source = self.source(name)
        if not (self.folder / name / "variants").is_dir():
            return source
        whole = open_game(name, [Path()])
        return replace(source, variants=whole.variants, models=whole.models)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return path


# --- games, parts, variants -------------------------------------------------------------------------------------------


def _game(example: Example, shelf: Shelf) -> None:
    name = _name(example)
    path = shelf.write(f"{name}/game.yaml", example.text)
    try:
        source = replace(open_game(name, [Path()]), variants={}, models={})
        shelf.documents[name], shelf.parts[name] = source.document, source.parts
        _check(source, example, shelf)
    except RulesetError as error:
        shelf.printed = str(error)
        raise
    finally:
        if example.error:
            path.unlink()


def _name(example: Example) -> str:
    found = re.search(r"^game: (\w+)", example.text, re.MULTILINE)
    return found[1] if found else "broken"


def _part(example: Example, shelf: Shelf) -> None:
    base = shelf.source(example.options["of"])
    whole = base.document
    for path in filter(None, example.options.get("without", "").split(",")):
        whole = without(whole, path.split("."))
    source = replace(base, document=merged(whole, read(example.text, "game.yaml")))
    name = example.options.get("as", "part")
    shelf.documents[name], shelf.parts[name] = source.document, source.parts
    _check(source, example, shelf)


def _variant(example: Example, shelf: Shelf) -> None:
    document = read(example.text, "variant.yaml")
    id, of = (node.text if isinstance(node := document.get(key), Scalar) else "broken" for key in ("variant", "of"))
    path = shelf.write(f"{of}/variants/{id}.yaml", example.text)
    try:
        whole = open_game(of, [Path()])
        used = {id, *example.options.get("with", "").split(","), *re.findall(r"\w+", example.text)}
        variants = {name: variant for name, variant in whole.variants.items() if name in used}
        models = {name: model for name, model in whole.models.items() if name in used}
        source = replace(whole, variants=variants, models=models)
        if "chosen" in example.options:
            _choose(source, shelf)
        else:
            _check(source, example, shelf)
    except RulesetError as error:
        shelf.printed = str(error)
        raise
    finally:
        if example.error:
            path.unlink()


def _choose(source: GameSource, shelf: Shelf) -> None:
    """All the variants together."""
    warnings = load_ruleset(source, tuple(source.variants)).warnings
    if warnings:
        raise RulesetError(warnings)


def _check(source: GameSource, example: Example, shelf: Shelf) -> None:
    """A clean check, and a few games to the end."""
    diagnostics = check_game(source)
    if diagnostics:
        raise RulesetError(diagnostics)
    shelf.models += _models(source, example)
    for variants in [(), *((name,) for name in source.variants)]:
        with contextlib.suppress(RulesetError):  # what the game alone is fine with was checked above
            for seed in range(GAMES_PLAYED):
                random_game(load_from(source, variants).game, seed)


def _models(source: GameSource, example: Example) -> Iterator[tuple[str, str]]:
    """The keys that an example writes, by the model that reads them."""
    if example.kind == "variant":
        yield from keys_read(VariantModel, read(example.text, "variant.yaml"))
    else:
        names = {source.document.span.file} if example.kind == "game" else {"game.yaml"}
        yield from keys_read(GameModel, source.document, names)


# --- positions and scenarios ------------------------------------------------------------------------------------------


def _position(example: Example, shelf: Shelf) -> None:
    """A position that can be laid out; it stands in the file that `file=` names."""
    source, report = shelf.with_variants(example.options["of"]), Report()
    path = example.options.get("file", "position.yaml")
    written = read_position(shelf.write(path, example.text), report)
    report.raise_errors()
    assert written is not None
    ruleset = load_configuration(source, written.position, written.document)
    try:
        build(Game(ruleset.game), written.position, Seeded(1))
    except PositionError as error:
        blame(error.message, error.path, error.help, written, report)
    report.raise_errors()
    shelf.models += keys_read(PositionModel, written.document)


def _scenarios(example: Example, shelf: Shelf) -> None:
    """Scenarios that come out as they say."""
    source, report = shelf.with_variants(example.options["of"]), Report()
    path = shelf.write(example.options.get("file", "scenarios.yaml"), example.text)
    for written in read_scenarios(path, report):
        report.extend(run_scenario(source, written))
    shelf.printed = render_all(report.diagnostics)
    report.raise_errors()
    shelf.models += keys_read(ScenarioFileModel, read(example.text, "scenarios.yaml"))


# --- expressions ------------------------------------------------------------------------------------------------------


def _expressions(example: Example, shelf: Shelf) -> None:
    lines = [line.partition("-->") for line in example.text.splitlines() if line.strip()]
    texts = [text.strip() for text, _, _ in lines]
    base = shelf.source(example.options["in"])
    report = Report()
    terms = "".join(f"  example_{number}:\n    is: |\n      {text}\n" for number, text in enumerate(texts))
    part = read_text("terms:\n" + terms, "expression", report)
    assert part is not None, report.diagnostics
    try:
        ruleset = load_ruleset(replace(base, document=merged(base.document, part)))
    except RulesetError as error:
        helps = [[found.message, *([f"help: {found.help}"] if found.help else [])] for found in error.diagnostics]
        shelf.printed = "\n".join(line for lines in helps for line in lines)
        raise
    game, chance = Game(ruleset.game), Seeded(1)
    state = game.start(chance=chance)
    for move in filter(None, example.options.get("after", "").split(",")):
        state = state.play(move.replace("_", " "), chance)
    values = {}
    for term in ruleset.game.terms:
        if term.id.startswith("example_"):
            value = game.machine.evaluator.reader(term.body)(state.world())
            values[texts[int(term.id.removeprefix("example_"))]] = format_value(ruleset.game, value, term.type)
    width = max(map(len, texts)) + 2
    _compare(example, "".join(f"{text:{width}}--> {values[text]}\n" for text in texts))


# --- commands, programs, messages -------------------------------------------------------------------------------------


def _console(example: Example, shelf: Shelf) -> None:
    printed = []
    for command, typed in _commands(example.text.splitlines()):
        printed += [f"$ {command}", *_run(command, typed).splitlines()]
    _compare(example, "".join(f"{_TIMES.sub('...', line.rstrip())}\n" for line in printed))


def _commands(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each command, and what is typed behind the prompts below it."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in pairwise((*starts, len(lines))):
        typed = (_PROMPT.match(line) for line in lines[start + 1 : end])
        yield lines[start][2:], [found[1] for found in typed if found]


def _run(command: str, typed: list[str]) -> str:
    name, *arguments = shlex.split(command)
    assert name == "ruleloom", command
    with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(output), _typing(typed):
        status = main(arguments)
    assert status < 2, output.getvalue()
    return output.getvalue()


@contextlib.contextmanager
def _typing(typed: list[str]) -> Iterator[None]:
    """What is typed comes from the page, and is seen as in a terminal."""
    waiting = iter(typed)

    def answer(prompt: str = "") -> str:
        line = next(waiting, None)
        print(prompt, end="" if line is None else f"{line}\n")
        if line is None:
            raise EOFError
        return line

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "input", answer)
        yield


def _python(example: Example, shelf: Shelf) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(example.text, example.place, "exec"), shelf.names)
    shelf.printed = output.getvalue()


def _message(example: Example, shelf: Shelf) -> None:
    _compare(example, shelf.printed.rstrip("\n") + "\n")


def _file(example: Example, shelf: Shelf) -> None:
    shelf.write(example.options["file"], example.text)


def _compare(example: Example, printed: str) -> None:
    if not _alike(example.text.splitlines(), printed.splitlines()):
        raise Different(example, printed)


def _alike(expected: list[str], printed: list[str]) -> bool:
    at = expected.index("...") if "..." in expected else len(expected)
    if len(printed) < at or not all(map(_same, expected[:at], printed[:at])):
        return False
    if at == len(expected):
        return len(printed) == at
    rest = expected[at + 1 :]
    return any(_alike(rest, printed[skipped:]) for skipped in range(at, len(printed) + 1))


def _same(expected: str, printed: str) -> bool:
    pattern = ".*".join(map(re.escape, expected.split("...")))
    return expected == printed or ("..." in expected and re.fullmatch(pattern, printed) is not None)


class Different(AssertionError):
    """An example that prints something else than the page says."""

    def __init__(self, example: Example, printed: str) -> None:
        super().__init__("\n".join(difflib.ndiff(example.text.splitlines(), printed.splitlines())))
        self.example = example
        self.printed = printed


def _shared(example: Example, shelf: Shelf) -> None:
    """A part that games share."""
    document, report = read(example.text, "part.yaml"), Report()
    validate(PartModel, document, report)
    report.raise_errors()
    name = document.get("part")
    assert isinstance(name, Scalar)
    shelf.write(f"parts/{name.text}.yaml", example.text)
    shelf.models += keys_read(PartModel, document)


def _texts(example: Example, shelf: Shelf) -> None:
    """The texts of a game, or of the parts, in a language, in which it is then loaded."""
    document = read(example.text, "texts.yaml")
    language = document.get("language")
    assert isinstance(language, Scalar)
    of = example.options["of"]
    path = shelf.write(f"{of}/text/{language.text}.yaml", example.text)
    try:
        found = _check_parts() if of == PARTS else _check_texts(of, language.text)
        if found:
            raise RulesetError(found)
    finally:
        if example.error:
            path.unlink()
    shelf.models += keys_read(TextsModel, document)


def _check_parts() -> tuple[Diagnostic, ...]:
    report = Report()
    check_translations(corpus_of_parts([Path()]), report)
    return report.diagnostics


def _check_texts(game: str, language: str) -> tuple[Diagnostic, ...]:
    source = open_game(game, [Path()])
    found = check_texts(source, corpus_of_game(source))
    if not found:
        load_ruleset(source, language=language)
    return found


def _language(example: Example, shelf: Shelf) -> None:
    """A language of one's own."""
    document = read(example.text, "language.yaml")
    tag = document.get("language")
    assert isinstance(tag, Scalar)
    shelf.write(f"locales/{tag.text}.yaml", example.text)
    load_language(tag.text, [Path()])
    shelf.models += keys_read(LanguageModel, document)


def _book(example: Example, shelf: Shelf) -> None:
    """The settings of a book."""
    report = Report()
    load_settings(shelf.write("book.yaml", example.text), report)
    report.raise_errors()
    shelf.models += keys_read(BookModel, read(example.text, "book.yaml"))


RUN: dict[str, Callable[[Example, Shelf], None]] = {
    "game": _game,
    "part": _part,
    "shared": _shared,
    "variant": _variant,
    "position": _position,
    "scenarios": _scenarios,
    "texts": _texts,
    "language": _language,
    "book": _book,
    "expressions": _expressions,
    "console": _console,
    "python": _python,
    "message": _message,
    "file": _file,
}
NOT_RUN = ("shape", "text")


def problem(example: Example, shelf: Shelf) -> Exception | None:
    """What is wrong with an example, after it was run."""
    if example.kind in NOT_RUN:
        return None
    if example.kind not in RUN:
        return AssertionError(f"nothing says what this {example.language or 'block'} is")
    if example.kind != "message":
        shelf.printed = ""
    try:
        RUN[example.kind](example, shelf)
    except RulesetError as error:
        texts = {"game.yaml": example.text, "variant.yaml": example.text}
        shelf.printed = shelf.printed or render_all(error.diagnostics, texts)
        return None if _codes(error.diagnostics) == {example.error} else error
    except Exception as error:  # whatever it is, the page is told
        return error
    return AssertionError(f"this is no {example.error}") if example.error else None


def _codes(diagnostics: tuple[Diagnostic, ...]) -> set[str | None]:
    return {str(found.code) for found in diagnostics}


def run_page(page: str, folder: Path) -> tuple[list[tuple[Example, Exception]], Shelf]:
    """Run a page from the top; the examples that fail, and what was made."""
    shelf = Shelf(folder)
    failed = []
    with contextlib.chdir(folder):
        shared = [] if page == SHARED else [each for each in examples(SHARED) if each.kind == "game"]
        for example in shared:
            name = _name(example)
            shelf.documents[name] = read(example.text, f"{name}/game.yaml")
            shelf.write(f"{name}/game.yaml", example.text)
        for example in examples(page):
            found = problem(example, shelf)
            if found is not None:
                failed.append((example, found))
    return failed, shelf


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


def test_every_key_has_an_example(ran: Callable[[str], Ran]) -> None:
    used = {pair for page in PAGES for pair in ran(page)[1].models}
    everywhere = {key for _, key in used}
    missing = []
    for model in set(_models_below(LocatedModel)):
        own = [info.alias or name for name, info in model.model_fields.items() if name in model.__annotations__]
        below = {each.__name__ for each in (model, *_models_below(model))}
        missing += [f"{model.__name__}.{key}" for key in own if not any((name, key) in used for name in below)]
    assert not sorted(missing), "these keys stand in no example that is run"
    assert {"text", "only", "source"} <= everywhere
