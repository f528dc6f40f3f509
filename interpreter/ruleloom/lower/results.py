"""What a finished game means for each player, as whole numbers: 1 for a winner, -1 for a loser, or the score."""

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, chosen
from ruleloom.lower.expressions import Expressions, Scope, without_none
from ruleloom.lower.values import Tuple
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Ending, Score


def result_function(lower: Expressions) -> p.Function:
    """Fills `returns` once the game is over."""
    code, scope = lower.code.inner(), Scope(p.Field("ended_by"), {})
    for number, ending in enumerate(lower.game.ends):
        inner = code.inner()
        if ending.score is not None:
            _score(lower, inner, ending.score, scope)
        else:
            _won_or_lost(lower, inner, ending, scope)
        inner.add(p.Return())
        code.add(p.If(binary("==", p.Field("ending"), p.Int(number)), inner.block))
    return p.Function("result", (), None, code.block)


def _score(lower: Expressions, code: Code, score: Score, scope: Scope) -> None:
    def count(inner: Code, seat: p.Expr) -> None:
        found = lower.value(inner, score.value, scope.bound(score.slot, seat))
        first = (
            found.parts[0]
            if isinstance(found, Tuple)
            else lower.some(inner, score.value, scope.bound(score.slot, seat))
        )
        inner.add(p.Store(p.At("returns", seat, "o"), first))

    code.each_number(FALSE, p.Int(lower.shape.players), count)


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
