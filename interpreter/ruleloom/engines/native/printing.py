"""A plan as one C translation unit: sizes, the prelude, records, tables, functions, blocks, and the runtime.

Nothing of a ruleset stands in it as text; the names of the streams, whose hashes begin them, are there byte by byte.
"""

from collections.abc import Iterator
from importlib import resources

from ruleloom.chance import CHOICES
from ruleloom.engines.native.effects import impure_functions
from ruleloom.engines.native.expressions import Expressions
from ruleloom.engines.native.layout import arranged, bits_of, checked_name, mask_width, member
from ruleloom.engines.native.statements import TYPES, Statements
from ruleloom.lower.plan import LONGEST_RUN, Block, Fail, Function, Goto, Halt, Plan, Return, StateField, Table
from ruleloom.lower.plan import Record as Which

_STOPS = {"decide": "1", "pick": "2", "chance": "3", "over": "4"}
_RECORDS = "UNUSED State *restrict s, UNUSED Options *restrict o"
_LEAVES = (Return, Fail, Goto, Halt)


def print_c(plan: Plan) -> str:
    """The whole source, ready to be compiled. Raises NotLowered where masks are too wide."""
    return "\n\n".join([print_game(plan), _shipped("tree.c")])


def print_game(plan: Plan) -> str:
    """The source without what searches. Raises NotLowered where masks are too wide."""
    parts = [
        _made(plan) + _sizes(plan),
        _shipped("prelude.c"),
        *_records(plan),
        *_tables(plan),
        *_streams(plan),
        *_code(plan),
    ]
    return "\n\n".join([*(part.rstrip() for part in parts), _shipped("runtime.c")])


def _shipped(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def _made(plan: Plan) -> str:
    """What was left out as the plan was made; as a part of the source it tells compiled games apart that are kept."""
    return f"/* Made without {', '.join(plan.passes.left_out)}. */\n" if plan.passes.left_out else ""


def _sizes(plan: Plan) -> str:
    sizes = {"MASK_BITS": mask_width(plan), "STREAMS": len(plan.streams), "PLAYERS": plan.players,
             "LONGEST_RUN": LONGEST_RUN,
             "HAS_RANKS": int(any(field.name == "ranks" for field in plan.fields))}  # fmt: skip
    return "\n".join(f"#define {name} {value}" for name, value in sizes.items())


# --- data -------------------------------------------------------------------------------------------------------------


def _records(plan: Plan) -> Iterator[str]:
    yield _structure("State", plan, "s", [])
    yield _structure("Options", plan, "o", ["    Run *run;"])


def _structure(name: str, plan: Plan, which: Which, front: list[str]) -> str:
    members = [f"    {_type(field)} {member(field.name)}{_size(field)};" for field in arranged(plan, which)]
    return "\n".join(["typedef struct {", *front, *members, f"}} {name};"])


def _type(field: StateField) -> str:
    return "KeptMask" if field.kind == "mask" else f"int{bits_of(field.low, field.high)}_t"


def _size(field: StateField) -> str:
    return "" if field.size is None else f"[{max(1, field.size)}]"


def _tables(plan: Plan) -> Iterator[str]:
    printer = Expressions(plan, frozenset())
    for table in plan.tables:
        yield _table(table, printer)


def _table(table: Table, printer: Expressions) -> str:
    values = table.values or (0,)
    if table.kind == "mask":
        width = next((bits for bits in (8, 16, 32, 64) if max(values) < 1 << bits), 0)
        type_, cells = f"uint{width}_t" if width else "Mask", [printer.constant(value) for value in values]
    else:
        type_, cells = f"int{bits_of(min(values), max(values))}_t", [printer.number(value) for value in values]
    return f"UNUSED static const {type_} t_{checked_name(table.name)}[{len(values)}] = {{\n{_wrapped(cells)}\n}};"


def _wrapped(cells: list[str]) -> str:
    lines, line = [], "   "
    for cell in cells:
        if len(line) + len(cell) > 116:
            lines.append(line)
            line = "   "
        line += f" {cell},"
    return "\n".join([*lines, line])


def _streams(plan: Plan) -> Iterator[str]:
    names = [name.encode() for name in (*plan.streams, CHOICES)]
    for number, name in enumerate(names):
        yield f"static const uint8_t stream_{number}[] = {{\n{_wrapped([*map(str, name), '0'])}\n}};"
    pointers = [f"stream_{number}" for number in range(len(names))]
    yield f"static const uint8_t *const stream_names[] = {{\n{_wrapped(pointers)}\n}};"
    yield f"static const size_t stream_lengths[] = {{\n{_wrapped([str(len(name)) for name in names])}\n}};"
    kinds = ["0"] * (max((stop.at for stop in plan.stops), default=0) + 1)
    for stop in plan.stops:
        kinds[stop.at] = _STOPS[stop.kind]
    yield f"static const uint8_t stop_kinds[] = {{\n{_wrapped(kinds)}\n}};"


# --- code -------------------------------------------------------------------------------------------------------------


def _code(plan: Plan) -> Iterator[str]:
    impure = impure_functions(plan)
    yield "\n".join(f"{_head(function)};" for function in plan.functions)
    for function in plan.functions:
        yield _function(function, Expressions(plan, impure))
    if not any(function.name == "prepare" for function in plan.functions):
        yield _function(Function("prepare", (), None, ()), Expressions(plan, impure))
    yield "\n".join(_run(plan, impure))


def _head(function: Function) -> str:
    inline = "inline " if len(function.body) == 1 else ""
    result = "void" if function.result is None else TYPES[function.result]
    parameters = [f"UNUSED {TYPES[each.kind]} v_{checked_name(each.name)}" for each in function.parameters]
    return f"UNUSED static {inline}{result} f_{checked_name(function.name)}({', '.join([_RECORDS, *parameters])})"


def _function(function: Function, printer: Expressions) -> str:
    printer.scope.update({each.name: each.kind for each in function.parameters})
    lines = [_head(function), "{", *Statements(printer).lines(function.body, 1)]
    if function.result is not None and not _leaves(function.body):
        lines.append("    failed(o->run);")
    return "\n".join([*lines, "}"])


def _run(plan: Plan, impure: frozenset[str]) -> Iterator[str]:
    yield f"static void f_run({_RECORDS})"
    yield "{"
    yield "    UNUSED int64_t fuel = LONGEST_RUN;"
    yield "    switch (s->pc) {"
    yield from (f"    case {number}: goto b{number};" for number in plan.blocks)
    yield from (f"    case {stop.at}: return;" for stop in plan.stops if stop.at not in plan.blocks)
    yield "    default: failed(o->run);"
    yield "    }"
    for number, block in plan.blocks.items():
        yield f"b{number}: {{"
        yield from Statements(Expressions(plan, impure), number).lines(block, 1)
        if not _leaves(block):
            yield "    failed(o->run);"
        yield "}"
    yield "}"


def _leaves(body: Block) -> bool:
    return bool(body) and isinstance(body[-1], _LEAVES)
