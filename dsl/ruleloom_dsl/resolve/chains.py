"""Terms and moves that are made of each other, before any of them is resolved: no circle, and no long chain.

Whatever resolves, folds or evaluates them later may then go down into them without a limit of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from ruleloom_dsl import ast
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.expressions import ExpressionError, parse_expression
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.moves import DomainModel, MoveModel, WalkModel
from ruleloom_dsl.spans import Span

DEEPEST = 60  # levels of nesting, with those of everything that is called
MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class _Made:
    """Something that is made of other things: where it stands, how deep it is, what it reads how deep."""

    span: Span
    depth: int
    uses: tuple[tuple[str, int], ...]


def check_chains(model: GameModel, expressions: Expressions) -> None:
    """Report terms and values of moves that lead back to themselves or are nested too deeply.

    Raises RulesetError then, since nothing could be resolved.
    """
    report = expressions.report
    expressions.count(*(term.is_ for term in model.terms.values()))
    made = dict(_all_made(model))
    graph = {name: [use for use, _ in each.uses] for name, each in made.items()}
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle = error.args[1][:MOST_SHOWN]
        message = f'"{circle[0]}" leads back to itself: {" -> ".join(reversed(circle))}'
        report.error(Code.RECURSION, message, made[circle[0]].span)
        report.raise_errors()
    else:
        _measure(order, made, report)


def _measure(order: tuple[str, ...], made: Mapping[str, _Made], report: Report) -> None:
    """Every name comes behind all that it reads."""
    total: dict[str, int] = {}
    for name in order:
        each = made[name]
        total[name] = max(each.depth, *(depth + total[use] for use, depth in each.uses), 0)
        if total[name] > DEEPEST:
            message = f'"{name}" is nested more than {DEEPEST} deep, with all that it calls'
            report.error(Code.TOO_DEEP, message, each.span)
            report.raise_errors()


def _all_made(model: GameModel) -> Iterator[tuple[str, _Made]]:
    names = {*model.terms, *model.moves}
    for name, term in model.terms.items():
        yield name, _made(term.is_.span, [term.is_], names.difference(term.of))
    for name, move in model.moves.items():
        yield name, _made(move.span, _texts(move), names.difference(move.with_))


def _texts(move: MoveModel) -> Iterator[Scalar]:
    for parameter in move.with_.values():
        match parameter:
            case WalkModel():
                yield from (parameter.walk, parameter.start, parameter.up_to)
            case DomainModel():
                yield parameter.in_
            case Scalar():
                yield parameter
    yield from move.decides.values()


def _made(span: Span, texts: Iterable[Scalar], names: set[str]) -> _Made:
    deepest, uses = 0, []
    for text in texts:
        try:
            waiting: list[tuple[ast.Node, int]] = [(parse_expression(text.text), 1)]
        except ExpressionError:
            continue  # reported when it is resolved
        while waiting:
            node, depth = waiting.pop()
            deepest = max(deepest, depth)
            if (read := _name(node)) in names:
                uses.append((read, depth))
            waiting += ((child, depth + 1) for child in ast.children(node))
    return _Made(span, deepest, tuple(uses))


def _name(node: ast.Node) -> str:
    match node:
        case ast.Name(text=name) | ast.Call(name=name):
            return name
        case _:
            return ""
