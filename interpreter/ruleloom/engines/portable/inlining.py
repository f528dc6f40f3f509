"""Small functions that are called for what they do, written where they are called: a call costs more than they do."""

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from ruleloom.lower import plan as flat
from ruleloom_dsl.ir.traverse import inside

_Node = TypeVar("_Node")
_SMALL = 40
"""So many parts a function has at most that is written out."""


def inlined(plan: flat.Plan) -> flat.Plan:
    """The same plan with the small functions written out in the others; they stay themselves."""
    small = {each.name: each for each in plan.functions if _is_small(each)}
    functions = tuple(replace(each, body=_written(each.body, small)) for each in plan.functions)
    return replace(plan, functions=functions, blocks={at: _written(body, small) for at, body in plan.blocks.items()})


def _is_small(function: flat.Function) -> bool:
    parts = tuple(inside(function.body))
    ends = any(isinstance(part, flat.Return | flat.Call) for part in parts)
    is_changed = any(isinstance(part, flat.Store) and isinstance(part.to, flat.Name) for part in parts)
    return function.result is None and len(parts) <= _SMALL and not ends and not is_changed


def _written(body: flat.Block, small: dict[str, flat.Function]) -> flat.Block:
    found: list[flat.Stmt] = []
    for statement in body:
        match statement:
            case flat.Do(flat.Call(name, arguments)) if name in small:
                found += _opened(small[name], arguments)
            case flat.If(_, then, otherwise):
                found.append(replace(statement, then=_written(then, small), otherwise=_written(otherwise, small)))
            case flat.While(_, inner) | flat.For(_, _, _, inner) | flat.Bits(_, _, inner):
                found.append(replace(statement, body=_written(inner, small)))
            case _:
                found.append(statement)
    return tuple(found)


def _opened(function: flat.Function, arguments: tuple[flat.Expr, ...]) -> flat.Block:
    """The body with its parameters replaced, which are read first where they are more than a name."""
    named: dict[str, flat.Expr] = {}
    before: list[flat.Stmt] = []
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        named[parameter.name] = argument
        if not isinstance(argument, flat.Int | flat.Name):
            named[parameter.name] = flat.Name(f"{parameter.name}_of_{function.name}")
            before.append(flat.Let(f"{parameter.name}_of_{function.name}", parameter.kind, argument))
    return (*before, *(_renamed(statement, named) for statement in function.body))


def _renamed(node: _Node, named: dict[str, flat.Expr]) -> _Node:
    """A part of the plan, or several, with names replaced by what stands for them."""
    return cast(_Node, _replaced(node, named))


def _replaced(node: object, named: dict[str, flat.Expr]) -> object:
    match node:
        case flat.Name(name):
            return named.get(name, node)
        case tuple():
            return tuple(_replaced(each, named) for each in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            return replace(node, **{each.name: _replaced(getattr(node, each.name), named) for each in fields(node)})
        case _:
            return node
