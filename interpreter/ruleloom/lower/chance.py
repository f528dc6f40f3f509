"""Shuffles and rolls: what happens is drawn from a stream of its own for each zone and each variable."""

from ruleloom import program as to
from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, bit, both, either, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered, number_of
from ruleloom.lower.reading import cards_in
from ruleloom.lower.renumbering import Renumbering
from ruleloom.lower.scopes import Scope
from ruleloom.lower.storing import Storing
from ruleloom.lower.values import stored
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.statements import Roll, Shuffle
from ruleloom_dsl.ir.types import Player, Team, Truth, certain


class Chances:
    """The lowering of one game's chance events."""

    def __init__(self, lower: Expressions, storing: Storing, renumbering: Renumbering) -> None:
        self.lower = lower
        self.renumbering = renumbering
        self.storing = storing
        self.shape = lower.shape
        self.streams: list[str] = []

    def function(self) -> p.Function:
        """Lets the event of a stop happen."""
        code = self.lower.code.inner()
        for at, instruction in enumerate(self.shape.machine.program.code):
            if isinstance(instruction, to.Happen):
                inner = code.inner()
                self._happen(inner, instruction)
                self.renumbering.arrive(inner, at + 1)
                inner.add(p.Store(p.Field("pc"), p.Int(at + 1)), p.Return())
                code.add(p.If(binary("==", p.Field("pc"), p.Int(at)), inner.block))
        code.add(p.Fail())
        return p.Function("chance", (), None, code.block)

    def _happen(self, code: Code, happen: to.Happen) -> None:
        scope = Scope(p.Field(f"f{happen.me}") if happen.me >= 0 else p.Int(p.NONE), {})
        if isinstance(happen.effect, Shuffle):
            self._shuffle(code, happen.effect, scope)
        else:
            self._roll(code, happen.effect, scope)

    def _stream(self, name: str) -> int:
        if name not in self.streams:
            self.streams.append(name)
        return self.streams.index(name)

    def _shuffle(self, code: Code, shuffle: Shuffle, scope: Scope) -> None:
        zone = code.hold(self.lower.number(code, shuffle.zone, scope))
        zones = self.lower.numbering.zones
        streams = [self._stream(member.name) for member in zones]
        stream = code.hold(self.lower.tables.entry(streams, zone))
        cards = self._declared_order(code, shuffle, zone)

        def exchange(inner: Code, number: p.Expr) -> None:
            last = inner.local(binary("-", binary("-", cards.length, p.Int(1)), number))
            other = inner.local(p.Draw(stream, binary("+", last, p.Int(1))))
            held = inner.local(cards.at(last))
            here, there = cards.at(last), cards.at(other)
            assert isinstance(here, p.Item) and isinstance(there, p.Item)
            inner.add(p.Store(here, there), p.Store(there, held))

        code.each_number(FALSE, binary("-", cards.length, p.Int(1)), exchange)
        candidates = self._candidates(shuffle, zone)
        if all(self.shape.is_set(number) for number in candidates):
            return  # a set has no order that a shuffle could change
        flags = [int(self.shape.is_set(number)) for number in range(len(zones))]
        is_set = FALSE if not any(flags[number] for number in candidates) else self.lower.tables.entry(flags, zone)
        code.when(negated(is_set), lambda then: self._put_back(then, zone, cards))

    def _put_back(self, code: Code, zone: p.Expr, cards: "_Listed") -> None:
        start = code.hold(self.lower.tables.entry(self.shape.zone_starts[:-1], zone))
        top = code.local(binary("+", start, binary("-", cards.length, p.Int(1))))

        def put(inner: Code, number: p.Expr) -> None:
            inner.add(p.Store(p.At("piles", binary("-", top, number)), cards.at(number)))

        code.each_number(FALSE, cards.length, put)

    def _candidates(self, shuffle: Shuffle, zone: p.Expr) -> list[int]:
        if isinstance(zone, p.Int):
            return [zone.value]
        type_ = certain(shuffle.zone.type)
        component = getattr(type_, "component", "")
        found = [
            number for number, member in enumerate(self.lower.numbering.zones) if member.family.component == component
        ]
        return found

    def _declared_order(self, code: Code, shuffle: Shuffle, zone: p.Expr) -> "_Listed":
        """The cards of a zone, kind after kind; copies by what their changing attributes show."""
        component = self.lower.numbering.zones[self._candidates(shuffle, zone)[0]].family.component
        declared = self.lower.numbering.components[component]
        cards = cards_in(self.lower, zone, certain(shuffle.zone.type))
        members = code.local(p.Mask(0), "mask", "m")
        cards.each(code, lambda inner, card: inner.add(p.Store(members, binary("|", members, bit(card)))))
        array, length = code.array(declared.size), code.local(FALSE, hint="n")
        changing = self.lower.numbering.attributes_of(component)
        has_copies = any(kind.count > 1 for kind in declared.kinds)
        kinds = self.lower.tables.entry

        def append(inner: Code, card: p.Expr) -> None:
            at = inner.local(length)
            if changing and has_copies:
                before = p.Item(array, binary("-", at, p.Int(1)))
                kind = self.lower.numbering.kinds[component]
                same = binary("==", kinds(kind, before), kinds(kind, card))
                later = _shows_more(changing, before, card)
                move = inner.inner()
                move.add(p.Store(p.Item(array, at), before), p.Store(at, binary("-", at, p.Int(1))))
                inner.add(p.While(both(binary(">", at, FALSE), both(later, same)), move.block))
            inner.add(p.Store(p.Item(array, at), card), p.Store(length, binary("+", length, p.Int(1))))

        code.each_bit(members, append)
        return _Listed(array, length)

    def _roll(self, code: Code, roll: Roll, scope: Scope) -> None:
        values = stored(code, self.lower.several(code, roll.outcomes, scope))
        code.fail_if(binary("==", values.length, FALSE))
        stream = self._stream_of_roll(code, roll, scope)
        value = code.local(values.at(p.Draw(stream, values.length)))
        variable = self.lower.numbering.variables[roll.variable]
        has_none = self.lower.perhaps.has_none(roll.outcomes)
        self.storing.assign(code, variable, roll.key, value, scope, has_none)

    def _stream_of_roll(self, code: Code, roll: Roll, scope: Scope) -> p.Expr:
        if roll.key is None:
            return p.Int(self._stream(roll.variable))
        variable = self.lower.numbering.variables[roll.variable]
        if not isinstance(roll.key.type, Player | Team | Truth) and variable.of is None:
            raise NotLowered("a roll of a variable without keys")
        names = [f"{roll.variable}.{format_value(self.lower.game, key, roll.key.type)}" for key in variable.keys]
        first = number_of(variable.keys[0], roll.key.type)
        at = binary("-", self.lower.number(code, roll.key, scope), p.Int(first))
        return self.lower.tables.entry([self._stream(name) for name in names], at)


class _Listed:
    """Cards in a local array that is put in another order."""

    def __init__(self, array: str, length: p.Expr) -> None:
        self.array = array
        self.length = length

    def at(self, number: p.Expr) -> p.Expr:
        """The card with a number."""
        return p.Item(self.array, number)


def _shows_more(changing: tuple[int, ...], one: p.Expr, other: p.Expr) -> p.Expr:
    """Whether the words that a card shows come after those of another one."""
    found: p.Expr = FALSE
    for attribute in reversed(changing):
        left, right = p.At(f"shown{attribute}", one), p.At(f"shown{attribute}", other)
        found = either(binary(">", left, right), both(binary("==", left, right), found))
    return found
