"""Going through what a file says, whatever it is: models, tables, lists, and the document where no model reads it."""

from collections.abc import Iterator

from ruleloom_dsl.nodes import Mapping, Sequence
from ruleloom_dsl.schema.fields import LocatedModel


def members(value: object) -> Iterator[tuple[object, object]]:
    """What stands directly inside a value, each by its name; the items of a list have none."""
    match value:
        case LocatedModel():
            yield from ((name, getattr(value, name)) for name in type(value).model_fields)
        case dict():
            yield from value.items()
        case Mapping():
            yield from ((entry.key, entry.value) for entry in value.entries)
        case Sequence():
            yield from ((None, item) for item in value.items)
        case tuple() | list():
            yield from ((None, item) for item in value)
        case _:
            pass
