"""Tells a scenario while it is played: a step for each move, statement and remark, and one for the end."""

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from itertools import groupby

from ruleloom.course import Course, Made
from ruleloom.game import Decision, Game, State
from ruleloom.results import Outcome
from ruleloom.rulebook.happenings import happenings, way_of
from ruleloom.rulebook.laid_out import laid_out
from ruleloom.rulebook.speech import Speech
from ruleloom.rulebook.steps import Part, Step, append, cite, without_short_turns
from ruleloom.talk import Statement
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.position import Expectation, Remark
from ruleloom_dsl.ir.types import Place, Type, Value
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.positions import ScenarioSource
from ruleloom_dsl.resolve.remarks import fill_remark
from ruleloom_dsl.texts.borrowed import lent, together
from ruleloom_dsl.texts.wording import SCENARIOS
from ruleloom_dsl.texts.wording import Place as TextPlace

EXAMPLE, TOLD = "example", "told."  # the title of an example, and its remarks by their ids


@dataclass(frozen=True, slots=True)
class Reached:
    """A position as remarks speak of it; at the end of the game, `me` is who made the last move."""

    state: State
    speech: Speech
    last: int | None
    slots: Sized  # the names that can be bound, those of the remark too

    def value(self, expression: Expression) -> Value:
        """What an expression is here. Raises RuleError where it is nothing."""
        world = self.state.world()
        # A remark binds names of its own, for which the program has no slots.
        world.frame += [None] * (len(self.slots) - len(world.frame))
        if not isinstance(self.state.pending, Decision):
            world.me = self.last
        return self.state.game.machine.evaluator.reader(expression)(world)

    def written(self, value: Value, type: Type) -> str:
        """A value in words."""
        return self.speech.value(value, type)

    def card(self, kind: str) -> str:
        """A card by the id of its kind."""
        kinds = (each for component in self.speech.rules.components for each in component.kinds)
        return self.speech.kind(next(each for each in kinds if each.id == kind))


class Teller:
    """Tells one scenario, which was seen to come out as it expects; faults of its remarks go into the report."""

    def __init__(self, ruleset: Ruleset, game: Game, written: ScenarioSource, report: Report) -> None:
        self.ruleset = ruleset
        self.written = written
        self.report = report
        self.course = Course(game, written.scenario)
        self.speech = Speech(ruleset.words, game.machine.numbering, written.scenario.names)
        self.last: int | None = None

    def parts(self) -> tuple[Part, ...]:
        """The example from the beginning to the end."""
        opening = self.course.opening
        position = Step(
            "position", self.speech.say("begins"), opening, tuple(laid_out(opening, self.speech)), picture=True
        )
        parts = [Part(self.speech.say("begins"), (position,))]
        for event in self._merged():
            match event:
                case list():
                    self._join(parts, self._move(event), event[0].states[0])
                    self._finish(parts, event[-1].states[-1])
                case Statement():
                    self._join(parts, self._said(event), self.course.state)
                case Remark():
                    append(parts, self._remark(event))
                    if event.expected is not None:
                        cite(parts, self._clauses(event.expected))
                case Expectation():
                    cite(parts, self._clauses(event))
        return without_short_turns(parts)

    def _merged(self) -> "Iterator[list[Made] | Statement | Remark | Expectation]":
        """What happens, moves that are told in one go together."""
        waiting: list[Made] = []
        for event in self.course:
            if waiting and not (isinstance(event, Made) and event.number == waiting[0].number):
                yield waiting
                waiting = []
            if isinstance(event, Made):
                waiting.append(event)
            else:
                yield event
        if waiting:
            yield waiting

    def _join(self, parts: list[Part], step: Step, state: State) -> None:
        """Tell a step with those of the same turn."""
        seat, turn = state.decision.player + 1, state.turns + 1
        if step.seat is None:  # several players made the moves
            if parts[-1].title or parts[-1].seat is not None:
                parts.append(Part("", ()))
            append(parts, step)
        elif (parts[-1].seat, parts[-1].turn) == (seat, turn):
            append(parts, step)
        else:
            who = self.speech.player(seat - 1)
            parts.append(Part(self.speech.say("turn", n=turn, who=who), (step,), seat, turn))

    # --- moves --------------------------------------------------------------------------------------------------------

    def _move(self, moves: Sequence[Made]) -> Step:
        seats = [made.states[0].decision.player for made in moves]
        self.last = seats[-1]
        way = way_of(moves[0], self.speech) if len(moves) == 1 else ()
        named = {token for made in moves for token in self._places(made)}
        return Step(
            "move",
            self._caption(moves),
            moves[-1].states[-1],
            happenings(moves, self.speech),
            seats[0] + 1 if len(set(seats)) == 1 else None,
            way=way,
            places=tuple(sorted(named - set(way))),
        )

    def _caption(self, moves: Sequence[Made]) -> str:
        """Who does what; of several moves of one player in a row, the name stands before the first."""
        told = []
        for seat, made in groupby(moves, lambda each: each.states[0].decision.player):
            does = [self.speech.move(each.states[0], each.move, way_of(each, self.speech)) for each in made]
            move = together(" · ".join(does), does)
            told.append(self.speech.say("move", who=self.speech.player(seat), move=move))
        return together(" · ".join(told), told)

    def _places(self, made: Made) -> Iterator[str]:
        _, tokens = self.speech.announced(made.states[0], made.move)
        yield from (token for token, type_ in tokens if isinstance(type_, Place))

    def _finish(self, parts: list[Part], state: State) -> None:
        pending = state.pending
        if isinstance(pending, Outcome):
            effects = tuple(self._result(pending))
            sentence = self.ruleset.element(f"ends.{pending.ending}")
            said = lent(sentence.text or "", sentence.borrowed) if sentence is not None else ""
            text = said or self.speech.say("over")
            cites = (f"ends.{pending.ending}",)
            step = Step("result", text, state, effects, picture=True, cites=cites)
            parts.append(Part(self.speech.say("over"), (step,)))

    def _result(self, outcome: Outcome) -> Iterator[str]:
        ending = next(each for each in self.ruleset.game.ends if each.id == outcome.ending)
        if ending.team is not None:
            yield self.speech.say(f"all_{ending.team}")
            return
        if outcome.scores is not None:
            for seat, points in enumerate(outcome.returns):
                yield self.speech.say("score", who=self.speech.player(seat), points=f"{points:g}")
        who = [self.speech.player(seat) for seat in outcome.winners]
        yield self.speech.say("won", n=len(who), who=who) if who else self.speech.say("nobody_won")

    # --- words --------------------------------------------------------------------------------------------------------

    def _said(self, statement: Statement) -> Step:
        talk = self.ruleset.game.talk
        saying = next(each for each in talk.says if each.id == statement.id) if talk is not None else None
        assert saying is not None
        text = self.ruleset.words.statement(saying, dict(statement.values))
        who = self.speech.player(statement.speaker - 1)
        if statement.to is None:
            told = self.speech.say("says", who=who, text=text)
        else:
            told = self.speech.say("says_to", who=who, whom=self.speech.player(statement.to - 1), text=text)
        return Step("said", told, self.course.state, seat=statement.speaker)

    def _remark(self, remark: Remark) -> Step:
        text = self.text(TOLD + remark.id, self.reached())
        return Step("remark", text, self.course.state, id=remark.id, picture=remark.picture, cites=remark.about)

    def text(self, id: str, position: Reached) -> str:
        """A text of the scenario in the language that is told, or borrowed."""
        build = self.ruleset.words.build
        place = TextPlace(SCENARIOS, f"{self.written.scenario.id}.{id}")
        said = build.wording.said_at(place, self.written.texts[id])
        what = "the title of an example" if id == EXAMPLE else "a remark"
        text = fill_remark(said.text, build, position, self.report, what)
        return lent(text, build.wording.language.borrowed(said.language))

    def reached(self) -> Reached:
        """The position that has been reached."""
        return Reached(self.course.state, self.speech, self.last, self.ruleset.words.build.names.slots)

    def _clauses(self, expected: Expectation) -> tuple[str, ...]:
        """The keys of the clauses that refuse moves here."""
        ids = {id for excluded in expected.excludes for id in excluded.clauses}
        clauses = (clause for move in self.ruleset.game.moves for clause in move.clauses)
        return tuple(clause.key for clause in clauses if clause.id in ids)
