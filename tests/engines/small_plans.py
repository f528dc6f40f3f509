"""Small plans written by hand."""

from ruleloom.lower.plan import (
    NONE,
    At,
    Binary,
    Block,
    Call,
    Choice,
    Draw,
    Entry,
    Expr,
    Fail,
    Field,
    For,
    Function,
    Goto,
    Halt,
    If,
    Int,
    Let,
    Name,
    Parameter,
    Plan,
    Return,
    StateField,
    Stop,
    Store,
    Table,
)
from ruleloom.lower.shape import Record

HEAPS, MOST = 3, 7

STATE = (
    StateField("pc", "int", None, 0, 10),
    StateField("ending", "int", None, NONE, 1),
    StateField("ended_by", "int", None, NONE, 2),
    StateField("turns", "int", None, 0, 1 << 30),
    StateField("decided", "int", None, 0, 1),
    StateField("fuel", "int", None, 0, 1 << 30),
    StateField("gone", "mask", None),
)
OPTIONS = (
    StateField("count", "int", None, 0, 64, "o"),
    StateField("alternative", "int", 64, 0, 5, "o"),
    StateField("picked", "int", 64, NONE, 64, "o"),
    StateField("returns", "int", 2, -100, 100, "o"),
)


def state(name: str) -> Field:
    return Field(name)


def option(name: str) -> Field:
    return Field(name, "o")


def let(name: str, value: Expr) -> Let:
    return Let(name, "int", value)


def plus(left: Expr, right: int) -> Binary:
    return Binary("+", left, Int(right))


def nim(streams: tuple[str, ...] = ("heaps",), mask_bits: int = 8, loop: bool = False) -> Plan:
    """Three heaps, whose sizes are rolled; whoever takes the last stone wins; nobody may take more than three.

    A player may only take from a heap with more than three stones an odd number; heap 0 grows by a roll in a circle of
    blocks if `loop`, for ever.
    """
    heap = At("v0", Name("heap"))
    legal: Block = (
        Store(option("count"), Int(0)),
        For("heap", Int(0), Int(HEAPS), (
            For("stones", Int(1), plus(Call("least", (heap, Int(3))), 1), (
                let("at", option("count")),
                Store(At("alternative", Name("at"), "o"), Int(0)),
                Store(At("o1", Name("at"), "o"), Name("heap")),
                Store(At("o2", Name("at"), "o"), Name("stones")),
                Store(option("count"), plus(Name("at"), 1)),
            )),
        )),
        Return(option("count")),
    )  # fmt: skip
    functions = (
        Function("legal", (), "int", legal),
        Function("take", (Parameter("option", "int"),), None, (
            Store(state("f1"), At("o1", Name("option"), "o")),
            Store(state("f2"), At("o2", Name("option"), "o")),
            Store(state("pc"), Int(3)),
        )),
        Function("absent", (), None, (Fail(),)),
        Function("chance", (), None, (
            For("heap", Int(0), Int(HEAPS), (Store(heap, Entry("sizes", Draw(Int(0), Int(MOST)))),)),
            Store(state("pc"), Int(1)),
        )),
        Function("result", (), None, (
            For("seat", Int(0), Int(2), (
                Store(At("returns", Name("seat"), "o"),
                      Choice(Binary("==", Name("seat"), state("ended_by")), Int(1), Int(-1))),)),
        )),
        Function("least", (Parameter("a", "int"), Parameter("b", "int")), "int", (
            Return(Choice(Binary("<", Name("a"), Name("b")), Name("a"), Name("b"))),)),
        Function("sum", (), "int", (
            let("total", Int(0)),
            For("heap", Int(0), Int(HEAPS), (Store(Name("total"), Binary("+", Name("total"), heap)),)),
            Return(Name("total")),
        )),
    )  # fmt: skip
    blocks: dict[int, Block] = {
        0: (Halt(5),),
        1: (Goto(1) if loop else Halt(2),),
        3: (
            Store(At("v0", state("f1")), Binary("-", At("v0", state("f1")), state("f2"))),
            Store(state("turns"), plus(state("turns"), 1)),
            If(Binary("==", Call("sum"), Int(0)), (
                Store(state("ending"), Int(0)), Store(state("ended_by"), state("f0")), Halt(6))),
            Store(state("f0"), Binary("mod", plus(state("f0"), 1), Int(2))),
            Goto(1),
        ),
    }  # fmt: skip
    fields = (
        *STATE, StateField("v0", "int", HEAPS, 0, 300), StateField("f0", "int", None, NONE, 2),
        StateField("f1", "int", None, NONE, HEAPS), StateField("f2", "int", None, NONE, 3),
        *OPTIONS, StateField("o1", "int", 64, NONE, HEAPS, "o"), StateField("o2", "int", 64, NONE, 3, "o"),
    )  # fmt: skip
    stops = (Stop(2, "decide"), Stop(5, "chance"), Stop(6, "over"))
    tables = (Table("sizes", "int", tuple(range(3, 3 + MOST))),)
    return Plan(fields, tables, functions, blocks, stops, streams, mask_bits, 2, 64)


def blank(plan: Plan, which: str = "s") -> Record:
    """A record with nothing in it."""
    return {each.name: 0 if each.size is None else [0] * each.size for each in plan.fields if each.record == which}
