"""What stands for names while an expression is lowered, and what types say of their values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ruleloom.lower import plan as p
from ruleloom.lower.values import Value
from ruleloom_dsl.ir.types import Maybe, Nothing, Number, Type, certain


@dataclass(frozen=True)
class Scope:
    """Who `me` is, and what stands for the slots that no field holds."""

    me: p.Expr
    values: Mapping[int, Value]

    def bound(self, slot: int, value: Value) -> "Scope":
        """The same with one more slot."""
        return replace(self, values={**self.values, slot: value})

    def by(self, me: p.Expr) -> "Scope":
        """The same for another player."""
        return replace(self, me=me)


def may_be_none(type_: Type) -> bool:
    """Whether none is among the values of a type."""
    return isinstance(type_, Maybe | Nothing)


def none_of(type_: Type) -> int:
    """The number that stands for none of a type."""
    return p.NO_NUMBER if isinstance(certain(type_), Number) else p.NONE
