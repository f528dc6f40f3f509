"""Where games and variants are found: the shipped rulesets, and folders of a user's own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ruleloom_dsl.diagnostics import Code, Report, quote, suggest
from ruleloom_dsl.excerpts import format_path

GAME_FILE = "game.yaml"
VARIANTS = "variants"
TEXTS = "text"  # the folder of a game, or of the parts, that holds its translations
PARTS = "parts"  # the folder beside the games that holds what they share


def shipped() -> Path:
    """The folder of the shipped rulesets: the wheel's copy, or the checkout's in an editable install."""
    bundled = Path(str(files("ruleloom_dsl"))) / "rulesets"
    return bundled if bundled.is_dir() else Path(__file__).parents[2] / "rulesets"


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The files of one game: its own, its variants' by id and its texts' by language, from all folders."""

    id: str
    folder: Path
    game: Path
    variants: dict[str, Path]
    texts: dict[str, tuple[Path, ...]]


def folders(own: Sequence[Path] = ()) -> tuple[Path, ...]:
    """All folders that are searched, the shipped one first."""
    return (shipped(), *own)


def files_in(folder: Path, ending: str = ".yaml") -> tuple[Path, ...]:
    """What a folder holds with such an ending, in order; nothing where there is no such folder.

    Raises RulesetError where it cannot be read: what it holds would be missed without a word.
    """
    try:
        return tuple(sorted(path for path in folder.iterdir() if path.name.endswith(ending)))
    except (FileNotFoundError, ValueError):  # a NUL in the name
        return ()
    except OSError as error:
        report = Report()
        message = f"the folder {quote(format_path(str(folder)))} cannot be read: {error.strerror}"
        report.error(Code.UNREADABLE_FILE, message, None, help="let it be read, or take it away")
        report.raise_errors()
        raise


def games(own: Sequence[Path] = ()) -> Iterator[str]:
    """The ids of all games, in order."""
    there = filter(_is_folder, folders(own))
    yield from sorted({name for folder in there for name in games_in(folder)})


def games_in(folder: Path) -> Iterator[str]:
    """The ids of the games that stand in a folder of rulesets, in order. Raises RulesetError."""
    return (path.name for path in files_in(folder, "") if _holds_game(path))


def _holds_game(folder: Path) -> bool:
    try:
        return (folder / GAME_FILE).exists()
    except OSError:  # beside games there may be what nobody else may read
        return False


def part_files(searched: Sequence[Path]) -> dict[str, tuple[Path, ...]]:
    """The files of each part by its id, from folders of rulesets; a good id has one."""
    found: dict[str, tuple[Path, ...]] = {}
    for folder in {path.resolve(): path for path in filter(_is_folder, searched)}.values():
        for path in files_in(folder / PARTS):
            found[path.stem] = (*found.get(path.stem, ()), path)
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long, a NUL in it
        return False


def find_game(name: str, own: Sequence[Path], report: Report, at: Path | None = None) -> GameFiles | None:
    """The files of a game. A user's folder may hold the whole game, or only variants of a shipped one.

    `at` is the folder of a game that was named by its path: it is that one, whatever others have its id. Raises
    RulesetError where a folder of the game cannot be read.
    """
    for folder in own:
        if not _is_folder(folder):
            report.error(Code.UNREADABLE_FILE, f"{quote(str(folder))} is no folder that can be read", None)
    if report.has_errors:
        return None
    known = tuple(games(own))
    for folder in folders(own):
        if _is_folder(folder / name):
            files_in(folder / name, GAME_FILE)
    there = filter(_is_folder, folders(own)) if name in known else ()
    found = [folder / name for folder in there if (folder / name).is_dir()]
    if at is not None:
        found = [at, *(folder for folder in found if folder != at and not (folder / GAME_FILE).exists())]
    with_game = [folder for folder in found if (folder / GAME_FILE).exists()]
    if not with_game:
        help = suggest(name, known) or "the games are " + ", ".join(known)
        report.error(Code.UNKNOWN_GAME, f"no game is called {quote(name)}", None, help=help)
        return None
    if len(with_game) > 1:
        message = f'the game "{name}" stands in two folders: {with_game[0]} and {with_game[1]}'
        report.error(Code.NAME_TAKEN, message, None, help="give one of them another id")
        return None
    return GameFiles(name, with_game[0], with_game[0] / GAME_FILE, _variants(found, report), text_files(found))


def text_files(found: Sequence[Path]) -> dict[str, tuple[Path, ...]]:
    """The files of texts of some folders by language."""
    texts: dict[str, tuple[Path, ...]] = {}
    for folder in found:
        for path in files_in(folder / TEXTS):
            texts[path.stem] = (*texts.get(path.stem, ()), path)
    return texts


def _variants(found: Sequence[Path], report: Report) -> dict[str, Path]:
    variants: dict[str, Path] = {}
    for folder in found:
        for path in files_in(folder / VARIANTS):
            if path.stem in variants:
                message = f'the variant "{path.stem}" stands in two files: {variants[path.stem]} and {path}'
                report.error(Code.NAME_TAKEN, message, None, help="give one of them another id")
            variants.setdefault(path.stem, path)
    return variants
