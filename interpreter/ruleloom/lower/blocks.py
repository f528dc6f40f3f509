"""The program's instructions as blocks: what runs between two stops.

A block begins where something jumps to. Conditions inside it leave it early, so that a block is read from top to
bottom.
"""

from typing import assert_never

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import Code, negated
from ruleloom.lower.effects import Effects
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.joint import JointDecisions
from ruleloom.lower.jumps import Jumps
from ruleloom.lower.loops import Loops
from ruleloom.lower.renumbering import Renumbering
from ruleloom.lower.scopes import Scope
from ruleloom.lower.seeking import Seeking
from ruleloom.lower.spending import Spending
from ruleloom.lower.storing import Storing
from ruleloom.lower.turns import Turns, close_turn
from ruleloom_dsl.ir.game import Ending

_Joint = to.Convene | to.Commit | to.Recall
_Over = to.TestEndings | to.Finish | to.Fail


class Blocks:
    """The lowering of one program."""

    def __init__(self, lower: Expressions, storing: Storing, renumbering: Renumbering) -> None:
        self.lower = lower
        self.storing = storing
        self.renumbering = renumbering
        self.program = lower.shape.machine.program
        self.jumps = Jumps(self.program, bool(renumbering.components))
        self.effects = Effects(lower, storing)
        self.loops = Loops(lower, storing, self.jumps)
        self.seeking = Seeking(lower, self.jumps)
        self.turns = Turns(lower, storing)
        self.joint = JointDecisions(lower, self.jumps)
        self.spending = Spending(lower, storing)

    def all(self) -> dict[int, p.Block]:
        """Every block by its number, which is its first instruction; at a stop there is none.

        Where cards are numbered anew, a block behind all instructions does that on the way to each stop.
        """
        leaders = self.jumps.leaders()
        found = {leader: self._block(leader, leaders) for leader in sorted(leaders) if not self.jumps.is_stop(leader)}
        return found | {
            self.jumps.arrival(at): self._arriving(at) for at in self.jumps.stops() if self.renumbering.components
        }

    def _arriving(self, at: int) -> p.Block:
        code = self.lower.code.inner()
        self.renumbering.arrive(code, at)
        code.add(p.Halt(at))
        return code.block

    def _block(self, leader: int, leaders: set[int]) -> p.Block:
        code = self.lower.code.inner()
        at = leader
        while True:
            if self._instruction(code, at):
                return code.block
            at += 1
            if at in leaders:
                code.add(self.jumps.to(at))
                return code.block

    def _instruction(self, code: Code, at: int) -> bool:
        """Write an instruction; the result says that nothing goes on behind it."""
        instruction = self.program.code[at]
        me: int = getattr(instruction, "me", -1)
        scope = Scope(p.Field(f"f{me}") if me >= 0 else p.Int(p.NONE), {})
        match instruction:
            case to.Decide() | to.Pick() | to.Happen() | to.Stop():
                code.add(self.jumps.to(at))
                return True
            case to.Jump(there):
                code.add(self.jumps.to(there))
                return True
            case to.Run(effect):
                self.effects.apply(code, effect, scope)
            case to.Assign(target, value):
                self.storing.assign_slot(code, target, value, scope)
            case to.Branch(test, otherwise):
                code.add(p.If(negated(self.lower.truth(code, test, scope)), (self.jumps.to(otherwise),)))
            case to.Gather():
                self.loops.gather(code, instruction, scope)
            case to.Take(rest, slot, done):
                self.loops.take(code, rest, slot, done)
            case to.Seek():
                self.seeking.seek(code, instruction, scope)
            case to.Reset() | to.OpenTurn() | to.CloseTurn():
                self.turns.turn(code, instruction)
            case to.Convene() | to.Commit() | to.Recall():
                self._joint(code, instruction, scope)
            case to.Excuse(move):
                self.spending.excuse(code, move, scope)
            case to.Spend(move):
                self.spending.spend(code, move, scope)
            case to.TestEndings() | to.Finish() | to.Fail():
                return self._over(code, instruction, scope)
            case _:
                assert_never(instruction)
        return False

    def _joint(self, code: Code, instruction: _Joint, scope: Scope) -> None:
        match instruction:
            case to.Convene():
                self.joint.convene(code, instruction, scope)
            case to.Commit(joint):
                self.joint.commit(code, joint, scope)
            case to.Recall(joint, seat, done):
                self.joint.recall(code, joint, seat, done)
            case _:
                assert_never(instruction)

    def _over(self, code: Code, instruction: _Over, scope: Scope) -> bool:
        match instruction:
            case to.TestEndings(endings):
                return any(self._test(code, ending, scope) for ending in endings)
            case to.Finish(ending):
                self._finish(code, ending, scope)
                return True
            case to.Fail():
                code.add(p.Fail())
                return True
            case _:
                assert_never(instruction)

    def _test(self, code: Code, ending: Ending, scope: Scope) -> bool:
        if ending.when is None:
            self._finish(code, ending.id, scope)
            return True
        over = code.inner()
        self._finish(over, ending.id, scope)
        code.add(p.If(self.lower.truth(code, ending.when, scope), over.block))
        return False

    def _finish(self, code: Code, ending: str, scope: Scope) -> None:
        code.add(p.Store(p.Field("ending"), p.Int(self.lower.shape.machine.endings[ending])))
        code.add(p.Store(p.Field("ended_by"), scope.me))
        close_turn(code)
        code.add(self.jumps.to(len(self.program.code) - 1))
