"""The `changes:` of a variant's file, read into values: their shape is judged here, not where they lead."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from ruleloom_dsl.diagnostics import Code, Note, Report, quote, suggest
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay.select import Variant
from ruleloom_dsl.spans import Span

Operation = Literal["set", "add", "replace", "remove", "except"]

MOST_CHANGES = 300
MOST_SEGMENTS = 30
ANCHORS = ("after", "before", "if_present_after", "if_present_before")
_KEYS: dict[str, tuple[str, ...]] = {
    "set": ("to", "text"),
    "add": ("value", "text", *ANCHORS),
    "replace": ("value", "id", "text"),
    "remove": ("text",),
    "except": ("value", "text"),
}
_NEEDED = {"set": "to", "add": "value", "replace": "value", "except": "value"}
_OPERATIONS: tuple[Operation, ...] = get_args(Operation)
_SEGMENT = re.compile(r"[^.]+")


@dataclass(frozen=True, slots=True)
class Anchors:
    """What an addition is placed by."""

    after: tuple[Scalar, ...] = ()
    before: tuple[Scalar, ...] = ()
    if_present_after: tuple[Scalar, ...] = ()
    if_present_before: tuple[Scalar, ...] = ()


NOWHERE = Anchors()


@dataclass(frozen=True, slots=True)
class Change:
    """One change as written: `value` is what `to:` or `value:` holds, `text` the sentence beside it."""

    operation: Operation
    path: tuple[Scalar, ...]
    span: Span
    value: Node | None = None
    id: Scalar | None = None
    text: Node | None = None
    anchors: Anchors = NOWHERE


def parse_changes(variant: Variant, report: Report) -> tuple[Change, ...]:
    """The changes of a variant that have the right shape; the others are reported."""
    listed = variant.document.get("changes")
    if listed is None:
        return ()
    if isinstance(listed, Scalar):
        report.error(Code.BAD_SHAPE, '"changes" is a list of changes', listed.span)
        return ()
    items = listed.items if isinstance(listed, Sequence) else (listed,)
    if len(items) > MOST_CHANGES:
        report.error(Code.BAD_SHAPE, f"more than {MOST_CHANGES} changes", listed.span)
        return ()
    changes = (_parse_change(item, report) for item in items)
    return tuple(change for change in changes if change)


def _parse_change(item: Node, report: Report) -> Change | None:
    operation = _parse_operation(item, report)
    if operation is None or not isinstance(item, Mapping) or not _check_keys(item, operation, report):
        return None
    head = item.get(operation)
    path = _parse_path(head, report) if head else None
    value = _parse_value(item, operation, report)
    anchors = [_parse_names(item, key, report) for key in ANCHORS]
    renamed = _parse_names(item, "id", report)
    if head is None or path is None or None in anchors or renamed is None or (operation in _NEEDED and value is None):
        return None
    return Change(
        operation,
        path,
        head.span,
        value,
        renamed[0] if renamed else None,
        item.get("text"),
        Anchors(*(names or () for names in anchors)),
    )


def _parse_operation(item: Node, report: Report) -> Operation | None:
    if not isinstance(item, Mapping):
        report.error(Code.BAD_SHAPE, f"a change starts with one of {', '.join(_OPERATIONS)}", item.span)
        return None
    heads = [entry for entry in item.entries if entry.key in _OPERATIONS]
    if len(heads) > 1:
        notes = (Note(f"{quote(heads[0].key)} stands", heads[0].key_span),)
        help = f"make {quote(heads[1].key)} a change of its own, with a dash in front"
        report.error(Code.BAD_SHAPE, "a change does one thing", heads[1].key_span, notes=notes, help=help)
    elif not heads:
        known = {key for keys in _KEYS.values() for key in keys}
        strange = [entry for entry in item.entries if entry.key not in known]
        hint = suggest(strange[0].key, _OPERATIONS) if strange else None
        message = f"a change has one of the keys {', '.join(_OPERATIONS)}"
        report.error(Code.MISSING_KEY, message, strange[0].key_span if strange else item.span, help=hint)
    else:
        return next(operation for operation in _OPERATIONS if operation == heads[0].key)
    return None


def _check_keys(item: Mapping, operation: Operation, report: Report) -> bool:
    known = _KEYS[operation]
    strange = [entry for entry in item.entries if entry.key not in (operation, *known)]
    for entry in strange:
        message = f"{quote(entry.key)} has no meaning beside {quote(operation)}"
        hint = suggest(entry.key, known) or f"beside it may stand: {', '.join(known)}"
        report.error(Code.UNKNOWN_KEY, message, entry.key_span, help=hint)
    return not strange


def _parse_path(path: Node, report: Report) -> tuple[Scalar, ...] | None:
    if not isinstance(path, Scalar):
        report.error(Code.BAD_PATH, "a path is one text: words joined by dots", path.span)
        return None
    words = path.text.split(".")
    if len(words) > MOST_SEGMENTS or not all(re.fullmatch(r"[^\s.]+", word) for word in words):
        help = "write words joined by dots, like moves.walk.rules"
        report.error(Code.BAD_PATH, f"{quote(path.text)} is not a path", path.span, help=help)
        return None
    return tuple(
        Scalar(found.group(), path.locate(found.start(), found.end())) for found in _SEGMENT.finditer(path.text)
    )


def _parse_value(item: Mapping, operation: Operation, report: Report) -> Node | None:
    key = _NEEDED.get(operation)
    if key is None:
        return None
    entry = item.entry(key)
    if entry is None:
        help = f'write "{key}:" below "{operation}:"'
        report.error(Code.MISSING_KEY, f"{quote(operation)} needs {quote(key)}", item.span, help=help)
    elif isinstance(entry.value, Scalar) and not entry.value.text and entry.value.style == "plain":
        report.error(Code.MISSING_KEY, f"{quote(key)} has no value", entry.key_span)
    else:
        return entry.value
    return None


def _parse_names(item: Mapping, key: str, report: Report) -> tuple[Scalar, ...] | None:
    """The ids under a key: a word stands for a list of one. None, and an error, for anything else."""
    value = item.get(key)
    if value is None:
        return ()
    items = value.items if isinstance(value, Sequence) else (value,)
    wrong = [name for name in items if not isinstance(name, Scalar) or not name.text]
    if wrong or (key == "id" and len(items) != 1):
        report.error(Code.BAD_SHAPE, f"{quote(key)} takes words", (wrong or [value])[0].span)
        return None
    return tuple(name for name in items if isinstance(name, Scalar))
