"""`ruleloom replay`: plays a record again, prints the game, and says where it no longer fits the rules."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.files import LONGEST_RECORD, read_text_file
from ruleloom.cli.inputs import InputError, engine_of, folders_of, language_of, mention_engine
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.refusals import refusal_text
from ruleloom.library import LoadedGame, load
from ruleloom.playing.phrases import player, statement_text
from ruleloom.record import FORMAT, Event, Record, RecordError, ReplayError, read_record, replay
from ruleloom.talk import Conversation


def run(arguments: Namespace) -> int:
    """Replay the record."""
    path = Path(arguments.record)
    record = load_record(path)
    loaded = load_recorded(record, arguments)
    mention_engine(loaded)
    notes = list(_notes(loaded, record))
    try:
        state = replay(loaded.game, record)
    except ReplayError as error:
        raise unmatched(loaded, error, notes, path) from error
    if arguments.json:
        print_json(state_to_json(loaded, state) | {"events": len(record.events), "notes": notes})
        return 0
    page = Page()
    page.title(record.configuration)
    for number, event in enumerate(record.events, start=1):
        page.row(f"{number}", _event_text(loaded, event), indent=0, column=6)
    page.gap()
    print_pending(page, loaded, state)
    for note in notes:
        page.paragraph(note)
    return 0


def load_record(path: Path) -> Record:
    """The record in a file. Raises InputError."""
    try:
        record = read_record(read_text_file(path, LONGEST_RECORD))
    except RecordError as error:
        raise InputError(str(error), str(path)) from error
    except RecursionError as error:
        raise InputError("this is no record of a game: it is nested too deeply", str(path)) from error
    if record.format != FORMAT:
        raise InputError(f"this record has the format {record.format}; only {FORMAT} can be read", str(path))
    if key := next(_ill_typed(record), None):
        raise InputError(f'this is no record of a game: "{key}" has a value of the wrong type', str(path))
    if record.seed is not None and record.seed < 0:
        raise InputError(f'this is no record of a game: "seed" is {record.seed}, and seeds start at 0', str(path))
    return record


def load_recorded(record: Record, arguments: Namespace) -> LoadedGame:
    """The configuration of a record."""
    folders, language, engine = folders_of(arguments), language_of(arguments).tag, engine_of(arguments)
    return load(record.game, record.variants, record.players, dict(record.options), folders, language, engine)


def unmatched(loaded: LoadedGame, error: ReplayError, notes: list[str], path: Path) -> InputError:
    """The message for a record that the rules no longer allow."""
    message = str(error)
    if error.refusal is not None:
        message = f"event {error.number}: {refusal_text(loaded, error.refusal)}"
    return InputError(message, str(path), "; ".join(notes))


def _notes(loaded: LoadedGame, record: Record) -> Iterator[str]:
    rules = loaded.game.rules
    if record.rules != loaded.game.hash:
        if record.version != rules.version:
            there, here = (
                f"version {each}" if each else "an unnumbered version" for each in (record.version, rules.version)
            )
            yield f"the record was made with {there} of the rules; here is {here}"
        else:
            yield "the record was made with other rules, which had the same version number as these"
    elif record.version != rules.version:
        yield f'the record calls the version of the rules "{record.version}"; it is "{rules.version}"'
    if record.configuration != rules.configuration.id:
        yield f'the record calls the configuration "{record.configuration}"; it is {rules.configuration.id}'


def _event_text(loaded: LoadedGame, event: Event) -> str:
    language = loaded.ruleset.words.language
    if event.player is None:
        return language.labelled(event.what, event.text)
    if event.is_talk:
        said = Conversation(loaded.game).read(event.player, f"{event.text} to {event.to}")
        return statement_text(loaded.ruleset.words, loaded.game.rules, said)
    who = language.say("play.prompt", player=player(language, event.player), choice=event.what)
    return language.labelled(who, event.text)


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
