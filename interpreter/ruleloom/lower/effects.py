"""What effects do to the fields. Everything an effect reads is read before the first field changes."""

from collections.abc import Callable
from typing import assert_never

from ruleloom.builtins import WAYS
from ruleloom.effects import _is_zone
from ruleloom.evaluate import component_of
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, bit, both, chosen, either, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered, number_of
from ruleloom.lower.members import as_mask, fill, without_none
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.values import Filter, MaskSet, Several, is_missing, stored
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.types import Type

BodyOf = Callable[[Code, p.Expr], None]
Write = Callable[[Code], None]


class Effects:
    """The lowering of one game's effects."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.shape = lower.shape
        self.numbering = lower.numbering

    def apply(self, code: Code, effect: st.Effect, scope: Scope) -> None:
        """Write an effect."""
        lower = self.lower
        match effect:
            case st.SetVariable(variable, key, value, add):
                self._set_variable(code, variable, key, value, add, scope)
            case st.SetAttribute(cards, attribute, value):
                shown = self.numbering.changing[component_of(cards.type), attribute]
                word = code.hold(lower.some(code, value, scope))
                self._each(
                    code, cards, scope, lambda inner, card: inner.add(p.Store(p.At(f"shown{shown}", card), word))
                )
            case st.MoveCards():
                self._move_cards(code, effect, scope)
            case st.Deal():
                self._deal(code, effect, scope)
            case st.MovePawns(pawns, target):
                field = f"pawns{self.numbering.pawns.index(component_of(pawns.type))}"
                place = code.hold(lower.number(code, target, scope))
                self._each(code, pawns, scope, lambda inner, seat: inner.add(p.Store(p.At(field, seat), place)))
            case st.Slide():
                self._slide(code, effect, scope)
            case st.Let(slot, value):
                self.assign_slot(code, slot, value, scope)
            case st.Eliminate(players):
                seats = lower.one_or_several(code, players, scope)
                out = code.hold(without_none(code, seats, lower.perhaps.has_none(players)), "mask")
                code.add(p.Store(p.Field("gone"), binary("|", p.Field("gone"), out)))
            case st.Shuffle() | st.Roll():
                raise TypeError("the outcome of a chance event comes from outside")
            case _:
                assert_never(effect)

    def _each(self, code: Code, e: Expression, scope: Scope, body: BodyOf) -> None:
        """The body for each of several things, which are listed before the first."""
        several = self.lower.one_or_several(code, e, scope)
        has_none = self.lower.perhaps.has_none(e)
        self._listed(code, several).each(code, lambda inner, one: _unless_none(inner, one, has_none, body))

    def _listed(self, code: Code, several: Several) -> Several:
        if isinstance(several, MaskSet):
            return MaskSet(code.hold(several.bits, "mask"), several.most)
        return stored(code, several)

    # --- variables and slots ------------------------------------------------------------------------------------------

    def _set_variable(
        self, code: Code, variable: str, key: Expression | None, value: Expression, add: bool, scope: Scope
    ) -> None:
        declared = self.numbering.variables[variable]
        if self.shape.is_sequence(declared.type):
            self._set_sequence(code, declared, key, value, scope)
            return
        if add:
            self.assign(code, declared, key, self.lower.some(code, value, scope), scope, add=True)
        else:
            found = self.lower.number(code, value, scope, declared.type)
            self.assign(code, declared, key, found, scope, self.lower.perhaps.is_none(value))

    def assign(
        self,
        code: Code,
        variable: Variable,
        key: Expression | None,
        value: p.Expr,
        scope: Scope,
        perhaps_none: bool = False,
        add: bool = False,
    ) -> None:
        """Give a variable a value, or add to it."""
        name = self.shape.variables[variable.id]
        value = code.hold(value)
        place: p.Place = p.Field(name)
        if key is not None:
            place = p.At(name, self._cell(code, variable, key, scope))
        if add:
            if may_be_none(variable.type) or variable.id in self.lower.perhaps.variables:
                code.fail_if(binary("==", place, p.Int(none_of(variable.type))))
            value = code.hold(binary("+", place, value))
        code.fail_if(negated(self._allows(variable, value, perhaps_none)))
        code.add(p.Store(place, value))

    def _cell(self, code: Code, variable: Variable, key: Expression, scope: Scope) -> p.Expr:
        keys = [number_of(each, key.type) for each in variable.keys]
        at = code.hold(self.lower.number(code, key, scope))
        cell = binary("-", at, p.Int(keys[0]))
        if keys[0] != 0 or len(keys) != self.shape.numbering.universe(key.type) or self.lower.perhaps.is_none(key):
            cell = code.hold(cell)
            code.fail_if(negated(both(binary(">=", cell, FALSE), binary("<", cell, p.Int(len(keys))))))
        return cell

    def _allows(self, variable: Variable, value: p.Expr, perhaps_none: bool) -> p.Expr:
        """Whether a variable may take a value."""
        if not variable.allowed:
            return p.Int(1)
        numbers = sorted(number_of(each, variable.type) for each in variable.allowed)
        low, high = numbers[0], numbers[-1]
        if isinstance(value, p.Int):
            return p.Int(int(value.value in numbers))
        universe = self.shape.numbering.universe(variable.type)
        if universe and not perhaps_none and set(numbers) >= set(range(universe)):
            return p.Int(1)
        if high - low + 1 == len(numbers):
            return both(binary(">=", value, p.Int(low)), binary("<=", value, p.Int(high)))
        if numbers[0] == none_of(variable.type) and numbers[1:] == list(range(numbers[1], high + 1)):
            some = both(binary(">=", value, p.Int(numbers[1])), binary("<=", value, p.Int(high)))
            return p.Binary("or", binary("==", value, p.Int(low)), some)
        found: p.Expr = FALSE
        for run in _rows_of(numbers):
            found = either(found, both(binary(">=", value, p.Int(run[0])), binary("<=", value, p.Int(run[-1]))))
        return found

    def _set_sequence(
        self, code: Code, variable: Variable, key: Expression | None, value: Expression, scope: Scope
    ) -> None:
        if variable.allowed:
            raise NotLowered("a variable that takes some sets only")
        sequence = self.shape.sequence_of(variable)
        cell = FALSE if key is None else code.hold(self._cell(code, variable, key, scope))
        start = code.hold(binary("*", cell, p.Int(sequence.capacity)))
        several = self.lower.perhaps_several(code, value, scope)
        listed, missing = stored(code, several), code.hold(is_missing(several))
        code.fail_if(binary(">", listed.length, p.Int(sequence.capacity)))
        fill(code, listed, lambda at: p.At(sequence.items, binary("+", start, at)), p.At(sequence.length, cell))
        code.when(missing, lambda then: then.add(p.Store(p.At(sequence.length, cell), p.Int(p.NONE))))

    def assign_slot(self, code: Code, slot: int, value: Expression | None, scope: Scope) -> None:
        """Put a value, or none, into the field of a slot."""
        type_, name = self.shape.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.shape.masks:
            bits = p.Mask(0) if value is None else as_mask(code, self.lower.several(code, value, scope))
            code.add(p.Store(p.Field(name), bits))
        elif self.shape.is_sequence(type_):
            self._fill_slot(code, slot, type_, value, scope)
        else:
            number = p.Int(none_of(type_)) if value is None else self.lower.number(code, value, scope, type_)
            code.add(p.Store(p.Field(name), number))

    def _fill_slot(self, code: Code, slot: int, type_: Type, value: Expression | None, scope: Scope) -> None:
        sequence = self.shape.sequence(slot)
        if value is None:
            code.add(p.Store(p.Field(sequence.length), p.Int(p.NONE)))
            return
        several = self.lower.perhaps_several(code, value, scope)
        missing = code.hold(is_missing(several))
        self.put_sequence(code, slot, stored(code, several))
        code.when(missing, lambda then: then.add(p.Store(p.Field(sequence.length), p.Int(p.NONE))))

    def put_sequence(self, code: Code, slot: int, several: Several) -> None:
        """Put the members of a set into the sequence of a slot; they must not stand there already."""
        sequence = self.shape.sequence(slot)
        if several.bound > sequence.capacity:
            several = stored(code, several)
            code.fail_if(binary(">", several.length, p.Int(sequence.capacity)))
        if sequence.items not in {field.name for field in self.shape.fields}:
            raise NotLowered("a set of sets is kept")
        fill(code, several, lambda at: p.At(sequence.items, at), p.Field(sequence.length))

    # --- cards --------------------------------------------------------------------------------------------------------

    def _move_cards(self, code: Code, effect: st.MoveCards, scope: Scope) -> None:
        lower, component = self.lower, component_of(effect.cards.type)
        cards = self._listed(code, self.lower.one_or_several(code, effect.cards, scope))
        target = code.hold(self.lower.number(code, effect.target, scope))
        if self.lower.perhaps.is_none(effect.target):
            code.fail_if(binary("<", target, FALSE))
        has_none = lower.perhaps.has_none(effect.cards)
        if effect.under:
            listed = stored(code, cards)
            code.each_number(
                FALSE,
                listed.length,
                lambda inner, at: _unless_none(
                    inner,
                    inner.hold(listed.at(_from_end(listed.length, at))),
                    has_none,
                    lambda then, one: self._lay(then, component, one, target, effect.target.type, True),
                ),
            )
            return
        cards.each(
            code,
            lambda inner, card: _unless_none(
                inner,
                card,
                has_none,
                lambda then, one: self._lay(then, component, one, target, effect.target.type, False),
            ),
        )

    def _lay(self, code: Code, component: str, card: p.Expr, target: p.Expr, type_: Type, under: bool) -> None:
        number = self.lower.component(component)
        self.cards_functions(component)
        if _is_zone(type_):
            function = f"under{number}" if under else f"put{number}"
            code.add(p.Do(p.Call(function, (card, target))))
        else:
            code.add(p.Do(p.Call(f"lay{number}", (card, target))))

    def cards_functions(self, component: str) -> None:
        """The functions that move a card of a component: `lift`, `put`, `under` and `lay`, each with its number."""
        number = self.lower.component(component)
        if f"lift{number}" not in self.lower.functions:
            for function in _card_functions(self, component, number):
                self.lower.functions[function.name] = function

    def _deal(self, code: Code, effect: st.Deal, scope: Scope) -> None:
        lower, component = self.lower, component_of(effect.zone.type)
        zone = code.hold(lower.number(code, effect.zone, scope))
        if lower.perhaps.is_none(effect.zone):
            code.fail_if(binary("<", zone, FALSE))
        targets = stored(code, self._there(lower.one_or_several(code, effect.targets, scope), effect.targets))
        top = _Top(self, zone, component)
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


def _rows_of(numbers: list[int]) -> list[list[int]]:
    """Ascending numbers in rows without a gap."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


class _Top:
    """The top of a zone that cards are dealt from."""

    def __init__(self, effects: Effects, zone: p.Expr, component: str) -> None:
        self.zone = zone
        self.shape = effects.shape
        self.tables = effects.lower.tables
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


def _card_functions(effects: Effects, component: str, number: int) -> tuple[p.Function, ...]:
    card, zone = p.Parameter("card", "int"), p.Parameter("zone", "int")
    at_place, at_bottom = p.Parameter("place", "int"), p.Parameter("zone", "int")
    functions = [
        p.Function(f"lift{number}", (card,), "int", _lift(effects, component, number)),
        p.Function(f"put{number}", (card, zone), None, _put(effects, component, number, under=False)),
        p.Function(f"under{number}", (card, at_bottom), None, _put(effects, component, number, under=True)),
    ]
    board = effects.shape.game.board
    if board is not None and board.holds == component:
        functions.append(p.Function(f"lay{number}", (card, at_place), None, _lay_on_place(effects, component, number)))
    return tuple(functions)


def _kinds_of_zones(effects: Effects, component: str) -> tuple[list[int], list[int]]:
    """The zones of a component that are sets, and those that are not."""
    zones = [number for number, member in enumerate(effects.numbering.zones) if member.family.component == component]
    return [zone for zone in zones if effects.shape.is_set(zone)], [
        zone for zone in zones if not effects.shape.is_set(zone)
    ]


def _by_zone(effects: Effects, component: str, code: Code, zone: p.Expr, as_set: Write, as_pile: Write) -> None:
    """Write what is done with a set or with a pile, whichever a zone is."""
    sets, piles = _kinds_of_zones(effects, component)
    if not piles:
        as_set(code)
    elif not sets:
        as_pile(code)
    else:
        flags = [int(effects.shape.is_set(number)) for number in range(len(effects.numbering.zones))]
        code.when(effects.lower.tables.entry(flags, zone), as_set, as_pile)


def _lift(effects: Effects, component: str, number: int) -> p.Block:
    """Take a card from where it lies; the result is where that was."""
    code, card = effects.lower.code.inner(), p.Name("card")
    zones, spot = p.Int(len(effects.numbering.zones)), code.local(p.At(f"where{number}", card))

    def from_set(inner: Code) -> None:
        inner.add(p.Store(p.At("sets", spot), binary("without", p.At("sets", spot), bit(card))))

    def from_pile(inner: Code) -> None:
        start = inner.local(effects.lower.tables.entry(effects.shape.zone_starts[:-1], spot))
        height = inner.local(binary("-", p.At("heights", spot), p.Int(1)))
        at = inner.local(height)
        loop = inner.inner()
        loop.add(p.Store(at, binary("-", at, p.Int(1))))
        inner.add(p.While(binary("!=", p.At("piles", binary("+", start, at)), card), loop.block))

        def close(up: Code, gap: p.Expr) -> None:
            above = p.At("piles", binary("+", binary("+", start, gap), p.Int(1)))
            up.add(p.Store(p.At("piles", binary("+", start, gap)), above))

        inner.each_number(at, height, close)
        inner.add(p.Store(p.At("heights", spot), height))

    def from_zone(inner: Code) -> None:
        _by_zone(effects, component, inner, spot, from_set, from_pile)

    board = effects.shape.game.board
    if board is not None and board.holds == component:
        place = p.At("board", binary("-", spot, zones))
        code.when(binary("<", spot, zones), from_zone, lambda other: other.add(p.Store(place, p.Int(p.NONE))))
    else:
        from_zone(code)
    code.add(p.Return(spot))
    return code.block


def _put(effects: Effects, component: str, number: int, under: bool) -> p.Block:
    """Move a card to a zone."""
    code, card, zone = effects.lower.code.inner(), p.Name("card"), p.Name("zone")
    spot = code.local(p.Call(f"lift{number}", (card,)))
    tables, shape = effects.lower.tables, effects.shape

    def to_set(inner: Code) -> None:
        if any(member.family.capacity for member in effects.numbering.zones):
            inner.fail_if(binary(">=", p.Unary("count", p.At("sets", zone)), tables.entry(shape.zone_sizes, zone)))
        inner.add(p.Store(p.At("sets", zone), binary("|", p.At("sets", zone), bit(card))))

    def to_pile(inner: Code) -> None:
        start, height = inner.local(tables.entry(shape.zone_starts[:-1], zone)), inner.local(p.At("heights", zone))
        inner.fail_if(binary(">=", height, tables.entry(shape.zone_sizes, zone)))
        if under:

            def raise_(up: Code, far: p.Expr) -> None:
                at = binary("+", start, binary("-", height, far))
                up.add(p.Store(p.At("piles", at), p.At("piles", binary("-", at, p.Int(1)))))

            inner.each_number(FALSE, height, raise_)
            inner.add(p.Store(p.At("piles", start), card))
        else:
            inner.add(p.Store(p.At("piles", binary("+", start, height)), card))
        inner.add(p.Store(p.At("heights", zone), binary("+", height, p.Int(1))))

    _by_zone(effects, component, code, zone, to_set, to_pile)
    code.add(p.Store(p.At(f"where{number}", card), zone))
    refresh = code.inner()
    for at, attribute in enumerate(effects.numbering.attributes_of(component)):
        zones = zip(effects.numbering.entered, effects.numbering.zones, strict=True)
        entered = [words[at] if member.family.component == component else 0 for words, member in zones]
        refresh.add(p.Store(p.At(f"shown{attribute}", card), tables.entry(entered, zone)))
    if refresh.statements:
        code.add(p.If(binary("!=", spot, zone), refresh.block))
    return code.block


def _lay_on_place(effects: Effects, component: str, number: int) -> p.Block:
    """Move a card to a place."""
    code, card, place = effects.lower.code.inner(), p.Name("card"), p.Name("place")
    code.add(p.Do(p.Call(f"lift{number}", (card,))))
    code.fail_if(binary(">=", p.At("board", place), FALSE))
    zones = p.Int(len(effects.numbering.zones))
    for attribute, word in zip(
        effects.numbering.attributes_of(component), effects.numbering.entered_board, strict=True
    ):
        code.add(p.Store(p.At(f"shown{attribute}", card), p.Int(word)))  # before it lies there: noted once
    code.add(p.Store(p.At(f"where{number}", card), binary("+", zones, place)), p.Store(p.At("board", place), card))
    return code.block


def _shift(code: Code, field: str, at: p.Expr, by: p.Expr) -> None:
    code.add(p.Store(p.At(field, at), binary("+", p.At(field, at), by)))


def _from_end(length: p.Expr, at: p.Expr) -> p.Expr:
    return binary("-", binary("-", length, p.Int(1)), at)


def _unless_none(code: Code, one: p.Expr, has_none: bool, body: BodyOf) -> None:
    if has_none:
        code.when(binary(">=", one, FALSE), lambda then: body(then, one))
    else:
        body(code, one)
