"""The checked form to JSON and back, without any library: a node is an object with its class name under "is"."""

import dataclasses
import json
from types import ModuleType

from ruleloom_dsl.ir import expressions, game, statements, types
from ruleloom_dsl.ir.game import Game

FORMAT = 1


def _classes(*modules: ModuleType) -> dict[str, type]:
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and dataclasses.is_dataclass(value)
    }


_CLASSES = _classes(types, expressions, statements, game)


def to_json(checked: Game) -> str:
    """Write a game's checked form as one line of JSON."""
    return json.dumps({"format": FORMAT, "game": _encode(checked)}, separators=(",", ":"))


def from_json(text: str) -> Game:
    """Read what `to_json` wrote. Raises ValueError where the text is anything else."""
    return read_document(json.loads(text))


def read_document(document: object) -> Game:
    """The same where the JSON was read already, as part of another document."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a checked game of format {FORMAT}")
    checked = _decode(document["game"])
    if not isinstance(checked, Game):
        raise ValueError("not a checked game")
    return checked


def _encode(value: object) -> object:
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if dataclasses.is_dataclass(value):
        names = (field.name for field in dataclasses.fields(value))
        return {"is": type(value).__name__, **{name: _encode(getattr(value, name)) for name in names}}
    return value


def _decode(value: object) -> object:
    if isinstance(value, list):
        return tuple(_decode(item) for item in value)
    if isinstance(value, dict):
        fields = {name: _decode(item) for name, item in value.items() if name != "is"}
        try:
            return _CLASSES[value["is"]](**fields)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a node of the checked form: {value.get('is')!r}") from error
    return value
