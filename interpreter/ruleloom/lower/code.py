"""Statements while they are written, and signs that are worked out where both sides are known."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import cast

from ruleloom.lower import plan as p
from ruleloom_dsl.ir.traverse import inside

TRUE, FALSE = p.Int(1), p.Int(0)
EMPTY = p.Mask(0)


class Code:
    """A list of statements that grows; the names of its locals are used once in a whole plan."""

    def __init__(self, numbers: Iterator[int] | None = None) -> None:
        self._numbers = numbers if numbers is not None else count()
        self.statements: list[p.Stmt] = []

    def inner(self) -> "Code":
        """Statements that will stand inside one of these."""
        return Code(self._numbers)

    @property
    def block(self) -> p.Block:
        """What was written."""
        return tuple(self.statements)

    @property
    def can_fail(self) -> bool:
        """Whether some statement may end the run."""
        return any(isinstance(node, p.Fail) for node in inside(self.block))

    def add(self, *statements: p.Stmt) -> None:
        """Write statements."""
        self.statements.extend(statements)

    def fresh(self, hint: str = "x") -> str:
        """A name that nothing else has."""
        return f"{hint}{next(self._numbers)}"

    def local(self, value: p.Expr, kind: p.Kind = "int", hint: str = "x") -> p.Name:
        """A new local with a value."""
        name = self.fresh(hint)
        self.add(p.Let(name, kind, value))
        return p.Name(name)

    def hold(self, value: p.Expr, kind: p.Kind = "int") -> p.Expr:
        """The value as it is now, whatever is stored later; what cannot change stays as it is."""
        return value if isinstance(value, p.Int | p.Mask | p.Name) else self.local(value, kind)

    def array(self, size: int, kind: p.Kind = "int", is_filled: bool = False) -> str:
        """A new local array; `is_filled`: nothing of it is read before it is stored."""
        name = self.fresh("a")
        self.add(p.LetArray(name, kind, max(1, size), is_filled))
        return name

    def fail_if(self, test: p.Expr) -> None:
        """End the run where a test holds."""
        if test == TRUE:
            self.add(p.Fail())
        elif test != FALSE:
            self.add(p.If(test, (p.Fail(),)))

    def when(self, test: p.Expr, then: Callable[["Code"], None], other: Callable[["Code"], None] | None = None) -> None:
        """Write one of two lists of statements, or the one that is known to run."""
        if isinstance(test, p.Int):
            chosen = then if test.value else other
            if chosen is not None:
                chosen(self)
            return
        yes, no = self.inner(), self.inner()
        then(yes)
        if other is not None:
            other(no)
        if yes.statements or no.statements:
            self.add(p.If(test, yes.block, no.block))

    def each_number(self, low: p.Expr, high: p.Expr, body: Callable[["Code", p.Expr], None]) -> None:
        """Write a loop over numbers, `high` left out."""
        inner, name = self.inner(), self.fresh("i")
        body(inner, p.Name(name))
        self.add(p.For(name, low, high, inner.block))

    def each_bit(self, mask: p.Expr, body: Callable[["Code", p.Expr], None]) -> None:
        """Write a loop over the members of a mask."""
        if mask == EMPTY:
            return
        inner, name = self.inner(), self.fresh("i")
        body(inner, p.Name(name))
        self.add(p.Bits(name, mask, inner.block))


_FOLD: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}


def binary(sign: str, left: p.Expr, right: p.Expr) -> p.Expr:
    """A sign between two expressions."""
    if isinstance(left, p.Int) and isinstance(right, p.Int):
        if sign in _FOLD:
            return p.Int(_FOLD[sign](left.value, right.value))
        if sign in ("div", "mod") and right.value:
            return p.Int(left.value // right.value if sign == "div" else left.value % right.value)
    if isinstance(left, p.Mask) and isinstance(right, p.Mask):
        if sign in ("==", "!="):
            return p.Int(int((left.bits == right.bits) == (sign == "==")))
        bits = {"&": left.bits & right.bits, "|": left.bits | right.bits, "without": left.bits & ~right.bits}
        return p.Mask(bits[sign])
    if sign in ("+", "-") and right == FALSE:
        return left
    if sign == ">" and right == FALSE and isinstance(left, p.Choice) and (left.then, left.other) == (TRUE, FALSE):
        return left.test
    if sign in ("&", "|", "without") and right == EMPTY:
        return EMPTY if sign == "&" else left
    return p.Binary(cast(p.BinarySign, sign), left, right)


def both(left: p.Expr, right: p.Expr) -> p.Expr:
    """Whether both hold."""
    if FALSE in (left, right):
        return FALSE
    return right if left == TRUE else left if right == TRUE else p.Binary("and", left, right)


def either(left: p.Expr, right: p.Expr) -> p.Expr:
    """Whether one of them holds."""
    if TRUE in (left, right):
        return TRUE
    return right if left == FALSE else left if right == FALSE else p.Binary("or", left, right)


_OPPOSITE: dict[str, p.BinarySign] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def has(members: p.Expr, number: p.Expr) -> p.Expr:
    """Whether a mask has a member."""
    return FALSE if members == EMPTY else p.Has(members, number)


def negated(test: p.Expr) -> p.Expr:
    """Whether something does not hold."""
    match test:
        case p.Int(value):
            return p.Int(int(not value))
        case p.Unary("not", of):
            return of
        case p.Binary(sign, left, right) if sign in _OPPOSITE:
            return p.Binary(_OPPOSITE[sign], left, right)
        case _:
            return p.Unary("not", test)


def chosen(test: p.Expr, then: p.Expr, other: p.Expr) -> p.Expr:
    """One of two expressions."""
    if isinstance(test, p.Int):
        return then if test.value else other
    return then if then == other else p.Choice(test, then, other)


def bit(member: p.Expr) -> p.Expr:
    """The mask of one number."""
    if isinstance(member, p.Int):
        return p.Mask(1 << member.value) if member.value >= 0 else EMPTY
    return p.Unary("bit", member)


def members(mask: p.Expr) -> p.Expr:
    """How many members a mask has."""
    return p.Int(mask.bits.bit_count()) if isinstance(mask, p.Mask) else p.Unary("count", mask)


def lowest(mask: p.Expr, none: int = p.NONE) -> p.Expr:
    """The lowest member, or none."""
    if isinstance(mask, p.Mask):
        return p.Int((mask.bits & -mask.bits).bit_length() - 1 if mask.bits else none)
    return chosen(binary("==", mask, EMPTY), p.Int(none), p.Unary("lowest", mask))


def highest(mask: p.Expr, none: int = p.NONE) -> p.Expr:
    """The highest member, or none."""
    if isinstance(mask, p.Mask):
        return p.Int(mask.bits.bit_length() - 1 if mask.bits else none)
    return chosen(binary("==", mask, EMPTY), p.Int(none), p.Unary("highest", mask))
