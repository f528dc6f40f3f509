"""A written position to a state: lays it out or deals it, and plays the moves that led on from there."""

from collections.abc import Iterator

from ruleloom import program as to
from ruleloom.cells import Cells
from ruleloom.chance import Chance, ChanceEvent
from ruleloom.drawing import tableau_of
from ruleloom.errors import PositionError, RuleError, nearest
from ruleloom.game import Game, IllegalMove, State
from ruleloom.halfway import Halfway
from ruleloom.moves import NotationError
from ruleloom.results import Outcome
from ruleloom.script import Script
from ruleloom.standing import Standing, find_choice
from ruleloom.tableau import Placing, read_seat
from ruleloom.world import World
from ruleloom_dsl.ir.position import Given, Path, Position

__all__ = ["PositionError", "advance", "advances", "build", "describe", "opening"]

GIVEN = "given"


def build(game: Game, position: Position, rest: Chance | None = None) -> State:
    """The state of a position; chance that it leaves open comes from `rest`. Raises PositionError.

    The game must be of the position's configuration.
    """
    state, script = opening(game, position, rest)
    for number, move in enumerate(position.play):
        state = advance(state, move, script, ("play", number))
    script.check_used()
    return state


def opening(game: Game, position: Position, rest: Chance | None = None) -> tuple[State, Script]:
    """The state before the first move of a position, and the chance of those that follow. Raises PositionError."""
    script = Script(game.machine.numbering, position.chance, rest)
    try:
        state = game.initial() if position.given is None else _laid_out(game, position.given)
        return state.settle(script), script
    except RuleError as error:
        raise PositionError(str(error), () if position.given is None else (GIVEN,)) from error


def advance(state: State, move: str, script: Script, path: Path) -> State:
    """The state after a move and the chance that follows. Raises PositionError, blaming the value at `path`."""
    return advances(state, move, script, path)[-1]


def advances(state: State, move: str, script: Script, path: Path) -> tuple[State, ...]:
    """The state after a move, and one after each outcome of the chance that follows. Raises PositionError."""
    if isinstance(state.pending, Outcome):
        raise PositionError(f"{move}: the game is over ({state.pending.ending})", path)
    try:
        states = [state.apply(move)]
        while isinstance(event := states[-1].pending, ChanceEvent):
            states.append(states[-1].happen(script.outcome(event)))
        return tuple(states)
    except IllegalMove as error:
        reasons = (" and ".join(failure.id for failure in reason.failures) for reason in error.refusal.reasons)
        legal = ", ".join(move.text for move in state.decision.moves)
        raise PositionError(f"{move} is refused by {' or by '.join(reasons)}", path, f"legal: {legal}") from error
    except (NotationError, RuleError) as error:
        raise PositionError(str(error), path) from error


def describe(state: State) -> Given:
    """A state as a position gives it: what `build` turns back into the same state, but for where an outline begins."""
    machine, world = state.game.machine, state.world()
    cells, turn_slot = Cells(machine.decisions.notation), Standing(machine, world.pc).turn_slot
    decide = machine.program.code[world.pc]
    slots = machine.program.slots
    halfway = Halfway(machine, world.pc)
    apart = {turn_slot, *halfway.slots}
    live = [(slot, type_) for slot, type_ in machine.layout.live[world.pc] if slot not in apart]
    used = ((seat, tuple(_used(state.game, world, seat))) for seat in range(machine.game.players))
    seat = None if turn_slot is None else world.frame[turn_slot]
    return Given(
        tableau=tableau_of(machine, world),
        turn=seat + 1 if isinstance(seat, int) else None,
        at=decide.owner if isinstance(decide, to.Decide | to.Pick) else None,
        memory=(
            *((slots[slot].name, cells.write_value(world.frame[slot], type_)) for slot, type_ in live),
            *halfway.written(world),
        ),
        used=tuple((str(seat + 1), ids) for seat, ids in used if ids),
    )


def _laid_out(game: Game, given: Given) -> State:
    machine = game.machine
    world = machine.first()
    Placing(machine, world, (GIVEN,)).lay_out(given.tableau)
    standing = Standing(machine, find_choice(machine, given.at))
    for written, ids in given.used:
        seat = read_seat(machine, written, (GIVEN, "used", written))
        for number, id in enumerate(ids):
            _use(game, world, seat, id, (GIVEN, "used", written, number))
    standing.take(world, given)
    world.pc = standing.begin
    return game.settled(world)


def _limits(game: Game) -> Iterator[tuple[str, str]]:
    """The short and the whole name of everything that has a limit, with the limit's key."""
    for move in game.rules.moves:
        if move.limit is not None:
            yield move.id, move.limit.key
        for exemption in (each for clause in move.clauses for each in clause.exceptions):
            if exemption.limit is not None:
                yield exemption.key.rpartition(".")[2], exemption.limit.key
                yield exemption.key, exemption.limit.key


def _use(game: Game, world: World, seat: int, id: str, path: Path) -> None:
    keys = {key for name, key in _limits(game) if name == id}
    if len(keys) != 1:
        what = "nothing with a limit is" if not keys else "several things with a limit are"
        raise PositionError(f'{what} called "{id}"', path, nearest(id, (name for name, _ in _limits(game))))
    number, limit = game.machine.numbering.limits[keys.pop()]
    at = number * game.rules.players + seat
    world.used[at] += 1
    if world.used[at] > limit.times:
        raise PositionError(f"{id} can be used {limit.times} time(s) only", path)


def _used(game: Game, world: World, seat: int) -> Iterator[str]:
    names = {key: name for name, key in _limits(game)}
    for key, (number, _) in game.machine.numbering.limits.items():
        yield from [names[key]] * world.used[number * game.rules.players + seat]
