"""Made-up expressions and rulesets compared on all engines; `python -m tests.full.generated` makes many more."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

from ruleloom.chance import CHOICES, ChanceEvent, Seeded
from ruleloom.game import Decision, Game, State
from ruleloom.lower.shape import Shape
from ruleloom.machine import Machine
from ruleloom.world import World
from ruleloom_dsl import load_ruleset, open_game
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import game as rules
from ruleloom_dsl.ir.printing import format_expression
from ruleloom_dsl.ir.types import SetOf
from tests.engines.agreement import on_plan
from tests.engines.made_rules import Rules
from tests.engines.made_types import SINGLE, P, Q
from tests.engines.making import Making
from tests.engines.reading import Reader, by_reference, reading_plan
from tests.games import DATA

DEPTH = 4


@cache
def workshop() -> rules.Game:
    """The rules that expressions are made for."""
    return load_ruleset(open_game("workshop", [DATA / "made_up"])).game


def states(game: Game, seed: int, most: int) -> Iterator[State]:
    """Some states of a random game."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    state = game.initial().settle(chance)
    for _ in range(most):
        yield state
        if not isinstance(state.pending, Decision):
            return
        moves = state.pending.moves
        state = state.play(moves[choices.below(len(moves))], chance)


def worlds() -> list[World]:
    """Worlds that differ in much: cards on places and in all zones, a player who is out, values of all variables."""
    found = []
    for seed in range(4):
        for state in list(states(Game(workshop()), seed, 20))[::6]:
            world, random = state.world(), Random(seed)
            world.gone[random.randrange(3)] = random.random() < 0.5
            found.append(_with_values(world, random))
    return found


def _with_values(world: World, random: Random) -> World:
    numbering = world.numbering
    for cell, (variable, _) in enumerate(numbering.cells):
        if variable.allowed:
            world.variables[cell] = random.choice(variable.allowed)
        elif isinstance(variable.type, SetOf):
            world.variables[cell] = tuple(random.sample(range(1, 3), random.randint(0, 2)))
    world.variables[numbering.cell("spot", None)] = random.choice((None, 0, 5, 11))
    world.variables[numbering.cell("kept", None)] = random.choice((None, 0, 3, 7))
    for attribute in world.attributes:
        attribute[:] = [random.randrange(2) for _ in attribute]
    return world


def expressions(random: Random, count: int) -> tuple[rules.Game, list[ir.CallTerm]]:
    """A game with made-up terms, and expressions that call them."""
    making = Making(workshop(), random)
    for _ in range(6):
        parameters = tuple(random.choice((*SINGLE, SetOf(P), SetOf(Q))) for _ in range(random.randint(0, 2)))
        making.add_term(random.choice((*SINGLE, *map(SetOf, SINGLE))), 2, parameters)
    wanted = [random.choice((*SINGLE, *map(SetOf, SINGLE))) for _ in range(count)]
    terms = [making.add_term(type_, DEPTH) for type_ in wanted]
    return making.made(), [ir.CallTerm(term.id, (), term.type) for term in terms]


def wrong_expressions(seed: int, count: int, engine: str) -> Iterator[str]:
    """The expressions that are something else on an engine than on the reference."""
    random = Random(seed)
    game, asked = expressions(random, count)
    machine, me = Machine(game), random.randrange(3)
    shape = Shape(machine)
    reader = Reader(reading_plan(machine, shape, asked, me), shape, engine)
    terms = {term.id: term for term in game.terms}
    for number, world in enumerate(worlds()):
        record = shape.record(_in(machine, world))
        for at, expression in enumerate(asked):
            one = by_reference(machine, _in(machine, world), expression, me)
            other = reader.read(record, at, expression)
            if one != other:
                text = format_expression(game, terms[expression.term].body)
                yield f"seed {seed}, world {number}: {text} is {one} on the reference, {other} on {engine}"


def _in(machine: Machine, world: World) -> World:
    """The same world with room for the slots of the made-up terms."""
    layout = machine.layout
    return layout.decode(*layout.encode(_wider(machine, world)))


def _wider(machine: Machine, world: World) -> World:
    wider = World(machine.numbering, len(machine.program.slots), len(machine.program.nets))
    for name in ("pc", "variables", "attributes", "zones", "cards", "geometry", "pawns", "gone", "used", "tally"):
        setattr(wider, name, getattr(world, name))
    wider.frame[: len(world.frame)] = world.frame
    return wider


# --- rulesets ---------------------------------------------------------------------------------------------------------


def wrong_games(seed: int, engine: str, games: int = 1, most: int = 14) -> Iterator[str]:
    """In which ways random games of a made-up ruleset, of so many steps at most, differ on an engine."""
    made = Rules(workshop(), Random(seed)).made()
    ours = Game(made)
    theirs = on_plan(made, engine)
    for number in range(games):
        for difference in _differences(ours, theirs, Random(seed * 2 + number), most):
            yield f"seed {seed}, game {number}, {difference}"
            return


def _differences(ours: Game, theirs: Game, random: Random, most: int) -> Iterator[str]:
    one, other = _tried(ours.initial), _tried(theirs.initial)
    for step in range(most):
        if isinstance(one, str) or isinstance(other, str):
            if one != other:
                yield f"step {step}: {one} on the reference, {other} on the engine"
            return
        for what, mine, its in (
            ("the vector", one.vector, other.vector),
            ("the tally", one.tally, other.tally),
            ("what is pending", one.pending, other.pending),
        ):
            if mine != its:
                yield f"step {step}, {what}: {mine} on the reference, {its} on the engine"
                return
        match one.pending:
            case ChanceEvent() as event:
                outcome = tuple(random.sample(event.outcomes, len(event.outcomes)))
                one, other = _tried(partial(one.happen, outcome)), _tried(partial(other.happen, outcome))
            case Decision(moves=moves):
                move = random.choice(moves)
                one, other = _tried(partial(one.apply, move)), _tried(partial(other.apply, move))
            case _:
                return


def _tried(step: Callable[[], State]) -> State | str:
    try:
        return step()
    except Exception as error:  # whatever goes wrong must go wrong on both
        return f"{type(error).__name__}: {error}"
