"""Where a program goes on: which instructions begin a block, and the statement that leads to one."""

from ruleloom import program as to
from ruleloom.lower import plan as p


class Jumps:
    """The ways between the blocks of one program; `renumbers`: cards are numbered anew on the way to each stop."""

    def __init__(self, program: to.Program, renumbers: bool) -> None:
        self.program = program
        self.renumbers = renumbers

    def leaders(self) -> set[int]:
        """Where blocks begin."""
        found = {0}
        for at, instruction in enumerate(self.program.code):
            match instruction:
                case to.Decide(_, alternatives, _, none, declined):
                    found |= {at, none, declined, *(each.body for each in alternatives)}
                case to.Pick(_, _, _, again, done):
                    found |= {at, again, done}
                case to.Happen():
                    found |= {at, at + 1}
                case to.Jump(there):
                    found.add(there)
                case to.Branch(_, there) | to.Take(_, _, there) | to.Recall(_, _, there):
                    found.add(there)
                case to.Seek():
                    found.add(instruction.done)
                case to.Stop():
                    found.add(at)
                case _:
                    pass
        return found - {-1}

    def stops(self) -> list[int]:
        """The instructions at which somebody decides, something happens, or the game is over."""
        return [at for at in range(len(self.program.code)) if self.is_stop(at)]

    def arrival(self, at: int) -> int:
        """The block in which cards are numbered anew on the way to a stop."""
        return len(self.program.code) + at

    def is_stop(self, at: int) -> bool:
        """Whether the run stops at an instruction."""
        return isinstance(self.program.code[at], to.Decide | to.Pick | to.Happen | to.Stop)

    def to(self, at: int) -> p.Stmt:
        """Go on at an instruction."""
        if not self.is_stop(at):
            return p.Goto(at)
        return p.Goto(self.arrival(at)) if self.renumbers else p.Halt(at)
