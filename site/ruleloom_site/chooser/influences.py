"""Which settings an entry of a rulebook may depend on, as far as the words of the rules tell.

An entry depends on the settings that its sentence or its condition names, and on all that stands in what they name.
This need not be exact: what is named too much is noticed and dropped, what is missing is noticed and added, see
`learning`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ruleloom_dsl import nodes
from ruleloom_dsl.nodes import Node, Scalar
from ruleloom_dsl.overlay.paths import TABLES, Path, step

_WORD = re.compile(r"[^\W\d]\w*")
_SENTENCES = ("text", "why", "readings", "source", "title")
_WHOLE = ("components", "options", "rulings", "talk", "board")  # told as a whole, with numbers and values
_CONDITIONS = ("only",)
_PROSE = frozenset({"credits", "sources", "prose"})


@dataclass(frozen=True)
class Influences:
    """What the entries of a composed document may depend on."""

    document: nodes.Mapping = field(repr=False)

    def of(self, key: str) -> frozenset[str]:
        """The settings on which the entry with a key may depend."""
        path: Path = ()
        node: Node = self.document
        words: list[str] = []
        for segment in key.split("."):
            reached = step(path, node, segment)
            if reached is None:
                break
            path, node = reached
            words += _conditions(node)
        words += _all_words(node) if path[:1] and path[0] in _WHOLE else _said(node) if path else [key]
        return self._settings(words)

    def conditions(self) -> Iterator[frozenset[str]]:
        """What everything may depend on that is there on a condition only, seen so far or not."""
        for words in _all_conditions(self.document):
            yield self._settings(words)

    def _settings(self, words: Iterable[str]) -> frozenset[str]:
        found: set[str] = set()
        waiting = [word for word in words if word in self._defined]
        while waiting:
            word = waiting.pop()
            if word not in found:
                found.add(word)
                waiting += self._meanings[word]
        return frozenset(found & self._names)

    @cached_property
    def _names(self) -> frozenset[str]:
        tables = (self.document.get(table) for table in ("options", "rulings"))
        entries = (entry for table in tables if isinstance(table, nodes.Mapping) for entry in table.entries)
        return frozenset(each.key for each in entries if isinstance(each.value, nodes.Mapping) and each.value.get("is"))

    @cached_property
    def _defined(self) -> Mapping[str, tuple[Node, ...]]:
        """What every name that rules can speak of stands for."""
        found: dict[str, tuple[Node, ...]] = {}
        for entry in self.document.entries:
            if entry.key == "board":
                found["board"] = (entry.value,)
            elif entry.key in TABLES - _PROSE and isinstance(entry.value, nodes.Mapping):
                for each in entry.value.entries:
                    for name in (each.key, *_kinds(each.value)):
                        found[name] = (*found.get(name, ()), each.value)
        return found

    @cached_property
    def _meanings(self) -> Mapping[str, tuple[str, ...]]:
        """The names that stand in what a name stands for."""
        found = {}
        for name, meanings in self._defined.items():
            words = {word for node in meanings for word in _values(node) if word in self._defined}
            # A board need not be named where there is one.
            implied = {"board"} if name not in self._names and "board" in self._defined else set[str]()
            found[name] = tuple(sorted(words | implied))
        return found


def _kinds(node: Node) -> tuple[str, ...]:
    kinds = node.get("kinds") if isinstance(node, nodes.Mapping) else None
    return kinds.keys() if isinstance(kinds, nodes.Mapping) else ()


def _conditions(node: Node) -> Iterator[str]:
    if isinstance(node, nodes.Mapping):
        for key in _CONDITIONS:
            value = node.get(key)
            if value is not None:
                yield from _values(value)


def _all_conditions(node: Node) -> Iterator[list[str]]:
    match node:
        case nodes.Sequence(items):
            for item in items:
                yield from _all_conditions(item)
        case nodes.Mapping(entries):
            if words := list(_conditions(node)):
                yield words
            for entry in entries:
                yield from _all_conditions(entry.value)


def _said(node: Node) -> Iterator[str]:
    """The words in the placeholders of an element's own sentences."""
    sentences = [node.get(key) for key in _SENTENCES] if isinstance(node, nodes.Mapping) else []
    for sentence in sentences:
        for scalar in _scalars(sentence) if sentence is not None else ():
            yield from _WORD.findall(scalar.text.partition("{")[2])


def _all_words(node: Node) -> Iterator[str]:
    """The words of a node, of its sentences those in placeholders."""
    yield from _values(node)
    yield from _said(node)


def _values(node: Node) -> Iterator[str]:
    """The words of a node without its sentences."""
    match node:
        case Scalar(text):
            yield from _WORD.findall(text)
        case nodes.Sequence(items):
            for item in items:
                yield from _values(item)
        case nodes.Mapping(entries):
            for entry in entries:
                if entry.key not in _SENTENCES:
                    yield from _WORD.findall(entry.key)
                    yield from _values(entry.value)


def _scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case nodes.Sequence(items):
            for item in items:
                yield from _scalars(item)
        case nodes.Mapping(entries):
            for entry in entries:
                yield from _scalars(entry.value)
