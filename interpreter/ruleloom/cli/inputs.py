"""What is wrong with what somebody typed, and what was typed as a configuration to load."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ruleloom.engines import DEFAULT, ENGINES, REFERENCE
from ruleloom.errors import nearest
from ruleloom.library import LoadedGame, load_from, open_source, own_folders
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.texts.language import SOURCE, Language
from ruleloom_dsl.texts.locales import load_language


class InputError(ValueError):
    """Something that somebody gave us is wrong; `place` is the file, argument or value to blame."""

    def __init__(self, message: str, place: str = "", help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.help = help


def folders_of(arguments: Namespace) -> tuple[Path, ...]:
    """The folders of one's own rulesets: named on the command line, and in RULELOOM_PATH."""
    listed = [part for part in os.environ.get("RULELOOM_PATH", "").split(os.pathsep) if part]
    return tuple(map(Path, (*arguments.rulesets, *listed)))


def open_chosen(arguments: Namespace) -> tuple[GameSource, tuple[str, ...]]:
    """The game named on the command line, read, and the ids of the variants chosen."""
    return open_source(arguments.game, arguments.variant, folders_of(arguments))


def load_chosen(arguments: Namespace) -> LoadedGame:
    """The configuration named on the command line."""
    source, variants = open_chosen(arguments)
    options = options_of(arguments.option)
    language, engine = language_of(arguments).tag, engine_of(arguments)
    return load_from(source, variants, arguments.players, options, language, engine)


def language_of(arguments: Namespace) -> Language:
    """The language to print: the one named, else that of RULELOOM_LANG, else English. Raises RulesetError."""
    tag = arguments.lang or os.environ.get("RULELOOM_LANG") or SOURCE
    return load_language(tag, own_folders(folders_of(arguments)))


def engine_of(arguments: Namespace) -> str:
    """The engine named, else that of RULELOOM_ENGINE; the one that explains for commands that run no games."""
    if not hasattr(arguments, "engine"):
        return REFERENCE
    name: str = arguments.engine or os.environ.get("RULELOOM_ENGINE") or DEFAULT
    if name not in ENGINES:
        raise InputError(f'there is no engine "{name}"', "RULELOOM_ENGINE", nearest(name, ENGINES) or "")
    return name


def mention_engine(loaded: LoadedGame) -> None:
    """Say on standard error why another engine runs a game than the fastest, which was asked for."""
    if note := loaded.game.chosen.note:
        print(f"note: {note}", file=sys.stderr)


def mention_choice(loaded: LoadedGame) -> None:
    """Say on standard error what the choice of variants brings in, what speaks against it, and what runs it instead."""
    mention_engine(loaded)
    lines = [f"note: {note.text}" for note in loaded.ruleset.notes]
    lines += [f"warning: {warning.message}" for warning in loaded.ruleset.warnings]
    for line in lines:
        print(line, file=sys.stderr)


def options_of(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Options as they were named. Raises InputError where one is named twice with different values."""
    options: dict[str, str] = {}
    for name, value in pairs:
        if options.setdefault(name, value) != value:
            raise InputError(f'the option "{name}" is given two values, "{options[name]}" and "{value}"')
    return options
