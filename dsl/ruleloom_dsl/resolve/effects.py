"""One line of an effect to a statement of the checked form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NoReturn

from ruleloom_dsl import ast
from ruleloom_dsl.ast import Ast, EffectAst
from ruleloom_dsl.builtins import WAY
from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.expressions import ExpressionError, parse_effect
from ruleloom_dsl.ir import statements as ir
from ruleloom_dsl.ir.expressions import CallBuiltin, Changing, Const, Expression, ReadVariable, ZoneAt
from ruleloom_dsl.ir.statements import Statement
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Nothing,
    Number,
    Pawn,
    Place,
    Player,
    SetOf,
    Truth,
    Type,
    Word,
    Zone,
    certain,
)
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.compatibility import describe, fits, item_of
from ruleloom_dsl.resolve.domains import Unresolved, read_domain
from ruleloom_dsl.resolve.names import Scope
from ruleloom_dsl.resolve.resolving import Resolving


@dataclass(frozen=True, slots=True)
class Effects:
    """The resolution of one effect."""

    build: Build
    text: Scalar

    @property
    def at(self) -> Resolving:
        """What resolves the expressions of this text."""
        return Resolving(self.build.expressions, self.text)

    def resolve(self, scope: Scope) -> tuple[Statement, Scope]:
        """The statement, and the scope of the next (`let` adds a name to it). Raises Unresolved."""
        effect = self.parse()
        if isinstance(effect, ast.LetEffect):
            return self.let(effect, scope)
        return self.statement(effect, replace(scope, effects=True)), scope

    def parse(self) -> EffectAst:
        """The syntax tree. Raises Unresolved."""
        self.build.expressions.count(self.text)
        try:
            return parse_effect(self.text.text)
        except ExpressionError as error:
            span = self.text.locate(error.start, error.end)
            self.build.report.error(Code.EXPRESSION_SYNTAX, str(error), span, help=error.help)
            raise Unresolved from None

    def let(self, effect: ast.LetEffect, scope: Scope) -> tuple[Statement, Scope]:
        """A name for a value, for the statements that follow in the same list."""
        value = self.at.typed(effect.value, replace(scope, effects=True))
        slot, inner = self.build.expressions.bind(effect.name, value.type, self.text, scope)
        return ir.Let(slot, value, scope.owner), inner

    def statement(self, effect: EffectAst, scope: Scope) -> Statement:
        """Any effect but `let`."""
        owner = scope.owner
        match effect:
            case ast.SetEffect():
                return self.set(effect, scope)
            case ast.MoveEffect():
                return self.move(effect, scope)
            case ast.DealEffect():
                return self.deal(effect, scope)
            case ast.ShuffleEffect(zone):
                return ir.Shuffle(self.at.zone(zone, scope), owner)
            case ast.TurnEffect():
                return self.turn(effect, scope)
            case ast.SlideEffect():
                return self.slide(effect, scope)
            case ast.RollEffect():
                return self.roll(effect, scope)
            case ast.EliminateEffect(players):
                return ir.Eliminate(self.several(players, scope, Player()), owner)
            case ast.EndEffect(name):
                return self.end(effect, name, scope)
            case ast.AgainEffect():
                return ir.Again(owner)
            case ast.FinishEffect(ending):
                self.known(ending, "ending", self.build.names.ends)
                return ir.Finish(ending, owner)
            case ast.DoEffect():
                return self.do(effect, scope)
            case ast.LetEffect():
                raise AssertionError(effect)

    def several(self, node: Ast, scope: Scope, item: Type) -> Expression:
        """A set, or one value of its type for a set of one."""
        expression = self.at.typed(node, scope, item)
        if fits(expression.type, item) and not isinstance(certain(expression.type), Nothing):
            return expression
        return self.at.wanted(node, scope, SetOf(item))

    def known(self, name: str, what: str, names: tuple[str, ...]) -> None:
        """A reference must lead somewhere. Raises Unresolved."""
        if name not in names:
            self.fail_at(name, f'no {what} is called "{name}"', suggest(name, names))

    def fail_at(self, word: str, message: str, help: str | None) -> NoReturn:
        """Blame a word of an effect; it is the last one that reads so. Raises Unresolved."""
        *_, found = re.finditer(rf"\b{word}\b", self.text.text)
        at = ast.Name(word, start=found.start(), end=found.end())
        self.at.fail(at, Code.UNKNOWN_NAME, message, help)

    def target(self, node: Ast, scope: Scope) -> Expression:
        """What an effect writes to. To be written is not to be read, which `check` wants of every variable."""
        read = self.build.expressions.read
        name = node.text if isinstance(node, ast.Name) else node.name if isinstance(node, ast.Dot) else ""
        known = name in read
        target = self.at.typed(node, scope)
        if not known:
            read.discard(name)
        return target

    def set(self, effect: ast.SetEffect, scope: Scope) -> Statement:
        """`set target to value`, `add value to target`."""
        target = self.target(effect.target, scope)
        match target:
            case ReadVariable(variable, key, type):
                value = self.at.wanted(effect.value, scope, Number() if effect.add else type)
                if not effect.add:
                    self.check_values(effect.value, variable, [value])
                return ir.SetVariable(variable, key, value, effect.add, scope.owner)
            case Changing(card, attribute, type) if not effect.add:
                return ir.SetAttribute(card, attribute, self.at.wanted(effect.value, scope, type), scope.owner)
            case _:
                message = "only variables and changing attributes can be set"
                return self.at.fail(effect.target, Code.TYPE_MISMATCH, message)

    def check_values(self, node: Ast, variable: str, values: Iterable[Expression]) -> None:
        """Values that are known already must be values of the variable. Raises Unresolved."""
        declared = self.build.names.variables[variable]
        is_listed = isinstance(certain(declared.type), Number | Truth | Word | Player)
        if is_listed and any(isinstance(value, Const) and value.value not in declared.allowed for value in values):
            self.at.fail(node, Code.WRONG_VALUE, f'"{variable}" cannot have this value')

    def turn(self, effect: ast.TurnEffect, scope: Scope) -> Statement:
        """`turn cards word`: the changing attribute is the one that has the word."""
        cards = self.at.as_cards(self.at.typed(effect.cards, scope), of_all=True)
        item = certain(item_of(cards.type) or cards.type)
        if not isinstance(item, Card):
            self.at.fail(effect.cards, Code.TYPE_MISMATCH, f"this is {describe(cards.type)}; cards are turned")
        attribute, word = self.face(item.component, effect.word)
        type = dict(self.build.names.components[item.component].changes)[attribute]
        constant = self.build.names.word(self.build.names.words[type].words[word], type)
        assert constant is not None
        return ir.SetAttribute(cards, attribute, constant, scope.owner)

    def face(self, component: str, word: str) -> tuple[str, int]:
        """The changing attribute of a component that has the word, and the word's index. Raises Unresolved."""
        words = {}
        for attribute, name in self.build.names.components[component].changes:
            listed = self.build.names.words[name].words
            if word in listed:
                return attribute, listed.index(word)
            words.update(dict.fromkeys(listed))
        message = f'a {component} cannot be turned "{word}"'
        return self.fail_at(word, message, suggest(word, words))

    def roll(self, effect: ast.RollEffect, scope: Scope) -> Statement:
        """`roll variable from set`."""
        target = self.target(effect.target, scope)
        if not isinstance(target, ReadVariable):
            self.at.fail(effect.target, Code.TYPE_MISMATCH, "only a variable can be rolled")
        outcomes = self.at.wanted(effect.outcomes, scope, SetOf(target.type))
        if isinstance(outcomes, Const) and isinstance(outcomes.value, tuple):
            self.check_values(effect.outcomes, target.variable, [Const(each, target.type) for each in outcomes.value])
        return ir.Roll(target.variable, target.key, outcomes, scope.owner)

    def move(self, effect: ast.MoveEffect, scope: Scope) -> Statement:
        """`move pawn to place`, `move cards to zone`."""
        what = self.at.typed(effect.what, scope)
        item = certain(item_of(what.type) or what.type)
        match item:
            case Pawn():
                target = self.place_or_box(effect.target, scope)
                return ir.MovePawns(what, target, scope.owner)
            case Card(component) | Zone(component):
                cards = self.at.as_cards(what, of_all=True)
                target = self.home(effect.target, component, scope)
                return ir.MoveCards(cards, target, effect.under, scope.owner)
            case _:
                message = f"this is {describe(what.type)}; cards and pawns are moved"
                return self.at.fail(effect.what, Code.TYPE_MISMATCH, message)

    def place_or_box(self, node: Ast, scope: Scope) -> Expression:
        """Where a pawn can go."""
        if node == ast.Name("box"):
            return Const(None, Nothing())
        return self.at.wanted(node, scope, Maybe(Place()))

    def home(self, node: Ast, component: str, scope: Scope) -> Expression:
        """Where cards of a component can go: a zone of theirs, their box, a place of the board that holds them."""
        if node == ast.Name("box"):
            return ZoneAt(f"{component}.box", None, Zone(component))
        target = self.at.typed(node, scope)
        board = self.build.names.board
        if fits(target.type, Zone(component)) or (
            fits(target.type, Place()) and board is not None and board.holds == component
        ):
            return target
        message = f"this is {describe(target.type)}; a zone or place for {component} is needed here"
        return self.at.fail(node, Code.TYPE_MISMATCH, message)

    def deal(self, effect: ast.DealEffect, scope: Scope) -> Statement:
        """`deal count from zone to targets [face word]`."""
        count = None if effect.count is None else self.at.wanted(effect.count, scope, Number())
        zone = self.at.zone(effect.zone, scope)
        of = certain(zone.type)
        assert isinstance(of, Zone)
        component = of.component
        targets = self.at.typed(effect.targets, scope)
        item = item_of(targets.type) if not isinstance(certain(targets.type), Zone) else targets.type
        item = certain(item or targets.type)
        board = self.build.names.board
        if item != Zone(component) and not (item == Place() and board is not None and board.holds == component):
            message = f"this is {describe(targets.type)}; zones or places for {component} are needed here"
            self.at.fail(effect.targets, Code.TYPE_MISMATCH, message)
        face = None if effect.face is None else self.face(component, effect.face)
        return ir.Deal(count, zone, targets, face, scope.owner)

    def slide(self, effect: ast.SlideEffect, scope: Scope) -> Statement:
        """`slide line(place, axis) way`."""
        board = self.build.names.board
        line = self.at.typed(effect.line, scope)
        if board is None or not board.movable:
            self.at.fail(effect, Code.MISPLACED, "only the lines of a movable board slide", "set board.grid.movable")
        if not isinstance(line, CallBuiltin) or line.name != "line":
            self.at.fail(effect.line, Code.TYPE_MISMATCH, "what slides is written line(place, axis)")
        way = self.at.wanted(ast.Name(effect.way, start=effect.start, end=effect.end), scope, WAY)
        return ir.Slide(line.arguments[0], line.arguments[1], way, scope.owner)

    def end(self, effect: ast.EndEffect, name: str | None, scope: Scope) -> Statement:
        """`end turn`, `end loop`."""
        if name is None:
            return ir.End("", True, scope.owner)
        self.known(name, "loop", tuple(sorted(self.build.names.loops)))
        return ir.End(name, False, scope.owner)

    def do(self, effect: ast.DoEffect, scope: Scope) -> Statement:
        """`do step(arguments)`."""
        steps = self.build.names.steps
        self.known(effect.step, "step", tuple(steps))
        parameters = steps[effect.step].of
        self.at.check_count(effect, effect.step, len(effect.arguments), len(parameters))
        types = [
            read_domain(self.build.names, self.build.report, written, f"{effect.step}.{name}").type
            for name, written in parameters.items()
        ]
        arguments = zip(effect.arguments, types, strict=True)
        resolved = tuple(self.at.wanted(argument, scope, type) for argument, type in arguments)
        return ir.Do(effect.step, resolved, scope.owner)
