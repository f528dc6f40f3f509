"""In which order rows of options stand, and which of them are the same for a player."""

from ruleloom.lower import plan as p
from ruleloom.lower.alike import alike, copied
from ruleloom.lower.code import FALSE, Code, binary, both, negated
from ruleloom.lower.columns import Columns
from ruleloom.lower.guards import Uses
from ruleloom_dsl.ir.types import Type, member_type


def all_same(columns: Columns, slots: tuple[int, ...], one: p.Expr, other: p.Expr) -> p.Expr:
    """Whether two rows say the same about some slots, as far as a player can tell."""
    found: p.Expr = p.Int(1)
    for slot in slots:
        column, type_ = columns.column(slot), columns.shape.machine.program.slots[slot].type
        if column.size:
            found = both(found, p.Call(_same_lists(columns, slot), (one, other)))
        elif column.kind == "mask":
            found = both(found, binary("==", column.at(one), column.at(other)))
        else:
            component = copied(columns.lower, type_)
            same = binary("==", column.at(one), column.at(other))
            found = both(found, same if component is None else p.Call(_same_cards(columns, type_), (
                column.at(one), column.at(other))))  # fmt: skip
    return found


def comes_before(columns: Columns, slot: int, one: p.Expr, other: p.Expr) -> p.Expr:
    """Whether the list that a row holds for a slot comes before that of another one, member by member."""
    functions, column, name = columns.lower.functions, columns.column(slot), f"before{slot}"
    if name not in functions:
        code, left, right = columns.lower.code.inner(), p.Name("one"), p.Name("other")
        lengths = [code.local(column.length(row)) for row in (left, right)]

        def compare(inner: Code, at: p.Expr) -> None:
            inner.add(p.If(binary(">=", at, lengths[1]), (p.Return(FALSE),)))
            mine, theirs = inner.local(column.item(left, at)), inner.local(column.item(right, at))
            inner.add(p.If(binary("!=", mine, theirs), (p.Return(binary("<", mine, theirs)),)))

        code.each_number(FALSE, lengths[0], compare)
        code.add(p.Return(binary("<", *lengths)))
        functions[name] = p.Function(name, _TWO, "int", code.block)
    return p.Call(name, (one, other))


def preference(code: Code, uses: Uses, exceptions: int) -> p.Expr:
    """A number that tells which exceptions are used, in their order; of as many uses the lower one is preferred."""
    found = code.local(FALSE, hint="n")
    most = 60 // exceptions.bit_length()

    def add(inner: Code, at: p.Expr) -> None:
        inner.add(p.If(binary(">=", at, p.Int(most)), (p.Break(),)))
        inner.add(p.Store(found, binary("+", binary("*", found, p.Int(exceptions)), uses.numbers(at))))

    code.each_number(FALSE, uses.length, add)
    return found


_TWO = (p.Parameter("one", "int"), p.Parameter("other", "int"))


def _same_cards(columns: Columns, type_: Type) -> str:
    """The function that tells whether two cards are copies that lie in one place and show the same."""
    functions = columns.lower.functions
    name = f"alike{columns.lower.component(copied(columns.lower, type_) or '')}"
    if name not in functions:
        code = columns.lower.code.inner()
        code.add(p.Return(alike(columns.lower, code, type_, p.Name("one"), p.Name("other"))))
        functions[name] = p.Function(name, _TWO, "int", code.block)
    return name


def _same_lists(columns: Columns, slot: int) -> str:
    functions, column, name = columns.lower.functions, columns.column(slot), f"same{slot}"
    item = member_type(columns.shape.machine.program.slots[slot].type)
    if name not in functions:
        code, left, right = columns.lower.code.inner(), p.Name("one"), p.Name("other")
        length = code.local(column.length(left))
        code.add(p.If(binary("!=", length, column.length(right)), (p.Return(FALSE),)))

        def compare(inner: Code, at: p.Expr) -> None:
            mine, theirs = inner.local(column.item(left, at)), inner.local(column.item(right, at))
            inner.add(p.If(negated(alike(columns.lower, inner, item, mine, theirs)), (p.Return(FALSE),)))

        code.each_number(FALSE, length, compare)
        code.add(p.Return(p.Int(1)))
        functions[name] = p.Function(name, _TWO, "int", code.block)
    return name
