"""Positions and scenarios as they were written: which configuration, what lies where, what is played and expected.

Everything is still text, because only a game knows its places, cards and moves. `Path` says where in the file a value
stands, so that what is found out later can still be blamed on its place.
"""

from dataclasses import dataclass, field

Path = tuple[str | int, ...]
Grid = tuple[tuple[str, ...], ...]
Values = tuple[str, ...]
"""The one value of a variable, or the members of a set."""

BOX = "box"
"""How a pawn that stands on no place is written."""
HOLE = "."
"""How a place without a card, or a point of the picture without a place, is written."""


@dataclass(frozen=True, slots=True)
class Written:
    """A whole outcome: the cards of a shuffle from the top, or the value of a roll."""

    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The outcome that the first such event has in a game with this seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class Partly:
    """A shuffle of which some cards are known, each by its place, the top card being 0; the rest is drawn."""

    at: tuple[tuple[str, str], ...]
    seed: int


Outcome = Written | Drawn | Partly


@dataclass(frozen=True, slots=True)
class Keyed:
    """A value of a variable, or the cards of a zone; `key` says whose it is, where each player or word has one."""

    name: str
    key: str | None
    values: Values


@dataclass(frozen=True, slots=True)
class Tableau:
    """What can be seen on the table; None and nothing mean that it is not said.

    `places` draws which place is where, for a board whose lines have slid. `pawns` gives the place of each seat's pawn.
    """

    board: Grid | None = None
    places: Grid | None = None
    pawns: tuple[tuple[str, str], ...] = ()
    out: tuple[int, ...] | None = None
    zones: tuple[Keyed, ...] = ()
    vars: tuple[Keyed, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A position that is laid out instead of the setup: whose turn it is, and at which choice.

    `memory` holds what was decided earlier in the turn; `used` the limited moves and exceptions each seat has used.
    """

    tableau: Tableau
    turn: int | None = None
    at: str | None = None
    memory: tuple[tuple[str, Values], ...] = ()
    used: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A configuration, what chance does in it, a layout if there is one, and the moves played from there."""

    variants: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    chance: tuple[tuple[str, tuple[Outcome, ...]], ...] = ()
    given: Given | None = None
    play: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A move that is refused, with the ids of the clauses that refuse it together; none if any refusal will do."""

    path: Path = field(compare=False)
    move: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must be so at one moment; what is None or empty is not looked at.

    `legal` are exactly the legal moves, in any order.
    """

    path: Path = field(compare=False)
    legal: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[Exclusion, ...] = ()
    player: int | None = None
    choice: str | None = None
    ended: str | None = None
    winners: tuple[int, ...] | None = None
    turns: int | None = None
    tableau: Tableau = Tableau()


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that an example tells its reader here; its text is kept under its id. `about` are element keys."""

    id: str
    about: tuple[str, ...] = ()
    picture: bool = True
    expected: Expectation | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat (from 1) says before the next move, as it is typed."""

    by: int
    text: str


@dataclass(frozen=True, slots=True)
class Briefly:
    """Moves that are told in one go."""

    moves: tuple[str, ...]


CourseItem = str | Briefly | Expectation | Remark | Said


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position that is played on; moves and what stands between them follow each other in `course`.

    `about` are element keys. One with an `example` is told in the rulebook, where the players have these `names`.
    """

    id: str
    title: str | None
    position: Position
    about: tuple[str, ...]
    faq: str | None
    answer: str | None
    course: tuple[CourseItem, ...]
    example: str | None = None
    names: tuple[str, ...] = ()
