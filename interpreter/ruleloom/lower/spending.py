"""What a move takes when it is made: its costs, its limits and those of its exceptions; and what a turn remembers."""

from ruleloom.guards import paid_from
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.guards import Excused, Guards
from ruleloom.lower.members import as_mask, size
from ruleloom.lower.scopes import Scope, none_of
from ruleloom.lower.storing import Storing
from ruleloom.lower.values import Absent, Several
from ruleloom_dsl.ir.game import Move


class Spending:
    """What the moves of one program take."""

    def __init__(self, lower: Expressions, storing: Storing) -> None:
        self.lower = lower
        self.storing = storing
        self.shape = lower.shape
        self.program = lower.shape.machine.program

    def excuse(self, code: Code, move: Move, scope: Scope) -> None:
        """Work out which exceptions a move uses whose set is closed."""
        guards = Guards(self.lower)
        for clause in move.clauses:
            if (excused := Excused.of(clause)) is not None:
                uses = excused.uses(code, guards, scope)
                for number, exemption in enumerate(clause.exceptions):
                    self.storing.put_sequence(code, self.program.uses[exemption.key], uses.of(number))

    def spend(self, code: Code, move: Move, scope: Scope) -> None:
        """Pay the costs of a move, count it and what its exceptions allowed, and remember what was decided."""
        amounts = [code.local(self.lower.some(code, cost.amount, scope)) for cost in move.costs]
        evaluator = self.shape.machine.evaluator
        for cost, amount in zip(move.costs, amounts, strict=True):
            held = paid_from(cost, evaluator)
            variable = self.lower.numbering.variables[cost.variable]
            self.storing.assign(code, variable, held.key, binary("-", FALSE, amount), scope, add=True)
        seat = chosen(binary("<", scope.me, FALSE), FALSE, scope.me)
        if move.limit is not None:
            self._count(code, move.limit.key, seat, p.Int(1))
        for clause in move.clauses:
            for exemption in clause.exceptions:
                if exemption.limit is not None:
                    slot = self.program.uses[exemption.key]
                    used = size(code, self._slot(slot))
                    self._count(code, exemption.limit.key, seat, used)
        for memory in move.memory:
            self._copy(code, memory.slot, memory.source)

    def _slot(self, slot: int) -> Several:
        found = self.lower.slot(slot, self.program.slots[slot].type)
        assert isinstance(found, Several)
        return found.of if isinstance(found, Absent) else found

    def _count(self, code: Code, limit: str, seat: p.Expr, times: p.Expr) -> None:
        number, _ = self.lower.numbering.limits[limit]
        at = code.hold(binary("+", p.Int(number * self.shape.players), seat))
        code.add(p.Store(p.At("used", at), binary("+", p.At("used", at), times)))

    def _copy(self, code: Code, slot: int, source: int) -> None:
        type_, of = self.program.slots[slot].type, self.program.slots[source].type
        if slot in self.shape.masks:
            code.add(p.Store(p.Field(f"f{slot}"), as_mask(code, self._slot(source))))
        elif self.shape.is_sequence(type_):
            self.storing.put_sequence(code, slot, self._slot(source))
            if source not in self.shape.masks:
                length, known = p.Field(f"f{slot}n"), p.Field(f"f{source}n")
                code.add(p.If(binary("<", known, FALSE), (p.Store(length, p.Int(p.NONE)),)))
        else:
            assert none_of(type_) == none_of(of)
            code.add(p.Store(p.Field(f"f{slot}"), p.Field(f"f{source}")))
