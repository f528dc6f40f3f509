"""Lists of statements to blocks of the checked form: effects, decisions, loops, groups."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir import statements as ir
from ruleloom_dsl.ir.expressions import CallBuiltin, Const, Expression, Me
from ruleloom_dsl.ir.statements import Block, Statement
from ruleloom_dsl.ir.types import Number, Player, SetOf, Truth, Type, certain
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.effects import Effects
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.settings import FIRST_PLAYER
from ruleloom_dsl.schema import statements as schema
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.statements import StatementDoc, statement_id

PLAYERS = SetOf(Player())
MOST_ROUNDS = 100_000


@dataclass(frozen=True, slots=True)
class Statements:
    """Resolves the statements of one configuration."""

    build: Build

    def block(self, documents: tuple[StatementDoc, ...], scope: Scope) -> Block:
        """The statements that exist in this configuration; `let` binds its name for those that follow."""
        found: list[Statement] = []
        for document in documents:
            try:
                statement, scope = self.statement(document, scope)
            except Unresolved:
                if isinstance(document, Scalar) and document.text.startswith("let "):
                    break  # what follows may read the name
                continue
            if statement is not None:
                found.append(statement)
        return tuple(found)

    def statement(self, document: StatementDoc, scope: Scope) -> tuple[Statement | None, Scope]:
        """One statement (None where it does not exist here) and the scope of the next."""
        if isinstance(document, Scalar):
            return Effects(self.build, document).resolve(scope)
        id = statement_id(document)
        key = f"{scope.owner}.{id}" if id else scope.owner
        if not self.build.exists(document, key):
            return None, scope
        if document.id is not None or document.text is not None:
            self.build.add(key, "statement", document)
        return self._structure(document, id, scope.within(key)), scope

    def _structure(self, document: object, id: str, scope: Scope) -> Statement:
        match document:
            case schema.ChooseModel() | schema.MayModel():
                return self.choice(document, id, scope)
            case schema.TogetherModel():
                return self.together(document, id, scope)
            case schema.EachModel():
                return self.each(document, id, scope)
            case schema.RepeatModel():
                return self.repeat(document, id, scope)
            case schema.TurnsModel():
                return self.turns(document, id, scope)
            case schema.IfModel():
                test = self.resolve(document.if_, scope, Truth())
                branches = self.block(document.do, scope), self.block(document.otherwise, scope)
                inside = ir.If(test, *branches, scope.owner)
                return ir.Group(id, (inside,), scope.owner) if id else inside
            case schema.GroupModel():
                return ir.Group(id, self.block(document.do, scope), scope.owner)
            case _:
                raise AssertionError(document)

    def resolve(self, text: Scalar, scope: Scope, want: Type) -> Expression:
        """An expression of the wanted type. Raises Unresolved."""
        return self.build.expressions.resolve(text, scope, want)

    def choice(self, document: schema.ChooseModel | schema.MayModel, id: str, scope: Scope) -> ir.Choose:
        """One decision. The moves it offers see its decider as `me`, the statements around it do not."""
        optional = isinstance(document, schema.MayModel)
        moves = document.may if isinstance(document, schema.MayModel) else document.choose
        by = None if document.by is None else self.resolve(document.by, scope, Player())
        if by is None and not scope.me:
            message = "nobody decides here: it is nobody's turn"
            self.build.expressions.fail(moves[0], Code.NO_DECIDER, message, "say who with by")
        slot = -1 if by is None else self.build.names.new_slot("by", Player())
        return ir.Choose(
            id=id or scope.owner.rpartition(".")[2],
            moves=tuple(self.move(name) for name in moves),
            by=by,
            by_slot=slot,
            optional=optional,
            if_none=self.if_none(document, scope),
            then=self.block(document.then, scope),
            otherwise=self.block(document.otherwise, scope) if isinstance(document, schema.MayModel) else (),
            owner=scope.owner,
        )

    def together(self, document: schema.TogetherModel, id: str, scope: Scope) -> ir.Together:
        """One decision of each of several players, who are fixed on entry."""
        players = self.resolve(document.together, scope, PLAYERS)
        slot = self.build.names.new_slot(f"{id}.player", Player())
        return ir.Together(id, players, slot, self.move(document.choose), scope.owner)

    def move(self, name: Scalar) -> str:
        """The id of a move. Raises Unresolved."""
        if name.text not in self.build.names.moves:
            self.build.unknown(name, "move", self.build.names.moves)
        return name.text

    def if_none(self, document: schema.ChooseModel | schema.MayModel, scope: Scope) -> Block | None:
        """What an empty choice does: statements, or an ending named alone."""
        if isinstance(document, schema.MayModel) or document.if_none is None:
            return None
        match document.if_none:
            case [Scalar() as name] if name.text.isidentifier() and name.text != "again":
                return (ir.Finish(self.ending(name), scope.owner),)
            case statements:
                return self.block(statements, scope)

    def ending(self, name: Scalar) -> str:
        """The id of an ending. Raises Unresolved."""
        if name.text not in self.build.names.ends:
            self.build.unknown(name, "ending", self.build.names.ends)
        return name.text

    def each(self, document: schema.EachModel, id: str, scope: Scope) -> ir.Each:
        """The body for each member of a set."""
        name, domain, item = self.range(document.each, document, scope)
        slot, inner = self.build.expressions.bind(name, item, next(iter(document.each.values())), scope)
        where = None if document.where is None else self.resolve(document.where, inner, Truth())
        start = None if document.start is None else self.resolve(document.start, scope, item)
        return ir.Each(id, slot, domain, where, start, self.block(document.do, looping(inner, id)), scope.owner)

    def range(self, each: Mapping[str, Scalar], document: LocatedModel, scope: Scope) -> tuple[str, Expression, Type]:
        """The name, the set and the type of the members of `each: {name: set}`. Raises Unresolved."""
        if len(each) != 1:
            message = "each takes one name and the set that it ranges over, such as {q: players}"
            self.build.report.error(Code.BAD_SHAPE, message, document.span)
            raise Unresolved
        [(name, text)] = each.items()
        domain, item = self.build.expressions.set_of(text, scope)
        return name, domain, certain(item)

    def repeat(self, document: schema.RepeatModel, id: str, scope: Scope) -> ir.Repeat:
        """Counted or conditional rounds."""
        rounds = document.repeat
        given = [each for each in (rounds.times, rounds.while_, rounds.until) if each is not None]
        if len(given) != 1:
            message = "repeat takes one of times, while and until"
            self.build.report.error(Code.BAD_SHAPE, message, rounds.span)
            raise Unresolved
        times = None if rounds.times is None else self.rounds(rounds.times, scope)
        while_ = None if rounds.while_ is None else self.resolve(rounds.while_, scope, Truth())
        until = None if rounds.until is None else self.resolve(rounds.until, looping(scope, id), Truth())
        body = self.block(document.do, looping(scope, id))
        bound = self.bound(document.at_most, scope)
        if times is None and bound is None and self.is_endless(body):
            message = "nothing shows that this loop ends: no decision is made in its rounds"
            help = "count it with times, or add at_most with the ending that is reached then"
            self.build.report.error(Code.UNBOUNDED_LOOP, message, document.span, help=help)
        return ir.Repeat(id, times, while_, until, body, bound, scope.owner)

    def turns(self, document: schema.TurnsModel, id: str, scope: Scope) -> ir.Turns:
        """Turns of players, by default all round the table for ever."""
        slot = self.build.names.new_slot(f"{id or 'turn'}.player", Player())
        inner = replace(looping(scope, id), me=True, turn=id)
        players = self.resolve(document.turns, scope, PLAYERS)
        start = self._first(players) if document.start is None else self.resolve(document.start, scope, Player())
        following = replace(scope, me=True)
        next = (
            CallBuiltin("after", (Me(Player()),), Player())
            if document.next is None
            else self.resolve(document.next, following, Player())
        )
        rounds = None if document.rounds is None else self.rounds(document.rounds, scope)
        body = self.block(document.do, inner)
        bound = self.bound(document.at_most, scope)
        if rounds is None and bound is None and self.is_endless(body):
            message = "nothing shows that these turns end: no decision is made in them"
            help = "say how many with rounds, or add at_most with the ending that is reached then"
            self.build.report.error(Code.UNBOUNDED_LOOP, message, document.span, help=help)
        return ir.Turns(id, slot, players, start, next, rounds, body, bound, scope.owner)

    def rounds(self, text: Scalar, scope: Scope) -> Expression:
        """A number of rounds. Raises Unresolved."""
        number = self.resolve(text, scope, Number())
        if isinstance(number, Const) and isinstance(number.value, int) and not 0 <= number.value <= MOST_ROUNDS:
            self.build.expressions.fail(text, Code.WRONG_VALUE, f"a loop has from 0 to {MOST_ROUNDS:,} rounds")
        return number

    def is_endless(self, body: Block) -> bool:
        """Whether nothing is decided in a body; one with faults, which are left out of it, is not judged."""
        return not self.decides(body) and not self.build.report.has_errors

    def decides(self, block: Block) -> bool:
        """Whether a decision is made somewhere in the statements, the steps they call included."""
        for statement in block:
            if isinstance(statement, ir.Choose | ir.Together) or any(map(self.decides, blocks_of(statement))):
                return True
            if isinstance(statement, ir.Do) and self._step_decides(statement.step, frozenset()):
                return True
        return False

    def _step_decides(self, name: str, called: frozenset[str]) -> bool:
        step = self.build.names.steps.get(name)
        return step is not None and name not in called and self._documents_decide(step.do, called | {name})

    def _documents_decide(self, documents: tuple[StatementDoc, ...], called: frozenset[str]) -> bool:
        return any(self._document_decides(document, called) for document in documents)

    def _document_decides(self, document: StatementDoc, called: frozenset[str]) -> bool:
        if isinstance(document, Scalar):
            words = document.text.replace("(", " ").split()
            return words[0] == "do" and len(words) > 1 and self._step_decides(words[1], called)
        if isinstance(document, schema.ChooseModel | schema.MayModel | schema.TogetherModel):
            return True
        inside = (getattr(document, name, None) or () for name in ("do", "then", "otherwise"))
        return any(self._documents_decide(each, called) for each in inside)

    def _first(self, _players: Expression) -> Expression:
        seat = self.build.names.constants[FIRST_PLAYER].value
        return Const(seat - 1 if isinstance(seat, int) else 0, Player())

    def bound(self, document: Scalar | schema.BoundModel | None, scope: Scope) -> ir.Bound | None:
        """A bound on rounds, and the ending that is reached with it."""
        match document:
            case None:
                return None
            case schema.BoundModel():
                finish = ir.Finish(self.ending(document.then), scope.owner)
                return ir.Bound(self.rounds(document.rounds, scope), (finish,))
            case Scalar():
                return ir.Bound(self.rounds(document, scope), None)


def looping(scope: Scope, id: str) -> Scope:
    """The scope of a loop's body."""
    return replace(scope, loops=(*scope.loops, id)) if id else scope


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """The statements directly inside one."""
    match statement:
        case ir.Choose():
            return (statement.if_none or (), statement.then, statement.otherwise)
        case ir.If():
            return (statement.then, statement.otherwise)
        case ir.Each() | ir.Repeat() | ir.Turns() | ir.Group():
            return (statement.body,)
        case _:
            return ()
