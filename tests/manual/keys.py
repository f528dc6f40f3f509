"""Tables of the keys of a file, from the models that read it: their fields and docstrings."""

import inspect
import re
from typing import get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, Discriminator, Tag
from pydantic.fields import FieldInfo

from ruleloom_dsl.schema import declarations as declared
from ruleloom_dsl.schema import fields, game, language, part, scenario, statements, types, variant
from ruleloom_dsl.schema import moves as choices
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.meanings import meanings
from ruleloom_site import settings as book
from tests.manual.tables import table

MODELS = {
    model.__name__: model
    for module in (statements, types, declared, choices, game, part, variant, scenario, language, book)
    for model in vars(module).values()
    if inspect.isclass(model) and issubclass(model, LocatedModel) and model.__module__ == module.__name__
}


def keys_of(name: str) -> str:
    """The keys of a model that it does not share with others, from its fields and their docstrings."""
    model = MODELS[name]
    hints = get_type_hints(model, include_extras=True)
    rows = [
        (f"`{info.alias or field}`", takes(hints[field]), _default(info), meanings(model).get(field, ""))
        for field, info in model.model_fields.items()
        if field in vars(model).get("__annotations__", {})
    ]
    return table(("key", "takes", "default", "meaning"), *rows)


WORDS: list[tuple[object, str]] = [
    (fields.Text, "text"),
    (fields.Identifier, "name"),
    (fields.Formula, "expression"),
    (fields.Whole, "whole number"),
    (fields.Flag, "`true` or `false`"),
    (fields.Word, "word"),
    (fields.Anything, "anything"),
    (types.TypeModel, "[type](game.md#types)"),
    (choices.ParameterModel, "[parameter](moves.md#parameters)"),
    (game.TeamsModel, "lists of seats"),
    (language.Texts, "texts by id"),
    (language.Numbers, "numbers by word"),
    (language.Terms, "words by id"),
    (game.BlankModel, "range, type or list of words"),
    (statements.StatementDoc, "[statement](statements.md)"),
    (scenario.Seed, "`seed` and a number"),
    (scenario.OutcomeModel, "outcome"),
    (scenario.CardsModel, "card list"),
    (scenario.ValuesModel, "value"),
    (scenario.CourseItem, "move or expectation"),
    (str, "word"),
    (int, "whole number"),
]


def takes(hint: object) -> str:
    """What a key takes, in words."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return "mapping"
    known = [words for known, words in WORDS if _essence(known) == _essence(hint)]
    if known:
        return known[0]
    parts = get_args(hint)
    if hasattr(hint, "__metadata__"):
        return takes(parts[0])
    if hasattr(hint, "__origin__") and hint.__origin__ is dict:
        inside = takes(parts[1])
        return f"table of {inside}s" if re.fullmatch(r"[a-z ]+", inside) else f"table, each: {inside}"
    if hasattr(hint, "__origin__") and hint.__origin__ is tuple:
        return f"{takes(parts[0])}, or a list"
    if parts:
        return " or ".join(dict.fromkeys(takes(part) for part in parts if part is not type(None)))
    raise AssertionError(f"no words for {hint}")


def _essence(hint: object) -> tuple[object, ...]:
    """A type without its tag in a union, and without what is asked of its value once it has one."""
    metadata = getattr(hint, "__metadata__", ())
    return getattr(hint, "__origin__", hint), *(
        part for part in metadata if not isinstance(part, Tag | Discriminator | AfterValidator)
    )


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "needed"
    default = info.default
    if default is None or default == () or default == {}:
        return ""
    return f"`{str(default).lower()}`"
