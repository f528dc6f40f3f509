"""One text's syntax tree to a typed expression: every name found, every type checked, every constant folded."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast
from ruleloom_dsl.builtins import (
    BUILTINS,
    PLACE,
    AnyCard,
    AnyRelation,
    AnySeats,
    AnySet,
    AnyZone,
    AnyZones,
    Builtin,
    SomePlaces,
)
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.expressions import Const, Expression
from ruleloom_dsl.ir.operations import LARGEST
from ruleloom_dsl.ir.types import Card, Maybe, Nothing, Number, Player, SetOf, Truth, TupleOf, Type, Word, Zone, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.compatibility import describe, fits, item_of, join, maybe
from ruleloom_dsl.resolve.domains import LARGEST_RANGE, Unresolved
from ruleloom_dsl.resolve.dots import behind_the_dot, dotted, named
from ruleloom_dsl.resolve.folding import FALSE, TRUE, fold
from ruleloom_dsl.resolve.names import Local, Scope
from ruleloom_dsl.resolve.relations import find_relation

if TYPE_CHECKING:
    from ruleloom_dsl.resolve.expressions import Expressions

NUMBER, TRUTH = Number(), Truth()


@dataclass(frozen=True, slots=True)
class Resolving:
    """The resolution of one text."""

    expressions: "Expressions"
    text: Scalar

    def fail(self, node: ast.Node, code: Code, message: str, help: str | None = None) -> NoReturn:
        """Report what is wrong with a part of the text and give it up."""
        self.expressions.report.error(code, message, self.text.locate(node.start, node.end), help=help)
        raise Unresolved

    def wanted(self, node: Ast, scope: Scope, want: Type | None) -> Expression:
        """The expression of a node, which must be of the wanted type; a zone stands for its cards where a set is."""
        expression = self.typed(node, scope, want)
        if want is None or fits(expression.type, want):
            return self.as_cards(expression) if isinstance(want, SetOf) else expression
        return self.fail(
            node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; {describe(want)} is needed here"
        )

    def as_cards(self, expression: Expression, *, of_all: bool = False) -> Expression:
        """A zone read as the set of its cards; with `of_all`, several zones as the cards of all."""
        match expression.type:
            case SetOf(Zone(component)) if of_all:
                pass
            case Zone(component) | Maybe(Zone(component)):
                pass
            case _:
                return expression
        if isinstance(expression, ir.ZoneAt):
            return ir.Cards(expression.zone, expression.key, SetOf(Card(component)))
        return ir.CallBuiltin("cards", (expression,), SetOf(Card(component)))

    def typed(self, node: Ast, scope: Scope, want: Type | None = None) -> Expression:
        """The expression of a node; `want` decides what an ambiguous word means."""
        match node:
            case ast.Whole(value):
                return Const(value, NUMBER)
            case ast.Name():
                return named(self, node, scope, want)
            case ast.Dot():
                return dotted(self, node, scope)
            case ast.Call():
                return self._call(node, scope)
            case ast.Operation("and" | "or" as sign, left, right):
                sides = self.wanted(left, scope, TRUTH), self.wanted(right, scope, TRUTH)
                return fold(ir.Logic(sign, *sides, TRUTH))
            case ast.Operation("in" | "not in"):
                return self._membership(node, scope)
            case ast.Operation("==" | "!=" | "<" | "<=" | ">" | ">="):
                return self._comparison(node, scope)
            case ast.Operation():
                return self._arithmetic(node, scope, want)
            case ast.Negation(of):
                return fold(ir.Not(self.wanted(of, scope, TRUTH), TRUTH))
            case ast.Minus(of):
                return fold(ir.Arithmetic("-", Const(0, NUMBER), self.wanted(of, scope, NUMBER), NUMBER))
            case ast.IfElse():
                return self._conditional(node, scope, want)
            case ast.Quantification():
                return self._quantified(node, scope, want)
            case ast.Interval():
                return self._interval(node, scope)
            case ast.Listing(items):
                return self._listing(items, scope, want)
            case ast.Tupling(items):
                parts = tuple(self.typed(item, scope) for item in items)
                return fold(ir.Several(parts, TupleOf(tuple(part.type for part in parts))))

    def _interval(self, node: ast.Interval, scope: Scope) -> Expression:
        low, high = self.wanted(node.low, scope, NUMBER), self.wanted(node.high, scope, NUMBER)
        match low, high:
            case Const(int(first)), Const(int(final)) if final - first >= LARGEST_RANGE:
                self.fail(node, Code.WRONG_VALUE, f"a range has at most {LARGEST_RANGE:,} members")
        return fold(ir.Range(low, high, SetOf(NUMBER)))

    def set_of_anything(self, node: Ast, scope: Scope, want: Type | None = None) -> tuple[Expression, Type]:
        """A set and the type of its members; a walk counts as the places it enters only where it says so."""
        expression = self.typed(node, scope, want)
        item = item_of(expression.type)
        if item is None:
            self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; a set is needed here")
        return self.as_cards(expression), item

    def _call(self, node: ast.Call, scope: Scope) -> Expression:
        names = self.expressions.names
        if node.name in names.terms:
            return self.call_term(node, scope)
        if node.name in names.orders:
            return self._call_order(node, scope)
        if node.name in BUILTINS:
            return self._call_builtin(node, node.name, BUILTINS[node.name], node.arguments, scope)
        known = (*names.terms, *names.orders, *BUILTINS)
        at = replace(node, end=node.start + len(node.name))
        return self.fail(
            at, Code.UNKNOWN_NAME, f'no term or built-in is called "{node.name}"', suggest(node.name, known)
        )

    def call_term(self, node: ast.Call | ast.Name, scope: Scope) -> Expression:
        """A term applied to its arguments; without arguments the name alone will do."""
        name, arguments = (node.text, ()) if isinstance(node, ast.Name) else (node.name, node.arguments)
        term = self.expressions.term(name)
        self.expressions.read.add(name)
        if name in self.expressions.reads_me:
            self.check_me(node, scope, f'the term "{name}" reads "me"')
        types = [self.expressions.names.slots[slot].type for slot in term.slots]
        self.check_count(node, name, len(arguments), len(types))
        resolved = tuple(self.wanted(argument, scope, type) for argument, type in zip(arguments, types, strict=True))
        if isinstance(term.body, Const):
            return term.body
        return ir.CallTerm(name, resolved, term.type)

    def _call_builtin(
        self, node: ast.Node, name: str, builtin: Builtin, arguments: tuple[Ast, ...], scope: Scope
    ) -> Expression:
        """A built-in applied to its arguments."""
        self.check_count(node, name, len(arguments), len(builtin.parameters))
        resolved = []
        for argument, parameter in zip(arguments, builtin.parameters, strict=True):
            match parameter:
                case AnySet():
                    resolved.append(self._one_set(argument, name, scope))
                case AnyZone():
                    resolved.append(self.zone(argument, scope))
                case SomePlaces():
                    resolved.append(self._places(argument, scope))
                case AnyRelation():
                    resolved.append(self._relation(argument, scope))
                case AnyZones():
                    resolved.append(self._cards_of(argument, scope))
                case AnySeats():
                    resolved.append(self._seats(argument, scope))
                case AnyCard():
                    resolved += self._card(argument, scope)
                case _:
                    resolved.append(self.wanted(argument, scope, parameter))
        if name == "cards":
            return resolved[0]
        result = builtin.result(tuple(argument.type for argument in resolved))
        return fold(ir.CallBuiltin(name, tuple(resolved), result))

    def _places(self, node: Ast, scope: Scope) -> Expression:
        """One place or a set of places."""
        found = self.typed(node, scope, PLACE)
        if not fits(found.type, PLACE) and not fits(found.type, SetOf(PLACE)):
            self.fail(
                node, Code.TYPE_MISMATCH, f"this is {describe(found.type)}; a place or a set of places is needed here"
            )
        return found

    def _relation(self, node: Ast, scope: Scope) -> Expression:
        """A term that says where a step from a place may lead, by its name."""
        name = node.text if isinstance(node, ast.Name) else ""
        relation = find_relation(self.expressions, name, lambda *said: self.fail(node, *said))
        if name in self.expressions.reads_me:
            self.check_me(node, scope, f'the term "{name}" reads "me"')
        return relation

    def _call_order(self, node: ast.Call, scope: Scope) -> Expression:
        """The position of a word in an order."""
        order = self.expressions.names.orders[node.name]
        self.expressions.read.add(node.name)
        self.check_count(node, node.name, len(node.arguments), 1)
        word = self.wanted(node.arguments[0], scope, Word(order.words))
        if isinstance(word, Const) and isinstance(word.value, int):
            position = order.positions[word.value]
            return Const(position, NUMBER if position is not None else Nothing())
        optional = None in order.positions or isinstance(word.type, Maybe)
        return ir.PositionIn(order.id, word, Maybe(NUMBER) if optional else NUMBER)

    def _one_set(self, node: Ast, name: str, scope: Scope) -> Expression:
        """One set; where the cards of one zone may be meant, a family of zones is refused."""
        found = self.set_of_anything(node, scope)[0]
        if name in ("count", "empty", "distinct") and isinstance(found, ir.ZoneAt):
            help = f"say whose, with a dot before it, or write cards({found.zone}) for the cards of all"
            self.fail(node, Code.TYPE_MISMATCH, f'there are several "{found.zone}", and this asks for one', help)
        return found

    def _cards_of(self, node: Ast, scope: Scope) -> Expression:
        """The cards of a zone, or of several, one after the other."""
        found = self.as_cards(self.typed(node, scope), of_all=True)
        if not isinstance(certain(item_of(found.type) or found.type), Card):
            self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(found.type)}; a zone or zones are needed here")
        return found

    def _seats(self, node: Ast, scope: Scope) -> Expression:
        """A set of players, or a family of zones of which each player has one."""
        found = self.typed(node, scope)
        if isinstance(found, ir.ZoneAt) and found.key is None:
            if self.expressions.names.zones[found.zone].per == Player():
                return found
        elif found.type == SetOf(Player()):
            return found
        message = f"this is {describe(found.type)}; players, or zones of which everyone has one, are needed here"
        return self.fail(node, Code.TYPE_MISMATCH, message)

    def _card(self, node: Ast, scope: Scope) -> tuple[Expression, Expression]:
        """The zone that a card lies in, and the card."""
        card = self.typed(node, scope)
        match certain(card.type):
            case Card(component):
                return ir.ZoneOf(card, Maybe(Zone(component))), card
            case _:
                return self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(card.type)}; a card is needed here")

    def zone(self, node: Ast, scope: Scope) -> Expression:
        """One zone."""
        expression = self.typed(node, scope)
        if not isinstance(certain(expression.type), Zone):
            self.fail(node, Code.TYPE_MISMATCH, f"this is {describe(expression.type)}; one zone is needed here")
        return expression

    def check_count(self, node: ast.Node, name: str, given: int, needed: int) -> None:
        """A call has as many arguments as there are parameters."""
        if given != needed:
            self.fail(node, Code.ARGUMENT_COUNT, f'"{name}" takes {_values(needed)} and is given {given}')

    def check_me(self, node: ast.Node, scope: Scope, reason: str) -> None:
        """`me` must be somebody here."""
        self.expressions.note_me()
        if not scope.me:
            self.fail(node, Code.NO_DECIDER, f"{reason}, and it is nobody's turn here", "use each, or turns")

    def constant(self, name: str) -> Const | None:
        """The value of an option."""
        self.expressions.read.add(name)
        return self.expressions.names.constants.get(name)

    def memory(self, node: ast.Dot, move: str, scope: Scope) -> Expression:
        """A value of a move made earlier in the same turn, or none (F23)."""
        values = self.expressions.values_of(move)
        if node.name not in values or values[node.name].witness:
            known = [name for name, local in values.items() if not local.witness]
            message = f'"{move}" decides no "{node.name}"'
            self.fail(behind_the_dot(node), Code.UNKNOWN_NAME, message, suggest(node.name, known))
        if scope.turn is None:
            self.fail(node, Code.MISPLACED, "only the rest of a turn remembers what was decided")
        key = move, node.name
        if key not in self.expressions.memory:
            type = maybe(values[node.name].type)
            slot = self.expressions.names.new_slot(f"{move}.{node.name}", type, memory=True)
            self.expressions.memory[key] = Local(slot, type)
        return ir.Local(self.expressions.memory[key].slot, self.expressions.memory[key].type)

    def _comparison(self, node: ast.Operation, scope: Scope) -> Expression:
        left, right = self._pair(node.left, node.right, scope)
        ordered = node.sign not in ("==", "!=")
        if join(left.type, right.type) is None or (ordered and not is_ordered(left.type)):
            message = f'"{node.sign}" compares {describe(left.type)} with {describe(right.type)}'
            self.fail(node, Code.TYPE_MISMATCH, message)
        return fold(ir.Comparison(node.sign, left, right, TRUTH))  # type: ignore[arg-type]  # a sign of comparison

    def _pair(self, left: Ast, right: Ast, scope: Scope) -> tuple[Expression, Expression]:
        """Two operands; a bare word on one side means a word of the other side's list."""
        if self._is_bare_word(left, scope) and not self._is_bare_word(right, scope):
            second = self.typed(right, scope)
            return self.typed(left, scope, second.type), second
        first = self.typed(left, scope)
        return first, self.typed(right, scope, first.type)

    def _is_bare_word(self, node: Ast, scope: Scope) -> bool:
        return (
            isinstance(node, ast.Name)
            and node.text not in scope.locals
            and bool(self.expressions.names.word_lists_with(node.text))
        )

    def _membership(self, node: ast.Operation, scope: Scope) -> Expression:
        if self._is_bare_word(node.left, scope):
            domain, item = self.set_of_anything(node.right, scope)
            member = self.wanted(node.left, scope, item)
        else:
            member = self.typed(node.left, scope)
            domain, item = self.set_of_anything(node.right, scope, SetOf(certain(member.type)))
        if not fits(member.type, item):
            message = f'"{node.sign}" asks for {describe(member.type)} in {describe(SetOf(item))}'
            self.fail(node, Code.TYPE_MISMATCH, message)
        return fold(ir.Comparison(node.sign, member, domain, TRUTH))  # type: ignore[arg-type]  # in, not in

    def _arithmetic(self, node: ast.Operation, scope: Scope, want: Type | None) -> Expression:
        left = self.typed(node.left, scope, want)
        if node.sign in ("+", "without") and item_of(left.type):
            first, item = self.as_cards(left), item_of(self.as_cards(left).type)
            second, other = self.set_of_anything(node.right, scope, left.type)
            if item is None or not fits(other, item):
                self.fail(node, Code.TYPE_MISMATCH, f'"{node.sign}" joins two sets of the same kind')
            if node.sign == "+":
                item = other if isinstance(item, Nothing) else join(item, other) or item
            return self._bounded(node, fold(ir.Arithmetic(node.sign, first, second, SetOf(item))))
        if node.sign == "without" or not fits(left.type, NUMBER):
            self.fail(node, Code.TYPE_MISMATCH, f'"{node.sign}" does not work on {describe(left.type)}')
        right = self.wanted(node.right, scope, NUMBER)
        if node.sign in ("div", "mod") and isinstance(right, Const) and right.value == 0:
            self.fail(node.right, Code.WRONG_VALUE, "nothing can be divided by 0")
        return self._bounded(node, fold(ir.Arithmetic(node.sign, left, right, NUMBER)))  # type: ignore[arg-type]  # a sign of arithmetic

    def _bounded(self, node: ast.Operation, expression: Expression) -> Expression:
        """Constants stay small, whatever terms are made of terms."""
        match expression:
            case ir.Arithmetic("*", Const(), Const()):  # what folding leaves as it is
                self.fail(node, Code.WRONG_VALUE, f"this number is larger than {LARGEST:,}")
            case Const((*members,)) if len(members) > LARGEST_RANGE:
                self.fail(node, Code.WRONG_VALUE, f"a set has at most {LARGEST_RANGE:,} members")
        return expression

    def _conditional(self, node: ast.IfElse, scope: Scope, want: Type | None) -> Expression:
        test = self.wanted(node.test, scope, TRUTH)
        then, other = self.typed(node.then, scope, want), self.typed(node.other, scope, want)
        type = join(then.type, other.type)
        if type is None:
            message = f"one branch is {describe(then.type)}, the other {describe(other.type)}"
            self.fail(node, Code.TYPE_MISMATCH, message)
        return fold(ir.Conditional(test, then, other, type))

    def _listing(self, items: tuple[Ast, ...], scope: Scope, want: Type | None) -> Expression:
        item = item_of(want) if want is not None else None
        members = [self.typed(node, scope, item) for node in items]
        type: Type = members[0].type if members else item or Nothing()
        for node, member in zip(items, members, strict=True):
            type = join(type, member.type) or self.fail(
                node,
                Code.TYPE_MISMATCH,
                f"this is {describe(member.type)}; the list holds {describe(type)} before",
            )
        return fold(ir.Several(tuple(members), SetOf(type)))

    def _quantified(self, node: ast.Quantification, scope: Scope, want: Type | None) -> Expression:
        domain, item = self.set_of_anything(node.domain, scope, want)
        start = self.text.text.index(node.name, node.start + len(node.quantifier))
        at = ast.Name(node.name, start=start, end=start + len(node.name))
        taken = self.expressions.names.taken(node.name, scope)
        if taken is not None:
            self.fail(at, Code.NAME_TAKEN, taken, "choose another name")
        slot = self.expressions.names.new_slot(node.name, certain(item))
        inner = scope.bind(node.name, Local(slot, certain(item)))
        where = None if node.where is None else self.wanted(node.where, inner, TRUTH)
        body = None if node.body is None else self._body(node, node.body, inner)
        if where == TRUE and node.quantifier != "any":
            where = None
        return self._folded_quantifier(
            ir.Quantified(node.quantifier, slot, domain, where, body, _quantified_type(node, item))
        )

    def _body(self, node: ast.Quantification, body: Ast, inner: Scope) -> Expression:
        match node.quantifier:
            case "all":
                return self.wanted(body, inner, TRUTH)
            case "sum":
                return self.wanted(body, inner, NUMBER)
            case _:
                key = self.typed(body, inner)
                return key if is_ordered(key.type) else self.fail(body, Code.TYPE_MISMATCH, "this has no order")

    @staticmethod
    def _folded_quantifier(whole: ir.Quantified) -> Expression:
        match whole:
            case ir.Quantified("any", where=Const(False)) | ir.Quantified("any", domain=Const(())):
                return FALSE
            case ir.Quantified("all", body=Const(True)) | ir.Quantified("all", domain=Const(())):
                return TRUE
            case _:
                return whole


def _values(count: int) -> str:
    return "one value" if count == 1 else f"{count or 'no'} values"


def is_ordered(type: Type) -> bool:
    """Whether `<` and `largest` have a meaning."""
    match certain(type):
        case Number() | Word() | Truth():
            return True
        case TupleOf(items):
            return all(map(is_ordered, items))
        case _:
            return False


def _quantified_type(node: ast.Quantification, item: Type) -> Type:
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
