"""The syntax trees of expressions and effects: frozen nodes that know where in their text they stand."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ruleloom_dsl.ir.expressions import ArithmeticSign, ComparisonSign, Quantifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every part of a syntax tree has: where it stands in its text."""

    start: int = field(compare=False, repr=False, default=0)
    end: int = field(compare=False, repr=False, default=0)


@dataclass(frozen=True, slots=True)
class Whole(Node):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name or a word."""

    text: str


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """`of.name`."""

    of: "Ast"
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(arguments)`."""

    name: str
    arguments: "tuple[Ast, ...]"


@dataclass(frozen=True, slots=True)
class Operation(Node):
    """Two operands joined by a sign."""

    sign: ArithmeticSign | ComparisonSign | Literal["and", "or"]
    left: "Ast"
    right: "Ast"


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`not of`."""

    of: "Ast"


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-of`."""

    of: "Ast"


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    """`if test then this else other`."""

    test: "Ast"
    then: "Ast"
    other: "Ast"


@dataclass(frozen=True, slots=True)
class Quantification(Node):
    """A quantifier in words."""

    quantifier: Quantifier
    name: str
    domain: "Ast"
    where: "Ast | None"
    body: "Ast | None"


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """`low..high`."""

    low: "Ast"
    high: "Ast"


@dataclass(frozen=True, slots=True)
class Listing(Node):
    """`[a, b]`."""

    items: "tuple[Ast, ...]"


@dataclass(frozen=True, slots=True)
class Tupling(Node):
    """`(a, b)`."""

    items: "tuple[Ast, ...]"


Ast = Whole | Name | Dot | Call | Operation | Negation | Minus | IfElse | Quantification | Interval | Listing | Tupling


@dataclass(frozen=True, slots=True)
class SetEffect(Node):
    """`set target to value`, or `add value to target`."""

    target: Ast
    value: Ast
    add: bool


@dataclass(frozen=True, slots=True)
class MoveEffect(Node):
    """`move what to target [under]`."""

    what: Ast
    target: Ast
    under: bool


@dataclass(frozen=True, slots=True)
class DealEffect(Node):
    """`deal count from zone to targets [face word]`; a count of None is `all`."""

    count: Ast | None
    zone: Ast
    targets: Ast
    face: str | None


@dataclass(frozen=True, slots=True)
class ShuffleEffect(Node):
    """`shuffle zone`."""

    zone: Ast


@dataclass(frozen=True, slots=True)
class TurnEffect(Node):
    """`turn cards word`."""

    cards: Ast
    word: str


@dataclass(frozen=True, slots=True)
class SlideEffect(Node):
    """`slide line way`."""

    line: Ast
    way: str


@dataclass(frozen=True, slots=True)
class RollEffect(Node):
    """`roll target from outcomes`."""

    target: Ast
    outcomes: Ast


@dataclass(frozen=True, slots=True)
class LetEffect(Node):
    """`let name be value`."""

    name: str
    value: Ast


@dataclass(frozen=True, slots=True)
class EliminateEffect(Node):
    """`eliminate players`."""

    players: Ast


@dataclass(frozen=True, slots=True)
class EndEffect(Node):
    """`end turn` (name None) or `end loop`."""

    name: str | None


@dataclass(frozen=True, slots=True)
class AgainEffect(Node):
    """`again`."""


@dataclass(frozen=True, slots=True)
class FinishEffect(Node):
    """`finish ending`."""

    ending: str


@dataclass(frozen=True, slots=True)
class DoEffect(Node):
    """`do step(arguments)`."""

    step: str
    arguments: tuple[Ast, ...]


EffectAst = (
    SetEffect
    | MoveEffect
    | DealEffect
    | ShuffleEffect
    | TurnEffect
    | SlideEffect
    | RollEffect
    | LetEffect
    | EliminateEffect
    | EndEffect
    | AgainEffect
    | FinishEffect
    | DoEffect
)


def children(node: Node) -> Iterator[Node]:
    """The parts of a node, in order."""
    for each in dataclasses.fields(node):
        value = getattr(node, each.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from value
