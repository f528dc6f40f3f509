"""A game that was played, as a JSON document: enough to play it again and to see whether the rules still allow it."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Literal

from ruleloom.arguments import check_chance, check_kind, check_number, check_seed
from ruleloom.chance import Chance, ChanceEvent, Seeded
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.moves import Move, NotationError
from ruleloom.results import Outcome
from ruleloom.talk import Conversation, Statement
from ruleloom_dsl.ir.errors import RuleloomError

if TYPE_CHECKING:
    from ruleloom.explain import Refusal

FORMAT = 1
TALK = "talk"
_DEEPEST = 8
_BRACKET = re.compile(r'"(?:[^"\\]|\\.?)*(?:"|$)|[\[{\]}]', re.DOTALL)  # or a text, in which brackets are none


@dataclass(frozen=True, slots=True)
class Event:
    """A decision (`player` is a seat number from 1) or a chance event (no player), and what was chosen or happened.

    Or something that was said before the decision that follows: `what` is "talk", `to` the seat it was said to, or all.
    """

    what: str
    player: int | None
    text: str
    to: int | Literal["all"] | None = None

    @property
    def is_talk(self) -> bool:
        """Whether this was only said."""
        return self.to is not None


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    ending: str
    returns: tuple[float, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Which game was played by which rules, everything that happened, and the result if it came to one."""

    format: int
    ruleloom: str
    game: str
    version: str
    rules: str
    configuration: str
    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int | None
    events: tuple[Event, ...]
    result: Result | None


class RecordError(RuleloomError):
    """A text that is no record."""


class ReplayError(RuleloomError):
    """A record that the rules no longer allow: the number of the event from 1, and the refusal of a move."""

    def __init__(self, number: int, message: str, refusal: "Refusal | None" = None) -> None:
        super().__init__(f"event {number}: {message}")
        self.number = number
        self.refusal = refusal


class Recorder:
    """Plays a game and writes down what happens."""

    def __init__(self, game: Game, chance: Chance, seed: int | None = None) -> None:
        check_kind("what is played", game, Game, "a Game, such as load(...).game")
        check_chance(chance)
        if seed is not None:
            check_seed(seed)
        self.game = game
        self.state = game.initial()
        self._chance = chance
        self._seed = None if seed is None else int(seed)
        self._events: list[Event] = []
        self._conversation = Conversation(game)
        self._settle()

    @classmethod
    def seeded(cls, game: Game, seed: int) -> "Recorder":
        """A recorder whose chance comes from a seed."""
        return cls(game, Seeded(seed), seed)

    def play(self, move: Move | str) -> State:
        """Play a move and settle the chance that follows. A refused move is not written down."""
        decision = self.state.decision
        chosen = self.state.find(move)
        self.state = self.state.apply(chosen)
        self._events.append(Event(decision.id, decision.player + 1, chosen.text))
        self._conversation.decided()
        self._settle()
        return self.state

    def say(self, seat: int, text: str) -> Statement:
        """Let a seat (from 1) say something before the pending decision. Raises NotationError or TooMuchTalk."""
        if not isinstance(self.state.pending, Decision):
            raise NotationError("the game is over, and nothing is said before a decision any more")
        check_number("a seat", seat, 1, self.game.rules.players)
        check_kind("a statement", text, str, "a text")
        statement = self._conversation.say(seat, text)
        self._events.append(Event(TALK, seat, statement.notation, statement.to or "all"))
        return statement

    def record(self) -> Record:
        """What happened so far."""
        rules, configuration = self.game.rules, self.game.rules.configuration
        return Record(
            FORMAT, _version(), configuration.game, rules.version, self.game.hash, configuration.id,
            configuration.variants, configuration.players, configuration.options, self._seed, tuple(self._events),
            _result(self.state),
        )  # fmt: skip

    def _settle(self) -> None:
        while isinstance(self.state.pending, ChanceEvent):
            event = self.state.pending
            outcome = self._chance.outcome(event)
            self.state = self.state.happen(outcome)
            self._events.append(Event(event.stream, None, " ".join(outcome)))


def replay(game: Game, record: Record) -> State:
    """The last state of a record. Raises ReplayError at the first event that does not fit the rules."""
    _check(game, record)
    state, conversation = game.initial(), Conversation(game)
    for number, event in enumerate(record.events, start=1):
        state = _repeat(state, conversation, number, event)
    result = _result(state)
    if record.result != result:
        raise ReplayError(len(record.events), _other_result(result, record.result))
    return state


def _check(game: object, record: object) -> None:
    check_kind("what is played", game, Game, "a Game, such as load(...).game")
    check_kind("a record", record, Record, "what read_record() gives")


def _other_result(result: Result | None, recorded: Result | None) -> str:
    """The first thing in which a result is another than the recorded one."""
    if result is None or recorded is None or result.ending != recorded.ending:
        ending = "no ending" if result is None else result.ending
        return f"the game came to {ending}, where the record has {'none' if recorded is None else recorded.ending}"
    what = "returns" if result.returns != recorded.returns else "ranks"
    here, there = (json.dumps(asdict(each)[what]) for each in (result, recorded))
    return f"the {what} of {result.ending} are {here}, where the record has {there}"


def states(game: Game, record: Record) -> Iterator[State]:
    """Every state of a record, the first one before any event. Raises ReplayError like `replay`."""
    _check(game, record)
    state, conversation = game.initial(), Conversation(game)
    yield state
    for number, event in enumerate(record.events, start=1):
        state = _repeat(state, conversation, number, event)
        if not event.is_talk:
            yield state


def _repeat(state: State, conversation: Conversation, number: int, event: Event) -> State:
    if event.is_talk:
        _say_again(state, conversation, number, event)
        return state
    conversation.decided()
    pending = state.pending
    if isinstance(pending, Outcome):
        raise ReplayError(number, f"the game is over ({pending.ending}), where the record goes on with {event.text}")
    what, player = (pending.id, pending.player + 1) if isinstance(pending, Decision) else (pending.stream, None)
    if (what, player) != (event.what, event.player):
        here, there = _whose(what, player), _whose(event.what, event.player)
        raise ReplayError(number, f"{here} is next, where the record has {there}")
    try:
        return state.happen(event.text) if isinstance(pending, ChanceEvent) else state.apply(event.text)
    except IllegalMove as error:
        raise ReplayError(number, str(error), error.refusal) from error
    except ValueError as error:
        raise ReplayError(number, str(error)) from error


def _whose(what: str, player: int | None) -> str:
    return what if player is None else f"{what} by player {player}"


def _say_again(state: State, conversation: Conversation, number: int, event: Event) -> None:
    if not isinstance(state.pending, Decision):
        raise ReplayError(number, f"nothing is to be decided where the record has {event.text} said")
    if event.what != TALK or event.player is None or not 1 <= event.player <= state.game.rules.players:
        raise ReplayError(number, f"nobody is there to say {event.text}")
    try:
        conversation.say(event.player, f"{event.text} to {event.to}")
    except ValueError as error:
        raise ReplayError(number, str(error)) from error


def write_record(record: Record) -> str:
    """A record as JSON."""
    check_kind("a record", record, Record, "what play_game() gives, or a Recorder's record()")
    parts = asdict(record)
    parts["events"] = [_event(event) for event in record.events]
    return json.dumps(parts, indent=1, ensure_ascii=False)


def _event(event: Event) -> dict[str, object]:
    """An event as it is written: only what was said has somebody it was said to."""
    return {name: value for name, value in asdict(event).items() if name != "to" or value is not None}


def read_record(text: str) -> Record:
    """Read what `write_record` wrote, of any format that has the same parts. Raises RecordError for anything else."""
    try:
        if _is_nested_deeply(text):
            raise RecordError("this is no record of a game: it is nested too deeply")
        parts = json.loads(text)
        if not isinstance(parts, dict):
            raise RecordError("this is no record of a game: it is JSON, but no object with keys")
        _check_keys(parts, Record, "it")
        for number, event in enumerate(parts["events"], start=1):
            _check_keys(event | {"to": event.get("to")}, Event, f"event {number}")
        parts["events"] = tuple(Event(**event) for event in parts["events"])
        parts["variants"] = tuple(parts["variants"])
        parts["options"] = tuple((name, value) for name, value in parts["options"])
        if parts["result"] is not None:
            ended = parts["result"]
            _check_keys(ended, Result, "the result")
            parts["result"] = Result(ended["ending"], tuple(ended["returns"]), tuple(ended["ranks"]))
        return Record(**parts)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(f"this is no record of a game: line {error.lineno} is not JSON") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError("this is no record of a game: some of its parts are missing or of another kind") from error


def _is_nested_deeply(text: str) -> bool:
    """Whether brackets stand in more brackets than in any record; in a browser JSON of such a text breaks Python."""
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > _DEEPEST:
            return True
    return False


def other_format(format: object) -> RecordError:
    """What there is to say of a record of a format that cannot be read."""
    return RecordError(f"this record has the format {json.dumps(format)[:40]}; only {FORMAT} can be read")


def _check_keys(parts: dict[str, object], kind: type[Record | Event | Result], what: str) -> None:
    known = [field.name for field in fields(kind)]
    strange, missing = ([key for key in parts if key not in known], [key for key in known if key not in parts])
    faults = [f'has the key "{key}", which means nothing' for key in strange[:1]]
    faults += [f'lacks the key "{key}"' for key in missing[:1]]
    if faults and kind is Record and parts.get("format", FORMAT) != FORMAT:
        raise other_format(parts["format"])
    if faults:
        raise RecordError(f"this is no record of a game: {what} {', and '.join(faults)}")


def _result(state: State) -> Result | None:
    pending = state.pending
    return Result(pending.ending, pending.returns, pending.ranks) if isinstance(pending, Outcome) else None


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom asked for

    try:
        return version("ruleloom")
    except PackageNotFoundError:  # run from a folder that was not installed
        return "unknown"
