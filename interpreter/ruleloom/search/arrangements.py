"""All ways to lay out pieces of several colours on places, each once up to symmetries, with how many it stands for.

Colour after colour is laid out; of the choices that a symmetry takes into each other only the first is followed, with
those symmetries that keep all that lies there already. So no layout comes twice, and none has to be remembered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from ruleloom.search.symmetry import Permutation

Layout = tuple[int, ...]
"""For each place the number of its colour."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The first colours laid out: a mask for each, how many layouts this stands for, and what keeps it."""

    masks: tuple[int, ...]
    weight: int
    keeping: tuple[Permutation, ...]


class Arrangements:
    """The layouts of so many pieces of each colour, up to symmetries; the pieces fill all places.

    Colours that lie on one place only should come first, and at least two colours are needed.
    """

    def __init__(self, counts: Sequence[int], symmetries: Sequence[Permutation]) -> None:
        self.counts = tuple(counts)
        self.size = sum(counts)
        self.most_finished = comb(sum(counts[-2:]), counts[-1])
        self._symmetries = tuple(symmetries)

    def begun(self) -> Iterator[Begun]:
        """The ways to lay out all but the last two colours."""
        return self._begun(Begun((), 1, self._symmetries))

    def finished(self, begun: Begun) -> Iterator[tuple[Layout, int]]:
        """The layouts that go on from one, and how many each stands for."""
        for last in self._next(begun):
            rest = (1 << self.size) - 1
            for mask in last.masks:
                rest &= ~mask
            yield _layout((*last.masks, rest), self.size), last.weight

    def _begun(self, begun: Begun) -> Iterator[Begun]:
        if len(begun.masks) >= len(self.counts) - 2:
            yield begun
            return
        for more in self._next(begun):
            yield from self._begun(more)

    def _next(self, begun: Begun) -> Iterator[Begun]:
        """The ways to lay out one colour more."""
        free = [place for place in range(self.size) if not any(mask >> place & 1 for mask in begun.masks)]
        for chosen in combinations(free, self.counts[len(begun.masks)]):
            mask = sum(1 << place for place in chosen)
            keeping = []
            for symmetry in begun.keeping:
                image = 0
                for place in chosen:
                    image |= 1 << symmetry[place]
                if image < mask:
                    break
                if image == mask:
                    keeping.append(symmetry)
            else:
                weight = begun.weight * (len(begun.keeping) // len(keeping))
                yield Begun((*begun.masks, mask), weight, tuple(keeping))


def _layout(masks: Sequence[int], size: int) -> Layout:
    return tuple(next(colour for colour, mask in enumerate(masks) if mask >> place & 1) for place in range(size))
