"""Cards that are numbered anew where a run comes to a stop, as the reference does whenever it reads a vector."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, either
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.numbers import cards_of, renumbered
from ruleloom_dsl.ir.game import Component
from ruleloom_dsl.ir.types import Type


@dataclass(frozen=True)
class Mention:
    """A field that may hold cards: one of them (no `rows`), one in each row, or so many in each row of `size` cells."""

    field: str
    size: int
    length: Callable[[p.Expr], p.Expr] | None
    rows: p.Expr | None

    def each(self, code: Code, body: Callable[[Code, p.Place], None]) -> None:
        """Write the loop over the cells."""
        if self.rows is None:
            body(code, p.Field(self.field))
        elif self.length is None:
            code.each_number(FALSE, self.rows, lambda inner, row: body(inner, p.At(self.field, row)))
        else:
            code.each_number(FALSE, self.rows, lambda inner, row: self._each_of(inner, row, body))

    def _each_of(self, code: Code, row: p.Expr, body: Callable[[Code, p.Place], None]) -> None:
        assert self.length is not None
        start = code.hold(binary("*", row, p.Int(self.size)))
        code.each_number(
            FALSE, self.length(row), lambda inner, at: body(inner, p.At(self.field, binary("+", start, at)))
        )


class Renumbering:
    """The numbering anew of one game's cards; nothing where nobody could tell."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.shape = lower.shape
        self.numbering = lower.numbering
        chosen = renumbered(self.shape.machine)
        self.components = [each for each in lower.game.components if each.id in chosen]

    def arrive(self, code: Code, at: int) -> None:
        """Number the cards anew if an instruction is a stop."""
        if at not in self.shape.machine.layout.live:
            return
        for component in self.components:
            code.add(p.Do(p.Call(self._function(component, at))))

    def _function(self, component: Component, at: int) -> str:
        slots = [(slot, type_) for slot, type_ in self.shape.machine.layout.live[at]
                 if component.id in cards_of(type_)]  # fmt: skip
        name = "_".join(map(str, (f"renumber{self.lower.component(component.id)}", *(slot for slot, _ in slots))))
        if name not in self.lower.functions:
            code = self.lower.code.inner()
            _Numbered(self, component, [*self._mentions(slots, component.id)]).write(code)
            self.lower.functions[name] = p.Function(name, (), None, code.block)
        return name

    def _mentions(self, slots: list[tuple[int, Type]], component: str) -> Iterator[Mention]:
        """Where cards are mentioned, in the order in which a vector tells of it."""
        for slot, type_ in slots:
            if slot in self.shape.commits:
                yield from self._committed(slot, component)
            else:
                yield self._kept(f"f{slot}", type_, None, 0)
        for variable in self.lower.game.variables:
            if not variable.allowed and component in cards_of(variable.type):
                lone = variable.of is None and not self.shape.is_sequence(variable.type)
                rows = None if lone else p.Int(len(variable.keys))
                size = self.shape.sequence_of(variable).capacity
                yield self._kept(self.shape.variables[variable.id], variable.type, rows, size)

    def _kept(self, field: str, type_: Type, rows: p.Expr | None, size: int) -> Mention:
        if not self.shape.is_sequence(type_):
            return Mention(field, 1, None, rows)
        if rows is None:
            return Mention(field, 0, lambda _: p.Field(f"{field}n"), p.Int(1))
        return Mention(field, size, lambda row: p.At(f"{field}n", row), rows)

    def _committed(self, slot: int, component: str) -> Iterator[Mention]:
        for kept in self.shape.kept(self.shape.commits[slot]):
            type_ = self.shape.machine.program.slots[kept].type
            if component in cards_of(type_):
                size = self.shape.sequence(kept).capacity
                yield self._kept(f"f{slot}k{kept}", type_, p.Field(f"f{slot}n"), size)


class _Numbered:
    """The new numbers of one component: local arrays of the function that gives them."""

    def __init__(self, of: Renumbering, component: Component, mentions: list[Mention]) -> None:
        self.of = of
        self.shape = of.shape
        self.tables = of.lower.tables
        self.component = component
        self.mentions = mentions
        self.zones = [number for number, member in enumerate(of.numbering.zones)
                      if member.family.component == component.id]  # fmt: skip
        board = of.lower.game.board
        self.on_board = board is not None and board.holds == component.id
        self.fresh = self.names = self.ranks = ""

    def write(self, code: Code) -> None:
        """Write the body of the function."""
        first = self.of.numbering.first_cards[self.component.id]
        self.fresh, self.names = code.array(len(first)), code.array(self.component.size)
        code.add(*(p.Store(p.Item(self.fresh, p.Int(kind)), p.Int(card)) for kind, card in enumerate(first)))
        if self.mentions:
            self.ranks = code.array(self.component.size)
            self._rank(code)
        if self.on_board:
            code.each_number(FALSE, p.Int(self.shape.places), self._name_at)
        for zones in _runs(self.zones, self.shape.is_set):
            name = self._name_set if self.shape.is_set(zones[0]) else self._name_pile
            code.each_number(p.Int(zones[0]), p.Int(zones[-1] + 1), name)
        changed = code.local(FALSE, hint="t")

        def compare(inner: Code, card: p.Expr) -> None:
            differs = binary("!=", p.Item(self.names, card), card)
            inner.add(p.If(differs, (p.Store(changed, TRUE), p.Break())))

        code.each_number(FALSE, p.Int(self.component.size), compare)
        code.when(changed, self._exchange)

    # --- new numbers --------------------------------------------------------------------------------------------------

    def _rank(self, code: Code) -> None:
        """The cards that are mentioned count from 1 in the order in which that happens; the others have 0."""
        count = code.local(FALSE, hint="n")

        def rank(inner: Code, cell: p.Place) -> None:
            card = inner.hold(cell)
            inner.when(binary(">=", card, FALSE), lambda then: rank_new(then, card))

        def rank_new(inner: Code, card: p.Expr) -> None:
            new = binary("==", p.Item(self.ranks, card), FALSE)
            store = p.Store(count, binary("+", count, p.Int(1)))
            inner.add(p.If(new, (store, p.Store(p.Item(self.ranks, card), count))))

        for mention in self.mentions:
            mention.each(code, rank)

    def _name(self, code: Code, card: p.Expr) -> None:
        kind = code.hold(self.tables.entry(self.of.numbering.kinds[self.component.id], card))
        next_ = p.Item(self.fresh, kind)
        code.add(p.Store(p.Item(self.names, card), next_), p.Store(next_, binary("+", next_, p.Int(1))))

    def _name_at(self, code: Code, place: p.Expr) -> None:
        card = code.hold(p.At("board", place))
        code.when(binary(">=", card, FALSE), lambda then: self._name(then, card))

    def _name_pile(self, code: Code, zone: p.Expr) -> None:
        start = code.hold(self.tables.entry(self.shape.zone_starts[:-1], zone))
        code.each_number(
            FALSE,
            p.At("heights", zone),
            lambda inner, at: self._name(inner, inner.hold(p.At("piles", binary("+", start, at)))),
        )

    def _name_set(self, code: Code, zone: p.Expr) -> None:
        """Kind after kind; copies by what they show, then as they are mentioned, then as they were numbered."""
        if not self.mentions and not self.of.numbering.attributes_of(self.component.id):
            code.each_bit(p.At("sets", zone), self._name)
            return
        array, length = code.array(self.component.size), code.local(FALSE, hint="n")

        def insert(inner: Code, card: p.Expr) -> None:
            at = inner.local(length)
            before = p.Item(array, binary("-", at, p.Int(1)))
            move = inner.inner()
            move.add(p.Store(p.Item(array, at), before), p.Store(at, binary("-", at, p.Int(1))))
            inner.add(p.While(both(binary(">", at, FALSE), self._comes_after(before, card)), move.block))
            inner.add(p.Store(p.Item(array, at), card), p.Store(length, binary("+", length, p.Int(1))))

        code.each_bit(p.At("sets", zone), insert)
        code.each_number(FALSE, length, lambda inner, at: self._name(inner, inner.hold(p.Item(array, at))))

    def _comes_after(self, one: p.Expr, other: p.Expr) -> p.Expr:
        """Whether a card comes after a copy of it that has a higher number."""
        after: p.Expr = FALSE
        if self.ranks:
            mine, theirs = p.Item(self.ranks, one), p.Item(self.ranks, other)
            after = both(binary(">", theirs, FALSE), either(binary("==", mine, FALSE), binary(">", mine, theirs)))
        for attribute in reversed(self.of.numbering.attributes_of(self.component.id)):
            left, right = p.At(f"shown{attribute}", one), p.At(f"shown{attribute}", other)
            after = either(binary(">", left, right), both(binary("==", left, right), after))
        kinds = self.of.numbering.kinds[self.component.id]
        return both(binary("==", self.tables.entry(kinds, one), self.tables.entry(kinds, other)), after)

    # --- what holds cards ---------------------------------------------------------------------------------------------

    def _exchange(self, code: Code) -> None:
        number = self.of.lower.component(self.component.id)
        attributes = self.of.numbering.attributes_of(self.component.id)
        for field in (f"where{number}", *(f"shown{attribute}" for attribute in attributes)):
            self._permute(code, field)
        if self.on_board:
            code.each_number(FALSE, p.Int(self.shape.places), lambda inner, at: self._rename(inner, p.At("board", at)))
        for zones in _runs(self.zones, self.shape.is_set):
            change = self._rename_set if self.shape.is_set(zones[0]) else self._rename_pile
            code.each_number(p.Int(zones[0]), p.Int(zones[-1] + 1), change)
        for mention in self.mentions:
            mention.each(code, self._rename)

    def _permute(self, code: Code, field: str) -> None:
        size, old = p.Int(self.component.size), code.array(self.component.size)
        code.each_number(FALSE, size, lambda inner, at: inner.add(p.Store(p.Item(old, at), p.At(field, at))))
        code.each_number(
            FALSE, size, lambda inner, at: inner.add(p.Store(p.At(field, p.Item(self.names, at)), p.Item(old, at)))
        )

    def _rename(self, code: Code, cell: p.Place) -> None:
        card = code.hold(cell)
        code.add(p.If(binary(">=", card, FALSE), (p.Store(cell, p.Item(self.names, card)),)))

    def _rename_pile(self, code: Code, zone: p.Expr) -> None:
        start = code.hold(self.tables.entry(self.shape.zone_starts[:-1], zone))
        code.each_number(
            FALSE,
            p.At("heights", zone),
            lambda inner, at: self._rename(inner, p.At("piles", binary("+", start, at))),
        )

    def _rename_set(self, code: Code, zone: p.Expr) -> None:
        bits = code.local(EMPTY, "mask", "m")
        code.each_bit(
            p.At("sets", zone),
            lambda inner, card: inner.add(p.Store(bits, binary("|", bits, bit(p.Item(self.names, card))))),
        )
        code.add(p.Store(p.At("sets", zone), bits))


def _runs(zones: list[int], is_set: Callable[[int], bool]) -> list[list[int]]:
    """Zones that follow one another and are of one sort."""
    found: list[list[int]] = []
    for zone in zones:
        if found and found[-1][-1] == zone - 1 and is_set(zone) == is_set(found[-1][-1]):
            found[-1].append(zone)
        else:
            found.append([zone])
    return found
