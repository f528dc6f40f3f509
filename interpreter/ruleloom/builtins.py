"""What the built-ins of the language compute. Nothing stays nothing: a built-in of `none` is `none` or empty."""

from collections.abc import Callable, Iterable, Mapping

from ruleloom.world import World
from ruleloom_dsl.ir.types import Value

Builtin = Callable[..., Value]
Several = tuple[Value, ...]
Path = tuple[int, ...]

AXES = ("row", "column")
WAYS = (-1, 1)  # back, forth


def members(world: World, holder: Value) -> Several:
    """The members of a set, the cards of a zone, or nothing."""
    if isinstance(holder, tuple):
        return holder
    return () if holder is None else tuple(world.zones[holder])


def count(world: World, holder: Value) -> int:
    """How many there are."""
    return len(members(world, holder))


def empty(world: World, holder: Value) -> bool:
    """Whether there is none."""
    return not members(world, holder)


def top(world: World, holder: Value) -> Value:
    """The last one in natural order: the top card of a stack."""
    found = members(world, holder)
    return found[-1] if found else None


def nth(world: World, number: int | None, holder: Value) -> Value:
    """The member with this number, counted from 1."""
    found = members(world, holder)
    return found[number - 1] if number is not None and 1 <= number <= len(found) else None


def distinct(world: World, holder: Value) -> bool:
    """Whether no two are the same."""
    found = members(world, holder)
    return len(set(found)) == len(found)


def cards(world: World, zones: Value) -> Several:
    """The cards of a zone, or of several, one zone after the other."""
    several = zones if isinstance(zones, tuple) else (zones,)
    return tuple(card for zone in several for card in members(world, zone))


def onwards(world: World, zone: Value, card: Value) -> Several:
    """A card and those that lie on it in its zone; a card on a place lies alone."""
    found = members(world, zone)
    return found[found.index(card) :] if card in found else () if card is None else (card,)


def starting(world: World, several: Several, first: int | None) -> Several:
    """Players, or what each of them has, in turn from one of them on."""
    if first is None:
        return several
    seats = len(several) == len(world.gone)
    cut = first if seats else sum(1 for seat in several if isinstance(seat, int) and seat < first)
    return several[cut:] + several[:cut]


def neighbours(world: World, place: int | None) -> Path:
    """The places next to a place along its row and its column."""
    return () if place is None else world.map.orthogonal[place]


def around(world: World, place: int | None) -> Path:
    """The places next to a place, corners included."""
    return () if place is None else world.map.around[place]


def place(world: World, row: int | None, column: int | None) -> int | None:
    """The place in this row and column, counted from 1."""
    return None if row is None or column is None else world.map.place(row, column)


def line(world: World, place: int | None, axis: int | None) -> Path:
    """The places in the same row (axis 0) or column (axis 1) as a place."""
    return () if place is None or axis is None else world.map.line(place, AXES[axis])


def ahead(world: World, place: int | None, direction: int | None) -> int | None:
    """The next place in a direction."""
    return None if place is None or direction is None else world.map.ahead[direction][place]


def ray(world: World, place: int | None, direction: int | None) -> Path:
    """All places in a direction, nearest first."""
    return () if place is None or direction is None else world.map.ray(place, direction)


def lines(world: World, number: int | None) -> tuple[Path, ...]:
    """All straight rows of so many places."""
    return () if number is None else world.map.lines(number)


def between(world: World, one: int | None, other: int | None) -> Path:
    """The places strictly between two on one straight line."""
    return () if one is None or other is None else world.map.between(one, other)


def reachable(world: World, begin: Value, step: Callable[[int], Iterable[Value]]) -> Path:
    """All places that steps lead to, those included from which they begin; each place is left once."""
    found = {place for place in (begin if isinstance(begin, tuple) else (begin,)) if isinstance(place, int)}
    waiting = list(found)
    while waiting:
        for place in step(waiting.pop()):
            if isinstance(place, int) and place not in found:
                found.add(place)
                waiting.append(place)
    return tuple(sorted(found))


def start(world: World, path: Path | None) -> int | None:
    """The place a walk starts from."""
    return path[0] if path else None


def end(world: World, path: Path | None) -> int | None:
    """The place a walk ends on."""
    return path[-1] if path else None


def entered(world: World, path: Path | None) -> Path:
    """A walk without its start."""
    return path[1:] if path else ()


def inner(world: World, path: Path | None) -> Path:
    """A walk without its start and its end."""
    return path[1:-1] if path else ()


def length(world: World, path: Path | None) -> int | None:
    """How many steps a walk has."""
    return len(path) - 1 if path else None


def left(world: World, player: int | None) -> int | None:
    """Who sits next, clockwise."""
    return None if player is None else (player + 1) % len(world.gone)


def right(world: World, player: int | None) -> int | None:
    """Who sits next, the other way round."""
    return None if player is None else (player - 1) % len(world.gone)


def after(world: World, player: int | None) -> int | None:
    """The next player who is not eliminated, clockwise; the player alone if there is nobody else."""
    return _playing(world, player, 1)


def before(world: World, player: int | None) -> int | None:
    """The player before who is not eliminated; the player alone if there is nobody else."""
    return _playing(world, player, -1)


def _playing(world: World, player: int | None, step: int) -> int | None:
    if player is None:
        return None
    seats = len(world.gone)
    others = ((player + step * far) % seats for far in range(1, seats))
    return next((seat for seat in others if not world.gone[seat]), player)


def team(world: World, player: int | None) -> int | None:
    """The team a player is in."""
    return None if player is None else world.numbering.team_of[player]


def members_of_team(world: World, number: int | None) -> Several:
    """The players of a team."""
    return () if number is None else world.numbering.game.teams[number]


def row(world: World, place: int | None) -> int | None:
    """The row a place is in now."""
    return None if place is None else world.map.rows[place]


def column(world: World, place: int | None) -> int | None:
    """The column a place is in now."""
    return None if place is None else world.map.columns[place]


def seat(world: World, player: int | None) -> int | None:
    """The number of a player's seat, counted from 1."""
    return None if player is None else player + 1


BUILTINS: Mapping[str, Builtin] = {
    "count": count,
    "empty": empty,
    "distinct": distinct,
    "nth": nth,
    "top": top,
    "cards": cards,
    "onwards": onwards,
    "starting": starting,
    "neighbours": neighbours,
    "around": around,
    "place": place,
    "line": line,
    "ahead": ahead,
    "ray": ray,
    "lines": lines,
    "between": between,
    "reachable": reachable,
    "start": start,
    "end": end,
    "entered": entered,
    "inner": inner,
    "length": length,
    "after": after,
    "before": before,
    "left": left,
    "right": right,
    "seat": seat,
    "team": team,
    "members": members_of_team,
    "row": row,
    "column": column,
}
