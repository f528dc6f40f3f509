"""Between which numbers the value of an expression lies, as far as the checked form tells without playing.

It is asked which numbers a player may name, what a die may show and what a score can come to. What is not known is
None; `none` is no number and is left out.
"""

from collections.abc import Iterable, Mapping

from ruleloom.lower.perhaps import Perhaps
from ruleloom.machine import Machine
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Given, OneOf, Some, Walk
from ruleloom_dsl.ir.types import Card, Path, TupleOf, certain, member_type

Bound = tuple[int, int]
Known = Mapping[int, Bound | None]

DEEPEST = 40
"""Terms that call terms are followed so far."""


class Bounds:
    """The bounds of one game's expressions."""

    def __init__(self, machine: Machine) -> None:
        self.numbering = machine.numbering
        self.game = machine.game
        self.perhaps = Perhaps(machine)
        self.terms = {term.id: term for term in self.game.terms}
        parameters = [each for move in self.game.moves for each in (*move.parameters, *move.decides)]
        self.binders = {each.slot: each for each in reversed(parameters)}
        self.longest = max([0, *(each.up_to for each in parameters if isinstance(each, Walk))])

    def number(self, e: ir.Expression, known: Known | None = None, deep: int = 0) -> Bound | None:
        """The smallest and the largest number that an expression can be."""
        known = known or {}
        match e:
            case ir.Const(int() as value):
                return int(value), int(value)
            case ir.Local(slot):
                return known[slot] if slot in known else self._bound(slot, known, deep)
            case ir.Several((first, *_), TupleOf()):
                return self.number(first, known, deep)  # the first part of a score is what counts as return
            case ir.ReadVariable(variable):
                return _hull_of(value for value in self.numbering.variables[variable].allowed)
            case ir.Attribute(card, name) if isinstance(card.type, Card):
                return _hull_of(self.numbering.attribute(card.type.component, name))
            case ir.Arithmetic():
                return self._arithmetic(e, known, deep)
            case ir.Conditional(_, then, other):
                return hull(self.number(then, known, deep), self.number(other, known, deep))
            case ir.CallTerm(name, arguments) if deep < DEEPEST:
                return self.number(self.terms[name].body, self._called(name, arguments, known, deep), deep + 1)
            case ir.CallBuiltin(name, arguments):
                return self._builtin(name, arguments, known, deep)
            case ir.Quantified():
                return self._quantified(e, known, deep)
            case _:
                return None

    def members(self, e: ir.Expression, known: Known | None = None, deep: int = 0) -> Bound | None:
        """The smallest and the largest number in a set."""
        known = known or {}
        match e:
            case ir.Range(low, high):
                least, most = self.number(low, known, deep), self.number(high, known, deep)
                return None if least is None or most is None else (least[0], max(least[0], most[1]))
            case ir.Const(tuple() as values):
                return _hull_of(values)
            case ir.Several((first, *rest)):
                found = self.number(first, known, deep)
                for each in rest:
                    found = hull(found, self.number(each, known, deep))
                return found
            case ir.Quantified("those", _, domain):
                return self.members(domain, known, deep)
            case ir.Conditional(_, then, other) | ir.Arithmetic("+", then, other):
                return hull(self.members(then, known, deep), self.members(other, known, deep))
            case ir.Arithmetic("without", left):
                return self.members(left, known, deep)
            case ir.CallTerm(name, arguments) if deep < DEEPEST:
                return self.members(self.terms[name].body, self._called(name, arguments, known, deep), deep + 1)
            case _:
                return None

    def size(self, e: ir.Expression, known: Known | None = None) -> int | None:
        """How many members a set can have at most; one that stands in it several times counts as often."""
        match e:
            case ir.Const(tuple() as values):
                return len(values)
            case ir.Several(items):
                return len(items)
            case ir.Range():
                bound = self.members(e, known)
                return None if bound is None else bound[1] - bound[0] + 1
            case ir.CallBuiltin("entered" | "inner"):
                return self.longest
            case _ if isinstance(certain(e.type), Path):
                return self.longest + 1
            case _ if not self.perhaps.repeats(e):
                return self.numbering.universe(member_type(e.type)) or None
            case ir.Arithmetic("+", left, right):
                first, second = self.size(left, known), self.size(right, known)
                return None if first is None or second is None else first + second
            case _:
                return None

    def _bound(self, slot: int, known: Known, deep: int) -> Bound | None:
        """The numbers that a parameter of a move ranges over."""
        if deep >= DEEPEST:
            return None
        match self.binders.get(slot):
            case OneOf(_, _, domain) | Some(_, _, domain):
                return self.members(domain, known, deep + 1)
            case None | Walk():
                return None
            case Given(_, _, value):
                return self.number(value, known, deep + 1)
            case decided:
                own = isinstance(decided.value, ir.Local) and decided.value.slot == slot
                return None if own else self.number(decided.value, known, deep + 1)

    def _called(self, term: str, arguments: Iterable[ir.Expression], known: Known, deep: int) -> Known:
        values = (self.number(each, known, deep + 1) for each in arguments)
        return {**known, **dict(zip(self.terms[term].slots, values, strict=True))}

    def _arithmetic(self, e: ir.Arithmetic, known: Known, deep: int) -> Bound | None:
        left, right = self.number(e.left, known, deep), self.number(e.right, known, deep)
        if left is None or right is None:
            return None
        match e.sign:
            case "+":
                return left[0] + right[0], left[1] + right[1]
            case "-":
                return left[0] - right[1], left[1] - right[0]
            case "*":
                return _hull_of(one * other for one in left for other in right)
            case "div" if right[0] > 0:
                return _hull_of(one // other for one in left for other in right)
            case "mod" if right[0] > 0:
                return 0, right[1] - 1
            case _:
                return None

    def _builtin(self, name: str, arguments: tuple[ir.Expression, ...], known: Known, deep: int) -> Bound | None:
        board = self.game.board
        match name:
            case "count" if (most := self.size(arguments[0], known)) is not None:
                return 0, most
            case "length":
                return 0, self.longest
            case "seat":
                return 1, self.game.players
            case "row" | "column" if board is not None and not board.movable:
                return 1, board.rows if name == "row" else board.columns
            case "nth":
                return self.members(arguments[1], known, deep)
            case _:
                return None

    def _quantified(self, e: ir.Quantified, known: Known, deep: int) -> Bound | None:
        size = self.size(e.domain, known)
        match e.quantifier:
            case "count":
                return None if size is None else (0, size)
            case "sum" if e.body is not None and size is not None:
                inner = {**known, e.slot: self.members(e.domain, known, deep)}
                each = self.number(e.body, inner, deep)
                return None if each is None else (min(0, size * each[0]), max(0, size * each[1]))
            case "first" | "last" | "largest" | "smallest":
                return self.members(e.domain, known, deep)
            case _:
                return None


def hull(one: Bound | None, other: Bound | None) -> Bound | None:
    """Bounds that hold for both."""
    return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))


def _hull_of(values: Iterable[object]) -> Bound | None:
    numbers = [int(value) for value in values if isinstance(value, int)]
    return (min(numbers), max(numbers)) if numbers else None
