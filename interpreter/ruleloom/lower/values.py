"""What an expression of the rules becomes: one number, several in a tuple, or a set that is gone through in order.

Sets are not put anywhere unless they must be: each knows how to write the loop over its members. `bound` is how many
there can be at most.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, chosen, negated
from ruleloom_dsl.ir.traverse import inside

Body = Callable[[Code, p.Expr], None]


class Several(ABC):
    """A set, in its order. What it is made of must not change while it is gone through."""

    @property
    @abstractmethod
    def bound(self) -> int:
        """How many members there are at most."""

    @abstractmethod
    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        """Write the loop; a body that sets `done` breaks, and then no member follows."""

    def mask(self, code: Code) -> p.Expr | None:
        """The set as a mask, if its members come in ascending order anyway."""
        return None

    def unordered(self, code: Code) -> p.Expr | None:
        """The members as a mask, whatever their order, if that needs no loop."""
        return self.mask(code)

    def meaning(self, member: p.Expr) -> "Value":
        """What a member stands for: in a set of lines a set of places, everywhere else itself."""
        return member


@dataclass(frozen=True)
class MaskSet(Several):
    """Numbers below the width of a mask, ascending."""

    bits: p.Expr
    most: int

    @property
    def bound(self) -> int:
        return self.bits.bits.bit_count() if isinstance(self.bits, p.Mask) else self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        code.each_bit(self.bits, body)

    def mask(self, code: Code) -> p.Expr | None:
        return self.bits


@dataclass(frozen=True)
class Slice(Several):
    """A stretch of something that is read by number from 0; `bits` are its members, where that is known too."""

    at: Callable[[p.Expr], p.Expr]
    length: p.Expr
    most: int
    bits: p.Expr | None = None

    @property
    def bound(self) -> int:
        return self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        def read(inner: Code, number: p.Expr) -> None:
            body(inner, inner.hold(self.at(number)))

        if self.most == 1:
            once = code.inner()
            read(once, p.Int(0))
            _once(code, self.length, once.block)
        else:
            code.each_number(p.Int(0), self.length, read)

    def unordered(self, code: Code) -> p.Expr | None:
        return self.bits


def _once(code: Code, length: p.Expr, body: p.Block) -> None:
    """Write a loop that goes round once at most."""
    if any(_leaves(statement) for statement in body):
        code.add(p.For(code.fresh("i"), p.Int(0), length, body))
    elif length == p.Int(1):
        code.add(*body)
    elif length != p.Int(0):
        code.add(p.If(binary(">", length, p.Int(0)), body))


def _leaves(statement: p.Stmt) -> bool:
    """Whether a statement may end the round or the loop it stands in."""
    match statement:
        case p.Break() | p.Continue():
            return True
        case p.If(_, then, otherwise):
            return any(map(_leaves, (*then, *otherwise)))
        case _:
            return False


@dataclass(frozen=True)
class Span(Several):
    """The numbers from `low` to `high`."""

    low: p.Expr
    high: p.Expr
    most: int

    @property
    def bound(self) -> int:
        return self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        code.each_number(self.low, binary("+", self.high, p.Int(1)), body)


@dataclass(frozen=True)
class Filter(Several):
    """The members of a set for which a test holds; `test` is written once for each loop."""

    of: Several
    test: Callable[[Code, p.Expr], p.Expr]

    @property
    def bound(self) -> int:
        return self.of.bound

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        def tested(inner: Code, member: p.Expr) -> None:
            _leave_out_unless(inner, self.test(inner, member))
            body(inner, member)

        self.of.each(code, tested, done)

    def mask(self, code: Code) -> p.Expr | None:
        domain = self.of.mask(code)
        if domain is None:
            return None
        found = code.local(EMPTY, "mask", "m")

        def keep(inner: Code, member: p.Expr) -> None:
            test = self.test(inner, member)
            inner.when(test, lambda then: then.add(p.Store(found, binary("|", found, bit(member)))))

        code.each_bit(domain, keep)
        return found

    def meaning(self, member: p.Expr) -> "Value":
        return self.of.meaning(member)


def _leave_out_unless(code: Code, test: p.Expr) -> None:
    if test != TRUE:
        code.add(p.If(negated(test), (p.Continue(),)))


@dataclass(frozen=True)
class Lines(Several):
    """Sets of equally many places, one behind the other in something that is read by number."""

    at: Callable[[p.Expr], p.Expr]
    lines: p.Expr
    length: p.Expr
    most: int
    longest: int
    bits: Callable[[p.Expr], p.Expr] | None = None

    @property
    def bound(self) -> int:
        return self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        code.each_number(p.Int(0), self.lines, body)

    def meaning(self, member: p.Expr) -> "Value":
        start = binary("*", member, self.length)
        bits = None if self.bits is None else self.bits(member)
        return Slice(lambda number: self.at(binary("+", start, number)), self.length, self.longest, bits)


@dataclass(frozen=True)
class Chain(Several):
    """The members of several sets, one set after the other."""

    parts: tuple[Several, ...]

    @property
    def bound(self) -> int:
        return sum(part.bound for part in self.parts)

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        """The body is written once: the sets are put into one array if there are several."""
        if len(self.parts) == 1:
            self.parts[0].each(code, body, done)
        elif self.parts:
            stored(code, self).each(code, body, done)


@dataclass(frozen=True)
class Nested(Several):
    """The members of the set that belongs to each of several numbers."""

    outer: Several
    inner: Callable[[p.Expr], Several]
    most: int

    @property
    def bound(self) -> int:
        return self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        def within(inside: Code, number: p.Expr) -> None:
            self.inner(number).each(inside, body, done)
            if done is not None:
                inside.add(p.If(done, (p.Break(),)))

        self.outer.each(code, within, done)


@dataclass(frozen=True)
class Absent(Several):
    """A set that may be none, which has no members then."""

    of: Several
    missing: p.Expr

    @property
    def bound(self) -> int:
        return self.of.bound

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        self.of.each(code, body, done)

    def mask(self, code: Code) -> p.Expr | None:
        return self.of.mask(code)

    def meaning(self, member: p.Expr) -> "Value":
        return self.of.meaning(member)


@dataclass(frozen=True)
class Custom(Several):
    """A set whose loop is written by a function."""

    loop: Callable[[Code, Body], None]
    most: int

    @property
    def bound(self) -> int:
        return self.most

    def each(self, code: Code, body: Body, done: p.Name | None = None) -> None:
        self.loop(code, body)


@dataclass(frozen=True)
class Walked:
    """A walk: where it starts and ends, its length, the places it enters, and those but the last."""

    start: p.Expr
    end: p.Expr
    length: p.Expr
    entered: Several
    inner: Several
    whole: Several


@dataclass(frozen=True)
class Tuple:
    """Several values that are compared one after the other."""

    parts: tuple[p.Expr, ...]


Value = p.Expr | Several | Walked | Tuple


def is_missing(several: Several) -> p.Expr:
    """Whether a set is none."""
    return several.missing if isinstance(several, Absent) else FALSE


def perhaps_missing(several: Several, missing: p.Expr) -> Several:
    """A set that is none where a test holds."""
    return several if missing == FALSE else Absent(several, missing)


def none_at_all() -> Several:
    """The set without members."""
    return MaskSet(EMPTY, 0)


def stored(code: Code, several: Several, limit: int | None = None) -> Slice:
    """The set in a local array of its own, which nothing changes."""
    if isinstance(several, Chain):
        return stored(code, several.parts[0]) if len(several.parts) == 1 else _stored_chain(code, several)
    if isinstance(several, Slice) and several.most == 1:
        settled = all(isinstance(each, p.Name | p.Int | p.Binary | p.Choice) for each in inside(several.length))
        length = several.length if settled else code.hold(several.length)
        one = several.at(p.Int(0))
        if not isinstance(one, p.Name):
            one = code.hold(chosen(binary(">", length, p.Int(0)), one, p.Int(0)))
        return Slice(lambda _: one, length, 1)
    array = code.array(several.bound if limit is None else limit, is_filled=True)
    length = code.local(p.Int(0), hint="n")
    _append(code, several, array, length)
    return Slice(lambda number: p.Item(array, number), length, several.bound)


def _stored_chain(code: Code, chain: Chain) -> Slice:
    array, length = code.array(chain.bound, is_filled=True), code.local(p.Int(0), hint="n")
    for part in chain.parts:
        _append(code, part, array, length)
    return Slice(lambda number: p.Item(array, number), length, chain.bound)


def _append(code: Code, several: Several, array: str, length: p.Name) -> None:
    def append(inner: Code, member: p.Expr) -> None:
        inner.add(p.Store(p.Item(array, length), member), p.Store(length, binary("+", length, p.Int(1))))

    several.each(code, append)


def walked(at: Callable[[p.Expr], p.Expr], count: p.Expr, most: int) -> Walked:
    """A walk whose places stand in an array, `count` of them."""
    steps = binary("-", count, p.Int(1))
    return Walked(
        at(FALSE),
        at(steps),
        steps,
        Slice(lambda number: at(binary("+", number, p.Int(1))), steps, most - 1),
        Slice(lambda number: at(binary("+", number, p.Int(1))), binary("-", count, p.Int(2)), max(0, most - 2)),
        Slice(at, count, most),
    )
