"""A game that was played, as a JSON document: enough to play it again and to see whether the rules still allow it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from ruleloom.chance import Chance, ChanceEvent, Seeded
from ruleloom.explain import Refusal
from ruleloom.game import Decision, Game, IllegalMove, State
from ruleloom.moves import Move
from ruleloom.results import Outcome

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Event:
    """A decision (`player` is a seat number from 1) or a chance event (no player), and what was chosen or happened."""

    what: str
    player: int | None
    text: str


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


class RecordError(ValueError):
    """A text that is no record."""


class ReplayError(ValueError):
    """A record that the rules no longer allow: the number of the event from 1, and the refusal of a move."""

    def __init__(self, number: int, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"event {number}: {message}")
        self.number = number
        self.refusal = refusal


class Recorder:
    """Plays a game and writes down what happens."""

    def __init__(self, game: Game, chance: Chance, seed: int | None = None) -> None:
        self.game = game
        self.state = game.initial()
        self._chance = chance
        self._seed = seed
        self._events: list[Event] = []
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
        self._settle()
        return self.state

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
    state = game.initial()
    for number, event in enumerate(record.events, start=1):
        state = _repeat(state, number, event)
    result = _result(state)
    if record.result != result:
        ending = "no ending" if result is None else result.ending
        expected = "none" if record.result is None else record.result.ending
        raise ReplayError(len(record.events), f"the game came to {ending}, where the record has {expected}")
    return state


def states(game: Game, record: Record) -> Iterator[State]:
    """Every state of a record, the first one before any event. Raises ReplayError like `replay`."""
    state = game.initial()
    yield state
    for number, event in enumerate(record.events, start=1):
        state = _repeat(state, number, event)
        yield state


def _repeat(state: State, number: int, event: Event) -> State:
    pending = state.pending
    if isinstance(pending, Outcome):
        raise ReplayError(number, f"the game is over ({pending.ending}), where the record goes on with {event.text}")
    what, player = (pending.id, pending.player + 1) if isinstance(pending, Decision) else (pending.stream, None)
    if (what, player) != (event.what, event.player):
        who = f" by player {player}" if player else ""
        raise ReplayError(number, f"{what}{who} is next, where the record has {event.what}")
    try:
        return state.happen(event.text) if isinstance(pending, ChanceEvent) else state.apply(event.text)
    except IllegalMove as error:
        raise ReplayError(number, str(error), error.refusal) from error
    except ValueError as error:
        raise ReplayError(number, str(error)) from error


def write_record(record: Record) -> str:
    """A record as JSON."""
    return json.dumps(asdict(record), indent=1, ensure_ascii=False)


def read_record(text: str) -> Record:
    """Read what `write_record` wrote, of any format that has the same parts. Raises RecordError for anything else."""
    try:
        parts = json.loads(text)
        parts["events"] = tuple(Event(**event) for event in parts["events"])
        parts["variants"] = tuple(parts["variants"])
        parts["options"] = tuple((name, value) for name, value in parts["options"])
        if parts["result"] is not None:
            ended = parts["result"]
            parts["result"] = Result(ended["ending"], tuple(ended["returns"]), tuple(ended["ranks"]))
        return Record(**parts)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is no record of a game: line {error.lineno} is not JSON") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError("this is no record of a game: some of its parts are missing or of another kind") from error


def _result(state: State) -> Result | None:
    pending = state.pending
    return Result(pending.ending, pending.returns, pending.ranks) if isinstance(pending, Outcome) else None


def _version() -> str:
    try:
        return version("ruleloom")
    except PackageNotFoundError:  # run from a folder that was not installed
        return "unknown"
