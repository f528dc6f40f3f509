"""Masks that are kept up to date: what is stored anywhere is noted in the masks that depend on it.

They are found while a game is lowered. At the end every store to a field that a fact depends on is followed by a note,
and `prepare` works all facts out from a state that comes from elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ruleloom.lower import plan as p
from ruleloom.lower.code import EMPTY, FALSE, Code, binary, bit
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.scopes import Scope
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.traverse import inside


@dataclass(frozen=True, slots=True)
class VariableFact:
    """For each value of a variable, counted from `low`, the mask of the keys that have it."""

    name: str
    field: str
    keys: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PlaceFact:
    """The places whose card passes a test, which reads a slot for the place."""

    name: str
    test: Expression
    slot: int


ANY = ""  # any field at all


def _read(function: p.Function) -> frozenset[str]:
    """The arrays of the state that a function reads, itself or perhaps through others."""
    nodes = tuple(inside(function.body))
    fields = frozenset(node.name for node in nodes if isinstance(node, p.At))
    return fields | {ANY} if any(isinstance(node, p.Call) for node in nodes) else fields


class Facts:
    """The facts of one game while it is lowered."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self._variables: dict[str, VariableFact] = {}
        self._places: list[PlaceFact] = []
        self._reads: dict[str, frozenset[str]] = {}

    def of_variable(self, field: str, keys: int, low: int, high: int) -> str:
        """The field of the masks of a variable, an array by value."""
        if field not in self._variables:
            self._variables[field] = VariableFact(f"{field}is", field, keys, low, high)
        return self._variables[field].name

    def of_places(self, test: Expression, slot: int) -> str:
        """The field of the mask of the places whose card passes a test."""
        for fact in self._places:
            if fact.test == test:
                return fact.name
        self._places.append(PlaceFact(f"places{len(self._places)}", test, slot))
        return self._places[-1].name

    @property
    def fields(self) -> list[p.StateField]:
        """The fields of all facts."""
        found = [p.StateField(fact.name, "mask", fact.high - fact.low + 1) for fact in self._variables.values()]
        return [*found, *(p.StateField(fact.name, "mask", None) for fact in self._places)]

    def functions(self) -> list[p.Function]:
        """What notes a change of a variable (`set`) or of a place (`note`), and `prepare`."""
        found = [self._set(fact) for fact in self._variables.values()]
        notes = [self._note(fact) for fact in self._places]
        self._reads = {note.name: _read(note) for note in notes}
        found += notes
        return [*found, self._prepare()]

    def noted(self, statements: p.Block) -> p.Block:
        """Statements with every store that a fact depends on noted."""
        return tuple(each for statement in statements for each in self._noted(statement))

    def _noted(self, statement: p.Stmt) -> p.Block:
        match statement:
            case p.Store(p.At(name, index, "s"), value) if name in self._variables:
                return (p.Do(p.Call(f"set_{name}", (index, value))),)
            case p.Store(p.At("board", index, "s")) if self._places:
                return (statement, *(p.Do(p.Call(f"note_{fact.name}", (index,))) for fact in self._places))
            case p.Store(p.At(name, card, "s")) if name.startswith("shown") and self._places:
                return (statement, *self._note_card(name, card))
            case p.If(_, then, otherwise):
                return (replace(statement, then=self.noted(then), otherwise=self.noted(otherwise)),)
            case p.While(_, body) | p.For(_, _, _, body) | p.Bits(_, _, body):
                return (replace(statement, body=self.noted(body)),)
            case _:
                return (statement,)

    def _note_card(self, field: str, card: p.Expr) -> p.Block:
        """A card that changes what it shows may lie on a place."""
        board = self.lower.game.board
        if board is None or board.holds is None:
            return ()
        component = self.lower.component(board.holds)
        if field not in {f"shown{number}" for number in self.lower.numbering.attributes_of(board.holds)}:
            return ()
        where, zones = p.At(f"where{component}", card), p.Int(len(self.lower.numbering.zones))
        place = binary("-", where, zones)
        names = [f"note_{fact.name}" for fact in self._places]
        notes = tuple(p.Do(p.Call(name, (place,))) for name in names if self._reads[name] & {field, ANY})
        if not notes:
            return ()
        on_board = binary("==", p.At("board", place), card)
        return (p.If(binary(">=", where, zones), (p.If(on_board, notes),)),)

    def _set(self, fact: VariableFact) -> p.Function:
        code, key, value = Code(), p.Name("key"), p.Name("value")
        old = p.At(fact.name, binary("-", p.At(fact.field, key), p.Int(fact.low)))
        new = p.At(fact.name, binary("-", value, p.Int(fact.low)))
        code.add(
            p.Store(old, binary("without", old, bit(key))),
            p.Store(p.At(fact.field, key), value),
            p.Store(new, binary("|", new, bit(key))),
        )
        parameters = (p.Parameter("key", "int"), p.Parameter("value", "int"))
        return p.Function(f"set_{fact.field}", parameters, None, code.block)

    def _note(self, fact: PlaceFact) -> p.Function:
        code, place = self.lower.code.inner(), p.Name("place")
        holds = self.lower.truth(code, fact.test, Scope(p.Int(p.NONE), {fact.slot: place}))
        mask = p.Field(fact.name)
        code.when(
            holds,
            lambda then: then.add(p.Store(mask, binary("|", mask, bit(place)))),
            lambda other: other.add(p.Store(mask, binary("without", mask, bit(place)))),
        )
        return p.Function(f"note_{fact.name}", (p.Parameter("place", "int"),), None, code.block)

    def _prepare(self) -> p.Function:
        code = self.lower.code.inner()
        for fact in self._variables.values():
            self._prepare_variable(code, fact)
        for places in self._places:
            code.add(p.Store(p.Field(places.name), EMPTY))
            note: Callable[[Code, p.Expr], None] = lambda inner, at, name=places.name: inner.add(  # type: ignore[misc]  # noqa: E731
                p.Do(p.Call(f"note_{name}", (at,)))
            )
            code.each_number(FALSE, p.Int(self.lower.shape.places), note)
        return p.Function("prepare", (), None, code.block)

    def _prepare_variable(self, code: Code, fact: VariableFact) -> None:
        count = p.Int(fact.high - fact.low + 1)
        code.each_number(FALSE, count, lambda inner, at: inner.add(p.Store(p.At(fact.name, at), EMPTY)))

        def add(inner: Code, key: p.Expr) -> None:
            mask = p.At(fact.name, binary("-", p.At(fact.field, key), p.Int(fact.low)))
            inner.add(p.Store(mask, binary("|", mask, bit(key))))

        code.each_number(FALSE, p.Int(fact.keys), add)
