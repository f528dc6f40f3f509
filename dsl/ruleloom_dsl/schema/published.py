"""The models as JSON Schema, for editors: which kinds of files there are, where they stand, what they may say.

Pydantic's schema speaks of values that are typed already. A file is looser, since ruleloom types its values itself: a
key that may be left out may not be empty, one shape of several fits without being the only one, and what is left out
needs no value written for it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.language import LanguageModel, TextsModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.scenario import PositionModel, ScenarioFileModel
from ruleloom_dsl.schema.variant import VariantModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NULL: object = {"type": "null"}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: its model, and the pattern of the paths of such files."""

    model: type[LocatedModel]
    pattern: str


KINDS: dict[str, Kind] = {
    "game": Kind(GameModel, "**/game.yaml"),
    "variant": Kind(VariantModel, "**/variants/*.yaml"),
    "part": Kind(PartModel, "**/parts/*.yaml"),
    "scenario": Kind(ScenarioFileModel, "**/scenarios/*.yaml"),
    "position": Kind(PositionModel, "**/positions/*.yaml"),
    "texts": Kind(TextsModel, "**/text/*.yaml"),
    "language": Kind(LanguageModel, "**/locales/*.yaml"),
}


def json_schema(kind: str) -> dict[str, object]:
    """The JSON Schema of a kind of file."""
    found = _each(KINDS[kind].model.model_json_schema(by_alias=True), _plain)
    assert isinstance(found, dict)
    return {"$schema": DIALECT, **found}


def _plain(schema: dict[str, object]) -> dict[str, object]:
    kept = {key: value for key, value in schema.items() if key not in ("title", "default", "discriminator")}
    if schema.get("default"):  # a default that is empty or false says no more than the missing key
        kept["default"] = schema["default"]
    if "`" in str(kept.get("description")):
        kept["markdownDescription"] = kept["description"]  # read by editors that would print the marks otherwise
    choices = kept.pop("oneOf", None) or kept.pop("anyOf", None)
    if not isinstance(choices, list):
        return kept
    left = [choice for choice in choices if choice != _NULL]
    if len(left) == 1 and isinstance(left[0], dict):
        return left[0] | kept
    return {"anyOf": left} | kept


def _each(node: object, change: Callable[[dict[str, object]], dict[str, object]], *, names: bool = False) -> object:
    """A schema with all its subschemas changed; the keys of `properties` and `$defs` are names and stay."""
    match node:
        case dict():
            inside = {
                key: value if key == "default" and not names
                else _each(value, change, names=not names and key in ("properties", "$defs"))
                for key, value in node.items()
            }  # fmt: skip
            return inside if names else change(inside)
        case list():
            return [_each(item, change) for item in node]
        case _:
            return node
