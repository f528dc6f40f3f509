"""Decisions that players make together: what each chose is kept until all have, and then brought back in turn."""

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.jumps import Jumps
from ruleloom.lower.members import pop_front, without_none
from ruleloom.lower.scopes import Scope


class JointDecisions:
    """The decisions of one program that are made together."""

    def __init__(self, lower: Expressions, jumps: Jumps) -> None:
        self.lower = lower
        self.jumps = jumps
        self.shape = lower.shape
        self.program = jumps.program

    def convene(self, code: Code, convene: to.Convene, scope: Scope) -> None:
        """Note who is to choose, and that nobody has chosen yet."""
        players, has_none = convene.together.players, self.lower.perhaps.has_none(convene.together.players)
        seats = without_none(code, self.lower.several(code, players, scope), has_none)
        code.add(p.Store(p.Field(f"f{convene.rest}"), seats), p.Store(p.Field(f"f{convene.commits}n"), FALSE))

    def commit(self, code: Code, joint: to.Joint, scope: Scope) -> None:
        """Keep what a player chose."""
        name = f"f{joint.commits}"
        at = code.local(p.Field(f"{name}n"))
        code.add(p.Store(p.At(f"{name}s", at), chosen(binary("<", scope.me, FALSE), FALSE, scope.me)))
        for kept in joint.kept:
            self._keep(code, f"{name}k{kept}", kept, at)
        code.add(p.Store(p.Field(f"{name}n"), binary("+", at, p.Int(1))))

    def recall(self, code: Code, joint: to.Joint, seat: int, done: int) -> None:
        """Bring back what the next player chose, or go on behind the last."""
        name = f"f{joint.commits}"
        code.add(p.If(binary("==", p.Field(f"{name}n"), FALSE), (self.jumps.to(done),)))
        code.add(p.Store(p.Field(f"f{seat}"), p.At(f"{name}s", FALSE)))
        single = [kept for kept in joint.kept if not self._is_sequence(kept)]
        code.add(*(p.Store(p.Field(f"f{kept}"), p.At(f"{name}k{kept}", FALSE)) for kept in single))
        for kept in joint.kept:
            if kept not in single:
                self._bring_back(code, f"{name}k{kept}", kept, f"{name}n")
        lengths = [f"{name}k{kept}n" for kept in joint.kept if kept not in single]
        pop_front(code, [f"{name}s", *(f"{name}k{kept}" for kept in single), *lengths], f"{name}n")

    def _is_sequence(self, slot: int) -> bool:
        return slot not in self.shape.masks and self.shape.is_sequence(self.program.slots[slot].type)

    def _keep(self, code: Code, field: str, kept: int, at: p.Expr) -> None:
        """What a player chose goes behind what the others chose before."""
        if not self._is_sequence(kept):
            code.add(p.Store(p.At(field, at), p.Field(f"f{kept}")))
            return
        sequence = self.shape.sequence(kept)
        start = code.hold(binary("*", at, p.Int(sequence.capacity)))
        code.add(p.Store(p.At(f"{field}n", at), p.Field(sequence.length)))

        def copy(inner: Code, number: p.Expr) -> None:
            inner.add(p.Store(p.At(field, binary("+", start, number)), p.At(sequence.items, number)))

        code.each_number(FALSE, p.Field(sequence.length), copy)

    def _bring_back(self, code: Code, field: str, kept: int, count: str) -> None:
        """The first set that was kept goes back into its slot, and the others move up."""
        sequence = self.shape.sequence(kept)
        code.add(p.Store(p.Field(sequence.length), p.At(f"{field}n", FALSE)))

        def copy(inner: Code, number: p.Expr) -> None:
            inner.add(p.Store(p.At(sequence.items, number), p.At(field, number)))

        def move(inner: Code, number: p.Expr) -> None:
            behind = p.At(field, binary("+", number, p.Int(sequence.capacity)))
            inner.add(p.Store(p.At(field, number), behind))

        code.each_number(FALSE, p.Field(sequence.length), copy)
        left = binary("*", binary("-", p.Field(count), p.Int(1)), p.Int(sequence.capacity))
        code.each_number(FALSE, left, move)
