"""Compiles a game's statements into one flat program. Steps and moves are inlined where they are called.

Leaving an element by `end` completes it: the endings that name it are tested, innermost element first. An id that is
both a choice's and a move's means the move.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from ruleloom import program as to
from ruleloom.assembly import NOWHERE, Assembly, Element, Loop, Scope
from ruleloom.choosing import compile_picks, compile_together
from ruleloom.slots import loops_counted
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Clause, Ending, Exemption, Game, Move, Step
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Number, SetOf, Truth


class Flow(Assembly):
    """The compilation of one game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.slots)
        self.game = game
        self.steps: dict[str, Step] = {step.id: step for step in game.steps}
        self.moves: dict[str, Move] = {move.id: move for move in game.moves}
        self.counted = loops_counted(game)
        self.has_again = any(isinstance(node, st.Again) for node in inside(game))

    # --- statements ---------------------------------------------------------------------------------------------------

    def block(self, statements: st.Block, scope: Scope) -> None:
        """Compile statements one after the other."""
        for statement in statements:
            self.statement(statement, scope)

    def statement(self, statement: st.Statement, scope: Scope) -> None:
        """Compile one statement."""
        match statement:
            case st.Shuffle() | st.Roll():
                self.emit(to.Happen(statement, scope.me))
            case st.Let(slot, value, owner):
                self.emit(to.Assign(slot, value, scope.me, owner))
            case st.End() | st.Again() | st.Finish() | st.Do() | st.If() | st.Group():
                self._control(statement, scope)
            case st.Choose():
                self._choose(statement, scope)
            case st.Together():
                compile_together(self, statement, scope)
            case st.Each() | st.Repeat() | st.Turns():
                self._loop(statement, scope)
            case _:
                self.emit(to.Run(statement, scope.me))

    def _control(self, statement: st.End | st.Again | st.Finish | st.Do | st.If | st.Group, scope: Scope) -> None:
        match statement:
            case st.End():
                self._end(statement, scope)
            case st.Again(owner):
                if scope.turns is None:
                    raise ValueError(f"{owner}: `again` stands outside turns")
                self.emit(to.Assign(scope.turns.again, ir.Const(True, Truth()), scope.me, owner))
            case st.Finish(ending):
                self.emit(to.Finish(ending, scope.me))
            case st.Do(step, arguments, owner):
                self._step(self.steps[step], arguments, owner, scope)
            case st.If(test, then, otherwise, owner):
                self._if(test, owner, scope, lambda: self.block(then, scope), lambda: self.block(otherwise, scope))
            case st.Group(id_, body):
                self.element(Element(id_, scope.me), scope, lambda inside: self.block(body, inside))
            case _:
                assert_never(statement)

    def element(self, element: Element, scope: Scope, body: Callable[[Scope], None]) -> None:
        """Compile an element and the tests when it is complete."""
        body(scope.within(element))
        self.complete(element)

    def complete(self, element: Element) -> None:
        """The element is complete: test the endings that name it."""
        if endings := self.endings(lambda ending: element.id in ending.after):
            self.emit(to.TestEndings(endings, element.me))
        if element.turn:
            self.emit(to.CloseTurn())

    def endings(self, named: Callable[[Ending], bool]) -> tuple[Ending, ...]:
        """The endings that are tested at a moment."""
        return tuple(ending for ending in self.game.ends if named(ending))

    def _end(self, statement: st.End, scope: Scope) -> None:
        loop = scope.turns if statement.turn else next(
            (loop for loop in reversed(scope.loops) if loop.id == statement.loop), None
        )  # fmt: skip
        if loop is None:
            raise ValueError(f"{statement.owner}: there is no loop to end here")
        depth = loop.depth + 1 if statement.turn else loop.depth
        for element in reversed(scope.elements[depth:]):
            self.complete(element)
        (loop.ending_turn if statement.turn else loop.leaving).append(self.reserve())

    def _step(self, step: Step, arguments: tuple[ir.Expression, ...], owner: str, scope: Scope) -> None:
        for slot, argument in zip(step.slots, arguments, strict=True):
            self.emit(to.Assign(slot, argument, scope.me, owner))
        self.element(Element(step.id, scope.me), scope, lambda inside: self.block(step.body, inside))

    def _if(
        self, test: ir.Expression, owner: str, scope: Scope, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        branch = self.reserve()
        then()
        leave = self.reserve()
        self.code[branch] = to.Branch(test, self.here, scope.me, owner)
        otherwise()
        self.land([leave])

    # --- decisions ----------------------------------------------------------------------------------------------------

    def _choose(self, choose: st.Choose, scope: Scope) -> None:
        mover = scope if choose.by is None else replace(scope, me=choose.by_slot)
        if choose.by is not None:
            self.emit(to.Assign(choose.by_slot, choose.by, scope.me, choose.owner))
        if before := self.endings(lambda ending: bool({choose.id, *choose.moves} & set(ending.before))):
            self.emit(to.TestEndings(before, mover.me))
        element = Element("" if choose.id in self.moves else choose.id, mover.me)
        self.element(element, scope, lambda inside: self._decide(choose, replace(inside, me=mover.me), inside))

    def _decide(self, choose: st.Choose, mover: Scope, outside: Scope) -> None:
        decide = self.reserve()
        made, alternatives = [], []
        for move in (self.moves[id_] for id_ in choose.moves):
            alternatives.append(to.Alternative(move, self.here))
            if move.picked is not None:
                compile_picks(self, move, decide, mover, choose.owner)
            self.make(move, mover)
            made.append(self.reserve())
        none, leave = self._otherwise(choose.if_none, mover)
        declined, leave_too = self._otherwise(choose.otherwise if choose.optional else None, outside)
        self.land(made)
        self.block(choose.then, outside)
        self.land([*leave, *leave_too])
        self.code[decide] = to.Decide(
            choose.id, tuple(alternatives), choose.optional, declined if choose.optional else none, declined,
            mover.me, choose.owner, outside.turns is not None,
        )  # fmt: skip

    def _otherwise(self, block: st.Block | None, scope: Scope) -> tuple[int, list[int]]:
        if block is None:
            return NOWHERE, []
        start = self.here
        self.block(block, scope)
        return start, [self.reserve()]

    def make(self, move: Move, scope: Scope) -> None:
        """Compile what happens when a chosen move is made."""
        self.emit(to.Spend(move, scope.me))
        for clause in move.clauses:
            for exemption in clause.exceptions:
                self._exempt(clause, exemption, scope)
        self.element(Element(move.id, scope.me), scope, lambda inside: self.block(move.then, inside))

    def _exempt(self, clause: Clause, exemption: Exemption, scope: Scope) -> None:
        type_ = Number() if clause.each_slot is None else self.game.slots[clause.each_slot].type
        rest = self.hidden(exemption, f"uses of {exemption.key}", SetOf(type_))
        slot = self.hidden(exemption, "use", type_) if clause.each_slot is None else clause.each_slot
        self.uses[exemption.key] = rest
        if exemption.then:
            self._over(rest, slot, lambda: self.block(exemption.then, scope))

    # --- loops --------------------------------------------------------------------------------------------------------

    def _loop(self, loop: st.Each | st.Repeat | st.Turns, scope: Scope) -> None:
        running = Loop(loop.id, len(scope.elements), [], [], self._again(loop))
        number = self._number(loop, scope)
        inside = replace(scope, loops=(*scope.loops, running))
        match loop:
            case st.Each():
                self._each(loop, inside, number)
            case st.Repeat():
                self._repeat(loop, inside, running, number)
            case st.Turns():
                self._turns(loop, replace(inside, turns=running), running, number)
            case _:
                assert_never(loop)
        self.land(running.leaving)

    def _number(self, loop: st.Each | st.Repeat | st.Turns, scope: Scope) -> int:
        bound = None if isinstance(loop, st.Each) else loop.bound
        times = isinstance(loop, st.Repeat) and loop.times is not None
        ruled = times or (bound is not None and bound.then is not None) or loop.id in self.counted
        if not ruled and bound is None:
            return NOWHERE
        number = self.hidden(loop, f"{loop.id}.number", Number())
        self.numbers[loop.id] = number
        if not ruled and number not in self.nets:
            self.nets.append(number)
        self.emit(to.Assign(number, ir.Const(0, Number()), scope.me, loop.owner))
        return number

    def _again(self, loop: st.Each | st.Repeat | st.Turns) -> int:
        if isinstance(loop, st.Turns) and self.has_again:
            return self.hidden(loop, f"{loop.id}.again", Truth())
        return NOWHERE

    def _over(self, rest: int, slot: int, body: Callable[[], None]) -> None:
        top = self.reserve()
        body()
        self.emit(to.Jump(top))
        self.code[top] = to.Take(rest, slot, self.here)

    def _each(self, each: st.Each, scope: Scope, number: int) -> None:
        rest = self.hidden(each, f"{each.id}.rest", SetOf(self.game.slots[each.slot].type))
        self.emit(to.Gather(each, rest, scope.me))
        self._over(rest, each.slot, lambda: self._round(each, Element(each.id, scope.me), scope, number))

    def _repeat(self, repeat: st.Repeat, scope: Scope, running: Loop, number: int) -> None:
        times = None
        if repeat.times is not None:
            times = self._constant(repeat, "times", repeat.times, scope)
        top = self.here
        if times is not None:
            self._leave_unless(ir.Comparison("<", _local(number), times, Truth()), running, repeat.owner, scope)
        if repeat.while_ is not None:
            self._leave_unless(repeat.while_, running, repeat.owner, scope)
        self._bound(repeat, running, scope, number)
        self._round(repeat, Element(repeat.id, scope.me), scope, number)
        if repeat.until is not None:
            self._leave_unless(ir.Not(repeat.until, Truth()), running, repeat.owner, scope)
        self.emit(to.Jump(top))

    def _turns(self, turns: st.Turns, scope: Scope, running: Loop, number: int) -> None:
        taken, rounds = self._limited(turns, scope)
        first = self.reserve()
        top = self.here
        inside = replace(scope, me=turns.slot)
        self._bound(turns, running, scope, number)
        self.emit(to.Reset("turn", ()), to.OpenTurn())
        self._round(turns, Element(turns.id, turns.slot, turn=True), inside, number)
        done = self.here + 2
        self.emit(to.Seek(turns, False, taken, rounds, running.again, done, scope.me), to.Jump(top))
        self.code[first] = to.Seek(turns, True, taken, rounds, running.again, done, scope.me)

    def _limited(self, turns: st.Turns, scope: Scope) -> tuple[int, ir.Expression | None]:
        if turns.rounds is None:
            return NOWHERE, None
        taken = self.hidden(turns, f"{turns.id}.taken", SetOf(Number()))
        nothing = ir.Const((0,) * self.game.players, SetOf(Number()))
        self.emit(to.Assign(taken, nothing, scope.me, turns.owner))
        return taken, self._constant(turns, "rounds", turns.rounds, scope)

    def _round(self, loop: st.Each | st.Repeat | st.Turns, element: Element, scope: Scope, number: int) -> None:
        if number != NOWHERE:
            plus_one = ir.Arithmetic("+", _local(number), ir.Const(1, Number()), Number())
            self.emit(to.Assign(number, plus_one, scope.me, loop.owner))
        begun = self.here
        self.emit(to.Reset(loop.id, ()))
        self.block(loop.body, scope.within(element))
        if element.turn and scope.turns is not None:
            self.land(scope.turns.ending_turn)
            self.code[begun] = to.Reset(loop.id, self._memory(begun))
        self.complete(element)

    def _memory(self, begun: int) -> tuple[int, ...]:
        made = [instruction.move for instruction in self.code[begun:] if isinstance(instruction, to.Spend)]
        return tuple(dict.fromkeys(memory.slot for move in made for memory in move.memory))

    def _constant(self, owner: st.Repeat | st.Turns, name: str, value: ir.Expression, scope: Scope) -> ir.Expression:
        if isinstance(value, ir.Const):
            return value
        slot = self.hidden(owner, f"{owner.id}.{name}", Number())
        self.emit(to.Assign(slot, value, scope.me, owner.owner))
        return _local(slot)

    def _leave_unless(self, test: ir.Expression, running: Loop, owner: str, scope: Scope) -> None:
        self._if(test, owner, scope, lambda: None, lambda: running.leaving.append(self.reserve()))

    def _bound(self, loop: st.Repeat | st.Turns, running: Loop, scope: Scope, number: int) -> None:
        bound = loop.bound
        if bound is None:
            return
        test = ir.Comparison("<", _local(number), bound.rounds, Truth())
        self._if(test, loop.owner, scope, lambda: None, lambda: self._reached(loop, running, scope))

    def _reached(self, loop: st.Repeat | st.Turns, running: Loop, scope: Scope) -> None:
        if loop.bound is None or loop.bound.then is None:
            self.emit(to.Fail(f"the loop {loop.id} has no end in sight", loop.owner))
        else:
            self.block(loop.bound.then, scope)
            running.leaving.append(self.reserve())


def _local(slot: int) -> ir.Local:
    return ir.Local(slot, Number())


def compile_flow(game: Game) -> to.Program:
    """The program of a game: its setup, then its play."""
    flow = Flow(game)
    flow.block(game.setup, Scope())
    begin = flow.here
    flow.block(game.play, Scope())
    flow.emit(to.Fail("the rules ended, but the game did not", "play"), to.Stop())
    return flow.program(begin)
