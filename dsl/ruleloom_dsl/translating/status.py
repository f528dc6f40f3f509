"""Which texts of a language are up to date, and what `accept` makes of a lock."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.phrasing import fold
from ruleloom_dsl.texts.wording import TERMS, Place
from ruleloom_dsl.translating.corpus import Corpus
from ruleloom_dsl.translating.fingerprints import Fingerprints, fingerprints
from ruleloom_dsl.translating.lock import LOCK_FILE, Lock, read_lock
from ruleloom_dsl.translating.sources import SourceText


class State(StrEnum):
    """How a text in a language stands to its English sentence and to the rule."""

    CURRENT = "current"
    """Accepted, and nothing has changed since."""
    OUTDATED = "outdated"
    """The English sentence has changed."""
    REVIEW = "review"
    """The rule has changed, and the sentence has not."""
    MISSING = "missing"
    """There is no text."""
    DRAFT = "draft"
    """There is a text that nobody has accepted yet."""


@dataclass(frozen=True, slots=True)
class Status:
    """The texts of a corpus in a language, each with its state."""

    language: str
    complete: bool
    states: Mapping[Place, State]

    def count(self, state: State) -> int:
        """How many are in a state."""
        return sum(found == state for found in self.states.values())

    @property
    def percent(self) -> int:
        """How many of a hundred are current; 100 only where all are."""
        return 100 * self.count(State.CURRENT) // len(self.states) if self.states else 100

    @property
    def is_broken(self) -> bool:
        """Whether the language is declared complete, and is not."""
        return self.complete and self.count(State.CURRENT) < len(self.states)


def status_of(corpus: Corpus, tag: str, lock: Lock) -> Status:
    """The state of each text in a language."""
    texts = texts_in(corpus, tag)
    return Status(
        tag, corpus.is_complete(tag), {place: _state(corpus, text, tag, lock) for place, text in texts.items()}
    )


def texts_in(corpus: Corpus, tag: str) -> Mapping[Place, SourceText]:
    """What a language has to say; for English words the ids stand, where they have no forms."""
    if tag != SOURCE:
        return corpus.texts
    return {place: text for place, text in corpus.texts.items() if place.owner != TERMS}


def _state(corpus: Corpus, text: SourceText, tag: str, lock: Lock) -> State:
    if corpus.said(text.place, tag) is None:
        return State.MISSING
    accepted, now = lock.get(tag, str(text.place)), fingerprints(text)
    if accepted is None:
        return State.DRAFT
    if accepted.sentence != now.sentence and tag != SOURCE:
        return State.OUTDATED
    return State.CURRENT if accepted.rule == now.rule else State.REVIEW


def accept(corpus: Corpus, tags: Collection[str], places: Collection[Place] | None, report: Report) -> dict[Path, Lock]:
    """The locks by their paths, once these texts (or all that there are) are accepted in these languages."""
    kept = corpus.kept()
    locks = {folder: read_lock(folder / LOCK_FILE, report) for folder in kept}
    accepted: dict[Path, dict[str, dict[str, Fingerprints]]] = {
        folder: {tag: dict(texts) for tag, texts in lock.accepted.items()} for folder, lock in locks.items()
    }
    sentences = {folder: dict(lock.sentences) for folder, lock in locks.items()}
    for tag in tags:
        if places is None:  # what is no more goes with it
            for languages in accepted.values():
                languages.pop(tag, None)
        for place, text in texts_in(corpus, tag).items():
            written = corpus.said(place, tag) if places is None or place in places else None
            folder = kept[0] if written is None else corpus.folder_of(written)
            if written is not None and folder in kept:
                now = fingerprints(text)
                accepted[folder].setdefault(tag, {})[str(place)] = now
                sentences[folder][now.sentence] = fold(text.scalar.text)
    return {folder / LOCK_FILE: Lock(accepted[folder], sentences[folder]) for folder in kept}
