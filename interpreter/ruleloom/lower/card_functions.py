"""The functions of a plan that move a card: out of where it lies, onto or under a zone, to a place of the board."""

from collections.abc import Callable

from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, bit
from ruleloom.lower.expressions import Expressions

Write = Callable[[Code], None]


def card_functions(lower: Expressions, component: str, number: int) -> tuple[p.Function, ...]:
    """`lift`, `put`, `under` and, where cards lie on the board, `lay`, each with the number of the component."""
    card, zone = p.Parameter("card", "int"), p.Parameter("zone", "int")
    at_place, at_bottom = p.Parameter("place", "int"), p.Parameter("zone", "int")
    functions = [
        p.Function(f"lift{number}", (card,), "int", _lift(lower, component, number)),
        p.Function(f"put{number}", (card, zone), None, _put(lower, component, number, under=False)),
        p.Function(f"under{number}", (card, at_bottom), None, _put(lower, component, number, under=True)),
    ]
    board = lower.shape.game.board
    if board is not None and board.holds == component:
        functions.append(p.Function(f"lay{number}", (card, at_place), None, _lay_on_place(lower, component, number)))
    return tuple(functions)


def _kinds_of_zones(lower: Expressions, component: str) -> tuple[list[int], list[int]]:
    """The zones of a component that are sets, and those that are not."""
    zones = [number for number, member in enumerate(lower.numbering.zones) if member.family.component == component]
    return [zone for zone in zones if lower.shape.is_set(zone)], [
        zone for zone in zones if not lower.shape.is_set(zone)
    ]


def _by_zone(lower: Expressions, component: str, code: Code, zone: p.Expr, as_set: Write, as_pile: Write) -> None:
    """Write what is done with a set or with a pile, whichever a zone is."""
    sets, piles = _kinds_of_zones(lower, component)
    if not piles:
        as_set(code)
    elif not sets:
        as_pile(code)
    else:
        flags = [int(lower.shape.is_set(number)) for number in range(len(lower.numbering.zones))]
        code.when(lower.tables.entry(flags, zone), as_set, as_pile)


def _lift(lower: Expressions, component: str, number: int) -> p.Block:
    """Take a card from where it lies; the result is where that was."""
    code, card = lower.code.inner(), p.Name("card")
    zones, spot = p.Int(len(lower.numbering.zones)), code.local(p.At(f"where{number}", card))

    def from_set(inner: Code) -> None:
        inner.add(p.Store(p.At("sets", spot), binary("without", p.At("sets", spot), bit(card))))

    def from_pile(inner: Code) -> None:
        start = inner.local(lower.tables.entry(lower.shape.zone_starts[:-1], spot))
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
        _by_zone(lower, component, inner, spot, from_set, from_pile)

    board = lower.shape.game.board
    if board is not None and board.holds == component:
        place = p.At("board", binary("-", spot, zones))
        code.when(binary("<", spot, zones), from_zone, lambda other: other.add(p.Store(place, p.Int(p.NONE))))
    else:
        from_zone(code)
    code.add(p.Return(spot))
    return code.block


def _put(lower: Expressions, component: str, number: int, under: bool) -> p.Block:
    """Move a card to a zone."""
    code, card, zone = lower.code.inner(), p.Name("card"), p.Name("zone")
    spot = code.local(p.Call(f"lift{number}", (card,)))
    tables, shape = lower.tables, lower.shape

    def to_set(inner: Code) -> None:
        if any(member.family.capacity for member in lower.numbering.zones):
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

    _by_zone(lower, component, code, zone, to_set, to_pile)
    code.add(p.Store(p.At(f"where{number}", card), zone))
    refresh = code.inner()
    for at, attribute in enumerate(lower.numbering.attributes_of(component)):
        zones = zip(lower.numbering.entered, lower.numbering.zones, strict=True)
        entered = [words[at] if member.family.component == component else 0 for words, member in zones]
        refresh.add(p.Store(p.At(f"shown{attribute}", card), tables.entry(entered, zone)))
    if refresh.statements:
        code.add(p.If(binary("!=", spot, zone), refresh.block))
    return code.block


def _lay_on_place(lower: Expressions, component: str, number: int) -> p.Block:
    """Move a card to a place."""
    code, card, place = lower.code.inner(), p.Name("card"), p.Name("place")
    code.add(p.Do(p.Call(f"lift{number}", (card,))))
    code.fail_if(binary(">=", p.At("board", place), FALSE))
    zones = p.Int(len(lower.numbering.zones))
    for attribute, word in zip(lower.numbering.attributes_of(component), lower.numbering.entered_board, strict=True):
        code.add(p.Store(p.At(f"shown{attribute}", card), p.Int(word)))  # before it lies there: noted once
    code.add(p.Store(p.At(f"where{number}", card), binary("+", zones, place)), p.Store(p.At("board", place), card))
    return code.block
