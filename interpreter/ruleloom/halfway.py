"""What a position says of a choice that is half made: who has committed to what, which members of a set are picked.

Both are written as the moves they are, and read by making these moves again.
"""

from collections.abc import Iterator, Mapping

from ruleloom import program as to
from ruleloom.builtins import members
from ruleloom.decisions import Option, Plan
from ruleloom.errors import PositionError, nearest
from ruleloom.machine import Machine, commits_of
from ruleloom.world import World
from ruleloom_dsl.ir.position import Path, Values

GIVEN = "given"
COMMITTED = "committed"


class Halfway:
    """A stop of a game that may lie in the middle of a choice."""

    def __init__(self, machine: Machine, pc: int) -> None:
        self.machine = machine
        self.pc = pc
        self.stop = machine.program.code[pc]

    @property
    def slots(self) -> frozenset[int]:
        """The slots that are written and read here, and nowhere else."""
        match self.stop:
            case to.Decide(joint=to.Joint() as joint):
                return frozenset({self.stop.me, joint.rest, joint.commits})
            case to.Pick():
                return frozenset(self._plan(self.stop).slots)
            case _:
                return frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """What may be said."""
        match self.stop:
            case to.Decide(joint=to.Joint()):
                return (COMMITTED,)
            case to.Pick():
                live = {slot for slot, _ in self.machine.layout.live[self.pc]}
                return tuple(self._name(slot) for slot in self._plan(self.stop).slots if slot in live)
            case _:
                return ()

    def begin(self, given: Mapping[str, Values]) -> int:
        """Where the run starts: a joint choice of which nothing is said is convened first."""
        match self.stop:
            case to.Decide(joint=to.Joint(_, begin)) if COMMITTED not in given:
                return begin
            case to.Pick(again=again):
                return again
            case _:
                return self.pc

    # --- writing --------------------------------------------------------------------------------------------------

    def written(self, world: World) -> Iterator[tuple[str, Values]]:
        """What a position says of the choice."""
        match self.stop:
            case to.Decide(joint=to.Joint() as joint) if commits_of(world, joint):
                yield COMMITTED, tuple(self._commits(world, self.stop, joint))
            case to.Pick() as pick:
                yield from self._values(world, pick)

    def _commits(self, world: World, decide: to.Decide, joint: to.Joint) -> Iterator[str]:
        for seat, *values in commits_of(world, joint):
            known = dict(zip(joint.kept, values, strict=True))
            decided = tuple(known[each.slot] for each in joint.move.decides)
            move = self.machine.decisions.notation.move(world, decide, joint.move, decided)
            yield f"{seat + 1} {move.text}"

    def _values(self, world: World, pick: to.Pick) -> Iterator[tuple[str, Values]]:
        notation = self.machine.decisions.notation
        for slot in self._plan(pick).slots:
            if self._name(slot) not in self.names:
                continue
            value, type_ = world.frame[slot], self.machine.program.slots[slot].type
            if slot == pick.some.slot:
                item = self.machine.decisions.picking_of(pick).subsets.item
                yield pick.some.name, tuple(notation.value(world, one, item) for one in members(world, value))
            else:
                yield self._name(slot), (notation.value(world, value, type_),)

    # --- reading --------------------------------------------------------------------------------------------------

    def resume(self, world: World, given: Mapping[str, Values]) -> None:
        """Make the moves that lead to the middle of the choice. Raises PositionError."""
        match self.stop:
            case to.Decide(joint=to.Joint() as joint) if COMMITTED in given:
                self._convene(world, joint)
                for number, text in enumerate(given[COMMITTED]):
                    self._commit(world, self.stop, joint, text, (GIVEN, "memory", COMMITTED, number))
            case to.Pick() as pick:
                self._choose(world, pick, given)
                for number, text in enumerate(given.get(pick.some.name, ())):
                    options = self.machine.decisions.picks(world, pick)
                    path: Path = (GIVEN, "memory", pick.some.name, number)
                    world.frame[pick.some.slot] = self._named(options, text, path).row

    def _convene(self, world: World, joint: to.Joint) -> None:
        world.pc = joint.begin
        while world.pc != self.pc and isinstance(self.machine.instruction(world), to.Convene | to.Take):
            self.machine.step(world)
        world.pc = self.pc

    def _commit(self, world: World, decide: to.Decide, joint: to.Joint, text: str, path: Path) -> None:
        seat, _, move = text.partition(" ")
        rest = members(world, world.frame[joint.rest])
        current = world.frame[decide.me]
        if not isinstance(current, int) or seat != str(current + 1):
            raise PositionError(f"player {seat} is not the next to choose here", path, "give them in order of seats")
        if not rest:
            raise PositionError("when the last has chosen, the moves are made", path, "leave the last one to play")
        option = self._named(self.machine.decisions.options_of(world, decide, current), move, path)
        self.machine.decisions.bind(world, option)
        world.pc = option.body
        self.machine.step(world)
        world.frame[decide.me], world.frame[joint.rest] = rest[0], rest[1:]
        world.pc = self.pc

    def _choose(self, world: World, pick: to.Pick, given: Mapping[str, Values]) -> None:
        """The first way to choose the move that has the values which are given."""
        world.pc = self.pc
        self.machine.instruction(world)
        plan, notation = self._plan(pick), self.machine.decisions.notation
        known = {slot: given[self._name(slot)] for slot in plan.slots if self._name(slot) in given}
        known.pop(pick.some.slot, None)
        for row, uses in plan.survivors(world):
            values = dict(zip(plan.slots, row, strict=True))
            types = self.machine.program.slots
            if all((notation.value(world, values[slot], types[slot].type),) == texts for slot, texts in known.items()):
                plan.bind(world, row)
                plan.bind_uses(world, uses)
                world.frame[pick.some.slot] = ()
                return
        raise PositionError(f"{pick.move.id} cannot be chosen like this", (GIVEN, "memory"))

    def _named(self, options: tuple[Option, ...], text: str, path: Path) -> Option:
        found = next((option for option in options if option.move.text == text), None)
        if found is None:
            known = [option.move.text for option in options]
            raise PositionError(f'"{text}" is not legal here', path, nearest(text, known))
        return found

    def _plan(self, pick: to.Pick) -> Plan:
        return self.machine.decisions.plans[pick.move.id]

    def _name(self, slot: int) -> str:
        return self.machine.program.slots[slot].name
