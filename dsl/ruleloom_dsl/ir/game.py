"""One configuration of a game, whole: what the interpreter and the rulebook read."""

from dataclasses import dataclass
from typing import Literal

from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.statements import Block
from ruleloom_dsl.ir.types import Type, Value

Sees = Literal["everyone", "owner", "team", "nobody", "face_up", "top", "count"]


@dataclass(frozen=True, slots=True)
class Configuration:
    """Which game is played: its variants in order of their ids, how many people play, options that differ."""

    game: str
    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The game and its variants, such as `g+one+two`."""
        return "+".join((self.game, *self.variants))

    @property
    def id(self) -> str:
        """A stable name for records, pages and simulations, such as `g+one+two(players=3,edges=frame)`."""
        settings = [f"players={self.players}", *(f"{name}={value}" for name, value in self.options)]
        return f"{self.name}({','.join(settings)})"


@dataclass(frozen=True, slots=True)
class WordList:
    """A closed list of words; a word's value is its index here."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of card: how many there are, how it is written, its constant attributes by name.

    Each combination of a product is a sort of its own; `family` is the kind as the file declares it.
    """

    id: str
    called: str
    symbol: str
    count: int
    attributes: tuple[tuple[str, Value], ...]
    per_pack: int | None = None  # how many such cards one pack holds
    family: str = ""
    spelled: tuple[tuple[str, str], ...] = ()  # the pieces of the symbol, each with the kind or word it stands for


@dataclass(frozen=True, slots=True)
class Component:
    """Cards of one make (with kinds), or a pawn for each player (without)."""

    id: str
    kinds: tuple[Kind, ...]
    attributes: tuple[tuple[str, Type], ...]
    changes: tuple[tuple[str, str], ...]  # changing attribute, its word list
    called: str = ""
    decks: int = 1  # the counts of the kinds are those of all decks together

    @property
    def packs(self) -> int | None:
        """How many packs hold all these cards, where every kind says how many are in one."""
        packs = [-(-kind.count // kind.per_pack) for kind in self.kinds if kind.per_pack]
        return max(packs) if packs and len(packs) == len(self.kinds) else None

    @property
    def size(self) -> int:
        """How many cards there are in all."""
        return sum(kind.count for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of places numbered in reading order, each with the row and column it starts on (from 1)."""

    rows: int
    columns: int
    joined: tuple[str, ...]  # axes whose lines close to a ring: "rows", "columns"
    movable: bool
    edges: Literal["line", "frame"]
    holds: str | None
    sees: Sees
    names: tuple[str, ...]  # how each place is written in moves
    cells: Literal["square", "hexagons"] = "square"  # hexagons: each row half a cell further to the right
    enters: tuple[tuple[str, int], ...] = ()  # changing attribute, the word it takes when a card is laid here

    @property
    def size(self) -> int:
        """How many places there are."""
        return self.rows * self.columns


@dataclass(frozen=True, slots=True)
class ZoneFamily:
    """A zone, or one for each member of `per`; `order` says what its natural order is."""

    id: str
    component: str
    per: Type | None
    keys: tuple[Value, ...]  # (None,) without `per`
    order: Literal["set", "stack", "row"]
    sees: Sees
    forget: bool
    role: Literal["deck", "box", "declared"]
    enters: tuple[tuple[str, int], ...] = ()  # changing attribute, the word it takes when a card enters
    capacity: int | None = None  # at most so many cards


@dataclass(frozen=True, slots=True)
class Variable:
    """Something the rules remember: the values it may take, and the one it has at the start of `per`."""

    id: str
    type: Type
    allowed: tuple[Value, ...]
    of: Type | None
    keys: tuple[Value, ...]  # (None,) without `of`
    per: str  # "game", "turn" or the id of a loop
    starts: Value
    sees: Literal["everyone", "owner", "team", "nobody"]


@dataclass(frozen=True, slots=True)
class Order:
    """An order of words of a list: the position of each word of the list, counted from 1, or None."""

    id: str
    words: str
    positions: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A named cell of the frame; a `memory` slot outlives its move until the turn ends."""

    name: str
    type: Type
    memory: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A named expression; `slots` are its parameters."""

    id: str
    slots: tuple[int, ...]
    body: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Step:
    """A named list of statements with parameters."""

    id: str
    slots: tuple[int, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class OneOf:
    """A parameter that ranges over a set."""

    name: str
    slot: int
    domain: Expression


@dataclass(frozen=True, slots=True)
class Given:
    """A parameter that is computed."""

    name: str
    slot: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Walk:
    """A parameter that ranges over all walks of 1 to `up_to` steps of the relation."""

    name: str
    slot: int
    relation: str  # "orthogonal", "diagonal", "around" or a term with one place parameter
    start: Expression
    up_to: int


@dataclass(frozen=True, slots=True)
class Some:
    """A parameter that ranges over the subsets of a set, of `least` to `most` members (None: all of them).

    `one_by_one`: the move is chosen without it, and then its members one after the other, in natural order.
    """

    name: str
    slot: int
    domain: Expression
    least: Expression
    most: Expression | None
    one_by_one: bool


Parameter = OneOf | Given | Walk | Some


@dataclass(frozen=True, slots=True)
class Decided:
    """A value that is the decision: a parameter (`value` is its local) or something computed from one."""

    name: str
    slot: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `times` for each player in every `per` ("game", "turn" or the id of a loop)."""

    key: str
    times: int
    per: str


@dataclass(frozen=True, slots=True)
class Exemption:
    """An exception to a clause: where `when` holds the clause passes too, the limit is spent and `then` runs first."""

    key: str
    when: Expression
    limit: Limit | None
    then: Block


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition of a move. With `each_slot` it must hold for every member of `each`.

    `if_able`: it refuses only while another candidate that passed the earlier clauses satisfies it.
    """

    key: str
    id: str
    that: Expression
    when: Expression | None
    each_slot: int | None
    each: Expression | None
    if_able: bool
    exceptions: tuple[Exemption, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """A variable of the mover that must hold at least `amount` and is lowered by it."""

    variable: str
    amount: Expression


@dataclass(frozen=True, slots=True)
class Memory:
    """A value of the move that the rest of the turn may read: copied from `source` to `slot` when it is made."""

    slot: int
    source: int


@dataclass(frozen=True, slots=True)
class Move:
    """What a player may choose: parameters, the clauses that guard them, and what happens then."""

    id: str
    parameters: tuple[Parameter, ...]
    decides: tuple[Decided, ...]
    clauses: tuple[Clause, ...]
    costs: tuple[Cost, ...]
    limit: Limit | None
    memory: tuple[Memory, ...]
    then: Block

    @property
    def picked(self) -> Some | None:
        """The parameter whose members are chosen one by one after the move, if there is one."""
        return next((each for each in self.parameters if isinstance(each, Some) and each.one_by_one), None)

    @property
    def announced(self) -> tuple[Decided, ...]:
        """What is decided when the move is chosen: everything but what is picked one by one."""
        picked = self.picked
        return self.decides if picked is None else tuple(each for each in self.decides if each.slot != picked.slot)


@dataclass(frozen=True, slots=True)
class Score:
    """A score for each player bound to `slot`; `lower` means that less is better."""

    slot: int
    value: Expression
    lower: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game can end: by `finish`, by `if_none`, or at the moments named in `after` and `before`."""

    id: str
    when: Expression | None
    after: tuple[str, ...]
    before: tuple[str, ...]
    win: Expression | None
    lose: Expression | None
    draw: bool
    team: Literal["won", "lost"] | None
    score: Score | None


@dataclass(frozen=True, slots=True)
class Blank:
    """What is filled into a statement: one of these, as they are written."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """A statement that players may make: its blanks, whom it is made to, its sentence with the blanks in braces."""

    id: str
    blanks: tuple[Blank, ...]
    to: Literal["one", "all", "any"]
    text: str


@dataclass(frozen=True, slots=True)
class Talk:
    """What may be said, and how often each player may speak before each decision. It is no part of any state."""

    at_most: int
    says: tuple[Saying, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A configuration's rules in checked form."""

    configuration: Configuration
    title: str
    version: str
    word_lists: tuple[WordList, ...]
    components: tuple[Component, ...]
    board: Board | None
    zones: tuple[ZoneFamily, ...]
    variables: tuple[Variable, ...]
    slots: tuple[Slot, ...]
    terms: tuple[Term, ...]
    steps: tuple[Step, ...]
    moves: tuple[Move, ...]
    ends: tuple[Ending, ...]
    setup: Block
    play: Block
    seats: int = 0  # one for each person
    teams: tuple[tuple[int, ...], ...] = ()  # the seats of each
    talk: Talk | None = None
    orders: tuple[Order, ...] = ()

    @property
    def players(self) -> int:
        """How many seats there are: in the language a player is a seat."""
        return self.seats or self.configuration.players
