"""The JSON Schemas that editors read: they take every shipped file, and refuse what is wrong in its shape.

`python -m tests.full.editor` does the same with the language server of the editors.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Mapping, Node, Scalar
from ruleloom_dsl.schema.published import KINDS, json_schema
from ruleloom_dsl.source import read_file, read_text
from tests.commands import Run

jsonschema = pytest.importorskip("jsonschema")

LOCALES = Path(__file__).parents[1] / "dsl" / "ruleloom_dsl" / "locales"


def plain(node: Node) -> object:
    """A document as an editor reads it, by the core schema of YAML 1.2."""
    match node:
        case Mapping():
            return {entry.key: plain(entry.value) for entry in node.entries}
        case Scalar(text, style="plain"):
            if text in ("", "null", "~"):
                return None
            if re.fullmatch(r"[-+]?[0-9]+", text):
                return int(text)
            if re.fullmatch(r"[-+]?[0-9]*\.[0-9]+", text):
                return float(text)
            return text == "true" if text in ("true", "false") else text
        case Scalar(text):
            return text
        case _:
            return [plain(item) for item in node.items]


def shipped_files() -> Iterator[tuple[str, Path]]:
    """Every shipped file with the kinds whose pattern it fits."""
    for kind, one in KINDS.items():
        yield from ((kind, path) for path in sorted(shipped().glob(one.pattern)))
    yield from (("language", path) for path in sorted(LOCALES.glob("*.yaml")))


def faults(kind: str, document: Node) -> list[str]:
    validator = jsonschema.Draft202012Validator(json_schema(kind))
    return [f"{'.'.join(map(str, each.absolute_path))}: {each.message}" for each in _deepest(validator, document)]


def _deepest(validator: Any, document: Node) -> Iterator[Any]:  # noqa: ANN401  # a library without types
    for error in validator.iter_errors(plain(document)):
        while error.context:
            error = max(error.context, key=lambda each: len(each.absolute_path))
        yield error


def test_every_shipped_file_has_one_kind() -> None:
    found = [path for _, path in shipped_files()]
    assert len(found) == len(set(found)) > 100
    assert set(shipped().rglob("*.yaml")) <= set(found)


@pytest.mark.parametrize("kind", KINDS)
def test_shipped_files_have_no_faults(kind: str) -> None:
    validator, report = jsonschema.Draft202012Validator(json_schema(kind)), Report()
    jsonschema.Draft202012Validator.check_schema(json_schema(kind))
    for path in (path for each, path in shipped_files() if each == kind):
        document = read_file(path, report)
        assert document is not None, path
        assert not [str(each) for each in _deepest(validator, document)], path


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("game", "ruleloom: 1\ngame: a\ntitle: A\nplayers: 2\nplay: []\nmovs: {}", "'movs' was unexpected"),
        ("game", "ruleloom: 1\ngame: a\ntitle: A\nplayers: 2", "'play' is a required property"),
        ("game", "ruleloom: 1\ngame: A\ntitle: A\nplayers: 2\nplay: []", "'A' does not match"),
        ("variant", "variant: a\nof: b\ntitle: A\nalone: perhaps", "'perhaps' is not one of"),
        ("variant", "variant: a\nof: b\ntitle: A\nchanges: [{sett: x}]", "'sett' was unexpected"),
        ("part", "ruleloom: 1\npart: a\nzones: {pile: {sees: top, order: heap}}", "'heap' is not one of"),
        ("part", "ruleloom: 1\npart: a\nzones: {Pile: {sees: top}}", "'Pile' does not match"),
        ("scenario", "scenarios: {a: {expect: {player: one}}}", "'one' does not match"),
        ("position", "given: {turn: [1]}", "is not of type"),
        ("texts", "language: de\ntexts: {a: [b]}", "is not of type"),
        ("language", "name: Deutsch", "'language' is a required property"),
    ],
)
def test_mistakes_are_found(kind: str, text: str, fault: str) -> None:
    document = read_text(text, "file.yaml", Report())
    assert document is not None
    found = faults(kind, document)
    assert any(fault in each for each in found), found


@pytest.mark.parametrize("text", ["alone: yes", "allowed: 3", 'title: "3"\nrequires: one'])
def test_what_ruleloom_takes_is_no_mistake(text: str) -> None:
    whole = f"variant: a\nof: b\n{text}" + ("" if "title" in text else "\ntitle: 3")
    document = read_text(whole, "file.yaml", Report())
    assert document is not None
    assert not faults("variant", document)


def test_the_command_knows_every_kind(run: Run) -> None:
    for kind in KINDS:
        assert run("schema", kind).json == json_schema(kind)


def test_keys_are_explained() -> None:
    for kind in KINDS:
        schema = json.loads(json.dumps(json_schema(kind)))
        models = [schema, *schema.get("$defs", {}).values()]
        unexplained = [key for model in models for key, one in model.get("properties", {}).items()
                       if not one.get("description")]  # fmt: skip
        assert not unexplained, kind


def test_schemas_are_written_where_editors_look(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".vscode").mkdir()
    settings = tmp_path / ".vscode" / "settings.json"
    settings.write_text('{"editor.rulers": [120], "yaml.schemas": {"mine.json": "mine.yaml"}}')
    assert run("schema", "--write", str(tmp_path)).status == 0
    found = json.loads(settings.read_text())
    assert found["editor.rulers"] == [120] and found["yaml.schemas"]["mine.json"] == "mine.yaml"
    for kind, one in KINDS.items():
        assert found["yaml.schemas"][f"./.schemas/{kind}.json"] == one.pattern
        written = json.loads((tmp_path / ".schemas" / f"{kind}.json").read_text())
        assert "made by ruleloom" in written.pop("$comment") and written == json_schema(kind)


def test_settings_with_comments_are_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".vscode").mkdir()
    settings = tmp_path / ".vscode" / "settings.json"
    settings.write_text("// mine\n{}")
    ran = run("schema", "--write", str(tmp_path))
    assert ran.status == 1 and "left as they are" in ran.err and '"yaml.schemas"' in ran.err
    assert settings.read_text() == "// mine\n{}"
    assert run("schema", "--write", str(tmp_path / "nowhere")).status == 1


def test_new_files_name_their_schema_where_there_is_one(run: Run, tmp_path: Path) -> None:
    assert run("schema", "--write", str(tmp_path)).status == 0
    assert run("new", "game", "tower", "--dir", str(tmp_path)).status == 0
    assert run("new", "variant", "high", "--of", "tower", "--dir", str(tmp_path), "-R", str(tmp_path)).status == 0
    written = {"game.yaml": "game", "scenarios/steps.yaml": "scenario", "variants/high.yaml": "variant"}
    for path, kind in written.items():
        first = (tmp_path / "tower" / path).read_text().splitlines()[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert ((tmp_path / "tower" / path).parent / schema).resolve() == (tmp_path / ".schemas" / f"{kind}.json")
    assert run("check", "tower", "-R", str(tmp_path)).status == 0
