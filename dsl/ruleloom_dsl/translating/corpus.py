"""Everything that is translated together: the texts of a game, or of all parts, and their translations and locks.

The parts are a corpus of their own, called `parts`. Somebody's own folder may add a language to a shipped game: each
folder has the lock of what stands in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleloom_dsl import catalog
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.language import TextsModel
from ruleloom_dsl.source import read_file
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.reading import read_texts
from ruleloom_dsl.texts.wording import TERMS, Place, translated
from ruleloom_dsl.translating.lock import LOCK_FILE, Lock, join_locks, read_lock
from ruleloom_dsl.translating.sources import (
    SourceText,
    part_models,
    part_texts,
    source_terms,
    source_texts,
    spare_terms,
    texts_of_one_part,
)
from ruleloom_dsl.translating.terms import terms_of

_BESIDE = ("variants", catalog.TEXTS, "scenarios")  # folders in that of a game


@dataclass(frozen=True, slots=True)
class Corpus:
    """The texts of a game or of the parts, their translations by language, and the folders they stand in."""

    id: str
    texts: Mapping[Place, SourceText]
    files: Mapping[str, tuple[TextsModel, ...]]
    paths: Mapping[str, tuple[Path, ...]]
    folders: tuple[Path, ...]
    borrowed: Mapping[Place, SourceText]
    """Sentences of parts that the game uses; it may word them anew."""
    words: frozenset[str]
    """Words that a language may have forms of, and need not: those of parts among them."""
    beside: Mapping[str, tuple[TextsModel, ...]]
    """The files of the parts, where the game uses any."""
    source: GameSource | None = None
    own: tuple[Path, ...] = ()

    def languages(self) -> tuple[str, ...]:
        """English, and every language there is a file of."""
        return (SOURCE, *sorted(set(self.files) - {SOURCE}))

    def said(self, place: Place, tag: str) -> Scalar | None:
        """A text in a language; None where it has none."""
        if tag == SOURCE:
            return self.texts[place].scalar
        found = translated(self.files.get(tag, ()), place)
        if found is None and place.owner == TERMS:  # words are looked up among those of all parts too
            found = translated(self.beside.get(tag, ()), place)
        return found

    def is_complete(self, tag: str) -> bool:
        """Whether a file declares that everything is translated."""
        return any(file.complete for file in self.files.get(tag, ()))

    def folder_of(self, written: Scalar) -> Path:
        """The folder whose lock speaks of a text that is written there."""
        folder = Path(written.span.file).parent
        folder = folder.parent if folder.name in _BESIDE else folder
        return folder if folder in self.folders else self.folders[0]

    def kept(self) -> tuple[Path, ...]:
        """The folders whose locks are written: somebody's own, where some of the texts stand there, else all."""
        own = [each.resolve() for each in self.own]
        return tuple(folder for folder in self.folders if folder.parent.resolve() in own) or self.folders

    def lock(self, report: Report) -> Lock:
        """What was accepted."""
        return join_locks(read_lock(folder / LOCK_FILE, report) for folder in self.folders)

    def home(self) -> Path:
        """The folder for translations that are not there yet: somebody's own, where there is one."""
        first = self.folders[0]
        if not self.own or any(first.parent.resolve() == each.resolve() for each in self.own):
            return first
        return self.own[-1] / self.id


def corpus_of_game(source: GameSource) -> Corpus:
    """The texts of a game and of its variants. Raises RulesetError."""
    paths = _paths(source, of_parts=False)
    folders = [source.folder, *(Path(each.document.span.file).parent.parent for each in source.variants.values())]
    folders += [path.parent.parent for found in paths.values() for path in found]
    parts = source.parts.items()
    return Corpus(
        source.id,
        _by_place((*source_texts(source), *source_terms(source))),
        _read(paths),
        paths,
        tuple(dict.fromkeys(folders)),
        _by_place(text for name, part in parts for text in texts_of_one_part(name, part.model)),
        spare_terms(source),
        _read(_paths(source, of_parts=True)),
        source,
        source.own,
    )


def corpus_of_parts(own: Sequence[Path] = ()) -> Corpus:
    """The texts of all parts. Raises RulesetError."""
    folders = tuple(folder / PARTS for folder in catalog.folders(own) if (folder / PARTS).is_dir())
    paths = catalog.text_files(folders)
    models = part_models(own)
    spare = frozenset(term.id for model in models.values() for term in terms_of(model) if term.spare)
    texts = _by_place(part_texts(models))
    return Corpus(PARTS, texts, _read(paths), paths, folders, {}, spare, {}, None, tuple(own))


def _paths(source: GameSource, of_parts: bool) -> dict[str, tuple[Path, ...]]:
    """The files of texts of the game itself, or of the parts."""
    found = {
        tag: tuple(path for path in paths if (path.parent.parent.name == PARTS) == of_parts)
        for tag, paths in source.texts.items()
    }
    return {tag: paths for tag, paths in found.items() if paths}


def _by_place(texts: Iterable[SourceText]) -> dict[Place, SourceText]:
    return {text.place: text for text in texts}


def _read(paths: Mapping[str, tuple[Path, ...]]) -> dict[str, tuple[TextsModel, ...]]:
    report = Report()
    files = {tag: read_texts(found, tag, read_file, report) for tag, found in paths.items()}
    report.raise_errors()
    return files
