"""Text of an expression or effect to a syntax tree, by the grammar in grammar.lark (LALR).

Positions are offsets into the text and take no part in equality, so each distinct text is parsed once; whoever reports
an error turns offsets into a place in a file. Nesting is bounded, so later passes may recurse.
"""

import dataclasses
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from ruleloom_dsl.ast import (
    AgainEffect,
    Ast,
    Call,
    DealEffect,
    DoEffect,
    Dot,
    EffectAst,
    EliminateEffect,
    EndEffect,
    FinishEffect,
    IfElse,
    Interval,
    LetEffect,
    Listing,
    Minus,
    MoveEffect,
    Name,
    Negation,
    Node,
    Operation,
    Quantification,
    RollEffect,
    SetEffect,
    ShuffleEffect,
    SlideEffect,
    Tupling,
    TurnEffect,
    Whole,
    children,
)
from ruleloom_dsl.grammars import make_parser
from ruleloom_dsl.ir.expressions import Quantifier

LONGEST = 2_000
DEEPEST = 40


class ExpressionError(ValueError):
    """A text that is no expression or effect; `start` and `end` are offsets into it."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.help = start, end, help


def parse_expression(text: str) -> Ast:
    """Parse the text of an expression.

    >>> parse_expression("p.card.face == up")
    Operation(sign='==', left=Dot(of=Dot(of=Name(text='p'), name='card'), name='face'), right=Name(text='up'))

    Raises ExpressionError with the offsets of the part that does not fit.
    """
    return _parse_text(text, "expression")  # type: ignore[return-value]  # the entry point decides the kind of tree


def parse_effect(text: str) -> EffectAst:
    """Parse the text of an effect. Raises ExpressionError.

    >>> parse_effect("move me.pawn to target")
    MoveEffect(what=Dot(of=Name(text='me'), name='pawn'), target=Name(text='target'), under=False)
    """
    return _parse_text(text, "effect")  # type: ignore[return-value]  # the entry point decides the kind of tree


@cache
def keywords() -> frozenset[str]:
    """The words of the grammar that no declaration may use as a name: those that may follow or begin an expression."""
    words = (terminal.pattern.value for terminal in _parser().terminals)
    return frozenset(word for word in words if word.isidentifier()) - frozenset((*EFFECTS, "face"))


@cache
def _parser() -> Lark:
    grammar = files("ruleloom_dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    return make_parser(grammar, ("expression", "effect"))


@cache
def _parse_text(text: str, start: Literal["expression", "effect"]) -> Node:
    if len(text) > LONGEST:
        message = f"this {start} has {len(text)} characters; {LONGEST} are allowed"
        raise ExpressionError(message, 0, LONGEST, "name a part of it as a term")
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _syntax_error(error, text, start) from None
    node = _build(tree)
    if _depth(node) > DEEPEST:
        message = f"this {start} is nested more than {DEEPEST} deep"
        raise ExpressionError(message, 0, len(text), "name a part of it as a term")
    return node


def _build(tree: Tree[Token]) -> Node:
    """Children first and without recursion, since the text may be nested as deep as it is long."""
    built: dict[int, Node] = {}
    node = Node()
    for subtree in tree.iter_subtrees():
        children = [built[id(child)] if isinstance(child, Tree) else child for child in subtree.children]
        node = _BUILDERS[subtree.data](*children)
        meta = subtree.meta
        if not meta.empty:
            node = dataclasses.replace(node, start=meta.start_pos, end=meta.end_pos)
        built[id(subtree)] = node
    return node


def _depth(node: Node) -> int:
    deepest, stack = 0, [(node, 1)]
    while stack:
        current, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in children(current))
    return deepest


def _quantifier(name: Quantifier) -> Callable[..., Node]:
    return lambda bound, domain, where: Quantification(name, str(bound), domain, where, None)


def _quantifier_over(name: Quantifier) -> Callable[..., Node]:
    return lambda bound, domain, where, body: Quantification(name, str(bound), domain, where, body)


def _pick(which: Token, bound: Token, domain: Ast, where: Ast | None, by: Ast | None) -> Node:
    quantifiers: dict[str, Quantifier] = {
        "first": "first", "last": "last", "largest": "largest", "smallest": "smallest"
    }  # fmt: skip
    if by is not None and which in ("first", "last"):
        raise ExpressionError(f'"{which}" takes no "by"', by.start, by.end, 'use "largest" or "smallest"')
    return Quantification(quantifiers[which], str(bound), domain, where, by)


def _listed(items: tuple[Ast | None, ...]) -> tuple[Ast, ...]:
    return tuple(item for item in items if item is not None)


_BUILDERS: dict[str, Callable[..., Node]] = {
    "conditional": IfElse,
    "any_of": _quantifier("any"),
    "all_of": _quantifier_over("all"),
    "those": _quantifier("those"),
    "count_of": _quantifier("count"),
    "sum_of": _quantifier_over("sum"),
    "pick": _pick,
    "either": lambda left, right: Operation("or", left, right),
    "both": lambda left, right: Operation("and", left, right),
    "negation": Negation,
    "comparison": lambda left, sign, right: Operation(str(sign), left, right),  # type: ignore[arg-type]  # SIGN, IN
    "not_in": lambda left, _, right: Operation("not in", left, right),
    "range": Interval,
    "arithmetic": lambda left, sign, right: Operation(str(sign), left, right),  # type: ignore[arg-type]  # PLUS to MOD
    "minus": lambda _, of: Minus(of),
    "dot": lambda of, name: Dot(of, str(name)),
    "number": lambda digits: Whole(int(digits)),
    "name": lambda text: Name(str(text)),
    "call": lambda name, *arguments: Call(str(name), _listed(arguments)),
    "size": lambda of: Call("count", (of,)),
    "tuple": lambda *items: Tupling(items),
    "list": lambda *items: Listing(_listed(items)),
    "set": lambda target, value: SetEffect(target, value, add=False),
    "add": lambda value, target: SetEffect(target, value, add=True),
    "move": lambda what, target, under: MoveEffect(what, target, under is not None),
    "deal": lambda count, zone, targets, face: DealEffect(
        None if isinstance(count, Token) else count, zone, targets, face and str(face)
    ),
    "shuffle": ShuffleEffect,
    "turn": lambda cards, word: TurnEffect(cards, str(word)),
    "slide": lambda line, way: SlideEffect(line, str(way)),
    "roll": RollEffect,
    "let": lambda name, value: LetEffect(str(name), value),
    "eliminate": EliminateEffect,
    "end": lambda name: EndEffect(None if name.type == "TURN" else str(name)),
    "again": lambda: AgainEffect(),
    "finish": lambda ending: FinishEffect(str(ending)),
    "do": lambda step, *arguments: DoEffect(str(step), _listed(arguments)),
}


def _syntax_error(error: UnexpectedInput, text: str, start: str) -> ExpressionError:
    match error:
        case UnexpectedCharacters(pos_in_stream=int() as at):
            shown = text[at]
        case UnexpectedToken() if error.token.type != "$END":
            at, shown = error.token.start_pos or 0, str(error.token)
        case UnexpectedToken() | UnexpectedEOF():
            return ExpressionError(f"this {start} ends too soon", max(len(text) - 1, 0), len(text), _end_hint(text))
        case _:
            return ExpressionError(f"this is no {start}", 0, len(text))
    before = text[:at].rstrip().rpartition(" ")[2]  # where no quantifier may begin, its word is taken for a name
    inner = before if before in _QUANTIFIERS and shown.isidentifier() else shown
    arrow = text[max(at - 1, 0) : at + 2]
    hint = _ARROWS.get(arrow[:2]) or _ARROWS.get(arrow[-2:]) or _hint(inner, text, start)
    return ExpressionError(f'"{shown}" does not fit here', at, at + len(shown), hint)


def _hint(shown: str, text: str, start: str) -> str | None:
    if shown in _FOREIGN:
        return _FOREIGN[shown]
    if shown in _QUANTIFIERS:
        return f'put the inner "{shown} ..." in parentheses'
    if shown in keywords():
        return f'"{shown}" is a word of the language and cannot be a name'
    if shown.isupper():
        return "names are written in small letters"
    first = text.split()[0]
    if start == "expression":
        return f'"{first} ..." is an effect, and an expression is needed here' if first in EFFECTS else None
    known = EFFECTS.get(first)
    return f"it is written: {known}" if known else "an effect starts with one of: " + ", ".join(EFFECTS)


def _end_hint(text: str) -> str | None:
    for opening, closing in ("()", "[]"):
        if text.count(opening) > text.count(closing):
            return f'a "{opening}" is not closed'
    known = EFFECTS.get(text.strip())
    return f"it is written: {known}" if known else None


_ARROWS = {"=>": 'write ">="', "=<": 'write "<="', "<>": 'write "!="'}
_QUANTIFIERS = ("any", "all", "those", "count", "sum", "largest", "smallest", "first", "last", "if")
_FOREIGN = {
    "=": 'equality is written "=="',
    "&": 'write "and"',
    "|": 'write "or"',
    "!": 'write "not", or "!=" between two values',
    "/": 'whole-number division is written "div"',
    "%": 'the remainder is written "mod"',
    ":": 'quantifiers use words: "any x in S where P", "all x in S satisfy P"',
    '"': "words are written without quotes",
    "'": "words are written without quotes",
}
EFFECTS = {
    "set": "set variable to value",
    "add": "add number to variable",
    "move": "move cards to zone, or move pawn to place",
    "deal": "deal number from zone to places face word",
    "shuffle": "shuffle zone",
    "turn": "turn cards word",
    "slide": "slide line(place, axis) way",
    "roll": "roll variable from set",
    "let": "let name be value",
    "eliminate": "eliminate players",
    "end": "end turn, or end loop",
    "again": "again",
    "finish": "finish ending",
    "do": "do step(value)",
}
