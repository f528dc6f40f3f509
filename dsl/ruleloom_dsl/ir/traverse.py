"""Going through a checked game: the nodes inside a node, whatever they are."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import TypeVar, cast

from ruleloom_dsl.ir.expressions import Expression, Local

Node = TypeVar("Node")


def inside(node: object) -> Iterator[object]:
    """A node and everything below it, parents first; tuples are gone into and not yielded."""
    waiting = [node]  # a stack: as nested generators, every node would be handed up through all of its parents
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
            continue
        kind: type = type(node)
        if (parts := _parts(kind)) is not None:
            yield node
            waiting += parts(node)


@cache
def _parts(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """What gives the fields of a dataclass, the last one first; nothing for any other type."""
    if not dataclasses.is_dataclass(kind):
        return None
    match [field.name for field in dataclasses.fields(kind)][::-1]:
        case []:
            return lambda _node: ()
        case [name]:
            return lambda node: (getattr(node, name),)
        case names:
            return attrgetter(*names)


def slots_read(expression: Expression) -> frozenset[int]:
    """The slots that an expression reads."""
    return frozenset(node.slot for node in inside(expression) if isinstance(node, Local))


def substitute(node: Node, values: Mapping[int, Expression]) -> Node:
    """The node with every read of these slots replaced, again and again, by what they stand for."""
    return cast(Node, _substitute(node, values))


def _substitute(node: object, values: Mapping[int, Expression]) -> object:
    if isinstance(node, Local) and node.slot in values:
        return _substitute(values[node.slot], values)
    if isinstance(node, tuple):
        return tuple(_substitute(item, values) for item in node)
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        fields = {field.name: getattr(node, field.name) for field in dataclasses.fields(node)}
        changed = {name: _substitute(value, values) for name, value in fields.items() if _may_hold_slots(value)}
        if any(changed[name] is not fields[name] for name in changed):
            return dataclasses.replace(node, **changed)
    return node


def _may_hold_slots(value: object) -> bool:
    return isinstance(value, tuple) or dataclasses.is_dataclass(value)
