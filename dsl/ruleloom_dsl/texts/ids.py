"""The texts of a document by their ids: the key of the element, and behind it what else than its sentence is meant.

A sentence keeps its id whichever configuration prints it. One that stands in a variant's file, or in a part, has its id
among the texts of that file: `glue/moves.walk`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.statements import StatementModel, statement_id
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.schema.walking import members

if TYPE_CHECKING:
    from ruleloom_dsl.schema.scenario import ScenarioModel

_SENTENCES = {"text": "", "why": ".why", "title": ".title", "summary": ".summary", "role": ".role", "called": ".called"}
_UNNAMED = {"do", "then", "otherwise", "if_none", "except_"}  # blocks whose members hang on the element around them
_BY_VALUE = ("readings", "history")  # sentences for each of some values
_NOT_WALKED = {"changes", "source", "is_", "readings"}


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a document: its id there, what is written, and the element it belongs to."""

    id: str
    scalar: Scalar
    owner: LocatedModel


def texts_of_game(model: GameModel) -> Iterator[Text]:
    """Every text of a game that was composed, in the order of the document."""
    yield from _of_model(model, "")


def texts_of_variant(model: VariantModel) -> Iterator[Text]:
    """The texts about a variant itself; those of its changes are found in what it was composed into."""
    yield from _of_model(model, "")


def texts_of_scenario(model: "ScenarioModel") -> Iterator[Text]:
    """What the rulebook prints of a scenario: `faq`, `answer`, `example`, and each remark as `told` and its id."""
    from ruleloom_dsl.schema.scenario import InterludeModel  # no game needs it

    for key in ("faq", "answer", "example"):
        written = getattr(model, key)
        if isinstance(written, Scalar):
            yield Text(key, written, model)
    for item in model.play:
        if isinstance(item, InterludeModel) and item.id is not None and item.text is not None:
            yield Text(f"told.{item.id.text}", item.text, item)


def texts_of_part(model: PartModel) -> Iterator[Text]:
    """Every text of a part."""
    yield from _of_model(model, "")


def elements_of(model: GameModel | PartModel) -> Iterator[tuple[str, LocatedModel]]:
    """Every element with its key, the game itself without one; several without ids of their own may share one."""
    yield from _elements(model, "")


def _of_model(model: LocatedModel, key: str) -> Iterator[Text]:
    for key_of_it, each in _elements(model, key):
        yield from _own(each, key_of_it)


def _own(model: LocatedModel, key: str) -> Iterator[Text]:
    """The texts of an element itself."""
    for field, value in members(model):
        name = str(field)
        if name in _SENTENCES and isinstance(value, Scalar):
            yield Text((key + _SENTENCES[name]).removeprefix(".") or name, value, model)
        elif name in _BY_VALUE and isinstance(value, dict):
            yield from (Text(f"{_joined(key, name)}.{at}", text, model) for at, text in value.items())


def _elements(model: LocatedModel, key: str) -> Iterator[tuple[str, LocatedModel]]:
    yield key, model
    for field, value in members(model):
        name = str(field)
        if name not in _SENTENCES and name not in _NOT_WALKED:
            yield from _inside(value, key if name in _UNNAMED else _joined(key, name))


def _inside(value: object, key: str) -> Iterator[tuple[str, LocatedModel]]:
    match value:
        case LocatedModel():
            yield from _elements(value, key)
        case dict() | tuple():
            for name, each in members(value):
                yield from _inside(each, _joined(key, _id(each) if name is None else str(name)))
        case _:
            pass


def _id(model: object) -> str:
    if isinstance(model, StatementModel):
        return statement_id(model)
    id = getattr(model, "id", None)
    return id.text if isinstance(id, Scalar) else ""


def _joined(key: str, name: str) -> str:
    return f"{key}.{name}" if key and name else key or name
