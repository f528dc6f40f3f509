"""Compiles the choices that take more than one stop: of several players together, and of a set member by member."""

from typing import TYPE_CHECKING

from ruleloom import program as to
from ruleloom.assembly import NOWHERE, Element, Scope
from ruleloom.slots import decided_slots, use_slots
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Given, Move
from ruleloom_dsl.ir.picking import picked_slots, slots_inside
from ruleloom_dsl.ir.types import Number, Player, SetOf, Truth, TupleOf

if TYPE_CHECKING:
    from ruleloom.flow import Flow


def compile_together(flow: "Flow", together: st.Together, scope: Scope) -> None:
    """Everybody commits in seat order; then the moves are made in the same order."""
    move, me = flow.moves[together.move], together.slot
    element = Element("" if together.id in flow.moves else together.id, scope.me)
    inside = Scope(me, (*scope.elements, element), scope.loops, scope.turns)
    rest = flow.hidden(together, f"{together.id}.rest", SetOf(Player()))
    commits = flow.hidden(together, f"{together.id}.committed", SetOf(TupleOf((Player(),))))
    begin = flow.here
    flow.emit(to.Convene(together, rest, commits, scope.me))
    take = flow.reserve()
    if before := flow.endings(lambda ending: bool({together.id, move.id} & set(ending.before))):
        flow.emit(to.TestEndings(before, me))
    decide, commit = flow.reserve(), flow.reserve()
    flow.emit(to.Jump(take))
    flow.code[take] = to.Take(rest, me, flow.here)
    recall = flow.reserve()
    flow.make(move, inside)
    flow.emit(to.Jump(recall))
    joint = to.Joint(move, begin, rest, commits, _kept(flow, move))
    kept = tuple(flow.slots[slot].type for slot in joint.kept)
    flow.retype(commits, SetOf(TupleOf((Player(), *kept))))
    flow.code[decide] = to.Decide(
        together.id, (to.Alternative(move, commit),), False, NOWHERE, NOWHERE, me, together.owner,
        scope.turns is not None, joint,
    )  # fmt: skip
    flow.code[commit] = to.Commit(joint, me)
    flow.code[recall] = to.Recall(joint, me, flow.here)
    flow.complete(element)


def _kept(flow: "Flow", move: Move) -> tuple[int, ...]:
    """The slots of a move that are needed when it is made: what is decided, and what its effects read."""
    exceptions = tuple(exemption.then for clause in move.clauses for exemption in clause.exceptions)
    read = slots_inside((move.then, exceptions, move.costs)) | {memory.source for memory in move.memory}
    decided = {each.slot for each in move.decides}
    return (*sorted(decided_slots(move) & (read | decided)), *use_slots(flow.uses, move))


def compile_picks(flow: "Flow", move: Move, decide: int, scope: Scope, owner: str) -> None:
    """Members are picked until the set is closed or has its largest size."""
    some = move.picked
    assert some is not None
    type_ = flow.slots[some.slot].type
    flow.emit(to.Assign(some.slot, ir.Const((), type_), scope.me, owner))
    branch = flow.reserve()
    picked = ir.Local(some.slot, type_)
    pick = flow.reserve()
    flow.code[branch] = to.Branch(_is_open(picked, some.domain, some.most), flow.here, scope.me, owner)
    flow.code[pick] = to.Pick(
        move, some, decide, branch, flow.here, scope.me, f"{owner}.{move.id}.{some.name}", scope.turns is not None
    )  # fmt: skip
    computed = picked_slots(move, some)
    for parameter in move.parameters:
        if isinstance(parameter, Given) and parameter.slot in computed:
            flow.emit(to.Assign(parameter.slot, parameter.value, scope.me, owner))
    if any(clause.exceptions for clause in move.clauses):
        flow.emit(to.Excuse(move, scope.me))


def _is_open(picked: ir.Local, domain: ir.Expression, most: ir.Expression | None) -> ir.Expression:
    """Whether a set has not its largest size yet."""
    bounds = [_count(domain)] if most is None else [most, _count(domain)]
    tests: list[ir.Expression] = [ir.Comparison("<", _count(picked), bound, Truth()) for bound in bounds]
    return tests[0] if len(tests) == 1 else ir.Logic("and", tests[0], tests[1], Truth())


def _count(several: ir.Expression) -> ir.CallBuiltin:
    return ir.CallBuiltin("count", (several,), Number())
