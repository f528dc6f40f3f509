"""The flat plan of a game: fixed fields, constant tables, small functions, blocks with jumps. Both engines print it.

Everything is a whole number or a mask, a set of small numbers as the bits of one word. Nothing is allocated, and no
name comes from a ruleset: fields, tables and functions are numbered or named here. A plan has two records: the state
`s`, and the options `o` that a choice offers. Every function gets both.

`none` is NONE for what is counted from 0 (players, places, cards, words, zones, truths) and NO_NUMBER for numbers.
"""

from dataclasses import dataclass
from typing import Literal

from ruleloom.lower.passes import ALL, Passes

NONE = -1
NO_NUMBER = -(1 << 62)
LONGEST_RUN = 300_000
"""So many jumps backwards are made between two stops at most; a net, not a rule."""

Kind = Literal["int", "mask"]
Record = Literal["s", "o"]


@dataclass(frozen=True, slots=True)
class Int:
    """A constant whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Mask:
    """A constant set."""

    bits: int


@dataclass(frozen=True, slots=True)
class Name:
    """A local, or a parameter of the function."""

    name: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a local array."""

    array: str
    index: "Expr"


@dataclass(frozen=True, slots=True)
class Field:
    """A single field of a record."""

    name: str
    record: Record = "s"


@dataclass(frozen=True, slots=True)
class At:
    """An item of a field that is an array."""

    name: str
    index: "Expr"
    record: Record = "s"


@dataclass(frozen=True, slots=True)
class Entry:
    """An item of a constant table."""

    table: str
    index: "Expr"


UnarySign = Literal["-", "not", "count", "lowest", "highest", "bit", "below"]
"""Of numbers `-`; of truths `not`; of masks how many members, the lowest, the highest (of a mask that is not empty).

`bit` of a number is the mask that holds it alone, `below` of a number the mask of all numbers below it.
"""


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before one expression."""

    sign: UnarySign
    of: "Expr"


BinarySign = Literal["+", "-", "*", "div", "mod", "==", "!=", "<", "<=", ">", ">=", "and", "or", "&", "|", "without"]
"""`div` rounds down and `mod` has the sign of the divisor; `and`, `or` read the right side only if it matters.

`&`, `|` and `without` join masks; `==` and `!=` compare numbers with numbers and masks with masks.
"""


@dataclass(frozen=True, slots=True)
class Binary:
    """A sign between two expressions."""

    sign: BinarySign
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Has:
    """Whether a mask holds a number, which is from 0 to the width of a mask - 1."""

    mask: "Expr"
    member: "Expr"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two expressions; only that one is read."""

    test: "Expr"
    then: "Expr"
    other: "Expr"


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the plan applied to arguments, beside the two records."""

    function: str
    arguments: "tuple[Expr, ...]" = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A number below a bound (at least 1) from a stream of random numbers, given by its number in `Plan.streams`."""

    stream: "Expr"
    bound: "Expr"


Expr = Int | Mask | Name | Item | Field | At | Entry | Unary | Binary | Has | Choice | Call | Draw
Place = Name | Item | Field | At


@dataclass(frozen=True, slots=True)
class Let:
    """Declare a local, which may be stored to later."""

    name: str
    kind: Kind
    value: Expr


@dataclass(frozen=True, slots=True)
class LetArray:
    """Declare a local array, all 0 or empty, or anything at all where each item is stored before it is read."""

    name: str
    kind: Kind
    size: int
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class Store:
    """Put a value somewhere."""

    to: Place
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """One of two lists of statements."""

    test: Expr
    then: "tuple[Stmt, ...]"
    otherwise: "tuple[Stmt, ...]" = ()


@dataclass(frozen=True, slots=True)
class While:
    """Statements again and again as long as a test holds."""

    test: Expr
    body: "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True)
class For:
    """Statements for each number from `low` up to and without `high`; both are read once, before the first."""

    name: str
    low: Expr
    high: Expr
    body: "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True)
class Bits:
    """Statements for each member of a mask, ascending; the mask is read once."""

    name: str
    mask: Expr
    body: "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with the next round of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function, with its result if it has one."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """Call a function for what it does."""

    call: Call


@dataclass(frozen=True, slots=True)
class Fail:
    """The rules do not cover this: the run ends, and the reference engine tells why."""


@dataclass(frozen=True, slots=True)
class Goto:
    """Go on at a block; only in blocks. Backwards it counts against the longest run."""

    block: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop at a program point; only in blocks."""

    at: int


Stmt = (
    Let | LetArray | Store | If | While | For | Bits | Break | Continue | Return | Do | Fail | Goto | Halt
)  # fmt: skip
Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class StateField:
    """A field of a record: `size` items (None: not an array), whose numbers lie from `low` to `high`, both included."""

    name: str
    kind: Kind
    size: int | None
    low: int = 0
    high: int = 0
    record: Record = "s"


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table."""

    name: str
    kind: Kind
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the plan; `result` of None: it is called for what it does."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Kind | None
    body: Block


StopKind = Literal["decide", "pick", "chance", "over"]


@dataclass(frozen=True, slots=True)
class Stop:
    """A program point where a run ends, and why."""

    at: int
    kind: StopKind


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole game, flat.

    These functions are what an engine calls; the number of a program point is in the state's field `pc`:

    `legal`    fills the options of the decision at a stop and gives their number, in the documented order
    `take`     (option): puts an option into the slots of its move and sets `pc` to where its body begins
    `absent`   sets `pc` to where a choice without candidate goes on, or fails
    `chance`   lets the event of a stop happen, drawing from `streams`, and sets `pc` behind it
    `run`      is the blocks: from the program point to the next stop
    `prepare`  works out the fields that follow from others, in a state whose other fields came from elsewhere
    `result`   fills the option fields `returns` (whole numbers, by seat) of a game that is over, and `ranks` where
               there is such a field, because scores have several parts
    """

    fields: tuple[StateField, ...]
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    blocks: dict[int, Block]
    stops: tuple[Stop, ...]
    streams: tuple[str, ...]
    mask_bits: int
    players: int
    capacity: int
    """How many options there can be at most.

    Of the option fields, `count` says how many there are, `alternative` which alternative each is (behind the last:
    `decline`; of a pick: 0 a member, 1 `done`), `picked` the member of a pick; `o` and the number of a slot is a column
    that holds what an option puts into that slot.
    """
    passes: Passes = ALL
    """How it was made, and is to be printed."""
