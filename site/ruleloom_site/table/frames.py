"""A game to look at step by step: a record that is played again, or a worked example."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ruleloom.chance import Seeded
from ruleloom.game import Game, State
from ruleloom.playing.phrases import statement_text
from ruleloom.playing.recorded import read_whole_record, session_of
from ruleloom.playing.session import Session
from ruleloom.record import Record, replay
from ruleloom.rulebook.eyes import EVERYBODY
from ruleloom.rulebook.happenings import by_chance
from ruleloom.rulebook.speech import Speech
from ruleloom_dsl.ir.codec import read_document
from ruleloom_site.escape import as_html
from ruleloom_site.table.faults import Fault
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.telling import in_words, way_of
from ruleloom_site.table.written import Json, read_text


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: the position, what is told of it in HTML, the way or the places that are marked, the moves so far."""

    state: State
    caption: str
    walk: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Film:
    """All steps, and the record that they come from, if they do."""

    frames: tuple[Frame, ...]
    record: Record | None = None

    def session(self, game: Game, at: int) -> Session:
        """A game that goes on from a step."""
        frame = self.frames[at]
        if self.record is None:
            return Session(frame.state.game, 0, lambda: Seeded(0), lambda _: frame.state)
        return session_of(game, self.record, frame.moves)


def film_of(game: Game, book: PackedRulebook, text: str) -> Film:
    """The steps of a record. Raises RecordError, ReplayError, and Fault for a record of something else."""
    record = read_whole_record(text)
    if record.rules != game.hash or record.configuration != game.rules.configuration.id:
        raise Fault(book.words.say("play.other_record", what=record.configuration))
    replay(game, record)
    return Film(tuple(_frames(game, book, record)), record)


def film_of_example(game: Game, others: Mapping[str, Json], steps: Json, captions: Json) -> Film:
    """The steps of a worked example."""
    if steps["configuration"] != game.rules.configuration.id:
        game = Game(read_document(others[steps["configuration"]]), game.engine, game.searching)
    told = zip(steps["steps"], captions["steps"], strict=True)
    return Film(tuple(_frame(game, step, list(map(read_text, texts))) for step, texts in told))


def _frame(game: Game, step: Json, texts: Sequence[str]) -> Frame:
    state = game.state(tuple(step["vector"]), tuple(step["tally"]))
    return Frame(state, caption_of(*texts), tuple(step["walk"]), tuple(step["chosen"]))


def caption_of(text: str, *effects: str) -> str:
    """What happens, and below it what came of it."""
    below = "".join(f"<li>{as_html(each)}</li>" for each in effects)
    return f"<p>{as_html(text)}</p>{f'<ul>{below}</ul>' if below else ''}"


def _frames(game: Game, book: PackedRulebook, record: Record) -> Iterator[Frame]:
    speech = Speech(book.words, game.machine.numbering)
    session = session_of(game, record)
    begun = [text for pair in pairwise(session.begun) for text in by_chance(*pair, speech, EVERYBODY)]
    yield Frame(session.begun[-1], caption_of(speech.say("begins"), *begun))
    for number, played in enumerate(session.moves):
        for at, statement in session.said:
            if at == number:
                text = statement_text(book.words, book.rules, statement)
                yield Frame(played.before, caption_of(text), moves=number)
        caused = [text for pair in pairwise(played.after) for text in by_chance(*pair, speech, EVERYBODY)]
        way = way_of(played, speech)
        text = speech.say("move", who=speech.player(played.seat - 1), move=in_words(played, speech))
        yield Frame(played.after[-1], caption_of(text, *caused), way if len(way) > 1 else (), moves=number + 1)
