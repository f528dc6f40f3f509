"""Moves and how they are written: the move's id, then the decided values, each as a word without spaces.

The id is left out where a choice has one alternative and cannot be declined. A card is written by its symbol, followed
in brackets by every changing attribute that does not show its first word, where there are several such cards.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ruleloom.numbering import Numbering
from ruleloom.program import Decide, Pick
from ruleloom.world import World
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Card, Maybe, Pawn, Place, Player, SetOf, Team, Truth, Type, Value, Word, Zone

DECLINE = "decline"
NONE = "none"
NOTHING = "nothing"
"""How a set without members is written."""
Writer = Callable[[World, Any], str]
"""How a value of one type is written, where there is one."""


class NotationError(RuleloomError):
    """A text that is no move of this choice, legal or not."""


@dataclass(frozen=True, slots=True)
class Move:
    """One of the moves of a decision: the alternative's id and its decided values as they are written.

    Values are texts, because the number of a card would tell where its copies are.
    """

    alternative: str
    values: tuple[str, ...]
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


class Notation:
    """How the moves of one game are written."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.game = numbering.game
        self._writers: dict[Type, Writer] = {}
        self._writers_of: dict[str, list[Writer]] = {}

    def is_bare(self, decide: Decide, move: Declared) -> bool:
        """Whether the id of a move is left out in this choice."""
        return len(decide.alternatives) == 1 and not decide.optional and bool(move.announced)

    def tokens(self, world: World, move: Declared, values: Iterable[Value]) -> tuple[str, ...]:
        """The decided values as they are written."""
        writers = self._writers_of.get(move.id)
        if writers is None:
            writers = self._writers_of[move.id] = [self._writer(decided.value.type) for decided in move.announced]
        written = zip(writers, values, strict=True)
        return tuple([NONE if value is None else write(world, value) for write, value in written])

    def value(self, world: World, value: Value, type_: Type) -> str:
        """One value as it is written in a move."""
        return NONE if value is None else self._writer(type_)(world, value)

    def _writer(self, type_: Type) -> Writer:
        if type_ not in self._writers:
            self._writers[type_] = self._new_writer(type_)
        return self._writers[type_]

    def _new_writer(self, type_: Type) -> Writer:
        match type_:
            case Maybe(of):
                return self._writer(of)
            case SetOf(item):
                member = self._writer(item)
                return lambda world, value: "+".join([member(world, one) for one in value]) or NOTHING
            case Card(component):
                return lambda world, value: self.card(world, component, value)
            case _:
                known = self.known(type_)
                return lambda _, value: format_value(self.game, value, type_) if known is None else known[value]

    def card(self, world: World, component: str, card: int) -> str:
        """A card: its symbol and the changing attributes that do not show their first word."""
        kind = self.numbering.kind(component, card)
        if kind.count == 1:  # the symbol says which card it is
            return kind.symbol
        text = kind.symbol
        changes = self.numbering.components[component].changes
        shown = [(words, world.attributes[self.numbering.changing[component, name]][card]) for name, words in changes]
        named = ",".join(self.numbering.words[words][word] for words, word in shown if word)
        return f"{text}({named})" if named else text

    def move(self, world: World, decide: Decide, move: Declared, values: tuple[Value, ...]) -> Move:
        """A move with its text."""
        tokens = self.tokens(world, move, values)
        return Move(move.id, tokens, " ".join(tokens if self.is_bare(decide, move) else (move.id, *tokens)))

    def read(self, decide: Decide, text: str) -> tuple[Declared, tuple[str, ...]]:
        """The alternative and the value texts of a move, legal or not. Raises NotationError for anything else."""
        name, *words = full_words(decide, text) or ("",)
        for each in decide.alternatives:
            if each.move.id == name:
                return each.move, self._checked(each.move, tuple(words), text)
        raise NotationError(f"{text!r} is no move here; moves begin with {self._names(decide)}")

    def _names(self, decide: Decide) -> str:
        names = [each.move.id for each in decide.alternatives] + [DECLINE] * decide.optional
        return " or ".join(names)

    def _checked(self, move: Declared, words: tuple[str, ...], text: str) -> tuple[str, ...]:
        if len(words) != len(move.announced):
            wanted = " ".join(f"<{decided.name}>" for decided in move.announced) or "nothing more"
            raise NotationError(f"{text!r} cannot be read: {move.id} takes {wanted}")
        for word, decided in zip(words, move.announced, strict=True):
            if not self.is_written(word, decided.value.type):
                expected = self._expected(decided.value.type)
                raise NotationError(f"{text!r} cannot be read: {word!r} is no {decided.name}; expected {expected}")
        return words

    def is_written(self, word: str, type_: Type) -> bool:
        """Whether some value of a type is written like this."""
        match type_:
            case Maybe(of):
                return word == NONE or self.is_written(word, of)
            case SetOf(item):
                return word == NOTHING or all(self.is_written(part, item) for part in word.split("+"))
            case Card(component):
                return word.partition("(")[0] in self._symbols(component)
            case _:
                known = self.known(type_)
                return word.removeprefix("-").isdecimal() if known is None else word in known

    def known(self, type_: Type) -> tuple[str, ...] | None:
        """How the values of a type are written, in natural order; None where they are not listed."""
        match type_:
            case Truth():
                return ("no", "yes")
            case Player() | Pawn():
                return tuple(str(seat + 1) for seat in range(self.game.players))
            case Team():
                return tuple(str(team + 1) for team in range(len(self.game.teams)))
            case Place() if self.game.board is not None:
                return self.game.board.names
            case Word(words):
                return self.numbering.words[words]
            case Zone():
                return tuple(member.name for member in self.numbering.zones)
            case _:
                return None

    def _symbols(self, component: str) -> tuple[str, ...]:
        return tuple(kind.symbol for kind in self.numbering.components[component].kinds)

    def _expected(self, type_: Type, most: int = 40) -> str:
        match type_:
            case Maybe(of):
                return f"{self._expected(of)} or none"
            case SetOf(item):
                return f"{self._expected(item)}, several joined by +"
            case Card(component):
                known: tuple[str, ...] | None = self._symbols(component)
            case _:
                known = self.known(type_)
        if known is None:
            return "a whole number"
        return "one of " + ", ".join(known[:most]) + (", ..." if len(known) > most else "")


def unordered(words: Iterable[str]) -> tuple[str, ...]:
    """Words in which the members of sets stand in one order, however they were written."""
    return tuple("+".join(sorted(word.split("+"))) for word in words)


def full_words(decide: Decide | Pick, text: str) -> tuple[str, ...]:
    """The words of a move with its id, which may be left out where there is one alternative; of a pick without it."""
    words = tuple(text.split())
    if isinstance(decide, Pick):
        return words[1:] if len(words) > 1 and words[0] == decide.move.id else words
    names = [each.move.id for each in decide.alternatives] + [DECLINE] * decide.optional
    return (
        words
        if not words or words[0] in names or len(decide.alternatives) > 1
        else (decide.alternatives[0].move.id, *words)
    )
