"""Examples that are files: each is read as what it is, checked, and kept for those behind it."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ruleloom.chance import Seeded
from ruleloom.cli.checking import run_scenario
from ruleloom.game import Game
from ruleloom.library import load_from
from ruleloom.playout import random_game
from ruleloom.position import PositionError, build
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError, render_all
from ruleloom_dsl.load import GameSource, load_ruleset, open_game
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.positions import blame, load_configuration, read_position, read_scenarios
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.language import LanguageModel, TextsModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.scenario import PositionModel, ScenarioFileModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.translating.checking import check_texts, check_translations
from ruleloom_dsl.translating.corpus import corpus_of_game, corpus_of_parts
from ruleloom_site.settings import BookModel, load_settings
from tests.manual import Example, keys_read, merged, read, without
from tests.manual.shelf import Shelf

GAMES_PLAYED = 3


def run_game(example: Example, shelf: Shelf) -> None:
    name = game_name(example)
    with _file(f"{name}/game.yaml", example, shelf):
        source = replace(open_game(name, [Path()]), variants={}, models={})
        shelf.documents[name], shelf.parts[name] = source.document, source.parts
        _check(source, example, shelf)


@contextlib.contextmanager
def _file(path: str, example: Example, shelf: Shelf) -> Iterator[None]:
    """The file of an example, which stays where nothing is wrong with it; what is said of it is kept."""
    written = shelf.write(path, example.text)
    try:
        yield
    except RulesetError as error:
        shelf.printed = str(error)
        raise
    finally:
        if example.error:
            written.unlink()


def game_name(example: Example) -> str:
    found = re.search(r"^game: (\w+)", example.text, re.MULTILINE)
    return found[1] if found else "broken"


def run_part(example: Example, shelf: Shelf) -> None:
    base = shelf.source(example.options["of"])
    whole = base.document
    for path in filter(None, example.options.get("without", "").split(",")):
        whole = without(whole, path.split("."))
    source = replace(base, document=merged(whole, read(example.text, "game.yaml")))
    name = example.options.get("as", "part")
    shelf.documents[name], shelf.parts[name] = source.document, source.parts
    _check(source, example, shelf)


def run_shared(example: Example, shelf: Shelf) -> None:
    """A part that games share."""
    document, report = read(example.text, "part.yaml"), Report()
    validate(PartModel, document, report)
    report.raise_errors()
    name = document.get("part")
    assert isinstance(name, Scalar)
    shelf.write(f"parts/{name.text}.yaml", example.text)
    shelf.models += keys_read(PartModel, document)


def run_variant(example: Example, shelf: Shelf) -> None:
    document = read(example.text, "variant.yaml")
    id, of = (node.text if isinstance(node := document.get(key), Scalar) else "broken" for key in ("variant", "of"))
    with _file(f"{of}/variants/{id}.yaml", example, shelf):
        whole = open_game(of, [Path()])
        used = {id, *example.options.get("with", "").split(","), *re.findall(r"\w+", example.text)}
        variants = {name: variant for name, variant in whole.variants.items() if name in used}
        models = {name: model for name, model in whole.models.items() if name in used}
        source = replace(whole, variants=variants, models=models)
        if "chosen" in example.options:
            _choose(source, shelf)
        else:
            _check(source, example, shelf)


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


def run_position(example: Example, shelf: Shelf) -> None:
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


def run_scenarios(example: Example, shelf: Shelf) -> None:
    """Scenarios that come out as they say."""
    source, report = shelf.with_variants(example.options["of"]), Report()
    path = shelf.write(example.options.get("file", "scenarios.yaml"), example.text)
    for written in read_scenarios(path, report):
        report.extend(run_scenario(source, written))
    shelf.printed = render_all(report.diagnostics)
    report.raise_errors()
    shelf.models += keys_read(ScenarioFileModel, read(example.text, "scenarios.yaml"))


def run_texts(example: Example, shelf: Shelf) -> None:
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


def run_language(example: Example, shelf: Shelf) -> None:
    """A language of one's own."""
    document = read(example.text, "language.yaml")
    tag = document.get("language")
    assert isinstance(tag, Scalar)
    shelf.write(f"locales/{tag.text}.yaml", example.text)
    load_language(tag.text, [Path()])
    shelf.models += keys_read(LanguageModel, document)


def run_book(example: Example, shelf: Shelf) -> None:
    """The settings of a book."""
    report = Report()
    load_settings(shelf.write("book.yaml", example.text), report)
    report.raise_errors()
    shelf.models += keys_read(BookModel, read(example.text, "book.yaml"))


def run_file(example: Example, shelf: Shelf) -> None:
    shelf.write(example.options["file"], example.text)
