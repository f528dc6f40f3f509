"""What is known of a local is not asked again: tests that its limits decide, and branches that are never taken.

The limits come from loops between constants, from tables, from the fields of the state, and from the tests that stand
around. Only locals that are stored to once are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import is_
from typing import TypeVar

from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, TRUE, binary, both, chosen, either, negated
from ruleloom_dsl.ir.traverse import inside

Limits = tuple[int, int]
Known = Mapping[str, Limits]
_ANY: Limits = (-(1 << 130), 1 << 130)
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_Node = TypeVar("_Node", bound=p.Stmt | p.Expr)
_LEAVING = (p.Return, p.Break, p.Continue, p.Fail, p.Goto, p.Halt)


def simplified(plan: p.Plan) -> p.Plan:
    """The same plan without tests whose outcome is known."""
    tables = {table.name: (min(table.values), max(table.values)) for table in plan.tables if table.values}
    numbers = {each.name: (each.low, each.high) for each in plan.fields if each.kind == "int" and each.record == "s"}

    def simple(body: p.Block) -> p.Block:
        nodes = list(inside(body))
        stored = {node.to.name for node in nodes if isinstance(node, p.Store) and isinstance(node.to, p.Name)}
        read = {node.name for node in nodes if isinstance(node, p.Name)}
        return _Simplifying(tables, numbers, stored, read).block(body, {})

    functions = tuple(replace(each, body=simple(each.body)) for each in plan.functions)
    return replace(plan, functions=functions, blocks={at: simple(block) for at, block in plan.blocks.items()})


@dataclass(frozen=True)
class _Simplifying:
    """Rewrites one function."""

    tables: Mapping[str, Limits]
    numbers: Mapping[str, Limits]
    stored: set[str]
    read: set[str]

    def block(self, body: p.Block, known: Known) -> p.Block:
        """A list of statements; what a test that leaves it tells holds for the rest."""
        found: list[p.Stmt] = []
        for statement in body:
            for each in self._statement(statement, known):
                if isinstance(each, p.Let) and each.name not in self.read and not _has_effects(each.value):
                    continue
                found.append(each)
                known = self._after(each, known)
            if found and isinstance(found[-1], _LEAVING):
                break
        return tuple(found)

    def _after(self, statement: p.Stmt, known: Known) -> Known:
        match statement:
            case p.Let(name, "int", value) if name not in self.stored:
                return {**known, name: self.limits(value, known)}
            case p.If(test, (*_, p.Return() | p.Break() | p.Continue() | p.Fail() | p.Goto() | p.Halt()), ()):
                return self.told(test, known, so=False)
            case _:
                return known

    def _statement(self, statement: p.Stmt, known: Known) -> p.Block:
        match statement:
            case p.If(test, then, otherwise):
                return self._if(self.expression(test, known), then, otherwise, known)
            case p.While(test, body):
                test = self.expression(test, known)
                return () if test == FALSE else (p.While(test, self.block(body, self.told(test, known))),)
            case p.For(name, low, high, body):
                low, high = self.expression(low, known), self.expression(high, known)
                within = (self.limits(low, known)[0], self.limits(high, known)[1] - 1)
                inner = known if name in self.stored else {**known, name: within}
                body = self.block(body, inner)
                runs = isinstance(low, p.Int) and isinstance(high, p.Int) and low.value < high.value
                same = _same_each_round(name, body) if runs else 0
                return (*body[:same], _over_members(p.For(name, low, high, body[same:])))
            case p.Bits(name, mask, body):
                inner = known if name in self.stored else {**known, name: (0, 127)}
                return (p.Bits(name, self.expression(mask, known), self.block(body, inner)),)
            case _:
                return (self._mapped(statement, known),)

    def _if(self, test: p.Expr, then: p.Block, otherwise: p.Block, known: Known) -> p.Block:
        yes = self.block(then, self.told(test, known))
        no = self.block(otherwise, self.told(test, known, so=False))
        if isinstance(test, p.Int):
            return yes if test.value else no
        return (p.If(test, yes, no),) if yes or no or _has_effects(test) else ()

    # --- expressions --------------------------------------------------------------------------------------------------

    def expression(self, e: p.Expr, known: Known) -> p.Expr:
        """An expression, as simple as what is known makes it."""
        match e:
            case p.Int() | p.Mask() | p.Name() | p.Field():
                return e
            case p.Binary("and", left, right):
                left = self.expression(left, known)
                right = self.expression(right, self.told(left, known))
                return both(left, right) if _can_join(left, right) else p.Binary("and", left, right)
            case p.Binary("or", left, right):
                left = self.expression(left, known)
                right = self.expression(right, self.told(left, known, so=False))
                return either(left, right) if _can_join(left, right) else p.Binary("or", left, right)
            case p.Unary("not", of):
                of = self.expression(of, known)
                return negated(of) if _is_truth(of) else p.Unary("not", of)
            case p.Choice(test, then, other):
                test = self.expression(test, known)
                yes, no = self.told(test, known), self.told(test, known, so=False)
                return chosen(test, self.expression(then, yes), self.expression(other, no))
            case p.Binary(sign, left, right):
                left, right = self.expression(left, known), self.expression(right, known)
                if _has_effects(left) or _has_effects(right):
                    return p.Binary(sign, left, right)
                return self._decided(binary(sign, left, right), known)
            case _:
                return self._mapped(e, known)

    def _decided(self, e: p.Expr, known: Known) -> p.Expr:
        if not isinstance(e, p.Binary) or e.sign not in _OPPOSITE:
            return e
        if isinstance(e.left, p.Mask) or isinstance(e.right, p.Mask):
            return e
        (a, b), (c, d) = self.limits(e.left, known), self.limits(e.right, known)
        outcomes: dict[str, tuple[bool, bool]] = {
            "<": (b < c, a >= d), "<=": (b <= c, a > d), ">": (a > d, b <= c), ">=": (a >= d, b < c),
            "==": (a == b == c == d, b < c or d < a), "!=": (b < c or d < a, a == b == c == d),
        }  # fmt: skip
        always, never = outcomes[e.sign]
        return TRUE if always else FALSE if never else e

    def _mapped(self, node: _Node, known: Known) -> _Node:
        """The same statement or expression with what stands in it made simple."""
        changed: dict[str, object] = {}
        kind: type = type(node)
        for name in _names(kind):
            part = getattr(node, name)
            if (simple := self._part(part, known)) is not part:
                changed[name] = simple
        return replace(node, **changed) if changed else node  # type: ignore[arg-type]  # the fields are those it has

    def _part(self, part: object, known: Known) -> object:
        if isinstance(part, tuple):
            parts = tuple(self._part(each, known) for each in part)
            return part if all(map(is_, part, parts)) else parts
        return self.expression(part, known) if isinstance(part, p.Expr) else part

    def limits(self, e: p.Expr, known: Known) -> Limits:
        """Between which numbers an expression lies."""
        match e:
            case p.Int(value):
                return value, value
            case p.Name(name):
                return known.get(name, _ANY)
            case p.Field(name, "s") | p.At(name, _, "s"):
                return self.numbers.get(name, _ANY)
            case p.Entry(table):
                return self.tables.get(table, _ANY)
            case p.Unary("count" | "lowest" | "highest"):
                return 0, 128
            case p.Unary("not") | p.Has():
                return 0, 1
            case p.Binary("+" | "-" as sign, left, right):
                return _added(self.limits(left, known), self.limits(right, known), sign)
            case p.Binary("mod", _, p.Int(by)) if by > 0:
                return 0, by - 1
            case p.Binary(sign) if sign in _OPPOSITE or sign in ("and", "or"):
                return 0, 1
            case p.Choice(test, then, other):
                yes, no = self.told(test, known), self.told(test, known, so=False)
                (a, b), (c, d) = self.limits(then, yes), self.limits(other, no)
                return min(a, c), max(b, d)
            case _:
                return _ANY

    def told(self, test: p.Expr, known: Known, so: bool = True) -> Known:
        """What is known where a test holds, or where it does not."""
        match test:
            case p.Unary("not", of):
                return self.told(of, known, not so)
            case p.Binary("and", left, right) if so:
                return self.told(right, self.told(left, known), so)
            case p.Binary("or", left, right) if not so:
                return self.told(right, self.told(left, known, so), so)
            case p.Binary(sign, p.Name(name), p.Int(value)) if sign in _OPPOSITE and name not in self.stored:
                return {**known, name: _narrowed(known.get(name, _ANY), sign if so else _OPPOSITE[sign], value)}
            case p.Binary(sign, p.Int(value), p.Name(name)) if sign in _OPPOSITE and name not in self.stored:
                mirrored = _MIRRORED[sign]
                return {**known, name: _narrowed(known.get(name, _ANY), mirrored if so else _OPPOSITE[mirrored], value)}
            case _:
                return known


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _same_each_round(name: str, body: p.Block) -> int:
    """How many statements at the beginning of a loop read the same in every round."""
    stored = {_name(node.to) for node in inside(body) if isinstance(node, p.Store)}
    if any(isinstance(node, p.Call) for node in inside(body)):
        return 0
    for at, statement in enumerate(body):
        if not isinstance(statement, p.Let) or _has_effects(statement.value) or statement.name in stored:
            return at
        read = {_name(node) for node in inside(statement.value) if isinstance(node, p.Place)}
        if read & {name, *stored}:
            return at
    return len(body)


def _over_members(loop: p.For) -> p.For | p.Bits:
    """A loop over numbers that only does something for the members of a set, as a loop over those."""
    match loop:
        case p.For(
            name,
            p.Int(low),
            p.Int(high),
            (p.If(p.Unary("not", p.Has(mask, p.Name(asked))), (p.Continue(),), ()), *rest),
        ):
            body = tuple(rest)
        case p.For(name, p.Int(low), p.Int(high), (p.If(p.Has(mask, p.Name(asked)), body, ()),)):
            pass
        case _:
            return loop
    read = {_name(node) for node in inside(mask) if isinstance(node, p.Place)}
    stored = {_name(node.to) for node in inside(body) if isinstance(node, p.Store)}
    can_change = any(isinstance(node, p.Call) for node in inside(body)) and bool(read)
    if asked != name or name in read or read & stored or can_change or _has_effects(mask) or not 0 <= low < high <= 64:
        return loop
    numbers = p.Mask((1 << high) - (1 << low))
    return p.Bits(name, binary("&", mask, numbers), body)


def _name(place: p.Place) -> str:
    return place.array if isinstance(place, p.Item) else place.name


def _narrowed(limits: Limits, sign: str, value: int) -> Limits:
    low, high = limits
    match sign:
        case "<":
            return low, min(high, value - 1)
        case "<=":
            return low, min(high, value)
        case ">":
            return max(low, value + 1), high
        case ">=":
            return max(low, value), high
        case "==":
            return max(low, value), min(high, value)
        case _:
            return low + (low == value), high - (high == value)


def _added(left: Limits, right: Limits, sign: str) -> Limits:
    (a, b), (c, d) = left, right
    low, high = (a + c, b + d) if sign == "+" else (a - d, b - c)
    return max(low, _ANY[0]), min(high, _ANY[1])


def _has_effects(e: p.Expr) -> bool:
    """Whether it matters that an expression is read: it may draw, store or fail."""
    return any(isinstance(node, p.Call | p.Draw | p.Binary) and _counts(node) for node in inside(e))


def _counts(node: p.Call | p.Draw | p.Binary) -> bool:
    return not isinstance(node, p.Binary) or (node.sign in ("div", "mod") and not isinstance(node.right, p.Int))


def _can_join(left: p.Expr, right: p.Expr) -> bool:
    """Whether one side can stand for both where the other is known."""
    return _is_truth(left) and _is_truth(right) and not _has_effects(left)


def _is_truth(e: p.Expr) -> bool:
    match e:
        case p.Int(value):
            return value in (0, 1)
        case p.Has() | p.Unary("not"):
            return True
        case p.Binary(sign):
            return sign in _OPPOSITE or sign in ("and", "or")
        case _:
            return False
