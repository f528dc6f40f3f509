"""The events of a YAML parser to a located tree, with everything refused that could grow or recurse."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import yaml

from ruleloom_dsl.diagnostics import Code, Note, Report, quote
from ruleloom_dsl.excerpts import split_lines
from ruleloom_dsl.nodes import Entry, Mapping, Node, Scalar, Sequence, Style
from ruleloom_dsl.spans import Span
from ruleloom_dsl.syntax import SPLIT_HELP, SPLIT_MESSAGE, Explanation, Trouble, explain

MOST_NODES = 50_000
MOST_LEVELS = 40
MOST_CHARACTERS = 20_000
TAG_HELP = 'quote a text that starts with "!"; in expressions write "not"'

_STYLES: dict[str, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


def build_tree(text: str, name: str, report: Report) -> Mapping | None:
    """The tree of a text without control characters; None, and diagnostics in the report, if refused."""
    return _Builder(text, name, report).build()


@dataclass(slots=True)
class _Frame:
    """A list or mapping whose end has not been read."""

    start: tuple[int, int]  # line and column from 0, as the parser counts
    bracket: str  # "[" or "{"; "" for block style
    is_mapping: bool
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: Scalar | None = None
    awaits_value: bool = False
    is_split: bool = False

    @property
    def last(self) -> Node | None:
        """What was put in last."""
        entry = next(reversed(self.entries.values()), None)
        return self.items[-1] if self.items else entry.value if entry else None


class _Mark(Protocol):
    """A position of either parser."""

    line: int
    column: int


class _Builder:
    """Takes the events of one document; stops at what must not be followed any further."""

    def __init__(self, text: str, name: str, report: Report) -> None:
        self._text = text
        self._lines = [*split_lines(text), ""]  # a parser may stop behind the last line
        self._name = name
        self._report = report
        self._errors = 0
        self._frames: list[_Frame] = []
        self._nodes = 0
        self._documents = 0
        self._root: Node | None = None

    def build(self) -> Mapping | None:
        try:
            for event in _events(self._text):
                if not self._take(event):
                    return None
        except yaml.MarkedYAMLError as error:
            self._refuse_syntax(error)
        return None if self._errors else self._checked_root()

    def _checked_root(self) -> Mapping | None:
        root = self._root
        if isinstance(root, Mapping):
            return root
        if root is None or (isinstance(root, Scalar) and not root.text and root.style == "plain"):
            self._error(Code.EMPTY_DOCUMENT, "the file says nothing", self._point((0, 0)))
        else:
            self._error(Code.NOT_A_MAPPING, 'the file must consist of "key: value" lines', root.span)
        return None

    def _take(self, event: yaml.Event) -> bool:
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                return self._documents == 1 or self._stop(
                    Code.MULTIPLE_DOCUMENTS, 'a second document starts here ("---")', event
                )
            case yaml.NodeEvent():
                return self._take_node(event)
            case yaml.CollectionEndEvent():
                self._close(event)
        return True

    def _take_node(self, event: yaml.NodeEvent) -> bool:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            return self._stop(Code.TOO_MANY_NODES, f"the file holds more than {MOST_NODES:,} values", event)
        if event.anchor is not None:
            return self._stop(
                Code.YAML_ANCHOR,
                "anchors and aliases (& and *) are not part of the language",
                event,
                "write it out",
            )
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            self._error(Code.YAML_TAG, f"{quote(event.tag)} is a YAML tag", self._span(event), TAG_HELP)
        if isinstance(event, yaml.ScalarEvent):
            self._put(self._scalar(event))
        elif isinstance(event, yaml.CollectionStartEvent):
            return self._open(event)
        return True

    def _open(self, event: yaml.CollectionStartEvent) -> bool:
        if len(self._frames) == MOST_LEVELS:
            return self._stop(Code.TOO_DEEP, f"more than {MOST_LEVELS} levels of lists and mappings", event)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        bracket = ("{" if is_mapping else "[") if event.flow_style else ""
        self._frames.append(_Frame(_start(event), bracket, is_mapping))
        return True

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        frame = self._frames.pop()
        span = self._collection_span(frame, event)
        if frame.is_mapping:
            self._put(Mapping(tuple(frame.entries.values()), span))
        else:
            self._put(Sequence(tuple(frame.items), span))

    def _collection_span(self, frame: _Frame, event: yaml.CollectionEndEvent) -> Span:
        if frame.bracket or frame.last is None:
            return self._between(frame.start, _end(event))
        # A block "ends" where the next thing starts: too late to be shown.
        inside = frame.last.span
        return self._between(frame.start, (inside.end_line - 1, inside.end_column - 1))

    def _put(self, node: Node) -> None:
        if not self._frames:
            self._root = node
            return
        frame = self._frames[-1]
        self._check_split(node, frame)
        if not frame.is_mapping:
            frame.items.append(node)
        elif not frame.awaits_value:
            frame.key, frame.awaits_value = self._checked_key(node, frame), True
        else:
            frame.awaits_value = False
            self._check_split_text(node, frame)
            if frame.key:
                frame.entries[frame.key.text] = Entry(frame.key.text, frame.key.span, node)

    def _check_split(self, node: Node, frame: _Frame) -> None:
        if not frame.bracket or frame.is_split or not isinstance(node, Scalar) or node.style != "plain":
            return
        if node.text.count("(") != node.text.count(")"):
            frame.is_split = True
            message = f"{quote(node.text)} is only a part: {SPLIT_MESSAGE}"
            self._error(Code.SPLIT_ITEM, message, node.span, SPLIT_HELP)

    def _check_split_text(self, value: Node, frame: _Frame) -> None:
        """`{text: If it rains, stay}` has a key "stay" without a value."""
        bare = isinstance(value, Scalar) and not value.text and value.style == "plain"
        if bare and frame.bracket and not frame.is_split and frame.key and " " in frame.key.text:
            frame.is_split = True
            message = f"{quote(frame.key.text)} is only a part: {SPLIT_MESSAGE}"
            self._error(Code.SPLIT_ITEM, message, frame.key.span, SPLIT_HELP)

    def _checked_key(self, node: Node, frame: _Frame) -> Scalar | None:
        if not isinstance(node, Scalar):
            self._error(Code.BAD_KEY, "a key must be a word, not a list or a mapping", node.span)
        elif not node.text:
            self._error(Code.BAD_KEY, "a key is missing before the colon", node.span)
        elif node.text == "<<" and node.style == "plain":
            self._error(Code.YAML_ANCHOR, "merge keys (<<) are not part of the language", node.span, "write it out")
        elif first := frame.entries.get(node.text):
            self._errors += 1
            self._report.error(
                Code.DUPLICATE_KEY,
                f"{quote(node.text)} stands twice",
                node.span,
                notes=(Note("it stands first", first.key_span),),
            )
        else:
            return node
        return None

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        style = _STYLES.get(event.style or "", "plain")
        scalar = Scalar(event.value, self._span(event), style, self._origin(event, style))
        if len(scalar.text) > MOST_CHARACTERS:
            message = f"this text is longer than {MOST_CHARACTERS:,} characters"
            self._error(Code.TEXT_TOO_LONG, message, scalar.span)
        return scalar

    def _origin(self, event: yaml.ScalarEvent, style: Style) -> tuple[int, int] | None:
        (line, column), end, text = _start(event), _end(event), event.value
        if style == "literal":
            return self._literal_origin(line + 1, text)
        quotes = 0 if style == "plain" else 1
        first, last = column + quotes, end[1] - quotes
        if line != end[0] or self._lines[line][first:last] != text:
            return None
        return line + 1, first + 1

    def _literal_origin(self, first: int, text: str) -> tuple[int, int] | None:
        for offset, line in enumerate(text.split("\n")):
            if line:
                return first + 1, len(self._lines[first + offset]) - len(line) + 1
        return None

    def _refuse_syntax(self, error: yaml.MarkedYAMLError) -> None:
        trouble = self._trouble(error)
        found = explain(trouble) or Explanation(f"this is not YAML: {error.problem}")
        self._error(found.code, found.message, self._point(found.place or (trouble.line, trouble.column)), found.help)

    def _trouble(self, error: yaml.MarkedYAMLError) -> Trouble:
        line, column = _place(error.problem_mark or error.context_mark)
        context = _place(error.context_mark) if error.context_mark else None
        frame = self._frames[-1] if self._frames else None
        return Trouble(self._lines, line, column, context, frame.start if frame and frame.bracket else None)

    def _span(self, event: yaml.Event) -> Span:
        return self._between(_start(event), _end(event))

    def _between(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        return Span(self._name, start[0] + 1, start[1] + 1, end[0] + 1, end[1] + 1)

    def _point(self, place: tuple[int, int]) -> Span:
        line, column = place
        if not "".join(self._lines[line:])[column:].strip():
            while line and (line >= len(self._lines) or not self._lines[line].strip()):
                line -= 1  # not the end of the file, but the last line that says something
                column = len(self._lines[line])
        return self._between((line, column), (line, column + 1))

    def _error(self, code: Code, message: str, span: Span, help: str | None = None) -> None:
        self._errors += 1
        self._report.error(code, message, span, help=help)

    def _stop(self, code: Code, message: str, event: yaml.Event, help: str | None = None) -> bool:
        self._error(code, message, self._span(event), help)
        return False


def _events(text: str) -> Iterator[yaml.Event]:
    return yaml.parse(text, Loader=yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)


def _start(event: yaml.Event) -> tuple[int, int]:
    return _place(event.start_mark)


def _end(event: yaml.Event) -> tuple[int, int]:
    return _place(event.end_mark)


def _place(mark: _Mark | None) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)
