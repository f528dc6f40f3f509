"""Expressions of the checked form: names are resolved, types known, options folded into constants."""

from dataclasses import dataclass
from typing import Literal

from ruleloom_dsl.ir.types import Type, Value

ArithmeticSign = Literal["+", "-", "*", "div", "mod", "without"]
ComparisonSign = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
Quantifier = Literal["any", "all", "those", "count", "sum", "first", "last", "largest", "smallest"]


@dataclass(frozen=True, slots=True)
class Const:
    """A value known when the game is loaded."""

    value: Value
    type: Type


@dataclass(frozen=True, slots=True)
class Local:
    """The value bound to a slot: a parameter, a decided value, a quantified name, a `let`, turn memory."""

    slot: int
    type: Type


@dataclass(frozen=True, slots=True)
class Me:
    """The player who decides, else the player whose turn it is."""

    type: Type


@dataclass(frozen=True, slots=True)
class Playing:
    """The players who are not eliminated."""

    type: Type


@dataclass(frozen=True, slots=True)
class Attribute:
    """A constant attribute of a card, such as its kind."""

    card: "Expression"
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Changing:
    """A changing attribute of a card, such as its face."""

    card: "Expression"
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class CardAt:
    """The card that lies on a place, or none."""

    place: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class PawnOf:
    """A player's pawn."""

    component: str
    player: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """The place a pawn stands on, or none."""

    pawn: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneAt:
    """A zone, or the member of a family of zones that belongs to `key`."""

    zone: str
    key: "Expression | None"
    type: Type


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a zone; a `key` of None means all members of the family, one after the other."""

    zone: str
    key: "Expression | None"
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The zone that a card lies in, or none where it lies on a board."""

    card: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class PositionIn:
    """The position of a word in a declared order, counted from 1, or none."""

    order: str
    word: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class ReadVariable:
    """The value of a declared variable."""

    variable: str
    key: "Expression | None"
    type: Type


@dataclass(frozen=True, slots=True)
class LoopNumber:
    """Which round of a loop is running, counted from 1."""

    loop: str
    type: Type


@dataclass(frozen=True, slots=True)
class CallTerm:
    """A declared term applied to arguments."""

    term: str
    arguments: "tuple[Expression, ...]"
    type: Type


@dataclass(frozen=True, slots=True)
class CallBuiltin:
    """A built-in of the closed list applied to arguments."""

    name: str
    arguments: "tuple[Expression, ...]"
    type: Type


@dataclass(frozen=True, slots=True)
class Relation:
    """A term with one place parameter whose value is a set of places, named and not called: where a step may lead."""

    term: str
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    of: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Logic:
    """`and`, `or`; the right side is read only if it matters."""

    sign: Literal["and", "or"]
    left: "Expression"
    right: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Whole-number arithmetic; `+` and `without` also join and subtract sets."""

    sign: ArithmeticSign
    left: "Expression"
    right: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Comparison:
    """Equality holds for none only with none; an order comparison with none is a reported error."""

    sign: ComparisonSign
    left: "Expression"
    right: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if test then this else other`."""

    test: "Expression"
    then: "Expression"
    other: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Quantified:
    """A quantifier in words: binds `slot` to each member of `domain` that satisfies `where`.

    `body` is what `all ... satisfy`, `sum ... of` or `largest ... by` reads; the others have none.
    """

    quantifier: Quantifier
    slot: int
    domain: "Expression"
    where: "Expression | None"
    body: "Expression | None"
    type: Type


@dataclass(frozen=True, slots=True)
class Several:
    """A list `[a, b]` (type SetOf) or a tuple `(a, b)` (type TupleOf) written out."""

    items: "tuple[Expression, ...]"
    type: Type


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `low` to `high`, both included."""

    low: "Expression"
    high: "Expression"
    type: Type


Expression = (
    Const
    | Local
    | Me
    | Playing
    | Attribute
    | Changing
    | CardAt
    | PawnOf
    | PlaceOf
    | ZoneAt
    | Cards
    | ZoneOf
    | PositionIn
    | ReadVariable
    | LoopNumber
    | CallTerm
    | CallBuiltin
    | Relation
    | Not
    | Logic
    | Arithmetic
    | Comparison
    | Conditional
    | Quantified
    | Several
    | Range
)
