"""Runs a game's worlds from stop to stop on an engine, and lists its options as the reference does.

A world goes to the engine as a record and comes back as a world, so whatever looks at states knows no engines.
"""

from dataclasses import replace
from typing import Protocol

from ruleloom import program as to
from ruleloom.decisions import Option
from ruleloom.engines.engine import Engine
from ruleloom.engines.engine import Option as Offered
from ruleloom.engines.failing import raise_failure, raise_without_candidate
from ruleloom.lower.fields import item_in, value_of
from ruleloom.lower.plan import NONE
from ruleloom.lower.shape import Cell, Record
from ruleloom.machine import Machine
from ruleloom.moves import DECLINE, Move
from ruleloom.results import Outcome, outcome_of
from ruleloom.world import World
from ruleloom_dsl.ir.picking import DONE
from ruleloom_dsl.ir.types import Value


class Runner(Protocol):
    """What a game is run by. A world that is given may be changed; the one that comes back is where the game stands."""

    def run(self, world: World) -> World:
        """The world at the next stop."""
        ...

    def options(self, world: World, decide: to.Decide | to.Pick) -> tuple[Option, ...]:
        """What a choice offers."""
        ...

    def absent(self, world: World, decide: to.Decide | to.Pick) -> World:
        """The world behind a choice without candidate."""
        ...

    def take(self, world: World, decide: to.Decide | to.Pick, option: Option, number: int) -> World:
        """The world behind a choice; the option is the one with this number, from 0."""
        ...

    def outcome(self, world: World) -> Outcome:
        """What the end of the game means."""
        ...


class ReferenceRunner:
    """Runs a game as the rules define it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def run(self, world: World) -> World:
        """The world at the next stop."""
        self.machine.run(world)
        return world

    def options(self, world: World, decide: to.Decide | to.Pick) -> tuple[Option, ...]:
        """What a choice offers."""
        decisions = self.machine.decisions
        return decisions.picks(world, decide) if isinstance(decide, to.Pick) else decisions.options(world, decide)

    def absent(self, world: World, decide: to.Decide | to.Pick) -> World:
        """The world behind a choice without candidate."""
        if isinstance(decide, to.Pick) or decide.none < 0:
            raise_without_candidate(decide)
        world.pc = decide.none
        return world

    def take(self, world: World, decide: to.Decide | to.Pick, option: Option, number: int) -> World:
        """The world behind a choice."""
        if decide.in_turn:
            world.tally[1] = 1
        if isinstance(decide, to.Pick):
            world.frame[decide.some.slot] = option.row
        else:
            self.machine.decisions.bind(world, option)
        world.pc = option.body
        return world

    def outcome(self, world: World) -> Outcome:
        """What the end of the game means."""
        return outcome_of(world, self.machine.game.ends[world.ending], self.machine.evaluator)


class EngineRunner:
    """Runs a game on an engine, in whose place the reference says what is wrong where the rules do not go on."""

    def __init__(self, machine: Machine, engine: Engine) -> None:
        self.machine = machine
        self.engine = engine
        self.shape = engine.shape
        self.reference = ReferenceRunner(machine)
        self._last: tuple[object, Record] | None = None

    def run(self, world: World) -> World:
        """The world at the next stop."""
        while world.pc not in self.engine.plan.blocks and not self._is_stop(world):
            self.machine.step(world)  # a position may begin in the middle of a block
        if self._is_stop(world):
            return world
        return self.shape.world(self.engine.run(self.shape.record(world)))

    def options(self, world: World, decide: to.Decide | to.Pick) -> tuple[Option, ...]:
        """What a choice offers."""
        offered = self.engine.legal(self._record(world))
        return tuple(self._option(world, decide, each) for each in offered)

    def absent(self, world: World, decide: to.Decide | to.Pick) -> World:
        """The world behind a choice without candidate."""
        if isinstance(decide, to.Pick):
            raise_failure(self.machine, world)
        return self.shape.world(self.engine.absent(self._record(world)))

    def take(self, world: World, decide: to.Decide | to.Pick, option: Option, number: int) -> World:
        """The world behind a choice."""
        return self.shape.world(self.engine.take(self._record(world), number))

    def outcome(self, world: World) -> Outcome:
        """What the end of the game means."""
        returns = self.engine.returns(self.shape.record(world))
        return replace(self.reference.outcome(world), returns=tuple(map(float, returns)))

    def _is_stop(self, world: World) -> bool:
        return isinstance(self.machine.program.code[world.pc], to.Decide | to.Pick | to.Happen | to.Stop)

    def _record(self, world: World) -> Record:
        """The record of a world at a stop; the last one is remembered, and with it the engine remembers its options."""
        identity = self.machine.layout.encode(world)
        if self._last is None or self._last[0] != identity:
            self._last = identity, self.shape.record(world)
        return self._last[1]

    def _option(self, world: World, decide: to.Decide | to.Pick, offered: Offered) -> Option:
        if isinstance(decide, to.Pick):
            return self._pick(world, decide, offered)
        if offered.alternative == len(decide.alternatives):
            return Option(Move(DECLINE, (), DECLINE), decide.declined, (), ())
        decisions, alternative = self.machine.decisions, decide.alternatives[offered.alternative]
        plan = decisions.plans[alternative.move.id]
        row = tuple(self._value(slot, offered.columns) for slot in plan.slots)
        uses = tuple(
            (number, member)
            for number, slot in enumerate(plan.use_slots)
            for member in _members(self._value(slot, offered.columns))
        )
        move = decisions.notation.move(world, decide, alternative.move, plan.decided(row))
        return Option(move, alternative.body, row, uses)

    def _pick(self, world: World, pick: to.Pick, offered: Offered) -> Option:
        picked = _members(world.frame[pick.some.slot])
        if offered.alternative:
            return Option(Move(DONE, (), DONE), pick.done, picked, ())
        item = self.machine.decisions.picking_of(pick).subsets.item
        member = value_of(_number(offered.columns["picked"]), item)
        text = self.machine.decisions.notation.value(world, member, item)
        return Option(Move(pick.move.id, (text,), text), pick.again, (*picked, member), ())

    def _value(self, slot: int, columns: Record) -> Value:
        """What an option puts into a slot."""
        cell, type_ = columns.get(f"o{slot}"), self.machine.program.slots[slot].type
        if cell is None:
            return None
        if slot in self.shape.masks and isinstance(cell, int):
            return tuple(bit for bit in range(cell.bit_length()) if cell >> bit & 1)
        length = columns.get(f"o{slot}n")
        if length is None:
            return value_of(_number(cell), type_)
        items = cell if isinstance(cell, list) else [cell]
        count = _number(length)
        return None if count == NONE else tuple(value_of(each, item_in(type_)) for each in items[:count])


def _members(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _number(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell
