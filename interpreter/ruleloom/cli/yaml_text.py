"""A located tree as YAML text that reads back as the same tree; short lists and mappings stand on one line."""

from collections.abc import Iterator
from io import StringIO

import yaml

from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence

LONGEST_LINE = 100
_STYLES = {"single": "'", "double": '"', "literal": "|", "folded": ""}


def format_yaml(document: Mapping) -> str:
    """The YAML text of a document."""
    stream = StringIO()
    events = [
        yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False), *_events(document, 0),
        yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent(),
    ]  # fmt: skip
    yaml.emit(events, stream, allow_unicode=True, width=1_000_000, indent=2)
    return stream.getvalue()


def _events(node: Node, depth: int) -> Iterator[yaml.Event]:
    flow = not isinstance(node, Scalar) and depth > 0 and _fits(node, depth)
    match node:
        case Scalar():
            yield yaml.ScalarEvent(None, None, (True, True), node.text, style=_style(node))
        case Sequence(items):
            yield yaml.SequenceStartEvent(None, None, True, flow_style=flow)
            for item in items:
                yield from _events(item, depth + 1)
            yield yaml.SequenceEndEvent()
        case Mapping(entries):
            yield yaml.MappingStartEvent(None, None, True, flow_style=flow)
            for entry in entries:
                yield yaml.ScalarEvent(None, None, (True, True), entry.key)
                yield from _events(entry.value, depth + 1)
            yield yaml.MappingEndEvent()


def _style(scalar: Scalar) -> str | None:
    if "\n" in scalar.text:
        return "|"
    return _STYLES.get(scalar.style) or None if scalar.style != "literal" else None


def _fits(node: Node, depth: int) -> bool:
    """Whether a list or mapping is short and simple enough for one line."""
    return 2 * depth + _length(node) <= LONGEST_LINE


def _length(node: Node) -> int:
    match node:
        case Scalar(text):
            return LONGEST_LINE if "\n" in text or len(text) > LONGEST_LINE else len(text) + 2
        case Sequence(items):
            return 2 + sum(_length(item) for item in items)
        case Mapping(entries):
            return 2 + sum(len(entry.key) + 2 + _length(entry.value) for entry in entries)
