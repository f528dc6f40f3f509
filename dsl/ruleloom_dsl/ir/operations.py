"""What the signs of arithmetic and comparison mean on values: one definition for folding and for every interpreter.

The tables hold the meaning where there is one. Elsewhere they raise: TypeError for none, and an ArithmeticError for
what is divided by 0 and for a product too large to be a number of any game.
"""

import operator
from collections.abc import Callable, Mapping

from ruleloom_dsl.ir.expressions import ArithmeticSign, ComparisonSign
from ruleloom_dsl.ir.types import Value

LARGEST = 10**12


def _product(left: int, right: int) -> int:
    if abs(product := left * right) > LARGEST:
        raise OverflowError(f"{left} times {right} is too large")
    return product


NUMBERS: Mapping[str, Callable[..., Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": _product,
    "div": operator.floordiv,  # rounds down
    "mod": operator.mod,  # has the sign of the divisor
}

SETS: Mapping[str, Callable[..., Value]] = {
    "+": operator.add,
    "without": lambda left, right: tuple(item for item in left if item not in right),
}

# None equals only none and is in no set; nothing is in none.
COMPARISONS: Mapping[str, Callable[..., bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda left, right: left is not None and right is not None and left in right,
    "not in": lambda left, right: left is None or right is None or left not in right,
}


def arithmetic(sign: ArithmeticSign, left: Value, right: Value) -> Value:
    """Whole-number arithmetic, and `+` and `without` on sets; None where it has no meaning."""
    table = SETS if isinstance(left, tuple) else NUMBERS
    try:
        return table[sign](left, right)
    except (TypeError, ArithmeticError):
        return None


def compare(sign: ComparisonSign, left: Value, right: Value) -> bool | None:
    """Whether the comparison holds; None where an order is asked of none."""
    try:
        return COMPARISONS[sign](left, right)
    except TypeError:
        return None
