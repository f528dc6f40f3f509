"""How the records of a plan lie in memory: the same for the C that is printed and for the Python that fills them.

Masks come first, then numbers from the widest to the narrowest, so that nothing is padded but the end.
"""

import ctypes
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ruleloom.lower.fields import NotLowered
from ruleloom.lower.plan import Plan, StateField
from ruleloom.lower.plan import Record as Which
from ruleloom.lower.shape import Cell, Record

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_KEYWORDS = frozenset(
    {
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "run",
    }
)
_TYPES: dict[int, type[ctypes.c_int8 | ctypes.c_int16 | ctypes.c_int32 | ctypes.c_int64]] = {
    8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32, 64: ctypes.c_int64,
}  # fmt: skip
_WORD = (1 << 64) - 1


def bits_of(low: int, high: int) -> int:
    """The width of the smallest signed number that holds all from `low` to `high`.

    >>> bits_of(-1, 127), bits_of(0, 128), bits_of(-(1 << 62), 0)
    (8, 16, 64)
    """
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return bits
    return 64


def mask_width(plan: Plan) -> int:
    """The width of the words that hold masks, 64 or 128. Raises NotLowered where neither is enough."""
    if plan.mask_bits > 128:
        raise NotLowered(f"sets of {plan.mask_bits} members are wider than 128 bits")
    return 64 if plan.mask_bits <= 64 else 128


def checked_name(name: str) -> str:
    """A name of the plan as it may stand in C. Raises ValueError for what is no plain name."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name that can be printed")
    return name


def member(field: str) -> str:
    """The name of a field in C."""
    return f"{field}_" if field in _KEYWORDS else checked_name(field)


def arranged(plan: Plan, which: Which) -> tuple[StateField, ...]:
    """The fields of a record in the order in which they lie."""
    fields = [field for field in plan.fields if field.record == which]
    return tuple(sorted(fields, key=lambda each: -1000 if each.kind == "mask" else -bits_of(each.low, each.high)))


@dataclass(frozen=True)
class Layout:
    """One record of a plan as a C structure."""

    fields: tuple[StateField, ...]
    structure: type[ctypes.Structure]
    wide: bool

    def write(self, record: Mapping[str, Cell]) -> ctypes.Structure:
        """A structure that holds a record."""
        memory = self.structure()
        for field in self.fields:
            if field.name not in record:
                continue  # it follows from others
            cells = record[field.name]
            values = cells if isinstance(cells, list) else [cells]
            if self.wide and field.kind == "mask":
                values = [half for value in values for half in (value & _WORD, value >> 64)]
            if field.size is None and len(values) == 1:
                setattr(memory, field.name, values[0])
            else:
                getattr(memory, field.name)[:] = values
        return memory

    def read(self, memory: ctypes.Structure) -> Record:
        """The record that a structure holds."""
        return {field.name: self.cell(memory, field) for field in self.fields}

    def cell(self, memory: ctypes.Structure, field: StateField, most: int | None = None) -> Cell:
        """One field of a structure; of an array so many items at most."""
        found = getattr(memory, field.name)
        if isinstance(found, int):
            return found
        values: list[int] = found[: None if most is None else most * (2 if self.wide and field.kind == "mask" else 1)]
        if self.wide and field.kind == "mask":
            values = [low | high << 64 for low, high in zip(values[::2], values[1::2], strict=True)]
        return values[0] if field.size is None else values


def layout(plan: Plan, which: Which) -> Layout:
    """How a record of a plan lies; the options have a pointer in front, which belongs to the run."""
    wide = mask_width(plan) == 128
    fields = arranged(plan, which)
    members: list[tuple[str, type]] = [("_run", ctypes.c_void_p)] if which == "o" else []
    members += [(field.name, _memory(field, wide)) for field in fields]
    return Layout(fields, type("Memory", (ctypes.Structure,), {"_fields_": members}), wide)


def _memory(field: StateField, wide: bool) -> type:
    if field.kind == "mask":
        words = (2 if wide else 1) * (field.size or 1)
        return ctypes.c_uint64 if field.size is None and not wide else ctypes.c_uint64 * words
    number = _TYPES[bits_of(field.low, field.high)]
    return number if field.size is None else number * field.size
