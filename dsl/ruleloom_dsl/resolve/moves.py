"""Moves: parameters, what is decided, clauses with their exceptions, cost, limit, effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ruleloom_dsl.builtins import PATH
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.expressions import CallTerm, Const, Expression
from ruleloom_dsl.ir.expressions import Local as Read
from ruleloom_dsl.ir.game import (
    Clause,
    Cost,
    Decided,
    Exemption,
    Given,
    Limit,
    Memory,
    Move,
    OneOf,
    Parameter,
    Walk,
)
from ruleloom_dsl.ir.traverse import slots_read
from ruleloom_dsl.ir.types import Number, Place, Player, SetOf, Team, Truth, Type, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved, read_domain
from ruleloom_dsl.resolve.names import Local, Scope
from ruleloom_dsl.resolve.relations import find_relation
from ruleloom_dsl.resolve.statements import Statements
from ruleloom_dsl.resolve.subsets import subset
from ruleloom_dsl.schema.moves import (
    ClauseModel,
    DomainModel,
    ExceptionModel,
    LimitModel,
    MoveModel,
    ParameterModel,
    SubsetModel,
    WalkModel,
)

RELATIONS = ("orthogonal", "diagonal", "around")
LONGEST_WALK = 12


@dataclass(frozen=True, slots=True)
class Head:
    """What a move ranges over and decides; the rest of it, and later moves of the turn, read these names."""

    scope: Scope
    parameters: tuple[Parameter, ...]
    decides: tuple[Decided, ...]


@dataclass(frozen=True, slots=True)
class Moves:
    """Resolves the moves of one configuration; the head of a move when somebody first asks for it."""

    build: Build
    statements: Statements
    models: Mapping[str, MoveModel]
    _heads: dict[str, Head] = field(default_factory=dict)
    _failed: set[str] = field(default_factory=set)

    def resolve(self) -> tuple[Move, ...]:
        """All moves that could be resolved."""
        found = []
        for name in self.models:
            try:
                found.append(self.move(name))
            except Unresolved:
                continue
        return tuple(found)

    def values_of(self, name: str) -> Mapping[str, Local]:
        """The names that a move binds: what turn memory may keep. Raises Unresolved."""
        return self.head(name).scope.locals

    def with_memory(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves with what the rest of the turn turned out to read of them."""
        kept: dict[str, list[Memory]] = {move.id: [] for move in moves}
        for (move, name), local in self.build.expressions.memory.items():
            if move in kept:
                kept[move].append(Memory(local.slot, self.head(move).scope.locals[name].slot))
        return tuple(replace(move, memory=tuple(kept[move.id])) for move in moves)

    def head(self, name: str) -> Head:
        """What a move ranges over and decides. Raises Unresolved."""
        if name in self._failed:
            raise Unresolved
        if name not in self._heads:
            try:
                self._heads[name] = self._resolve_head(name)
            except Unresolved:
                self._failed.add(name)
                raise
        return self._heads[name]

    def _resolve_head(self, name: str) -> Head:
        model = self.models[name]
        scope = Scope(f"moves.{name}", me=True, turn="")
        parameters: list[Parameter] = []
        witnesses: set[int] = set()
        for parameter, written in model.with_.items():
            resolved, type = self.parameter(name, parameter, written, scope)
            decided = not model.decides or self.is_itself(model.decides.get(parameter), parameter)
            ranges = not isinstance(resolved, Given)
            if (ranges and not decided) or (isinstance(resolved, Given) and slots_read(resolved.value) & witnesses):
                witnesses.add(resolved.slot)
            if isinstance(resolved, Walk) and decided:
                message = "a walk is only evidence and cannot be the decision"
                help = f"add decides, such as {{target: end({parameter})}}"
                self.build.report.error(Code.WITNESS_READ, message, self.build.key_span("moves", name), help=help)
            scope = scope.bind(parameter, Local(resolved.slot, type, resolved.slot in witnesses))
            parameters.append(resolved)
        return self._with_decided(model, scope, tuple(parameters))

    @staticmethod
    def is_itself(written: Scalar | None, name: str) -> bool:
        """Whether `decides` names a parameter as it is."""
        return written is not None and written.text == name

    def _with_decided(self, model: MoveModel, scope: Scope, parameters: tuple[Parameter, ...]) -> Head:
        if not model.decides:
            ranging = [parameter for parameter in parameters if not isinstance(parameter, Given)]
            decides = [
                Decided(parameter.name, parameter.slot, Read(parameter.slot, scope.locals[parameter.name].type))
                for parameter in ranging
            ]
            return Head(scope, parameters, tuple(decides))
        decided = []
        for name, written in model.decides.items():
            value = self.build.expressions.resolve(written, scope)
            if self.is_itself(written, name):
                decided.append(Decided(name, scope.locals[name].slot, value))
                continue
            slot, scope = self.build.expressions.bind(name, value.type, written, scope)
            decided.append(Decided(name, slot, value))
        return Head(scope, parameters, tuple(decided))

    def parameter(self, move: str, name: str, written: ParameterModel, scope: Scope) -> tuple[Parameter, Type]:
        """One parameter and the type of its values. Raises Unresolved."""
        at = Scalar(name, self.build.key_span("moves", move, "with", name))
        match written:
            case WalkModel():
                start = self.build.expressions.resolve(written.start, scope, Place())
                slot, _ = self.build.expressions.bind(name, PATH, at, scope)
                return Walk(name, slot, self.relation(written), start, self.up_to(written, scope)), PATH
            case SubsetModel():
                return subset(self.build, move, name, written, scope)
            case DomainModel():
                domain, item = self.build.expressions.set_of(written.in_, scope)
                slot, _ = self.build.expressions.bind(name, certain(item), at, scope)
                return OneOf(name, slot, domain), certain(item)
            case tuple():
                words = read_domain(self.build.names, self.build.report, written, f"{move}.{name}")
                slot, _ = self.build.expressions.bind(name, words.type, at, scope)
                return OneOf(name, slot, Const(words.values, SetOf(words.type))), words.type
            case Scalar():
                value = self.build.expressions.resolve(written, scope)
                slot, _ = self.build.expressions.bind(name, value.type, at, scope)
                return Given(name, slot, value), value.type

    def relation(self, model: WalkModel) -> str:
        """The step relation of a walk. Raises Unresolved."""
        if self.build.names.board is None:
            self.build.report.error(Code.MISPLACED, "there is no board to walk on", model.span)
            raise Unresolved
        name, expressions = model.walk, self.build.expressions
        if name.text not in RELATIONS:
            return find_relation(expressions, name.text, lambda *said: expressions.fail(name, *said), RELATIONS).term
        if name.text == "diagonal" and self.build.names.board.cells == "hexagons":
            expressions.fail(name, Code.MISPLACED, "hexagons have no diagonal steps", "walk orthogonal: six ways")
        return name.text

    def up_to(self, model: WalkModel, scope: Scope) -> int:
        """The most steps: a constant, or the largest value of an attribute in this configuration."""
        expression = self.build.expressions.resolve(model.up_to, replace(scope, me=True))
        most = largest_value(expression, self.build)
        if most is None or not 0 < most <= LONGEST_WALK:
            message = f"the most steps of a walk are known when the game is loaded, from 1 to {LONGEST_WALK}"
            help = "give a number, or component.attribute for its largest value"
            self.build.expressions.fail(model.up_to, Code.NOT_CONSTANT, message, help)
        return most

    def move(self, name: str) -> Move:
        """A whole move. Raises Unresolved."""
        model, head = self.models[name], self.head(name)
        key = f"moves.{name}"
        self.build.add(key, "move", model)
        clauses = [self.clause(rule, f"{key}.rules.{rule.id.text}", head.scope) for rule in model.rules]
        return Move(
            id=name,
            parameters=head.parameters,
            decides=head.decides,
            clauses=tuple(clause for clause in clauses if clause is not None),
            costs=tuple(self.cost(variable, amount, head.scope) for variable, amount in model.cost.items()),
            limit=self.limit(model.limit, key),
            memory=(),
            then=self.statements.block(model.then, replace(head.scope, effects=True)),
        )

    def cost(self, variable: str, amount: Scalar, scope: Scope) -> Cost:
        """What a move costs. Raises Unresolved."""
        declared = self.build.names.variables.get(variable)
        if declared is None or declared.type != Number():
            message = f'no variable that holds a number is called "{variable}"'
            help = suggest(variable, self.build.names.variables)
            self.build.expressions.fail(amount, Code.UNKNOWN_NAME, message, help)
        if not isinstance(declared.of, Player | Team | None):
            message = f'"{variable}" belongs to no player, so none can pay with it'
            self.build.expressions.fail(amount, Code.TYPE_MISMATCH, message)
        self.build.expressions.read.add(variable)
        return Cost(variable, self.build.expressions.resolve(amount, scope, Number()))

    def limit(self, model: LimitModel | None, owner: str) -> Limit | None:
        """How often. Raises Unresolved."""
        if model is None:
            return None
        if model.times < 1:
            self.build.report.error(Code.WRONG_VALUE, "a limit is at least one time", model.span)
            raise Unresolved
        per = model.per.text if model.per else "game"
        if per not in ("game", "turn") and per not in self.build.names.loops and model.per:
            self.build.unknown(model.per, "loop", ("game", "turn", *sorted(self.build.names.loops)))
        return Limit(f"{owner}.limit", model.times, per)

    def clause(self, model: ClauseModel, key: str, scope: Scope) -> Clause | None:
        """One clause, or None where it does not exist here or cannot be resolved."""
        try:
            return self._clause(model, key, scope.within(key)) if self.build.exists(model, key) else None
        except Unresolved:
            return None

    def _clause(self, model: ClauseModel, key: str, scope: Scope) -> Clause:
        slot = domain = None
        if model.each:
            name, domain, item = self.statements.range(model.each, model, scope)
            slot, scope = self.build.expressions.bind(name, item, model.that, scope)
        that = self.build.expressions.resolve(model.that, scope, Truth())
        when = None if model.when is None else self.build.expressions.resolve(model.when, scope, Truth())
        self.build.add(key, "clause", model, text=model.text or self.sentence_of(that))
        exemptions = [self.exemption(each, f"{key}.{each.id.text}", scope) for each in model.except_]
        found = tuple(exemption for exemption in exemptions if exemption is not None)
        return Clause(key, model.id.text, that, when, slot, domain, model.if_able, found)

    def sentence_of(self, that: Expression) -> Scalar | None:
        """A clause that is just a term takes the term's sentence."""
        return self.build.names.terms[that.term].text if isinstance(that, CallTerm) else None

    def exemption(self, model: ExceptionModel, key: str, scope: Scope) -> Exemption | None:
        """An exception to a clause, or None where it does not exist here."""
        if not self.build.exists(model, key):
            return None
        when = self.build.expressions.resolve(model.when, scope.within(key), Truth())
        self.build.add(key, "exception", model)
        then = self.statements.block(model.then, replace(scope.within(key), effects=True))
        return Exemption(key, when, self.limit(model.limit, key), then)


def largest_value(expression: Expression, build: Build) -> int | None:
    """The value of a constant, or the largest that an attribute takes among the cards of this configuration."""
    match expression:
        case Const(int(value)):
            return value
        case Const((*values,)):
            return max((value for value in values if isinstance(value, int)), default=None)
        case _:
            return None
