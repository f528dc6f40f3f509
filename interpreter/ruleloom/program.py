"""The flat program that a game's statements compile to: a tuple of instructions, run one after the other.

Every instruction that reads `me` knows the slot that holds it (-1: there is none). A program stops at a decision, at a
chance event and at the end; everything between is deterministic.
"""

from dataclasses import dataclass

from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Ending, Move, Slot, Some
from ruleloom_dsl.ir.statements import Each, Effect, Roll, Shuffle, Together, Turns


@dataclass(frozen=True, slots=True)
class Run:
    """Apply an effect."""

    effect: Effect
    me: int


@dataclass(frozen=True, slots=True)
class Happen:
    """A stop: a shuffle or a roll, whose outcome comes from outside."""

    effect: Shuffle | Roll
    me: int


@dataclass(frozen=True, slots=True)
class Assign:
    """Bind a slot to the value of an expression, or to none."""

    slot: int
    value: Expression | None
    me: int
    owner: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on where the test holds, else at `otherwise`."""

    test: Expression
    otherwise: int
    me: int
    owner: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on elsewhere."""

    to: int


@dataclass(frozen=True, slots=True)
class Gather:
    """Put the members an `each` runs over, in its order, into the slot `rest`."""

    each: Each
    rest: int
    me: int


@dataclass(frozen=True, slots=True)
class Take:
    """Move the first member of `rest` into a slot, or go on at `done` if there is none."""

    rest: int
    slot: int
    done: int


@dataclass(frozen=True, slots=True)
class Seek:
    """Find whose turn is next, or go on at `done`; `first` starts from the loop's start.

    `taken` holds how many turns each seat has had (-1: they are not counted), and `rounds` how many it may have;
    `again` holds whether the same player goes on (-1: never).
    """

    turns: Turns
    first: bool
    taken: int
    rounds: Expression | None
    again: int
    done: int
    me: int


@dataclass(frozen=True, slots=True)
class Reset:
    """A round of `per` begins: its variables and limits start anew and the memory slots are forgotten."""

    per: str
    memory: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn begins."""


@dataclass(frozen=True, slots=True)
class CloseTurn:
    """A turn ends; it counts if something was decided in it."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move that a decision offers and where its body begins."""

    move: Move
    body: int


@dataclass(frozen=True, slots=True)
class Joint:
    """What is remembered of a joint choice: who has still to decide, and what the others have chosen.

    `begin` is where it was convened. `commits` holds a tuple for each of the others: the seat, then the values of the
    slots `kept`.
    """

    move: Move
    begin: int
    rest: int
    commits: int
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Convene:
    """A joint choice begins: put who takes part, in seat order, into the slot `rest`; nothing is chosen yet."""

    together: Together
    rest: int
    commits: int
    me: int


@dataclass(frozen=True, slots=True)
class Commit:
    """What `me` has chosen is kept, and has no effect yet."""

    joint: Joint
    me: int


@dataclass(frozen=True, slots=True)
class Recall:
    """Make the first of the moves that are kept the chosen one, its player `seat`; or go on at `done`."""

    joint: Joint
    seat: int
    done: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A stop: `me` chooses the next member of a set and goes on at `again`, or closes it and goes on at `done`.

    The slot of `some` holds the members so far. `decide` is where the move was chosen.
    """

    move: Move
    some: Some
    decide: int
    again: int
    done: int
    me: int
    owner: str
    in_turn: bool


@dataclass(frozen=True, slots=True)
class Excuse:
    """A set is closed: work out which exceptions the move uses."""

    move: Move
    me: int


@dataclass(frozen=True, slots=True)
class Decide:
    """A stop: `me` chooses one of the alternatives. `none`: where to go on without candidate (-1: an error).

    `joint`: what this choice is kept in, where others choose at the same time.
    """

    id: str
    alternatives: tuple[Alternative, ...]
    optional: bool
    none: int
    declined: int
    me: int
    owner: str
    in_turn: bool
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class Spend:
    """The chosen move is made: pay its cost, count its limit and those of its exceptions, remember its values."""

    move: Move
    me: int


@dataclass(frozen=True, slots=True)
class TestEndings:
    """Finish with the first of these endings that holds."""

    endings: tuple[Ending, ...]
    me: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over."""

    ending: str
    me: int


@dataclass(frozen=True, slots=True)
class Fail:
    """A point that the rules do not cover was reached."""

    message: str
    owner: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The last instruction: the game is over."""


Instruction = (
    Run
    | Happen
    | Assign
    | Branch
    | Jump
    | Gather
    | Take
    | Seek
    | Reset
    | OpenTurn
    | CloseTurn
    | Decide
    | Convene
    | Commit
    | Recall
    | Pick
    | Excuse
    | Spend
    | TestEndings
    | Finish
    | Fail
    | Stop
)


@dataclass(frozen=True, slots=True)
class Program:
    """All instructions, the slots they use, and what the slots that the flow added mean.

    `begin`: where the play begins, after the setup.
    `numbers`: the slot that counts the rounds of each loop. `uses`: for each exception's key the slot that holds the
    members of its clause it was used for. `nets`: slots that count towards a bound that is no rule of the game; they
    are kept beside the state, never in it.
    """

    code: tuple[Instruction, ...]
    begin: int
    slots: tuple[Slot, ...]
    numbers: dict[str, int]
    uses: dict[str, int]
    nets: tuple[int, ...]
