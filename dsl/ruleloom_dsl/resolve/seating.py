"""How many people play, on how many seats, in which teams: all of it is known before anything else is resolved."""

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.types import Number, SetOf, Type
from ruleloom_dsl.nodes import locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.schema.game import PlayersModel

PEOPLE = "people"  # the constant that says how many persons play
MOST_PLAYERS = 64

Lists = tuple[tuple[int, ...], ...]


def player_counts(build: Build) -> tuple[tuple[int, ...], int]:
    """How many may play, and how many do where nobody says. Raises Unresolved."""
    written = build.model.players
    people = written.people if isinstance(written, PlayersModel) else written
    constant = build.expressions.constant(people, Scope("players"))
    counts = constant.value if isinstance(constant.value, tuple) else (constant.value,)
    allowed = tuple(sorted({count for count in counts if isinstance(count, int) and 0 < count <= MOST_PLAYERS}))
    if not allowed or not set(counts) <= set(allowed) or not _is_number(constant.type):
        message = f"the players are a number or a range such as 2..4, from 1 to {MOST_PLAYERS}"
        build.expressions.fail(people, Code.WRONG_VALUE, message)
    default = written.default if isinstance(written, PlayersModel) and written.default else allowed[0]
    if default not in allowed:
        message = f"the default, {default}, is not among the numbers of players, {people.text}"
        build.expressions.fail(people, Code.WRONG_VALUE, message)
    return allowed, default


def _is_number(type: Type) -> bool:
    return type in (Number(), SetOf(Number()))


def check_seating(build: Build, counts: tuple[int, ...]) -> None:
    """Find out whether every number of people has seats and, where there are teams, a team for each."""
    try:
        for count in counts:
            seat(build, count)
    except Unresolved:
        return


def seat(build: Build, people: int) -> None:
    """Let so many people sit down. Raises Unresolved."""
    names, written = build.names, build.model.players
    names.people = names.players = people
    names.constants[PEOPLE] = Const(people, Number())
    if not isinstance(written, PlayersModel):
        return
    if written.seats is not None:
        seats = build.expressions.constant(written.seats, Scope("players"), Number()).value
        if not isinstance(seats, int) or not people <= seats <= MOST_PLAYERS:
            message = f"{people} player(s) cannot have {seats} seats"
            help = f"everyone has at least one seat, and there are at most {MOST_PLAYERS}"
            build.expressions.fail(written.seats, Code.WRONG_VALUE, message, help)
        names.players = seats
    names.teams = _teams(build, written, people)


def _teams(build: Build, written: PlayersModel, people: int) -> Lists:
    """The seats of each team, from 0. Raises Unresolved."""
    path: tuple[int | str, ...] = ("players", "teams")
    match written.teams:
        case None:
            return ()
        case dict() as by_number:
            if str(people) not in by_number:
                _refuse(
                    build,
                    path,
                    f"nothing says who is in which team with {people} player(s)",
                    f"add {people}: [[1, ...], ...] there",
                )
            path, lists = (*path, str(people)), by_number[str(people)]
        case lists:
            pass
    _check_teams(build, lists, path, people)
    return tuple(tuple(sorted(seat - 1 for seat in team)) for team in lists)


def _check_teams(build: Build, lists: Lists, path: tuple[int | str, ...], people: int) -> None:
    """Every seat is in one team, and in no other. Raises Unresolved."""
    seats, seen = build.names.players, set[int]()
    for team, members in enumerate(lists):
        for number, member in enumerate(members):
            if not 1 <= member <= seats:
                message = f"there is no seat {member} with {people} player(s)"
                _refuse(build, (*path, team, number), message, f"the seats are 1 to {seats}")
            if member in seen:
                _refuse(build, (*path, team, number), f"seat {member} is in a team already", "name every seat once")
            seen.add(member)
    if missing := [str(each) for each in range(1, seats + 1) if each not in seen]:
        message = f"with {people} player(s) the seat {missing[0]} is in no team"
        _refuse(build, path, message, f"there are {seats} seats; name every one of them once")


def _refuse(build: Build, path: tuple[int | str, ...], message: str, help: str) -> None:
    build.report.error(Code.WRONG_VALUE, message, locate(build.document, path), help=help)
    raise Unresolved
