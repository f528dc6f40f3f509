"""Expressions of a plan as C. What has effects is read from left to right, which C itself does not promise."""

from collections import ChainMap
from typing import assert_never

from ruleloom.engines.native.layout import checked_name, mask_width, member
from ruleloom.lower import plan as pl

_INFIX = {"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "and": "&&", "or": "||", "+": "+",
          "-": "-", "*": "*", "&": "&", "|": "|"}  # fmt: skip
_TESTS = frozenset({"==", "!=", "<", "<=", ">", ">=", "and", "or"})
_WORD = (1 << 64) - 1
_WIDE = 1 << 31


class Expressions:
    """Prints the expressions of one function; `scope` are the locals that can be seen, with their kind."""

    def __init__(self, plan: pl.Plan, impure: frozenset[str]) -> None:
        self.functions = {function.name for function in plan.functions}
        self.tables = {table.name: table.kind for table in plan.tables}
        self.fields = {(field.record, field.name): field for field in plan.fields}
        self.impure = impure
        self.width = mask_width(plan)
        self.scope: ChainMap[str, pl.Kind] = ChainMap()
        self.effects = 0
        self._fresh = 0

    def fresh(self) -> str:
        """A name that nothing else has."""
        self._fresh += 1
        return f"t{self._fresh}"

    def test(self, e: pl.Expr) -> str:
        """An expression as a condition, without brackets around it."""
        match e:
            case pl.Binary(sign, left, right) if sign in ("and", "or"):
                return f"{self._truth(left)} {_INFIX[sign]} {self._truth(right)}"
            case pl.Binary(sign) if sign in _TESTS:
                text = self.text(e)
                return text[1:-1] if text.startswith("(") else text
            case pl.Unary("not", of):
                return f"!{self._truth(of)}"
            case _:
                return f"{self.text(e)} != 0"

    def _truth(self, e: pl.Expr) -> str:
        return f"({self.test(e)})"

    def bare(self, e: pl.Expr) -> str:
        """An expression where no brackets are needed around it."""
        text = self.text(e)
        return text[1:-1] if isinstance(e, pl.Binary) and text.startswith("(") else text

    def text(self, e: pl.Expr) -> str:
        """An expression that can stand anywhere."""
        match e:
            case pl.Int(value):
                return self.number(value)
            case pl.Mask(bits):
                return self.constant(bits)
            case pl.Name(name):
                return self.local(name)
            case pl.Item(array, index):
                return f"{self.local(array)}[{self.bare(index)}]"
            case pl.Field() | pl.At():
                return self.place(e)
            case pl.Entry(table, index):
                if table not in self.tables:
                    raise ValueError(f"the plan has no table {table}")
                cell = f"t_{table}[{self.bare(index)}]"
                return f"(Mask){cell}" if self.tables[table] == "mask" else cell
            case pl.Unary():
                return self._unary(e)
            case pl.Binary():
                return self._binary(e)
            case pl.Has(mask, number):
                return self._called("has", (mask, number))
            case pl.Choice(test, then, other):
                return f"({self.test(test)} ? {self.text(then)} : {self.text(other)})"
            case pl.Call() | pl.Draw():
                return self._call(e)
            case _:
                assert_never(e)

    def local(self, name: str) -> str:
        """A local of the function."""
        if name not in self.scope:
            raise ValueError(f"no local {name} can be seen here")
        return f"v_{name}"

    def place(self, to: pl.Place) -> str:
        """Where a value is kept."""
        match to:
            case pl.Name() | pl.Item():
                return self.text(to)
            case pl.Field(name, record):
                self.field(to)
                return f"{record}->{member(name)}"
            case pl.At(name, index, record):
                self.field(to)
                return f"{record}->{member(name)}[{self.bare(index)}]"
            case _:
                assert_never(to)

    def field(self, to: pl.Field | pl.At) -> pl.StateField:
        """The field that is meant."""
        found = self.fields.get((to.record, to.name))
        if found is None or (found.size is None) != isinstance(to, pl.Field):
            raise ValueError(f"the plan has no such field: {to}")
        return found

    def number(self, value: int) -> str:
        """A constant number."""
        if -_WIDE <= value < _WIDE:
            return str(value) if value >= 0 else f"({value})"
        return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"

    def constant(self, bits: int) -> str:
        """A constant set."""
        if not 0 <= bits < 1 << self.width:
            raise ValueError(f"{bits} does not fit into {self.width} bits")
        if self.width == 64:
            return f"UINT64_C({bits:#x})"
        low = f"(Mask)UINT64_C({bits & _WORD:#x})"
        return f"((Mask)UINT64_C({bits >> 64:#x}) << 64 | {low})" if bits > _WORD else f"({low})"

    def _unary(self, e: pl.Unary) -> str:
        match e.sign:
            case "-":
                return f"(-{self._wide(e.of)})"
            case "not":
                return f"({self.test(e)})"
            case "count" | "lowest" | "highest" | "bit" | "below":
                return f"{e.sign}({self.bare(e.of)})"
            case _:
                assert_never(e.sign)

    def _binary(self, e: pl.Binary) -> str:
        match e.sign:
            case "and" | "or":
                return f"({self.test(e)})"
            case "div" | "mod":
                return self._called("divided" if e.sign == "div" else "modulo", (e.left, e.right), "o->run, ")
            case _:
                left, right, before = self._pair(e)
                cast = "(int64_t)" if e.sign in ("+", "-", "*") and not _is_wide(e.left) else ""
                infix = "& ~" if e.sign == "without" else f"{_INFIX[e.sign]} "
                joined = f"{cast}{left} {infix}{right}"
                return f"__extension__ ({{ {before}{joined}; }})" if before else f"({joined})"

    def _pair(self, e: pl.Binary) -> tuple[str, str, str]:
        """Both sides, and what must be read before if their order matters."""
        begun = self.effects
        left, right = self.text(e.left), self.text(e.right)
        if self.effects == begun or _is_constant(e.left) or _is_constant(e.right):
            return left, right, ""
        first, second = self.fresh(), self.fresh()
        return first, second, f"__auto_type {first} = {left}; __auto_type {second} = {right}; "

    def _wide(self, e: pl.Expr) -> str:
        return self.text(e) if _is_wide(e) else f"(int64_t){self.text(e)}"

    def _called(self, name: str, arguments: tuple[pl.Expr, ...], front: str = "") -> str:
        begun = self.effects
        texts = [self.bare(each) for each in arguments]
        if self.effects == begun or sum(not _is_constant(each) for each in arguments) < 2:
            return f"{name}({front}{', '.join(texts)})"
        names = [self.fresh() for _ in arguments]
        before = " ".join(f"__auto_type {one} = {text};" for one, text in zip(names, texts, strict=True))
        return f"__extension__ ({{ {before} {name}({front}{', '.join(names)}); }})"

    def _call(self, e: pl.Call | pl.Draw) -> str:
        match e:
            case pl.Draw(stream, bound):
                text = self._called("draw", (stream, bound), "o->run, ")
                self.effects += 1
                return text
            case pl.Call(name, arguments):
                if name not in self.functions:
                    raise ValueError(f"the plan has no function {name}")
                text = self._called(f"f_{checked_name(name)}", arguments, "s, o, " if arguments else "s, o")
                self.effects += name in self.impure
                return text
            case _:
                assert_never(e)


def _is_constant(e: pl.Expr) -> bool:
    return isinstance(e, pl.Int | pl.Mask)


def _is_wide(e: pl.Expr) -> bool:
    """Whether C counts with 64 bits here already."""
    return isinstance(e, pl.Name | pl.Item | pl.Call | pl.Draw) or (
        isinstance(e, pl.Binary) and e.sign in ("+", "-", "*", "div", "mod")
    )
