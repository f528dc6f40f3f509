"""The symmetries of a board, as far as the rules see its places through step relations alone.

A symmetry renames the places so that whatever was a step apart still is. It changes nothing in a game whose rules, from
some point on, name no place, read no row, column or direction, and never prefer one place to another by its number.
"""

from collections.abc import Iterable, Iterator, Sequence

from ruleloom.engines.identity import reachable
from ruleloom.geometry import RELATIONS, first_geometry
from ruleloom.machine import Machine
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Walk
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, Maybe, Place, SetOf, TupleOf, Type

Permutation = tuple[int, ...]
"""For each place the one it becomes."""

Near = Sequence[Sequence[int]]

MOST = 20_000
"""A board with more symmetries than this is treated as one without."""

_STEPS = {"neighbours": "orthogonal", "around": "around"}
_BLIND = frozenset({
    "count", "empty", "distinct", "top", "cards", "onwards", "starting", "reachable", "start", "end", "entered",
    "inner", "length", "after", "before", "left", "right",
})  # fmt: skip
"""Built-ins that treat all places alike."""
_CHOOSY = frozenset({"first", "last", "largest", "smallest"})


def symmetries_of(machine: Machine, at: int) -> tuple[Permutation, ...]:
    """The symmetries of the board that what is played from a program point on does not notice; the identity first."""
    board = machine.game.board
    if board is None:
        return ((),)
    same = tuple(range(board.size))
    relations = None if board.movable else relations_seen(machine, at)
    if relations is None:
        return (same,)
    geometry = first_geometry(board)
    found = automorphisms([geometry.steps(relation) for relation in sorted(relations)] or [[()] * board.size])
    return (same,) if found is None else found


def relations_seen(machine: Machine, at: int) -> frozenset[str] | None:
    """The step relations through which rules see places from a program point on; None if they see them otherwise."""
    relations: set[str] = set()
    for node in _nodes(machine, at):
        if (relation := _relation(node)) is not None:
            relations.add(relation)
        elif _prefers(machine, node):
            return None
    return frozenset(relations)


def _nodes(machine: Machine, at: int) -> Iterator[object]:
    """All that is read from a program point on: what instructions hold, and the terms that these call."""
    terms = {term.id: term for term in machine.game.terms}
    waiting: list[object] = [machine.program.code[pc] for pc in sorted(reachable(machine.program, at))]
    waiting += machine.game.ends
    seen: set[str] = set()
    while waiting:
        for node in inside(waiting.pop()):
            yield node
            names = [node.term] if isinstance(node, ir.CallTerm | ir.Relation) else []
            names += [node.relation] if isinstance(node, Walk) and node.relation in terms else []
            for name in names:
                if name not in seen:
                    seen.add(name)
                    waiting.append(terms[name].body)


def _relation(node: object) -> str | None:
    """The step relation that a node reads."""
    match node:
        case ir.CallBuiltin(name) if name in _STEPS:
            return _STEPS[name]
        case Walk(relation=relation) if relation in RELATIONS:
            return relation
        case _:
            return None


def _prefers(machine: Machine, node: object) -> bool:
    """Whether a node treats places differently."""
    match node:
        case ir.Const(value, type_):
            return has_places(type_) and value is not None and not _is_every_place(machine, value)
        case ir.CallBuiltin("nth", arguments):
            return any(_is_placed(machine, each.type) for each in arguments)
        case ir.CallBuiltin(name):
            return name not in _BLIND
        case ir.Quantified(quantifier, domain=domain):
            return quantifier in _CHOOSY and _is_placed(machine, domain.type)
        case ir.Comparison(sign, left):
            return sign in ("<", "<=", ">", ">=") and has_places(left.type)
        case st.Each(domain=domain):
            return _is_placed(machine, domain.type)
        case st.Deal(targets=targets):
            return has_places(targets.type)
        case st.Slide() | st.Shuffle() | st.Roll():
            return True
        case _:
            return False


def _is_every_place(machine: Machine, value: object) -> bool:
    board = machine.game.board
    return board is not None and value == tuple(range(board.size))


def _is_placed(machine: Machine, type_: Type) -> bool:
    """Whether values are places, or cards that may lie on them."""
    board = machine.game.board
    held = board.holds if board is not None else None
    return any(isinstance(each, Place) or each == Card(held or "") for each in _parts(type_))


def has_places(type_: Type) -> bool:
    """Whether values of a type hold places."""
    return any(isinstance(each, Place) for each in _parts(type_))


def _parts(type_: Type) -> Iterator[Type]:
    match type_:
        case Maybe(of):
            yield from _parts(of)
        case SetOf(item):
            yield from _parts(item)
        case TupleOf(items):
            for item in items:
                yield from _parts(item)
        case _:
            yield type_


# --- automorphisms ----------------------------------------------------------------------------------------------------


def automorphisms(relations: Iterable[Near]) -> tuple[Permutation, ...] | None:
    """All renamings that keep every relation, the identity first; None if they are more than MOST.

    >>> line = [(1,), (0, 2), (1,)]
    >>> automorphisms([line])
    ((0, 1, 2), (2, 1, 0))
    """
    tables = [[frozenset(near) for near in relation] for relation in relations]
    size = len(tables[0])
    colours = _refined(tables, [0] * size)
    found: list[Permutation] = []
    for image in _images(tables, colours, []):
        found.append(image)
        if len(found) > MOST:
            return None
    return tuple(found)


def _refined(tables: list[list[frozenset[int]]], colours: list[int]) -> list[int]:
    """Places told apart by the colours around them, again and again, until nothing changes."""
    while True:
        seen = [
            (colours[place], *(tuple(sorted(colours[other] for other in table[place])) for table in tables))
            for place in range(len(colours))
        ]
        names = {each: number for number, each in enumerate(sorted(set(seen)))}
        finer = [names[each] for each in seen]
        if len(names) == len(set(colours)):
            return finer
        colours = finer


def _images(tables: list[list[frozenset[int]]], colours: list[int], image: list[int]) -> Iterator[Permutation]:
    """All ways to go on with the images of the first places."""
    place = len(image)
    if place == len(colours):
        yield tuple(image)
        return
    for candidate in range(len(colours)):
        if candidate in image or colours[candidate] != colours[place]:
            continue
        if all(
            (earlier in table[place]) == (other in table[candidate])
            and (place in table[earlier]) == (candidate in table[other])
            for table in tables
            for earlier, other in enumerate(image)
        ):
            yield from _images(tables, colours, [*image, candidate])
