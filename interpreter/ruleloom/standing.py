"""Puts a world at a choice that a position names, as if the game had come there by itself.

Whose turn it is comes from the position. What the moves before would have left behind is what the position says, or
has its value at the start: the first round of a loop, nothing decided yet in the turn.
"""

from ruleloom import program as to
from ruleloom.cells import Cells
from ruleloom.errors import PositionError, nearest
from ruleloom.halfway import Halfway
from ruleloom.machine import Machine
from ruleloom.tableau import read_seat
from ruleloom.world import World
from ruleloom_dsl.ir.expressions import Local
from ruleloom_dsl.ir.position import Given, Path, Values
from ruleloom_dsl.ir.types import Number, SetOf, Type, Value

GIVEN = "given"


def find_choice(machine: Machine, at: str | None) -> int:
    """Where the program asks for the choice with this id or key; without one, the first choice after the setup.

    Raises PositionError.
    """
    code = machine.program.code
    choices = [(pc, each) for pc, each in enumerate(code) if isinstance(each, to.Decide)]
    picks = [(pc, each.owner) for pc, each in enumerate(code) if isinstance(each, to.Pick)]
    if not choices:
        raise PositionError("this game asks nobody for a choice", (GIVEN,))
    if at is None:
        return next((pc for pc, _ in choices if pc >= machine.program.begin), choices[0][0])
    named = [(pc, each.owner) for pc, each in choices if at in (each.id, each.owner)]
    named += [(pc, owner) for pc, owner in picks if at == owner]
    owners = list(dict.fromkeys(owner for _, owner in named))
    if not named:
        known = [each.id for _, each in choices] + [owner for _, owner in picks]
        raise PositionError(f'no choice is called "{at}"', (GIVEN, "at"), nearest(at, known))
    if len(owners) > 1:
        raise PositionError(f'several choices are called "{at}"', (GIVEN, "at"), f"write {' or '.join(owners)}")
    return named[0][0]


class Standing:
    """A choice in the program of a game, the loops around it, and what is remembered when it is made."""

    def __init__(self, machine: Machine, pc: int) -> None:
        self.machine = machine
        self.code = machine.program.code
        self.pc = pc
        self.seek = self._innermost()
        self.turn_slot = None if self.seek is None else self.seek.turns.slot
        self.given: set[int] = set()
        self.halfway = Halfway(machine, pc)
        self.memory: dict[str, Values] = {}

    def _innermost(self) -> to.Seek | None:
        around = [each for at, each in enumerate(self.code[: self.pc]) if isinstance(each, to.Seek) and each.first]
        return next((each for each in reversed(around) if each.done > self.pc), None)

    @property
    def begin(self) -> int:
        """Where the run starts: at the endings that are tested ahead of the choice, after who decides is worked out."""
        begin = self.halfway.begin(self.memory)
        while begin > 0 and self._belongs(self.code[begin - 1]):
            begin -= 1
        return begin

    def _belongs(self, instruction: to.Instruction) -> bool:
        decide = self.code[self.pc]
        if not isinstance(decide, to.Decide):
            return False
        names = {decide.id, *(each.move.id for each in decide.alternatives)}
        match instruction:
            case to.TestEndings(endings):
                return all(names & set(ending.before) for ending in endings)
            case to.Assign(slot):
                return slot == decide.me and slot not in self.given
            case _:
                return False

    def take(self, world: World, given: Given) -> None:
        """Fill everything that is remembered at the choice. Raises PositionError."""
        world.pc = self.pc
        self._seat(world, given.turn)
        live = self.machine.layout.live[self.pc]
        for slot, _ in live:
            if slot != self.turn_slot:
                world.frame[slot] = self._first_value(world, slot)
        known = {self.machine.program.slots[slot].name: (slot, type_) for slot, type_ in live}
        self._remember(world, given, known)
        self.halfway.resume(world, self.memory)
        world.pc = self.pc

    def _seat(self, world: World, turn: int | None) -> None:
        path: Path = (GIVEN, "turn")
        if self.seek is None or self.turn_slot is None:
            if turn is not None:
                raise PositionError("this choice is made outside turns", path)
            return
        start = self.machine.evaluator.number(self.seek.turns.start)
        seat = start(world) if turn is None else read_seat(self.machine, str(turn), path)
        if world.gone[seat or 0]:
            raise PositionError(f"seat {seat + 1} is out of the game", path)
        world.frame[self.turn_slot] = seat

    def _first_value(self, world: World, slot: int) -> Value:
        if self.seek is not None and slot == self.seek.taken:
            return self._taken(world, self.seek)
        if slot in self.machine.program.numbers.values():
            return 1
        seeks = [each for each in self.code if isinstance(each, to.Seek)]
        assigned = [each.value for each in self.code if isinstance(each, to.Assign) and each.slot == slot]
        if any(each.rounds == Local(slot, Number()) for each in seeks) and assigned[0] is not None:
            return self.machine.evaluator.reader(assigned[0])(world)
        turning = [each.turns.start for each in seeks if slot == each.turns.slot]
        return self.machine.evaluator.number(turning[0])(world) if turning else None

    def _taken(self, world: World, seek: to.Seek) -> Value:
        """How many turns of the loop each seat has begun, if it is in its first round."""
        seats = self.machine.game.players
        current, taken = self.machine.evaluator.number(seek.turns.start)(world), [0] * seats
        for _ in range(seats):
            taken[current] = 1
            if current == world.frame[seek.turns.slot]:
                break
            world.me = current
            current = self.machine.evaluator.number(seek.turns.next)(world)
        return tuple(taken)

    def _remember(self, world: World, given: Given, live: dict[str, tuple[int, Type]]) -> None:
        for name, texts in given.memory:
            path: Path = (GIVEN, "memory", name)
            if name in self.halfway.names:
                self.memory[name] = texts
                continue
            slot, type_ = live.get(name, (-1, None))
            apart = {self.turn_slot, *self.halfway.slots}
            if type_ is None or slot in apart:
                known = [other for other, (slot, _) in live.items() if slot not in apart] + [*self.halfway.names]
                raise PositionError(f'nothing called "{name}" is remembered at this choice', path, nearest(name, known))
            self.given.add(slot)
            world.frame[slot] = self._read(slot, texts, type_, path)

    def _read(self, slot: int, texts: Values, type_: Type, path: Path) -> Value:
        cells = Cells(self.machine.decisions.notation)
        if any(isinstance(each, to.Seek) and each.taken == slot for each in self.code):  # a count for each seat, no set
            return tuple(cells.read_value((text,), Number(), path) for text in texts)
        if isinstance(type_, SetOf):  # what is left of a loop has the order in which it comes
            return tuple(cells.read_value((text,), type_.item, path) for text in texts)
        return cells.read_value(texts, type_, path)
