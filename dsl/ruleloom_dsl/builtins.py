"""The closed list of built-ins: signatures only. `ruleloom.builtins` has the meaning; a test asserts equal keys."""

from collections.abc import Callable
from dataclasses import dataclass

from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Number,
    Path,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    Type,
    Word,
    Zone,
)

NUMBER, TRUTH, PLAYER, PLACE, PATH = Number(), Truth(), Player(), Place(), Path()
AXIS, WAY, DIRECTION = Word("axis"), Word("way"), Word("direction")

BUILTIN_WORDS: dict[str, tuple[str, ...]] = {
    "axis": ("row", "column"),
    "way": ("back", "forth"),
    "edges": ("line", "frame"),
}
BOARD_WORDS: dict[str, tuple[str, ...]] = {
    "direction": ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"),
}
"""The word lists that only a game with a board has; rows grow southward."""
DIRECTIONS: dict[str, dict[str, tuple[int, ...]]] = {
    "square": {"directions": (0, 2, 4, 6), "diagonals": (1, 3, 5, 7), "all_directions": (0, 1, 2, 3, 4, 5, 6, 7)},
    "hexagons": {"directions": (0, 1, 2, 4, 5, 6), "diagonals": (), "all_directions": (0, 1, 2, 4, 5, 6)},
}
"""By the cells of the board: the fixed sets of directions."""


@dataclass(frozen=True, slots=True)
class AnySet:
    """A parameter that takes a set of anything, a zone, or the places that a walk enters."""


@dataclass(frozen=True, slots=True)
class AnyZone:
    """A parameter that takes a zone."""


@dataclass(frozen=True, slots=True)
class SomePlaces:
    """A parameter that takes one place or a set of places."""


@dataclass(frozen=True, slots=True)
class AnyRelation:
    """A parameter that takes the name of a term: a place for its parameter, a set of places for its value."""


@dataclass(frozen=True, slots=True)
class AnyZones:
    """A parameter that takes a zone or several of one component."""


@dataclass(frozen=True, slots=True)
class AnySeats:
    """A parameter that takes a set of players, or zones of which each player has one."""


@dataclass(frozen=True, slots=True)
class AnyCard:
    """A parameter that takes a card of any component; a call passes on the zone it lies in, then the card."""


Parameter = Type | AnySet | AnyZone | SomePlaces | AnyRelation | AnyZones | AnySeats | AnyCard


@dataclass(frozen=True, slots=True)
class Builtin:
    """One built-in: its parameters, its result from the types of the arguments, what it says, an example."""

    parameters: tuple[Parameter, ...]
    result: Callable[[tuple[Type, ...]], Type]
    meaning: str
    example: str


def _always(result: Type) -> Callable[[tuple[Type, ...]], Type]:
    return lambda _arguments: result


def _member(position: int) -> Callable[[tuple[Type, ...]], Type]:
    def result(arguments: tuple[Type, ...]) -> Type:
        several = arguments[position]
        item = several.item if isinstance(several, SetOf) else PLACE
        return item if isinstance(item, Maybe) else Maybe(item)

    return result


def _top_card(arguments: tuple[Type, ...]) -> Type:
    match arguments[0]:
        case Zone(component) | Maybe(Zone(component)):
            return Maybe(Card(component))
        case _:
            return Maybe(PLACE)


def _cards(arguments: tuple[Type, ...]) -> Type:
    match arguments[0]:
        case Maybe(of):
            return _cards((of,))
        case Zone(component) | SetOf(Zone(component)) | Card(component):
            return SetOf(Card(component))
        case _:
            return arguments[0]


def _lying(arguments: tuple[Type, ...]) -> Type:
    return _cards(arguments[1:])


def _first(arguments: tuple[Type, ...]) -> Type:
    return arguments[0]


BUILTINS: dict[str, Builtin] = {
    "count": Builtin((AnySet(),), _always(NUMBER), "how many members a set has", "count(players) >= 3"),
    "empty": Builtin((AnySet(),), _always(TRUTH), "whether a set has no member", "empty(me.hand)"),
    "distinct": Builtin(
        (AnySet(),), _always(TRUTH), "whether no member stands in the list twice", "distinct(entered(path))"
    ),
    "nth": Builtin(
        (NUMBER, AnySet()), _member(1), "the member at a position counted from 1, or none", "nth(2, players)"
    ),
    "top": Builtin((AnyZone(),), _top_card, "the card on top of a zone, or none", "top(pile).kind"),
    "cards": Builtin(
        (AnyZones(),), _cards, "the cards of a zone, or of several, one zone after the other", "cards(foundation)"
    ),
    "onwards": Builtin(
        (AnyCard(),), _lying, "a card and those that lie on it in its zone, in their order", "onwards(c)"
    ),
    "starting": Builtin(
        (AnySeats(), PLAYER),
        _first,
        "players, or the zones that each of them has, in turn from one of them on",
        "starting(hand, left(dealer))",
    ),
    "neighbours": Builtin(
        (PLACE,),
        _always(SetOf(PLACE)),
        "the places one orthogonal step away, over joined edges too",
        "p in neighbours(me.pawn.place)",
    ),
    "around": Builtin(
        (PLACE,),
        _always(SetOf(PLACE)),
        "the places one step away in all eight directions",
        "p in around(here)",
    ),
    "line": Builtin(
        (PLACE, AXIS),
        _always(SetOf(PLACE)),
        "the places in the row or the column of a place",
        "line(here, row)",
    ),
    "place": Builtin(
        (NUMBER, NUMBER),
        _always(Maybe(PLACE)),
        "the place at a row and a column counted from 1, or none",
        "place(1, 3)",
    ),
    "ahead": Builtin(
        (PLACE, DIRECTION),
        _always(Maybe(PLACE)),
        "the next place in a direction, over joined edges too, or none",
        "ahead(ahead(p, north), north)",
    ),
    "ray": Builtin(
        (PLACE, DIRECTION),
        _always(SetOf(PLACE)),
        "all places in a direction, nearest first, up to the edge or until the way comes round",
        "first x in ray(p, d) where x.stone != none",
    ),
    "lines": Builtin(
        (NUMBER,),
        _always(SetOf(SetOf(PLACE))),
        "all straight rows of so many places, orthogonal and diagonal, each once and in order along it",
        "any l in lines(3) where all p in l satisfy p.stone == me",
    ),
    "between": Builtin(
        (PLACE, PLACE),
        _always(SetOf(PLACE)),
        "the places strictly between two on one row, column or diagonal; none where they are on no straight line",
        "all x in between(p, q) satisfy x.stone == none",
    ),
    "reachable": Builtin(
        (SomePlaces(), AnyRelation()),
        _always(SetOf(PLACE)),
        "all places that steps of a term lead to from a place or a set of places, these included",
        "goal in reachable(me.pawn.place, ways)",
    ),
    "start": Builtin((PATH,), _always(PLACE), "the place a walk starts from", "start(path)"),
    "end": Builtin((PATH,), _always(PLACE), "the place a walk ends on", "end(path)"),
    "entered": Builtin(
        (PATH,),
        _always(SetOf(PLACE)),
        "the places of a walk without its start, in order",
        "distinct(entered(path))",
    ),
    "inner": Builtin(
        (PATH,),
        _always(SetOf(PLACE)),
        "the places of a walk without its start and its end",
        "p in inner(path)",
    ),
    "length": Builtin((PATH,), _always(NUMBER), "how many steps a walk has", "length(path) == 3"),
    "after": Builtin((PLAYER,), _always(PLAYER), "the next player clockwise who is not eliminated", "after(me)"),
    "before": Builtin((PLAYER,), _always(PLAYER), "the player before, of those not eliminated", "before(me)"),
    "left": Builtin((PLAYER,), _always(PLAYER), "who sits next clockwise, eliminated or not", "left(me)"),
    "right": Builtin((PLAYER,), _always(PLAYER), "who sits next the other way round, eliminated or not", "right(me)"),
}

DOTTED: dict[str, Builtin] = {
    "seat": Builtin((PLAYER,), _always(NUMBER), "the number of a player's seat, from 1", "q.seat"),
    "team": Builtin((PLAYER,), _always(Team()), "the team a player is in, where there are teams", "q.team"),
    "members": Builtin((Team(),), _always(SetOf(PLAYER)), "the players of a team", "me.team.members"),
    "row": Builtin((PLACE,), _always(NUMBER), "the row a place is in now", "p.row"),
    "column": Builtin((PLACE,), _always(NUMBER), "the column a place is in now", "p.column"),
}
