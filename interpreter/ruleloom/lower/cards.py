"""Cards that are moved and dealt."""

from ruleloom.effects import is_zone
from ruleloom.evaluate import component_of
from ruleloom.lower import plan as p
from ruleloom.lower.card_functions import card_functions
from ruleloom.lower.code import FALSE, Code, binary, chosen
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.members import unless_none, worked_out
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import Filter, Several, stored
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.types import Type


class Cards:
    """What moves and deals the cards of one game."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.numbering = lower.numbering

    def move(self, code: Code, effect: st.MoveCards, scope: Scope) -> None:
        """Move cards one after the other; all are looked up before the first."""
        lower, component = self.lower, component_of(effect.cards.type)
        cards = worked_out(code, self.lower.one_or_several(code, effect.cards, scope))
        target = code.hold(self.lower.number(code, effect.target, scope))
        if self.lower.perhaps.is_none(effect.target):
            code.fail_if(binary("<", target, FALSE))
        has_none = lower.perhaps.has_none(effect.cards)
        if effect.under:
            listed = stored(code, cards)
            code.each_number(
                FALSE,
                listed.length,
                lambda inner, at: unless_none(
                    inner,
                    inner.hold(listed.at(_from_end(listed.length, at))),
                    has_none,
                    lambda then, one: self._lay(then, component, one, target, effect.target.type, True),
                ),
            )
            return
        cards.each(
            code,
            lambda inner, card: unless_none(
                inner,
                card,
                has_none,
                lambda then, one: self._lay(then, component, one, target, effect.target.type, False),
            ),
        )

    def _lay(self, code: Code, component: str, card: p.Expr, target: p.Expr, type_: Type, under: bool) -> None:
        number = self.lower.component(component)
        self._need_functions(component)
        if is_zone(type_):
            function = f"under{number}" if under else f"put{number}"
            code.add(p.Do(p.Call(function, (card, target))))
        else:
            code.add(p.Do(p.Call(f"lay{number}", (card, target))))

    def _need_functions(self, component: str) -> None:
        number = self.lower.component(component)
        if f"lift{number}" not in self.lower.functions:
            for function in card_functions(self.lower, component, number):
                self.lower.functions[function.name] = function

    def deal(self, code: Code, effect: st.Deal, scope: Scope) -> None:
        """Deal from the top of a zone, round after round, until there is nothing left."""
        lower, component = self.lower, component_of(effect.zone.type)
        zone = code.hold(lower.number(code, effect.zone, scope))
        if lower.perhaps.is_none(effect.zone):
            code.fail_if(binary("<", zone, FALSE))
        targets = stored(code, self._there(lower.one_or_several(code, effect.targets, scope), effect.targets))
        top = _Top(lower, zone, component)
        rounds = code.hold(top.height() if effect.count is None else lower.some(code, effect.count, scope))
        is_over = code.local(FALSE, hint="t")

        def serve(inner: Code, target: p.Expr) -> None:
            inner.add(p.If(binary("==", top.height(), FALSE), (p.Store(is_over, p.Int(1)), p.Break())))
            card = inner.local(top.card())
            self._lay(inner, component, card, target, effect.targets.type, False)
            if effect.face is not None:
                attribute, word = effect.face
                shown = self.numbering.changing[component, attribute]
                inner.add(p.Store(p.At(f"shown{shown}", card), p.Int(word)))

        def one_round(inner: Code, _: p.Expr) -> None:
            targets.each(inner, serve)
            inner.add(p.If(is_over, (p.Break(),)))

        code.each_number(FALSE, rounds, one_round)

    def _there(self, several: Several, e: Expression) -> Several:
        """Several things without none."""
        if not self.lower.perhaps.has_none(e):
            return several
        return Filter(several, lambda _, one: binary(">=", one, FALSE))


class _Top:
    """The top of a zone that cards are dealt from."""

    def __init__(self, lower: Expressions, zone: p.Expr, component: str) -> None:
        self.zone = zone
        self.shape = lower.shape
        self.tables = lower.tables
        numbers = [
            number for number, member in enumerate(self.shape.numbering.zones) if member.family.component == component
        ]
        if isinstance(zone, p.Int):
            numbers = [zone.value]
        flags = [int(self.shape.is_set(number)) for number in range(len(self.shape.numbering.zones))]
        kinds = {flags[number] for number in numbers}
        self.is_set: p.Expr = p.Int(kinds.pop()) if len(kinds) == 1 else self.tables.entry(flags, zone)

    def height(self) -> p.Expr:
        """How many cards there are."""
        return chosen(self.is_set, p.Unary("count", p.At("sets", self.zone)), p.At("heights", self.zone))

    def card(self) -> p.Expr:
        """The card on top, if there is one."""
        start = self.tables.entry(self.shape.zone_starts[:-1], self.zone)
        top = p.At("piles", binary("+", start, binary("-", p.At("heights", self.zone), p.Int(1))))
        return chosen(self.is_set, p.Unary("highest", p.At("sets", self.zone)), top)


def _from_end(length: p.Expr, at: p.Expr) -> p.Expr:
    return binary("-", binary("-", length, p.Int(1)), at)
