"""What was learned of choosers before: a book that is built again learns only those whose files have changed."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from ruleloom_dsl.load import GameSource
from ruleloom_dsl.texts.locales import language_files
from ruleloom_site.chooser.tables import Tables


class Memory:
    """The latest tables of every game, each with a digest of all that they were made from."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, Tables]] = {}

    def recall(self, source: GameSource, languages: Sequence[str]) -> Tables | None:
        """The tables of a game, if nothing that they were made from has changed."""
        digest, tables = self._kept.get(source.id, ("", None))
        return tables if digest == _digest(source, languages) else None

    def keep(self, source: GameSource, tables: Tables) -> None:
        """Remember the tables of a game."""
        self._kept[source.id] = (_digest(source, tables.languages), tables)


def _digest(source: GameSource, languages: Sequence[str]) -> str:
    rules = (Path(file) for file in source.owners())
    texts = (file for files in source.texts.values() for file in files)
    found = sha256(repr((source.id, tuple(languages))).encode())
    for path in sorted({*rules, *texts, *language_files(source.own).values()}):
        found.update(repr((str(path), path.read_bytes() if path.is_file() else None)).encode())
    return found.hexdigest()
