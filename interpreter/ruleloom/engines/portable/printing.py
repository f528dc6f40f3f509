"""A plan as Python source: a class for each record, tables, functions, and blocks that return the next block's number.

The functions get both records first. What is the same in every game stands in `runtime`.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from ruleloom.engines.portable.expressions import SIGNED, Expressions
from ruleloom.engines.portable.inlining import inlined
from ruleloom.engines.portable.keeping import Keeping
from ruleloom.lower import plan as flat
from ruleloom_dsl.ir.traverse import inside

Lines = Iterator[str]

INDENT = "    "
WIDTH = 120
_HEAD = '''"""The rules of a game as Ruleloom runs them without a compiler. Made by `ruleloom emit --python`."""

from ruleloom.engines.portable.runtime import Failed, draw, lowest'''


def to_python(plan: flat.Plan) -> str:
    """The source of a module that plays by a plan."""
    plan = inlined(plan) if plan.passes.inlining else plan
    keeping = Keeping(plan)
    code = [
        *(_text(_function(function, keeping)) for function in plan.functions),
        *(_text(_block(number, _followed(plan, number), keeping)) for number in sorted(plan.blocks)),
    ]
    parts = [
        _HEAD,
        _text(_record(plan, "State", "s")),
        _text(_record(plan, "Options", "o")),
        *(_text(_table(table)) for table in plan.tables),
        *(_text(_stretches(name, *of)) for of, name in keeping.stretches.items()),
        *code,
        _text(_dispatch(plan)),
    ]
    return "\n\n\n".join(parts) + "\n"


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _indented(lines: Iterable[str]) -> Lines:
    return (INDENT + line for line in lines)


def _record(plan: flat.Plan, name: str, record: flat.Record) -> Lines:
    fields = [field for field in plan.fields if field.record == record]
    names = [field.name for field in fields]
    yield f"class {name}:"
    slots = [repr(each) for each in (*names, *(["streams"] if record == "s" else []))]
    yield f"{INDENT}__slots__ = ("
    yield from _indented(_indented(_wrapped(slots)))
    yield f"{INDENT})"
    yield ""
    yield f"{INDENT}def __init__(self):"
    starts = (f"self.{field.name} = {0 if field.size is None else f'[0] * {field.size}'}" for field in fields)
    yield from _indented(_indented(starts))
    if record == "s":
        yield f"{INDENT * 2}self.streams = []"
        yield ""
        yield from _indented(_copy(name, fields))


def _copy(name: str, fields: list[flat.StateField]) -> Lines:
    yield "def copy(self):"
    yield f"{INDENT}other = {name}.__new__({name})"
    for field in fields:
        yield f"{INDENT}other.{field.name} = self.{field.name}{'' if field.size is None else '[:]'}"
    yield f"{INDENT}other.streams = self.streams"
    yield f"{INDENT}return other"


def _wrapped(items: Iterable[str]) -> Lines:
    """Items with commas behind them, as many in a line as there is room for."""
    line = ""
    for item in items:
        if line and len(line) + len(item) > WIDTH - 12:
            yield line.rstrip()
            line = ""
        line += f"{item}, "
    if line:
        yield line.rstrip()


def _table(table: flat.Table) -> Lines:
    yield f"{table.name} = ("
    big = table.kind == "mask" and any(value >= 1 << 32 for value in table.values)
    yield from _indented(_wrapped(map("{:#x}".format if big else str, table.values)))
    yield ")"


def _stretches(name: str, starts: str, tables: tuple[str, ...]) -> Lines:
    """What stands between one start and the next, of several tables side by side."""
    parts = [f"{table}[first:behind]" for table in tables]
    stretch = parts[0] if len(parts) == 1 else f"tuple(zip({', '.join(parts)}))"
    yield f"{name} = tuple({stretch} for first, behind in zip({starts}, {starts}[1:]))"


def _function(function: flat.Function, keeping: Keeping) -> Lines:
    write = Expressions({}, keeping.names)
    parameters = (write.local(parameter.name) for parameter in function.parameters)
    yield f"def {function.name}({', '.join(('s', 'o', *parameters))}):"
    yield from _body(function.body, keeping, is_function=True)


def _block(number: int, body: flat.Block, keeping: Keeping) -> Lines:
    yield f"def block_{number}(s, o):"
    yield from _body(body, keeping)


def _followed(plan: flat.Plan, number: int) -> flat.Block:
    """A block with those behind it that it goes on at anyway, as long as they come later."""
    body = plan.blocks[number]
    match body:
        case (*before, flat.Goto(to)) if number < to and to in plan.blocks and plan.passes.joined_blocks:
            return (*before, *_followed(plan, to))
        case _:
            return body


def _body(body: flat.Block, keeping: Keeping, is_function: bool = False) -> Lines:
    kept = keeping.kept(body)
    counted = keeping.counted(body) if is_function else {}
    for (record, name), held in kept.items():
        yield f"{INDENT}{held} = {record}.{name}"
    write = _Statements(Expressions({**kept, **counted}, keeping.names), keeping)
    write.at_the_end = [f"{record}.{name} = {held}" for (record, name), held in counted.items()]
    yield from _indented(write.lines(body))
    if write.at_the_end and not isinstance(body[-1], flat.Return):
        yield from _indented(write.at_the_end)


def _dispatch(plan: flat.Plan) -> Lines:
    """The blocks by their numbers; where no block begins stands None."""
    numbers = range(max(plan.blocks, default=-1) + 1)
    yield "BLOCKS = ("
    yield from _indented(_wrapped(f"block_{number}" if number in plan.blocks else "None" for number in numbers))
    yield ")"


def _listed(bits: int) -> str:
    """The members of a constant mask."""
    members = [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
    if members and members == list(range(members[0], members[-1] + 1)):
        first = f"{members[0]}, " if members[0] else ""
        return f"range({first}{members[-1] + 1})"
    return f"({', '.join(map(str, members))}{',' if len(members) == 1 else ''})"


class _Statements:
    """Prints the statements of one function."""

    def __init__(self, expressions: Expressions, keeping: Keeping) -> None:
        self.expressions = expressions
        self.keeping = keeping
        self.at_the_end: list[str] = []
        """What is done before the function is left."""

    def lines(self, body: flat.Block) -> Lines:
        """A list of statements, which is never empty in Python."""
        if not body:
            yield "pass"
        for statement in body:
            yield from self._statement(statement)

    def _statement(self, statement: flat.Stmt) -> Lines:
        write = self.expressions
        match statement:
            case flat.Let(name, _, value):
                yield f"{write.local(name)} = {write.value(value)}"
            case flat.LetArray(name, _, size):
                yield f"{write.local(name)} = [0] * {size}"
            case flat.Store(to, value):
                yield self._store(to, value)
            case flat.If():
                yield from self._if("if", statement)
            case flat.While() | flat.For() | flat.Bits():
                yield from self._loop(statement)
            case flat.Break():
                yield "break"
            case flat.Continue():
                yield "continue"
            case flat.Return(value):
                yield from self.at_the_end
                yield "return" if value is None else f"return {write.value(value)}"
            case flat.Do(call):
                yield write.value(call)
            case flat.Fail():
                yield "raise Failed"
            case flat.Goto(block):
                yield f"return {block}"
            case flat.Halt(at):
                yield f"s.pc = {at}"
                yield "return -1"
            case _:
                assert_never(statement)

    def _store(self, to: flat.Place, value: flat.Expr) -> str:
        place = self.expressions.place(to)
        match value:
            case flat.Binary("+" | "-" | "&" | "|" as sign, left, right) if left == to:
                return f"{place} {sign}= {self.expressions.value(right)}"
            case flat.Binary("without", left, right) if left == to:
                return f"{place} &= ~{self.expressions.within(right, SIGNED)}"
            case _:
                return f"{place} = {self.expressions.value(value)}"

    def _if(self, word: str, statement: flat.If) -> Lines:
        yield f"{word} {self.expressions.test(statement.test)}:"
        yield from _indented(self.lines(statement.then))
        match statement.otherwise:
            case ():
                return
            case (flat.If() as other,):
                yield from self._if("elif", other)
            case several:
                yield "else:"
                yield from _indented(self.lines(several))

    def _tables_of(self, loop: flat.For) -> list[str]:
        """The tables that a loop reads a stretch of, if that is all its number is for."""
        index, bounds = flat.Name(loop.name), (loop.low, loop.high)
        if not self.keeping.plan.passes.stretches or not all(
            isinstance(each, flat.Entry) and each.table in self.keeping.starts for each in bounds
        ):
            return []
        read = [node.table for node in inside(loop.body) if isinstance(node, flat.Entry) and node.index == index]
        named = sum(node == index for node in inside(loop.body))
        return list(dict.fromkeys(read)) if named == len(read) else []

    def _stretch(self, loop: flat.For, tables: list[str]) -> str:
        write = self.expressions
        first, behind = write.value(loop.low), write.value(loop.high)
        names = [write.local(f"{loop.name}_{table}") for table in tables]
        for table, name in zip(tables, names, strict=True):
            write.entries[flat.Entry(table, flat.Name(loop.name))] = name
        if kept := self._kept_stretch(loop, tuple(tables)):
            return f"for {', '.join(names)} in {kept}:"
        through = ", ".join(f"{table}[{first}:{behind}]" for table in tables)
        return f"for {', '.join(names)} in {through if len(tables) == 1 else f'zip({through})'}:"

    def _kept_stretch(self, loop: flat.For, tables: tuple[str, ...]) -> str:
        """The stretch, where it ends at the next start and the tables are small enough to be cut up in advance."""
        match loop.low, loop.high:
            case flat.Entry(starts, at), flat.Entry(ends, flat.Binary("+", begun, flat.Int(1))) if (
                starts == ends and at == begun and self.keeping.is_small(starts, tables)
            ):
                return f"{self.keeping.stretch(starts, tables)}[{self.expressions.value(at)}]"
            case _:
                return ""

    def _loop(self, loop: flat.While | flat.For | flat.Bits) -> Lines:
        write = self.expressions
        match loop:
            case flat.While(test, body):
                yield f"while {write.test(test)}:"
            case flat.For(_, _, _, body) if tables := self._tables_of(loop):
                yield self._stretch(loop, tables)
            case flat.For(name, low, high, body):
                first = "" if low == flat.Int(0) else f"{write.value(low)}, "
                yield f"for {write.local(name)} in range({first}{write.value(high)}):"
            case flat.Bits(name, flat.Mask(bits), body):
                yield f"for {write.local(name)} in {_listed(bits)}:"
            case flat.Bits(name, mask, body):
                left = f"left_{name}"
                yield f"{left} = {write.value(mask)}"
                yield f"while {left}:"
                yield f"{INDENT}low = {left} & -{left}"
                yield f"{INDENT}{write.local(name)} = low.bit_length() - 1"
                yield f"{INDENT}{left} ^= low"
            case _:
                assert_never(loop)
        yield from _indented(self.lines(body))
