"""Constant tables, each kept once."""

from collections.abc import Iterable, Sequence, Sized
from itertools import accumulate

from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, binary, chosen


class Tables:
    """The tables of a plan while it is written."""

    def __init__(self) -> None:
        self._known: dict[tuple[p.Kind, tuple[int, ...]], p.Table] = {}

    @property
    def all(self) -> tuple[p.Table, ...]:
        """Every table."""
        return tuple(self._known.values())

    def table(self, values: Iterable[int], kind: p.Kind = "int") -> p.Table:
        """The table with these values."""
        key = (kind, tuple(values))
        if key not in self._known:
            self._known[key] = p.Table(f"T{len(self._known)}", *key)
        return self._known[key]

    def entry(self, values: Iterable[int], index: p.Expr, kind: p.Kind = "int") -> p.Expr:
        """The value with a number, which is in the table."""
        found = tuple(values)
        if isinstance(index, p.Int) and 0 <= index.value < len(found):
            return p.Int(found[index.value]) if kind == "int" else p.Mask(found[index.value])
        if found and len(set(found)) == 1:
            return p.Int(found[0]) if kind == "int" else p.Mask(found[0])
        if kind == "int" and found == tuple(range(len(found))):
            return index
        return p.Entry(self.table(found, kind).name, index)

    def entry_or(self, values: Iterable[int], index: p.Expr, none: int, kind: p.Kind = "int") -> p.Expr:
        """The value with a number that may be NONE."""
        if isinstance(index, p.Int):
            return self.entry((none, *values), p.Int(index.value + 1), kind)
        return self.entry((none, *values), binary("+", index, p.Int(1)), kind)


def guarded(index: p.Expr, value: p.Expr, none: p.Expr) -> p.Expr:
    """The value where its index is not NONE."""
    if isinstance(index, p.Int):
        return value if index.value >= 0 else none
    return chosen(binary(">=", index, FALSE), value, none)


def starts_of(lists: Sequence[Sized]) -> list[int]:
    """Where each list begins in a table that has them one after the other.

    >>> starts_of(["abc", "", "de"])
    [0, 3, 3]
    """
    return [0, *accumulate(map(len, lists))][:-1]
