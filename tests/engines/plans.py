"""Plans written by hand: a game of counters with a roll, and pieces that use every kind of node."""

from ruleloom.lower import plan as flat
from ruleloom.lower.plan import (
    At,
    Binary,
    Bits,
    Block,
    Call,
    Choice,
    Do,
    Draw,
    Entry,
    Expr,
    Fail,
    Field,
    For,
    Function,
    Goto,
    Halt,
    Has,
    If,
    Int,
    Item,
    Let,
    LetArray,
    Mask,
    Name,
    Parameter,
    Plan,
    Return,
    StateField,
    Stop,
    Store,
    Table,
    Unary,
    While,
)  # fmt: skip

WIDE = 1 << 100
NUMBER, MASK = Parameter("x", "int"), Parameter("m", "mask")
FIELDS = (
    StateField("pc", "int", None, 0, 5),
    StateField("ending", "int", None, -1, 1),
    StateField("turns", "int", None, 0, 1 << 30),
    StateField("left", "int", None, 0, 40),
    StateField("taken", "int", 2, 0, 40),
    StateField("seen", "mask", None),
    StateField("sets", "mask", 3),
    StateField("count", "int", None, 0, 3, "o"),
    StateField("alternative", "int", 3, 0, 0, "o"),
    StateField("o1", "int", 3, 1, 3, "o"),
    StateField("returns", "int", 2, -1, 1, "o"),
)
TABLES = (Table("t_steps", "int", (3, -1, 4, 1, 5)), Table("t_masks", "mask", (5, WIDE | 1, 6)))


def field(name: str) -> Field:
    return Field(name)


def made_of(functions: tuple[Function, ...] = (), blocks: dict[int, Block] | None = None) -> Plan:
    """A plan of some functions; those that are not given do nothing."""
    given = {function.name for function in functions}
    option = (Parameter("option", "int"),)
    idle = (
        Function("legal", (), "int", (Return(Int(0)),)), Function("take", option, None, ()),
        Function("absent", (), None, (Fail(),)), Function("chance", (), None, ()), Function("result", (), None, ()),
    )  # fmt: skip
    stops = (Stop(2, "chance"), Stop(3, "decide"), Stop(5, "over"))
    functions += tuple(each for each in idle if each.name not in given)
    return Plan(FIELDS, TABLES, functions, blocks or {}, stops, ("left", "other"), 128, 2, 3)


def counters() -> Plan:
    """A roll says how many counters there are, then two players take 1 to 3 in turn; who takes the last one wins."""
    legal = (
        For("number", Int(1), Int(4), (
            If(Binary(">", Name("number"), field("left")), (Return(Binary("-", Name("number"), Int(1))),)),
            Store(At("o1", Binary("-", Name("number"), Int(1)), "o"), Name("number")),
        )),
        Return(Int(3)),
    )  # fmt: skip
    take = (
        Let("many", "int", At("o1", Name("option"), "o")),
        Store(field("left"), Binary("-", field("left"), Name("many"))),
        Let("seat", "int", Call("seat")),
        Store(At("taken", Name("seat")), Binary("+", At("taken", Name("seat")), Name("many"))),
        Store(field("turns"), Binary("+", field("turns"), Int(1))),
        Store(field("pc"), Int(4)),
    )  # fmt: skip
    chance = (Store(field("left"), Binary("+", Draw(Int(0), Int(20)), Int(10))), Store(field("pc"), Int(3)))
    last = Binary("-", Int(1), Call("seat"))
    result = (
        Store(At("returns", last, "o"), Int(1)),
        Store(At("returns", Call("seat"), "o"), Unary("-", Int(1))),
    )  # fmt: skip
    functions = (
        Function("seat", (), "int", (Return(Binary("mod", field("turns"), Int(2))),)),
        Function("legal", (), "int", legal), Function("take", (Parameter("option", "int"),), None, take),
        Function("chance", (), None, chance), Function("result", (), None, result),
    )  # fmt: skip
    blocks: dict[int, Block] = {
        0: (Goto(1),), 1: (Store(field("ending"), Unary("-", Int(1))), Goto(2)), 2: (Halt(2),), 3: (Halt(3),),
        4: (If(Binary("==", field("left"), Int(0)), (Store(field("ending"), Int(0)), Goto(5))), Goto(3)), 5: (Halt(5),),
    }  # fmt: skip
    return made_of(functions, blocks)


def pieces() -> tuple[Function, ...]:
    """Functions of a number and a mask, which together use every kind of node; each returns a number or a mask."""
    x, m, found = Name("x"), Name("m"), Name("found")

    def adding(value: Expr) -> Store:
        return Store(found, Binary("+", found, value))

    start = Let("found", "int", Int(0))
    bodies: dict[str, Block] = {
        "p_bits": (start, Bits("one", m, (
            If(Binary("==", Name("one"), x), (flat.Continue(),)),
            Bits("other", Binary("&", m, Unary("below", Name("one"))), (adding(Name("other")),)),
            If(Binary(">", found, Int(500)), (flat.Break(),), (If(Has(m, x), (adding(Int(2)),), (adding(Int(1)),)),)),
        )), Return(found)),
        "p_constant": (start, Bits("one", Mask(WIDE | 13), (adding(Name("one")),)), Bits("one", Mask(14), (
            adding(Binary("*", Name("one"), x)),
        )), Bits("one", Mask(0), (adding(x),)), Return(found)),
        "p_while": (start, Let("low", "mask", m), While(Binary("!=", Name("low"), Mask(0)), (
            adding(Unary("lowest", Binary("|", Name("low"), Mask(WIDE)))),
            Store(Name("low"), Binary("without", Name("low"), Unary("bit", Unary("lowest", Name("low"))))),
        )), Return(found)),
        "p_arrays": (start, LetArray("kept", "int", 4), For("in", Int(0), Int(4), (
            Store(Item("kept", Name("in")), Binary("*", Name("in"), x)),
            adding(Binary("div", Item("kept", Name("in")), Int(3))),
            adding(Binary("mod", Binary("-", x, Item("kept", Name("in"))), Int(-4))),
        )), Return(found)),
        "p_fields": (
            Store(At("sets", Int(1)), Binary("|", At("sets", Int(0)), m)), Store(field("seen"), At("sets", Int(1))),
            Do(Call("p_see", (x,))), Return(Choice(Has(field("seen"), x), field("seen"), At("sets", Int(2)))),
        ),
        "p_see": (
            Store(field("seen"), Binary("without", field("seen"), Mask(6))), Store(At("sets", Int(2)), Unary("bit", x)),
        ),
        "p_tables": (Return(Binary("&", Entry("t_masks", Binary("mod", x, Int(3))),
                                   Choice(Binary("<", Entry("t_steps", Binary("mod", x, Int(5))), Int(3)), m,
                                          Mask(WIDE)))),),
        "p_truths": (
            Return(Binary("+", Binary("and", x, m), Binary("or", Unary("not", x), Binary("!=", m, Mask(0))))),
        ),
        "p_drawn": (
            start, For("n", Int(1), Int(6), (adding(Draw(Binary("mod", x, Int(2)), Name("n"))),)), Return(found),
        ),
        "p_fails": (If(Binary("==", x, Int(3)), (Fail(),)), Return(Binary("-", Int(1), Binary("-", x, Int(2))))),
    }  # fmt: skip
    parameters = {"p_see": (NUMBER,)}
    return tuple(
        Function(name, parameters.get(name, (NUMBER, MASK)), None if name == "p_see" else "int", body)
        for name, body in bodies.items()
    )
