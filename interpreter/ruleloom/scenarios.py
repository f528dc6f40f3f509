"""Plays a scenario and compares what is so with what it expects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from ruleloom.cells import Cells
from ruleloom.course import Course
from ruleloom.drawing import pawns_of, picture, picture_of_places, picture_of_variable, tableau_of, values_of
from ruleloom.errors import PositionError
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move, NotationError
from ruleloom.results import Outcome
from ruleloom.tableau import picture_in
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.position import (
    HOLE,
    Exclusion,
    Expectation,
    Grid,
    Keyed,
    Path,
    Remark,
    Scenario,
    Tableau,
)
from ruleloom_dsl.ir.types import Place

Complaints = Iterator[tuple[Path, str]]
"""What is not as expected, each with the way to it from the key that expects it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What is not as a scenario expects; `path` leads to the expectation, or to the move that could not be made."""

    message: str
    path: Path
    help: str | None = None

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}"


def run(game: Game, scenario: Scenario) -> tuple[Failure, ...]:
    """Everything that is not as the scenario expects. The game must be of the scenario's configuration."""
    failures: list[Failure] = []
    try:
        course = Course(game, scenario)
        for event in course:
            expected = event.expected if isinstance(event, Remark) else event
            if isinstance(expected, Expectation):
                failures += _unmet(course.state, expected)
    except PositionError as error:
        failures.append(Failure(error.message, error.path, error.help))
    return tuple(failures)


def _unmet(state: State, expected: Expectation) -> Iterator[Failure]:
    checks = {
        "ended": _check_ended(state, expected.ended),
        "winners": _check_winners(state, expected.winners),
        "player": _check_player(state, expected.player),
        "choice": _check_choice(state, expected.choice),
        "legal": _check_legal(state, expected.legal),
        "includes": _check_included(state, expected.includes),
        "excludes": _check_excluded(state, expected.excludes),
        "turns": _check_equal("turns completed", expected.turns, state.turns),
        **_tableau_checks(state, expected.tableau),
    }
    for key, complaints in checks.items():
        for path, message in complaints:
            yield Failure(message, (*expected.path, key, *path))


# --- who, which choice, the end ---------------------------------------------------------------------------------------


def _check_ended(state: State, ended: str | None) -> Complaints:
    if ended is not None and _ending(state) != ended:
        yield (), f"the game should have ended with {ended}, but {_standing(state)}"


def _check_winners(state: State, winners: tuple[int, ...] | None) -> Complaints:
    if winners is None:
        return
    if not isinstance(state.pending, Outcome):
        yield (), f"nobody has won yet: {_standing(state)}"
    elif set(winners) != {seat + 1 for seat in state.pending.winners}:
        yield (), f"the winners are {_seats([seat + 1 for seat in state.pending.winners])}, not {_seats(winners)}"


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(map(str, seats)) or "nobody"


def _check_player(state: State, player: int | None) -> Complaints:
    if player is not None and not (isinstance(state.pending, Decision) and state.pending.player + 1 == player):
        yield (), f"player {player} should decide, but {_standing(state)}"


def _check_choice(state: State, choice: str | None) -> Complaints:
    if choice is not None and not (isinstance(state.pending, Decision) and state.pending.id == choice):
        yield (), f"the choice should be {choice}, but {_standing(state)}"


def _standing(state: State) -> str:
    match state.pending:
        case Decision(id, player):
            return f"player {player + 1} has the choice {id}"
        case Outcome(ending):
            return f"the game is over ({ending})"
        case event:
            return f"{event.stream} is pending"


def _ending(state: State) -> str | None:
    return state.pending.ending if isinstance(state.pending, Outcome) else None


# --- moves ------------------------------------------------------------------------------------------------------------


def _check_legal(state: State, legal: tuple[str, ...] | None) -> Complaints:
    if legal is None:
        return
    yield from _check_included(state, legal)
    offered = state.pending.moves if isinstance(state.pending, Decision) else ()
    extra = [move.text for move in offered if not any(_is_written(move, text) for text in legal)]
    if extra:
        yield (), f"legal too: {', '.join(extra)}"


def _check_included(state: State, moves: tuple[str, ...]) -> Complaints:
    if moves and not isinstance(state.pending, Decision):
        yield (), f"no move is legal: {_standing(state)}"
        return
    for number, text in enumerate(moves):
        refused = _refused(state, text)
        if refused is not None:
            yield (number,), refused


def _refused(state: State, text: str) -> str | None:
    if any(_is_written(move, text) for move in state.decision.moves):
        return None
    reasons = _reasons(state, text)
    return f"{text} is refused by {_listed(reasons)}" if isinstance(reasons, list) else reasons


def _check_excluded(state: State, excludes: tuple[Exclusion, ...]) -> Complaints:
    if excludes and not isinstance(state.pending, Decision):
        yield (), f"nothing is asked: {_standing(state)}"
        return
    for each in excludes:
        message = _not_refused(state, each)
        if message is not None:
            yield each.path, message


def _not_refused(state: State, excluded: Exclusion) -> str | None:
    """In which way a move is not refused as it should be."""
    text, ids = excluded.move, set(excluded.clauses)
    if any(_is_written(move, text) for move in state.decision.moves):
        return f"{text} is legal"
    reasons = _reasons(state, text)
    if isinstance(reasons, str):
        return reasons
    if not ids or ids in reasons:
        return None
    unknown = sorted(ids - _ids(state.game.rules) - set().union(*reasons))
    missed = f'; no rule is called "{unknown[0]}"' if unknown else f", not by {_listed([ids])}"
    return f"{text} is refused by {_listed(reasons)}{missed}"


def _ids(rules: Rules) -> set[str]:
    """Everything that can refuse a move: clauses, what is chosen from where, costs and limits."""
    clauses = {clause.id for move in rules.moves for clause in move.clauses}
    return clauses | {slot.name for slot in rules.slots} | {"cost", "limit"}


def _reasons(state: State, text: str) -> list[set[str]] | str:
    """The ids of the clauses that refuse a move together, reason by reason; or why it is no move at all."""
    try:
        refusal = state.explain(text)
    except NotationError as error:
        return str(error)
    return [] if refusal is None else [{failure.id for failure in reason.failures} for reason in refusal.reasons]


def _listed(reasons: Sequence[set[str]]) -> str:
    return " or by ".join(" and ".join(sorted(ids)) for ids in reasons)


def _is_written(move: Move, text: str) -> bool:
    words = " ".join(text.split())
    return words in (move.text, f"{move.alternative} {move.text}")


# --- the table --------------------------------------------------------------------------------------------------------


def _tableau_checks(state: State, expected: Tableau) -> dict[str, Complaints]:
    machine, world = state.game.machine, state.world()
    pawns = dict(pawns_of(machine, world))
    checks = {
        "board": _check_picture(expected.board, picture(machine, world)),
        "places": _check_picture(expected.places, picture_of_places(machine, world)),
        "pawns": (
            ((seat,), f"the pawn of {seat} stands on {pawns.get(seat, 'nothing')}, not on {place}")
            for seat, place in expected.pawns
            if pawns.get(seat) != place
        ),
    }
    if expected.out is not None or expected.zones or expected.vars:
        tableau = tableau_of(machine, world)
        checks["out"] = _check_equal("the seats that are out", expected.out, tableau.out)
        checks["zones"] = _check_keyed(expected.zones, tableau.zones)
        checks["vars"] = _check_variables(state, expected.vars)
    return checks


def _check_variables(state: State, expected: Sequence[Keyed]) -> Complaints:
    machine, world = state.game.machine, state.world()
    declared = machine.numbering.variables
    known = [each.name for each in expected if each.name in declared]
    cells = Cells(machine.decisions.notation)
    plain = []
    for each in expected:
        variable = declared.get(each.name)
        if variable is not None and isinstance(variable.of, Place) and each.key is None:
            found = picture_of_variable(machine, world, each.name)
            yield from _check_places(each.name, _as_drawn(cells, variable, each), found)
        else:
            plain.append(each if variable is None else replace(each, values=cells.settle(each.values, variable.type)))
    yield from _check_keyed(plain, [value for name in known for value in values_of(machine, world, name)])


def _as_drawn(cells: Cells, variable: Variable, written: Keyed) -> Grid:
    """A picture of what places remember as it would be drawn, however its values are written."""
    start = cells.write_cell(variable.starts, variable.type)
    settled = ([cells.settle_cell(cell, variable.type) for cell in row] for row in picture_in(written.values))
    return tuple(tuple(HOLE if cell == start else cell for cell in row) for row in settled)


def _check_places(name: str, expected: Grid, found: Grid) -> Complaints:
    """Blames the first cell that is another one."""
    for row, (one, other) in enumerate(zip_longest(_outlined(expected), _outlined(found), fillvalue=())):
        for column, (cell, drawn) in enumerate(zip_longest(one, other, fillvalue=HOLE)):
            if cell != drawn:
                lies = " / ".join(" ".join(each) for each in found)
                yield (name, row, column), f"{name} is {drawn} here, not {cell}; whole: {lies}"
                return


def _check_equal(what: str, expected: object, found: object) -> Complaints:
    if expected is not None and expected != found:
        yield (), f"{what}: {found}, not {expected}"


def _check_picture(expected: Grid | None, found: Grid | None) -> Complaints:
    if expected is not None and (found is None or _outlined(expected) != _outlined(found)):
        yield (), f"this lies there: {' / '.join(' '.join(row) for row in found or ())}"


def _outlined(grid: Grid) -> list[tuple[str, ...]]:
    """A picture without the holes at the end of its rows."""
    kept = []
    for row in grid:
        last = max((number for number, cell in enumerate(row, start=1) if cell != HOLE), default=0)
        kept.append(row[:last])
    return kept


def _check_keyed(expected: Sequence[Keyed], found: Sequence[Keyed]) -> Complaints:
    values = {(each.name, each.key): each.values for each in found}
    for each in expected:
        name = each.name if each.key is None else f"{each.name} of {each.key}"
        path = (each.name,) if each.key is None else (each.name, each.key)
        if (each.name, each.key) not in values:
            yield path, f"there is no {name}"
        elif values[each.name, each.key] != each.values:
            yield path, f"{name}: {' '.join(values[each.name, each.key])}, not {' '.join(each.values)}"
