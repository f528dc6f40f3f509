"""How a language counts, lists and writes numbers, as data of Unicode: needs the standard library only.

`locales` takes the data from Babel. A plural rule is a text as Unicode writes it: `n mod 10 in 2..4 and n not in 12`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ruleloom_dsl.ir.rounding import hundredfold, rounded

OTHER = "other"
_RELATION = re.compile(r"([a-z]) (?:mod (\d+) )?(not )?in ([\d.,]+)")


@dataclass(frozen=True, slots=True)
class Joining:
    """What stands between the parts of a list: the patterns of its start, its middle and its end, and of a pair."""

    start: str
    middle: str
    end: str
    two: str

    def joined(self, items: Sequence[str]) -> str:
        """The list in one text."""
        if len(items) == 1:
            return str(items[0])
        if len(items) == 2:
            return _put(self.two, *items)
        said = _put(self.start, *items[:2])
        for item in items[2:-1]:
            said = _put(self.middle, said, item)
        return _put(self.end, said, items[-1])


def _put(pattern: str, first: str, second: str) -> str:
    before, _, rest = pattern.partition("{0}")
    between, _, after = rest.partition("{1}")
    return f"{before}{first}{between}{second}{after}"


@dataclass(frozen=True, slots=True)
class Customs:
    """How one language counts, lists and writes numbers."""

    plurals: tuple[tuple[str, str], ...]
    """The plural categories, each with its rule."""
    ordinals: tuple[tuple[str, str], ...]
    every: Joining
    """A list of which all parts are meant."""
    one_of: Joining
    """A list of which one part is meant."""
    point: str
    """What stands before the decimals."""
    group: str
    """What stands between groups of digits."""
    percent: tuple[str, str]
    """What stands before and behind a number of per cent."""
    percent_groups: tuple[int, int]
    """The sizes of the last group of such a number and of the others."""
    right_to_left: bool = False

    def category(self, number: int, ordinal: bool = False) -> str:
        """The plural category of a number."""
        return category(self.ordinals if ordinal else self.plurals, abs(number))

    def categories(self, ordinal: bool = False) -> frozenset[str]:
        """The plural categories that the language has."""
        return frozenset({OTHER, *dict(self.ordinals if ordinal else self.plurals)})

    def decimal(self, value: float, places: int, signed: bool = False) -> str:
        """A number with so many places, and with its sign if that is wanted: "1,234.50"."""
        return self._written(value, places, signed, ("", ""), (3, 3))

    def per_cent(self, part: float, places: int, signed: bool = False) -> str:
        """A part of all in per cent: "12.5%", "12,5 %"."""
        return self._written(hundredfold(part), places, signed, self.percent, self.percent_groups)

    def _written(self, value: float, places: int, signed: bool, around: tuple[str, str], sizes: tuple[int, int]) -> str:
        shown = rounded(value, places)
        sign = "-" if shown.is_signed() else "+" if signed else ""
        whole, _, after = f"{abs(shown):f}".partition(".")
        grouped, size = "", sizes[0]
        while len(whole) > size:
            whole, grouped, size = whole[:-size], self.group + whole[-size:] + grouped, sizes[1]
        before, behind = around
        return f"{sign}{before}{whole}{grouped}{self.point * (places > 0)}{after}{behind}"


@lru_cache(maxsize=4096)
def category(rules: tuple[tuple[str, str], ...], number: int) -> str:
    """The category of a whole number from 0 upwards by rules as Unicode writes them.

    >>> [category((("one", "i in 1 and v in 0"), ("few", "n mod 10 in 2..4 and n not in 12")), n) for n in (1, 3, 12)]
    ['one', 'few', 'other']
    """
    return next((name for name, rule in rules if _is_so(rule, number)), OTHER)


def _is_so(rule: str, number: int) -> bool:
    return any(all(_holds(part, number) for part in either.split(" and ")) for either in rule.split(" or "))


def _holds(relation: str, number: int) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise ValueError(f"this is no plural rule: {relation}")
    operand, modulus, negated, ranges = found.groups()
    value = number if operand in "ni" else 0  # the others are about decimals, which a whole number does not have
    if modulus:
        value %= int(modulus)
    bounds = (each.partition("..") for each in ranges.split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in bounds) != bool(negated)
