"""What effects do to the fields. Everything an effect reads is read before the first field changes."""

from typing import assert_never

from ruleloom.builtins import WAYS
from ruleloom.evaluate import component_of
from ruleloom.lower import plan as p
from ruleloom.lower.cards import Cards
from ruleloom.lower.code import FALSE, Code, binary
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.members import as_mask, unless_none, without_none, worked_out
from ruleloom.lower.scopes import Scope
from ruleloom.lower.storing import Storing
from ruleloom.lower.values import Body
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Expression


class Effects:
    """The lowering of one game's effects."""

    def __init__(self, lower: Expressions, storing: Storing) -> None:
        self.lower = lower
        self.numbering = lower.numbering
        self.storing = storing
        self.cards = Cards(lower)

    def apply(self, code: Code, effect: st.Effect, scope: Scope) -> None:
        """Write an effect."""
        lower = self.lower
        match effect:
            case st.SetVariable(variable, key, value, add):
                self.storing.set_variable(code, variable, key, value, add, scope)
            case st.SetAttribute(cards, attribute, value):
                shown = self.numbering.changing[component_of(cards.type), attribute]
                word = code.hold(lower.some(code, value, scope))
                self._each(
                    code, cards, scope, lambda inner, card: inner.add(p.Store(p.At(f"shown{shown}", card), word))
                )
            case st.MoveCards():
                self.cards.move(code, effect, scope)
            case st.Deal():
                self.cards.deal(code, effect, scope)
            case st.MovePawns(pawns, target):
                field = f"pawns{self.numbering.pawns.index(component_of(pawns.type))}"
                place = code.hold(lower.number(code, target, scope))
                self._each(code, pawns, scope, lambda inner, seat: inner.add(p.Store(p.At(field, seat), place)))
            case st.Slide():
                self._slide(code, effect, scope)
            case st.Let(slot, value):
                self.storing.assign_slot(code, slot, value, scope)
            case st.Eliminate(players):
                seats = lower.one_or_several(code, players, scope)
                out = code.hold(without_none(code, seats, lower.perhaps.has_none(players)), "mask")
                code.add(p.Store(p.Field("gone"), binary("|", p.Field("gone"), out)))
            case st.Shuffle() | st.Roll():
                raise TypeError("the outcome of a chance event comes from outside")
            case _:
                assert_never(effect)

    def _each(self, code: Code, e: Expression, scope: Scope, body: Body) -> None:
        """The body for each of several things, which are listed before the first."""
        several = self.lower.one_or_several(code, e, scope)
        has_none = self.lower.perhaps.has_none(e)
        worked_out(code, several).each(code, lambda inner, one: unless_none(inner, one, has_none, body))

    def _slide(self, code: Code, effect: st.Slide, scope: Scope) -> None:
        lower = self.lower
        place, axis = code.hold(lower.some(code, effect.place, scope)), code.hold(lower.some(code, effect.axis, scope))
        way = lower.some(code, effect.way, scope)
        by = code.hold(lower.tables.entry(WAYS, way))
        line = code.hold(as_mask(code, lower.board.line(code, place, axis)), "mask")
        code.when(
            binary("==", axis, FALSE),
            lambda rows: rows.each_bit(line, lambda inner, at: _shift(inner, "columns", at, by)),
            lambda columns: columns.each_bit(line, lambda inner, at: _shift(inner, "rows", at, by)),
        )
        if "settle" not in lower.functions:
            body = lower.code.inner()
            lower.board.lay(body)
            lower.functions["settle"] = p.Function("settle", (), None, body.block)
        code.add(p.Do(p.Call("settle")))


def _shift(code: Code, field: str, at: p.Expr, by: p.Expr) -> None:
    code.add(p.Store(p.At(field, at), binary("+", p.At(field, at), by)))
