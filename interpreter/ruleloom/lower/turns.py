"""Turns begin and end, and with them what lasts for a turn or a round."""

from typing import assert_never

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import number_of
from ruleloom.lower.scopes import Scope
from ruleloom.lower.storing import Storing
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.types import Maybe, SetOf

Turn = to.Reset | to.OpenTurn | to.CloseTurn


class Turns:
    """The turns of one program."""

    def __init__(self, lower: Expressions, storing: Storing) -> None:
        self.lower = lower
        self.storing = storing
        self.shape = lower.shape

    def turn(self, code: Code, instruction: Turn) -> None:
        """Write what happens between turns or rounds."""
        match instruction:
            case to.OpenTurn():
                code.add(p.Store(p.Field("decided"), FALSE))
            case to.CloseTurn():
                close_turn(code)
            case to.Reset(per, memory):
                for slot in memory:
                    self._forget(code, slot)
                self._start_anew(code, per)
            case _:
                assert_never(instruction)

    def _forget(self, code: Code, slot: int) -> None:
        self.storing.assign_slot(code, slot, None, Scope(p.Int(p.NONE), {}))

    def _start_anew(self, code: Code, per: str) -> None:
        """Give the variables that last so long their first values, and limits that do their uses."""
        for variable in self.shape.game.variables:
            if variable.per != per:
                continue
            name = self.shape.variables[variable.id]
            if self.shape.is_sequence(variable.type):
                self._start_set_anew(code, variable)
                continue
            starts = p.Int(number_of(variable.starts, variable.type))
            if variable.of is None:
                code.add(p.Store(p.Field(name), starts))
            else:
                _set_all(code, name, FALSE, len(variable.keys), starts)
        players = self.shape.players
        for number in self.lower.numbering.limits_of(per):
            _set_all(code, "used", p.Int(number * players), players, FALSE)

    def _start_set_anew(self, code: Code, variable: Variable) -> None:
        """Every cell of a variable that holds sets gets the members that it starts with."""
        sequence = self.shape.sequence_of(variable)
        type_ = variable.type.of if isinstance(variable.type, Maybe) else variable.type
        assert isinstance(type_, SetOf)
        starts = variable.starts if isinstance(variable.starts, tuple) else ()
        length = p.NONE if variable.starts is None else len(starts)
        for cell in range(len(variable.keys)):
            code.add(p.Store(p.At(sequence.length, p.Int(cell)), p.Int(length)))
            first = cell * sequence.capacity
            code.add(*(p.Store(p.At(sequence.items, p.Int(first + at)), p.Int(number_of(one, type_.item)))
                       for at, one in enumerate(starts)))  # fmt: skip


def close_turn(code: Code) -> None:
    """Count the turn that ends, if something was decided in it."""
    turns, decided = p.Field("turns"), p.Field("decided")
    code.add(p.Store(turns, binary("+", turns, decided)), p.Store(decided, FALSE))


def _set_all(code: Code, field: str, start: p.Expr, count: int, value: p.Expr) -> None:
    code.each_number(
        FALSE, p.Int(count), lambda inner, at: inner.add(p.Store(p.At(field, binary("+", start, at)), value))
    )
