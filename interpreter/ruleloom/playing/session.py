"""A game that is being played: its moves, taken back if need be, and kept as a record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ruleloom.chance import Chance, ChanceEvent, Outcome, Seeded
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move, NotationError
from ruleloom.record import Record, Recorder
from ruleloom.seating import person_of
from ruleloom.talk import Conversation, Statement, TalkError
from ruleloom.view import observation


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that was made: by which seat (from 1), and in which state.

    `after` are the states it led through: the one right after it, and one after each thing that happened by chance.
    """

    seat: int
    move: Move
    before: State
    after: tuple[State, ...] = field(compare=False, repr=False)


class Session:
    """The moves so far and the state they led to. The same moves lead to the same state again, chance included.

    `begin` is the first state with a source of chance; without it the game begins with its set-up and can be recorded.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        new_chance: Callable[[], Chance],
        begin: Callable[[Chance], State] | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.can_be_recorded = begin is None
        self.moves: list[MadeMove] = []
        self.said: list[tuple[int, Statement]] = []  # each with the number of moves made before it
        self._new_chance = new_chance
        self._begin = begin
        self._conversation = Conversation(game)
        self._chance = new_chance()
        self.begun = self._first()
        """The states from the first one to the first decision."""
        self.state = self.begun[-1]

    def play(self, move: Move | str) -> Move:
        """Play a legal move. Raises IllegalMove or NotationError and changes nothing then."""
        before, chosen = self.state, self.state.find(move)
        after = _settled(before.apply(chosen), self._chance)
        self.state = after[-1]
        self.moves.append(MadeMove(before.decision.player + 1, chosen, before, after))
        self._conversation.decided()
        return chosen

    def say(self, seat: int, text: str) -> Statement:
        """Let a seat (from 1) say something before the pending decision. Raises NotationError or TooMuchTalk."""
        if not isinstance(self.state.pending, Decision):
            raise TalkError("the game is over, and nothing is said before a decision any more", "over")
        statement = self._conversation.say(seat, text)
        self.said.append((len(self.moves), statement))
        return statement

    def may_say(self, seat: int) -> bool:
        """Whether a seat (from 1) may say something more before the pending decision."""
        return bool(self._conversation) and self._conversation.left(seat) > 0

    def hides_from(self, watcher: int, seat: int) -> bool:
        """Whether a seat of another person sees or has heard what the watcher (0: nobody) has not."""
        rules = self.game.rules
        if watcher and person_of(rules, seat) == person_of(rules, watcher):
            return False
        heard = any(each.is_heard_by(seat) and not each.is_heard_by(watcher) for _, each in self.said)
        return heard or observation(self.state, seat - 1) != observation(self.state, watcher - 1)

    def undo(self, count: int) -> None:
        """Take the last moves back, and what was said from there on."""
        kept = self.moves[: len(self.moves) - count]
        self.said = [each for each in self.said if each[0] < len(kept)]
        self.moves = []
        self._conversation.decided()
        self._chance = self._new_chance()
        self.state = self._first()[-1]
        for played in kept:
            self.play(played.move)

    def record(self) -> Record:
        """The game as a record."""
        recorder = Recorder(self.game, self._new_chance(), self.seed)
        for number, played in enumerate([*self.moves, None]):
            for at, statement in self.said:
                if at == number:
                    recorder.say(statement.speaker, f"{statement.notation} to {statement.to or 'all'}")
            if played is not None:
                recorder.play(played.move)
        return recorder.record()

    def _first(self) -> tuple[State, ...]:
        return _settled(self.game.initial(), self._chance) if self._begin is None else (self._begin(self._chance),)


def _settled(state: State, chance: Chance) -> tuple[State, ...]:
    """A state, and one after each thing that happens by chance before the next decision or the end."""
    found = [state]
    while isinstance(found[-1].pending, ChanceEvent):
        found.append(found[-1].happen(chance.outcome(found[-1].pending)))
    return tuple(found)


class Remembered:
    """Chance that is known from a record, and goes on from its seed behind it, or where play takes another way."""

    def __init__(self, outcomes: Sequence[str], seed: int) -> None:
        self._left = list(outcomes)
        self._rest = Seeded(seed)

    def outcome(self, event: ChanceEvent) -> Outcome:
        """What happened at this event, or what the seed gives."""
        drawn = self._rest.outcome(event)
        if not self._left:
            return drawn
        try:
            return event.parse(self._left.pop(0))
        except NotationError:
            self._left.clear()  # what the record tells of belongs to another way
            return drawn
