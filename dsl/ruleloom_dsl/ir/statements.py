"""Statements of the checked form. Each carries the key of its element, or of the nearest one above it."""

from dataclasses import dataclass

from ruleloom_dsl.ir.expressions import Expression


@dataclass(frozen=True, slots=True)
class SetVariable:
    """`set x to e`; with `add`, the value is added to the old one."""

    variable: str
    key: Expression | None
    value: Expression
    add: bool
    owner: str


@dataclass(frozen=True, slots=True)
class SetAttribute:
    """`turn cards word` and `set card.attribute to e`: a changing attribute of one card or of each of several."""

    cards: Expression
    attribute: str
    value: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class MoveCards:
    """`move cards to zone-or-place`, on top or, with `under`, below what lies there."""

    cards: Expression
    target: Expression
    under: bool
    owner: str


@dataclass(frozen=True, slots=True)
class MovePawns:
    """`move pawn to place`; a target of none is the box."""

    pawns: Expression
    target: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal n from zone to targets`: cards leave the top one at a time and serve the targets round by round.

    `count` is None for `all`, which deals until the zone is empty; otherwise every target gets `count` cards.
    `face` names a changing attribute and the word it takes.
    """

    count: Expression | None
    zone: Expression
    targets: Expression
    face: tuple[str, int] | None
    owner: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle zone`: a chance event of the stream named after the zone."""

    zone: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll x from S`: a chance event of the stream named after the variable; every member is equally likely."""

    variable: str
    key: Expression | None
    outcomes: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class Slide:
    """`slide line(place, axis) way`: the coordinates of a whole line change by one; only on a movable board."""

    place: Expression
    axis: Expression
    way: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class Let:
    """`let x be e`."""

    slot: int
    value: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class Eliminate:
    """`eliminate q`: no more turns for these players."""

    players: Expression
    owner: str


@dataclass(frozen=True, slots=True)
class End:
    """`end x`: leaves the loop `x`; `end turn` leaves only the body of the current turn."""

    loop: str
    turn: bool
    owner: str


@dataclass(frozen=True, slots=True)
class Again:
    """`again`: the player whose turn it is has another one after this."""

    owner: str


@dataclass(frozen=True, slots=True)
class Finish:
    """`finish e`: the game is over."""

    ending: str
    owner: str


Effect = SetVariable | SetAttribute | MoveCards | MovePawns | Deal | Shuffle | Roll | Slide | Let | Eliminate


@dataclass(frozen=True, slots=True)
class Do:
    """`do step(arguments)`."""

    step: str
    arguments: tuple[Expression, ...]
    owner: str


@dataclass(frozen=True, slots=True)
class Choose:
    """One decision: one of `moves`, by `by` (None: by `me`); `optional` adds `decline`.

    Without candidate `if_none` runs in its place (None: an engine error for a compulsory choice).
    After the chosen move `then` runs; `otherwise` runs after a declined or not offered optional choice.
    """

    id: str
    moves: tuple[str, ...]
    by: Expression | None
    by_slot: int
    optional: bool
    if_none: "Block | None"
    then: "Block"
    otherwise: "Block"
    owner: str


@dataclass(frozen=True, slots=True)
class Together:
    """One decision of each of several players, unseen by the others; when the last has decided, all moves are made.

    `slot` holds the player who decides, and then the one whose move is made, in seat order.
    """

    id: str
    players: Expression
    slot: int
    move: str
    owner: str


@dataclass(frozen=True, slots=True)
class Each:
    """The body for each member of a set fixed on entry; `start` rotates the order to begin at that member."""

    id: str
    slot: int
    domain: Expression
    where: Expression | None
    start: Expression | None
    body: "Block"
    owner: str


@dataclass(frozen=True, slots=True)
class Bound:
    """At most so many rounds; `then` runs when it is reached (None: a reported error)."""

    rounds: Expression
    then: "Block | None"


@dataclass(frozen=True, slots=True)
class Repeat:
    """Rounds of the body, `times` counted, `while` tested before or `until` tested after each; exactly one is given."""

    id: str
    times: Expression | None
    while_: Expression | None
    until: Expression | None
    body: "Block"
    bound: Bound | None
    owner: str


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of `players` from `start` on, each next one by `next`, `rounds` turns for each player (None: for ever).

    `slot` holds the player whose turn it is; `next` reads it as `me`.
    """

    id: str
    slot: int
    players: Expression
    start: Expression
    next: Expression
    rounds: Expression | None
    body: "Block"
    bound: Bound | None
    owner: str


@dataclass(frozen=True, slots=True)
class If:
    """`then` where the test holds, else `otherwise`."""

    test: Expression
    then: "Block"
    otherwise: "Block"
    owner: str


@dataclass(frozen=True, slots=True)
class Group:
    """A named list of statements: a sentence, an anchor and a moment."""

    id: str
    body: "Block"
    owner: str


Statement = Effect | End | Again | Finish | Do | Choose | Together | Each | Repeat | Turns | If | Group
Block = tuple[Statement, ...]
