"""Expressions of a plan as Python: parentheses only where Python needs them, a mask as a whole number."""

from collections.abc import Mapping
from keyword import iskeyword
from typing import assert_never

from ruleloom.lower import plan as flat

_CHOICE, _OR, _AND, _NOT, _COMPARED, _JOINED, _MET, _SHIFTED, _ADDED, _TIMES, SIGNED, _ATOM = range(12)
_SIGNS = {
    "+": ("+", _ADDED), "-": ("-", _ADDED), "*": ("*", _TIMES), "div": ("//", _TIMES), "mod": ("%", _TIMES),
    "&": ("&", _MET), "|": ("|", _JOINED),
}  # fmt: skip
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_TAKEN = frozenset(
    {"s", "o", "low", "count_", "zip", "range", "draw", "lowest", "Failed", "State", "Options", "BLOCKS"}
)

FieldKey = tuple[flat.Record, str]
Written = tuple[str, int]
"""A text, and how tightly it holds together."""


class Expressions:
    """Prints expressions; `kept` are the fields that stand in locals of their own, `taken` are names of the module."""

    def __init__(self, kept: Mapping[FieldKey, str], taken: frozenset[str]) -> None:
        self.kept = kept
        self.taken = taken
        self.entries: dict[flat.Entry, str] = {}
        """Entries of tables that a loop goes through itself, and what it calls them."""

    def local(self, name: str) -> str:
        """A local of the plan as a Python name that is nothing else."""
        is_other = name in _TAKEN or name in self.taken or name.startswith(("left_", "the_", "its_")) or iskeyword(name)
        return f"{name}_" if is_other else name

    def value(self, e: flat.Expr) -> str:
        """An expression whose number matters."""
        return self._value(e)[0]

    def test(self, e: flat.Expr) -> str:
        """An expression of which only matters whether it is 0."""
        return self._test(e)[0]

    def place(self, to: flat.Place) -> str:
        """Where something is stored."""
        return self._written(to)[0]

    def within(self, e: flat.Expr, level: int) -> str:
        """A value with parentheses where what stands around it binds tighter."""
        return _fenced(self._value(e), level)

    def _value(self, e: flat.Expr) -> Written:
        match e:
            case flat.Binary("and" | "or") if not is_truth(e):
                return f"1 if {_fenced(self._written(e), _OR)} else 0", _CHOICE
            case _:
                return self._written(e)

    def _test(self, e: flat.Expr) -> Written:
        match e:
            case flat.Binary("!=", left, flat.Int(0) | flat.Mask(0)):
                return self._test(left)
            case flat.Binary("==", left, flat.Int(0) | flat.Mask(0)):
                return f"not {_fenced(self._test(left), _NOT)}", _NOT
            case _:
                return self._written(e)

    def _written(self, e: flat.Expr) -> Written:
        match e:
            case flat.Int(number) | flat.Mask(number):
                return str(number) if abs(number) < 1 << 32 else f"{number:#x}", SIGNED if number < 0 else _ATOM
            case flat.Name(name):
                return self.local(name), _ATOM
            case flat.Item(array, index):
                return f"{self.local(array)}[{self.value(index)}]", _ATOM
            case flat.Field(name, record):
                return self._field(record, name), _ATOM
            case flat.At(name, index, record):
                return f"{self._field(record, name)}[{self.value(index)}]", _ATOM
            case flat.Entry() if e in self.entries:
                return self.entries[e], _ATOM
            case flat.Entry(table, index):
                return f"{table}[{self.value(index)}]", _ATOM
            case flat.Unary():
                return self._unary(e)
            case flat.Binary():
                return self._binary(e)
            case flat.Has(mask, member):
                return f"{self.within(mask, _SHIFTED)} >> {self.within(member, _ADDED)} & 1", _MET
            case flat.Choice(test, then, other):
                parts = (self.within(then, _OR), _fenced(self._test(test), _OR), self.within(other, _CHOICE))
                return "{} if {} else {}".format(*parts), _CHOICE
            case flat.Call(function, arguments):
                return f"{function}({', '.join(('s', 'o', *map(self.value, arguments)))})", _ATOM
            case flat.Draw(stream, bound):
                return f"draw(s, {self.value(stream)}, {self.value(bound)})", _ATOM
            case _:
                assert_never(e)

    def _field(self, record: flat.Record, name: str) -> str:
        return self.kept.get((record, name), f"{record}.{name}")

    def _unary(self, e: flat.Unary) -> Written:
        match e.sign:
            case "-":
                return f"-{self.within(e.of, SIGNED)}", SIGNED
            case "not":
                return f"not {_fenced(self._test(e.of), _NOT)}", _NOT
            case "count":
                return f"{self._subject(e.of)}.bit_count()", _ATOM
            case "highest":
                return f"{self._subject(e.of)}.bit_length() - 1", _ADDED
            case "lowest" if isinstance(e.of, flat.Name | flat.Field):
                of = self.value(e.of)
                return f"({of} & -{of}).bit_length() - 1", _ADDED
            case "lowest":
                return f"lowest({self.value(e.of)})", _ATOM
            case "bit":
                return f"1 << {self.within(e.of, _ADDED)}", _SHIFTED
            case "below":
                return f"(1 << {self.within(e.of, _ADDED)}) - 1", _ADDED
            case _:
                assert_never(e.sign)

    def _subject(self, e: flat.Expr) -> str:
        """What a method is called of; a dot behind a bare number would belong to the number."""
        return f"({self.value(e)})" if isinstance(e, flat.Int | flat.Mask) else self.within(e, _ATOM)

    def _binary(self, e: flat.Binary) -> Written:
        sign, left, right = e.sign, e.left, e.right
        if sign == "and" or sign == "or":
            level = _AND if sign == "and" else _OR
            return f"{_fenced(self._test(left), level)} {sign} {_fenced(self._test(right), level + 1)}", level
        if sign in _COMPARISONS:
            return f"{self.within(left, _JOINED)} {sign} {self.within(right, _JOINED)}", _COMPARED
        if sign == "without":
            return f"{self.within(left, _MET)} & ~{self.within(right, SIGNED)}", _MET
        written, level = _SIGNS[sign]
        return f"{self.within(left, level)} {written} {self.within(right, level + 1)}", level


def is_truth(e: flat.Expr) -> bool:
    """Whether an expression is never anything but 0 or 1 as it is printed."""
    match e:
        case flat.Int(number):
            return number in (0, 1)
        case flat.Has() | flat.Unary("not"):
            return True
        case flat.Binary("and" | "or", left, right):
            return _is_tested_truth(left) and _is_tested_truth(right)
        case flat.Binary(sign):
            return sign in _COMPARISONS
        case flat.Choice(_, then, other):
            return is_truth(then) and is_truth(other)
        case _:
            return False


def _is_tested_truth(e: flat.Expr) -> bool:
    """The same where `!= 0` is left out."""
    match e:
        case flat.Binary("!=", left, flat.Int(0) | flat.Mask(0)):
            return is_truth(left)
        case _:
            return is_truth(e)


def _fenced(written: Written, level: int) -> str:
    text, holds = written
    return text if holds >= level else f"({text})"
