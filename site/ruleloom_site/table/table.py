"""A table in the page: takes requests and answers with what is to be shown, both as JSON."""

import json
from collections.abc import Callable

from ruleloom.arguments import MOST_DIGITS
from ruleloom.bots import Bot, ask, begin_all, bots_for, let_speak, tell
from ruleloom.bots import Seated as SeatedBot
from ruleloom.chance import Seeded
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game, State
from ruleloom.moves import NotationError
from ruleloom.playing.session import Session
from ruleloom.record import write_record
from ruleloom.rulebook.speech import Speech
from ruleloom.seating import person_of
from ruleloom.talk import TalkError
from ruleloom.view import observation
from ruleloom_site.table.faults import Fault, fault_text
from ruleloom_site.table.frames import Film, film_of, film_of_example
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.pointing import refused
from ruleloom_site.table.reasons import reasons_of, refused_text
from ruleloom_site.table.telling import Log
from ruleloom_site.table.views import Seating, View, about, frame_view
from ruleloom_site.table.written import Json

NOBODY = 0
"""The watcher who sees what everybody sees."""


class Table:
    """One configuration on the table of a page."""

    def __init__(self, game: Game, book: PackedRulebook, packed: Json, told: Json) -> None:
        self.game = game
        self.book = book
        self._packed, self._written = packed, told
        self._film: Film | None = None
        self._asked: dict[str, Callable[[Json], Json]] = {
            "about": self._about, "start": self._start, "move": self._move, "bot": self._bot, "say": self._say,
            "refuse": self._refuse, "undo": self._undo, "taken": self._taken, "record": self._record,
            "watch": self._watch, "example": self._example, "step": self._step, "go_on": self._go_on,
            "view": self._now,
        }  # fmt: skip
        self._sit(Session(game, 0, lambda: Seeded(0)), {})

    def ask(self, request: str) -> str:
        """Answer a request: an object whose `do` says what is asked. Nothing is changed where there is a fault."""
        try:
            asked = json.loads(request)
            answer = self._asked[asked["do"]](asked)
        except (ValueError, RuleError, KeyError, TypeError, IndexError) as error:
            answer = {"fault": fault_text(self._speech, self.state, error)}
        return json.dumps(answer, ensure_ascii=False)

    # --- seats --------------------------------------------------------------------------------------------------------

    def _sit(self, session: Session, bots: dict[int, Bot]) -> None:
        """Begin or go on with a game."""
        begin_all(bots, session.game, session.seed)
        self.session, self.bots = session, bots
        self._film, self._at = None, 0
        self._spoken_at = -1
        self._shown = 0
        self._speech = Speech(self.book.words, session.game.machine.numbering)
        self._log = Log(self.book, self._speech)
        self.people = [seat for seat in range(1, session.game.rules.players + 1) if seat not in bots]
        persons = {person_of(session.game.rules, seat) for seat in self.people}
        self.watched: int | None = self.people[0] if len(persons) == 1 else NOBODY if persons else None
        self._awaited: int | None = None
        self._is_secret = False

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    def _turn(self) -> None:
        """Turn the table to the seat that is to choose; who sees or has heard what is hidden takes it first."""
        self._awaited = None
        pending = self.state.pending
        if not isinstance(pending, Decision) or pending.player + 1 in self.bots or self.watched is None:
            return
        seat = pending.player + 1
        if seat != self.watched and self.session.hides_from(self.watched, seat):
            self._awaited = seat
        else:
            self.watched = seat

    def _keeps_secrets(self) -> bool:
        """Whether a record would tell one person at this device what only another may know."""
        persons = {person_of(self.state.game.rules, seat) for seat in self.people}
        if len(persons) < 2 or not isinstance(self.state.pending, Decision):
            return False
        self._is_secret = self._is_secret or self._awaited is not None or self._hides_something()
        return self._is_secret

    def _hides_something(self) -> bool:
        seen = observation(self.state, NOBODY - 1)
        whispered = any(each.to is not None for _, each in self.session.said)
        return whispered or any(observation(self.state, seat - 1) != seen for seat in self.people)

    def _let_speak(self) -> None:
        """Let the bots speak once before the pending decision."""
        if isinstance(self.state.pending, Decision) and self._spoken_at != len(self.session.moves):
            self._spoken_at = len(self.session.moves)
            let_speak(self.bots, self.state, self.session.say)

    def _view(self) -> Json:
        self._let_speak()
        self._turn()
        seating = Seating(self.watched, self._awaited, frozenset(self.bots), self._keeps_secrets())
        view = View(self.book, self._speech, self.session, seating, self._log, self._shown)
        self._shown = len(self.session.moves) + 1
        return view.to_json()

    # --- requests -----------------------------------------------------------------------------------------------------

    def _about(self, _: Json) -> Json:
        return about(self.book, self._packed, self._written)

    def _now(self, _: Json) -> Json:
        return self._view() if self._film is None else self._frame()

    def _start(self, asked: Json) -> Json:
        typed = str(asked.get("seed", 0))
        if not typed.isascii() or not typed.isdecimal() or len(typed) > MOST_DIGITS:
            raise Fault(f"a seed is a whole number from 0 on, of at most {MOST_DIGITS} digits")
        seed = int(typed)
        self._sit(Session(self.game, seed, lambda: Seeded(seed)), self._bots(asked))
        return self._view()

    def _bots(self, asked: Json) -> dict[int, Bot]:
        named = {int(seat): str(kind) for seat, kind in asked.get("bots", {}).items()}
        kinds = [SeatedBot(seat, kind) for seat, kind in named.items()]

        def unknown(kind: str, _: int) -> Bot:
            raise Fault(f'no bot is called "{kind}"')

        if strange := [seat for seat in named if not 1 <= seat <= self.game.rules.players]:
            raise Fault(f"there is no seat {strange[0]}")
        return bots_for(sorted(named), kinds, self.game.rules.players, unknown)

    def _move(self, asked: Json) -> Json:
        self._check_playing()
        try:
            self.session.play(str(asked["text"]))
        except NotationError as error:
            if isinstance(error, TalkError):
                raise
            raise Fault(self.book.words.say("why.no_move", typed=str(asked["text"]))) from error
        return self._view()

    def _bot(self, _: Json) -> Json:
        self._check_playing()
        decision = self.state.decision
        bot = self.bots.get(decision.player + 1)
        if bot is None:
            raise Fault("it is no bot's turn")
        self._let_speak()
        self.session.play(ask(bot, self.state))
        return self._view()

    def _say(self, asked: Json) -> Json:
        self._check_playing()
        if int(asked["seat"]) not in self.people:
            raise Fault("nobody of you sits there")
        tell(self.bots, self.session.say(int(asked["seat"]), str(asked["text"])))
        return self._view()

    def _refuse(self, asked: Json) -> Json:
        self._check_playing()
        refusal = refused(self.state, asked["marks"])
        if refusal is None:
            return {"reasons": [], "text": "", "general": self.book.words.say("why.domain")}
        return {
            "reasons": reasons_of(self.book, self._speech, self.state, refusal),
            "text": refusal.text,
            "general": refused_text(self._speech, self.state, refusal.text),
        }

    def _undo(self, _: Json) -> Json:
        self._check_playing()
        own = [number for number, played in enumerate(self.session.moves) if played.seat in self.people]
        if not own:
            raise Fault(self.book.words.say("play.nothing_to_undo"))
        if self._awaited is not None:  # nobody knows who holds the device: whoever is to choose takes it first
            self.watched = NOBODY
        self.session.undo(len(self.session.moves) - own[-1])
        self._spoken_at = self._shown = len(self.session.moves)
        return self._view()

    def _taken(self, _: Json) -> Json:
        if self._awaited is not None:
            self.watched = self._awaited
        return self._view()

    def _record(self, _: Json) -> Json:
        if not self.session.can_be_recorded:
            raise Fault(self.book.words.say("play.cannot_save"))
        if self._keeps_secrets():
            raise Fault(self.book.words.say("play.record_later"))
        return {"record": write_record(self.session.record()) + "\n"}

    # --- to look at ---------------------------------------------------------------------------------------------------

    def _watch(self, asked: Json) -> Json:
        return self._show(film_of(self.game, self.book, str(asked["record"])))

    def _example(self, asked: Json) -> Json:
        pairs = zip(self._packed["examples"], self._written["examples"], strict=True)
        found = next((pair for pair in pairs if pair[0]["id"] == asked["id"]), None)
        if found is None:
            raise Fault(f"no example is called {asked['id']}")
        return self._show(film_of_example(self.game, self._packed["others"], *found))

    def _show(self, film: Film) -> Json:
        self._film, self._at = film, 0
        return self._frame()

    def _step(self, asked: Json) -> Json:
        if self._film is None:
            raise Fault("nothing is shown step by step")
        self._at = min(max(0, int(asked["to"])), len(self._film.frames) - 1)
        return self._frame()

    def _frame(self) -> Json:
        assert self._film is not None
        return frame_view(self.book, self._film.frames[self._at], self._at, len(self._film.frames) - 1)

    def _go_on(self, asked: Json) -> Json:
        if self._film is None:
            raise Fault("nothing is shown step by step")
        self._sit(self._film.session(self.game, self._at), self._bots(asked))
        self._shown = len(self.session.moves) + 1  # what led here was told step by step
        return self._view()

    def _check_playing(self) -> None:
        if self._film is not None:
            raise Fault("the game is only shown; go on with it first")
