"""Statements of a plan as lines of C."""

from collections.abc import Iterator
from typing import assert_never

from ruleloom.engines.native.expressions import Expressions
from ruleloom.engines.native.layout import bits_of, checked_name
from ruleloom.lower import plan as pl

TYPES = {"int": "int64_t", "mask": "Mask"}
_INDENT = "    "

_MOST_ON_THE_STACK = 2_048  # items of an array; no function of a plan calls itself


class Statements:
    """Prints the statements of one function, or of one block of `run`, whose number is `block` then."""

    def __init__(self, expressions: Expressions, block: int | None = None) -> None:
        self.expressions = expressions
        self.block = block

    def lines(self, body: pl.Block, depth: int) -> Iterator[str]:
        """The lines of a list of statements, with a scope of its own."""
        outside = self.expressions.scope
        self.expressions.scope = outside.new_child()
        for statement in body:
            for line in self._statement(statement):
                yield _INDENT * depth + line
        self.expressions.scope = outside

    def _statement(self, statement: pl.Stmt) -> Iterator[str]:
        e = self.expressions
        match statement:
            case pl.Let(name, kind, value):
                yield self._let(name, kind, e.bare(value))
            case pl.LetArray(name, kind, size, is_filled):
                self._declare(name, kind)
                if is_filled:
                    yield f"UNUSED {TYPES[kind]} v_{name}[{max(1, size)}];"
                    return
                yield from _array(f"{TYPES[kind]} v_{name}[{max(1, size)}]", f"v_{name}", size)
            case pl.Store(to, value):
                yield from self._store(to, value)
            case pl.If() | pl.While() | pl.For() | pl.Bits():
                yield from self._nested(statement)
            case pl.Break():
                yield "break;"
            case pl.Continue():
                yield "continue;"
            case pl.Return(value):
                yield "return;" if value is None else f"return {e.bare(value)};"
            case pl.Do(call):
                yield f"{e.text(call)};"
            case pl.Fail():
                yield "failed(o->run);"
            case pl.Goto() | pl.Halt():
                yield from self._jump(statement)
            case _:
                assert_never(statement)

    def _let(self, name: str, kind: pl.Kind, value: str) -> str:
        if self.expressions.scope.get(name) == kind:
            return f"v_{name} = {value};"
        self._declare(name, kind)
        return f"UNUSED {TYPES[kind]} v_{name} = {value};"

    def _declare(self, name: str, kind: pl.Kind) -> str:
        if name in self.expressions.scope:
            raise ValueError(f"a local {name} can be seen here already")
        self.expressions.scope[name] = kind
        return f"v_{checked_name(name)}"

    def _store(self, to: pl.Place, value: pl.Expr) -> Iterator[str]:
        e = self.expressions
        if to == value:
            return
        begun = e.effects
        text = self._kept(to, value)
        place = e.place(to)
        if e.effects == begun or isinstance(to, pl.Name | pl.Field):
            yield f"{place} = {text};"
        else:  # the value comes first
            first = e.fresh()
            yield f"__auto_type {first} = {text}; {place} = {first};"

    def _kept(self, to: pl.Place, value: pl.Expr) -> str:
        if not isinstance(to, pl.Field | pl.At):
            return self.expressions.bare(value)
        field = self.expressions.field(to)
        text = self.expressions.bare(value)
        if field.kind == "mask" or (isinstance(value, pl.Int) and field.low <= value.value <= field.high):
            return text
        return f"(int{bits_of(field.low, field.high)}_t)KEPT({text}, {_limit(field.low)}, {_limit(field.high)})"

    def _nested(self, statement: pl.If | pl.While | pl.For | pl.Bits) -> Iterator[str]:
        e = self.expressions
        match statement:
            case pl.If(test, then, otherwise):
                yield f"if ({e.test(test)}) {{"
                yield from self.lines(then, 1)
                if otherwise:
                    yield "} else {"
                    yield from self.lines(otherwise, 1)
            case pl.While(test, body):
                yield f"while ({e.test(test)}) {{"
                yield from self.lines(body, 1)
            case pl.For(name, low, high, body):
                yield from self._for(name, low, high, body)
            case pl.Bits(name, mask, body):
                yield from self._bits(name, mask, body)
            case _:
                assert_never(statement)
        yield "}"

    def _for(self, name: str, low: pl.Expr, high: pl.Expr, body: pl.Block) -> Iterator[str]:
        e = self.expressions
        first, end = e.bare(low), e.bare(high)
        with_name = e.scope
        e.scope = with_name.new_child()
        local, at, last = self._declare(name, "int"), e.fresh(), e.fresh()
        yield f"for (int64_t {at} = {first}, {last} = {end}; {at} < {last}; {at}++) {{"
        yield f"{_INDENT}UNUSED int64_t {local} = {at};"
        yield from self.lines(body, 1)
        e.scope = with_name

    def _bits(self, name: str, mask: pl.Expr, body: pl.Block) -> Iterator[str]:
        e = self.expressions
        members, left = e.bare(mask), e.fresh()
        without_name = e.scope
        e.scope = without_name.new_child()
        local = self._declare(name, "int")
        yield f"for (Mask {left} = {members}; {left} != 0; {left} &= {left} - 1) {{"
        yield f"{_INDENT}UNUSED int64_t {local} = lowest({left});"
        yield from self.lines(body, 1)
        e.scope = without_name

    def _jump(self, statement: pl.Goto | pl.Halt) -> Iterator[str]:
        if self.block is None:
            raise ValueError(f"{statement} stands outside of a block")
        match statement:
            case pl.Goto(to):
                if to <= self.block:
                    yield "if (--fuel < 0)"
                    yield f"{_INDENT}failed(o->run);"
                yield f"goto b{to};"
            case pl.Halt(at):
                yield f"s->pc = {at};"
                yield "return;"
            case _:
                assert_never(statement)


def _limit(value: int) -> str:
    return str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"


def _array(declared: str, name: str, size: int) -> Iterator[str]:
    """An array of its own for each call; a large one, of which there is one in each thread, would burst the stack."""
    if size <= _MOST_ON_THE_STACK:
        yield f"UNUSED {declared} = {{0}};"
    else:
        yield f"static _Thread_local UNUSED {declared};"
        yield f"memset({name}, 0, sizeof {name});"
