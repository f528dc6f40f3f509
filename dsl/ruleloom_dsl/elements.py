"""The elements of the rules: whatever has an id, a place in a file, and a sentence of its own."""

from dataclasses import dataclass, field
from typing import Literal

from ruleloom_dsl.spans import Span

ElementKind = Literal[
    "component", "board", "zone", "variable", "order", "option", "ruling", "term", "statement", "step", "move",
    "clause", "exception", "ending", "saying", "prose", "variant",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a configuration: its permanent key, what it is, its sentence with values filled in, its source."""

    key: str
    kind: ElementKind
    text: str | None
    source: str | None
    why: str | None = None  # of a ruling
    readings: tuple[tuple[str, str], ...] = ()  # of an option or ruling: a sentence for each value as it is named
    borrowed: str | None = None  # the language that stands in, where the one asked for lacks a text of it
    span: Span = field(compare=False, repr=False, kw_only=True)
