"""By which cells of a record two states of one game differ, while it is played on from one of them.

What nothing writes any more is the same in all states that can be reached. Slots that nothing reads before they are
bound anew do not tell states apart, nor does what only counts, nor what follows from other fields.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ruleloom import program as to
from ruleloom.lower import plan as flat
from ruleloom.lower.shape import Shape
from ruleloom.slots import live_at_stops, ways_on
from ruleloom_dsl.ir.traverse import inside

_COUNTS = frozenset({"pc", "turns", "decided", "fuel", "ending", "ended_by"})
_DERIVED = re.compile(r"where\d+|near|around|ahead|places\d+|v\d+is")
_SLOT = re.compile(r"f(\d+)(?:n|s|k\d+)?")


@dataclass(frozen=True, slots=True)
class Part:
    """A field that tells states apart; of the cells of a sequence only so many count as the field `length` says.

    `lengths`: stretches of one array, each with its own length, begin at these cells.
    """

    field: flat.StateField
    length: str = ""
    starts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Identity:
    """The parts that count at each decision that can come, and the field that says who decides there.

    `chance` says which stops are chance events that can come, `joint` whether several players choose at once.
    """

    parts: dict[int, tuple[Part, ...]]
    movers: dict[int, str]
    chance: tuple[int, ...]
    joint: bool


def identity(plan: flat.Plan, shape: Shape, at: int) -> Identity:
    """What tells states apart that come after the program point `at`."""
    program = shape.machine.program
    reached = reachable(program, at)
    written = _written(plan, reached)
    live = live_at_stops(shape.game, program)
    decisions = {
        pc: instruction for pc in sorted(reached) if isinstance(instruction := program.code[pc], to.Decide | to.Pick)
    }
    parts = {pc: tuple(_parts(plan, shape, written, live[pc])) for pc in decisions}
    movers = {pc: f"f{instruction.me}" for pc, instruction in decisions.items()}
    chance = tuple(pc for pc in sorted(reached) if isinstance(program.code[pc], to.Happen))
    return Identity(parts, movers, chance, any(isinstance(program.code[pc], to.Convene) for pc in reached))


def reachable(program: to.Program, at: int) -> frozenset[int]:
    """The instructions that can be run from one on."""
    found, waiting = {at}, [at]
    while waiting:
        for after, _ in ways_on(program, waiting.pop()):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return frozenset(found)


def _parts(plan: flat.Plan, shape: Shape, written: frozenset[str], live: frozenset[int]) -> Iterator[Part]:
    shown = _shown(shape)
    lengths = {field.name for field in plan.fields if field.record == "s"}
    for field in plan.fields:
        name = field.name
        if field.record != "s" or name not in written or name in _COUNTS or _DERIVED.fullmatch(name):
            continue
        slot = _SLOT.fullmatch(name)
        if slot is not None and int(slot[1]) not in live:
            continue
        if name in shown:
            field = replace(field, low=0, high=shown[name])
        if name == "piles":
            yield Part(field, "heights", shape.zone_starts)
        elif field.size is not None and f"{name}n" in lengths:
            count = next(each.size for each in plan.fields if each.name == f"{name}n") or 1
            yield Part(field, f"{name}n", tuple(range(0, field.size + 1, field.size // count)))
        else:
            yield Part(field)


def _shown(shape: Shape) -> dict[str, int]:
    """The highest word of each changing attribute."""
    numbering = shape.numbering
    return {
        f"shown{number}": len(numbering.words[dict(numbering.components[component].changes)[name]]) - 1
        for (component, name), number in numbering.changing.items()
    }


def _written(plan: flat.Plan, reached: Iterable[int]) -> frozenset[str]:
    """The fields that what can be run may store to."""
    functions = {function.name: function.body for function in plan.functions}
    waiting: list[object] = [functions["take"], functions["absent"]]
    waiting += [plan.blocks[pc] for pc in reached if pc in plan.blocks]
    blocks, called, found = set(reached), {"take", "absent"}, set()
    while waiting:
        for node in inside(waiting.pop()):
            match node:
                case flat.Store(to=flat.Field(name, "s") | flat.At(name, _, "s")):
                    found.add(name)
                case flat.Call(function) if function not in called:
                    called.add(function)
                    waiting.append(functions[function])
                case flat.Goto(block) if block not in blocks:
                    blocks.add(block)
                    waiting.append(plan.blocks[block])
                case _:
                    pass
    return frozenset(found)
