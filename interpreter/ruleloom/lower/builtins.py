"""The built-ins of the language in the plan. A test asserts that they are those of the reference."""

from collections.abc import Mapping

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, bit, both, chosen, has, negated
from ruleloom.lower.expressions import Builtin, Expressions
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.members import holds_any, last, nth, size, without_none
from ruleloom.lower.operations import member_of
from ruleloom.lower.reading import cards_in
from ruleloom.lower.scopes import Scope, none_of
from ruleloom.lower.tables import guarded, starts_of
from ruleloom.lower.values import (
    MaskSet,
    Nested,
    Slice,
    Value,
    Walked,
    is_missing,
    none_at_all,
    perhaps_missing,
    stored,
)
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Place, SetOf, Zone, certain, member_type

Arguments = tuple[ir.Expression, ...]


def _count(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return size(code, lower.several(code, arguments[0], scope))


def _empty(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return negated(holds_any(code, lower.several(code, arguments[0], scope)))


def _top(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    several = lower.several(code, arguments[0], scope)
    return member_of(
        lower,
        code,
        several,
        last(code, several, none_of(member_type(arguments[0].type))),
        member_type(arguments[0].type),
    )


def _nth(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    number, several = lower.number(code, arguments[0], scope), lower.several(code, arguments[1], scope)
    item = member_type(arguments[1].type)
    return member_of(lower, code, several, nth(code, several, number, none_of(item)), item)


def _distinct(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    several = lower.several(code, arguments[0], scope)
    if several.mask(code.inner()) is not None:
        return TRUE
    if not lower.is_counted(member_type(arguments[0].type)) or lower.perhaps.has_none(arguments[0]):
        return _told_apart(code, stored(code, several))
    seen, twice = code.local(EMPTY, "mask", "m"), code.local(FALSE, hint="t")

    def look(inner: Code, member: p.Expr) -> None:
        inner.when(p.Has(seen, member), lambda then: then.add(p.Store(twice, TRUE), p.Break()))
        inner.add(p.Store(seen, binary("|", seen, bit(member))))

    several.each(code, look, twice)
    return negated(twice)


def _told_apart(code: Code, several: Slice) -> p.Expr:
    """Whether no two members are the same, each compared with those before it."""
    twice = code.local(FALSE, hint="t")

    def look(inner: Code, at: p.Expr) -> None:
        def compare(deep: Code, before: p.Expr) -> None:
            same = binary("==", several.at(before), several.at(at))
            deep.add(p.If(same, (p.Store(twice, TRUE), p.Break())))

        inner.each_number(FALSE, at, compare)
        inner.add(p.If(twice, (p.Break(),)))

    code.each_number(FALSE, several.length, look)
    return negated(twice)


def _cards(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    zones = arguments[0]
    if isinstance(certain(zones.type), Zone):
        return lower.several(code, zones, scope)
    item = member_type(zones.type)
    assert isinstance(item, Zone)
    most = lower.numbering.components[item.component].size
    return Nested(lower.several(code, zones, scope), lambda zone: cards_in(lower, zone, item), most)


def _onwards(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    several = stored(code, lower.several(code, arguments[0], scope))
    card = code.hold(lower.number(code, arguments[1], scope))
    at = code.local(p.Int(p.NONE))

    def look(inner: Code, number: p.Expr) -> None:
        inner.when(binary("==", several.at(number), card), lambda then: then.add(p.Store(at, number), p.Break()))

    code.each_number(FALSE, several.length, look)
    alone = chosen(binary(">=", card, FALSE), p.Int(1), FALSE)
    length = code.hold(chosen(binary(">=", at, FALSE), binary("-", several.length, at), alone))
    return Slice(
        lambda number: chosen(binary(">=", at, FALSE), several.at(binary("+", at, number)), card),
        length,
        max(1, several.bound),
    )


def _starting(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    """In turn from one of them on: what comes before goes behind what follows."""
    found = lower.perhaps_several(code, arguments[0], scope)
    first = code.hold(lower.number(code, arguments[1], scope))
    missing = code.hold(is_missing(found))
    code.fail_if(both(missing, binary(">=", first, FALSE)))
    several = stored(code, found)
    before = code.local(FALSE, hint="n")

    def count(inner: Code, number: p.Expr) -> None:
        less = binary("<", several.at(number), first)
        inner.add(p.If(less, (p.Store(before, binary("+", before, p.Int(1))),)))

    players = p.Int(lower.shape.players)
    code.when(
        binary("==", several.length, players),
        lambda then: then.add(p.Store(before, first)),
        lambda other: other.each_number(FALSE, several.length, count),
    )
    cut = code.hold(chosen(binary("<", first, FALSE), FALSE, before))

    def at(number: p.Expr) -> p.Expr:
        there = binary("+", number, cut)
        behind = binary(">=", there, several.length)
        return several.at(chosen(behind, binary("-", there, several.length), there))

    return perhaps_missing(Slice(at, several.length, several.bound), missing)


def _near(relation: str) -> Builtin:
    def near(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
        place = code.hold(lower.number(code, arguments[0], scope))
        return MaskSet(lower.board.near(relation, place), lower.shape.places)

    return near


def _place(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    row, column = (lower.number(code, each, scope) for each in arguments)
    return lower.board.place(code, row, column)


def _line(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return lower.board.line(code, *(lower.number(code, each, scope) for each in arguments))


def _ahead(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    place, direction = (code.hold(lower.number(code, each, scope)) for each in arguments)
    return lower.board.ahead(place, direction)


def _ray(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return lower.board.ray(code, *(lower.number(code, each, scope) for each in arguments))


def _lines(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return lower.board.lines(code, code.hold(lower.number(code, arguments[0], scope)))


def _between(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    return lower.board.between(code, *(lower.number(code, each, scope) for each in arguments))


def _reachable(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    begin, relation = arguments
    if not isinstance(relation, ir.Relation):
        raise NotLowered("a relation that is no term")
    found = code.local(_begun(lower, code, begin, scope), "mask", "m")
    waiting = code.local(found, "mask", "m")
    inner = code.inner()
    place = inner.local(p.Unary("lowest", waiting))
    inner.add(p.Store(waiting, binary("without", waiting, bit(place))))
    near = inner.hold(step(lower, inner, relation.term, place, scope), "mask")
    inner.add(
        p.Store(waiting, binary("|", waiting, binary("without", near, found))), p.Store(found, binary("|", found, near))
    )
    code.add(p.While(binary("!=", waiting, EMPTY), inner.block))
    return MaskSet(found, lower.shape.places)


def _begun(lower: Expressions, code: Code, begin: ir.Expression, scope: Scope) -> p.Expr:
    if isinstance(certain(begin.type), SetOf):
        return without_none(code, lower.several(code, begin, scope), lower.perhaps.has_none(begin))
    place = code.hold(lower.number(code, begin, scope))
    return guarded(place, bit(place), EMPTY)


def step(lower: Expressions, code: Code, relation: str, place: p.Expr, scope: Scope) -> p.Expr:
    """The mask of the places that a step of a relation, which is a term, leads to."""
    term = next(term for term in lower.game.terms if term.id == relation)
    call = ir.CallTerm(relation, (ir.Local(term.slots[0], Place()),), term.type)
    several = lower.several(code, call, scope.bound(term.slots[0], place))
    return without_none(code, several, lower.perhaps.has_none(term.body))


def _walk(part: str) -> Builtin:
    def read(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
        walk = lower.value(code, arguments[0], scope)
        if isinstance(walk, Walked):
            found: Value = getattr(walk, part)
            return found
        if arguments[0] == ir.Const(None, arguments[0].type):
            return none_at_all() if part in ("entered", "inner") else p.Int(p.NONE)
        raise NotLowered("no walk")

    return read


def _beside(by: int) -> Builtin:
    def beside(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
        players = p.Int(lower.shape.players)
        player = code.hold(lower.number(code, arguments[0], scope))
        found = binary("mod", binary("+", player, binary("+", players, p.Int(by))), players)
        return guarded(player, found, p.Int(p.NONE)) if lower.perhaps.is_none(arguments[0]) else found

    return beside


def _playing(by: int) -> Builtin:
    def playing(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
        players, player = lower.shape.players, code.hold(lower.number(code, arguments[0], scope))
        if not lower.shape.machine.layout.eliminates:
            return _beside(by)(lower, code, arguments, scope) if players > 1 else player
        found, done = code.local(player), code.local(FALSE, hint="t")

        def look(inner: Code, far: p.Expr) -> None:
            distance = binary("*", far, p.Int(by))
            seat = inner.hold(binary("mod", binary("+", player, binary("+", distance, p.Int(players))), p.Int(players)))
            inner.when(
                negated(has(lower.shape.gone, seat)),
                lambda then: then.add(p.Store(found, seat), p.Store(done, TRUE), p.Break()),
            )

        code.when(binary(">=", player, FALSE), lambda then: then.each_number(p.Int(1), p.Int(players), look))
        return found

    return playing


def _seat(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    player = code.hold(lower.number(code, arguments[0], scope))
    found = binary("+", player, p.Int(1))
    return guarded(player, found, p.Int(p.NO_NUMBER)) if lower.perhaps.is_none(arguments[0]) else found


def _team(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    team_of = lower.numbering.team_of
    teams = [team_of.get(seat, p.NONE) for seat in range(lower.shape.players)]
    return lower.tables.entry_or(teams, lower.number(code, arguments[0], scope), p.NONE)


def _members(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
    teams = lower.game.teams
    if any(list(team) != sorted(team) for team in teams):
        return _members_in_order(lower, code.hold(lower.number(code, arguments[0], scope)))
    masks = [sum(1 << seat for seat in team) for team in teams]
    team = lower.number(code, arguments[0], scope)
    return MaskSet(lower.tables.entry_or(masks, team, 0, "mask"), lower.shape.players)


def _members_in_order(lower: Expressions, team: p.Expr) -> Slice:
    """The players of a team in which they are not in the order of their seats."""
    teams = lower.game.teams
    flat = [seat for each in teams for seat in each]
    starts = starts_of(teams)
    start = lower.tables.entry_or(starts, team, 0)
    length = lower.tables.entry_or([*map(len, teams)], team, 0)
    return Slice(lambda at: lower.tables.entry(flat, binary("+", start, at)), length, max(map(len, teams)))


def _coordinate(axis: str) -> Builtin:
    def coordinate(lower: Expressions, code: Code, arguments: Arguments, scope: Scope) -> Value:
        return lower.board.row(code.hold(lower.number(code, arguments[0], scope)), axis)

    return coordinate


BUILTINS: Mapping[str, Builtin] = {
    "count": _count,
    "empty": _empty,
    "distinct": _distinct,
    "nth": _nth,
    "top": _top,
    "cards": _cards,
    "onwards": _onwards,
    "starting": _starting,
    "neighbours": _near("orthogonal"),
    "around": _near("around"),
    "place": _place,
    "line": _line,
    "ahead": _ahead,
    "ray": _ray,
    "lines": _lines,
    "between": _between,
    "reachable": _reachable,
    "start": _walk("start"),
    "end": _walk("end"),
    "entered": _walk("entered"),
    "inner": _walk("inner"),
    "length": _walk("length"),
    "after": _playing(1),
    "before": _playing(-1),
    "left": _beside(1),
    "right": _beside(-1),
    "seat": _seat,
    "team": _team,
    "members": _members,
    "row": _coordinate("row"),
    "column": _coordinate("column"),
}
