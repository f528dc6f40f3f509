"""How cards and values are written in positions, and read back.

In a picture of the board `A` is a card whose first changing attribute shows its second word (a face that is up), `(A)`
one that shows only first words. In a zone a plain symbol shows what a card shows that enters. Everything else is
spelled out: `A(up)`, `A(up,flooded)`; what is not named shows its first word, in a zone what a card shows that enters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ruleloom.errors import PositionError, nearest
from ruleloom.moves import Notation
from ruleloom.world import World
from ruleloom_dsl.ir.position import HOLE, Path, Values
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Maybe, Number, SetOf, Truth, Type, Value, certain

NOTHING = "nothing"
"""How a set without members is written in a picture."""


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as it is written: its kind, and the word of each changing attribute of its component."""

    kind: int
    words: tuple[int, ...]


class Cells:
    """The cards and values of one game as text."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.numbering = notation.numbering

    # --- cards ----------------------------------------------------------------------------------------------------

    def read_card(self, component: str, text: str, path: Path, *, zone: int | None) -> WrittenCard:
        """A card as it is written in a zone, or on the board. Raises PositionError."""
        symbols = self.symbols(component)
        if text in symbols:
            return WrittenCard(symbols.index(text), self._plain(component, zone))
        inside = text[1:-1]
        if zone is None and text == f"({inside})" and inside in symbols:
            return WrittenCard(symbols.index(inside), self._bare(component, zone))
        symbol, bracket, rest = text.partition("(")
        if symbol in symbols and bracket and rest.endswith(")"):
            named = self._named(component, rest[:-1].split(","), self._bare(component, zone), path)
            return WrittenCard(symbols.index(symbol), named)
        raise PositionError(f'no card is written "{text}"', path, nearest(text, symbols))

    def read_cards(self, component: str, text: str, path: Path, zone: int) -> list[WrittenCard]:
        """The cards of a zone: with spaces between them, or run together."""
        found = []
        for word in text.split():
            for one in self._cut(component, word):
                found.append(self.read_card(component, one, path, zone=zone))
        return found

    def write_card(self, world: World, component: str, card: int, *, zone: int | None) -> str:
        """A card as it is written in a zone, or on the board."""
        words = tuple(world.attributes[number][card] for number in self.numbering.attributes_of(component))
        symbol = self.numbering.kind(component, card).symbol
        if words == self._plain(component, zone):
            return symbol
        if zone is None and not any(words):
            return f"({symbol})"
        bare = self._bare(component, zone)
        names = [self._words(component)[number][word] for number, word in enumerate(words) if word != bare[number]]
        return f"{symbol}({','.join(names)})"

    def symbols(self, component: str) -> list[str]:
        """How the kinds of a component are written."""
        return [kind.symbol for kind in self.numbering.components[component].kinds]

    def _plain(self, component: str, zone: int | None) -> tuple[int, ...]:
        """What a card shows of which nothing is written."""
        if zone is not None:
            return self.numbering.entered[zone]
        return tuple(int(number == 0) for number in range(len(self.numbering.components[component].changes)))

    def _bare(self, component: str, zone: int | None) -> tuple[int, ...]:
        """What a card shows of which something is written, as far as it is not named."""
        return self.numbering.entering(component, ()) if zone is None else self.numbering.entered[zone]

    def _named(self, component: str, names: Sequence[str], bare: tuple[int, ...], path: Path) -> tuple[int, ...]:
        lists = self._words(component)
        found = list(bare)
        for name in names:
            number = next((number for number, words in enumerate(lists) if name in words), None)
            if number is None:
                known = [word for words in lists for word in words]
                raise PositionError(f'a card cannot be "{name}"', path, nearest(name, known))
            found[number] = lists[number].index(name)
        return tuple(found)

    def _words(self, component: str) -> list[tuple[str, ...]]:
        return [self.numbering.words[words] for _, words in self.numbering.components[component].changes]

    def _cut(self, component: str, word: str) -> list[str]:
        symbols = sorted(self.symbols(component), key=len, reverse=True)
        found: list[str] = []
        at = 0
        while at < len(word):
            symbol = next((symbol for symbol in symbols if word.startswith(symbol, at)), None)
            if symbol is None:
                return [word]
            found.append(symbol)
            at += len(symbol)
        return found

    # --- values ---------------------------------------------------------------------------------------------------

    def read_value(self, texts: Values, type_: Type, path: Path) -> Value:
        """A value, or the members of a set. Raises PositionError."""
        of = certain(type_)
        if isinstance(of, SetOf):
            members = {self._one(text, of.item, path) for text in texts}
            return tuple(sorted(members, key=lambda value: value if isinstance(value, int) else -1))
        if len(texts) != 1:
            raise PositionError("this is one value, not several", path)
        return self._one(texts[0], type_, path)

    def write_value(self, value: Value, type_: Type) -> Values:
        """A value, or the members of a set, as they are written."""
        of = certain(type_)
        if isinstance(of, SetOf) and isinstance(value, tuple):
            return tuple(format_value(self.notation.game, one, of.item) for one in value)
        return (format_value(self.notation.game, value, type_),)

    def settle(self, texts: Values, type_: Type) -> Values:
        """A value as it is written, from any way to write it; the texts themselves if they are no such value."""
        try:
            return self.write_value(self.read_value(texts, type_, ()), type_)
        except PositionError:
            return texts

    def settle_cell(self, text: str, type_: Type) -> str:
        """The same for a value in a picture."""
        try:
            return text if text == HOLE else self.write_cell(self.read_cell(text, type_, ()), type_)
        except PositionError:
            return text

    def write_cell(self, value: Value, type_: Type) -> str:
        """A value as it stands in a picture: the members of a set are joined by `+`."""
        return "+".join(self.write_value(value, type_)) or NOTHING

    def read_cell(self, text: str, type_: Type, path: Path) -> Value:
        """A value as it stands in a picture. Raises PositionError."""
        of = certain(type_)
        if not isinstance(of, SetOf) or text == "none":
            return self.read_value((text,), type_, path)
        return self.read_value(() if text == NOTHING else tuple(text.split("+")), type_, path)

    def _one(self, text: str, type_: Type, path: Path) -> Value:
        if isinstance(type_, Maybe):
            return None if text == "none" else self._one(text, type_.of, path)
        if isinstance(type_, Number):
            if not text.removeprefix("-").isdecimal() or len(text) > 9:
                raise PositionError(f'"{text}" is no whole number', path)
            return int(text)
        known = self.notation.known(type_)
        if known is None:
            raise PositionError("such a value cannot be given in a position", path)
        if isinstance(type_, Truth):
            text = {"true": "yes", "false": "no"}.get(text, text)
        if text not in known:
            raise PositionError(f'"{text}" is not possible here', path, nearest(text, known))
        number = known.index(text)
        return bool(number) if isinstance(type_, Truth) else number
