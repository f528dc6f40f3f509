"""What the nodes of a plan mean, said once more and slowly: a walk over the tree, to compare printed programs with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from ruleloom.chance import Stream
from ruleloom.lower import plan as flat

Cell = int | list[int]
Cells = dict[str, Cell]


class Failing(Exception):
    pass


class _Leave(Exception):
    pass


class _Next(Exception):
    pass


@dataclass
class _Result(Exception):
    value: int


@dataclass
class Walker:
    """Runs functions of a plan over its two records."""

    plan: flat.Plan
    records: Mapping[str, Cells]
    streams: list[Stream] = field(default_factory=list)

    def call(self, name: str, *arguments: int) -> int:
        """A function's result; 0 of one without."""
        function = next(each for each in self.plan.functions if each.name == name)
        names: Cells = dict(zip((each.name for each in function.parameters), arguments, strict=True))
        try:
            self.do(function.body, names)
        except _Result as result:
            return result.value
        return 0

    def value(self, e: flat.Expr, names: Cells) -> int:
        match e:
            case flat.Int(number) | flat.Mask(number):
                return number
            case flat.Name(name):
                return _single(names[name])
            case flat.Item(array, index):
                return _several(names[array])[self.value(index, names)]
            case flat.Field(name, record):
                return _single(self.records[record][name])
            case flat.At(name, index, record):
                return _several(self.records[record][name])[self.value(index, names)]
            case flat.Entry(table, index):
                return next(each for each in self.plan.tables if each.name == table).values[self.value(index, names)]
            case flat.Unary(sign, of):
                return _unary(sign, self.value(of, names))
            case flat.Binary("and", left, right):
                return int(self.value(left, names) != 0 and self.value(right, names) != 0)
            case flat.Binary("or", left, right):
                return int(self.value(left, names) != 0 or self.value(right, names) != 0)
            case flat.Binary(sign, left, right):
                return _binary(sign, self.value(left, names), self.value(right, names))
            case flat.Has(mask, member):
                return int(self.value(member, names) in _members(self.value(mask, names)))
            case flat.Choice(test, then, other):
                return self.value(then if self.value(test, names) else other, names)
            case flat.Call(function, arguments):
                return self.call(function, *(self.value(each, names) for each in arguments))
            case flat.Draw(stream, bound):
                return self.streams[self.value(stream, names)].below(self.value(bound, names))
            case _:
                assert_never(e)

    def do(self, body: flat.Block, names: Cells) -> None:
        for statement in body:
            self._one(statement, names)

    def _one(self, statement: flat.Stmt, names: Cells) -> None:
        match statement:
            case flat.Let(name, _, value):
                names[name] = self.value(value, names)
            case flat.LetArray(name, _, size):
                names[name] = [0] * size
            case flat.Store(to, value):
                self._store(to, self.value(value, names), names)
            case flat.If(test, then, otherwise):
                self.do(then if self.value(test, names) else otherwise, names)
            case flat.While() | flat.For() | flat.Bits():
                self._loop(statement, names)
            case flat.Break():
                raise _Leave
            case flat.Continue():
                raise _Next
            case flat.Return(result):
                raise _Result(0 if result is None else self.value(result, names))
            case flat.Do(call):
                self.value(call, names)
            case flat.Fail():
                raise Failing
            case flat.Goto(block):
                raise _Result(block)
            case flat.Halt(at):
                self.records["s"]["pc"] = at
                raise _Result(-1)
            case _:
                assert_never(statement)

    def _store(self, to: flat.Place, value: int, names: Cells) -> None:
        match to:
            case flat.Name(name):
                names[name] = value
            case flat.Item(array, index):
                _several(names[array])[self.value(index, names)] = value
            case flat.Field(name, record):
                self.records[record][name] = value
            case flat.At(name, index, record):
                _several(self.records[record][name])[self.value(index, names)] = value
            case _:
                assert_never(to)

    def _loop(self, loop: flat.While | flat.For | flat.Bits, names: Cells) -> None:
        for _ in self._rounds(loop, names):
            try:
                self.do(loop.body, names)
            except _Next:
                continue
            except _Leave:
                return

    def _rounds(self, loop: flat.While | flat.For | flat.Bits, names: Cells) -> Iterator[None]:
        match loop:
            case flat.While(test):
                while self.value(test, names):
                    yield
            case flat.For(name, low, high):
                for number in range(self.value(low, names), self.value(high, names)):
                    names[name] = number
                    yield
            case flat.Bits(name, mask):
                for member in _members(self.value(mask, names)):
                    names[name] = member
                    yield
            case _:
                assert_never(loop)


def _members(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _unary(sign: flat.UnarySign, of: int) -> int:
    match sign:
        case "-":
            return -of
        case "not":
            return int(of == 0)
        case "count":
            return len(_members(of))
        case "lowest":
            return _members(of)[0]
        case "highest":
            return _members(of)[-1]
        case "bit":
            return 1 << of
        case "below":
            return (1 << of) - 1
        case _:
            assert_never(sign)


def _binary(sign: flat.BinarySign, left: int, right: int) -> int:
    found: dict[str, int] = {
        "+": left + right, "-": left - right, "*": left * right,
        "div": left // (right or 1), "mod": left % (right or 1),
        "==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
        ">=": left >= right, "&": left & right, "|": left | right, "without": left & ~right,
    }  # fmt: skip
    return int(found[sign])


def _single(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell


def _several(cell: Cell) -> list[int]:
    assert isinstance(cell, list)
    return cell
