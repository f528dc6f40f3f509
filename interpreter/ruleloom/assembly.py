"""The program while it is being written: instructions are appended, forward jumps filled in when their end is known."""

from dataclasses import dataclass, replace

from ruleloom import program as to
from ruleloom_dsl.ir.game import Slot
from ruleloom_dsl.ir.types import Type

NOBODY = -1
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Element:
    """An element that is running: what is tested when it is complete, and whether it is a turn."""

    id: str
    me: int
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """A running loop: how many elements enclose it, and the jumps out of it, to be filled in at its end."""

    id: str
    depth: int
    leaving: list[int]
    ending_turn: list[int]
    again: int = -1


@dataclass(frozen=True, slots=True)
class Scope:
    """What encloses a statement: who is `me`, the running elements, the loops, the innermost turns."""

    me: int = NOBODY
    elements: tuple[Element, ...] = ()
    loops: tuple[Loop, ...] = ()
    turns: Loop | None = None

    def within(self, element: Element) -> "Scope":
        """The same, inside one more element."""
        return replace(self, elements=(*self.elements, element))


class Assembly:
    """Instructions, and the slots that the flow needs beside those of the rules."""

    def __init__(self, slots: tuple[Slot, ...]) -> None:
        self.code: list[to.Instruction] = []
        self.slots: list[Slot] = list(slots)
        self.numbers: dict[str, int] = {}
        self.uses: dict[str, int] = {}
        self.nets: list[int] = []
        self._hidden: dict[tuple[int, str], int] = {}

    def program(self, begin: int) -> to.Program:
        """What was written, and where in it the play begins."""
        return to.Program(tuple(self.code), begin, tuple(self.slots), self.numbers, self.uses, tuple(self.nets))

    @property
    def here(self) -> int:
        """Where the next instruction will stand."""
        return len(self.code)

    def emit(self, *instructions: to.Instruction) -> None:
        """Append instructions."""
        self.code.extend(instructions)

    def reserve(self) -> int:
        """Keep a place for an instruction that jumps forward."""
        self.code.append(to.Stop())
        return self.here - 1

    def land(self, jumps: list[int]) -> None:
        """Let reserved jumps lead here."""
        for at in jumps:
            self.code[at] = to.Jump(self.here)

    def retype(self, slot: int, type_: Type) -> None:
        """Say what a slot of the flow holds, once that is known."""
        self.slots[slot] = Slot(self.slots[slot].name, type_)

    def hidden(self, owner: object, name: str, type_: Type) -> int:
        """The slot with this purpose that the flow keeps for a statement, the same wherever it is inlined."""
        key = (id(owner), name)
        if key not in self._hidden:
            self._hidden[key] = len(self.slots)
            self.slots.append(Slot(name, type_))
        return self._hidden[key]
