"""What an option says: a column for every slot that the chosen move binds, with a cell for each row."""

from dataclasses import dataclass

from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.members import as_mask
from ruleloom.lower.values import Several, Slice, Value, Walked, stored
from ruleloom.results import needs_ranks
from ruleloom.slots import use_slots
from ruleloom_dsl.ir.types import Path, TupleOf, Type, certain


@dataclass(frozen=True, slots=True)
class Column:
    """What a row says about a slot: a number, a mask, or a sequence of `size` items at most."""

    slot: int
    kind: p.Kind
    size: int = 0

    @property
    def name(self) -> str:
        """The option field."""
        return f"o{self.slot}"

    def at(self, row: p.Expr) -> p.At:
        """The cell of a row that is no sequence."""
        return p.At(self.name, row, "o")

    def item(self, row: p.Expr, number: p.Expr) -> p.At:
        """One item of a sequence."""
        return p.At(self.name, binary("+", binary("*", row, p.Int(self.size)), number), "o")

    def length(self, row: p.Expr) -> p.At:
        """The length of a sequence."""
        return p.At(f"{self.name}n", row, "o")

    def fields(self, capacity: int, limits: tuple[int, int]) -> list[p.StateField]:
        """The option fields of the column."""
        low, high = limits
        if not self.size:
            return [p.StateField(self.name, self.kind, capacity, low, high, "o")]
        return [
            p.StateField(self.name, "int", capacity * self.size, low, high, "o"),
            p.StateField(f"{self.name}n", "int", capacity, p.NONE, self.size, "o"),
        ]


class Columns:
    """The columns of one game's options."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.shape = lower.shape
        self._known: dict[int, Column] = {}

    def column(self, slot: int) -> Column:
        """The column of a slot."""
        if slot not in self._known:
            self._known[slot] = self._new(slot, self.shape.machine.program.slots[slot].type)
        return self._known[slot]

    def _new(self, slot: int, type_: Type) -> Column:
        if slot in self.shape.masks:
            return Column(slot, "mask")
        if isinstance(certain(type_), Path):
            return Column(slot, "int", self.shape.longest_walk() + 1)
        if self.shape.is_sequence(type_):
            return Column(slot, "int", self.shape.sequence(slot).capacity)
        if isinstance(certain(type_), TupleOf):
            raise NotLowered("a choice binds a tuple")
        return Column(slot, "int")

    def fields(self, capacity: int) -> list[p.StateField]:
        """All option fields."""
        found = [
            p.StateField("count", "int", None, 0, capacity, "o"),
            p.StateField("alternative", "int", capacity, 0, 127, "o"),
            p.StateField("picked", "int", capacity, p.NONE, self.shape.widest(), "o"),
            p.StateField("returns", "int", self.shape.players, -(10**12), 10**12, "o"),
        ]
        if needs_ranks(self.lower.game):
            found.append(p.StateField("ranks", "int", self.shape.players, 0, self.shape.players, "o"))
        if any(len(use_slots(self.shape.machine.program.uses, move)) > 1 for move in self.lower.game.moves):
            found.append(p.StateField("preference", "int", capacity, 0, 1 << 61, "o"))
        by_name = {field.name: field for field in self.shape.fields}
        for slot in sorted(self._known):
            field = by_name.get(f"f{slot}")
            limits = (0, 0) if field is None else (field.low, field.high)
            found += self._known[slot].fields(capacity, limits)
        return found

    def write(self, code: Code, slot: int, row: p.Expr, value: Value) -> None:
        """Put a value into a row."""
        column = self.column(slot)
        if column.size:
            whole = value.whole if isinstance(value, Walked) else value
            assert isinstance(whole, Several)
            listed = whole if isinstance(whole, Slice) else stored(code, whole)
            if listed.bound > column.size:
                code.fail_if(binary(">", listed.length, p.Int(column.size)))
            code.add(p.Store(column.length(row), listed.length))
            code.each_number(
                FALSE, listed.length, lambda inner, at: inner.add(p.Store(column.item(row, at), listed.at(at)))
            )
        elif column.kind == "mask":
            assert isinstance(value, Several)
            code.add(p.Store(column.at(row), as_mask(code, value)))
        else:
            assert isinstance(value, p.Expr)
            code.add(p.Store(column.at(row), value))

    def bind(self, code: Code, slot: int, row: p.Expr) -> None:
        """Put what a row says about a slot into its field."""
        column, field = self.column(slot), f"f{slot}"
        if not column.size:
            code.add(p.Store(p.Field(field), column.at(row)))
            return
        code.add(p.Store(p.Field(f"{field}n"), column.length(row)))
        code.each_number(
            FALSE,
            column.length(row),
            lambda inner, at: inner.add(p.Store(p.At(field, at), column.item(row, at))),
        )

    def move(self, code: Code, slot: int, to: p.Expr, source: p.Expr) -> None:
        """Copy a cell from one row to another."""
        column = self.column(slot)
        if not column.size:
            code.add(p.Store(column.at(to), column.at(source)))
            return
        code.add(p.Store(column.length(to), column.length(source)))
        code.each_number(
            FALSE,
            column.length(source),
            lambda inner, at: inner.add(p.Store(column.item(to, at), column.item(source, at))),
        )
