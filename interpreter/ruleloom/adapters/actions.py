"""One number for each action of a game, which always means the same: the moves as they are written, counted.

A move whose values can all be listed is one action for each combination of them, `walk a3`. A move with more
combinations, with a set or with a number without bounds is spelled, value after value: a value is one action, a set
one action for each member in natural order and one that ends it, a number without bounds its digits. The members that
are picked one by one after a move are actions of their own as well.

Actions are counted in this order: move after move as declared, each with its combinations, or its letters, in natural
order, then the members picked after it; `decline` comes last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from ruleloom.adapters.bounds import Bounds
from ruleloom.adapters.written import Written
from ruleloom.arguments import check_kind
from ruleloom.errors import WrongInput, nearest
from ruleloom.game import State
from ruleloom.machine import Machine
from ruleloom.moves import DECLINE, NONE, NOTHING, Move
from ruleloom.program import Decide, Pick
from ruleloom_dsl.ir.game import Decided, Some
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.picking import DONE
from ruleloom_dsl.ir.types import Maybe, SetOf, Type, member_type

MOST_WHOLE = 4_096
"""A move with at most so many combinations of values is not spelled."""
WATCH = "watch"
"""The only action of a game in which nobody decides anything."""
END = "(end)"
DIGITS = "-+0123456789"


@dataclass(frozen=True, slots=True)
class Value:
    """What a move says one after the other: the name, the texts that it can be, and whether it is a set of these."""

    name: str
    texts: tuple[str, ...]
    several: bool = False
    digits: bool = False

    @property
    def is_ended(self) -> bool:
        """Whether an action of its own ends it."""
        return self.several or self.digits

    def parts(self, text: str) -> list[str]:
        """The letters of a text."""
        if self.several and text == NOTHING:
            return [END]
        spelled = self.digits and text not in self.texts
        return (list(text) if spelled else text.split("+") if self.several else [text]) + [END] * self.is_ended


class Actions:
    """The actions of one game. `texts[n]` is how action `n` is written."""

    def __init__(self, machine: Machine) -> None:
        self._written = Written(machine)
        self._bounds = Bounds(machine)
        self._values: dict[str, tuple[Value, ...]] = {}
        self._picked: dict[str, Value] = {}
        found: list[str] = []
        spelled: set[str] = set()
        for plan in machine.decisions.plans.values():
            whole, letters = self._of(plan.move)
            found += (*whole, *letters)
            spelled.update(letters)
        if any(isinstance(each, Decide) and each.optional for each in machine.program.code):
            found.append(DECLINE)
        self.texts = tuple(found or [WATCH])
        self.number = {text: number for number, text in enumerate(self.texts)}
        assert len(self.number) == len(self.texts), "two actions are written alike"
        self.letters = tuple(number for number, text in enumerate(self.texts) if text in spelled)
        """The actions that say only a part of a move."""
        self.spelled = tuple(self._values)
        """The moves that are spelled."""

    def find(self, text: str) -> int:
        """The number of an action by how it is written. Raises WrongInput."""
        check_kind("an action", text, str, "what it is written like, as text")
        if text not in self.number:
            raise WrongInput(f'there is no action "{text}"', nearest(text, self.texts))
        return self.number[text]

    def of(self, state: State, move: Move) -> tuple[int, ...]:
        """The actions that are one of the legal moves of a state, mostly one."""
        if isinstance(pick := state.game.machine.program.code[state.vector[0]], Pick):
            value = self._picked[pick.move.id]
            parts = [END] if move.alternative == DONE else value.parts(move.text)[: None if value.digits else -1]
            return tuple(self.number[letter(pick.move.id, value.name, part)] for part in parts)
        return self.words(move)

    def words(self, move: Move) -> tuple[int, ...]:
        """The actions that are a move chosen at a decision that is no pick."""
        if move.alternative not in self._values:
            return (self.number[" ".join((move.alternative, *move.values))],)
        values = self._values[move.alternative]
        return tuple(
            self.number[letter(move.alternative, value.name, part)]
            for value, text in zip(values, move.values, strict=True)
            for part in value.parts(text)
        )

    def ends(self, action: int) -> bool:
        """Whether an action only says that nothing more comes."""
        return self.texts[action].endswith(f": {END}")

    def _of(self, move: Declared) -> tuple[list[str], list[str]]:
        """The whole moves that are actions, and the letters."""
        values = tuple(self._value(each) for each in move.announced)
        whole, letters = [], []
        if any(each.is_ended for each in values) or prod(len(each.texts) for each in values) > MOST_WHOLE:
            self._values[move.id] = values
            letters = [text for value in values for text in _letters(move.id, value)]
        else:
            whole = [" ".join((move.id, *texts)) for texts in product(*(each.texts for each in values))]
        if move.picked is not None:
            self._picked[move.id] = self._several(move.picked)
            letters += _letters(move.id, self._picked[move.id])
        return whole, letters

    def _value(self, decided: Decided) -> Value:
        type_ = decided.value.type
        if isinstance(type_, SetOf):
            return self._listed(decided.name, type_.item, self._bounds.members(decided.value), several=True)
        return self._listed(decided.name, type_, self._bounds.number(decided.value))

    def _several(self, some: Some) -> Value:
        item = member_type(self._written.notation.game.slots[some.slot].type)
        return self._listed(some.name, item, self._bounds.members(some.domain), several=True)

    def _listed(self, name: str, type_: Type, bound: tuple[int, int] | None, several: bool = False) -> Value:
        texts = self._written.values(type_, bound)
        if texts is not None:
            return Value(name, texts, several)
        return Value(name, (NONE,) if isinstance(type_, Maybe) else (), several, digits=True)


def letter(move: str, name: str, part: str) -> str:
    """How an action is written that says one thing of a move."""
    return f"{move} {name}: {part}"


def _letters(move: str, value: Value) -> Iterator[str]:
    texts = (*value.texts, *(DIGITS if value.digits else ()), *((END,) if value.is_ended else ()))
    yield from (letter(move, value.name, text) for text in texts)
