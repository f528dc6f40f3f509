"""A record from somebody else, which may be anything: its form is looked at; then the game it tells is gone on with."""

from collections.abc import Iterator, Sequence

from ruleloom.game import Game
from ruleloom.playing.session import Remembered, Session
from ruleloom.record import FORMAT, Event, Record, RecordError, other_format, read_record


def read_whole_record(text: str) -> Record:
    """The record in a text. Raises RecordError, which says what is wrong with it."""
    record = read_record(text)
    if record.format != FORMAT:
        raise other_format(record.format)
    if key := next(_ill_typed(record), None):
        raise RecordError(f'this is no record of a game: "{key}" has a value of the wrong type')
    if record.seed is not None and record.seed < 0:
        raise RecordError(f'this is no record of a game: "seed" is {record.seed}, and seeds start at 0')
    return record


def session_of(game: Game, record: Record, moves: int | None = None) -> Session:
    """The game of a record that fits the rules, after so many moves or all; further chance comes from its seed."""
    seed, events = record.seed or 0, _begun(record.events, moves)
    outcomes = [event.text for event in events if event.player is None]
    session = Session(game, seed, lambda: Remembered(outcomes, seed))
    for event in events:
        if event.player is None:
            continue
        if event.is_talk:
            session.say(event.player, f"{event.text} to {event.to}")
        else:
            session.play(event.text)
    return session


def _begun(events: Sequence[Event], moves: int | None) -> Sequence[Event]:
    """The events up to a number of moves, with the chance that follows the last one; or all."""
    made = 0
    for at, event in enumerate(events):
        if event.player is not None:
            if made == moves:
                return events[:at]
            made += not event.is_talk
    return events


def _ill_typed(record: Record) -> Iterator[str]:
    """The keys whose values are of another type than they should be."""
    texts: list[tuple[str, object]] = [
        *((key, getattr(record, key)) for key in ("ruleloom", "game", "version", "rules", "configuration")),
        *(("variants", name) for name in record.variants),
        *(("options", part) for option in record.options for part in option),
        *((key, part) for event in record.events for key, part in (("what", event.what), ("text", event.text))),
    ]
    numbers: list[tuple[str, object]] = [("players", record.players), ("seed", record.seed or 0)]
    numbers += [("player", event.player or 0) for event in record.events]
    numbers += [("to", event.to) for event in record.events if event.is_talk and event.to != "all"]
    yield from (key for key, text in texts if not isinstance(text, str))
    yield from (key for key, number in numbers if not isinstance(number, int))
