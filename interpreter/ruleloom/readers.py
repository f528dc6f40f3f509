"""The functions that compiled expressions are made of: each reads a value from a world."""

from collections.abc import Callable, Iterator, Sequence

from ruleloom.builtins import Builtin
from ruleloom.errors import RuleError
from ruleloom.world import World
from ruleloom_dsl.ir.types import Value

Reader = Callable[[World], Value]
Members = Callable[[World], tuple[Value, ...]]
Test = Callable[[World], bool]
Counter = Callable[[World], int]
Finder = Callable[[World], int | None]
Chosen = Callable[[World], Iterator[Value]]
Work = Callable[..., Value]
Step = Callable[[World, int], tuple[Value, ...]]


def read_table(number: Finder, values: Sequence[Value]) -> Reader:
    """Look a number up in a constant table; nothing stays nothing."""

    def read(world: World) -> Value:
        at = number(world)
        return None if at is None else values[at]

    return read


def read_changing(card: Finder, attribute: int) -> Reader:
    """The word a changing attribute of a card shows."""

    def read(world: World) -> Value:
        at = card(world)
        return None if at is None else world.attributes[attribute][at]

    return read


def read_card(place: Finder) -> Reader:
    """The card on a place."""

    def read(world: World) -> Value:
        at = place(world)
        return None if at is None else world.cards[at]

    return read


def read_zone(card: Finder, component: str) -> Reader:
    """The zone a card lies in; none where it lies on a place."""

    def read(world: World) -> Value:
        at = card(world)
        return None if at is None else world.spot(component, at).zone

    return read


def read_pawn(pawn: Finder, component: int) -> Reader:
    """The place a pawn stands on."""

    def read(world: World) -> Value:
        at = pawn(world)
        return None if at is None else world.pawns[component][at]

    return read


def read_variable(key: Finder, first_key: int, first_cell: int, count: int) -> Reader:
    """The variable of a key; the keys are so many numbers in a row, and nothing belongs to any other."""

    def read(world: World) -> Value:
        at = key(world)
        if at is None or not 0 <= at - first_key < count:
            return None
        return world.variables[first_cell + at - first_key]

    return read


def call_builtin(work: Builtin, arguments: Sequence[Reader]) -> Reader:
    """A built-in of its arguments."""
    if len(arguments) == 1:
        only = arguments[0]
        return lambda world: work(world, only(world))
    if len(arguments) == 2:
        one, other = arguments
        return lambda world: work(world, one(world), other(world))
    return lambda world: work(world, *(argument(world) for argument in arguments))


def call_with(bound: Sequence[tuple[int, Reader]], body: Reader) -> Reader:
    """A term's body after its arguments were put into its slots."""
    if not bound:
        return body
    if len(bound) > 1:
        return _call_with_several(bound, body)
    slot, argument = bound[0]

    def call(world: World) -> Value:
        world.frame[slot] = argument(world)
        return body(world)

    return call


def _call_with_several(bound: Sequence[tuple[int, Reader]], body: Reader) -> Reader:
    if len(bound) == 2:
        one, other = bound
        return _call_with_two(one, other, body)

    def call(world: World) -> Value:
        for slot, value in [(slot, read(world)) for slot, read in bound]:
            world.frame[slot] = value
        return body(world)

    return call


def _call_with_two(one: tuple[int, Reader], other: tuple[int, Reader], body: Reader) -> Reader:
    first, read_first = one
    second, read_second = other

    def call(world: World) -> Value:
        value = read_first(world)  # into its slot after the other is read, which may read what stood there
        world.frame[second] = read_second(world)
        world.frame[first] = value
        return body(world)

    return call


def collect(items: Sequence[Reader]) -> Reader:
    """Several values in the order in which they are written."""
    return lambda world: tuple([item(world) for item in items])


def join(work: Work, left: Reader, right: Reader) -> Reader:
    """Two values joined by an operator that is not defined for none."""

    def joined(world: World) -> Value:
        one, other = left(world), right(world)
        try:
            return work(one, other)
        except ZeroDivisionError as error:
            raise RuleError(f"{_shown(one)} cannot be divided by {_shown(other)}") from error
        except OverflowError as error:
            raise RuleError(f"{_shown(one)} and {_shown(other)} make a number that is too large") from error
        except TypeError as error:
            raise RuleError(f"cannot compute with {_shown(one)} and {_shown(other)}") from error

    return joined


def pick(chosen: Chosen, key: Reader, beats: Callable[..., bool]) -> Reader:
    """The first member whose key no other one beats."""

    def picked(world: World) -> Value:
        best, best_key = None, None
        for item in chosen(world):
            found = key(world)
            if best is None or _beats(beats, found, best_key):
                best, best_key = item, found
        return best

    return picked


def _beats(beats: Callable[..., bool], one: Value, other: Value) -> bool:
    try:
        return beats(one, other)
    except TypeError as error:
        raise RuleError(f"cannot compare {_shown(one)} with {_shown(other)}") from error


def _shown(value: Value) -> str:
    return "none" if value is None else str(value)
