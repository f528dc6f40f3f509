"""Whose turn is next: who is named takes part, is still in the game, and has turns left."""

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, TRUE, Code, binary, both, has, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.jumps import Jumps
from ruleloom.lower.members import contains
from ruleloom.lower.scopes import Scope, may_be_none
from ruleloom.lower.values import MaskSet


class Seeking:
    """The search for who has the next turn in one program."""

    def __init__(self, lower: Expressions, jumps: Jumps) -> None:
        self.lower = lower
        self.jumps = jumps
        self.shape = lower.shape

    def seek(self, code: Code, seek: to.Seek, scope: Scope) -> None:
        """Find who has the next turn, or go on behind the turns."""
        slot = p.Field(f"f{seek.turns.slot}")
        if self._is_certain(code, seek, scope):
            code.add(p.Store(slot, self._next(code, seek, scope if seek.first else scope.by(slot), seek.first)))
            return
        found = code.local(p.Int(p.NONE))
        if seek.again >= 0:
            if not seek.first:
                on = both(binary(">", p.Field(f"f{seek.again}"), FALSE), binary(">=", slot, FALSE))
                keeps = both(on, negated(has(self.shape.gone, slot)))
                code.add(p.If(keeps, (p.Store(found, slot),)))
            code.add(p.Store(p.Field(f"f{seek.again}"), FALSE))
        current = code.local(slot)

        def look(inner: Code) -> None:
            if seek.first:
                self._ask(inner, seek, current, found, scope, first=True)
            else:
                self._ask(inner, seek, current, found, scope.by(current))
            rest = inner.inner()

            def again(more: Code, _: p.Expr) -> None:
                self._ask(more, seek, current, found, scope.by(current))
                more.add(p.If(binary(">=", found, FALSE), (p.Break(),)))

            rest.each_number(p.Int(1), p.Int(self.shape.players), again)
            inner.add(p.If(binary("<", found, FALSE), rest.block))

        code.when(binary("<", found, FALSE), look)
        code.add(p.If(binary("<", found, FALSE), (self.jumps.to(seek.done),)))
        code.add(p.Store(slot, found))

    def _ask(
        self, code: Code, seek: to.Seek, current: p.Name, found: p.Name, scope: Scope, first: bool = False
    ) -> None:
        """Ask whose turn is next; that seat is found if it takes part."""
        code.add(p.Store(current, self._next(code, seek, scope, first)))
        takes = self._takes(code, seek, current, scope, first)
        if seek.rounds is None:
            code.add(p.If(takes, (p.Store(found, current),)))
            return
        had = p.At(f"f{seek.taken}", current)

        def count(inner: Code) -> None:
            assert seek.rounds is not None
            rounds = self.lower.some(inner, seek.rounds, scope)
            inner.add(
                p.If(binary("<", had, rounds), (p.Store(had, binary("+", had, p.Int(1))), p.Store(found, current)))
            )

        code.when(takes, count)

    def _next(self, code: Code, seek: to.Seek, scope: Scope, first: bool) -> p.Expr:
        return self.lower.number(code, seek.turns.start if first else seek.turns.next, scope)

    def _takes(self, code: Code, seek: to.Seek, seat: p.Expr, scope: Scope, first: bool) -> p.Expr:
        """Whether a seat takes part; where all do and one is always named, only who is out of the game does not."""
        players = self.lower.several(code, seek.turns.players, scope)
        named = not may_be_none((seek.turns.start if first else seek.turns.next).type)
        everybody = isinstance(players, MaskSet) and players.bits == p.Mask((1 << self.shape.players) - 1)
        there = TRUE if named and everybody else contains(code, players, seat, True, True)
        return both(there, negated(has(self.shape.gone, seat)))

    def _is_certain(self, code: Code, seek: to.Seek, scope: Scope) -> bool:
        """Whether whoever is named next has the turn, whatever has come before."""
        if seek.again >= 0 or seek.rounds is not None:
            return False
        return self._takes(code.inner(), seek, p.Field(f"f{seek.turns.slot}"), scope, seek.first) == TRUE
