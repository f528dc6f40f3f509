"""Following the flow from setup and play: nothing leads back to itself, everything stands where it has a meaning."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ruleloom_dsl.diagnostics import Code, Report, suggest
from ruleloom_dsl.ir import statements as ir
from ruleloom_dsl.ir.expressions import CallTerm, Me
from ruleloom_dsl.ir.game import Move, Step
from ruleloom_dsl.ir.statements import Block, Statement
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.resolve.statements import blocks_of

MOST_CALLS = 12


@dataclass(frozen=True, slots=True)
class Context:
    """Where a statement stands when it is run."""

    loops: frozenset[str] = frozenset()
    in_turn: bool = False
    me: bool = False
    callers: tuple[str, ...] = ()


@dataclass(slots=True)
class Flow:
    """What can be reached: moves, steps, endings, and the ids of everything that is a moment."""

    moves: set[str] = field(default_factory=set)
    steps: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    moments: set[str] = field(default_factory=set)


def check_flow(resolved: Resolved, report: Report) -> None:
    """Report recursion, misplaced statements, moments that never come, and what nothing leads to."""
    follower = _Follower(resolved, report)
    follower.block(resolved.game.setup, Context())
    follower.block(resolved.game.play, Context())
    if follower.is_whole:
        _check_moments(resolved, follower.flow, report)
        _check_reached(resolved, follower.flow, report)


@dataclass(slots=True)
class _Follower:
    resolved: Resolved
    report: Report
    flow: Flow = field(default_factory=Flow)
    is_whole: bool = True
    _seen: set[tuple[str, Context]] = field(default_factory=set)

    def block(self, block: Block, context: Context) -> None:
        for statement in block:
            self.statement(statement, context)

    def statement(self, statement: Statement, context: Context) -> None:
        match statement:
            case ir.Choose():
                self.flow.moments.add(statement.id)
                for move in self.resolved.game.moves:
                    if move.id in statement.moves:
                        self.move(move, context)
            case ir.Together():
                self.flow.moments.add(statement.id)
                for move in self.resolved.game.moves:
                    if move.id == statement.move:
                        self.move(move, context)
            case ir.Do():
                for step in self.resolved.game.steps:
                    if step.id == statement.step:
                        self.step(step, context, statement.owner)
            case ir.End():
                self.end(statement, context)
            case ir.Again():
                self.require(context.in_turn, "there is no turn to have again here", statement.owner)
            case ir.Finish():
                self.flow.ends.add(statement.ending)
            case ir.Repeat() | ir.Turns() | ir.Group() | ir.Each():
                self.flow.moments.add(statement.id)
        self.bounded(statement, context)
        inner = self.inner(statement, context)
        for block in blocks_of(statement):
            self.block(block, inner)

    def bounded(self, statement: Statement, context: Context) -> None:
        if isinstance(statement, ir.Repeat | ir.Turns) and statement.bound and statement.bound.then:
            self.block(statement.bound.then, context)

    def inner(self, statement: Statement, context: Context) -> Context:
        match statement:
            case ir.Repeat(id) | ir.Each(id):
                return replace(context, loops=context.loops | {id})
            case ir.Turns(id):
                return replace(context, loops=context.loops | {id}, in_turn=True, me=True)
            case _:
                return context

    def end(self, statement: ir.End, context: Context) -> None:
        if statement.turn:
            self.require(context.in_turn, "there is no turn to end here", statement.owner)
        else:
            here = statement.loop in context.loops
            self.require(here, f'the loop "{statement.loop}" is not running here', statement.owner)

    def require(self, holds: bool, message: str, owner: str) -> None:
        if not holds:
            self.report.error(Code.MISPLACED, message, self.resolved.span_of(owner))

    def move(self, move: Move, context: Context) -> None:
        self.flow.moves.add(move.id)
        self.flow.moments.add(move.id)
        blocks = [exemption.then for clause in move.clauses for exemption in clause.exceptions]
        self.call(f"moves.{move.id}", [*blocks, move.then], replace(context, me=True))

    def step(self, step: Step, context: Context, owner: str) -> None:
        self.flow.steps.add(step.id)
        self.flow.moments.add(step.id)
        if not context.me and self.needs_me(step.body):
            message = f'the step "{step.id}" reads "me" or lets it choose, and it is nobody\'s turn here'
            self.report.error(Code.NO_DECIDER, message, self.resolved.span_of(owner))
        self.call(f"steps.{step.id}", [step.body], context)

    def needs_me(self, body: Block) -> bool:
        """Whether statements read `me`, through terms too, or let it decide."""
        nodes = tuple(_outside_turns(body))
        called = {node.term for node in nodes if isinstance(node, CallTerm)}
        if called & self.resolved.build.expressions.reads_me:
            return True
        return any(isinstance(node, Me) or (isinstance(node, ir.Choose) and node.by is None) for node in nodes)

    def call(self, key: str, blocks: Iterable[Block], context: Context) -> None:
        if key in context.callers:
            self.report.error(Code.RECURSION, f"{key} leads back to itself", self.resolved.span_of(key))
            return
        if len(context.callers) == MOST_CALLS:
            message = f"{key} is the end of more than {MOST_CALLS} calls inside each other"
            self.report.error(Code.TOO_DEEP, message, self.resolved.span_of(key))
            self.is_whole = False
            return
        seen = key, replace(context, callers=())
        if seen not in self._seen:
            self._seen.add(seen)
            for block in blocks:
                self.block(block, replace(context, callers=(*context.callers, key)))


def _outside_turns(node: object) -> Iterator[object]:
    """A node and everything below it but the turns in it, which have a `me` of their own."""
    match node:
        case ir.Turns():
            yield from _outside_turns((node.players, node.start, node.rounds))
        case tuple():
            for item in node:
                yield from _outside_turns(item)
        case _ if dataclasses.is_dataclass(node):
            yield node
            for part in dataclasses.fields(node):
                yield from _outside_turns(getattr(node, part.name))


def _check_moments(resolved: Resolved, flow: Flow, report: Report) -> None:
    known = sorted(flow.moments - {""})
    for ending in resolved.game.ends:
        for moment in (*ending.after, *ending.before):
            if moment not in flow.moments:
                message = f'"{ending.id}" is tested at "{moment}", which never comes'
                span = resolved.span_of(f"ends.{ending.id}")
                report.error(Code.UNKNOWN_NAME, message, span, help=suggest(moment, known))
        if ending.after or ending.before:
            flow.ends.add(ending.id)


def _check_reached(resolved: Resolved, flow: Flow, report: Report) -> None:
    for table, declared, reached in (
        ("moves", [move.id for move in resolved.game.moves], flow.moves),
        ("steps", [step.id for step in resolved.game.steps], flow.steps),
        ("ends", [ending.id for ending in resolved.game.ends], flow.ends),
    ):
        for name in declared:
            if name not in reached and not _is_shared(resolved, f"{table}.{name}"):
                message = f"nothing leads to {table}.{name}"
                report.error(Code.UNREACHABLE, message, resolved.span_of(f"{table}.{name}"), help="use it or remove it")


def _is_shared(resolved: Resolved, key: str) -> bool:
    """Whether a part declares this, which may declare more than a game needs."""
    span = resolved.span_of(key)
    return span is not None and span.file in resolved.build.shared
