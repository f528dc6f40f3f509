"""Values into the fields of variables and slots. A value that a variable may not take ends the run."""

from ruleloom.lower import plan as p
from ruleloom.lower.code import FALSE, Code, binary, both, either, negated
from ruleloom.lower.expressions import Expressions
from ruleloom.lower.fields import NotLowered, number_of
from ruleloom.lower.members import as_mask, fill
from ruleloom.lower.scopes import Scope, may_be_none, none_of
from ruleloom.lower.values import Several, is_missing, stored
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.types import Type


class Storing:
    """What stores the values of one game's variables and slots."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.shape = lower.shape
        self.numbering = lower.numbering

    def set_variable(
        self, code: Code, variable: str, key: Expression | None, value: Expression, add: bool, scope: Scope
    ) -> None:
        """Give a variable, or one cell of it, the value of an expression, or add that to it."""
        declared = self.numbering.variables[variable]
        if self.shape.is_sequence(declared.type):
            self._set_sequence(code, declared, key, value, scope)
            return
        if add:
            self.assign(code, declared, key, self.lower.some(code, value, scope), scope, add=True)
        else:
            found = self.lower.number(code, value, scope, declared.type)
            self.assign(code, declared, key, found, scope, self.lower.perhaps.is_none(value))

    def assign(
        self,
        code: Code,
        variable: Variable,
        key: Expression | None,
        value: p.Expr,
        scope: Scope,
        perhaps_none: bool = False,
        add: bool = False,
    ) -> None:
        """Give a variable a value, or add to it."""
        name = self.shape.variables[variable.id]
        value = code.hold(value)
        place: p.Place = p.Field(name)
        if key is not None:
            place = p.At(name, self._cell(code, variable, key, scope))
        if add:
            if may_be_none(variable.type) or variable.id in self.lower.perhaps.variables:
                code.fail_if(binary("==", place, p.Int(none_of(variable.type))))
            value = code.hold(binary("+", place, value))
        code.fail_if(negated(self._allows(variable, value, perhaps_none)))
        code.add(p.Store(place, value))

    def _cell(self, code: Code, variable: Variable, key: Expression, scope: Scope) -> p.Expr:
        keys = [number_of(each, key.type) for each in variable.keys]
        at = code.hold(self.lower.number(code, key, scope))
        cell = binary("-", at, p.Int(keys[0]))
        if keys[0] != 0 or len(keys) != self.shape.numbering.universe(key.type) or self.lower.perhaps.is_none(key):
            cell = code.hold(cell)
            code.fail_if(negated(both(binary(">=", cell, FALSE), binary("<", cell, p.Int(len(keys))))))
        return cell

    def _allows(self, variable: Variable, value: p.Expr, perhaps_none: bool) -> p.Expr:
        """Whether a variable may take a value."""
        if not variable.allowed:
            return p.Int(1)
        numbers = sorted(number_of(each, variable.type) for each in variable.allowed)
        low, high = numbers[0], numbers[-1]
        if isinstance(value, p.Int):
            return p.Int(int(value.value in numbers))
        universe = self.shape.numbering.universe(variable.type)
        if universe and not perhaps_none and set(numbers) >= set(range(universe)):
            return p.Int(1)
        if high - low + 1 == len(numbers):
            return both(binary(">=", value, p.Int(low)), binary("<=", value, p.Int(high)))
        if numbers[0] == none_of(variable.type) and numbers[1:] == list(range(numbers[1], high + 1)):
            some = both(binary(">=", value, p.Int(numbers[1])), binary("<=", value, p.Int(high)))
            return p.Binary("or", binary("==", value, p.Int(low)), some)
        found: p.Expr = FALSE
        for run in _rows_of(numbers):
            found = either(found, both(binary(">=", value, p.Int(run[0])), binary("<=", value, p.Int(run[-1]))))
        return found

    def _set_sequence(
        self, code: Code, variable: Variable, key: Expression | None, value: Expression, scope: Scope
    ) -> None:
        if variable.allowed:
            raise NotLowered("a variable that takes some sets only")
        sequence = self.shape.sequence_of(variable)
        cell = FALSE if key is None else code.hold(self._cell(code, variable, key, scope))
        start = code.hold(binary("*", cell, p.Int(sequence.capacity)))
        several = self.lower.perhaps_several(code, value, scope)
        listed, missing = stored(code, several), code.hold(is_missing(several))
        code.fail_if(binary(">", listed.length, p.Int(sequence.capacity)))
        fill(code, listed, lambda at: p.At(sequence.items, binary("+", start, at)), p.At(sequence.length, cell))
        code.when(missing, lambda then: then.add(p.Store(p.At(sequence.length, cell), p.Int(p.NONE))))

    def assign_slot(self, code: Code, slot: int, value: Expression | None, scope: Scope) -> None:
        """Put a value, or none, into the field of a slot."""
        type_, name = self.shape.machine.program.slots[slot].type, f"f{slot}"
        if slot in self.shape.masks:
            bits = p.Mask(0) if value is None else as_mask(code, self.lower.several(code, value, scope))
            code.add(p.Store(p.Field(name), bits))
        elif self.shape.is_sequence(type_):
            self._fill_slot(code, slot, type_, value, scope)
        else:
            number = p.Int(none_of(type_)) if value is None else self.lower.number(code, value, scope, type_)
            code.add(p.Store(p.Field(name), number))

    def _fill_slot(self, code: Code, slot: int, type_: Type, value: Expression | None, scope: Scope) -> None:
        sequence = self.shape.sequence(slot)
        if value is None:
            code.add(p.Store(p.Field(sequence.length), p.Int(p.NONE)))
            return
        several = self.lower.perhaps_several(code, value, scope)
        missing = code.hold(is_missing(several))
        self.put_sequence(code, slot, stored(code, several))
        code.when(missing, lambda then: then.add(p.Store(p.Field(sequence.length), p.Int(p.NONE))))

    def put_sequence(self, code: Code, slot: int, several: Several) -> None:
        """Put the members of a set into the sequence of a slot; they must not stand there already."""
        sequence = self.shape.sequence(slot)
        if several.bound > sequence.capacity:
            several = stored(code, several)
            code.fail_if(binary(">", several.length, p.Int(sequence.capacity)))
        if sequence.items not in {field.name for field in self.shape.fields}:
            raise NotLowered("a set of sets is kept")
        fill(code, several, lambda at: p.At(sequence.items, at), p.Field(sequence.length))


def _rows_of(numbers: list[int]) -> list[list[int]]:
    """Ascending numbers in rows without a gap."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found
