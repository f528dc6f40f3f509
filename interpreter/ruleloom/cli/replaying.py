"""`ruleloom replay`: plays a record again, prints the game, and says where it no longer fits the rules."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.files import read_text_file
from ruleloom.cli.inputs import InputError, folders_of
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.refusals import refusal_text
from ruleloom.library import LoadedGame, load
from ruleloom.record import FORMAT, Event, Record, RecordError, ReplayError, read_record, replay
from ruleloom.talk import Conversation

LONGEST_RECORD = 20_000_000


def run(arguments: Namespace) -> int:
    """Replay the record."""
    path = Path(arguments.record)
    record = load_record(path)
    loaded = load_recorded(record, folders_of(arguments))
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
    if not _is_well_typed(record):
        raise InputError("this is no record of a game: a value has the wrong type", str(path))
    return record


def load_recorded(record: Record, folders: tuple[Path, ...]) -> LoadedGame:
    """The configuration of a record."""
    return load(record.game, record.variants, record.players, dict(record.options), folders)


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


def _event_text(loaded: LoadedGame, event: Event) -> str:
    if event.is_talk and event.player is not None:
        to = "all" if event.to == "all" else f"player {event.to}"
        said = Conversation(loaded.game).read(event.player, f"{event.text} to {event.to}")
        return f"player {event.player} to {to}: {said.text}"
    who = "" if event.player is None else f"player {event.player}, "
    return f"{who}{event.what}: {event.text}"


def _is_well_typed(record: Record) -> bool:
    texts: list[object] = [
        record.ruleloom, record.game, record.version, record.rules, record.configuration, *record.variants,
        *(part for option in record.options for part in option),
        *(part for event in record.events for part in (event.what, event.text)),
    ]  # fmt: skip
    numbers: list[object] = [record.players, record.seed or 0, *(event.player or 0 for event in record.events)]
    numbers += [event.to for event in record.events if event.is_talk and event.to != "all"]
    return all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
