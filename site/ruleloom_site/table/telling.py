"""What the page tells of a game: moves in words, chance, talk, how it ended; each as a seat may know it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ruleloom.course import Made
from ruleloom.game import State
from ruleloom.playing.phrases import statement_text
from ruleloom.playing.session import MadeMove, Session
from ruleloom.playing.telling import told
from ruleloom.rulebook.eyes import EVERYBODY, Eyes
from ruleloom.rulebook.happenings import by_chance, carried
from ruleloom.rulebook.happenings import way_of as made_way
from ruleloom.rulebook.speech import Speech
from ruleloom_site.pictures.words import settled
from ruleloom_site.table.packed import PackedRulebook

Line = tuple[int | None, str]
"""The seat that did something (none: chance) and what it did."""


def way_of(played: MadeMove, speech: Speech) -> tuple[str, ...]:
    """The places that the pawn of the mover went over, where the move names the last one."""
    return made_way(Made(0, played.move, (played.before, *played.after)), speech)


def in_words(played: MadeMove, speech: Speech) -> str:
    """A move as its player would announce it."""
    return speech.move(played.before, played.move, way_of(played, speech))


def eyes_of(seat: int | None) -> Eyes:
    """The eyes of a seat from 1; 0 sees what everybody sees, and None is all players together."""
    return EVERYBODY if seat is None else Eyes((seat - 1,))


@dataclass
class Log:
    """What happened, line by line; lines that can change no more are kept."""

    book: PackedRulebook
    speech: Speech
    _begun: dict[int | None, tuple[tuple[State, ...], list[Line]]] = field(default_factory=dict)
    _kept: dict[tuple[int, int | None], tuple[MadeMove, list[Line]]] = field(default_factory=dict)

    def lines(self, session: Session, watcher: int | None) -> list[Line]:
        """Everything from the beginning on, as a watcher may know it."""
        found = list(self._opening(session, watcher))
        for number, played in enumerate(session.moves):
            found += self._lines(session, number, played, watcher)
        return found

    def _opening(self, session: Session, watcher: int | None) -> list[Line]:
        kept = self._begun.get(watcher)
        if kept is None or kept[0] is not session.begun:
            kept = session.begun, [(None, text) for text in self.chance(session.begun, watcher)]
            self._begun[watcher] = kept
        return kept[1]

    def _lines(self, session: Session, number: int, played: MadeMove, watcher: int | None) -> list[Line]:
        kept = self._kept.get((number, watcher))
        if kept is not None and kept[0] == played:
            return kept[1]
        following = session.moves[number + 1 :]
        text = self._told(played, watcher, following)
        made = Made(0, played.move, (played.before, *played.after))
        is_announced = text == settled(in_words(played, self.speech))
        moved = carried(made, self.speech, eyes_of(watcher), is_announced=is_announced)
        lines: list[Line] = [(played.seat, text), *((None, settled(each)) for each in moved)]
        lines += [(None, text) for text in self.chance(played.after, watcher)]
        group = (played, *following)
        if played.before.joint is None or any(each.before.is_last_to_commit for each in group):
            self._kept[number, watcher] = played, lines
        return lines

    def _told(self, played: MadeMove, watcher: int | None, following: list[MadeMove]) -> str:
        def write(each: MadeMove) -> str:
            return settled(in_words(each, self.speech))

        return write(played) if watcher is None else told(self.book.words, played, watcher, following, write)

    def chance(self, states: tuple[State, ...], watcher: int | None) -> Iterator[str]:
        """What happened by chance between states, as a watcher may know it."""
        eyes = eyes_of(watcher)
        for pair in pairwise(states):
            yield from map(settled, by_chance(*pair, self.speech, eyes))


def heard(book: PackedRulebook, session: Session, watcher: int | None) -> list[str]:
    """Who said what to whom, as far as a watcher has heard it."""
    return [
        settled(statement_text(book.words, book.rules, each))
        for _, each in session.said
        if watcher is None or each.is_heard_by(watcher)
    ]
