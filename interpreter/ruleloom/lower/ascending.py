"""Which sets always come in ascending order, so that a mask can stand for them."""

from collections.abc import Iterator

from ruleloom import program as to
from ruleloom.lower.numbers import cards_of, has_copies
from ruleloom.machine import Machine
from ruleloom.slots import use_slots
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Given, Some
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Maybe, Number, Player, SetOf, Type, Value

_ASCENDING = frozenset({"neighbours", "around", "line", "reachable", "members"})


class Ascending:
    """What is known of the order of sets in one game; `masks` are the slots that only hold ascending sets."""

    def __init__(self, machine: Machine) -> None:
        self.game = machine.game
        self.families = machine.numbering.families
        self.terms = {term.id: term for term in machine.game.terms}
        self.masks: frozenset[int] = frozenset()

    def is_ascending(self, e: ir.Expression | None) -> bool:
        """Whether a set has its members in ascending order, each once, and none of them is none."""
        if e is None or not isinstance(e.type, SetOf) or isinstance(e.type.item, Maybe | SetOf | Number):
            return False
        match e:
            case ir.Const(value):
                return _is_sorted(value)
            case ir.Local(slot):
                return slot in self.masks
            case ir.Playing():
                return True
            case ir.Cards(zone, key):
                family = self.families[zone]
                return family.order == "set" and (key is not None or family.per is None)
            case ir.CallTerm(term):
                return self.is_ascending(self.terms[term].body)
            case ir.CallBuiltin("members"):
                return all(list(team) == sorted(team) for team in self.game.teams)
            case ir.CallBuiltin(name):
                return name in _ASCENDING
            case ir.Arithmetic("without", left):
                return self.is_ascending(left)
            case ir.Conditional(_, then, other):
                return self.is_ascending(then) and self.is_ascending(other)
            case ir.Quantified("those", _, domain):
                return self.is_ascending(domain)
            case _:
                return False


def ascending_slots(machine: Machine) -> frozenset[int]:
    """The slots that hold sets, and only ascending ones."""
    known = Ascending(machine)
    binders = list(_binders(machine))
    slots = {slot for slot, _ in binders if _is_plain_set(machine.program.slots[slot].type)}
    slots -= set(_parameters(machine)) | _unordered(machine)
    while True:
        known.masks = frozenset(slots)
        kept = slots - {slot for slot, value in binders if not (value is None or known.is_ascending(value))}
        if kept == slots:
            return known.masks
        slots = kept


def _is_plain_set(type_: Type) -> bool:
    return isinstance(type_, SetOf) and not isinstance(type_.item, Maybe | SetOf | Number) and (
        not hasattr(type_.item, "items")
    )  # fmt: skip


def _binders(machine: Machine) -> Iterator[tuple[int, ir.Expression | None]]:
    """Every slot with what it is bound to; None for what the flow keeps in ascending order itself."""
    for instruction in machine.program.code:
        match instruction:
            case to.Assign(slot, value):
                yield slot, value if value is not None else ir.Const((), SetOf(Player()))
            case to.Gather(each, rest):
                yield rest, each.domain if each.start is None else ir.Const(None, SetOf(Player()))
            case to.Convene(_, rest):
                yield rest, None
            case to.Spend(move):
                yield from ((memory.slot, ir.Local(memory.source, machine.program.slots[memory.source].type))
                            for memory in move.memory)  # fmt: skip
            case _:
                pass
    for move in machine.game.moves:
        for parameter in move.parameters:
            match parameter:
                case Given(_, slot, value):
                    yield slot, value
                case Some(_, slot, domain):
                    yield slot, domain
                case _:
                    pass
        yield from ((decided.slot, decided.value) for decided in move.decides
                    if decided.slot not in {parameter.slot for parameter in move.parameters})  # fmt: skip
    for node in inside((machine.game.setup, machine.game.play, machine.game.moves, machine.game.steps)):
        if isinstance(node, st.Let):
            yield node.slot, node.value


def _parameters(machine: Machine) -> Iterator[int]:
    for term in machine.game.terms:
        yield from term.slots


def _unordered(machine: Machine) -> set[int]:
    """Sets that copies of cards may come into in another order, and what exceptions are used for."""
    found = {slot for move in machine.game.moves for slot in use_slots(machine.program.uses, move)}
    for move in machine.game.moves:
        for parameter in move.parameters:
            if isinstance(parameter, Some) and _has_copies(machine, machine.program.slots[parameter.slot].type):
                found.add(parameter.slot)
    for slots in machine.layout.live.values():
        found |= {slot for slot, type_ in slots if _has_copies(machine, type_)}
    joints = [each.joint for each in machine.program.code if isinstance(each, to.Commit)]
    kept = {slot for joint in joints for slot in joint.kept}
    found |= {slot for slot in kept if _has_copies(machine, machine.program.slots[slot].type)}
    return found


def _has_copies(machine: Machine, type_: Type) -> bool:
    """Whether a set holds cards of which there are copies, which are numbered anew at a stop."""
    return any(has_copies(machine, component) for component in cards_of(type_))


def _is_sorted(value: Value) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, int) for one in value) and list(value) == sorted(
        {one for one in value if isinstance(one, int)}
    )  # fmt: skip
