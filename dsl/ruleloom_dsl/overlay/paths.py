"""Where a dotted path leads in a document, and a document with one thing changed.

At a mapping a segment is a key, at a list it selects an item by its id; a statement also offers what stands
in its `do:` or `then:`. A canonical path spells every step out, so two paths to one thing are equal. Only the
keys that hold lists or tables of ids are named here; everything else about keys is the schema's business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ruleloom_dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from ruleloom_dsl.spans import Span

Path = tuple[str, ...]
T = TypeVar("T")

TABLES = frozenset(
    {"options", "rulings", "components", "zones", "vars", "place_vars", "terms", "relations", "orders"}
    | {"prose", "steps", "moves", "ends", "credits", "sources"}
)
BLOCKS = frozenset({"do", "then", "else", "if_none"})
TOP_BLOCKS = frozenset({"setup", "play"})
_BLOCK_ENDS = frozenset((key,) for key in BLOCKS)
LISTS = BLOCKS | {"rules", "except"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads: `node` is None if a mapping lacks its last segment."""

    path: Path
    node: Node | None


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Where a path stops leading anywhere: what was reached, and the segment that it lacks."""

    path: Path
    node: Node
    segment: Scalar


def is_table(path: Path) -> bool:
    """Whether the mapping at a path is keyed by ids that the game declares."""
    is_inner = path == ("talk", "says") or (path[:1] == ("components",) and path[2:] == ("kinds",))
    return is_inner or (len(path) == 1 and path[0] in TABLES)


def is_list_key(parent: Path, key: str) -> bool:
    """Whether the value of a key is a list, even where a single item stands for a list of one."""
    return key in TOP_BLOCKS if not parent else key in LISTS and not is_table(parent)


def is_block(path: Path) -> bool:
    """Whether the list at a path holds statements."""
    return path in (("setup",), ("play",)) or (path[-1:] in _BLOCK_ENDS and not is_table(path[:-1]))


def item_id(item: Node) -> str | None:
    """The id of a list item: stated, or the one move that it chooses; a single word is its own id."""
    if isinstance(item, Scalar):
        return item.text
    if isinstance(item, Mapping):
        stated = (item.get(key) for key in ("id", "choose", "may"))
        return next((value.text for value in stated if isinstance(value, Scalar)), None)
    return None


def names_in(node: Node) -> tuple[str, ...]:
    """The segments that a path may continue with."""
    if isinstance(node, Sequence):
        return tuple(name for name in map(item_id, node.items) if name and " " not in name)
    if isinstance(node, Mapping):
        inside = (_listed(node.get(key)) for key in ("do", "then"))
        return node.keys() + tuple(name for items in inside if items for name in names_in(items))
    return ()


def step(path: Path, node: Node, segment: str) -> tuple[Path, Node] | None:
    """One segment further, as a canonical path and the node there."""
    direct = child(path, node, segment)
    if direct is not None:
        return (*path, segment), direct
    if isinstance(node, Mapping) and path and not is_table(path):
        for key in ("do", "then"):
            items = _listed(node.get(key))
            found = child((*path, key), items, segment) if items else None
            if found is not None:
                return (*path, key, segment), found
    return None


def child(path: Path, node: Node, segment: str) -> Node | None:
    """The value of a key, or the item with an id."""
    if isinstance(node, Mapping):
        value = node.get(segment)
        return _listed(value) if is_list_key(path, segment) else value
    if isinstance(node, Sequence):
        return next((item for item in node.items if item_id(item) == segment), None)
    return None


def find(document: Mapping, segments: tuple[Scalar, ...]) -> Place | DeadEnd:
    """Follow a path; only its last segment may be missing, and only in a mapping."""
    path: Path = ()
    node: Node = document
    for index, segment in enumerate(segments):
        reached = step(path, node, segment.text)
        if reached is None:
            if index + 1 < len(segments) or not isinstance(node, Mapping):
                return DeadEnd(path, node, segment)
            return Place((*path, segment.text), None)
        path, node = reached
    return Place(path, node)


def at(document: Mapping, path: Path) -> Node | None:
    """The node at a canonical path."""
    node: Node | None = document
    for index, segment in enumerate(path):
        node = child(path[:index], node, segment) if node else None
    return node


def element_of(document: Mapping, path: Path) -> Path | None:
    """The nearest thing at or above a canonical path that has an id: what a sentence belongs to."""
    for end in range(len(path), 0, -1):
        if is_table(path[: end - 1]) or isinstance(at(document, path[: end - 1]), Sequence):
            return path[:end]
    return None


def update(node: Node, path: Path, change: Callable[[Node], Node], span: Span, above: Path = ()) -> Node:
    """The tree with the node at a canonical path changed; a missing list or mapping there is made first."""
    if not path:
        return change(node)
    inner = child(above, node, path[0])
    if inner is None:
        inner = Sequence((), span) if is_list_key(above, path[0]) else Mapping((), span)
    changed = update(inner, path[1:], change, span, (*above, path[0]))
    return with_child(node, path[0], changed, span)


def with_child(node: Node, name: str, value: Node, key_span: Span) -> Node:
    """The mapping or list with the value of one key, or one item, exchanged or added at the end."""
    return with_renamed(node, name, name, value, key_span)


def with_renamed(node: Node, name: str, new_name: str, value: Node, key_span: Span) -> Node:
    """The mapping or list with one entry or item exchanged for another that may have another name."""
    if isinstance(node, Mapping):
        old = node.entry(name)
        kept = old.key_span if old and name == new_name else key_span
        return Mapping(_exchanged(node.entries, old, Entry(new_name, kept, value)), node.span)
    if isinstance(node, Sequence):
        item = next((item for item in node.items if item_id(item) == name), None)
        return Sequence(_exchanged(node.items, item, value), node.span)
    raise AssertionError(f"{name} has nothing to stand in")


def without(node: Node, name: str) -> Node:
    """The mapping or list without one key or item."""
    if isinstance(node, Mapping):
        return Mapping(tuple(entry for entry in node.entries if entry.key != name), node.span)
    assert isinstance(node, Sequence)
    gone = next(item for item in node.items if item_id(item) == name)
    return Sequence(tuple(item for item in node.items if item is not gone), node.span)


def _exchanged(items: tuple[T, ...], old: T | None, new: T) -> tuple[T, ...]:
    return (*items, new) if old is None else tuple(new if item is old else item for item in items)


def _listed(node: Node | None) -> Sequence | None:
    return node if node is None or isinstance(node, Sequence) else Sequence((node,), node.span)
