"""The located tree of a document: scalars as written, sequences, and mappings in the order written.

Places stand on the nodes and take no part in equality, so they survive when a variant splices a list.
"""

from dataclasses import dataclass, field
from typing import Literal

from ruleloom_dsl.spans import Span

Style = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value as written; `origin` is the line and column of its first character, if that is exact."""

    text: str
    span: Span = field(compare=False, repr=False)
    style: Style = field(default="plain", compare=False)
    origin: tuple[int, int] | None = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        """Whether places inside the text can be told (not in folded, escaped and many-line styles)."""
        return self.origin is not None

    def locate(self, start: int, end: int) -> Span:
        """The place of `text[start:end]` in the file; the whole value if places inside cannot be told."""
        if self.origin is None:
            return self.span
        return Span(self.span.file, *self._position(start), *self._position(end))

    def _position(self, offset: int) -> tuple[int, int]:
        line, column = self.origin or (self.span.line, self.span.column)
        before = self.text[:offset]
        return line + before.count("\n"), column + len(before) - before.rfind("\n") - 1


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: "tuple[Node, ...]"
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping, with its value."""

    key: str
    key_span: Span = field(compare=False, repr=False)
    value: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values, in the order written; no key stands twice."""

    entries: tuple[Entry, ...]
    span: Span = field(compare=False, repr=False)

    def get(self, key: str) -> "Node | None":
        """The value of the key, or None."""
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        """The key with its value and place, or None."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def keys(self) -> tuple[str, ...]:
        """The keys, in the order written."""
        return tuple(entry.key for entry in self.entries)


Node = Scalar | Sequence | Mapping


def locate(node: Node, loc: tuple[int | str, ...], *, key: bool = False) -> Span:
    """The place of a value by its path of keys and indexes; `key` asks for the key instead of the value.

    Segments that the document lacks are skipped (validators put the names of union members among them), so a
    missing value is blamed on the nearest thing around it.
    """
    span = node.span
    for segment in loc:
        entry = node.entry(str(segment)) if isinstance(node, Mapping) else None
        if entry:
            node, span = entry.value, entry.key_span if key else entry.value.span
        elif isinstance(node, Sequence) and isinstance(segment, int) and 0 <= segment < len(node.items):
            node = node.items[segment]
            span = node.span
    return span
