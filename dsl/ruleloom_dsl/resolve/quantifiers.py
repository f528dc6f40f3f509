"""Quantifiers: `any`, `all`, `count`, `sum`, `those`, and those that pick one member."""

from typing import TYPE_CHECKING

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast
from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.types import Maybe, Number, SetOf, Truth, Type, certain
from ruleloom_dsl.resolve.compatibility import is_ordered
from ruleloom_dsl.resolve.folding import FALSE, TRUE
from ruleloom_dsl.resolve.names import Local, Scope

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.resolving import Resolving

NUMBER, TRUTH = Number(), Truth()


def quantified(at: "Resolving", node: ast.Quantification, scope: Scope, want: Type | None) -> Expression:
    """A quantifier over a set, whose members have a name inside it."""
    domain, item = at.set_of_anything(node.domain, scope, want)
    start = at.text.text.index(node.name, node.start + len(node.quantifier))
    name = ast.Name(node.name, start=start, end=start + len(node.name))
    taken = at.expressions.names.taken(node.name, scope)
    if taken is not None:
        at.fail(name, Code.NAME_TAKEN, taken, "choose another name")
    slot = at.expressions.names.new_slot(node.name, certain(item))
    inner = scope.bind(node.name, Local(slot, certain(item)))
    where = None if node.where is None else at.wanted(node.where, inner, TRUTH)
    body = None if node.body is None else _body(at, node, node.body, inner)
    if where == TRUE and node.quantifier != "any":
        where = None
    return _folded(ir.Quantified(node.quantifier, slot, domain, where, body, _type_of(node, item)))


def _body(at: "Resolving", node: ast.Quantification, body: Ast, inner: Scope) -> Expression:
    match node.quantifier:
        case "all":
            return at.wanted(body, inner, TRUTH)
        case "sum":
            return at.wanted(body, inner, NUMBER)
        case _:
            key = at.typed(body, inner)
            return key if is_ordered(key.type) else at.fail(body, Code.TYPE_MISMATCH, "this has no order")


def _folded(whole: ir.Quantified) -> Expression:
    match whole:
        case ir.Quantified("any", where=Const(False)) | ir.Quantified("any", domain=Const(())):
            return FALSE
        case ir.Quantified("all", body=Const(True)) | ir.Quantified("all", domain=Const(())):
            return TRUE
        case _:
            return whole


def _type_of(node: ast.Quantification, item: Type) -> Type:
    """The type of a quantifier's value."""
    match node.quantifier:
        case "any" | "all":
            return TRUTH
        case "count" | "sum":
            return NUMBER
        case "those":
            return SetOf(item)
        case "first" | "last" | "largest" | "smallest":
            return Maybe(certain(item))
