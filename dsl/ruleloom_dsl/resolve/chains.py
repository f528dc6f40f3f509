"""Terms and moves that are made of each other, before any of them is resolved: no circle, and no long chain.

What is resolved, folded and evaluated later may then go down into them without a limit of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleloom_dsl import ast
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.expressions import ExpressionError, parse_expression
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.game import DomainModel, GameModel, MoveModel, WalkModel

DEEPEST = 60  # levels of nesting, with those of everything that is called


@dataclass(frozen=True, slots=True)
class Use:
    """A name that a text reads, and how deep inside it."""

    name: str
    depth: int


@dataclass(slots=True)
class _Made:
    """Something made of other things: its texts, what they read, how deep they are."""

    at: Scalar
    what: str
    depth: int = 1
    uses: list[Use] = field(default_factory=list)


def check_chains(model: GameModel, report: Report) -> None:
    """Report terms, and parameters of moves, that lead back to themselves or are nested too deeply."""
    made = dict(_all_made(model))
    total: dict[str, int] = {}
    for name in made:
        _measure(name, made, total, report)


def _all_made(model: GameModel) -> Iterator[tuple[str, _Made]]:
    names = {*model.terms, *model.moves}
    for name, term in model.terms.items():
        yield name, _made([term.is_], f'the term "{name}"', names)
    for name, move in model.moves.items():
        if texts := list(_texts(move)):
            yield name, _made(texts, f'the values of the move "{name}"', names)


def _texts(move: MoveModel) -> Iterator[Scalar]:
    for parameter in move.with_.values():
        match parameter:
            case WalkModel():
                yield from (parameter.start, parameter.up_to)
            case DomainModel():
                yield parameter.in_
            case Scalar():
                yield parameter
    yield from move.decides.values()


def _made(texts: list[Scalar], what: str, names: set[str]) -> _Made:
    made = _Made(texts[0], what)
    for text in texts:
        try:
            stack: list[tuple[ast.Node, int]] = [(parse_expression(text.text), 1)]
        except ExpressionError:
            continue
        while stack:
            node, depth = stack.pop()
            made.depth = max(made.depth, depth)
            read = node.text if isinstance(node, ast.Name) else node.name if isinstance(node, ast.Call) else ""
            if read in names:
                made.uses.append(Use(read, depth))
            stack.extend((child, depth + 1) for child in ast.children(node))
    return made


def _measure(name: str, made: Mapping[str, _Made], total: dict[str, int], report: Report) -> None:
    """The depth of a name with all that it reads, on a stack of our own: chains may be long."""
    path, waiting = [name], [_unmeasured(name, made, total)]
    while path:
        following = next(waiting[-1], None)
        if following is None:
            total[path[-1]] = _depth(path[-1], made, total, report)
            path.pop(), waiting.pop()
        elif following in path:
            at = made[following]
            report.error(Code.RECURSION, f"{at.what} leads back to itself", at.at.span)
            total[following] = 0
        else:
            path.append(following)
            waiting.append(_unmeasured(following, made, total))
