"""`ruleloom text`: the state of translations, accepting them, and files for translators' tools."""

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleloom.cli.files import READ, Made, make_folder, marked, read_text_file, write_file
from ruleloom.cli.inputs import InputError, folders_of
from ruleloom.cli.page import print_json
from ruleloom.library import games, open_source, own_folders
from ruleloom_dsl.catalog import PARTS, TEXTS
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError, quote, render_all, suggest, to_json
from ruleloom_dsl.excerpts import escape, format_path
from ruleloom_dsl.texts.wording import Place
from ruleloom_dsl.translating.checking import check_translations
from ruleloom_dsl.translating.corpus import Corpus, corpus_of_game, corpus_of_parts
from ruleloom_dsl.translating.edit import write_texts
from ruleloom_dsl.translating.exchange import GAME, LANGUAGE, export_po, import_po, is_tag
from ruleloom_dsl.translating.lock import Lock, format_lock
from ruleloom_dsl.translating.po import PoError, PoFile, parse_po
from ruleloom_dsl.translating.status import State, Status, status_of, texts_in
from ruleloom_dsl.translating.status import accept as accepted

MOST_BYTES = 10_000_000  # of a PO file


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one game: the state of its languages, and what is wrong with its translations."""

    game: str
    languages: tuple[Status, ...]
    diagnostics: tuple[Diagnostic, ...]
    is_broken: bool = False

    @property
    def fails(self) -> bool:
        """Whether a strict look fails: a fault, or a language that is declared complete and is not."""
        is_complete = any(each.complete for each in self.languages)
        faults = any(each.severity == "error" or is_complete for each in self.diagnostics)
        return faults or any(each.is_broken for each in self.languages)


def status(arguments: Namespace) -> int:
    """Count the texts of each language by their states."""
    own = own_folders(folders_of(arguments))
    told = [_told(name, own, arguments.lang) for name in arguments.games or (*games(own), PARTS)]
    is_broken = any(each.is_broken for each in told)
    if arguments.lang is not None and not is_broken and not any(each.languages for each in told):
        raise InputError("nothing is translated into this language", "--lang")
    if arguments.json:
        print_json({"games": [_to_json(each, arguments.list) for each in told]})
    else:
        _print(told, arguments.list)
    return 1 if is_broken or (arguments.strict and any(each.fails for each in told)) else 0


def accept(arguments: Namespace) -> int:
    """Write into the lock that texts are right as they are."""
    corpus = _corpus(arguments.game, own_folders(folders_of(arguments)))
    tags = corpus.languages() if arguments.lang is None else (arguments.lang,)
    if unknown := set(tags) - set(corpus.languages()):
        raise InputError(f"{corpus.id} has no text in {quote(unknown.pop())}", "--lang")
    places = {_place(id, tags, corpus) for id in arguments.ids} or None
    report = Report()
    locks = accepted(corpus, tags, places, report)
    report.raise_errors()
    written = [path for path, lock in locks.items() if _write_lock(path, lock)]
    if arguments.json:
        print_json({"written": [str(path) for path in written]})
    else:
        for path in written:
            print(f"written: {format_path(str(path))}")
        if not written:
            print("nothing has changed")
    return 0


def export(arguments: Namespace) -> int:
    """Write the texts of a language for a translator."""
    corpus = _corpus(arguments.game, own_folders(folders_of(arguments)))
    _check_tag(arguments.lang, "--lang")
    report = Report()
    lock = corpus.lock(report)
    report.raise_errors()
    text = export_po(corpus, arguments.lang, lock).decode("utf-8")
    if arguments.out is None:
        print(text, end="")
        return 0
    write_file(Path(arguments.out), text, _export(corpus, arguments.lang))
    if arguments.json:
        print_json({"written": arguments.out})
    else:
        print(f"written: {format_path(arguments.out)}")
    return 0


def _export(corpus: Corpus, tag: str) -> Made:
    """A file for the same translator, out of which nothing would be lost: all it says is in the game."""
    header = marked(f'"{GAME}: {corpus.id}\\n"', f'"{LANGUAGE}: {tag}\\n"')

    def is_one(path: Path) -> bool:
        if not header(path):
            return False
        try:
            is_older = bool(import_po(corpus, tag, parse_po(read_text_file(path, MOST_BYTES)), str(path)).changes)
        except (PoError, RulesetError):
            is_older = True
        if is_older:
            help = f"ruleloom text import {format_path(str(path))} takes them over; or name another file"
            raise InputError("this file has translations that the game lacks, and is left as it is", str(path), help)
        return True

    return Made(f"an export of {corpus.id} in {tag}", is_one)


def take_over(arguments: Namespace) -> int:
    """Write what a translator has changed into the file of the language, or nothing where any of it cannot be used."""
    try:
        file = parse_po(read_text_file(Path(arguments.file), MOST_BYTES))
        corpus, tag = _addressee(file, arguments)
        found = import_po(corpus, tag, file, arguments.file)
    except PoError as error:
        raise InputError(error.message, f"{format_path(arguments.file)}:{error.line}") from error
    path = _text_file(corpus, tag)
    if found.changes:
        _write_texts(path, corpus, tag, found.changes)
    if arguments.json:
        print_json({"file": str(path), "changed": sorted(map(str, found.changes)), "older": found.older})
        return 0
    count = len(found.changes)
    where = f"{count} text{'s' if count != 1 else ''} in {format_path(str(path))}"
    print(f"changed: {where}" if count else "nothing has changed")
    if found.older:
        print(f"note: {found.older} of the English sentences have changed since the file was exported", file=sys.stderr)
    return 0


def _corpus(name: str, own: Sequence[Path]) -> Corpus:
    return corpus_of_parts(own) if name == PARTS else corpus_of_game(open_source(name, folders=own)[0])


def _told(name: str, own: Sequence[Path], only: str | None) -> Told:
    report = Report()
    try:
        corpus = _corpus(name, own)
        lock = corpus.lock(report)
        report.raise_errors()
    except RulesetError as error:  # one that is broken does not hide the others
        return Told(name, (), error.diagnostics, is_broken=True)
    check_translations(corpus, report)
    tags = [tag for tag in corpus.languages() if only in (None, tag)]
    return Told(corpus.id, tuple(status_of(corpus, tag, lock) for tag in tags), report.diagnostics)


def _place(id: str, tags: Sequence[str], corpus: Corpus) -> Place:
    known = {str(place): place for tag in tags for place in texts_in(corpus, tag)}
    if id not in known:
        raise InputError(f"{corpus.id} has no text {quote(id)}", "ID", suggest(id, known) or "")
    if not any(corpus.said(known[id], tag) for tag in tags):
        raise InputError(f"{quote(id)} is not translated yet", "ID")
    return known[id]


def _write_lock(path: Path, lock: Lock) -> bool:
    text = format_lock(lock)
    if (not lock.accepted and not path.exists()) or (path.exists() and path.read_text(encoding="utf-8") == text):
        return False
    write_file(path, text, READ)
    return True


def _check_tag(tag: str, place: str) -> None:
    if not is_tag(tag):
        raise InputError(f"{quote(tag)} is no language to translate into", place, "write a tag such as de or pt-BR")


def _addressee(file: PoFile, arguments: Namespace) -> tuple[Corpus, str]:
    """The game and the language that a file is for; its header is a stranger's."""
    name, tag = file.header.get(GAME, ""), file.header.get(LANGUAGE, "")
    own = own_folders(folders_of(arguments))
    known = (*games(own), PARTS)
    if arguments.game is None and name not in known:
        help = suggest(name, known) or 'files that "ruleloom text export" has written name their game in the header'
        raise InputError(f"no game is called {quote(name)}", arguments.file, help)
    _check_tag(tag, arguments.file)
    corpus = _corpus(arguments.game or name, own)
    if corpus.id != name:
        raise InputError(f"this file is of {quote(name)}, not of {quote(corpus.id)}", arguments.file)
    return corpus, tag


def _text_file(corpus: Corpus, tag: str) -> Path:
    """The file that texts of a language go into: that of somebody's own folder, where there is one."""
    home = corpus.home() / TEXTS / f"{tag}.yaml"
    paths = corpus.paths.get(tag, ())
    return paths[-1] if paths and corpus.home() == corpus.folders[0] else home


def _write_texts(path: Path, corpus: Corpus, tag: str, changes: Mapping[Place, str]) -> None:
    before = read_text_file(path, MOST_BYTES) if path.exists() else ""
    report = Report()
    text = write_texts(before, str(path), tag, changes, tuple(corpus.texts), report)
    report.raise_errors()
    assert text is not None
    make_folder(path.parent)
    write_file(path, text, READ)


def _print(told: Sequence[Told], listed: bool) -> None:
    faults = dict.fromkeys(fault for each in told for fault in each.diagnostics)
    if faults:
        print(render_all(faults))
    width = max(len(each.game) for each in told)
    print(f"{'':{width}}  lang    " + "".join(f"{state:>10}" for state in State) + "     of      %")
    for each in told:
        for language in each.languages:
            counts = "".join(f"{language.count(state):>10}" for state in State)
            mark = "  complete" if language.complete else ""
            total, percent = len(language.states), language.percent
            print(f"{each.game:{width}}  {language.language:8}{counts}{total:>7}{percent:>6}%{mark}")
            for place, state in language.states.items() if listed else ():
                if state != State.CURRENT:
                    print(f"{'':{width}}  {state:9}{escape(str(place))}")


def _to_json(told: Told, listed: bool) -> dict[str, object]:
    return {
        "game": told.game,
        "languages": [_language_to_json(each, listed) for each in told.languages],
        "diagnostics": [to_json(fault) for fault in told.diagnostics],
    }


def _language_to_json(found: Status, listed: bool) -> dict[str, object]:
    facts: dict[str, object] = {"language": found.language, "complete": found.complete}
    facts |= {str(state): found.count(state) for state in State}
    facts |= {"total": len(found.states), "percent": found.percent}
    if listed:
        facts["texts"] = {str(place): str(state) for place, state in found.states.items()}
    return facts
