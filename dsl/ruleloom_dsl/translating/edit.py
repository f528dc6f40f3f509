"""Writes texts into a file of translations and leaves everything else in it as it is, to the last space.

Writers of YAML lay lines and quotes out anew. But nodes know where they stand: a changed text is exchanged in its
place, and a new one stands behind the one that comes before it in the rules.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ruleloom_dsl import nodes
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Entry, Node, Scalar
from ruleloom_dsl.source import read_text
from ruleloom_dsl.texts.wording import ONE, SCENARIOS, TERMS, Place

_INDENT = "  "
_KEY = re.compile(r"[A-Za-z_][\w./-]*")
_PLAIN = re.compile(r"[^\W\d_](?:[\w .-]*\w)?")  # within brackets
_PLAIN_ON_A_LINE = re.compile(r"[^\W\d_](?:[^:#]|:(?=\S)|(?<=\S)#)*")  # the only thing behind its key
_WORDS_OF_YAML = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))

Keys = tuple[str, ...]
Tree = dict[str, "str | Tree"]


def write_texts(
    text: str, name: str, tag: str, changes: Mapping[Place, str], order: Sequence[Place], report: Report
) -> str | None:
    """The text of a file once these sentences are in it; `order` is that of the rules.

    None, and diagnostics, where the file cannot be read.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n") or f"language: {tag}"
    text += "" if text.endswith("\n") else "\n"
    document = read_text(text, name, report)
    if document is None:
        return None
    editing = _Editing(text, document, _ranks(map(keys_of, order)), _line_starts(text))
    for place in order:
        if place in changes:
            editing.put(keys_of(place), changes[place])
    result = editing.result()
    after = read_text(result, name, report)
    if after is None:
        return None
    wanted = _flat(document) | {keys_of(place): sentence for place, sentence in changes.items()}
    assert _flat(after) == wanted, name
    return result.replace("\n", line_end)


def keys_of(place: Place) -> Keys:
    """The keys that lead to a text in the file of a language."""
    head, _, name = place.owner.partition("/")
    match head:
        case "":
            return ("texts", place.id)
        case "parts":
            return (PARTS, name, place.id)
        case "scenarios":
            return (SCENARIOS, place.id)
        case "terms":
            return (TERMS, place.id, ONE)
        case _:
            return ("variants", head, place.id)


def _ranks(order: Iterator[Keys]) -> dict[Keys, int]:
    """Where keys belong among those beside them."""
    found: dict[Keys, int] = {}
    for number, keys in enumerate(order):
        for length in range(1, len(keys) + 1):
            found.setdefault(keys[:length], number)
    return found


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _flat(node: Node, keys: Keys = ()) -> dict[Keys, str]:
    match node:
        case nodes.Mapping(entries):
            return {at: text for each in entries for at, text in _flat(each.value, (*keys, each.key)).items()}
        case Scalar():
            return {keys: node.text}
        case _:
            return {}


@dataclass(frozen=True, slots=True)
class _Place:
    """A mapping of the file that texts go into."""

    node: nodes.Mapping
    keys: Keys
    flow: bool


@dataclass(frozen=True, slots=True)
class _Edit:
    """Some characters that others take the place of; of two at one place, the deeper one stands first."""

    start: int
    end: int
    written: str
    depth: int = 0

    def order(self) -> tuple[int, int, int]:
        return self.start, self.end, -self.depth


@dataclass(slots=True)
class _Editing:
    """One file that is being changed; edits are made at the end, so that all places are those of the old text."""

    text: str
    document: nodes.Mapping
    ranks: Mapping[Keys, int]
    starts: list[int]
    edits: list["_Edit"] = field(default_factory=list)
    new: dict[Keys, tuple[_Place, Tree]] = field(default_factory=dict)

    def put(self, keys: Keys, sentence: str) -> None:
        """Exchange the text that stands there, or note that it is to be added."""
        node: Node = self.document
        flow = False
        for depth, key in enumerate(keys):
            if not isinstance(node, nodes.Mapping):
                raise AssertionError(keys)  # files are validated before
            flow = flow or self._is_flow(node)
            entry = node.entry(key)
            if entry is None:
                self._add(_Place(node, keys[:depth], flow), keys[depth:], sentence)
                return
            node = entry.value
        assert isinstance(node, Scalar)
        self._exchange(node, sentence, flow)

    def result(self) -> str:
        """The text with all edits."""
        for place, tree in self.new.values():
            self._insert(place, tree)
        text = self.text
        for edit in sorted(self.edits, key=_Edit.order, reverse=True):
            text = text[: edit.start] + edit.written + text[edit.end :]
        return text

    def _exchange(self, old: Scalar, sentence: str, flow: bool) -> None:
        start, end = self._offsets(old)
        written = (
            f'"{sentence}"' if old.style == "double" and not {'"', "\\"} & {*sentence} else _scalar(sentence, flow)
        )
        self.edits.append(_Edit(start, end, written + ("\n" if self.text[end - 1] == "\n" else "")))

    def _add(self, place: _Place, keys: Keys, sentence: str) -> None:
        _, tree = self.new.setdefault(place.keys, (place, {}))
        for key in keys[:-1]:
            below = tree.setdefault(key, {})
            assert isinstance(below, dict)
            tree = below
        tree[keys[-1]] = sentence

    def _insert(self, place: _Place, tree: Tree) -> None:
        behind: dict[int, Tree] = {}
        for key, value in tree.items():
            behind.setdefault(self._before(place, key), {})[key] = value
        for number, some in behind.items():
            if place.flow:
                self._insert_in_braces(place, number, some)
            else:
                self._insert_lines(place, number, some)

    def _before(self, place: _Place, key: str) -> int:
        """The number of the entry behind which a new one stands: the last where none belongs before it."""
        rank = self.ranks[(*place.keys, key)]
        known = [(self.ranks.get((*place.keys, each.key), -1), at) for at, each in enumerate(place.node.entries)]
        earlier = [(other, at) for other, at in known if 0 <= other < rank]
        return max(earlier)[1] if earlier else len(place.node.entries) - 1

    def _insert_in_braces(self, place: _Place, number: int, tree: Tree) -> None:
        written = _in_braces(tree)
        if number < 0:
            start = self._offsets(place.node)[0] + 1
            self.edits.append(_Edit(start, start, written))
        else:
            end = self._end(place.node.entries[number].value)
            self.edits.append(_Edit(end, end, f", {written}"))

    def _insert_lines(self, place: _Place, number: int, tree: Tree) -> None:
        entry: Entry = place.node.entries[number]
        indent = " " * (place.node.entries[0].key_span.column - 1)
        end = self._end(entry.value)
        if self.text[end - 1] != "\n":
            end = self.text.index("\n", end) + 1
        self.edits.append(_Edit(end, end, "".join(_lines(tree, indent)), len(place.keys)))

    def _is_flow(self, node: nodes.Mapping) -> bool:
        start, _ = self._offsets(node)
        return self.text[start : start + 1] == "{"

    def _end(self, node: Node) -> int:
        """Where a value ends; what parsers say of indented mappings is where the next thing begins."""
        if isinstance(node, nodes.Mapping) and node.entries and not self._is_flow(node):
            return self._end(node.entries[-1].value)
        return self._offsets(node)[1]

    def _offsets(self, node: Node) -> tuple[int, int]:
        span = node.span
        return self._offset(span.line, span.column), self._offset(span.end_line, span.end_column)

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1


def _lines(tree: Tree, indent: str) -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield f"{indent}{_key(key)}:\n"
            yield from _lines(value, indent + _INDENT)
        else:
            yield f"{indent}{_key(key)}: {_scalar(value, flow=False)}\n"


def _in_braces(tree: Tree) -> str:
    return ", ".join(
        f"{_key(key)}: " + (f"{{{_in_braces(value)}}}" if isinstance(value, dict) else _scalar(value, flow=True))
        for key, value in tree.items()
    )


def _key(key: str) -> str:
    return key if _KEY.fullmatch(key) and key.lower() not in _WORDS_OF_YAML else _quoted(key)


def _scalar(text: str, flow: bool) -> str:
    plain = _PLAIN if flow else _PLAIN_ON_A_LINE
    return text if plain.fullmatch(text) and text.lower() not in _WORDS_OF_YAML else _quoted(text)


def _quoted(text: str) -> str:
    """In quotes without escapes, so that places within can be told."""
    return f'"{text}"' if not {'"', "\\"} & {*text} else "'" + text.replace("'", "''") + "'"
