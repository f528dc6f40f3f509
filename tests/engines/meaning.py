"""What a plan means, said as plainly as can be: a walk over its statements. The engines must agree with it."""

from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from ruleloom.chance import Stream
from ruleloom.lower import plan as pl
from ruleloom.lower.shape import Record
from tests.engines.small_plans import blank


class Failed(Exception):
    pass


class _Leave(Exception):
    pass


class _Broken(_Leave):
    pass


class _Continued(_Leave):
    pass


@dataclass
class _Returned(_Leave):
    value: int | None


@dataclass
class _Jump(_Leave):
    block: int


@dataclass
class Meaning:
    """Runs a plan over two records that it changes."""

    plan: pl.Plan
    s: Record
    o: Record
    streams: list[Stream] = field(default_factory=list)

    def call(self, name: str, *arguments: int) -> int | None:
        function = next(each for each in self.plan.functions if each.name == name)
        scope: dict[str, int | list[int]] = dict(
            zip([each.name for each in function.parameters], arguments, strict=True)
        )
        try:
            self._all(function.body, scope)
        except _Returned as returned:
            return returned.value
        if function.result is not None:
            raise Failed
        return None

    def run(self) -> None:
        at, fuel = self.s["pc"], pl.LONGEST_RUN
        while isinstance(at, int):
            if at not in self.plan.blocks:
                if at in {stop.at for stop in self.plan.stops}:
                    return
                raise Failed
            try:
                self._all(self.plan.blocks[at], {})
                raise Failed
            except _Jump as jump:
                fuel -= jump.block <= at
                if fuel < 0:
                    raise Failed from None
                at = jump.block
            except _Returned:
                return

    def _all(self, body: pl.Block, scope: dict[str, int | list[int]]) -> None:
        for statement in body:
            self._do(statement, scope)

    def _do(self, statement: pl.Stmt, scope: dict[str, int | list[int]]) -> None:
        match statement:
            case pl.Let(name, _, value):
                scope[name] = self.value(value, scope)
            case pl.LetArray(name, _, size):
                scope[name] = [0] * size
            case pl.Store(to, value):
                self._store(to, self.value(value, scope), scope)
            case pl.If(test, then, otherwise):
                self._all(then if self.value(test, scope) else otherwise, scope)
            case pl.While() | pl.For() | pl.Bits():
                self._loop(statement, scope)
            case pl.Break():
                raise _Broken
            case pl.Continue():
                raise _Continued
            case pl.Return(value):
                raise _Returned(None if value is None else self.value(value, scope))
            case pl.Do(call):
                self.value(call, scope, used=False)
            case pl.Fail():
                raise Failed
            case pl.Goto(block):
                raise _Jump(block)
            case pl.Halt(at):
                self.s["pc"] = at
                raise _Returned(None)
            case _:
                assert_never(statement)

    def _loop(self, statement: pl.While | pl.For | pl.Bits, scope: dict[str, int | list[int]]) -> None:
        try:
            match statement:
                case pl.While(test, body):
                    while self.value(test, scope):
                        self._round(body, scope)
                case pl.For(name, low, high, body):
                    for number in range(self.value(low, scope), self.value(high, scope)):
                        scope[name] = number
                        self._round(body, scope)
                case pl.Bits(name, mask, body):
                    bits = self.value(mask, scope)
                    for number in range(bits.bit_length()):
                        if bits >> number & 1:
                            scope[name] = number
                            self._round(body, scope)
                case _:
                    assert_never(statement)
        except _Broken:
            pass

    def _round(self, body: pl.Block, scope: dict[str, int | list[int]]) -> None:
        with suppress(_Continued):
            self._all(body, scope)

    def _store(self, to: pl.Place, value: int, scope: dict[str, int | list[int]]) -> None:
        match to:
            case pl.Name(name):
                scope[name] = value
            case pl.Item(array, index):
                _list(scope[array])[self.value(index, scope)] = value
            case pl.Field(name, record):
                self._record(record)[name] = value
            case pl.At(name, index, record):
                _list(self._record(record)[name])[self.value(index, scope)] = value
            case _:
                assert_never(to)

    def _record(self, which: pl.Record) -> Record:
        return self.s if which == "s" else self.o

    def value(self, e: pl.Expr, scope: dict[str, int | list[int]], used: bool = True) -> int:
        match e:
            case pl.Int(found) | pl.Mask(found):
                return found
            case pl.Name(name):
                return _int(scope[name])
            case pl.Item(array, index):
                return _list(scope[array])[self.value(index, scope)]
            case pl.Field(name, record):
                return _int(self._record(record)[name])
            case pl.At(name, index, record):
                return _list(self._record(record)[name])[self.value(index, scope)]
            case pl.Entry(table, index):
                values = next(each.values for each in self.plan.tables if each.name == table)
                return values[self.value(index, scope)]
            case pl.Unary(sign, of):
                return _unary(sign, self.value(of, scope))
            case pl.Binary():
                return self._binary(e, scope)
            case pl.Has(mask, number):
                return self.value(mask, scope) >> self.value(number, scope) & 1
            case pl.Choice(test, then, other):
                return self.value(then if self.value(test, scope) else other, scope)
            case pl.Call(name, arguments):
                result = self.call(name, *[self.value(each, scope) for each in arguments])
                assert not used or result is not None
                return result or 0
            case pl.Draw(stream, bound):
                drawn = self.streams[self.value(stream, scope)]
                return drawn.below(self.value(bound, scope))
            case _:
                assert_never(e)

    def _binary(self, e: pl.Binary, scope: dict[str, int | list[int]]) -> int:
        left = self.value(e.left, scope)
        if e.sign in ("and", "or"):
            decided = bool(left) == (e.sign == "or")
            return int(bool(left) if decided else bool(self.value(e.right, scope)))
        right = self.value(e.right, scope)
        if e.sign in ("div", "mod") and right == 0:
            raise Failed
        return int(_BINARY[e.sign](left, right))


def came_to(plan: pl.Plan, name: str, arguments: tuple[int, ...], s: Record, seed: int = 0) -> tuple[object, ...]:
    """What a function gives in a state, None where it fails, and what it leaves behind."""
    streams = [Stream(seed, stream) for stream in plan.streams]
    meaning = Meaning(plan, deepcopy(s), blank(plan, "o"), streams)
    try:
        found = meaning.call(name, *arguments)
    except Failed:
        return (None,)
    return "it goes on", found, meaning.s, meaning.o, [stream.next() for stream in streams]


def check_same(before: pl.Plan, after: pl.Plan, numbers: Iterable[int], lefts: Iterable[int], seen: int) -> None:
    """Assert that the function `f` of a number does the same in two plans, in many states."""
    for x, left in product(numbers, lefts):
        state = blank(before) | {"left": left, "taken": [left, 2], "seen": seen}
        assert came_to(after, "f", (x,), state, x) == came_to(before, "f", (x,), state, x), (x, left)


_BINARY = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "div": lambda left, right: left // right,
    "mod": lambda left, right: left % right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "without": lambda left, right: left & ~right,
}


def _unary(sign: pl.UnarySign, value: int) -> int:
    match sign:
        case "-":
            return -value
        case "not":
            return int(not value)
        case "count":
            return value.bit_count()
        case "lowest":
            return (value & -value).bit_length() - 1
        case "highest":
            return value.bit_length() - 1
        case "bit":
            return 1 << value
        case "below":
            return (1 << value) - 1
        case _:
            assert_never(sign)


def _int(cell: int | list[int]) -> int:
    assert isinstance(cell, int)
    return cell


def _list(cell: int | list[int]) -> list[int]:
    assert isinstance(cell, list)
    return cell
