"""The one flat name space of a game, and the local names of a place in it.

What is declared has a dot (`q.hand`), what is computed is called (`open(p)`); nothing may hide anything else.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ruleloom_dsl.builtins import BOARD_WORDS, BUILTIN_WORDS, BUILTINS, DIRECTIONS
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.game import Board, Component, Order, Slot, Variable, WordList, ZoneFamily
from ruleloom_dsl.ir.types import Place, Player, SetOf, Team, Type, Value, Word
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.declarations import StepModel, TermModel

FIXED = ("me", "players", "playing", "places", "none", "true", "false", "box")
DECLARE_TEAMS = "declare them, for example players: {people: 4, teams: [[1, 3], [2, 4]]}"
TEAMS = "teams"  # the set of all teams, in games that have them
BUILT_IN = {**BUILTIN_WORDS, **BOARD_WORDS}
BOARD_FIXED = tuple(DIRECTIONS["square"])  # what only a game with a board has


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound here: a parameter, a quantified name, a `let`. A witness is only evidence for a decision."""

    slot: int
    type: Type
    witness: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression or statement may read besides the declared names."""

    owner: str
    locals: Mapping[str, Local] = field(default_factory=dict)
    me: bool = False
    turn: str | None = None
    loops: tuple[str, ...] = ()
    effects: bool = False

    def bind(self, name: str, local: Local) -> "Scope":
        """The scope with one more local name."""
        return replace(self, locals={**self.locals, name: local})

    def within(self, owner: str) -> "Scope":
        """The same scope for an element further down."""
        return replace(self, owner=owner)


@dataclass(slots=True)
class Names:
    """Everything that has a name in a configuration; filled by the declarations, then only read."""

    players: int
    """How many seats there are: in the language a player is a seat."""
    people: int = 1
    """How many persons sit on them."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each team, where there are teams."""
    constants: dict[str, Const] = field(default_factory=dict)
    words: dict[str, WordList] = field(
        default_factory=lambda: {name: WordList(name, words) for name, words in BUILTIN_WORDS.items()}
    )
    symbols: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of the words of a list, for cards
    components: dict[str, Component] = field(default_factory=dict)
    called: dict[str, Scalar] = field(default_factory=dict)  # kinds and components that are called otherwise than by id
    board: Board | None = None
    zones: dict[str, ZoneFamily] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)
    terms: dict[str, TermModel] = field(default_factory=dict)
    steps: dict[str, StepModel] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    loops: set[str] = field(default_factory=set)
    slots: list[Slot] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    constant_range: Callable[[Scalar], tuple[Value, ...]] = lambda _text: ()  # Raises Unresolved
    _lists_of: dict[str, list[str]] = field(default_factory=dict)  # of each word, as far as lists have been looked at
    _lists_seen: int = 0

    def add_directions(self) -> None:
        """Declare what only a game with a board has: the words of directions."""
        self.words.update((name, WordList(name, words)) for name, words in BOARD_WORDS.items())

    @property
    def fixed(self) -> tuple[str, ...]:
        """The names that have a meaning without being declared."""
        on_board = BOARD_FIXED if all(name in self.words for name in BOARD_WORDS) else ()
        return (*FIXED, *on_board, *((TEAMS,) if self.teams else ()))

    def new_slot(self, name: str, type: Type, *, memory: bool = False) -> int:
        """A fresh cell of the frame."""
        self.slots.append(Slot(name, type, memory))
        return len(self.slots) - 1

    def seats(self) -> Const:
        """The set of all players."""
        return Const(tuple(range(self.players)), SetOf(Player()))

    def all_teams(self) -> Const:
        """The set of all teams."""
        return Const(key_values(self, Team()), SetOf(Team()))

    def word_lists_with(self, word: str) -> list[str]:
        """The word lists that a word belongs to."""
        if self._lists_seen < len(self.words):
            for name in tuple(self.words)[self._lists_seen :]:
                for each in set(self.words[name].words):
                    self._lists_of.setdefault(each, []).append(name)
            self._lists_seen = len(self.words)
        return self._lists_of.get(word, [])

    def word(self, word: str, words: str) -> Const | None:
        """The word as a value of one list, if it belongs there."""
        listed = self.words[words].words
        return Const(listed.index(word), Word(words)) if word in listed else None

    def word_list(self, name: str) -> Const:
        """All words of a list."""
        return Const(tuple(range(len(self.words[name].words))), SetOf(Word(name)))

    @property
    def tables(self) -> tuple[tuple[str, Collection[str]], ...]:
        """What a file declares, by the key it stands under: the one list of what may have a name."""
        return (
            ("options", self.constants), ("components", self.components), ("zones", self.zones),
            ("vars", self.variables), ("orders", self.orders), ("terms", self.terms), ("steps", self.steps),
            ("moves", self.moves),
        )  # fmt: skip

    def named_lists(self) -> Iterator[str]:
        """The lists of words that can be named; those of attributes are told by what has them."""
        return (name for name in self.words if "." not in name)

    def declared(self) -> Iterator[str]:
        """Every declared name, for suggestions."""
        yield from self.fixed
        yield from self.constants
        yield from (name for name in self.named_lists() if name not in BUILT_IN)
        yield from (word for words in self.words.values() for word in words.words)
        yield from (name for table, known in self.tables if table != "options" for name in known)
        yield from BUILTINS

    def table_of(self, name: str) -> str | None:
        """The key under which a name is declared, if it is."""
        return next((table for table, known in self.tables if name in known), None)

    def meaning(self, name: str) -> str:
        """What a name is taken by."""
        table, lists = self.table_of(name), self.word_lists_with(name)
        if name in self.words:
            return f"the name of components.{name}"
        if table is not None:
            return f"the name of {table}.{name}"
        return f'a word of "{lists[0]}"' if lists else "the name of something else"

    def is_declared(self, name: str) -> bool:
        """Whether something has the name already, so that nothing else may."""
        is_list = name in self.words and name not in BUILT_IN and "." not in name
        is_named = is_list or name in self.fixed or name in BUILTINS or self.table_of(name) is not None
        return is_named or bool(self.word_lists_with(name))

    def taken(self, name: str, scope: Scope | None = None) -> str | None:
        """What is to be said where something is to be named, here or in a scope, that is taken; None of a free name."""
        is_local = scope is not None and name in scope.locals
        return f'"{name}" is {self.meaning(name)} already' if is_local or self.is_declared(name) else None


def key_values(names: Names, per: Type | None) -> tuple[Value, ...]:
    """The keys of a family of zones or variables: one per player, team, place or word; (None,) for a single one."""
    match per:
        case None:
            return (None,)
        case Player():
            return tuple(range(names.players))
        case Team():
            return tuple(range(len(names.teams)))
        case Word(words):
            return tuple(range(len(names.words[words].words)))
        case Place() if names.board is not None:
            return tuple(range(names.board.size))
        case _:
            raise AssertionError(per)
