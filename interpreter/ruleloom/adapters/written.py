"""How every value of a type is written, in a fixed order, by which actions, draws and observations are counted."""

from itertools import product

from ruleloom.adapters.bounds import Bound
from ruleloom.machine import Machine
from ruleloom.moves import NONE
from ruleloom_dsl.ir.types import Card, Maybe, Nothing, Number, Path, SetOf, TupleOf, Type

MOST_NUMBERS = 4_096
"""So many numbers are told apart one by one."""


class Written:
    """The texts of one game's values."""

    def __init__(self, machine: Machine) -> None:
        self.numbering = machine.numbering
        self.notation = machine.decisions.notation

    def values(self, type_: Type, bound: Bound | None = None) -> tuple[str, ...] | None:
        """All values in natural order, `none` last; None for sets, and for numbers without bounds."""
        match type_:
            case Maybe(of):
                found = self.values(of, bound)
                return None if found is None else (*found, NONE)
            case Nothing():
                return (NONE,)
            case Number():
                if bound is None or bound[1] - bound[0] >= MOST_NUMBERS:
                    return None
                return tuple(map(str, range(bound[0], bound[1] + 1)))
            case Card(component):
                return self.cards(component)
            case SetOf() | TupleOf() | Path():
                return None
            case _:
                return self.notation.known(type_)

    def cards(self, component: str) -> tuple[str, ...]:
        """The cards of a component, kind after kind; of what there are several, with all that may show on them."""
        found: list[str] = []
        for kind in self.numbering.components[component].kinds:
            found += (kind.symbol,) if kind.count == 1 else self._shown(component, kind.symbol)
        return tuple(found)

    def _shown(self, component: str, symbol: str) -> tuple[str, ...]:
        lists = [self.numbering.words[words] for _, words in self.numbering.components[component].changes]
        found = []
        for shown in product(*lists):
            named = ",".join(word for word, words in zip(shown, lists, strict=True) if word != words[0])
            found.append(f"{symbol}({named})" if named else symbol)
        return tuple(found)
