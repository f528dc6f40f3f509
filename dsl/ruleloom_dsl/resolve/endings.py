"""How a game ends: conditions, moments and results."""

from collections.abc import Mapping

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir.expressions import Expression, Several
from ruleloom_dsl.ir.game import Ending, Score
from ruleloom_dsl.ir.types import Number, Player, SetOf, Truth, TupleOf, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.schema.choices import TEAM_ENDS
from ruleloom_dsl.schema.game import EndingModel, ScoreModel

RESULTS = ("win", "lose", "draw", "team", "score")


def resolve_endings(build: Build, models: Mapping[str, EndingModel]) -> tuple[Ending, ...]:
    """All endings that could be resolved, in declared order."""
    found = []
    for name, model in models.items():
        try:
            found.append(_ending(build, name, model))
        except Unresolved:
            continue
    return tuple(found)


def _ending(build: Build, name: str, model: EndingModel) -> Ending:
    scope = Scope(f"ends.{name}", me=True, turn="")
    _check_result(build, name, model)
    build.add(f"ends.{name}", "ending", model)
    return Ending(
        id=name,
        when=None if model.when is None else build.expressions.resolve(model.when, scope, Truth()),
        after=tuple(moment.text for moment in model.after),
        before=tuple(moment.text for moment in model.before),
        win=_players(build, model.win, scope),
        lose=_players(build, model.lose, scope),
        draw=model.draw,
        team="won" if model.team == "won" else "lost" if model.team == "lost" else None,
        score=None if model.score is None else _score(build, model.score, scope),
    )


def _check_result(build: Build, name: str, model: EndingModel) -> None:
    given = [key for key in RESULTS if getattr(model, key)]
    span = build.key_span("ends", name)
    if len(given) != 1:
        message = f'"{name}" needs one result: {", ".join(RESULTS)}'
        build.report.error(Code.MISSING_KEY if not given else Code.BAD_SHAPE, message, span)
        raise Unresolved
    if model.team not in (None, *TEAM_ENDS):
        build.report.error(Code.WRONG_VALUE, "a team has won or lost", span)
        raise Unresolved
    if (model.after or model.before) and model.when is None:
        build.report.error(Code.MISSING_KEY, f'"{name}" has a moment and needs "when"', span)
        raise Unresolved
    if model.when is not None and not (model.after or model.before):
        message = f'"{name}" has a condition and no moment: it would never be tested'
        build.report.error(Code.MISSING_KEY, message, span, help="add after or before")
        raise Unresolved


def _players(build: Build, text: Scalar | None, scope: Scope) -> Expression | None:
    """A set of players; one player stands for a set of one."""
    if text is None:
        return None
    expression = build.expressions.resolve(text, scope)
    if certain(expression.type) == Player():
        return Several((expression,), SetOf(Player()))
    return build.expressions.resolve(text, scope, SetOf(Player()))


def _score(build: Build, model: ScoreModel, scope: Scope) -> Score:
    slot, inner = build.expressions.bind(model.each.text, Player(), model.each, scope)
    value = build.expressions.resolve(model.is_, inner)
    if not isinstance(value.type, Number | TupleOf):
        build.expressions.fail(model.is_, Code.TYPE_MISMATCH, "a score is a number or a tuple of numbers")
    return Score(slot, value, model.lower)
