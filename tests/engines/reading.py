"""Many expressions in one plan: what each of them is in a state, on the reference and on an engine."""

from collections.abc import Sequence
from dataclasses import replace

from ruleloom.engines.engine import Fields
from ruleloom.engines.native.compiled import Compiled, Uncovered
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.engines.portable.runtime import Failed
from ruleloom.errors import RuleError
from ruleloom.lower import plan as pl
from ruleloom.lower.builtins import BUILTINS
from ruleloom.lower.code import Code
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import value_of
from ruleloom.lower.members import fill
from ruleloom.lower.scopes import Scope
from ruleloom.lower.shape import Shape
from ruleloom.machine import Machine
from ruleloom.world import World
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Maybe, SetOf, Type, Value

MOST = 1_024
FAILED = "it fails"
OPTIONS = (
    pl.StateField("count", "int", None, 0, MOST, "o"),
    pl.StateField("alternative", "int", MOST, 0, 127, "o"),
    pl.StateField("picked", "int", MOST, -(1 << 62), 1 << 62, "o"),
    pl.StateField("returns", "int", 8, 0, 0, "o"),
)


def reading_plan(machine: Machine, shape: Shape, expressions: Sequence[ir.Expression], me: int) -> pl.Plan:
    """A plan whose options at point n are the members of expression n, or the one value that it has."""
    lower = Expressions(shape, BUILTINS)
    legal = lower.code.inner()
    for at, expression in enumerate(expressions):
        code = legal.inner()
        _write(lower, code, expression, Scope(pl.Int(me), {}))
        name = f"read{at}"
        lower.functions[name] = pl.Function(name, (), "int", code.block)
        legal.add(pl.If(pl.Binary("==", pl.Field("pc"), pl.Int(at)), (pl.Return(pl.Call(name)),)))
    legal.add(pl.Fail())
    nothing = [
        pl.Function("absent", (), None, ()), pl.Function("chance", (), None, ()), pl.Function("result", (), None, ()),
        pl.Function("take", (pl.Parameter("option", "int"),), None, ()),
    ]  # fmt: skip
    fields = [replace(field, high=MOST) if field.name == "pc" else field for field in shape.fields]
    return pl.Plan(
        (*fields, *OPTIONS), lower.tables.all, (*lower.functions.values(), pl.Function("legal", (), "int", legal.block),
        *nothing), {MOST: (pl.Halt(0),)}, (pl.Stop(0, "decide"),), (), shape.widest(), shape.players, MOST,
    )  # fmt: skip


def _write(lower: Expressions, code: Code, expression: ir.Expression, scope: Scope) -> None:
    if isinstance(_plain(expression.type), SetOf):
        several = lower.several(code, expression, scope)
        fill(code, several, lambda at: pl.At("picked", at, "o"), pl.Field("count", "o"))
    else:
        code.add(pl.Store(pl.At("picked", pl.Int(0), "o"), lower.number(code, expression, scope)))
        code.add(pl.Store(pl.Field("count", "o"), pl.Int(1)))
    code.add(pl.Return(pl.Field("count", "o")))


def by_reference(machine: Machine, world: World, expression: ir.Expression, me: int) -> Value | str:
    """What an expression is; nothing stays no members where a set is wanted."""
    world.me = me
    try:
        found = machine.evaluator.reader(expression)(world)
    except (RuleError, TypeError):
        return FAILED
    return () if found is None and isinstance(_plain(expression.type), SetOf) else found


class Reader:
    """A plan of expressions on an engine."""

    def __init__(self, plan: pl.Plan, shape: Shape, engine: str) -> None:
        self.plan = plan
        self.portable = PortableEngine(plan, shape) if engine == "portable" else None
        self.native = Compiled(plan, ("-std=c11", "-O0")) if engine == "native" else None

    def read(self, record: Fields, number: int, expression: ir.Expression) -> Value | str:
        """What an expression is in a state."""
        given = {**record, "pc": number}
        try:
            numbers = self._portable(given) if self.native is None else self._native(given)
        except (Failed, Uncovered):
            return FAILED
        type_ = _plain(expression.type)
        if isinstance(type_, SetOf):
            return tuple(value_of(each, type_.item) for each in numbers)
        return value_of(numbers[0], type_)

    def _portable(self, record: Fields) -> list[int]:
        assert self.portable is not None
        s, o = self.portable.game.holding(record), self.portable.game.options()
        count = self.portable.game.legal(s, o)
        return [int(each) for each in getattr(o, "picked")[:count]]  # noqa: B009  # a field of this plan

    def _native(self, record: Fields) -> list[int]:
        assert self.native is not None
        return [int(str(option.columns["picked"])) for option in self.native.legal(record)]


def _plain(type_: Type) -> Type:
    return type_.of if isinstance(type_, Maybe) else type_
