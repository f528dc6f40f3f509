"""Loops of rules: what they go through is listed first, then taken out one by one."""

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, both, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.jumps import Jumps
from ruleloom.lower.members import as_mask, pop_front
from ruleloom.lower.scopes import Scope, none_of
from ruleloom.lower.storing import Storing
from ruleloom.lower.values import Filter, Several, Slice, stored
from ruleloom_dsl.ir.types import SetOf


class Loops:
    """The loops of one program."""

    def __init__(self, lower: Expressions, storing: Storing, jumps: Jumps) -> None:
        self.lower = lower
        self.storing = storing
        self.jumps = jumps
        self.shape = lower.shape
        self.program = jumps.program

    def gather(self, code: Code, gather: to.Gather, scope: Scope) -> None:
        """List what a loop goes through."""
        each = gather.each
        found = self.lower.several(code, each.domain, scope)
        if each.start is not None:
            start = code.hold(self.lower.number(code, each.start, scope))
            found = _rotated(code, found, start, none_of(each.start.type))
        where = each.where
        if where is not None:
            test = where
            found = Filter(found, lambda inner, member: self.lower.truth(inner, test, scope.bound(each.slot, member)))
        if gather.rest in self.shape.masks:
            code.add(p.Store(p.Field(f"f{gather.rest}"), as_mask(code, found)))
        else:
            self.storing.put_sequence(code, gather.rest, found)

    def take(self, code: Code, rest: int, slot: int, done: int) -> None:
        """Put the next of a loop into its slot, or go on behind the loop."""
        type_ = self.program.slots[slot].type
        if rest in self.shape.masks:
            field = p.Field(f"f{rest}")
            code.add(p.If(binary("==", field, EMPTY), (self.jumps.to(done),)))
            code.add(p.Store(p.Field(f"f{slot}"), p.Unary("lowest", field)))
            code.add(p.Store(field, binary("without", field, p.Unary("bit", p.Field(f"f{slot}")))))
            return
        if isinstance(type_, SetOf):
            raise NotLowered("a loop over sets")
        sequence = self.shape.sequence(rest)
        code.add(p.If(binary("<=", p.Field(sequence.length), FALSE), (self.jumps.to(done),)))
        code.add(p.Store(p.Field(f"f{slot}"), p.At(sequence.items, FALSE)))
        pop_front(code, [sequence.items], sequence.length)


def _rotated(code: Code, several: Several, start: p.Expr, none: int) -> Several:
    """A set from one of its members on, or from where that one would stand; what comes before goes to the end."""
    listed = stored(code, several)
    before, at = code.local(FALSE, hint="n"), code.local(p.Int(p.NONE))

    def look(inner: Code, number: p.Expr) -> None:
        member = inner.hold(listed.at(number))
        here = both(binary("<", at, FALSE), binary("==", member, start))
        inner.add(p.If(here, (p.Store(at, number),)))
        inner.add(
            p.If(
                both(binary("!=", member, p.Int(none)), binary("<", member, start)),
                (p.Store(before, binary("+", before, p.Int(1))),),
            )
        )

    code.each_number(FALSE, listed.length, look)
    cut = code.local(chosen(binary("==", start, p.Int(none)), FALSE, chosen(binary(">=", at, FALSE), at, before)))

    def read(number: p.Expr) -> p.Expr:
        there = binary("+", number, cut)
        return listed.at(chosen(binary(">=", there, listed.length), binary("-", there, listed.length), there))

    return Slice(read, listed.length, listed.bound)
