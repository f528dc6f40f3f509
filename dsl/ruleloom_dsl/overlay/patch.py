"""The changes of one variant, against the document that it sees, into edits.

A variant sees the base and what the variants it builds on have made of it, never what others do: whether a
path exists cannot depend on what else is played.
"""

from ruleloom_dsl.diagnostics import Code, Note, Report, quote
from ruleloom_dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay.changes import Change
from ruleloom_dsl.overlay.edits import Edit
from ruleloom_dsl.overlay.paths import DeadEnd, Path, element_of, is_block, is_list_key, is_table, item_id, step
from ruleloom_dsl.overlay.sight import Refused, Sight, View, shown, words_of
from ruleloom_dsl.spans import Span

EXECUTABLE = frozenset({"that", "when", "then", "do", "if_none", "else", "win", "lose", "draw", "score", "team"})


def edits_of(variant: str, changes: tuple[Change, ...], view: View, report: Report) -> tuple[Edit, ...] | None:
    """The edits that the changes amount to; None, and errors in the report, if one of them cannot be made."""
    return _Patch(Sight(variant, view, report), report).read(changes)


class _Patch:
    """The document as it becomes, change by change."""

    def __init__(self, sight: Sight, report: Report) -> None:
        self._sight = sight
        self._report = report
        self._unconfirmed: list[Edit] = []
        self._failed: set[Path] = set()

    def read(self, changes: tuple[Change, ...]) -> tuple[Edit, ...] | None:
        for change in changes:
            try:
                if not self._follows_failure(change):
                    self._make(change)
            except Refused:
                self._failed.add(words_of(change.path))
        confirmed = [self._is_confirmed(edit) for edit in self._unconfirmed]
        return tuple(self._sight.edits) if all(confirmed) and not self._failed else None

    def _follows_failure(self, change: Change) -> bool:
        words = words_of(change.path)
        anchored = ((*words[:-1], name.text) for name in change.anchors.after + change.anchors.before)
        above = (words[:end] for end in range(1, len(words)))
        return any(path in self._failed for path in (*anchored, *above))

    def _make(self, change: Change) -> None:
        target = self._sight.find(change.path).path if change.operation == "set" else None
        edits = self._edits_of(change)
        changed = [edit for edit in edits if self._is_executable(edit.path)]
        for edit in edits:
            self._sight.take(edit)
        element = self._element(change, target or edits[0].path)
        if change.text is None or element is None:
            self._unconfirmed += changed
        else:
            self._say(change.text, element, edits)
            self._unconfirmed += [edit for edit in changed if not self._is_told(edit, change.text, element)]

    def _edits_of(self, change: Change) -> list[Edit]:
        match change.operation:
            case "set":
                return self._set(change)
            case "add":
                return [self._add(change)]
            case "except":
                return [self._except(change)]
            case "replace":
                return [self._replace(change)]
            case "remove":
                return [self._remove(change)]

    def _remove(self, change: Change) -> Edit:
        place = self._sight.find_present(change)
        return Edit(self._sight.variant, "remove", place.path, change.path[-1].span, place.node)

    def _set(self, change: Change) -> list[Edit]:
        place = self._sight.find(change.path)
        assert change.value is not None
        return self._leaves(place.path, place.node, change.value, change.path[-1].span)

    def _leaves(self, path: Path, node: Node | None, value: Node, span: Span) -> list[Edit]:
        if isinstance(value, Mapping) and value.entries and isinstance(node, Mapping | Sequence):
            return [edit for entry in value.entries for edit in self._inner_leaves(path, node, entry)]
        if isinstance(self._sight.at(path[:-1]), Sequence):
            self._sight.refuse(
                Code.BAD_SHAPE, "an item of a list cannot be set", span, help='write "replace:" and "value:"'
            )
        return [Edit(self._sight.variant, "set", path, span, node, value)]

    def _inner_leaves(self, path: Path, node: Node, entry: Entry) -> list[Edit]:
        reached = step(path, node, entry.key)
        if reached:
            return self._leaves(*reached, entry.value, entry.key_span)
        if isinstance(node, Mapping):
            return self._leaves((*path, entry.key), None, entry.value, entry.key_span)
        self._sight.refuse_dead_end(DeadEnd(path, node, Scalar(entry.key, entry.key_span)), ())

    def _add(self, change: Change) -> Edit:
        name = change.path[-1]
        path = self._container(change)
        container = self._sight.at(path)
        if container is not None:
            self._sight.check_free(container, path, name)
        self._sight.check_anchors(change, path, container)
        value = self._value(change)
        is_list = isinstance(container, Sequence) or (container is None and not is_table(path))
        if is_list:
            value = self._identified(value, name, path)
        if is_list or is_table(path):
            value = self._with_text(value, change)
        return Edit(self._sight.variant, "add", (*path, name.text), name.span, None, value, None, change.anchors)

    def _container(self, change: Change) -> Path:
        """The path of what is added to: in a statement, that is its list of statements."""
        segments = change.path[:-1]
        place = self._sight.find(segments)
        path, node = place.path, place.node
        if node is None and not (is_table(path) or is_list_key(path[:-1], path[-1])):
            self._sight.refuse_dead_end(
                DeadEnd(path[:-1], self._sight.at(path[:-1]) or self._sight.document, segments[-1]), segments
            )
        if isinstance(node, Scalar):
            self._sight.refuse_dead_end(DeadEnd(path, node, change.path[-1]), change.path)
        if isinstance(node, Mapping) and path and not is_table(path):
            is_statement = isinstance(self._sight.at(path[:-1]), Sequence)
            anchors = {name.text for name in change.anchors.after + change.anchors.before}
            if node.get("do"):
                return (*path, "do")
            if node.get("then") and (is_statement or anchors - set(node.keys())):
                return (*path, "then")
        return path

    def _replace(self, change: Change) -> Edit:
        place = self._sight.find_present(change)
        name, value = change.path[-1], self._value(change)
        container = self._sight.at(place.path[:-1])
        stated = value.get("id") if isinstance(value, Mapping) and isinstance(container, Sequence) else None
        new = change.id or (stated if isinstance(stated, Scalar) else None) or name
        if container and new.text != name.text:
            self._sight.check_free(container, place.path[:-1], new)
        if isinstance(container, Sequence):
            value = self._identified(value, new, place.path[:-1])
        if self._is_element(place.path):
            value = self._with_text(value, change, place.node)
        elif change.id:
            self._sight.refuse(Code.BAD_SHAPE, f"{quote(name.text)} is a key: it has no id", change.id.span)
        renamed = new.text if new.text != name.text else None
        return Edit(self._sight.variant, "replace", place.path, name.span, place.node, value, renamed)

    def _except(self, change: Change) -> Edit:
        place, value = self._sight.find_present(change), self._value(change)
        stated = value.get("id") if isinstance(value, Mapping) else None
        if not isinstance(stated, Scalar):
            return self._sight.refuse(Code.BAD_SHAPE, 'an exception is a mapping with an "id"', value.span)
        if not isinstance(place.node, Mapping):
            self._sight.refuse(Code.BAD_SHAPE, f"{shown(place.path)} is not a clause", change.span)
        path = (*place.path, "except")
        taken = self._sight.at(path)
        if taken:
            self._sight.check_free(taken, path, stated)
        value = self._with_text(value, change)
        return Edit(self._sight.variant, "except", (*path, stated.text), stated.span, None, value)

    def _identified(self, value: Node, name: Scalar, container: Path) -> Node:
        """The value as a list item with this id; what has no room for an id becomes a group of statements."""
        stated = value.get("id") if isinstance(value, Mapping) else None
        if isinstance(stated, Scalar) and stated.text != name.text:
            self._sight.refuse(
                Code.BAD_SHAPE,
                f"the path says {quote(name.text)}, the value {quote(stated.text)}",
                stated.span,
            )
        if item_id(value) == name.text:
            return value
        identity = Entry("id", name.span, name)
        if isinstance(value, Mapping):
            return Mapping((identity, *value.entries), value.span)
        if not is_block(container):
            self._sight.refuse(Code.BAD_SHAPE, f"this should be a mapping, or just {quote(name.text)}", value.span)
        return Mapping((identity, Entry("do", value.span, value)), value.span)

    def _with_text(self, value: Node, change: Change, old: Node | None = None) -> Node:
        """The element with the sentence that stands beside the change; `same` takes the old one."""
        text = change.text
        if text is None:
            return value
        if not isinstance(value, Mapping) or value.get("text"):
            self._sight.refuse(Code.BAD_SHAPE, "the value has no room for this sentence, or has one already", text.span)
        if _is_same(text):
            text = old.get("text") if isinstance(old, Mapping) else None
        if text is None:
            self._sight.refuse(Code.BAD_SHAPE, "there is no old sentence to keep", value.span)
        return Mapping((*value.entries, Entry("text", text.span, text)), value.span)

    def _element(self, change: Change, path: Path) -> Path | None:
        """What the sentence beside the change belongs to; None where it has gone into the value itself."""
        if change.text is None or (change.operation in ("add", "replace", "except") and self._is_element(path)):
            return None
        element = element_of(self._sight.document, path[:-1] if change.operation == "remove" else path)
        if element is None and len(path) > 1 and isinstance(self._sight.at(path[:1]), Mapping):
            return path[:1]
        if element is None:
            self._sight.refuse(Code.BAD_SHAPE, f"no sentence belongs to {shown(path)}", change.text.span)
        return element

    def _is_element(self, path: Path) -> bool:
        return element_of(self._sight.document, path) == path

    def _is_told(self, edit: Edit, text: Node, element: Path) -> bool:
        return _is_same(text) or element_of(self._sight.document, edit.path) in (element, None)

    def _say(self, text: Node, element: Path, edits: list[Edit]) -> None:
        path = (*element, "text")
        if any(edit.path == path for edit in edits):
            self._sight.refuse(Code.BAD_SHAPE, "the sentence is given twice", text.span)
        if not _is_same(text):
            self._sight.take(Edit(self._sight.variant, "set", path, text.span, self._sight.at(path), text))

    def _is_executable(self, path: Path) -> bool:
        """Whether a sentence explains what stands here; that of a term is no duty, but where it is, it is to hold."""
        if path[:1] == ("terms",) and path[2:] == ("is",):
            return self._sight.at((*path[:-1], "text")) is not None
        changed = path[:-1] if path[-2:-1] == ("score",) else path
        return (
            changed[-1] in EXECUTABLE
            and not is_table(changed[:-1])
            and isinstance(self._sight.at(changed[:-1]), Mapping)
        )

    def _is_confirmed(self, changed: Edit) -> bool:
        """Whether the variant words the element in another change, or brings it altogether."""
        element = element_of(self._sight.document, changed.path) or ()
        told = any(edit.path == (*element, "text") for edit in self._sight.edits)
        own = any(changed.path[: len(edit.path)] == edit.path != changed.path for edit in self._sight.edits)
        return told or own or self._refuse_unconfirmed(changed, element)

    def _refuse_unconfirmed(self, changed: Edit, element: Path) -> bool:
        old = self._sight.at((*element, "text"))
        self._report.error(
            Code.TEXT_UNCONFIRMED,
            f"{shown(changed.path)} changes what happens, but not the sentence that explains it",
            changed.span,
            notes=(Note("the old sentence stands", old.span),) if old else (),
            help='add "text:" with the new sentence, or "text: same" if the old one still holds',
        )
        return False

    def _value(self, change: Change) -> Node:
        assert change.value is not None
        return change.value


def _is_same(text: Node) -> bool:
    return isinstance(text, Scalar) and text.text == "same"
