"""What an outline is made of: chapters, and entries that hang on each other."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule or remark; `key` is the element's, `label` a few words in front of it, `number` how it is cited."""

    text: str
    key: str = ""
    kind: str = ""
    label: str = ""
    source: str | None = None
    place: str | None = None
    entries: "tuple[Entry, ...]" = ()
    number: str = ""
    borrowed: str | None = None  # the language of the text, where it is not that of the rulebook


@dataclass(frozen=True, slots=True)
class Chapter:
    """Entries that are read together."""

    id: str
    number: str
    title: str
    entries: tuple[Entry, ...]


def all_entries(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """Every entry, those that hang on one after it."""
    for entry in entries:
        yield entry
        yield from all_entries(entry.entries)
