"""How a located node becomes a field of a model: scalars are typed here, by the schema, never by YAML.

Every validator takes the node as it was read, so a value keeps its place in the file; errors carry one of our codes.
"""

import re
from collections.abc import Callable, Sized
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetJsonSchemaHandler,
    GetPydanticSchema,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.expressions import keywords
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.schema.meanings import meanings
from ruleloom_dsl.spans import Span

MOST_MEMBERS = 1_000  # of a list or table

T = TypeVar("T")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def problem(code: Code, message: str, help: str | None = None, *, key: str | None = None) -> PydanticCustomError:
    """An error of ours in the form that pydantic collects; `key` blames a key of the mapping instead of all of it."""
    return PydanticCustomError(code.value, "{message}", {"message": message, "help": help, "key": key})


class LocatedModel(BaseModel):
    """A mapping of the file. Unknown keys are errors; `span` is where it stands."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,  # many models are never read
        populate_by_name=True,
    )
    _span: Span = PrivateAttr()

    @property
    def span(self) -> Span:
        """Where the element stands."""
        return self._span

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, node: object, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        if isinstance(node, dict):  # a recursive model comes by here twice
            return handler(node)
        if not isinstance(node, Mapping):
            raise problem(Code.BAD_SHAPE, f"this should be a mapping with keys such as {cls._sample()}")
        if info.context is not None:
            info.context[id(node)] = cls
        element = handler({entry.key: entry.value for entry in node.entries})
        element._span = node.span
        return element

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        found = handler(schema)
        properties = handler.resolve_ref_schema(found).get("properties", {})
        for name, meaning in meanings(cls).items():
            field = cls.model_fields.get(name)
            if field is not None:
                properties[field.alias or name]["description"] = meaning
        return found

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The keys that this element may have, as they are written."""
        return tuple(field.alias or name for name, field in cls.model_fields.items())

    @classmethod
    def _sample(cls) -> str:
        known = cls.keys()
        own = [key for key in known if key not in ("text", "only", "source")]
        return ", ".join(f'"{key}"' for key in own[:3])


def shape_of(node: object) -> str:
    """The tag of a union whose members differ in shape: "scalar", "list" or "mapping"."""
    return "scalar" if isinstance(node, Scalar) else "list" if isinstance(node, Sequence) else "mapping"


def _scalar(node: object, what: str) -> Scalar:
    if not isinstance(node, Scalar):
        raise problem(Code.BAD_SHAPE, f"this should be {what}, not a list or a mapping")
    return node


def _text(node: object) -> Scalar:
    scalar = _scalar(node, "a text")
    if not scalar.text.strip():
        raise problem(Code.EMPTY_TEXT, "this text is empty")
    return scalar


def _name(node: object) -> Scalar:
    scalar = _scalar(node, "a name")
    check_name(scalar.text)
    return scalar


def check_name(text: str, *, is_key: bool = False) -> None:
    """Refuse what cannot be an id: anything but small letters, digits and `_`, and the words of the language."""
    if not _NAME.fullmatch(text) or len(text) > 60:
        help = "names are small letters, digits and _, like not_yet"
        raise problem(Code.BAD_NAME, f'"{text[:60]}" is no name', help, key=text if is_key else None)
    if text in keywords():
        message = f'"{text}" is a word of the language and cannot be a name'
        raise problem(Code.RESERVED_WORD, message, key=text if is_key else None)


def _expression(node: object) -> Scalar:
    if isinstance(node, Sequence):
        help = 'a list within an expression stands in quotes, such as "[me, left(me)]"'
        raise problem(Code.BAD_SHAPE, "this should be an expression, not a list", help)
    scalar = _scalar(node, "an expression")
    if not scalar.exact:
        message = "an expression stands on one line, plain or quoted without escapes, or in a | block"
        raise problem(Code.EXPRESSION_STYLE, message)
    return scalar


def _whole(node: object) -> int:
    text = _scalar(node, "a whole number").text
    if not _NUMBER.fullmatch(text):
        raise problem(Code.WRONG_VALUE, f'"{text[:40]}" is no whole number of at most nine digits')
    return int(text)


def _truth(node: object) -> bool:
    text = _scalar(node, "true or false").text
    if text not in _TRUTHS:
        raise problem(Code.WRONG_VALUE, f'"{text[:40]}" is neither true nor false')
    return _TRUTHS[text]


def _word(node: object) -> str:
    return _scalar(node, "a word").text


def _table(node: object) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "this should be a mapping of names")
    _check_number(node.entries)
    for entry in node.entries:
        check_name(entry.key, is_key=True)
    return {entry.key: entry.value for entry in node.entries}


def _check_number(members: Sized) -> None:
    if len(members) > MOST_MEMBERS:
        raise problem(Code.TOO_MANY_NODES, f"this has more than {MOST_MEMBERS:,} members")


def _items(node: object) -> tuple[Node, ...]:
    """A list; a single scalar or mapping stands for a list of one."""
    _check_number(node.items if isinstance(node, Sequence) else ())
    return node.items if isinstance(node, Sequence) else (node,)  # type: ignore[return-value]  # validated next


def _not_empty(items: tuple[T, ...]) -> tuple[T, ...]:
    if not items:
        raise problem(Code.BAD_SHAPE, "this list is empty")
    return items


class _OneOrMany:
    """In the JSON Schema, a list of one may be written as its only item."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        array = handler(schema)
        return {"anyOf": [array, array["items"]]} if "items" in array else array


def _scalar_that(check: Callable[[object], Scalar]) -> GetPydanticSchema:
    """A scalar behind a check, which pydantic need not look at closely for each field: it takes the node alone."""

    def schema(_source: object, _handler: object) -> CoreSchema:  # a new one each time: pydantic writes tags into it
        return core_schema.no_info_before_validator_function(check, core_schema.is_instance_schema(Scalar))

    return GetPydanticSchema(schema)


class _KeysAreNames:
    """In the JSON Schema too, the keys of a table are names."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"propertyNames": {"pattern": f"^{_NAME.pattern}$"}}


_WRITTEN = WithJsonSchema({"type": ["string", "number", "boolean"]})
_NAMED = WithJsonSchema({"type": "string", "pattern": f"^{_NAME.pattern}$"})
_DIGITS = WithJsonSchema({"type": ["integer", "string"], "pattern": f"^{_NUMBER.pattern}$"})

Anything = Annotated[Node | None, GetPydanticSchema(lambda _source, _handler: core_schema.any_schema())]
Word = Annotated[str, BeforeValidator(_word), _WRITTEN]
Text = Annotated[Scalar, _scalar_that(_text), _WRITTEN]
Identifier = Annotated[Scalar, _scalar_that(_name), _NAMED]
Formula = Annotated[Scalar, _scalar_that(_expression), _WRITTEN]
Whole = Annotated[int, BeforeValidator(_whole), _DIGITS]
Flag = Annotated[bool, BeforeValidator(_truth), WithJsonSchema({"enum": [True, False, "yes", "no"]})]
Table = Annotated[dict[str, T], BeforeValidator(_table), _KeysAreNames()]
Items = Annotated[tuple[T, ...], BeforeValidator(_items), _OneOrMany()]
Several = Annotated[Items[T], AfterValidator(_not_empty)]
