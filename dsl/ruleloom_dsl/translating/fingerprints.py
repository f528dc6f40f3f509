"""Fingerprints of a sentence and of the rule that it documents: they change when these say something else.

How a file is laid out, its comments and quotes, and the order of an element's keys change nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ruleloom_dsl.nodes import Mapping, Scalar, Sequence
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.variant import ChangeModel
from ruleloom_dsl.schema.walking import members
from ruleloom_dsl.texts.phrasing import fold
from ruleloom_dsl.translating.sources import SourceText

DIGITS = 12
NO_RULE = "-"  # of names, which document nothing

# What an element says to people, or of its file; none of it is executed.
_NO_RULE_KEYS = frozenset(
    ("text", "why", "readings", "about", "title", "summary", "role", "called", "faq", "answer", "credits", "sources",
     "source", "symbol", "licence", "version", "ruleloom", "confirms", "discouraged_with")
)  # fmt: skip
_NAMES = ("title", "called", "role")
_OF_A_GAME = ("players", "use")  # what its summary is about; the rest has sentences of its own


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Of a sentence, and of the rule it documents."""

    sentence: str
    rule: str


def fingerprints(text: SourceText) -> Fingerprints:
    """The fingerprints of a text as it is now."""
    return Fingerprints(_digest(fold(text.scalar.text)), _rule(text))


def _rule(text: SourceText) -> str:
    if text.owner is None or text.place.id.rpartition(".")[2] in _NAMES:
        return NO_RULE
    own = _model(text.owner, whole=False)
    return _digest([own, *(_model(other, whole=True) for other in text.about)])


def _digest(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()[:DIGITS]


def _model(model: LocatedModel, whole: bool) -> dict[object, object]:
    """What an element declares; without the elements inside that have sentences of their own, unless it is `whole`."""
    fields = type(model).model_fields
    names = _OF_A_GAME if isinstance(model, GameModel) else fields.keys() - _NO_RULE_KEYS
    written = (
        (fields[str(name)].alias or str(name), value)
        for name, value in members(model)
        if name in names and not _is_default(model, str(name))
    )
    return dict(_entries(sorted((*written, *(model.model_extra or {}).items()), key=_first), whole))


def _first(entry: tuple[object, object]) -> str:
    return str(entry[0])


def _is_default(model: LocatedModel, name: str) -> bool:
    """A key that a later version adds must not change what was accepted before."""
    return bool(getattr(model, name) == type(model).model_fields[name].default)


def _value(value: object, whole: bool) -> object:
    match value:
        case Scalar():
            return fold(value.text)
        case LocatedModel():
            return _model(value, whole)
        case dict():
            return dict(_entries(members(value), whole))
        case Mapping():
            return dict(_entries((each for each in members(value) if each[0] not in _NO_RULE_KEYS), whole))
        case Sequence() | tuple():
            return [item for _, item in _entries(members(value), whole)]
        case _:
            return value


def _entries(entries: Iterable[tuple[object, object]], whole: bool) -> Iterator[tuple[object, object]]:
    for key, value in entries:
        if not _is_left_out(value, whole):
            yield key, _value(value, whole)


def _is_left_out(value: object, whole: bool) -> bool:
    if isinstance(value, ChangeModel):
        return _changes_a_text(value)
    return isinstance(value, LocatedModel) and not whole and isinstance(getattr(value, "text", None), Scalar)


def _changes_a_text(change: ChangeModel) -> bool:
    path = change.set or change.add or change.replace or change.remove
    return path is not None and not _NO_RULE_KEYS.isdisjoint(path.text.split(".")[1:])
