"""A whole game to its plan."""

from dataclasses import replace

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.bitsets import Bitsets
from ruleloom.lower.blocks import Blocks
from ruleloom.lower.builtins import BUILTINS
from ruleloom.lower.chance import Chances
from ruleloom.lower.choices import Choices
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.facts import Facts
from ruleloom.lower.known import simplified
from ruleloom.lower.passes import ALL, Passes
from ruleloom.lower.renumbering import Renumbering
from ruleloom.lower.results import result_function
from ruleloom.lower.rows import CAPACITY
from ruleloom.lower.shape import Shape
from ruleloom.lower.storing import Storing
from ruleloom.machine import Machine


def lower_game(machine: Machine, shape: Shape | None = None, passes: Passes = ALL) -> p.Plan:
    """The plan of a game. Raises NotLowered where only the reference engine can run it."""
    shape = Shape(machine) if shape is None else shape
    lower = Expressions(shape, BUILTINS, passes)
    facts = Facts(lower)
    lower.bits = Bitsets(lower, facts)
    storing = Storing(lower)
    renumbering = Renumbering(lower)
    blocks = Blocks(lower, storing, renumbering).all()
    choices = Choices(lower, renumbering)
    chances = Chances(lower, storing, renumbering)
    called = (*choices.functions(), chances.function(), result_function(lower))
    noting = facts.functions()
    functions = [replace(each, body=facts.noted(each.body)) for each in (*lower.functions.values(), *called)]
    plan = p.Plan(
        fields=(*shape.fields, *facts.fields, *choices.columns.fields(CAPACITY)),
        tables=lower.tables.all,
        functions=(*functions, *noting),
        blocks={at: facts.noted(block) for at, block in blocks.items()},
        stops=tuple(_stops(machine)),
        streams=tuple(chances.streams),
        mask_bits=shape.widest(),
        players=shape.players,
        capacity=CAPACITY,
        passes=passes,
    )
    return simplified(plan) if passes.folding else plan


def _stops(machine: Machine) -> list[p.Stop]:
    kinds: dict[type, p.StopKind] = {to.Decide: "decide", to.Pick: "pick", to.Happen: "chance", to.Stop: "over"}
    return [
        p.Stop(at, kinds[type(instruction)])
        for at, instruction in enumerate(machine.program.code)
        if type(instruction) in kinds
    ]
