"""Who chooses when nobody sits there: bots, which get what their seat may see and the legal moves, and nothing else.

Where players talk, a bot may be a `Listener` and a `Speaker` too.

`random` takes any legal move with equal chances; `mcts:1000` tries so many games before each decision; `solver` plays
small games of two exactly (see `search.bots`). Everything else is a command line of a program, started once for each
seat, that reads JSON lines on its standard input and writes JSON lines on its standard output (see `programs`).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ruleloom.chance import CHOICES, Stream
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move, NotationError
from ruleloom.playout import MOST_DECISIONS
from ruleloom.record import Recorder
from ruleloom.results import Outcome
from ruleloom.talk import Statement, TooMuchTalk
from ruleloom.view import Observation, observation
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_dsl.ir.game import Talk

if TYPE_CHECKING:
    from ruleloom.engines.proving import SolvingWatch
    from ruleloom.search.montecarlo import Tries

RANDOM = "random"


class BotError(RuleloomError):
    """A bot that cannot be had, or that does not answer as it should."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game as it begins: which configuration, how many players, the bot's seat from 1, and a source of chance.

    Every seat counts as a player. `talk` is what may be said, where players talk.
    """

    configuration: str
    players: int
    seat: int
    choices: Stream
    talk: Talk | None = None


class Question:
    """One decision: who is asked (from 1), the id of the choice, the legal moves as they are written, what is seen."""

    def __init__(self, state: State, decision: Decision) -> None:
        self._state = state
        self.seat = decision.player + 1
        self.choice = decision.id
        self.moves = tuple(move.text for move in decision.moves)

    @cached_property
    def observation(self) -> Observation:
        """What the seat may see; worked out only if it is asked for."""
        return observation(self._state, self.seat - 1)

    def search(self, games: int, seed: int) -> "Tries":
        """What so many games come to that are tried with each move, from what the seat may know and nothing else."""
        return self._state.game.searcher.search(self._state, games, seed)

    def solve(self, watch: "SolvingWatch") -> str:
        """The first of the best moves, where nothing is hidden. Raises Unsolvable."""
        return self._state.game.exact.best(self._state, watch)


class Bot(Protocol):
    """Chooses for one seat, in one game after the other. A class of yours that inherits from it needs `choose` only."""

    def begin(self, sitting: Sitting) -> None:
        """A game begins."""
        return None

    def choose(self, question: Question) -> str:
        """One of the legal moves, as it is written."""
        ...

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        return None

    def close(self) -> None:
        """There are no more games."""
        return None


class RandomBot(Bot):
    """Takes every legal move with equal chances; one number is drawn for each decision, forced or not."""

    def begin(self, sitting: Sitting) -> None:
        """Draw from the source of this game."""
        self._choices = sitting.choices

    def choose(self, question: Question) -> str:
        """Any of the legal moves."""
        return question.moves[self._choices.below(len(question.moves))]


class Occasion:
    """Before a decision: what a seat (from 1) may say, how often, who is to decide what, and what the seat sees."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat
        self.player = state.decision.player + 1
        self.choice = state.decision.id
        self.talk = state.game.rules.talk or Talk(0, ())

    @cached_property
    def observation(self) -> Observation:
        """What the seat may see; worked out only if it is asked for."""
        return observation(self._state, self.seat - 1)


@runtime_checkable
class Listener(Protocol):
    """A bot that hears what is said to its seat or to all."""

    def hear(self, statement: Statement) -> None:
        """Somebody else has said something."""
        ...


@runtime_checkable
class Speaker(Protocol):
    """A bot that says something before decisions."""

    def speak(self, occasion: Occasion) -> Sequence[str]:
        """The statements that it makes, as they are written: `aim 4`, `lead low hearts to 2`."""
        ...


NewProgram = Callable[[str, int], Bot]
"""Makes the bot that runs a command line for a seat from 1."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Which bot sits where, as it is written: `random`, a command line, or either after a seat and a colon.

    `person 1:random` plays all seats of a person, where there are more seats than people.
    """

    seat: int | None
    what: str
    person: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Seated":
        """Read `random`, `2:random` or `2:program --with arguments`."""
        found = re.fullmatch(r"(?:(person )?(\d{1,4}):)?(.*)", text, re.DOTALL)
        assert found is not None  # any text fits
        person, number, what = found.groups()
        if not what.strip():
            raise BotError(f'"{text}" names no bot; write random, mcts:1000, solver, or a command line')
        if person:
            return cls(None, what.strip(), int(number))
        return cls(int(number) if number else None, what.strip())

    def seats(self, players: int, people: int) -> tuple[int | None, ...]:
        """The seats it is named for; None stands for all that no other bot is named for. Raises BotError."""
        if self.person is not None:
            if not 1 <= self.person <= people:
                raise BotError(f"there is no person {self.person}: this configuration is for {people}")
            return tuple(range(self.person, players + 1, people))
        if self.seat is not None and not 1 <= self.seat <= players:
            raise BotError(f"there is no player {self.seat}: this configuration has {players}")
        return (self.seat,)


def bots_for(
    seats: Sequence[int], seated: Sequence[Seated], players: int, new_program: NewProgram, people: int | None = None
) -> dict[int, Bot]:
    """A bot for each of these seats (from 1): the one that was named for it, else the one for all, else `random`."""
    kinds, bots = seat_bots(seats, seated, players, people), dict[int, Bot]()
    try:
        for seat, kind in kinds.items():
            bots[seat] = _built_in(kind) or new_program(kind, seat)
    except BaseException:
        for bot in bots.values():
            bot.close()
        raise
    return bots


def programs(timeout: float = 10.0) -> NewProgram:
    """Makes bots that are programs, which have so many seconds for each answer."""

    def new_program(command: str, seat: int) -> Bot:
        from ruleloom.programs import ProgramBot

        return ProgramBot(command, seat, timeout)

    return new_program


def seat_bots(
    seats: Sequence[int], seated: Sequence[Seated], players: int, people: int | None = None
) -> dict[int, str]:
    """What sits on each of these seats, as it is written. Raises BotError where two bots are named for one seat."""
    named: dict[int | None, str] = {}
    for each in seated:
        for seat in each.seats(players, people or players):
            if seat in named:
                whom = "all players" if seat is None else f"player {seat}"
                raise BotError(f'two bots are named for {whom}: "{named[seat]}" and "{each.what}"')
            named[seat] = each.what
    return {seat: named.get(seat, named.get(None, RANDOM)) for seat in seats}


def _built_in(kind: str) -> Bot | None:
    """The bot of ours with a name. Raises BotError where the name is not complete."""
    if kind == RANDOM:
        return RandomBot()
    from ruleloom.search.bots import make_bot

    return make_bot(kind)


@contextmanager
def seated(bots: Mapping[int, Bot]) -> Iterator[Mapping[int, Bot]]:
    """Bots that are closed at the end, whatever happens."""
    try:
        yield bots
    finally:
        for bot in bots.values():
            bot.close()


def begin_all(bots: Mapping[int, Bot], game: Game, seed: int) -> None:
    """Tell every bot that a game begins. All bots that choose at random draw from one stream of the seed."""
    rules, choices = game.rules, Stream(seed, CHOICES)
    for seat, bot in bots.items():
        bot.begin(Sitting(rules.configuration.id, rules.players, seat, choices, rules.talk))


def ask(bot: Bot, state: State) -> Move:
    """The move that a bot chooses. Raises BotError where it is none of the legal ones."""
    decision = state.decision
    chosen = bot.choose(Question(state, decision))
    move = next((move for move in decision.moves if move.text == chosen), None)
    if move is None:
        raise BotError(f"the bot of player {decision.player + 1} chose {chosen!r}, which is not legal")
    return move


def let_speak(bots: Mapping[int, Bot], state: State, say: Callable[[int, str], Statement]) -> None:
    """Let bots speak before a decision, in order of their seats; whoever may hear it hears it at once.

    Raises BotError where what a bot says is no statement, or is too much.
    """
    for seat, bot in sorted(bots.items()) if state.game.rules.talk else ():
        for text in bot.speak(Occasion(state, seat)) if isinstance(bot, Speaker) else ():
            try:
                statement = say(seat, text)
            except (NotationError, TooMuchTalk) as error:
                raise BotError(f"the bot of player {seat} cannot speak like this: {error}") from error
            tell(bots, statement)


def tell(bots: Mapping[int, Bot], statement: Statement) -> None:
    """Let bots hear what was said, the speaker aside."""
    for seat, bot in bots.items():
        if seat != statement.speaker and statement.is_heard_by(seat) and isinstance(bot, Listener):
            bot.hear(statement)


def play_out(recorder: Recorder, bots: Mapping[int, Bot], seed: int) -> tuple[Outcome, int]:
    """Let bots play a game to its end: the outcome, and how many decisions were made."""
    begin_all(bots, recorder.game, seed)
    for made in range(MOST_DECISIONS + 1):
        pending = recorder.state.pending
        if isinstance(pending, Outcome):
            for bot in bots.values():
                bot.end(pending)
            return pending, made
        let_speak(bots, recorder.state, recorder.say)
        recorder.play(ask(bots[recorder.state.decision.player + 1], recorder.state))
    raise RuleError(f"the game is not over after {MOST_DECISIONS} decisions")
