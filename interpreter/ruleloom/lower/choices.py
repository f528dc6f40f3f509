"""Decisions: which options a choice offers, and what happens when one is taken."""

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.candidates import Candidates
from ruleloom.lower.code import FALSE, Code, binary
from ruleloom.lower.columns import Columns
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.guards import Guards
from ruleloom.lower.listing import Listing
from ruleloom.lower.picking import Picks
from ruleloom.lower.renumbering import Renumbering
from ruleloom.lower.rows import COUNT, Rows
from ruleloom.lower.scopes import Scope
from ruleloom.slots import Reading, use_slots
from ruleloom_dsl.ir.game import Move


class Choices:
    """The lowering of one game's decisions."""

    def __init__(self, lower: Expressions, renumbering: Renumbering) -> None:
        self.lower = lower
        self.renumbering = renumbering
        self.shape = lower.shape
        self.program = lower.shape.machine.program
        self.guards = Guards(lower)
        self.columns = Columns(lower)
        self.reading = Reading(lower.game, self.program)
        self.picks = Picks(lower, self.guards)
        self.later = frozenset[int]().union(
            *(self.reading.instruction(each) for each in self.program.code if not isinstance(each, to.Decide))
        )

    def functions(self) -> tuple[p.Function, ...]:
        """`legal`, `take` and `absent`."""
        legal, take, absent = (self.lower.code.inner() for _ in range(3))
        for at, stop in enumerate(self.program.code):
            if isinstance(stop, to.Decide | to.Pick):
                here = binary("==", p.Field("pc"), p.Int(at))
                legal.add(p.If(here, (p.Return(p.Call(self._legal(at, stop))),)))
                taken, missing = take.inner(), absent.inner()
                self._take(taken, stop)
                take.add(p.If(here, (*taken.block, p.Return())))
                none = stop.none if isinstance(stop, to.Decide) else -1
                self.renumbering.arrive(missing, none)
                missing.add(p.Fail() if none < 0 else p.Store(p.Field("pc"), p.Int(none)))
                absent.add(p.If(here, (*missing.block, p.Return())))
        for code in (legal, take, absent):
            code.add(p.Fail())
        option = (p.Parameter("option", "int"),)
        return (
            p.Function("legal", (), "int", legal.block),
            p.Function("take", option, None, take.block),
            p.Function("absent", (), None, absent.block),
        )

    # --- taking an option ---------------------------------------------------------------------------------------------

    def _take(self, code: Code, stop: to.Decide | to.Pick) -> None:
        if stop.in_turn:
            code.add(p.Store(p.Field("decided"), p.Int(1)))
        option = p.Name("option")
        if isinstance(stop, to.Pick):
            self.picks.take(code, stop, option)
            return
        for number, alternative in enumerate(stop.alternatives):
            inner = code.inner()
            for slot in self.row_slots(alternative.move):
                self.columns.bind(inner, slot, option)
            inner.add(p.Store(p.Field("pc"), p.Int(alternative.body)), p.Return())
            code.add(p.If(binary("==", p.At("alternative", option, "o"), p.Int(number)), inner.block))
        if stop.optional:
            self.renumbering.arrive(code, stop.declined)
            code.add(p.Store(p.Field("pc"), p.Int(stop.declined)))

    def row_slots(self, move: Move) -> tuple[int, ...]:
        """What a row says: the deciding values, and what is read later."""
        bound = dict.fromkeys(binder.slot for binder in (*move.parameters, *move.decides))
        decided = {each.slot for each in move.announced}
        picked = set() if move.picked is None else self.picks.slots(move)
        found = [slot for slot in bound if (slot in decided or slot in self.later) and slot not in picked]
        return (*found, *use_slots(self.program.uses, move))

    # --- offering options ---------------------------------------------------------------------------------------------

    def _legal(self, at: int, stop: to.Decide | to.Pick) -> str:
        """The function that fills the options of a stop and counts them."""
        code, name = self.lower.code.inner(), f"legal{at}"
        scope = Scope(p.Field(f"f{stop.me}") if stop.me >= 0 else p.Int(p.NONE), {})
        code.fail_if(binary("<", scope.me, FALSE))
        code.add(p.Store(COUNT, FALSE))
        if isinstance(stop, to.Pick):
            self.picks.options(code, stop, scope)
        else:
            for number, alternative in enumerate(stop.alternatives):
                self._offer(code, number, alternative.move, scope)
            if stop.optional:
                code.when(binary(">", COUNT, FALSE), lambda then: _decline(then, len(stop.alternatives)))
        code.add(p.Return(COUNT))
        self.lower.functions[name] = p.Function(name, (), "int", code.block)
        return name

    def _offer(self, code: Code, number: int, move: Move, scope: Scope) -> None:
        within = self.guards.within_limit(move, scope)
        code.when(within, lambda then: self._rows(then, number, move, scope))

    def _rows(self, code: Code, number: int, move: Move, scope: Scope) -> None:
        decided = tuple(each.slot for each in move.announced)
        listing = Listing(Candidates(move, self.row_slots(move), self.guards, self.reading, self.picks))
        is_sorted = self.lower.passes.sorted_rows and listing.is_sorted(code.inner(), scope)
        rows = Rows(
            self.columns, number, self.row_slots(move), decided, is_sorted,
            excuses=use_slots(self.program.uses, move),
        )  # fmt: skip
        rows.gather(code, lambda inner, put: listing.write(inner, scope, put))


def _decline(code: Code, alternative: int) -> None:
    code.add(p.Store(p.At("alternative", COUNT, "o"), p.Int(alternative)))
    code.add(p.Store(COUNT, binary("+", COUNT, p.Int(1))))
