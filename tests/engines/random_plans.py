"""Plans with random functions in them, which use every expression and statement there is."""

from random import Random

from ruleloom.lower import plan as pl
from tests.engines.small_plans import OPTIONS, STATE

RANDOM_PLANS = tuple(range(12))
_COUNTING: tuple[pl.BinarySign, ...] = ("+", "-", "*")
_DIVIDING: tuple[pl.BinarySign, ...] = ("div", "mod")
_JOINING: tuple[pl.BinarySign, ...] = ("&", "|", "without")
_ENDS: tuple[pl.UnarySign, ...] = ("lowest", "highest")
_COMPARISONS: tuple[pl.BinarySign, ...] = ("==", "!=", "<", "<=", ">", ">=")
_FIELDS = (
    pl.StateField("v0", "int", 8, -(1 << 40), 1 << 40),
    pl.StateField("v1", "int", None, -(1 << 62), 1 << 62),
    pl.StateField("v2", "mask", 3),
    pl.StateField("v3", "mask", None),
    pl.StateField("v4", "int", 8, 0, 7),
)


class _Maker:
    """Makes expressions of a kind that fail in no other way than by a division by 0."""

    def __init__(self, random: Random, bits: int) -> None:
        self.random = random
        self.bits = bits
        self.numbers: list[str] = []
        self.masks: list[str] = []
        self.functions: list[pl.Function] = []
        self.names = 0

    def fresh(self, kind: pl.Kind) -> str:
        self.names += 1
        name = f"{'n' if kind == 'int' else 'm'}{self.names}"
        (self.numbers if kind == "int" else self.masks).append(name)
        return name

    def small(self, depth: int, bound: int) -> pl.Expr:
        """A number from 0 to bound - 1."""
        if depth == 0 or self.random.random() < 0.3:
            return pl.Int(self.random.randrange(bound))
        return pl.Binary("mod", self.number(depth - 1), pl.Int(bound))

    def truth(self, depth: int) -> pl.Expr:
        if depth == 0:
            return pl.Int(self.random.randrange(2))
        match self.random.randrange(6):
            case 0:
                return pl.Binary(
                    self.random.choice(("and", "or")), self.truth(depth - 1), self.truth(depth - 1)
                )  # fmt: skip
            case 1:
                return pl.Unary("not", self.truth(depth - 1))
            case 2:
                return pl.Has(self.mask(depth - 1), self.small(depth - 1, self.bits))
            case 3:
                return pl.Binary(self.random.choice(("==", "!=")), self.mask(depth - 1), self.mask(depth - 1))
            case _:
                return pl.Binary(self.random.choice(_COMPARISONS), self.number(depth - 1), self.number(depth - 1))

    def number(self, depth: int) -> pl.Expr:
        """A number that stays small enough to be counted with."""
        if depth == 0:
            return self._plain_number()
        match self.random.randrange(13):
            case 0 | 1:
                wide = pl.Binary(self.random.choice(_COUNTING), self.number(depth - 1), self.number(depth - 1))
                if self.random.random() < 0.4:
                    wide = pl.Binary(self.random.choice(_DIVIDING), self.number(depth - 1), self.divisor())
                return pl.Binary("mod", wide, pl.Int(self.random.choice((1000, -999, 1 << 20))))
            case 2:
                return pl.Unary("-", self.number(depth - 1))
            case 3:
                return pl.Unary("count", self.mask(depth - 1))
            case 4:
                sign: pl.UnarySign = self.random.choice(_ENDS)
                full = pl.Binary("|", self.mask(depth - 1), pl.Mask(1 << self.random.randrange(self.bits)))
                return pl.Unary(sign, full)
            case 5:
                return pl.Choice(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1))
            case 6:
                return pl.Draw(pl.Int(0), pl.Binary("+", self.small(depth - 1, 50), pl.Int(1)))
            case 7:
                return pl.At(self.random.choice(("v0", "v4")), self.small(depth - 1, 8))
            case 8:
                return pl.Entry("numbers", self.small(depth - 1, 5))
            case 9 | 10:
                return self._call("int", depth)
            case _:
                return self.truth(depth)

    def divisor(self) -> pl.Expr:
        return self.number(1) if self.random.random() < 0.02 else pl.Int(self.random.choice((1, -1, 3, -8, 12)))

    def _plain_number(self) -> pl.Expr:
        if self.numbers and self.random.random() < 0.6:
            return pl.Name(self.random.choice(self.numbers))
        return pl.Int(self.random.choice((0, 1, -1, 7, 300, -40_000, 1 << 19)))

    def mask(self, depth: int) -> pl.Expr:
        if depth == 0:
            if self.masks and self.random.random() < 0.6:
                return pl.Name(self.random.choice(self.masks))
            return self.random.choice((pl.Field("v3"), pl.Mask(self.random.getrandbits(self.bits))))
        match self.random.randrange(8):
            case 0 | 1:
                return pl.Binary(self.random.choice(_JOINING), self.mask(depth - 1), self.mask(depth - 1))
            case 2:
                return pl.Unary("bit", self.small(depth - 1, self.bits))
            case 3:
                return pl.Unary("below", self.small(depth - 1, self.bits + 1))
            case 4:
                return pl.Choice(self.truth(depth - 1), self.mask(depth - 1), self.mask(depth - 1))
            case 5:
                return pl.At("v2", self.small(depth - 1, 3))
            case 6:
                return pl.Entry("masks", self.small(depth - 1, 4))
            case _:
                return self._call("mask", depth)

    def _call(self, kind: pl.Kind, depth: int) -> pl.Expr:
        known = [each for each in self.functions if each.result == kind]
        if not known:
            return self.number(0) if kind == "int" else self.mask(0)
        function = self.random.choice(known)
        arguments = [
            self.number(depth - 1) if each.kind == "int" else self.mask(depth - 1) for each in function.parameters
        ]
        return pl.Call(function.name, tuple(arguments))

    def block(self, depth: int, loop: bool = False) -> pl.Block:
        seen = list(self.numbers), list(self.masks)
        found = tuple(self.statement(depth, loop) for _ in range(self.random.randrange(1, 5)))
        self.numbers, self.masks = seen
        return found

    def statement(self, depth: int, loop: bool) -> pl.Stmt:
        match self.random.randrange(12 if depth else 7):
            case 0:
                value = self.number(2)
                return pl.Let(self.fresh("int"), "int", value)
            case 1:
                mask = self.mask(2)
                return pl.Let(self.fresh("mask"), "mask", mask)
            case 2:
                return pl.Store(pl.At("v0", self.small(2, 8)), self.number(3))
            case 3:
                return pl.Store(pl.At("v2", self.small(1, 3)), self.mask(3))
            case 4:
                return pl.Store(pl.Field("v3"), self.mask(3))
            case 5:
                return pl.Store(pl.At("v4", self.small(1, 8)), self.small(3, 8))
            case 6:
                return pl.If(self.truth(2), (self.random.choice((pl.Break(), pl.Continue())),)) if loop else pl.Store(
                    pl.Field("v1"), self.number(2))  # fmt: skip
            case 7 | 8:
                return pl.If(self.truth(3), self.block(depth - 1, loop), self.block(depth - 1, loop))
            case 9:
                mask = self.mask(2)
                return self._loop("bits", (mask,), depth)
            case 10:
                return self._loop("for", (self.small(1, 3), self.small(2, 6)), depth)
            case _:
                return self._while(depth)

    def _loop(self, kind: str, over: tuple[pl.Expr, ...], depth: int) -> pl.Stmt:
        self.names += 1
        name = f"i{self.names}"
        self.numbers.append(name)
        body = self.block(depth - 1, loop=True)
        self.numbers.remove(name)
        return pl.Bits(name, over[0], body) if kind == "bits" else pl.For(name, over[0], over[1], body)

    def _while(self, depth: int) -> pl.Stmt:
        self.names += 1
        array = f"a{self.names}"
        at = pl.Item(array, pl.Int(1))
        count = pl.Store(at, pl.Binary("+", at, pl.Int(1)))
        rounds = pl.Binary("<", at, self.small(1, 4))
        body = (count, *self.block(depth - 1, loop=True))
        return pl.If(pl.Int(1), (pl.LetArray(array, "int", 3), pl.While(rounds, body)))


def random_plan(random: Random) -> pl.Plan:
    """A plan whose function `chance` calls others, which store, draw and loop."""
    maker = _Maker(random, bits := random.choice((7, 64, 65, 128)))
    for number in range(8):
        maker.numbers, maker.masks = ["p1"], ["p2"]
        kind: pl.Kind = "int" if number % 2 else "mask"
        body = tuple(maker.statement(2, False) for _ in range(random.randrange(4)))
        result = maker.number(4) if kind == "int" else maker.mask(4)
        parameters = (pl.Parameter("p1", "int"), pl.Parameter("p2", "mask"))
        maker.functions.append(pl.Function(f"g{number}", parameters, kind, (*body, pl.Return(result))))
    maker.numbers, maker.masks = [], []
    go_on = pl.Store(pl.Field("pc"), pl.Int(6))
    functions = (
        *maker.functions,
        pl.Function("legal", (), "int", (pl.Return(pl.Int(0)),)),
        pl.Function("take", (pl.Parameter("option", "int"),), None, ()),
        pl.Function("absent", (), None, (pl.Fail(),)),
        pl.Function("chance", (), None, (*(maker.statement(3, False) for _ in range(12)), go_on)),
        pl.Function("result", (), None, ()),
    )
    tables = (
        pl.Table("numbers", "int", (1, -5, 300, 70_000, 0)),
        pl.Table("masks", "mask", (0, 1, (1 << bits) - 1, random.getrandbits(bits))),
    )
    stops = (pl.Stop(0, "chance"), pl.Stop(6, "over"))
    return pl.Plan((*STATE, *_FIELDS, *OPTIONS), tables, functions, {}, stops, ("a",), bits, 2, 64)
