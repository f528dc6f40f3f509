"""A located tree to a model, with every fault as a diagnostic at its own place."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ruleloom_dsl.diagnostics import Code, Report, suggest
from ruleloom_dsl.nodes import Mapping, Node, Scalar, locate
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.statements import HEADS

Model = TypeVar("Model", bound=LocatedModel)
_SHAPES = {"scalar": "a single value", "list": "a list", "mapping": "a mapping"}
Loc = tuple[int | str, ...]
Seen = dict[int, type[LocatedModel]]  # which model a node was read as, by the node's identity


def validate(model: type[Model], document: Mapping, report: Report) -> Model | None:
    """The model of a document; None, and diagnostics, where it does not fit."""
    seen: Seen = {}
    try:
        return model.model_validate(document, context=seen)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        misspelt = _misspelt(faults)
        for details in faults:
            if details["loc"] not in misspelt:
                _report(details, document, seen, report)
        return None


def _misspelt(faults: Sequence[ErrorDetails]) -> set[Loc]:
    """The missing keys that an unknown one beside them is meant for: that one is reported, with the right name."""
    missing = [details["loc"] for details in faults if details["type"] == "missing"]
    strange = [details["loc"] for details in faults if details["type"] == "extra_forbidden"]
    return {
        loc for loc in missing for other in strange
        if other[:-1] == loc[:-1] and suggest(str(other[-1]), [str(loc[-1])]) is not None
    }  # fmt: skip


def _report(details: ErrorDetails, document: Mapping, seen: Seen, report: Report) -> None:
    loc, kind = details["loc"], details["type"]
    context = details.get("ctx", {})
    match kind:
        case "extra_forbidden":
            _unknown_key(document, loc, seen, report)
        case "missing":
            message = f'the key "{loc[-1]}" is missing here'
            where = " at the left edge of the file" if len(loc) == 1 else ""
            help = f'add "{loc[-1]}:"{where}'
            report.error(Code.MISSING_KEY, message, locate(document, loc, key=True), help=help)
        case "union_tag_invalid":
            wanted = " or ".join(_SHAPES.get(tag.strip("' "), "") for tag in context["expected_tags"].split(","))
            message = f"this should be {wanted}, not {_SHAPES[context['tag']]}"
            report.error(Code.BAD_SHAPE, message, locate(document, loc))
        case _ if kind in set(Code):
            key = context["key"]
            span = locate(document, loc) if key is None else locate(document, (*loc, key), key=True)
            report.error(Code(kind), context["message"], span, help=context["help"])
        case _:
            report.error(Code.BAD_SHAPE, "this has another shape than its key takes", locate(document, loc))


def _unknown_key(document: Mapping, loc: Loc, seen: Seen, report: Report) -> None:
    key = str(loc[-1])
    model = seen.get(id(_parent(document, loc)))
    known = model.keys() if model is not None else HEADS
    message = f'the key "{key}" has no meaning here'
    help = suggest(key, known) or "the keys here are " + ", ".join(known)
    report.error(Code.UNKNOWN_KEY, message, locate(document, loc, key=True), help=help)


def _parent(node: Node, loc: Loc) -> Node:
    """The mapping that holds the last segment of a path."""
    for segment in loc[:-1]:
        match node:
            case Mapping() if (entry := node.entry(str(segment))) is not None:
                node = entry.value
            case Mapping() | Scalar():
                continue
            case _ if isinstance(segment, int) and segment < len(node.items):
                node = node.items[segment]
    return node
