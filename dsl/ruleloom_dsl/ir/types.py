"""The types of values. Every type is finite; its values at run time are plain integers, truths, tuples and None.

A player is a seat index from 0, a team its place in the list of teams, a place its number, a card the number of a
physical card of its component, a word its index in its word list, a pawn the seat that owns it, a set or walk a tuple
in natural order, `none` is None. The cards of a component are numbered kind after kind, zones family after family, both
as declared.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team of players; its value is its place in the list of teams."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one component."""

    component: str


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn of one component."""

    component: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of one word list."""

    words: str


@dataclass(frozen=True, slots=True)
class Zone:
    """One pile, hand or row that holds cards of one component."""

    component: str


@dataclass(frozen=True, slots=True)
class Path:
    """A walk: the place it starts from and every place it enters, in order."""


@dataclass(frozen=True, slots=True)
class SetOf:
    """Several values in their natural order."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class TupleOf:
    """Several values compared one after the other."""

    items: "tuple[Type, ...]"


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none` alone."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value of the type, or `none`."""

    of: "Type"


Type = Truth | Number | Player | Team | Place | Card | Pawn | Word | Zone | Path | SetOf | TupleOf | Nothing | Maybe

Value = None | bool | int | tuple["Value", ...]


def certain(type_: Type) -> Type:
    """The type without the possibility of none."""
    return type_.of if isinstance(type_, Maybe) else type_


def member_type(type_: Type) -> Type:
    """The type of the members of a set, of the cards of a zone; any other type is its own.

    >>> member_type(Maybe(SetOf(Number()))), member_type(Zone("card")), member_type(Place())
    (Number(), Card(component='card'), Place())
    """
    match certain(type_):
        case SetOf(item):
            return item
        case Zone(component):
            return Card(component)
        case other:
            return other


def in_order(values: Iterable[Value]) -> tuple[Value, ...]:
    """Values of one type in natural order.

    >>> in_order([3, 1, 2]), in_order([(2,), (1, 3)])
    ((1, 2, 3), ((1, 3), (2,)))
    """
    return tuple(sorted(values, key=_numbers))


def _numbers(value: Value) -> tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(number for each in value for number in _numbers(each))
    return () if value is None else (value,)
