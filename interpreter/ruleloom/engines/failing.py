"""What the rules do not cover: the reference does the step again that an engine could not do, and says why."""

from typing import NoReturn

from ruleloom import program as to
from ruleloom.chance import CHOICES, Stream
from ruleloom.engines.engine import Engine, EngineResult, Fields, start_streams
from ruleloom.errors import RuleError
from ruleloom.events import chance_event
from ruleloom.lower.plan import StopKind
from ruleloom.machine import Machine
from ruleloom.results import outcome_of
from ruleloom.world import World

MOST_EMPTY_CHOICES = 1_000  # in a row; a net, not a rule


def raise_failure(machine: Machine, world: World) -> NoReturn:
    """Raise the RuleError that the rules come to at a world, on the way to the next stop or there."""
    machine.run(world)
    match machine.instruction(world):
        case to.Decide() as decide:
            machine.decisions.options(world, decide)
            raise_without_candidate(decide)
        case to.Pick() as pick:
            machine.decisions.picks(world, pick)
            raise_without_candidate(pick)
        case to.Happen(effect):
            chance_event(machine, world, effect)
        case to.Stop():
            outcome_of(world, machine.game.ends[world.ending], machine.evaluator)
        case _:
            pass
    raise AssertionError(f"an engine stopped at {world.pc}, where the reference goes on")


def raise_without_candidate(decide: to.Decide | to.Pick) -> NoReturn:
    """Raise the RuleError of a choice that has no candidate and does not say what happens then."""
    if isinstance(decide, to.Pick):
        raise RuleError("no member of the set can be picked", decide.owner)
    raise RuleError("no move is possible, and nothing says what happens then", decide.owner)


def raise_circle(owner: str) -> NoReturn:
    """Raise the RuleError of choices without end that have no candidate."""
    raise RuleError("the rules go in a circle: one choice after the other has no move", owner)


def raise_endless(most: int) -> NoReturn:
    """Raise the RuleError of a random game that goes on and on."""
    raise RuleError(f"the game is not over after {most} decisions")


def game_by_steps(engine: Engine, record: Fields, seed: int, most: int) -> EngineResult:
    """The same random game as `Engine.games` plays, a step at a time; raises what that could only break off at."""
    streams, choices = start_streams(engine.plan, seed), Stream(seed, CHOICES)
    kinds, made, empty = {stop.at: stop.kind for stop in engine.plan.stops}, 0, 0
    while True:
        record = engine.run(record)
        kind: StopKind = kinds[_number(record, "pc")]
        if kind == "over":
            turns, ending = _number(record, "turns"), _number(record, "ending")
            return EngineResult(ending, made, turns, engine.returns(record))
        if kind == "chance":
            record, empty = engine.chance(record, streams), 0
        elif options := engine.legal(record):
            if made == most:
                raise_endless(most)
            record, made, empty = engine.take(record, choices.below(len(options))), made + 1, 0
        else:
            record, empty = engine.absent(record), empty + 1
            if empty == MOST_EMPTY_CHOICES:
                raise_circle("")


def raise_in_game(engine: Engine, record: Fields, seed: int, most: int) -> NoReturn:
    """Raise what a random game of `Engine.games` comes to that could only break off."""
    game_by_steps(engine, record, seed, most)
    raise AssertionError(f"the game with the seed {seed} breaks off only when it is played at once")


def perft_by_steps(engine: Engine, record: Fields, depth: int) -> int:
    """The same count as `Engine.perft`, a step at a time; raises what that could only break off at."""
    record = engine.run(record)
    kinds = {stop.at: stop.kind for stop in engine.plan.stops}
    if kinds[_number(record, "pc")] not in ("decide", "pick"):
        return 0
    if not (options := engine.legal(record)):
        return perft_by_steps(engine, engine.absent(record), depth)
    if depth == 1:
        return len(options)
    return sum(perft_by_steps(engine, engine.take(record, number), depth - 1) for number in range(len(options)))


def _number(record: Fields, name: str) -> int:
    cell = record[name]
    assert isinstance(cell, int)
    return cell
