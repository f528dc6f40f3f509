"""A game at the table: draws it for the seat that is to choose, and takes what is typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from ruleloom.bots import Bot, ask, let_speak, tell
from ruleloom.cli.asking import print_cited
from ruleloom.cli.page import readable
from ruleloom.cli.playing.board import draw_board, seat_style
from ruleloom.cli.playing.choices import Choice, choices_of
from ruleloom.cli.playing.panel import panel
from ruleloom.cli.playing.screen import Screen
from ruleloom.cli.playing.squares import chosen_places, squares
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.playing.phrases import player, result, said_text
from ruleloom.playing.session import Session
from ruleloom.playing.telling import told
from ruleloom.results import Outcome
from ruleloom.talk import Statement
from ruleloom.view import observation
from ruleloom_dsl.texts.language import Language
from ruleloom_dsl.words import Words

MOST_MOVES_TOLD = 6


@dataclass(slots=True)
class Table:
    """Who sits where, and what they see."""

    loaded: LoadedGame
    session: Session
    bots: Mapping[int, Bot]
    names: Mapping[int, str]
    screen: Screen
    watched: int = 1  # the seat whose view is drawn
    heard_out: int = -1  # before how many moves the bots have spoken
    resuming: tuple[str, ...] = ()  # the arguments that a saved game does not say itself
    files: set[Path] = field(default_factory=set)  # that hold this game, by their full paths

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    @property
    def words(self) -> Words:
        """The words of the configuration in the reader's language."""
        return self.loaded.ruleset.words

    def let_bots_play(self) -> None:
        """Let bots choose until a person has to, or the game is over."""
        while (decision := self._let_bots_speak()) is not None and decision.player + 1 in self.bots:
            bot = self.bots[decision.player + 1]
            self.session.play(ask(bot, self.state))
            if len(self.bots) == len(self.names) and isinstance(self.state.pending, Decision):
                self.draw()

    def say(self, seat: int, text: str) -> Statement:
        """Let a seat say something that the others hear. Raises NotationError or TooMuchTalk."""
        statement = self.session.say(seat, text)
        tell(self.bots, statement)
        return statement

    def _let_bots_speak(self) -> Decision | None:
        """The pending decision, if there is one, after bots could speak once before it."""
        if not isinstance(self.state.pending, Decision):
            return None
        if self.heard_out != len(self.session.moves):
            self.heard_out = len(self.session.moves)
            let_speak(self.bots, self.state, self.session.say)
        return self.state.pending

    def seat(self, seat: int) -> None:
        """Turn the table to a seat; where it sees what others do not, they are asked to look away."""
        if seat != self.watched:
            if self.session.hides_from(self.watched, seat):
                self.screen.clear()
                self.screen.ask(self.words.say("play.look_away", player=player(self.words.language, seat)))
            self.watched = seat

    def draw(self) -> None:
        """Draw everything that the seat sees."""
        self.screen.clear()
        pending = self.state.pending
        seen = observation(self.state, self.watched - 1)
        turn = pending.player + 1 if isinstance(pending, Decision) else None
        self._draw_head()
        places = chosen_places(self.loaded.game.rules, pending) if isinstance(pending, Decision) else ()
        found = squares(self.loaded.game.rules, seen, places)
        beside = panel(self.words, self.state, seen, self.names, self.screen.glyphs, turn)
        if found:
            board = self.loaded.game.rules.board
            slanted = board is not None and board.cells == "hexagons"
            self.screen.show(
                [*draw_board(found, self.screen.glyphs, *self.screen.room(len(beside)), slanted=slanted), Text()]
            )
        self.screen.show(beside)
        self._draw_moves()
        self._draw_talk()
        if isinstance(pending, Outcome):
            self._draw_end(pending)

    def draw_choices(self, choices: Sequence[Choice], rows: int | None = None) -> None:
        """Print what may be chosen, in so many rows at most; then how much there is, and how to see all of it."""
        width = self.screen.page.width
        texts = [f"{choice.key}) {choice.move.text}" if choice.key else choice.move.text for choice in choices]
        column = max(map(len, texts)) + 3
        across = max(1, (width - 2) // column)
        starts = range(0, len(texts), across)
        is_cut = rows is not None and len(starts) > rows
        for first in starts[: rows - 1] if rows is not None and is_cut else starts:
            line = "".join(text.ljust(column) for text in texts[first : first + across])
            self.screen.show([Text(readable(f"  {line}".rstrip()), "green")])
        if is_cut:
            more = self.words.say("play.more_moves", n=len(choices), move=choices[-1].move.text)
            self.screen.page.item(more, mark="", style="green")

    def choices(self) -> tuple[Choice, ...]:
        """The legal moves with their keys."""
        return choices_of(self.state.decision.moves)

    def _draw_head(self) -> None:
        words = self.words
        variants = self.loaded.ruleset.variant_titles
        turn = self.state.turns + (not isinstance(self.state.pending, Outcome))
        head = Text()
        head.append(self.screen.page.writable(" · ".join([words.title, *variants])), "bold")
        head.append(self.screen.page.writable(f"   {words.say('play.turn', n=turn)}"), "dim")
        self.screen.show([head, Text()])

    def _draw_moves(self) -> None:
        """The last moves, the latest at the end."""
        moves = self.session.moves[-MOST_MOVES_TOLD:]
        line = Text("  ")
        for number, played in enumerate(moves):
            line.append(self.screen.page.writable(" → ") if number else "")
            line.append(self.screen.glyphs.pawn(played.seat), seat_style(played.seat))
            line.append(
                f" {self.screen.page.writable(told(self.words, played, self.watched, moves[number + 1 :]))}", "dim"
            )
        if moves:
            self.screen.show([line])

    def _draw_talk(self) -> None:
        """What the seat has heard since the moves that are told."""
        since = len(self.session.moves) - len(self.names)
        said = [each for at, each in self.session.said if at >= since and each.is_heard_by(self.watched)]
        for statement in said[-MOST_MOVES_TOLD:]:
            self.draw_statement(statement)

    def draw_statement(self, statement: Statement) -> None:
        """Print what was said, by whom and to whom."""
        line = Text("  ")
        line.append(self.screen.glyphs.pawn(statement.speaker), seat_style(statement.speaker))
        to = "" if statement.to is None else f" → {player(self.words.language, statement.to)}"
        line.append(self.screen.page.writable(f"{to}: {said_text(self.words, self.loaded.game.rules, statement)}"))
        self.screen.show([line])

    def _draw_end(self, outcome: Outcome) -> None:
        self.screen.show([Text()])
        language = self.words.language
        self.screen.say(f"{language.say('tell.over')} {result(language, outcome, self._you())}", "bold")
        print_cited(self.screen.page, self.loaded, f"ends.{outcome.ending}")

    def _you(self) -> int | None:
        """The only seat of a person, who alone reads what is printed."""
        people = [seat for seat in self.names if seat not in self.bots]
        return people[0] if len(people) == 1 else None


def table_legend(language: Language, screen: Screen) -> tuple[str, ...]:
    """What the signs of a drawing mean."""
    hatch, pawn = screen.glyphs.hatch, screen.glyphs.pawn(1)
    return (
        language.say("play.sign_choice"),
        language.say("play.sign_down", sign=f"{hatch}(A){hatch}"),
        language.say("play.sign_pawn", sign=pawn, player=player(language, 1)),
        language.say("play.sign_turn"),
    )
