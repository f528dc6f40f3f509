"""A scenario that is being played: moves with the chance that follows them, and what stands between two moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from ruleloom.errors import PositionError
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move
from ruleloom.position import advances, opening
from ruleloom.talk import Conversation, Statement
from ruleloom_dsl.ir.position import Briefly, Expectation, Path, Remark, Said, Scenario


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: the states it led through, from the one before it to the one after all its chance.

    Moves that are told in one go have the same number.
    """

    number: int
    move: Move
    states: tuple[State, ...]


class Course:
    """A scenario that is being played; `opening` is the state before its first move, `state` the one reached so far."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        """Lay the position out. Raises PositionError."""
        self.scenario = scenario
        self.opening, self._script = opening(game, scenario.position)
        self.state = self.opening
        self._talk = Conversation(game)

    def __iter__(self) -> Iterator[Made | Statement | Expectation | Remark]:
        """Play it and yield what happens. Raises PositionError where a move or a statement is refused."""
        for number, item in enumerate(self.scenario.course):
            match item:
                case str():
                    yield self._make(item, number, ("play", number))
                case Briefly(moves):
                    for at, move in enumerate(moves):
                        yield self._make(move, number, ("play", number, "briefly", at))
                case Said(by, text):
                    yield self._say(by, text, ("play", number))
                case Expectation() | Remark():
                    yield item
                case _:
                    assert_never(item)
        self._script.check_used()

    def _make(self, text: str, number: int, path: Path) -> Made:
        before = self.state
        after = advances(before, text, self._script, path)
        self.state = after[-1]
        self._talk.decided()
        return Made(number, before.find(text), (before, *after))

    def _say(self, by: int, text: str, path: Path) -> Statement:
        if not isinstance(self.state.pending, Decision):
            raise PositionError("the game is over", path)
        if not 1 <= by <= self.state.game.rules.players:
            raise PositionError(f"there is no seat {by}: {self.state.game.rules.players} play", (*path, "by"))
        try:
            return self._talk.say(by, text)
        except ValueError as error:  # no statement, or one too many
            raise PositionError(str(error), (*path, "say")) from error
