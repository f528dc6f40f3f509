"""The options of a choice: a row for each, with a column for every slot that the chosen move binds.

Rows of one alternative are put in order as they are found: they come in order anyway, or their one deciding value says
where, or each is moved down to its place. A row whose deciding values are there already is left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ruleloom.lower import plan as p
from ruleloom.lower.alike import copied
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, bit, both, chosen, either, negated
from ruleloom.lower.columns import Columns
from ruleloom.lower.members import as_mask
from ruleloom.lower.row_order import all_same, comes_before
from ruleloom.lower.scopes import may_be_none
from ruleloom.lower.values import MaskSet, Several, Value
from ruleloom_dsl.ir.types import Number, certain

CAPACITY = 4_608
"""So many options there can be at most: every subset that may be listed, and a few more."""
COUNT = p.Field("count", "o")
PREFERENCE = -1
"""What stands for no slot in a row, but for the preference among rows that use as many exceptions."""


@dataclass(frozen=True)
class Rows:
    """The rows of one alternative: its columns, the slots that decide in their order, and how rows come in order."""

    columns: Columns
    alternative: int
    slots: tuple[int, ...]
    decided: tuple[int, ...]
    is_sorted: bool
    excuses: tuple[int, ...] = ()
    """The slots that say what the exceptions of the move are used for."""

    def append(self, code: Code, row: Mapping[int, Value]) -> None:
        """Write one more row at the end."""
        at = code.local(COUNT)
        code.fail_if(binary(">=", at, p.Int(CAPACITY)))
        code.add(p.Store(p.At("alternative", at, "o"), p.Int(self.alternative)))
        for slot in self.slots:
            self.columns.write(code, slot, at, row[slot])
        if self._has_preference:
            first = row[PREFERENCE]
            assert isinstance(first, p.Expr)
            code.add(p.Store(p.At("preference", at, "o"), first))
        code.add(p.Store(COUNT, binary("+", at, p.Int(1))))

    def gather(self, code: Code, loops: Callable[[Code, Callable[[Code, Mapping[int, Value]], None]], None]) -> None:
        """Write the loops over the candidates; each that remains becomes a row, in its place."""
        if self.is_sorted:
            loops(code, self.append)
        elif self._by_value():
            self._gather_by_value(code, loops)
        else:
            begin = code.local(COUNT)
            function = self._sink()

            def put(inner: Code, row: Mapping[int, Value]) -> None:
                self.append(inner, row)
                inner.add(p.Do(p.Call(function, (begin,))))

            loops(code, put)

    @property
    def _has_preference(self) -> bool:
        return len(self.excuses) > 1

    def _merges(self) -> bool:
        """Whether rows that differ may be the same for a player."""
        slots = self.columns.shape.machine.program.slots
        return any(copied(self.columns.lower, slots[slot].type) for slot in self.decided)

    def _may_be_none(self, slot: int) -> bool:
        type_ = self.columns.shape.machine.program.slots[slot].type
        return may_be_none(type_) or slot in self.columns.lower.perhaps.slots

    def _by_value(self) -> bool:
        """Whether one value that is counted decides, and the others are single numbers."""
        lower, slots = self.columns.lower, self.columns.shape.machine.program.slots
        if not lower.passes.sorted_rows or len(self.decided) != 1 or self.excuses or self._merges():
            return False
        type_ = slots[self.decided[0]].type
        is_flat = all(not self.columns.column(slot).size for slot in self.slots)
        return (
            is_flat
            and lower.is_counted(type_)
            and not self._may_be_none(self.decided[0])
            and self.columns.column(self.decided[0]).kind == "int"
        )

    def _gather_by_value(
        self, code: Code, loops: Callable[[Code, Callable[[Code, Mapping[int, Value]], None]], None]
    ) -> None:
        seen, others = code.local(EMPTY, "mask", "m"), [slot for slot in self.slots if slot != self.decided[0]]
        size = self.columns.lower.shape.universe(self.columns.shape.machine.program.slots[self.decided[0]].type)
        kept = {slot: code.array(size, self.columns.column(slot).kind) for slot in others}

        def keep(inner: Code, row: Mapping[int, Value]) -> None:
            value = row[self.decided[0]]
            assert isinstance(value, p.Expr)
            value = inner.hold(value)
            new = inner.inner()
            new.add(p.Store(seen, binary("|", seen, bit(value))))
            for slot in others:
                cell = row[slot]
                number = as_mask(new, cell) if isinstance(cell, Several) else cell
                assert isinstance(number, p.Expr)
                new.add(p.Store(p.Item(kept[slot], value), number))
            inner.add(p.If(negated(p.Has(seen, value)), new.block))

        def emit(inner: Code, value: p.Expr) -> None:
            row: dict[int, Value] = {self.decided[0]: value}
            for slot in others:
                cell = p.Item(kept[slot], value)
                row[slot] = MaskSet(cell, size) if self.columns.column(slot).kind == "mask" else cell
            self.append(inner, row)

        loops(code, keep)
        code.each_bit(seen, emit)

    # --- rows that find their place -----------------------------------------------------------------------------------

    def _sink(self) -> str:
        """The function that moves the last row down to its place, or drops it."""
        lower = self.columns.lower
        name = "sink" + "_".join(map(str, (self.alternative, *self.slots, *self.decided)))
        if name in lower.functions:
            return name
        code, begin = lower.code.inner(), p.Name("begin")
        last = code.local(binary("-", COUNT, p.Int(1)))
        if self._merges():
            self._merge(code, begin, last)
        at = code.local(last)
        down = code.inner()
        above = down.local(binary("-", at, p.Int(1)))
        down.add(p.If(negated(self._is_less(last, above)), (p.Break(),)), p.Store(at, above))
        code.add(p.While(binary(">", at, begin), down.block))
        if not self._merges():
            same = code.inner()
            self._meet(same, last, binary("-", at, p.Int(1)))
            same.add(p.Store(COUNT, last), p.Return())
            code.when(
                binary(">", at, begin),
                lambda then: then.add(p.If(self._is_equal(last, binary("-", at, p.Int(1))), same.block)),
            )
        code.when(binary("<", at, last), lambda then: self._rotate(then, at, last))
        lower.functions[name] = p.Function(name, (p.Parameter("begin", "int"),), None, code.block)
        return name

    def _merge(self, code: Code, begin: p.Expr, last: p.Name) -> None:
        """Of two rows that are the same for a player one stays; where that is the last one, it finds its place anew."""

        def look(inner: Code, row: p.Expr) -> None:
            same = inner.inner()
            same.add(p.If(negated(self._is_preferred(last, row)), (p.Store(COUNT, last), p.Return())))
            same.each_number(row, last, lambda up, at: self._copy(up, at, binary("+", at, p.Int(1))))
            same.add(p.Store(last, binary("-", last, p.Int(1))), p.Store(COUNT, binary("-", COUNT, p.Int(1))))
            same.add(p.Break())
            inner.add(p.If(self._is_equal(last, row), same.block))

        code.each_number(begin, last, look)

    def _is_preferred(self, new: p.Expr, old: p.Expr) -> p.Expr:
        """Whether a row uses fewer exceptions than another one, or as many that are declared earlier."""
        if not self.excuses:
            return FALSE
        uses = []
        for row in (new, old):
            count: p.Expr = p.Int(0)
            for slot in self.excuses:
                length = self.columns.column(slot).length(row)
                count = length if count == p.Int(0) else binary("+", count, length)
            uses.append(count)
        fewer = binary("<", *uses)
        if not self._has_preference:
            return fewer
        first = binary("<", p.At("preference", new, "o"), p.At("preference", old, "o"))
        return either(fewer, both(binary("==", *uses), first))

    def _meet(self, code: Code, new: p.Expr, old: p.Expr) -> None:
        """Of two rows that decide the same the one that is preferred stays, else the first."""
        code.when(self._is_preferred(new, old), lambda inner: self._copy(inner, old, new))

    def _copy(self, code: Code, to: p.Expr, source: p.Expr) -> None:
        """Put what one row says into another one."""
        for slot in self.slots:
            self.columns.move(code, slot, to, source)
        if self._has_preference:
            code.add(p.Store(p.At("preference", to, "o"), p.At("preference", source, "o")))

    def _rotate(self, code: Code, at: p.Expr, last: p.Name) -> None:
        """The last row goes to `at`, and those from there on one further; the spare row behind them helps."""
        spare = binary("+", last, p.Int(1))
        code.fail_if(binary(">=", spare, p.Int(CAPACITY)))
        self._copy(code, spare, last)

        def up(inner: Code, far: p.Expr) -> None:
            to = inner.local(binary("-", last, far))
            self._copy(inner, to, binary("-", to, p.Int(1)))

        code.each_number(FALSE, binary("-", last, at), up)
        self._copy(code, at, spare)

    def _is_equal(self, one: p.Expr, other: p.Expr) -> p.Expr:
        return all_same(self.columns, self.decided, one, other)

    def _is_less(self, one: p.Expr, other: p.Expr) -> p.Expr:
        found: p.Expr = FALSE
        for slot in reversed(self.decided):
            column = self.columns.column(slot)
            if column.size:
                found = either(comes_before(self.columns, slot, one, other), both(
                    negated(comes_before(self.columns, slot, other, one)), found))  # fmt: skip
                continue
            left, right = column.at(one), column.at(other)
            less = binary("<", self._key(slot, left), self._key(slot, right))
            if column.kind == "mask":
                less = p.Call(self._set_order(), (left, right))
            found = either(less, both(binary("==", left, right), found))
        return found

    def _key(self, slot: int, cell: p.Expr) -> p.Expr:
        type_ = self.columns.shape.machine.program.slots[slot].type
        if isinstance(certain(type_), Number) and self._may_be_none(slot):
            return chosen(binary("==", cell, p.Int(p.NO_NUMBER)), p.Int(-1), cell)
        return cell

    def _set_order(self) -> str:
        """Whether a set comes before another one: member by member, a set before those that go on from it."""
        functions = self.columns.lower.functions
        if "set_order" not in functions:
            code, one, other = self.columns.lower.code.inner(), p.Name("one"), p.Name("other")
            differing = code.local(
                binary("|", binary("without", one, other), binary("without", other, one)), "mask", "m"
            )
            code.add(p.If(binary("==", differing, EMPTY), (p.Return(FALSE),)))
            first = code.local(p.Unary("lowest", differing))
            # The set without this member goes on above it, or ends here.
            without = code.inner()
            without.add(p.Return(binary("==", binary("without", one, p.Unary("below", first)), EMPTY)))
            code.add(p.If(negated(p.Has(one, first)), without.block))
            code.add(p.Return(binary("!=", binary("without", other, p.Unary("below", first)), EMPTY)))
            parameters = (p.Parameter("one", "mask"), p.Parameter("other", "mask"))
            functions["set_order"] = p.Function("set_order", parameters, "int", code.block)
        return "set_order"
