"""The program's instructions as blocks: what runs between two stops.

A block begins where something jumps to. Conditions inside it leave it early, so that a block is read from top to
bottom.
"""

from typing import assert_never

from ruleloom import program as to
from ruleloom.guards import paid_from
from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, both, chosen, has, negated
from ruleloom.lower.effects import Effects
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered, number_of
from ruleloom.lower.guards import Excused, Guards
from ruleloom.lower.members import as_mask, contains, size, without_none
from ruleloom.lower.renumbering import Renumbering
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.values import Absent, Filter, MaskSet, Several, Slice, stored
from ruleloom_dsl.ir.game import Ending, Variable
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.types import Maybe, SetOf

_Loop = to.Gather | to.Take | to.Seek
_Turn = to.Reset | to.OpenTurn | to.CloseTurn
_Choice = to.Convene | to.Commit | to.Recall | to.Excuse | to.Spend
_Over = to.TestEndings | to.Finish | to.Fail


class Blocks:
    """The lowering of one program."""

    def __init__(self, lower: Expressions, effects: Effects, renumbering: Renumbering) -> None:
        self.lower = lower
        self.effects = effects
        self.storing = effects.storing
        self.renumbering = renumbering
        self.shape = lower.shape
        self.program = lower.shape.machine.program
        self.last = len(self.program.code) - 1

    def all(self) -> dict[int, p.Block]:
        """Every block by its number, which is its first instruction; at a stop there is none.

        Where cards are numbered anew, a block behind all instructions does that on the way to each stop.
        """
        leaders = self._leaders()
        found = {leader: self._block(leader, leaders) for leader in sorted(leaders) if not self._is_stop(leader)}
        return found | {self._arrival(at): self._arriving(at) for at in self._stops() if self.renumbering.components}

    def _stops(self) -> list[int]:
        return [at for at in range(len(self.program.code)) if self._is_stop(at)]

    def _arrival(self, at: int) -> int:
        return len(self.program.code) + at

    def _arriving(self, at: int) -> p.Block:
        code = self.lower.code.inner()
        self.renumbering.arrive(code, at)
        code.add(p.Halt(at))
        return code.block

    def _is_stop(self, at: int) -> bool:
        return isinstance(self.program.code[at], to.Decide | to.Pick | to.Happen | to.Stop)

    def _to(self, at: int) -> p.Stmt:
        """Go on at an instruction."""
        if not self._is_stop(at):
            return p.Goto(at)
        return p.Goto(self._arrival(at)) if self.renumbering.components else p.Halt(at)

    def _leaders(self) -> set[int]:
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

    def _block(self, leader: int, leaders: set[int]) -> p.Block:
        code = self.lower.code.inner()
        at = leader
        while True:
            if self._instruction(code, at):
                return code.block
            at += 1
            if at in leaders:
                code.add(self._to(at))
                return code.block

    def _instruction(self, code: Code, at: int) -> bool:
        """Write an instruction; the result says that nothing goes on behind it."""
        instruction = self.program.code[at]
        slot: int = getattr(instruction, "me", -1)
        scope = Scope(p.Field(f"f{slot}") if slot >= 0 else p.Int(p.NONE), {})
        match instruction:
            case to.Decide() | to.Pick() | to.Happen() | to.Stop():
                code.add(self._to(at))
                return True
            case to.Jump(there):
                code.add(self._to(there))
                return True
            case to.Run(effect):
                self.effects.apply(code, effect, scope)
            case to.Assign(target, value):
                self.storing.assign_slot(code, target, value, scope)
            case to.Branch(test, otherwise):
                code.add(p.If(negated(self.lower.truth(code, test, scope)), (self._to(otherwise),)))
            case to.Gather() | to.Take() | to.Seek():
                self._loop(code, instruction, scope)
            case to.Reset() | to.OpenTurn() | to.CloseTurn():
                self._turn(code, instruction)
            case to.Convene() | to.Commit() | to.Recall() | to.Excuse() | to.Spend():
                self._choice(code, instruction, scope)
            case to.TestEndings() | to.Finish() | to.Fail():
                return self._over(code, instruction, scope)
            case _:
                assert_never(instruction)
        return False

    # --- loops --------------------------------------------------------------------------------------------------------

    def _loop(self, code: Code, instruction: _Loop, scope: Scope) -> None:
        match instruction:
            case to.Gather():
                self._gather(code, instruction, scope)
            case to.Take(rest, slot, done):
                self._take(code, rest, slot, done)
            case to.Seek():
                self._seek(code, instruction, scope)
            case _:
                assert_never(instruction)

    def _gather(self, code: Code, gather: to.Gather, scope: Scope) -> None:
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

    def _take(self, code: Code, rest: int, slot: int, done: int) -> None:
        type_ = self.program.slots[slot].type
        if rest in self.shape.masks:
            field = p.Field(f"f{rest}")
            code.add(p.If(binary("==", field, EMPTY), (self._to(done),)))
            code.add(p.Store(p.Field(f"f{slot}"), p.Unary("lowest", field)))
            code.add(p.Store(field, binary("without", field, p.Unary("bit", p.Field(f"f{slot}")))))
            return
        if isinstance(type_, SetOf):
            raise NotLowered("a loop over sets")
        sequence = self.shape.sequence(rest)
        code.add(p.If(binary("<=", p.Field(sequence.length), FALSE), (self._to(done),)))
        code.add(p.Store(p.Field(f"f{slot}"), p.At(sequence.items, FALSE)))
        _pop_front(code, [sequence.items], sequence.length)

    def _seek(self, code: Code, seek: to.Seek, scope: Scope) -> None:
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
        code.add(p.If(binary("<", found, FALSE), (self._to(seek.done),)))
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

    # --- turns --------------------------------------------------------------------------------------------------------

    def _turn(self, code: Code, instruction: _Turn) -> None:
        match instruction:
            case to.OpenTurn():
                code.add(p.Store(p.Field("decided"), FALSE))
            case to.CloseTurn():
                _close_turn(code)
            case to.Reset(per, memory):
                for slot in memory:
                    self._forget(code, slot)
                self._start_anew(code, per)
            case _:
                assert_never(instruction)

    def _forget(self, code: Code, slot: int) -> None:
        self.storing.assign_slot(code, slot, None, Scope(p.Int(p.NONE), {}))

    def _start_anew(self, code: Code, per: str) -> None:
        for variable in self.shape.game.variables:
            if variable.per != per:
                continue
            name = self.shape.variables[variable.id]
            if self.shape.is_sequence(variable.type):
                self._start_set_anew(code, variable)
                continue
            starts = p.Int(number_of(variable.starts, variable.type))
            if variable.of is None:
                code.add(p.Store(p.Field(name), starts))
            else:
                _set_all(code, name, FALSE, len(variable.keys), starts)
        players = self.shape.players
        for number in self.lower.numbering.limits_of(per):
            _set_all(code, "used", p.Int(number * players), players, FALSE)

    def _start_set_anew(self, code: Code, variable: Variable) -> None:
        """Every cell of a variable that holds sets gets the members that it starts with."""
        sequence = self.shape.sequence_of(variable)
        type_ = variable.type.of if isinstance(variable.type, Maybe) else variable.type
        assert isinstance(type_, SetOf)
        starts = variable.starts if isinstance(variable.starts, tuple) else ()
        length = p.NONE if variable.starts is None else len(starts)
        for cell in range(len(variable.keys)):
            code.add(p.Store(p.At(sequence.length, p.Int(cell)), p.Int(length)))
            first = cell * sequence.capacity
            code.add(*(p.Store(p.At(sequence.items, p.Int(first + at)), p.Int(number_of(one, type_.item)))
                       for at, one in enumerate(starts)))  # fmt: skip

    # --- choices ------------------------------------------------------------------------------------------------------

    def _choice(self, code: Code, instruction: _Choice, scope: Scope) -> None:
        match instruction:
            case to.Convene(together, rest, commits):
                players, has_none = together.players, self.lower.perhaps.has_none(together.players)
                seats = without_none(code, self.lower.several(code, players, scope), has_none)
                code.add(p.Store(p.Field(f"f{rest}"), seats), p.Store(p.Field(f"f{commits}n"), FALSE))
            case to.Commit(joint):
                self._commit(code, joint, scope)
            case to.Recall(joint, seat, done):
                self._recall(code, joint, seat, done)
            case to.Spend(move):
                self._spend(code, move, scope)
            case to.Excuse(move):
                self.excuse(code, move, scope)
            case _:
                assert_never(instruction)

    def excuse(self, code: Code, move: Declared, scope: Scope) -> None:
        """Work out which exceptions a move uses whose set is closed."""
        guards = Guards(self.lower)
        for clause in move.clauses:
            if (excused := Excused.of(clause)) is not None:
                uses = excused.uses(code, guards, scope)
                for number, exemption in enumerate(clause.exceptions):
                    self.storing.put_sequence(code, self.program.uses[exemption.key], uses.of(number))

    def _commit(self, code: Code, joint: to.Joint, scope: Scope) -> None:
        name = f"f{joint.commits}"
        at = code.local(p.Field(f"{name}n"))
        code.add(p.Store(p.At(f"{name}s", at), chosen(binary("<", scope.me, FALSE), FALSE, scope.me)))
        for kept in joint.kept:
            self._keep(code, f"{name}k{kept}", kept, at)
        code.add(p.Store(p.Field(f"{name}n"), binary("+", at, p.Int(1))))

    def _recall(self, code: Code, joint: to.Joint, seat: int, done: int) -> None:
        name = f"f{joint.commits}"
        code.add(p.If(binary("==", p.Field(f"{name}n"), FALSE), (self._to(done),)))
        code.add(p.Store(p.Field(f"f{seat}"), p.At(f"{name}s", FALSE)))
        single = [kept for kept in joint.kept if not self._is_sequence(kept)]
        code.add(*(p.Store(p.Field(f"f{kept}"), p.At(f"{name}k{kept}", FALSE)) for kept in single))
        for kept in joint.kept:
            if kept not in single:
                self._bring_back(code, f"{name}k{kept}", kept, f"{name}n")
        lengths = [f"{name}k{kept}n" for kept in joint.kept if kept not in single]
        _pop_front(code, [f"{name}s", *(f"{name}k{kept}" for kept in single), *lengths], f"{name}n")

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

    def _spend(self, code: Code, move: Declared, scope: Scope) -> None:
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

    # --- endings ------------------------------------------------------------------------------------------------------

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
        code.add(p.Store(p.Field("ending"), p.Int(self.shape.machine.endings[ending])))
        code.add(p.Store(p.Field("ended_by"), scope.me))
        _close_turn(code)
        code.add(self._to(self.last))


def _close_turn(code: Code) -> None:
    turns, decided = p.Field("turns"), p.Field("decided")
    code.add(p.Store(turns, binary("+", turns, decided)), p.Store(decided, FALSE))


def _set_all(code: Code, field: str, start: p.Expr, count: int, value: p.Expr) -> None:
    code.each_number(
        FALSE, p.Int(count), lambda inner, at: inner.add(p.Store(p.At(field, binary("+", start, at)), value))
    )


def _pop_front(code: Code, arrays: list[str], length: str) -> None:
    """Leave out the first of several things that stand one behind the other."""
    left = code.local(binary("-", p.Field(length), p.Int(1)))

    def move(inner: Code, at: p.Expr) -> None:
        inner.add(*(p.Store(p.At(name, at), p.At(name, binary("+", at, p.Int(1)))) for name in arrays))

    code.each_number(FALSE, left, move)
    code.add(p.Store(p.Field(length), left))


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
