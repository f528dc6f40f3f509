"""`ruleloom replay`: plays a record again, prints the game, and says where it no longer fits the rules."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.files import LONGEST_RECORD, read_text_file
from ruleloom.cli.inputs import InputError, engine_of, folders_of, language_of, mention_engine
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.refusals import refusal_text
from ruleloom.library import LoadedGame, games, is_path, load
from ruleloom.playing.phrases import player, statement_text
from ruleloom.playing.recorded import read_whole_record
from ruleloom.record import Event, Record, RecordError, ReplayError, replay
from ruleloom.talk import Conversation
from ruleloom_dsl.diagnostics import Note, RulesetError, quote, suggest
from ruleloom_dsl.excerpts import format_path


def run(arguments: Namespace) -> int:
    """Replay the record."""
    path = Path(arguments.record)
    record = load_record(path)
    loaded = load_recorded(record, arguments, path)
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
        return read_whole_record(read_text_file(path, LONGEST_RECORD))
    except RecordError as error:
        raise InputError(str(error), str(path)) from error


def load_recorded(record: Record, arguments: Namespace, path: Path) -> LoadedGame:
    """The configuration of the record in a file, which names its game and variants by their ids. Raises InputError."""
    folders, language, engine = folders_of(arguments), language_of(arguments).tag, engine_of(arguments)
    known = games(folders)
    if record.game not in known:
        help = "a record names its game by the id; -R DIR names the folder that a game of yours stands in"
        near = suggest(record.game, known)
        raise InputError(f"no game is called {quote(record.game)}", str(path), f"{near} {help}" if near else help)
    if strange := next(filter(is_path, record.variants), None):
        help = "a record names variants by their ids; -R DIR names the folder that one of yours stands in"
        raise InputError(f"no variant is called {quote(strange)}", str(path), help)
    try:
        return load(record.game, record.variants, record.players, dict(record.options), folders, language, engine)
    except RulesetError as error:
        first, *others = error.diagnostics
        note = Note(f"the record {format_path(str(path))} is of this configuration")
        raise RulesetError((replace(first, notes=(*first.notes, note)), *others)) from error


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
