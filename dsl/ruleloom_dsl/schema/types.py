"""How a file writes types of values, and sentences for each of some values."""

from typing import Annotated

from pydantic import BeforeValidator, Discriminator, Tag

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.nodes import Mapping, Node
from ruleloom_dsl.schema.fields import (
    Formula,
    Identifier,
    LocatedModel,
    Several,
    Text,
    problem,
    shape_of,
)


def by_value(node: object) -> dict[str, Node]:
    """What stands for each of some values, which may be numbers."""
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "this should be a mapping")
    return {entry.key: entry.value for entry in node.entries}


Readings = Annotated[dict[str, Text], BeforeValidator(by_value)]
"""A sentence for each of the values, which may be numbers."""


class SetTypeModel(LocatedModel):
    """A set of values."""

    set_of: Formula
    """The type of its members."""


TypeModel = Annotated[
    Annotated[Formula, Tag("scalar")]
    | Annotated[Several[Identifier], Tag("list")]
    | Annotated[SetTypeModel, Tag("mapping")],
    Discriminator(shape_of),
]
