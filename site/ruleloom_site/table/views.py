"""What is shown of a game at one moment, as plain data: the picture, who is to choose what, what happened."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ruleloom.arguments import MOST_DIGITS
from ruleloom.game import Decision, State
from ruleloom.moves import Move
from ruleloom.playing.phrases import player, prompt, result
from ruleloom.playing.session import Session
from ruleloom.results import Outcome
from ruleloom.rulebook.speech import Speech
from ruleloom.seating import person_of
from ruleloom_site.escape import as_html
from ruleloom_site.pictures import Look, draw
from ruleloom_site.pictures.words import settled
from ruleloom_site.table.frames import Frame
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.pointing import marks_of, plain_values
from ruleloom_site.table.sentences import sentence
from ruleloom_site.table.telling import Log, heard
from ruleloom_site.table.written import Json, read_text

PREFIX = "play"
"""So many digits a seed may have, as for `--seed` on the command line."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Whose eyes look on (from 1; 0 sees what everybody sees; None: all together), who has to take over, the bots.

    Where a secret is kept from one of the persons there, the game is not recorded yet.
    """

    watched: int | None
    awaited: int | None
    bots: frozenset[int]
    is_secret: bool


@dataclass(frozen=True)
class View:
    """One moment of a game. `shown` is the number of the first move whose chance was not told yet, plus one."""

    book: PackedRulebook
    speech: Speech
    session: Session
    seating: Seating
    log: Log
    shown: int

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.session.state

    @property
    def watcher(self) -> int | None:
        """Whose eyes look on: before somebody has taken over, those of nobody."""
        return self.seating.watched if self.seating.awaited is None else 0

    def to_json(self) -> Json:
        """All of it."""
        pending = self.state.pending
        seat = pending.player + 1 if isinstance(pending, Decision) else None
        is_bot, lines = seat in self.seating.bots, self.log.lines(self.session, self.watcher)
        return {
            **_picture(self.book, self.state, self._look()),
            "turn": self.state.turns + (seat is not None),
            "moves": len(self.session.moves),
            "deciding": seat,
            "seed": str(self.session.seed),  # as text: JavaScript has no whole numbers of 18 digits
            "watched": self.watcher,
            "bot": is_bot,
            "prompt": prompt(self.book.words, pending) if isinstance(pending, Decision) else "",
            "asked": list(self._asked(pending)) if isinstance(pending, Decision) else [],
            "hand_over": self._hand_over(),
            "choices": [] if is_bot or self.seating.awaited else list(self._choices()),
            "log": [{"seat": each, "text": text} for each, text in lines],
            "said": heard(self.book, self.session, self.watcher),
            "talk": self._talk(),
            "chance": self._chance(),
            "over": _over(self.book, pending, self._you()) if isinstance(pending, Outcome) else None,
            "can_undo": any(each.seat not in self.seating.bots for each in self.session.moves),
            "can_record": self.session.can_be_recorded and not self.seating.is_secret,
            "watching": None,
        }

    def _look(self) -> Look:
        watcher, players = self.watcher, self.state.game.rules.players
        watchers = tuple(range(1, players + 1)) if watcher is None else (watcher,) if watcher else ()
        return Look(watchers=watchers, marks=True)

    # --- who is to choose ---------------------------------------------------------------------------------------------

    def _asked(self, decision: Decision) -> Iterator[Json]:
        """The rules of what can be chosen."""
        for alternative in dict.fromkeys(move.alternative for move in decision.moves):
            rule = self.book.rule(f"moves.{alternative}")
            if rule is not None and rule.text:
                yield {"html": as_html(rule.text), "number": rule.number, "href": rule.anchor}

    def _hand_over(self) -> Json:
        seat = self.seating.awaited
        if seat is None:
            return None
        language = self.book.words.language
        who = player(language, seat)
        return {
            "to": seat,
            "text": language.say("play.hand_over", player=who),
            "button": language.say("play.take", player=who),
        }

    def _choices(self) -> Iterator[Json]:
        state = self.state
        if not isinstance(state.pending, Decision):
            return
        names = state.game.rules.board.names if state.game.rules.board is not None else ()
        plain = {each.id: plain_values(each) for each in state.game.rules.moves}
        for move, walks in zip(state.pending.moves, state.all_walks(), strict=True):
            walk = [names[place] for place in walks[0]] if walks else []
            yield self._choice(state, move, walk, plain.get(move.alternative, frozenset()))

    def _choice(self, state: State, move: Move, walk: list[str], plain: frozenset[int]) -> Json:
        tokens = self.speech.announced(state, move)[1]
        way = walk if len(walk) > 1 and walk[-1] in move.values else []
        label = settled(self.speech.move(state, move, way))
        marks = marks_of(tokens, plain)
        return {"text": move.text, "label": label, "marks": marks, "walk": walk if len(walk) > 1 else []}

    # --- what happened ------------------------------------------------------------------------------------------------

    def _chance(self) -> str:
        """What chance did since the last view."""
        first = self.shown
        states = [self.session.begun] * (first == 0)
        states += [played.after for played in self.session.moves[max(0, first - 1) :]]
        return " ".join(_as_sentence(text) for each in states for text in self.log.chance(each, self.watcher))

    def _you(self) -> int | None:
        """The only seat of a person, who alone reads what is shown."""
        seats = range(1, self.state.game.rules.players + 1)
        people = [seat for seat in seats if seat not in self.seating.bots]
        return people[0] if len(people) == 1 else None

    # --- talk ---------------------------------------------------------------------------------------------------------

    def _talk(self) -> list[Json]:
        """What whoever looks on may say before the pending decision."""
        talk, seat = self.state.game.rules.talk, self.watcher
        if talk is None or not seat or seat in self.seating.bots or not isinstance(self.state.pending, Decision):
            return []
        if not self.session.may_say(seat):
            return []
        return [sentence(self.book, each, seat) for each in talk.says]


def _as_sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def frame_view(book: PackedRulebook, frame: Frame, at: int, of: int) -> Json:
    """A step of what is looked at, as all players together see it; there is nothing to choose."""
    state, pending = frame.state, frame.state.pending
    seats = tuple(range(1, state.game.rules.players + 1))
    nothing: dict[str, Json] = {key: [] for key in ("asked", "choices", "log", "said", "talk")}
    return {
        **_picture(book, state, Look(watchers=seats, walk=frame.walk, chosen=frame.chosen)),
        **nothing,
        "turn": state.turns + isinstance(pending, Decision),
        "moves": frame.moves,
        "deciding": None,
        "watched": None,
        "bot": False,
        "prompt": "",
        "hand_over": None,
        "chance": "",
        "over": _over(book, pending, None) if isinstance(pending, Outcome) else None,
        "can_undo": False,
        "can_record": False,
        "watching": {"at": at, "of": of, "caption": frame.caption},
    }


def _picture(book: PackedRulebook, state: State, look: Look) -> dict[str, Json]:
    drawn = draw(state, book.words, PREFIX, replace(look, title=book.words.title))
    told = {"title": drawn.title, "description": drawn.description, "tables": drawn.tables}
    return {"svg": drawn.svg, **told, "called": dict(drawn.called)}


def _over(book: PackedRulebook, outcome: Outcome, you: int | None) -> Json:
    words, rule = book.words, book.rule(f"ends.{outcome.ending}")
    return {
        "text": f"{words.say('tell.over')} {result(words.language, outcome, you)}",
        "html": as_html(rule.text) if rule else "",
        "number": rule.number if rule else "",
        "href": rule.anchor if rule else "",
    }


def about(book: PackedRulebook, packed: Mapping[str, Json], told: Mapping[str, Json]) -> Json:
    """What can be done at a table: who can sit there, which bots there are, which examples."""
    rules, language = book.rules, book.words.language
    seats = range(1, rules.players + 1)
    return {
        "title": book.words.title,
        "seats": [{"seat": seat, "name": player(language, seat), "person": person_of(rules, seat)} for seat in seats],
        "bots": packed["bots"],
        "digits": MOST_DIGITS,
        "examples": [{"id": each["id"], "title": read_text(each["title"])} for each in told["examples"]],
    }
