"""What a finished game means for each player, as whole numbers: 1 for a winner, -1 for a loser, or the score.

Of a score with several parts that is the first one; so a game that has such scores tells the ranks, too.
"""

from collections.abc import Sequence

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, TRUE, Code, binary, both, chosen, either
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.members import without_none
from ruleloom.lower.scopes import Scope
from ruleloom.lower.values import Tuple
from ruleloom.results import needs_ranks
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Ending, Score
from ruleloom_dsl.ir.types import TupleOf


def result_function(lower: Expressions) -> p.Function:
    """Fills `returns` once the game is over, and `ranks` where those do not tell them."""
    has_ranks = needs_ranks(lower.game)
    code, scope = lower.code.inner(), Scope(p.Field("ended_by"), {})
    for number, ending in enumerate(lower.game.ends):
        inner = code.inner()
        if ending.score is not None:
            parts = _score(lower, inner, ending.score, scope)
        else:
            _won_or_lost(lower, inner, ending, scope)
            parts = ()
        if has_ranks:
            _rank(lower, inner, parts, is_lower_better=ending.score is not None and ending.score.lower)
        inner.add(p.Return())
        code.add(p.If(binary("==", p.Field("ending"), p.Int(number)), inner.block))
    return p.Function("result", (), None, code.block)


def _score(lower: Expressions, code: Code, score: Score, scope: Scope) -> tuple[str, ...]:
    """Fill the returns; the arrays that hold the further parts of the scores, by seat."""
    type_, players = score.value.type, lower.shape.players
    parts = tuple(code.array(players) for _ in type_.items[1:]) if isinstance(type_, TupleOf) else ()

    def count(inner: Code, seat: p.Expr) -> None:
        found = lower.value(inner, score.value, scope.bound(score.slot, seat))
        if isinstance(found, Tuple):
            first, *further = found.parts
        else:
            first, further = lower.some(inner, score.value, scope.bound(score.slot, seat)), []
        inner.add(p.Store(p.At("returns", seat, "o"), first))
        for array, part in zip(parts, further, strict=True):
            inner.add(p.Store(p.Item(array, seat), part))

    code.each_number(FALSE, p.Int(players), count)
    return parts


def _rank(lower: Expressions, code: Code, parts: Sequence[str], *, is_lower_better: bool) -> None:
    """Fill the ranks from the returns, and among equal ones from the further parts of the scores."""
    players, sign = p.Int(lower.shape.players), "<" if is_lower_better else ">"

    def place(inner: Code, seat: p.Expr) -> None:
        inner.add(p.Store(p.At("ranks", seat, "o"), TRUE))
        inner.each_number(FALSE, players, lambda each, other: follow(each, seat, other))

    def follow(inner: Code, seat: p.Expr, other: p.Expr) -> None:
        ahead: p.Expr = FALSE
        for array in reversed(parts):
            ahead = _ahead(sign, p.Item(array, other), p.Item(array, seat), ahead)
        ahead = _ahead(sign, p.At("returns", other, "o"), p.At("returns", seat, "o"), ahead)
        further = binary("+", p.At("ranks", seat, "o"), TRUE)
        inner.add(p.If(ahead, (p.Store(p.At("ranks", seat, "o"), further),)))

    code.each_number(FALSE, players, place)


def _ahead(sign: str, one: p.Expr, other: p.Expr, if_equal: p.Expr) -> p.Expr:
    return either(binary(sign, one, other), both(binary("==", one, other), if_equal))


def _seats(lower: Expressions, code: Code, players: Expression, scope: Scope) -> p.Expr:
    return without_none(code, lower.one_or_several(code, players, scope), lower.perhaps.has_none(players))


def _won_or_lost(lower: Expressions, code: Code, ending: Ending, scope: Scope) -> None:
    if ending.team is not None:
        same = p.Int(1 if ending.team == "won" else -1)
        code.each_number(
            FALSE, p.Int(lower.shape.players), lambda inner, seat: inner.add(p.Store(p.At("returns", seat, "o"), same))
        )
        return
    won: p.Expr = EMPTY
    lost: p.Expr = EMPTY
    if ending.win is not None:
        won = code.hold(_seats(lower, code, ending.win, scope), "mask")
    if ending.lose is not None:
        lost = code.hold(_seats(lower, code, ending.lose, scope), "mask")
    rest = 0 if ending.draw or (ending.win is None) == (ending.lose is None) else -1 if ending.lose is None else 1

    def settle(inner: Code, seat: p.Expr) -> None:
        loser = chosen(p.Has(lost, seat), p.Int(-1), p.Int(rest)) if lost != EMPTY else p.Int(rest)
        found = chosen(p.Has(won, seat), p.Int(1), loser) if won != EMPTY else loser
        inner.add(p.Store(p.At("returns", seat, "o"), found))

    code.each_number(FALSE, p.Int(lower.shape.players), settle)
