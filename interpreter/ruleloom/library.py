"""Joins the language and the interpreter: finds a game, reads its files, checks a configuration, makes it playable."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from ruleloom.arguments import check_chance, check_kind, check_number, refuse
from ruleloom.chance import Chance
from ruleloom.engines import REFERENCE
from ruleloom.engines.engine import EngineMissing
from ruleloom.errors import PositionError, WrongInput
from ruleloom.explain import Refusal
from ruleloom.game import Game, State
from ruleloom.playing.refusals import faults_of
from ruleloom.position import build
from ruleloom.rulebook.loaded import LoadedRulebook
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Code, Report, RulesetError, quote
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.ir.position import Position
from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset, open_game
from ruleloom_dsl.nodes import locate
from ruleloom_dsl.positions import (
    PositionSource,
    blame,
    load_configuration,
    read_position,
    read_position_text,
)
from ruleloom_dsl.texts.language import SOURCE

MOST_PLAYERS = 1_000
"""So many players may be asked for; no game is for more."""
Setting = str | int | bool
"""The value of an option."""


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """One configuration of a game: its texts and their places, and the game to be played."""

    source: GameSource
    ruleset: Ruleset
    game: Game

    def sentence(self, key: str) -> str | None:
        """The sentence of an element, or of the nearest one above it that has one."""
        check_kind("the key of an element", key, str, 'a text such as "moves.walk"')
        while key:
            element = self.ruleset.element(key)
            if element is None or element.text:
                return element.text if element else None
            key = element.key.rpartition(".")[0]
        return None

    def why(self, refusal: Refusal) -> tuple[tuple[str, ...], ...]:
        """The sentences of each reason of a refusal; what the rules do not say has a standard sentence."""
        check_kind("a refusal", refusal, Refusal, "what explain() gives for a move that is not legal")
        book = LoadedRulebook(self.source, self.ruleset)
        return tuple(tuple(fault.sentence for fault in faults) for faults in faults_of(book, refusal))


def load(
    name_or_path: str | Path,
    variants: str | Path | Sequence[str | Path] = (),
    players: int | None = None,
    options: Mapping[str, Setting] | None = None,
    folders: str | Path | Iterable[str | Path] = (),
    language: str = SOURCE,
    engine: str = REFERENCE,
) -> LoadedGame:
    """A game by its id or its folder, with variants by their ids or files. Raises RulesetError and EngineMissing.

    `options` are the values that differ from their defaults: numbers, truths, or the words of the rules. `folders` are
    searched beside the shipped rulesets, for whole games and for variants of shipped ones. Sentences are in the
    `language`, such as "de", as far as it has them. The `engine` that runs the game is one of "reference", "portable",
    "native" and "auto".
    """
    source, chosen = _opened(name_or_path, variants, folders, players, language)
    return load_from(source, chosen, players, written_options(options), language, engine)


def load_position(
    name_or_path: str | Path,
    position: str | Path | TextIO,
    variants: str | Path | Sequence[str | Path] = (),
    players: int | None = None,
    options: Mapping[str, Setting] | None = None,
    folders: str | Path | Iterable[str | Path] = (),
    language: str = SOURCE,
    engine: str = REFERENCE,
    chance: Chance | None = None,
) -> tuple[LoadedGame, State]:
    """A position in YAML, from a file or an open text, with its configuration. Raises RulesetError and EngineMissing.

    The configuration is what the position says of it and what is named here, together; `chance` settles what the
    position leaves open. The others are as in `load`.
    """
    if chance is not None:
        check_chance(chance)
    report = Report()
    if isinstance(position, str | Path):
        written = read_position(Path(position), report)
    else:
        written = read_position_text(_text_of(position), str(getattr(position, "name", None) or "position"), report)
    report.raise_errors()
    assert written is not None
    source, chosen = _opened(name_or_path, variants, folders, players, language)
    loaded = _configured(source, written, chosen, players, written_options(options), language, engine)
    try:
        return loaded, build(loaded.game, _in_full(written, loaded), chance)
    except PositionError as error:
        blame(error.message, error.path, error.help, written, report)
        raise RulesetError(report.diagnostics) from error


def _opened(
    name_or_path: str | Path,
    variants: str | Path | Iterable[str | Path],
    folders: str | Path | Iterable[str | Path],
    players: int | None,
    language: str,
) -> tuple[GameSource, tuple[str, ...]]:
    check_kind("a game", name_or_path, (str, Path), "an id or a path")
    if players is not None:
        check_number("how many play", players, 1, MOST_PLAYERS)
    check_kind("a language", language, str, 'a tag such as "de"')
    return open_source(name_or_path, several(variants, "variants"), several(folders, "folders"))


def _text_of(stream: TextIO) -> str:
    """What an open text says from where it stands."""
    if isinstance(stream, type) or not callable(getattr(stream, "read", None)):
        refuse("a position", "a path or an open text", stream)
    try:
        text = stream.read()
    except (OSError, ValueError) as error:  # closed, or no UTF-8
        raise WrongInput(f"the position cannot be read: {error}") from error
    check_kind("what a position is read from", text, str, "text; open the file without b")
    return text


def _configured(
    source: GameSource,
    written: PositionSource,
    variants: Sequence[str],
    players: int | None,
    options: dict[str, str],
    language: str,
    engine: str,
) -> LoadedGame:
    position = written.position
    if not (variants or options or players is not None):
        ruleset = load_configuration(source, position, written.document, language)
        return LoadedGame(source, ruleset, playable(ruleset, engine))
    if None not in (players, position.players) and players != position.players:
        raise WrongInput(f"the position is for {position.players} players, and {players} are asked for")
    for name, value in position.options:
        if options.setdefault(name, value) != value:
            raise WrongInput(f"the position has {name}={value}, and {name}={options[name]} is asked for")
    chosen = tuple(dict.fromkeys((*variants, *position.variants)))
    return load_from(source, chosen, position.players if players is None else players, options, language, engine)


def _in_full(written: PositionSource, loaded: LoadedGame) -> Position:
    configuration = loaded.game.rules.configuration
    return replace(
        written.position, variants=configuration.variants, players=configuration.players, options=configuration.options
    )


def load_from(
    source: GameSource,
    variants: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    language: str = SOURCE,
    engine: str = REFERENCE,
) -> LoadedGame:
    """One configuration of a game that was read already. Raises RulesetError and EngineMissing."""
    ruleset = load_ruleset(source, variants, players, options, language)
    return LoadedGame(source, ruleset, playable(ruleset, engine))


def several(names: str | Path | Iterable[str | Path], what: str = "names") -> tuple[str | Path, ...]:
    """One name is a list of one. Raises WrongInput for what is no name."""
    if isinstance(names, str | Path):
        return (names,)
    if not isinstance(names, Iterable):
        refuse(f"what says the {what}", "a name or a list of names", names)
    listed = tuple(names)
    for name in listed:
        check_kind(f"each of the {what}", name, (str, Path), "a name or a path")
    return listed


def written_options(options: Mapping[str, Setting] | None) -> dict[str, str]:
    """The values of options as files write them."""
    words = {True: "yes", False: "no"}
    if not isinstance(options, Mapping | None):
        refuse("what says the options", 'a mapping such as {"goal": 50}', options)
    for name, value in (options or {}).items():
        check_kind("the name of an option", name, str, "a text")
        check_kind(f"the value of {name}", value, (str, int), "a number, a truth or a word")
    return {name: words[value] if isinstance(value, bool) else str(value) for name, value in (options or {}).items()}


def playable(ruleset: Ruleset, engine: str = REFERENCE) -> Game:
    """The game of a configuration. Raises EngineMissing, with the place of what the engine cannot run."""
    with located(ruleset):
        return Game(ruleset.game, engine)


@contextmanager
def located(ruleset: Ruleset) -> Iterator[None]:
    """Say of an engine that cannot run a game where the element stands that it cannot run."""
    try:
        yield
    except EngineMissing as error:
        key = ruleset.element(error.element) if error.element else None
        span = locate(ruleset.document, ("game",), key=True) if key is None else key.span
        raise EngineMissing(error.message, error.element, format_place(span)) from error


def open_source(
    name_or_path: str | Path, variants: Sequence[str | Path] = (), folders: Iterable[str | Path] = ()
) -> tuple[GameSource, tuple[str, ...]]:
    """The files of a game as they were read, and the ids of the variants named. Raises RulesetError."""
    own = own_folders(folders)
    name, at = _located(str(name_or_path), own)
    files = [_real(each) for each in variants if is_path(each)]
    source = open_game(name, own, files, at)
    return source, tuple(Path(each).stem if is_path(each) else str(each) for each in variants)


def own_folders(folders: Iterable[str | Path]) -> tuple[Path, ...]:
    """The folders of somebody's own rulesets, each once. Raises RulesetError where one is not there."""
    report, found = Report(), dict[Path, None]()
    for folder in folders:
        path = _real(folder)
        if not _is_folder(path):
            report.error(Code.UNREADABLE_FILE, f"{quote(str(folder))} is no folder", None)
        elif path != _real(catalog.shipped()):
            found[path] = None
    report.raise_errors()
    return tuple(found)


def games(folders: str | Path | Iterable[str | Path] = ()) -> tuple[str, ...]:
    """The ids of all games, shipped and one's own."""
    return tuple(catalog.games(own_folders(several(folders, "folders"))))


def is_path(variant: str | Path) -> bool:
    """Whether a variant is named by its file."""
    return isinstance(variant, Path) or variant.endswith((".yaml", ".yml")) or Path(variant).name != variant


def _located(name: str, own: tuple[Path, ...]) -> tuple[str, Path | None]:
    """A game's id, and its folder where it was named by its path."""
    path = Path(name)
    if path.name == name and (name in catalog.games(own) or not _is_folder(path)):
        return name, None
    if path.name == catalog.GAME_FILE:
        path = path.parent
    path = _real(path)
    if not (_is_folder(path) and (path / catalog.GAME_FILE).is_file()):
        report = Report()
        report.error(Code.UNKNOWN_GAME, f"{quote(name)} is no folder with a {catalog.GAME_FILE}", None)
        report.raise_errors()
    return path.name, path


def _real(path: str | Path) -> Path:
    """The path without links; unlike `Path.resolve` it takes any text."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return Path(path)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long, for instance
        return False
